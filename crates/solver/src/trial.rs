//! Trial.
#![allow(missing_docs)]
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use estopim_rules::{PawnBattle, PawnBattleSetup, Position};
use crate::pawns::Pawns;
use crate::prover::*;
use crate::table::Table;
pub fn run(setup: &str, mb: usize, budget: u64) {
    let pos: Position<PawnBattle> = if setup.contains('/') { Position::from_fen(setup).unwrap() } else { setup.parse::<PawnBattleSetup>().unwrap().position() };
    let shared = Shared::new(Table::new(mb).unwrap());
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let mut prover = Prover::new(&shared, &stop);
    for (name, attacker) in [("mover wins", Attacker::Mover), ("other wins", Attacker::Other)] {
        let mut b = 0;
        while b < budget {
            let before = prover.nodes;
            let found = prover.prove(Pawns::of(&pos), attacker, ANY_TIME, 20_000_000);
            b += prover.nodes - before;
            println!("{name}: {found:?} {} nodes {:.1} s, numbers {:?}", prover.nodes, start.elapsed().as_secs_f64(), prover.numbers(Pawns::of(&pos), attacker));
            if found.is_some() { break }
        }
    }
    println!("{:?}", shared.table.census());
}

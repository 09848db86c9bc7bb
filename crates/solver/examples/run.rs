//! Trial.
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use estopim_rules::*;
use estopim_solver::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let pos = a[1].parse::<PawnBattleSetup>().unwrap().position();
    let solver = Solver::new(pos, a[2].parse().unwrap()).unwrap();
    let file = format!("/tmp/cp-{}", a[1]);
    if let Ok(b) = std::fs::read(&file) { println!("restored {:?}", solver.restore(&b)); }
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let (mut last, mut saved) = (Instant::now(), Instant::now());
    let sol = solver.solve(a[3].parse().unwrap(), &stop, |p| {
        if last.elapsed().as_secs() >= 20 {
            last = Instant::now();
            println!("{:.0}s {} nodes {}/{}/{}", start.elapsed().as_secs_f64(), p.nodes, p.finished, p.valued, p.branches);
            for k in &p.known { println!("   {} {:?} {}..{:?} {} {:?}", pos.uci(k.mv), k.value, k.more_than, k.at_most, k.nodes, k.numbers); }
        }
        if saved.elapsed().as_secs() >= 120 { saved = Instant::now(); std::fs::write(&file, solver.checkpoint()).unwrap(); }
    }).unwrap();
    println!("{:.1}s {:?}", start.elapsed().as_secs_f64(), sol.worth);
    for (m, w) in &sol.moves { println!("{} {:?}", pos.uci(*m), w); }
    std::fs::write(&file, solver.checkpoint()).unwrap();
    let c = solver.certificate(&sol, &stop).unwrap();
    println!("{:.1}s certificate {} bytes", start.elapsed().as_secs_f64(), c.len());
    std::fs::write(format!("/tmp/cert-{}", a[1]), &c).unwrap();
    println!("{:?} {:.1}s", verify(&c), start.elapsed().as_secs_f64());
}

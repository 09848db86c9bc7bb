//! Perft against other libraries: one thread, counting at the last ply, contenders take turns in each round, so that
//! load on the machine affects all of them.
//!
//! ```text
//! cargo bench -p estopim-rules --bench perft -- [--quick] [--rounds N]
//! ```
//!
//! Each figure is the best of its rounds. A wrong count ends the run.

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use estopim_rules::{AnyPosition, Variant};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, FromSetup};

/// Rounds of an ordinary run.
const ROUNDS: u32 = 5;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const OPEN: &str = "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1";
const TACTICAL: &str = "r3k2r/2q1ppb1/2np2pp/6N1/pP1P1Pb1/2P1P1P1/3N3P/R1BQ1RK1 b kq - 2 15";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const COMPLETE: &str = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1";
const PAWNS: &str = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1";

/// A position to count from, with its leaf counts at the full depth and two plies less.
struct Case {
    variant: Variant,
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
    quick_nodes: u64,
    rivals: &'static [Rival],
}

/// What we are measured against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rival {
    Shakmaty,
    CozyChess,
    /// Our own atomic chess, from the position of this name.
    Atomic(&'static str),
}

use Rival::{Atomic, CozyChess, Shakmaty};

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { variant: Variant::Atomic, name: "startpos", fen: START, depth: 6,
        nodes: 118_926_425, quick_nodes: 197_326, rivals: &[Shakmaty] },
    Case { variant: Variant::Atomic, name: "open", fen: OPEN, depth: 5,
        nodes: 50_504_249, quick_nodes: 45_237, rivals: &[Shakmaty] },
    Case { variant: Variant::Atomic, name: "tactical", fen: TACTICAL, depth: 5,
        nodes: 131_299_432, quick_nodes: 84_011, rivals: &[Shakmaty] },
    Case { variant: Variant::Chess, name: "startpos", fen: START, depth: 6,
        nodes: 119_060_324, quick_nodes: 197_281, rivals: &[CozyChess, Shakmaty] },
    Case { variant: Variant::Chess, name: "kiwipete", fen: KIWIPETE, depth: 5,
        nodes: 193_690_690, quick_nodes: 97_862, rivals: &[CozyChess, Shakmaty] },
    // No other library plays these; the rules crate's tables hold independent counts of
    // the start positions up to depth 4.
    Case { variant: Variant::StrictAtomic, name: "startpos", fen: START, depth: 6,
        nodes: 103_802_294, quick_nodes: 190_537, rivals: &[Atomic("startpos")] },
    Case { variant: Variant::StrictAtomic, name: "open", fen: OPEN, depth: 5,
        nodes: 29_535_039, quick_nodes: 33_604, rivals: &[Atomic("open")] },
    Case { variant: Variant::StrictAtomic, name: "tactical", fen: TACTICAL, depth: 5,
        nodes: 8_932_198, quick_nodes: 6_541, rivals: &[Atomic("tactical")] },
    Case { variant: Variant::SimpleAtomic, name: "startpos", fen: START, depth: 6,
        nodes: 120_566_416, quick_nodes: 197_779, rivals: &[Atomic("startpos")] },
    Case { variant: Variant::SimpleAtomic, name: "open", fen: OPEN, depth: 5,
        nodes: 55_603_588, quick_nodes: 47_532, rivals: &[Atomic("open")] },
    Case { variant: Variant::SimpleAtomic, name: "tactical", fen: TACTICAL, depth: 5,
        nodes: 122_385_169, quick_nodes: 78_672, rivals: &[Atomic("tactical")] },
    Case { variant: Variant::PawnBattle, name: "complete", fen: COMPLETE, depth: 6,
        nodes: 144_482_249, quick_nodes: 231_054, rivals: &[Atomic("startpos")] },
    Case { variant: Variant::PawnBattle, name: "8p", fen: PAWNS, depth: 7,
        nodes: 153_456_226, quick_nodes: 815_968, rivals: &[Atomic("startpos")] },
];

/// A library with a position set up in it, ready to count.
struct Contender {
    name: &'static str,
    count: Box<dyn Fn(u32) -> u64>,
    best: Duration,
}

struct Options {
    rounds: u32,
    /// How much the depths are reduced.
    shallower: u32,
}

fn main() -> ExitCode {
    let options = match read_options(env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\nusage: perft [--quick] [--rounds N]");
            return ExitCode::from(2);
        }
    };
    let mut field: Vec<Vec<Contender>> = CASES.iter().map(contenders).collect();
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        for (case, contenders) in CASES.iter().zip(&mut field) {
            for contender in contenders {
                if let Err(problem) = contender.run(case, options.shallower) {
                    eprintln!("{problem}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    print_table(&field, options.shallower);
    ExitCode::SUCCESS
}

fn read_options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { rounds: ROUNDS, shallower: 0 };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {} // cargo's own
            "--quick" => options = Options { rounds: 1, shallower: 2 },
            "--rounds" => {
                let number = arguments.next().and_then(|number| number.parse().ok());
                options.rounds = number
                    .filter(|&rounds| rounds > 0)
                    .ok_or("--rounds wants a number from 1".to_owned())?;
            }
            _ => return Err(format!("unknown option {argument:?}")),
        }
    }
    Ok(options)
}

impl Contender {
    fn new(name: &'static str, count: impl Fn(u32) -> u64 + 'static) -> Self {
        Self { name, count: Box::new(count), best: Duration::MAX }
    }

    fn run(&mut self, case: &Case, shallower: u32) -> Result<(), String> {
        let start = Instant::now();
        let found = (self.count)(case.depth - shallower);
        self.best = self.best.min(start.elapsed());
        let wanted = case.nodes_at(shallower);
        if found == wanted {
            return Ok(());
        }
        let (name, variant, position) = (self.name, case.variant, case.name);
        Err(format!("{name} counts {found} from {variant} {position}, right is {wanted}"))
    }

    #[allow(clippy::cast_precision_loss, reason = "a speed is no exact number")]
    fn millions_per_second(&self, nodes: u64) -> f64 {
        nodes as f64 / self.best.as_secs_f64() / 1e6
    }
}

impl Case {
    fn nodes_at(&self, shallower: u32) -> u64 {
        if shallower == 0 { self.nodes } else { self.quick_nodes }
    }
}

/// Ourselves first, then the libraries we are measured against.
fn contenders(case: &Case) -> Vec<Contender> {
    let position = AnyPosition::from_fen(case.variant, case.fen).expect("a sound position");
    let mut contenders = vec![Contender::new("estopim", move |depth| position.perft(depth))];
    for rival in case.rivals {
        match rival {
            Shakmaty if case.variant == Variant::Atomic => {
                let position: shakmaty::variant::Atomic = shakmaty_position(case.fen);
                contenders.push(Contender::new("shakmaty", move |depth| {
                    shakmaty_perft(&position, depth)
                }));
            }
            Shakmaty => {
                let position: shakmaty::Chess = shakmaty_position(case.fen);
                contenders.push(Contender::new("shakmaty", move |depth| {
                    shakmaty_perft(&position, depth)
                }));
            }
            CozyChess => {
                let board = case.fen.parse().expect("a sound position");
                contenders
                    .push(Contender::new("cozy-chess", move |depth| cozy_perft(&board, depth)));
            }
            Atomic(_) => {} // has a case of its own
        }
    }
    contenders
}

fn shakmaty_position<P: FromSetup>(fen: &str) -> P {
    let fen: Fen = fen.parse().expect("a sound FEN");
    fen.into_position(CastlingMode::Standard).unwrap_or_else(|_| panic!("a sound position"))
}

fn shakmaty_perft<P: shakmaty::Position + Clone>(position: &P, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        nodes += shakmaty_perft(&next, depth - 1);
    }
    nodes
}

/// The last ply has its own loop, because most of the time is spent there.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
            false
        });
    }
    nodes
}

fn print_table(field: &[Vec<Contender>], shallower: u32) {
    println!("Perft, one thread, million nodes a second, best round of each:\n");
    println!(
        "| {:<12} | {:<8} | {:>5} | {:>11} | {:>7} | {:<21} | {:>6} |",
        "variant", "position", "depth", "nodes", "estopim", "measured against", "times"
    );
    println!(
        "|{:-<14}|{:-<10}|{:->7}|{:->13}|{:->9}|{:-<23}|{:->8}|",
        "", "", ":", ":", ":", "", ":"
    );
    for (case, contenders) in CASES.iter().zip(field) {
        let nodes = case.nodes_at(shallower);
        let speed = |contender: &Contender| contender.millions_per_second(nodes);
        let ours = speed(&contenders[0]);
        let mut rivals: Vec<(&str, f64)> =
            contenders[1..].iter().map(|rival| (rival.name, speed(rival))).collect();
        if let [Atomic(name)] = case.rivals {
            rivals.push(("our atomic", atomic_speed(field, name, shallower)));
        }
        for (name, theirs) in rivals {
            println!(
                "| {:<12} | {:<8} | {:>5} | {nodes:>11} | {ours:>7.1} | {:<21} | {:>6.2} |",
                case.variant.id(),
                case.name,
                case.depth - shallower,
                format!("{name} {theirs:.1}"),
                ours / theirs
            );
        }
    }
}

/// Our speed at atomic chess from the position of this name.
fn atomic_speed(field: &[Vec<Contender>], name: &str, shallower: u32) -> f64 {
    let (case, contenders) = CASES
        .iter()
        .zip(field)
        .find(|(case, _)| case.variant == Variant::Atomic && case.name == name)
        .expect("every position named is measured");
    contenders[0].millions_per_second(case.nodes_at(shallower))
}

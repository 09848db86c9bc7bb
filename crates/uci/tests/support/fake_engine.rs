//! An engine for tests: plays legal moves picked without thought, and misbehaves on request.
//!
//! Arguments, all optional: `fault=NAME` what it does wrong, `at=N` at which of its moves (from 1),
//! `score=N` the value it always announces, `games=chess,atomic` what `UCI_Variant` offers (nothing: no such
//! option), `seed=N` which moves it picks.

use std::io::{self, BufRead, Write};
use std::process::exit;

use estopim_rules::{AnyPosition, Game, Variant};
use estopim_uci::{BestMove, Command, Info, PositionCommand, Reply, Score, Start};

/// What an engine may do wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Does not introduce itself.
    Deaf,
    /// Answers something that is no move.
    Garbage,
    /// Answers a move that is not legal.
    Illegal,
    /// Says that there is no move.
    NoMove,
    /// Ends in the middle of the search.
    Crash,
    /// Answers only when told to stop.
    Slow,
    /// Never answers anything again.
    Silent,
    /// Says ten million letters before it answers.
    Flood,
}

struct Engine {
    fault: Option<Fault>,
    at: u32,
    score: i32,
    games: Vec<String>,
    seed: u64,
    variant: Variant,
    game: Game,
    moves_made: u32,
    held_back: Option<BestMove>,
}

fn main() {
    let mut engine = Engine::from_args();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        if let Ok(Some(command)) = Command::parse(&line) {
            engine.obey(command);
        }
    }
}

impl Engine {
    fn from_args() -> Self {
        let variant = Variant::Chess;
        let mut engine = Self {
            fault: None,
            at: 1,
            score: 0,
            games: Vec::new(),
            seed: 1,
            variant,
            game: Game::new(variant),
            moves_made: 0,
            held_back: None,
        };
        for arg in std::env::args().skip(1) {
            let (key, value) = arg.split_once('=').expect("arguments are key=value");
            match key {
                "fault" => engine.fault = Some(Fault::named(value)),
                "at" => engine.at = value.parse().expect("at is a number"),
                "score" => engine.score = value.parse().expect("score is a number"),
                "seed" => engine.seed = value.parse().expect("seed is a number"),
                "games" => engine.games = value.split(',').map(str::to_owned).collect(),
                _ => panic!("unknown argument {key}"),
            }
        }
        engine
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci if self.fault == Some(Fault::Deaf) => {}
            Command::Uci => {
                say("a greeting that is not UCI");
                say("id name Fake");
                say("option name Hash type spin default 1 min 1 max 64");
                if !self.games.is_empty() {
                    let choices = self.games.join(" var ");
                    say(&format!(
                        "option name UCI_Variant type combo default {} var {choices}",
                        self.games[0]
                    ));
                }
                say("uciok");
            }
            Command::IsReady => say("readyok"),
            Command::SetOption { name, value: Some(value) } if name == "UCI_Variant" => {
                self.variant = value.parse().expect("a game that was offered");
            }
            Command::Position(position) => self.game = self.read(&position),
            Command::Go(_) => self.go(),
            Command::Stop => {
                if let Some(best) = self.held_back.take() {
                    say(&best.to_string());
                }
            }
            Command::Quit => exit(0),
            _ => {}
        }
    }

    fn read(&self, position: &PositionCommand) -> Game {
        let start = match &position.start {
            Start::Initial => AnyPosition::initial(self.variant),
            Start::Fen(fen) | Start::Setup(fen) => {
                AnyPosition::from_fen(self.variant, fen).expect("a sound position")
            }
        };
        let mut game = Game::from_position(start);
        for text in &position.moves {
            game.play_uci(text).expect("a legal move");
        }
        game
    }

    fn go(&mut self) {
        self.moves_made += 1;
        let fault = self.fault.filter(|_| self.moves_made == self.at);
        let info = Info {
            depth: Some(7),
            score: Some(Score::centipawns(self.score)),
            nodes: Some(1000),
            ..Info::default()
        };
        say(&Reply::Info(Box::new(info)).to_string());
        let best = |text: &str| BestMove { best: Some(text.to_owned()), ponder: None };
        let good = best(&self.pick());
        match fault {
            Some(Fault::Garbage) => say(&best("xyzzy").to_string()),
            Some(Fault::Illegal) => say(&best("a1a1").to_string()),
            Some(Fault::NoMove) => say("bestmove (none)"),
            Some(Fault::Crash) => {
                eprintln!("something broke");
                exit(3);
            }
            Some(Fault::Slow) => self.held_back = Some(good),
            Some(Fault::Silent) => loop {
                std::thread::park();
            },
            Some(Fault::Flood) => {
                let chunk = "x".repeat(1_000_000);
                for _ in 0..10 {
                    print!("{chunk}");
                }
                say("");
                say(&good.to_string());
            }
            None | Some(Fault::Deaf) => say(&good.to_string()),
        }
    }

    /// A legal move that depends on the position and the seed alone.
    fn pick(&self) -> String {
        let position = self.game.position();
        let moves = position.legal_moves();
        let mut mixed = self.seed.wrapping_add(self.game.ply_count() as u64);
        for byte in position.epd().bytes() {
            mixed = (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        position.uci(moves[(mixed >> 20) as usize % moves.len()])
    }
}

impl Fault {
    fn named(name: &str) -> Self {
        match name {
            "deaf" => Self::Deaf,
            "garbage" => Self::Garbage,
            "illegal" => Self::Illegal,
            "nomove" => Self::NoMove,
            "crash" => Self::Crash,
            "slow" => Self::Slow,
            "silent" => Self::Silent,
            "flood" => Self::Flood,
            _ => panic!("unknown fault {name}"),
        }
    }
}

fn say(line: &str) {
    let mut output = io::stdout().lock();
    // A reader that has gone ends this program through the end of input.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

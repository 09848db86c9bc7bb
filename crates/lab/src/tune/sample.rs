//! Quiet positions from self-play, each with what the search thought and how the game ended.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use estopim_engine::chance::Chance;
use estopim_engine::{Limits, Player, Score, SearchRules, Task};
use estopim_rules::{AnyPosition, Color, Game, Position, Variant, with_position};
use thiserror::Error;

/// A position, the search's score for White in centipawns, and the result for White (0, ½ or 1).
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position as a FEN.
    pub fen: String,
    /// For White, in centipawns.
    pub score: i32,
    /// For White.
    pub result: f64,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct SampleSettings {
    /// The game.
    pub variant: Variant,
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies before the engine plays.
    pub random_plies: u32,
    /// Where chance starts.
    pub seed: u64,
}

/// A line of samples cannot be read.
#[derive(Debug, Error)]
pub enum SampleError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not `FEN | score | result`.
    #[error("line {line}: expected \"FEN | score | result\", found {found:?}")]
    Line {
        /// Counted from one.
        line: usize,
        /// The text.
        found: String,
    },
}

/// One line, as [`read_samples`] reads it.
impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} | {} | {}", self.fen, self.score, self.result)
    }
}

/// Writes samples as [`read_samples`] reads them, one a line.
pub fn sample_lines(samples: &[Sample]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let _ = writeln!(text, "{sample}");
        text
    })
}

/// Reads lines of samples.
pub fn read_samples(input: impl BufRead) -> Result<Vec<Sample>, SampleError> {
    let mut samples = Vec::new();
    for (line, number) in input.lines().zip(1..) {
        let line = line?;
        let mut parts = line.split(" | ");
        let sample = (|| {
            let fen = parts.next()?.to_owned();
            let score = parts.next()?.parse().ok()?;
            let result = parts.next()?.parse().ok()?;
            Some(Sample { fen, score, result })
        })();
        samples.push(sample.ok_or(SampleError::Line { line: number, found: line })?);
    }
    Ok(samples)
}

/// Games that go nowhere are given up as drawn after so many plies.
const LONGEST_GAME: usize = 300;
/// Above this, for so many plies, a game is counted as won.
const DECIDED: i32 = 1500;

/// Plays one game after another and hands each game's samples over, until told to stop.
pub fn play_samples(settings: SampleSettings, mut hand_over: impl FnMut(Vec<Sample>) -> bool) {
    let mut player = Player::new(8, 1);
    let mut chance = Chance::new(settings.seed);
    loop {
        player.clear();
        let Some(game) = random_opening(settings, &mut chance) else { continue };
        let samples = play_game(settings, game, &mut player);
        if !hand_over(samples) {
            return;
        }
    }
}

fn random_opening(settings: SampleSettings, chance: &mut Chance) -> Option<Game> {
    let start = if settings.variant == Variant::PawnBattle {
        let all: Vec<_> = estopim_rules::PawnBattleSetup::named().collect();
        let (_, setup) = all[chance.below(all.len())];
        AnyPosition::from(setup.position())
    } else {
        AnyPosition::initial(settings.variant)
    };
    let mut game = Game::from_position(start);
    let plies = settings.random_plies as usize + chance.below(2);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.play(moves[chance.below(moves.len())]).is_err() {
            return None;
        }
    }
    game.outcome().is_none().then_some(game)
}

fn play_game(settings: SampleSettings, mut game: Game, player: &mut Player) -> Vec<Sample> {
    let mut kept = Vec::new();
    let mut decided = 0;
    let mut result = 0.5;
    while game.ply_count() < LONGEST_GAME {
        if let Some(outcome) = game.outcome() {
            result = for_white(outcome.winner());
            break;
        }
        let position = *game.position();
        let limits = Limits { nodes: Some(settings.nodes), lines: 1, ..Limits::default() };
        let best = player.search(&Task::from(&game), limits, |_| {});
        let Some(mv) = best.mv() else { break };
        let score = best.score.unwrap_or(Score::DRAW);
        let white = if position.turn() == Color::White { score.0 } else { -score.0 };
        // The first search shows whether the opening was worth playing.
        if game.ply_count() <= settings.random_plies as usize + 1 && white.abs() > 600 {
            return Vec::new();
        }
        if score.is_forced() || white.abs() > DECIDED {
            decided += 1;
            if decided >= 4 {
                result = for_white(Some(if white > 0 { Color::White } else { Color::Black }));
                break;
            }
        } else {
            decided = 0;
        }
        if !score.is_forced() && !position.is_capture(mv) && is_quiet(&position) {
            kept.push((position.fen(), white));
        }
        game.play(mv).expect("the engine plays legal moves");
    }
    kept.into_iter().map(|(fen, score)| Sample { fen, score, result }).collect()
}

/// Whether nothing is about to happen that an evaluation cannot see.
fn is_quiet(position: &AnyPosition) -> bool {
    fn ask<R: SearchRules>(pos: &Position<R>) -> bool {
        !pos.is_check() && !R::is_endangered(pos) && R::winning_move(pos).is_none()
    }
    with_position!(position, pos => ask(pos))
}

fn for_white(winner: Option<Color>) -> f64 {
    match winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    }
}

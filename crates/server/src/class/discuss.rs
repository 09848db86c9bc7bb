//! Positions of a lesson worth discussing: where somebody gave most away, as a short search sees it.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use estopim_analysis::{Evaluate, report};
use estopim_engine::{Analyst, Limits, Player};
use estopim_protocol::class::DiscussedPosition;
use estopim_rules::{Color, Game};

/// How many positions are shown.
const POSITIONS: usize = 3;
/// Nodes for each position.
const NODES: u64 = 4_000;
/// The longest that all games of a lesson may take; later games are left out.
const LONGEST: Duration = Duration::from_secs(8);
/// What must have been given away, in thousandths of the point.
const LEAST_LOST: u32 = 100;

/// A finished game with the seats of its players.
pub struct FinishedGame {
    /// Its id.
    pub id: String,
    /// Its moves.
    pub game: Game,
    /// White's seat.
    pub white: Option<String>,
    /// Black's seat.
    pub black: Option<String>,
}

/// The positions in which most was given away, each of another game where that is possible. It takes seconds: not for a task that
/// serves others.
pub fn worth_discussing(games: &[FinishedGame]) -> Vec<DiscussedPosition> {
    let began = Instant::now();
    let mut player = Player::default();
    let mut found: Vec<DiscussedPosition> = Vec::new();
    for finished in games {
        if began.elapsed() > LONGEST {
            break;
        }
        player.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut analyst = Analyst::new(&mut player, limits);
        let mut evaluate = |game: &Game, question| {
            analyst.evaluate(game, question).map_err(|never: Infallible| match never {})
        };
        let Ok(report) = report(&finished.game, &mut evaluate, |_, _| {}) else { continue };
        let mut before = report.start_share;
        for (ply, ((position, mv), judged)) in finished.game.moves().zip(&report.plies).enumerate()
        {
            let lost = match position.turn() {
                Color::White => before - judged.share,
                Color::Black => judged.share - before,
            };
            before = judged.share;
            let Some(&better) = judged.better.first().filter(|better| **better != mv) else {
                continue;
            };
            found.push(DiscussedPosition {
                game: finished.id.clone(),
                ply: ply as u32,
                variant: position.variant().into(),
                fen: position.fen(),
                played: position.uci(mv),
                better: position.uci(better),
                lost: (lost.max(0.0) * 1_000.0).round() as u32,
                white: finished.white.clone(),
                black: finished.black.clone(),
            });
        }
    }
    found.retain(|position| position.lost >= LEAST_LOST);
    found.sort_by_key(|position| std::cmp::Reverse(position.lost));
    let mut chosen: Vec<DiscussedPosition> = Vec::new();
    for is_of_another_game in [true, false] {
        for position in &found {
            let is_new = chosen.iter().all(|it| {
                it.fen != position.fen && (!is_of_another_game || it.game != position.game)
            });
            if chosen.len() < POSITIONS && is_new {
                chosen.push(position.clone());
            }
        }
    }
    chosen
}

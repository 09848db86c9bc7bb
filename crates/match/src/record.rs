//! A played game as PGN.

use std::time::Duration;

use estopim_rules::{Color, PgnEval, PgnGame, PgnResult, PgnScore};
use estopim_uci::ScoreValue;

use super::referee::{Ending, Fault, MoveNote, PlayedGame};

/// The tags of a game's PGN.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// Who played White and Black.
    pub names: [&'a str; 2],
    /// The number of the pair of games, from 1.
    pub pair: usize,
    /// Which game of the pair, from 1.
    pub leg: usize,
    /// The time control.
    pub time: String,
}

/// The game with its tags, times and evaluations.
pub fn to_pgn(played: &PlayedGame, heading: &Heading<'_>) -> PgnGame {
    let mut pgn = PgnGame::from(&played.game);
    pgn.result = played.ending.winner().map_or(PgnResult::Draw, PgnResult::Win);
    pgn.tags.set("Event", "Engine match");
    pgn.tags.set("Round", format!("{}.{}", heading.pair, heading.leg));
    pgn.tags.set("White", heading.names[0]);
    pgn.tags.set("Black", heading.names[1]);
    pgn.tags.set("MatchTimeControl", heading.time.as_str());
    pgn.tags.set("Termination", termination(&played.ending));
    let mut turn = played.game.start().turn();
    for (ply, written) in pgn.line.moves.iter_mut().enumerate() {
        if let Some(note) =
            ply.checked_sub(played.opening_plies).and_then(|ply| played.notes.get(ply))
        {
            written.elapsed = Some(to_millis(note.elapsed));
            written.eval = eval(note, turn);
        }
        turn = !turn;
    }
    let comments = match pgn.line.moves.last_mut() {
        Some(last) => &mut last.comments,
        None => &mut pgn.line.comments,
    };
    comments.push(played.ending.to_string());
    pgn
}

/// The value of the PGN `Termination` tag.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(_) => "normal",
        Ending::Adjudicated(_) => "adjudication",
        Ending::Forfeit { fault: Fault::OutOfTime { .. } | Fault::Stalled, .. } => "time forfeit",
        Ending::Forfeit { fault: Fault::IllegalMove { .. }, .. } => "rules infraction",
        Ending::Forfeit { fault: Fault::Crashed { .. }, .. } => "abandoned",
    }
}

/// The mover's evaluation, for White.
fn eval(note: &MoveNote, mover: Color) -> Option<PgnEval> {
    let sign = if mover == Color::White { 1 } else { -1 };
    let score = match note.score?.value {
        ScoreValue::Centipawns(value) => PgnScore::Centipawns(value.saturating_mul(sign)),
        ScoreValue::Mate(moves) => PgnScore::MateIn(moves.saturating_mul(sign)),
    };
    Some(PgnEval { score, depth: note.depth })
}

/// Whole milliseconds: more would only make the file longer.
fn to_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

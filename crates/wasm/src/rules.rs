//! What boards ask the rules: what may be played in a position and what each move does, why another may not, where pieces
//! may be sent in advance, and what is wrong with an arrangement. The arguments of each are those of its function in
//! `web/src/rules.ts`, in the same order.

use estopim_protocol::rest::{PositionAnswer, PositionQuery};
use estopim_protocol::start::starting_position;
use estopim_protocol::{Color, Fault, Reason, Square};
use estopim_rules::{AnyPosition, Variant};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::exchange::Arguments;

/// A piece that may be sent somewhere before it is its side's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Premoves {
    /// Where it stands.
    pub from: Square,
    /// Where it may be sent.
    pub to: Vec<Square>,
}

/// The position that is asked for, with every legal move. When it is asked does not matter, so no move has a time.
pub fn position(mut arguments: Arguments) -> Result<PositionAnswer, Reason> {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let variant: Variant = arguments.read()?;
    let query = PositionQuery {
        variant: variant.into(),
        fen: given(arguments.text()),
        moves: Some(arguments.text().split_ascii_whitespace().map(str::to_owned).collect()),
        try_move: given(arguments.text()),
    };
    query.look(0)
}

/// Where each piece of a side may be sent in advance.
pub fn premoves(mut arguments: Arguments) -> Result<Vec<Premoves>, Reason> {
    let (_, position) = starting_position(arguments.read()?, Some(arguments.text()))?;
    let color = if arguments.text() == "white" { Color::White } else { Color::Black };
    let premoves = |from| Premoves {
        from: Square(from),
        to: position.premoves(from).into_iter().map(Square).collect(),
    };
    Ok(position.board().color(color.into()).into_iter().map(premoves).collect())
}

/// The FEN after a null move: what a threat is searched in, and what a lesson goes on from when Black only waits.
pub fn null_move(mut arguments: Arguments) -> Result<String, Reason> {
    let (_, position) = starting_position(arguments.read()?, Some(arguments.text()))?;
    Ok(position.null_move().fen())
}

/// Everything that is wrong with a position.
pub fn faults(mut arguments: Arguments) -> Result<Vec<Fault>, Reason> {
    Ok(Fault::all(arguments.read()?, arguments.text()))
}

/// How many positions lie so many moves ahead: a checksum of the rules. It plays every move, which is slow and small; the
/// engine's module has the fast one.
pub fn perft(mut arguments: Arguments) -> Result<u64, Reason> {
    fn count(position: &AnyPosition, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth <= 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|&mv| count(&position.after(mv), depth - 1)).sum()
    }
    let (_, position) = starting_position(arguments.read()?, Some(arguments.text()))?;
    Ok(count(&position, arguments.read()?))
}

//! Reference players: simple players that never change, by which the computer's weak levels are measured.
//!
//! They stand for beginners. None of them plans: among moves of equal value each plays one at random.

use std::fmt;
use std::str::FromStr;

use estopim_rules::{AnyPosition, Board, Color, Move, Role, SplitMix64, Square};
use thiserror::Error;

/// A simple player that never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferencePlayer {
    /// Any legal move.
    Random,
    /// Wins at once if it can, else captures hanging pieces, else plays at random. It does not see which of its own
    /// pieces hang.
    FreePieces,
    /// The same, and leaves nothing hanging: it counts material two plies ahead, exchanges on one square included.
    Careful,
}

/// The name is not one of a reference player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a reference player ({names}), found {0:?}", names = ReferencePlayer::names())]
pub struct ReferencePlayerError(String);

impl ReferencePlayer {
    /// All of them, weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::FreePieces, Self::Careful];

    const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::FreePieces => "free-pieces",
            Self::Careful => "careful",
        }
    }

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// A move; `None` if there is none.
    pub fn choose(self, position: &AnyPosition, rng: &mut SplitMix64) -> Option<Move> {
        let moves = position.legal_moves();
        let value = |mv: Move| match self {
            Self::Random => 0,
            Self::FreePieces => gain(position, mv).max(0),
            Self::Careful => safe_gain(position, mv),
        };
        let values: Vec<i32> = moves.iter().map(|&mv| value(mv)).collect();
        let best = *values.iter().max()?;
        let equal: Vec<Move> = moves
            .iter()
            .zip(&values)
            .filter(|(_, value)| **value == best)
            .map(|(mv, _)| *mv)
            .collect();
        Some(equal[rng.below(equal.len())])
    }
}

impl fmt::Display for ReferencePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ReferencePlayer {
    type Err = ReferencePlayerError;

    fn from_str(text: &str) -> Result<Self, ReferencePlayerError> {
        let found = Self::ALL.into_iter().find(|player| player.name() == text);
        found.ok_or_else(|| ReferencePlayerError(text.to_owned()))
    }
}

/// More than all material.
const WIN: i32 = 1_000;

/// What pieces are worth to reference players. Equal to [`Role::points`], but not the same: reference players never
/// change, whatever becomes of that.
const VALUES: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// The material balance of a side, in pawns.
fn balance(board: &Board, side: Color) -> i32 {
    let of = |color| {
        let count = |(role, value)| board.pieces(color, role).count() as i32 * value;
        VALUES.into_iter().map(count).sum::<i32>()
    };
    of(side) - of(!side)
}

fn after(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// What the mover has gained if the game is over after the move: a win, or nothing.
fn end_value(next: &AnyPosition, mover: Color) -> Option<i32> {
    next.outcome().map(|outcome| match outcome.winner() {
        Some(winner) if winner == mover => WIN,
        Some(_) => -WIN,
        None => 0,
    })
}

/// The material gain of a move after the exchange on its square.
fn gain(position: &AnyPosition, mv: Move) -> i32 {
    let (next, mover) = (after(position, mv), position.turn());
    if let Some(value) = end_value(&next, mover) {
        return value;
    }
    let won = balance(next.board(), mover) - balance(position.board(), mover);
    // Quiet moves gain nothing here; what they leave hanging is the careful player's concern.
    if won == 0 && !position.is_capture(mv) {
        return 0;
    }
    won - best_recapture(&next, mv.to())
}

/// What the side to move gains at most by capturing on a square; nothing if it does not pay.
fn best_recapture(position: &AnyPosition, square: Square) -> i32 {
    let recaptures = position.legal_moves().into_iter();
    let recaptures = recaptures.filter(|&mv| mv.to() == square && position.is_capture(mv));
    recaptures.map(|mv| gain(position, mv)).max().unwrap_or(0).max(0)
}

/// What a move gains, less what the best reply then takes.
fn safe_gain(position: &AnyPosition, mv: Move) -> i32 {
    let (next, mover) = (after(position, mv), position.turn());
    if let Some(value) = end_value(&next, mover) {
        return value;
    }
    let won = balance(next.board(), mover) - balance(position.board(), mover);
    let lost = next.legal_moves().into_iter().map(|reply| gain(&next, reply)).max();
    won - lost.unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;

    #[test]
    fn pieces_are_worth_what_players_count() {
        for (role, value) in VALUES {
            assert_eq!(value, role.points(), "{role:?}");
        }
    }

    #[rstest]
    // A free rook; the protected pawn is left alone.
    #[case("free-pieces", Variant::Chess, "k7/8/1p6/p6r/Q7/8/8/K6R w - - 0 1", "h1h5")]
    // Mate goes before the free rook.
    #[case("free-pieces", Variant::Chess, "7k/6pp/8/1r6/8/8/1Q6/K3R3 w - - 0 1", "e1e8")]
    // The king's neighbour is taken, and the king goes with it.
    #[case("free-pieces", Variant::Atomic, "4k3/4p3/8/8/8/8/8/K3R2q w - - 0 1", "e1e7")]
    // The knight is free, the pawn is not.
    #[case("careful", Variant::Chess, "k7/1p6/p7/8/1n6/Q7/8/7K w - - 0 1", "a3b4")]
    fn the_move_that_stands_out_is_played(
        #[case] player: &str,
        #[case] variant: Variant,
        #[case] fen: &str,
        #[case] wanted: &str,
    ) {
        let player: ReferencePlayer = player.parse().expect("a player");
        let position = AnyPosition::from_fen(variant, fen).expect("a position");
        for seed in 0..20 {
            let mv = player.choose(&position, &mut SplitMix64::new(seed)).expect("a move");
            assert_eq!(position.uci(mv), wanted, "seed {seed}");
        }
    }

    #[test]
    fn the_careful_leave_no_piece_to_take() {
        // The knight is attacked by a pawn; wherever it goes, or is protected, nothing must be lost.
        let fen = "rnbqkbnr/ppp1pppp/8/3p4/4N3/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
        let position = AnyPosition::from_fen(Variant::Chess, fen).expect("a position");
        for seed in 0..50 {
            let mut rng = SplitMix64::new(seed);
            let mv = ReferencePlayer::Careful.choose(&position, &mut rng).expect("a move");
            let next = after(&position, mv);
            let lost = next.legal_moves().into_iter().map(|reply| gain(&next, reply)).max();
            assert!(lost <= Some(0), "{} loses {lost:?}", position.uci(mv));
        }
    }

    #[test]
    fn names_are_read_and_others_refused() {
        for player in ReferencePlayer::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        let error = "greedy".parse::<ReferencePlayer>().expect_err("there is none");
        assert_eq!(
            error.to_string(),
            "expected a reference player (random, free-pieces, careful), found \"greedy\""
        );
    }
}

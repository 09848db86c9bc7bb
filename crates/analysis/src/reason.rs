//! [`Reason`]: why a move was bad, or why it was the only one, as typed facts. `locales/` has the words.

use estopim_rules::{AnyPosition, Color, Move, Outcome, PgnScore, Piece, Role, Square, WinReason};

use crate::evaluation::{Evaluation, relative_to};

/// Why a move deserves its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The reply ends the game at once.
    LosesAtOnce {
        /// The reply.
        reply: Move,
        /// How it wins.
        by: WinReason,
    },
    /// The opponent can force a win.
    AllowsWin {
        /// The first move of it.
        reply: Move,
        /// In so many moves.
        moves: u32,
        /// How it ends, if the line shows it.
        by: Option<WinReason>,
    },
    /// The opponent's pawn gets home first.
    LosesRace {
        /// The first move of the winning line.
        reply: Move,
        /// In so many moves the pawn is home.
        moves: u32,
        /// How many moves the best pawn of the loser would still need then.
        short_by: u32,
    },
    /// A forced win was there.
    MissesWin {
        /// Its first move.
        best: Move,
        /// In so many moves.
        moves: u32,
        /// How it ends, if the line shows it.
        by: Option<WinReason>,
    },
    /// The reply explodes several pieces.
    Blast {
        /// The capture.
        reply: Move,
        /// What it takes of the side that moved, with the squares.
        taken: Vec<(Square, Piece)>,
    },
    /// A piece can be taken for nothing, or for less than it is worth.
    Hangs {
        /// The capture.
        reply: Move,
        /// The square of the piece.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// Material is lost in the course of the best line.
    LosesMaterial {
        /// The first move of it.
        reply: Move,
        /// How much, in pawns.
        points: u32,
    },
    /// Material could have been won.
    MissesMaterial {
        /// The move that wins it.
        best: Move,
        /// How much, in pawns.
        points: u32,
    },
    /// Another move was simply better.
    BetterMove {
        /// That move.
        best: Move,
    },
    /// Any other move would have been worse; the best of them.
    NothingElse {
        /// The second best move.
        runner_up: Move,
    },
}

/// A move that gave something away, with what was thought before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'a> {
    /// The position before the move.
    pub position: &'a AnyPosition,
    /// The move.
    pub played: Move,
    /// The evaluation before it.
    pub before: &'a Evaluation,
    /// The evaluation after it.
    pub after: &'a Evaluation,
}

/// So many plies of a line are looked at for material; what comes later is not the move's fault.
const MATERIAL_PLIES: usize = 6;

impl Reason {
    /// Why `fault` was one: what the reply does, else what was missed.
    pub fn of_fault(fault: &Fault<'_>) -> Option<Self> {
        let mover = fault.position.turn();
        let next = fault.position.after(fault.played);
        Self::of_loss(fault, &next, mover)
            .or_else(|| Self::of_missed_win(fault, mover))
            .or_else(|| Self::of_material(fault, &next, mover))
            .or_else(|| Self::of_missed_material(fault, mover))
            .or_else(|| Some(Self::BetterMove { best: fault.before.best()? }))
    }

    /// The reply wins by force.
    fn of_loss(fault: &Fault<'_>, next: &AnyPosition, mover: Color) -> Option<Self> {
        let PgnScore::MateIn(moves) = relative_to(fault.after.score, !mover) else { return None };
        let (reply, moves) = (fault.after.best()?, u32::try_from(moves).ok()?);
        let end = PlayedPv::play(next, &fault.after.pv);
        let by = match end.outcome {
            Some(Outcome::Win(winner, by)) if winner == !mover => Some(by),
            _ => None,
        };
        match (moves, by) {
            (1, Some(by)) => Some(Self::LosesAtOnce { reply, by }),
            (_, Some(WinReason::PawnHome)) => {
                let short_by = steps_home(&end.last, mover)?;
                Some(Self::LosesRace { reply, moves, short_by })
            }
            _ => Some(Self::AllowsWin { reply, moves, by }),
        }
    }

    /// A forced win was there and is not any more.
    fn of_missed_win(fault: &Fault<'_>, mover: Color) -> Option<Self> {
        let PgnScore::MateIn(moves) = relative_to(fault.before.score, mover) else { return None };
        let (best, moves) = (fault.before.best()?, u32::try_from(moves).ok()?);
        if matches!(relative_to(fault.after.score, mover), PgnScore::MateIn(left) if left > 0) {
            return None;
        }
        let by = match PlayedPv::play(fault.position, &fault.before.pv).outcome {
            Some(Outcome::Win(winner, by)) if winner == mover => Some(by),
            _ => None,
        };
        Some(Self::MissesWin { best, moves, by })
    }

    /// The reply, or the line that it begins, wins material.
    fn of_material(fault: &Fault<'_>, next: &AnyPosition, mover: Color) -> Option<Self> {
        let reply = fault.after.best()?;
        let line = &fault.after.pv[..fault.after.pv.len().min(MATERIAL_PLIES)];
        let lost =
            material(fault.position, mover) - material(&PlayedPv::play(next, line).last, mover);
        let points = u32::try_from(lost).ok().filter(|&points| points > 0)?;
        if !next.is_capture(reply) {
            return Some(Self::LosesMaterial { reply, points });
        }
        let board = next.board();
        let taken: Vec<(Square, Piece)> = (next.emptied_by(reply) & board.color(mover))
            .into_iter()
            .filter_map(|square| Some((square, board.piece_at(square)?)))
            .collect();
        match taken[..] {
            [] => Some(Self::LosesMaterial { reply, points }),
            [(square, piece)] => Some(Self::Hangs { reply, square, piece }),
            _ => Some(Self::Blast { reply, taken }),
        }
    }

    /// The best line would have won material.
    fn of_missed_material(fault: &Fault<'_>, mover: Color) -> Option<Self> {
        let best = fault.before.best()?;
        let line = &fault.before.pv[..fault.before.pv.len().min(MATERIAL_PLIES)];
        let start = fault.position;
        let won = material(&PlayedPv::play(start, line).last, mover) - material(start, mover);
        let points = u32::try_from(won).ok().filter(|&points| points > 0)?;
        Some(Self::MissesMaterial { best, points })
    }
}

/// A line played out.
struct PlayedPv {
    last: AnyPosition,
    outcome: Option<Outcome>,
}

impl PlayedPv {
    fn play(start: &AnyPosition, moves: &[Move]) -> Self {
        let mut last = *start;
        for &mv in moves {
            if last.outcome().is_some() || !last.is_legal(mv) {
                break;
            }
            last.play_unchecked(mv);
        }
        Self { outcome: last.outcome(), last }
    }
}

/// The material of `color` less that of the opponent, in pawns.
pub(crate) fn material(position: &AnyPosition, color: Color) -> i32 {
    let board = position.board();
    let count = |color, role| board.pieces(color, role).count() as i32;
    Role::ALL
        .into_iter()
        .map(|role| role.points() * (count(color, role) - count(!color, role)))
        .sum()
}

/// How many steps the most advanced pawn of `color` still needs to the last rank, whatever stands in its way.
fn steps_home(position: &AnyPosition, color: Color) -> Option<u32> {
    let pawns = position.board().pieces(color, Role::Pawn);
    pawns.into_iter().map(|square| 7 - square.rank().relative_to(color) as u32).min()
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;

    use super::*;

    fn evaluation(position: &AnyPosition, score: PgnScore, moves: &str) -> Evaluation {
        let mut line = *position;
        let pv = moves.split_whitespace().map(|text| {
            let mv = line.parse_uci(text).expect("the line is legal");
            line.play_unchecked(mv);
            mv
        });
        Evaluation { score, depth: 1, nodes: 1, pv: pv.collect() }
    }

    /// The reason of a fault: the move, the line that should have been played, and the refutation.
    fn reason(
        (variant, fen): (Variant, &str),
        played: &str,
        (before, better): (PgnScore, &str),
        (score, refutation): (PgnScore, &str),
    ) -> String {
        let position = AnyPosition::from_fen(variant, fen).expect("the position is sound");
        let played = position.parse_uci(played).expect("the move is legal");
        let before = evaluation(&position, before, better);
        let after = evaluation(&position.after(played), score, refutation);
        let fault = Fault { position: &position, played, before: &before, after: &after };
        format!("{:?}", Reason::of_fault(&fault).expect("there is a reason"))
    }

    use PgnScore::{Centipawns, MateIn};

    #[test]
    fn a_king_that_explodes_at_once_is_the_reason() {
        // After 1 Nf3 h6 2 Ne5 a6 the knight takes on f7, beside the king.
        let fen = "rnbqkbnr/ppppppp1/7p/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 2";
        let found =
            reason((Variant::Atomic, fen), "a7a6", (Centipawns(0), "f7f6"), (MateIn(1), "e5f7"));
        assert!(found.starts_with("LosesAtOnce") && found.contains("KingExploded"), "{found}");
    }

    #[test]
    fn a_race_is_lost_by_the_moves_that_are_missing() {
        // White's pawn on a4 needs four moves, Black's on h3 two; White wastes a move on another pawn.
        let fen = "8/8/8/8/P7/7p/3P4/8 w - - 0 1";
        let found = reason(
            (Variant::PawnBattle, fen),
            "d2d3",
            (Centipawns(-500), "a4a5"),
            (MateIn(-2), "h3h2 a4a5 h2h1"),
        );
        assert!(
            found.starts_with("LosesRace") && found.contains("moves: 2, short_by: 3"),
            "{found}"
        );
    }

    #[test]
    fn a_blast_lists_what_it_takes_and_a_hanging_piece_is_named() {
        // The rook takes on d5: the blast takes queen and knight too.
        let fen = "3r4/7k/2N5/8/3Q4/8/8/K7 w - - 0 1";
        let found = reason(
            (Variant::Atomic, fen),
            "d4d5",
            (Centipawns(900), "d4d8"),
            (Centipawns(-100), "d8d5"),
        );
        assert!(
            found.starts_with("Blast") && found.contains("Queen") && found.contains("Knight"),
            "{found}"
        );

        let fen = "3r3k/8/8/8/6Q1/8/8/K7 w - - 0 1";
        let found = reason(
            (Variant::Chess, fen),
            "g4d4",
            (Centipawns(400), "g4h4"),
            (Centipawns(-500), "d8d4"),
        );
        assert!(found.starts_with("Hangs") && found.contains("Queen"), "{found}");
    }

    #[test]
    fn a_missed_win_and_a_missed_piece_are_told_when_nothing_is_lost() {
        let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        let found =
            reason((Variant::Chess, fen), "g6h5", (MateIn(1), "g6g7"), (Centipawns(0), "h8g8"));
        assert!(found.starts_with("MissesWin") && found.contains("Checkmate"), "{found}");

        let fen = "7k/8/8/3r4/8/8/3R4/K7 w - - 0 1";
        let found = reason(
            (Variant::Chess, fen),
            "d2e2",
            (Centipawns(500), "d2d5"),
            (Centipawns(0), "h8g8"),
        );
        assert!(found.starts_with("MissesMaterial") && found.contains("points: 5"), "{found}");
    }

    #[test]
    fn a_move_that_loses_nothing_to_be_counted_names_the_better_one() {
        let fen = Variant::Chess.initial_fen();
        let found = reason(
            (Variant::Chess, fen),
            "f2f3",
            (Centipawns(30), "e2e4"),
            (Centipawns(-80), "e7e5"),
        );
        assert!(found.starts_with("BetterMove"), "{found}");
    }
}

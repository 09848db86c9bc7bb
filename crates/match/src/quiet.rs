//! Whether a position is quiet enough to start a game from: neither side wins at once or has a short forced win.
//!
//! Random moves often leave a king beside a piece that explodes it. The look ahead here is three plies,
//! by the rules alone, so it works for every game.

use estopim_rules::AnyPosition;

/// Whether the game goes on and neither side is about to win it: the side to move has no forced win
/// within three plies and no forced loss within two, and the opponent would not win at once either if it
/// were his turn (a check is such a threat).
pub fn is_quiet(position: &AnyPosition) -> bool {
    position.outcome().is_none()
        && !position.is_check()
        && null_move(position).is_some_and(|passed| !wins_within(&passed, 1))
        && !loses_within(position, 2)
        && !wins_within(position, 3)
}

/// Whether the side to move wins by force within an odd number of plies.
fn wins_within(position: &AnyPosition, plies: u32) -> bool {
    let wins = |next: &AnyPosition| match next.outcome() {
        Some(outcome) => outcome.winner() == Some(position.turn()),
        None => plies >= 3 && loses_within(next, plies - 1),
    };
    position.legal_moves().into_iter().any(|mv| wins(&position.after(mv)))
}

/// Whether the side to move loses by force within an even number of plies. The game goes on, so there
/// is a move to look at.
fn loses_within(position: &AnyPosition, plies: u32) -> bool {
    let loses = |next: &AnyPosition| match next.outcome() {
        Some(outcome) => outcome.winner() == Some(!position.turn()),
        None => wins_within(next, plies - 1),
    };
    position.legal_moves().into_iter().all(|mv| loses(&position.after(mv)))
}

/// The position after a null move; `None` if there is no such position.
fn null_move(position: &AnyPosition) -> Option<AnyPosition> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let turn = (!position.turn()).letter().to_string();
    fields[1] = &turn;
    fields[3] = "-";
    AnyPosition::from_fen(position.variant(), &fields.join(" ")).ok()
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::the_start(
        Variant::Atomic,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        true
    )]
    #[case::a_knight_takes_beside_the_king(
        Variant::Atomic,
        "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        false
    )]
    #[case::a_knight_threatens_to(
        Variant::Atomic,
        "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1",
        false
    )]
    #[case::a_double_threat_comes(
        Variant::Atomic,
        "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        false
    )]
    #[case::the_same_in_chess(
        Variant::Chess,
        "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        true
    )]
    #[case::mate_in_two(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", false)]
    #[case::mated_next_move(Variant::Chess, "k7/7R/8/8/8/8/8/6RK b - - 0 1", false)]
    #[case::check(Variant::Chess, "k6R/8/8/8/8/8/8/7K b - - 0 1", false)]
    #[case::over(Variant::Chess, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false)]
    #[case::a_pawn_goes_home(Variant::PawnBattle, "8/P6p/8/8/8/8/8/8 w - - 0 1", false)]
    #[case::a_pawn_two_steps_from_home(Variant::PawnBattle, "8/8/P7/7p/8/8/8/8 w - - 0 1", false)]
    #[case::pawns_far_from_home(Variant::PawnBattle, "8/p6p/8/8/8/8/P6P/8 w - - 0 1", true)]
    fn quiet_positions_are_told_from_others(
        #[case] variant: Variant,
        #[case] fen: &str,
        #[case] quiet: bool,
    ) {
        assert_eq!(is_quiet(&AnyPosition::from_fen(variant, fen).unwrap()), quiet);
    }
}

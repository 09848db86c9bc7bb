//! A move as a person or a program writes it, in any of the usual ways: `Nf3`, `nf3`, `g1f3`, `g1 f3`, `G1-F3`.

use estopim_rules::{AnyPosition, Game, Move, Refusal, Role, Square};

use crate::reason::Reason;

/// The legal move that a text means, or why it means none.
pub fn read_move(game: &Game, text: &str) -> Result<Move, Reason> {
    if let Some(outcome) = game.outcome() {
        return Err(Refusal::GameOver(outcome).into());
    }
    if let Some((from, to, promotion)) = two_squares(text) {
        return Ok(game.legal_move(from, to, promotion)?);
    }
    let position = game.position();
    position.parse_san(text.trim()).or_else(|error| similar(position, text).ok_or(error.into()))
}

/// The squares and the promotion of `e2e4`, `e2 e4`, `e2-e4`, `e7e8q`, `e7 e8 = Q`.
fn two_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let plain: String =
        text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '=' | '\t')).collect();
    let (from, rest) = plain.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let promotion = match promotion.chars().collect::<Vec<_>>()[..] {
        [] => None,
        [letter] => Some(Role::from_letter(letter)?),
        _ => return None,
    };
    Some((from.parse().ok()?, to.parse().ok()?, promotion))
}

/// The one legal move that is written like this if small and capital letters are the same.
fn similar(position: &AnyPosition, text: &str) -> Option<Move> {
    let plain = |san: &str| san.trim().trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let meant = plain(text);
    let mut alike =
        position.legal_moves().into_iter().filter(|&mv| plain(&position.san(mv)) == meant);
    alike.next().filter(|_| alike.next().is_none())
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;
    use crate::reason::ReasonCode;

    #[rstest]
    #[case("Nf3", "g1f3")]
    #[case("nf3", "g1f3")]
    #[case("g1f3", "g1f3")]
    #[case("g1 f3", "g1f3")]
    #[case(" G1-F3 ", "g1f3")]
    #[case("e4", "e2e4")]
    #[case("E4!", "e2e4")]
    fn moves_are_read_as_people_write_them(#[case] text: &str, #[case] uci: &str) {
        let game = Game::new(Variant::Chess);
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7 e8 = Q", "e7e8q")]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7e8n", "e7e8n")]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8=R+", "e7e8r")]
    #[case::pawn_before_bishop("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3")]
    #[case::only_the_bishop("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3", "d2c3")]
    #[case::small_castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1")]
    fn moves_of_a_position_are_read(#[case] fen: &str, #[case] text: &str, #[case] uci: &str) {
        let start = AnyPosition::from_fen(Variant::Chess, fen).expect("a sound position");
        let game = Game::from_position(start);
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case("hello", ReasonCode::NotAMove)]
    #[case("", ReasonCode::NotAMove)]
    #[case("e2 e5", ReasonCode::NotItsMove)]
    #[case("e3 e4", ReasonCode::NoPiece)]
    #[case("Qh5", ReasonCode::Blocked)]
    #[case("Nd4", ReasonCode::NoneMay)]
    fn other_texts_are_refused_with_a_reason(#[case] text: &str, #[case] code: ReasonCode) {
        let refused = read_move(&Game::new(Variant::Chess), text).map_err(|reason| reason.code);
        assert_eq!(refused, Err(code));
    }
}

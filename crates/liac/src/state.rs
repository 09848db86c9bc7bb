//! [`StateMessage`]: what a program is sent, byte for byte. Some programs read it by offsets, so order, spaces and
//! length are part of the protocol.

use std::fmt;

use estopim_play::{End, Infractions};
use estopim_rules::{Color, Game, Square};

/// From this many plies without a capture on, `50moves` warns of the draw.
const WARNING_PLIES: u16 = 80;

/// The state of a game as it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateMessage {
    /// Rank 8 first, 64 characters.
    board: String,
    who_moves: Color,
    winner: Option<Color>,
    is_draw: bool,
    is_bad_move: bool,
    is_near_draw: bool,
    en_passant: Option<Square>,
    infractions: [u8; 2],
}

impl StateMessage {
    /// The state of a game. `is_bad_move` says that the last message was no legal move.
    pub fn of(
        game: &Game,
        end: Option<End>,
        infractions: Option<Infractions>,
        is_bad_move: bool,
    ) -> Self {
        let position = game.position();
        let count = |color| infractions.map_or(0, |infractions| infractions.of(color));
        Self {
            board: board_text(&position.fen()),
            who_moves: position.turn(),
            winner: end.and_then(End::winner),
            is_draw: end.is_some_and(|end| end.winner().is_none()),
            is_bad_move,
            is_near_draw: position.halfmoves() >= WARNING_PLIES,
            en_passant: position.en_passant(),
            infractions: [count(Color::White), count(Color::Black)],
        }
    }
}

impl fmt::Display for StateMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| if color == Color::White { 1 } else { -1 };
        let en_passant = self.en_passant.map_or_else(
            || "null".to_owned(),
            |square| format!("[{}, {}]", square.rank().index(), square.file().index()),
        );
        let [white, black] = self.infractions;
        write!(
            f,
            "{{\"draw\": {}, \"bad_move\": {}, \"board\": \"{}\", \"black_infractions\": {black}, \
             \"50moves\": {}, \"winner\": {}, \"enpassant\": {en_passant}, \"who_moves\": {}, \
             \"white_infractions\": {white}}}",
            self.is_draw,
            self.is_bad_move,
            self.board,
            self.is_near_draw,
            self.winner.map_or(0, side),
            side(self.who_moves),
        )
    }
}

/// The pieces of a FEN, a character a square.
fn board_text(fen: &str) -> String {
    let pieces = fen.split(' ').next().unwrap_or_default();
    let squares = pieces.chars().filter(|&letter| letter != '/').map(|letter| {
        letter.to_digit(10).map_or_else(|| letter.to_string(), |empty| ".".repeat(empty as usize))
    });
    squares.collect()
}

#[cfg(test)]
mod tests {
    use estopim_rules::{AnyPosition, PawnBattleSetup, Variant};

    use super::*;

    fn game(fen: &str, moves: &[&str]) -> Game {
        let start = AnyPosition::from_fen(Variant::PawnBattle, fen).expect("a position");
        let mut game = Game::from_position(start);
        for mv in moves {
            game.play_uci(mv).expect("a legal move");
        }
        game
    }

    fn infractions(white: u8, black: u8) -> Option<Infractions> {
        Some(Infractions::restored(5, [white, black]))
    }

    #[test]
    fn the_first_state_is_that_of_the_original_byte_for_byte() {
        let game = game("rn1q2nr/pppppppp/8/8/8/8/PPPPPPPP/RN1Q2NR w - - 0 1", &[]);
        let text = StateMessage::of(&game, None, infractions(0, 0), false).to_string();
        assert_eq!(
            text,
            r#"{"draw": false, "bad_move": false, "board": "rn.q..nrpppppppp................................PPPPPPPPRN.Q..NR", "black_infractions": 0, "50moves": false, "winner": 0, "enpassant": null, "who_moves": 1, "white_infractions": 0}"#
        );
        assert_eq!(text.len(), 225);
    }

    #[test]
    fn an_en_passant_square_is_a_row_and_a_column() {
        let game = game("8/pppp1ppp/8/8/4p3/8/PPPPPPPP/8 w - - 79 60", &["d2d4"]);
        let text = StateMessage::of(&game, None, infractions(0, 1), true).to_string();
        assert_eq!(
            text,
            r#"{"draw": false, "bad_move": true, "board": "........pppp.ppp...................Pp...........PPP.PPPP........", "black_infractions": 1, "50moves": true, "winner": 0, "enpassant": [2, 3], "who_moves": -1, "white_infractions": 0}"#
        );
        assert_eq!(text.len(), 226);
    }

    #[test]
    fn a_double_step_that_no_pawn_stands_beside_has_no_en_passant_square() {
        let game = game("8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1", &["d2d4"]);
        let text = StateMessage::of(&game, None, infractions(0, 0), false).to_string();
        assert!(text.contains("\"enpassant\": null"), "{text}");
    }

    #[test]
    fn an_end_says_who_has_won_or_that_nobody_has() {
        let won = game("8/4P3/8/8/8/8/3p4/8 w - - 0 1", &["e7e8"]);
        let end = won.outcome().map(End::ByRules);
        let text = StateMessage::of(&won, end, infractions(0, 0), false).to_string();
        assert!(text.contains("\"winner\": 1, ") && text.contains("\"draw\": false"), "{text}");
        let first = game("8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1", &[]);
        let lost = Some(End::Infractions(Color::White));
        let text = StateMessage::of(&first, lost, infractions(5, 0), true).to_string();
        assert!(text.contains("\"winner\": -1, "), "{text}");
        assert!(text.contains("\"white_infractions\": 5"), "{text}");
        let text = StateMessage::of(&first, Some(End::Agreed), infractions(0, 0), false);
        assert!(text.to_string().contains("\"draw\": true"), "{text}");
    }

    /// The values that one program reads by their places in the message.
    #[test]
    fn values_are_where_programs_read_them_in_every_setup() {
        for (name, setup) in PawnBattleSetup::named() {
            let game = game(&setup.fen(), &[]);
            let text = StateMessage::of(&game, None, infractions(0, 0), false).to_string();
            let at = |offset: usize, wanted: &str| {
                assert_eq!(&text[offset..offset + wanted.len()], wanted, "{name} at {offset}");
            };
            at(9, "false");
            at(28, "false");
            at(147, "false");
            at(164, "0");
            at(180, "null");
            at(199, "1");
            assert_eq!(text[45..45 + 64].matches('P').count(), text[45..109].matches('p').count());
            assert!(text.len() <= 255, "{name}: {} bytes", text.len());
        }
    }
}

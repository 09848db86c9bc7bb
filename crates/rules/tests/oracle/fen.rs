//! FEN text to a position and back, and the positions that are refused.

use std::fmt::Write;

use super::board::{Board, Color, Piece, Role, Square};
use super::castling::{Rights, Side, outermost_rook};
use super::position::{Move, Position};
use super::ruleset::Ruleset;

impl Position {
    /// Reads six fields. The error says why the text is refused.
    pub fn from_fen(ruleset: Ruleset, text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[board, turn, castling, en_passant, halfmove_clock, fullmove_number] =
            fields.as_slice()
        else {
            return Err(format!("expected 6 fields, found {}", fields.len()));
        };
        let board = read_board(board)?;
        let turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("no such side: {other}")),
        };
        let position = Self {
            ruleset,
            board,
            turn,
            rights: match castling {
                "-" => Rights::default(),
                _ if !ruleset.has_castling() => Rights::default(),
                letters => read_rights(&board, letters)?,
            },
            stepped_over: match en_passant {
                "-" => None,
                _ if !ruleset.has_en_passant() => None,
                name => Some(read_stepped_over(&board, turn, name)?),
            },
            halfmove_clock: halfmove_clock
                .parse()
                .map_err(|error| format!("halfmove clock: {error}"))?,
            fullmove_number: fullmove_number
                .parse()
                .map_err(|error| format!("move number: {error}"))?,
        };
        position.refuse_impossible_pieces()?;
        if position.in_danger(!turn) && !position.is_decided() {
            return Err("the side not to move is in check".into());
        }
        Ok(position)
    }

    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(90);
        write_board(&self.board, &mut text);
        text.push_str(match self.turn {
            Color::White => " w ",
            Color::Black => " b ",
        });
        self.write_rights(&mut text);
        text.push(' ');
        match self.stepped_over {
            Some(square) if self.legal_moves().into_iter().any(Move::is_en_passant) => {
                square.push_name(&mut text);
            }
            _ => text.push('-'),
        }
        write!(text, " {} {}", self.halfmove_clock, self.fullmove_number)
            .expect("a string takes all text");
        text
    }

    fn refuse_impossible_pieces(&self) -> Result<(), String> {
        let kings = [Color::White, Color::Black].map(|color| self.board.count(color, Role::King));
        let pawns = [Color::White, Color::Black].map(|color| self.board.count(color, Role::Pawn));
        let kings_fit = match self.ruleset {
            Ruleset::Chess => kings == [1, 1],
            Ruleset::PawnBattle => kings == [0, 0],
            _ => kings != [0, 0] && kings.iter().all(|&count| count <= 1),
        };
        if !kings_fit {
            return Err(format!("{} white and {} black kings", kings[0], kings[1]));
        }
        if self.ruleset == Ruleset::PawnBattle {
            if pawns == [0, 0] {
                return Err("neither side has pawns".into());
            }
            if self.has_pawn_home(Color::White) && self.has_pawn_home(Color::Black) {
                return Err("both sides have a pawn home".into());
            }
        }
        let may_stand_on_last_rank =
            matches!(self.ruleset, Ruleset::SimpleAtomic | Ruleset::PawnBattle);
        for (square, piece) in self.board.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
            let on_first = square.rank() == piece.color.rank(1);
            let on_last = square.rank() == piece.color.rank(8);
            if on_first || on_last && !may_stand_on_last_rank {
                return Err("a pawn on the first or last rank".into());
            }
        }
        Ok(())
    }

    /// X-FEN: `KQkq` where the rook is the outermost one on that side of its king, else its file.
    fn write_rights(&self, text: &mut String) {
        let start = text.len();
        for color in [Color::White, Color::Black] {
            for side in Side::BOTH {
                let Some(rook) = self.rights.rook(color, side) else { continue };
                let letter = if outermost_rook(&self.board, color, side) == Some(rook) {
                    match side {
                        Side::King => 'k',
                        Side::Queen => 'q',
                    }
                } else {
                    rook.file_letter()
                };
                text.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if text.len() == start {
            text.push('-');
        }
    }
}

fn read_board(text: &str) -> Result<Board, String> {
    let mut board = Board::EMPTY;
    let mut ranks = 0;
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        ranks += 1;
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as i8;
                continue;
            }
            let piece =
                Piece::from_letter(letter).ok_or_else(|| format!("no such piece: {letter}"))?;
            let square = Square::at(file, rank).ok_or_else(|| format!("too long a rank: {row}"))?;
            board[square] = Some(piece);
            file += 1;
        }
        if file != 8 {
            return Err(format!("not eight squares: {row}"));
        }
    }
    if ranks != 8 || text.split('/').count() != 8 {
        return Err(format!("not eight ranks: {text}"));
    }
    Ok(board)
}

fn write_board(board: &Board, text: &mut String) {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let square = Square::at(file, rank).expect("a file and a rank from 0 to 7");
            if let Some(piece) = board[square] {
                push_empty(empty, text);
                empty = 0;
                text.push(piece.letter());
            } else {
                empty += 1;
            }
        }
        push_empty(empty, text);
        if rank > 0 {
            text.push('/');
        }
    }
}

fn push_empty(count: u8, text: &mut String) {
    if count > 0 {
        text.push((b'0' + count) as char);
    }
}

/// X-FEN (`KQkq`, the outermost rook) and Shredder-FEN (the file of the rook).
fn read_rights(board: &Board, letters: &str) -> Result<Rights, String> {
    let mut rights = Rights::default();
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board
            .king(color)
            .filter(|king| king.rank() == color.rank(1))
            .ok_or_else(|| format!("castling right {letter} without a king at home"))?;
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, Side::King),
            'q' => outermost_rook(board, color, Side::Queen),
            file @ 'a'..='h' => Square::at((file as u8 - b'a') as i8, color.rank(1)),
            _ => None,
        };
        let rook = rook
            .filter(|&square| board.holds(square, color, Role::Rook))
            .ok_or_else(|| format!("castling right {letter} without its rook"))?;
        rights.grant(color, Side::of_rook(king, rook), rook);
    }
    Ok(rights)
}

/// A square a pawn of the side not to move could have stepped over: it and the pawn's home are empty, and the
/// pawn stands in front.
fn read_stepped_over(board: &Board, turn: Color, name: &str) -> Result<Square, String> {
    let square = Square::from_name(name).ok_or_else(|| format!("no such square: {name}"))?;
    let stepper = !turn;
    let home = square.offset(0, -stepper.forward());
    let pawn = square.offset(0, stepper.forward());
    let stepped = square.rank() == stepper.rank(3)
        && board[square].is_none()
        && home.is_some_and(|home| board[home].is_none())
        && pawn.is_some_and(|pawn| board.holds(pawn, stepper, Role::Pawn));
    stepped.then_some(square).ok_or_else(|| format!("no double step over {name}"))
}

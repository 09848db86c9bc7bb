//! Pieces: pictures of eight by eight dots for large squares, figurines or letters for small ones.

use estopim_rules::{Color, Piece, Role};

/// Dots of a picture, each way.
pub const DOTS: u16 = 8;

/// The picture of a role; `#` is the piece.
const fn rows(role: Role) -> [&'static str; DOTS as usize] {
    match role {
        Role::Pawn => [
            "        ", "        ", "   ##   ", "  ####  ", "   ##   ", "  ####  ", " ###### ",
            "        ",
        ],
        Role::Knight => [
            "        ", "   # #  ", "  ##### ", " ## ### ", " ### ## ", "   #### ", " ###### ",
            "        ",
        ],
        Role::Bishop => [
            "        ", "   ##   ", "  ## #  ", "  # ##  ", "  ####  ", "   ##   ", " ###### ",
            "        ",
        ],
        Role::Rook => [
            "        ", " # ## # ", " ###### ", "  ####  ", "  ####  ", " ###### ", " ###### ",
            "        ",
        ],
        Role::Queen => [
            "        ", "#  ##  #", " # ## # ", " ###### ", " ###### ", "  ####  ", " ###### ",
            "        ",
        ],
        Role::King => [
            "   ##   ", "  ####  ", "   ##   ", "########", " ###### ", " ###### ", " ###### ",
            "        ",
        ],
    }
}

/// Whether a dot of a role's picture belongs to the piece.
pub fn is_piece(role: Role, column: u16, row: u16) -> bool {
    let dots = rows(role)[usize::from(row)].as_bytes();
    dots[usize::from(column)] == b'#'
}

/// The chess sign of a piece, filled for Black and outlined for White.
pub const fn figurine(piece: Piece) -> char {
    match piece.color {
        Color::Black => filled(piece.role),
        Color::White => match piece.role {
            Role::King => '♔',
            Role::Queen => '♕',
            Role::Rook => '♖',
            Role::Bishop => '♗',
            Role::Knight => '♘',
            Role::Pawn => '♙',
        },
    }
}

/// The filled chess sign of a role, for where colours tell the sides apart.
pub const fn filled(role: Role) -> char {
    match role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

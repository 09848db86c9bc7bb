//! `estopim show`: a position for people to look at.

use std::io::Write;

use clap::Args;
use estopim_rules::{AnyPosition, Bitboard, Color, File, Game, Piece, Rank, Role, Square};

use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim show
  estopim show --variant atomic --fen \"8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1\"
  estopim show --variant pawnbattle --setup 6p --ascii";

/// Print a board with its FEN, Zobrist key, outcome and checking pieces
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// Draw with letters and plain lines
    #[arg(long)]
    ascii: bool,
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let style = if self.ascii { &ASCII } else { &UNICODE };
        draw(out, &position, style)?;

        // The game knows the fifty-move clock, which the position alone does not.
        let outcome = Game::from_position(position).outcome();
        let outcome = outcome
            .map_or("none, the game goes on".to_owned(), |end| format!("{}, {end}", end.result()));
        writeln!(out)?;
        writeln!(out, "Variant:        {}", position.variant())?;
        writeln!(out, "FEN:            {}", position.fen())?;
        writeln!(out, "Key:            {}", position.key())?;
        writeln!(out, "To move:        {}", position.turn())?;
        writeln!(out, "Legal moves:    {}", position.count_moves())?;
        writeln!(out, "Checks/threats: {}", attackers(&position, position.checkers()))?;
        writeln!(out, "Outcome:        {outcome}")?;
        Ok(())
    }
}

/// How a board is drawn: its frame, its empty squares and its pieces.
struct Style {
    top: &'static str,
    side: &'static str,
    bottom: &'static str,
    empty: char,
    piece: fn(Piece) -> char,
}

const ASCII: Style = Style {
    top: "+-----------------+",
    side: "|",
    bottom: "+-----------------+",
    empty: '.',
    piece: Piece::letter,
};

const UNICODE: Style = Style {
    top: "┌─────────────────┐",
    side: "│",
    bottom: "└─────────────────┘",
    empty: '·',
    piece: figurine,
};

fn draw(out: &mut impl Write, position: &AnyPosition, style: &Style) -> Result<(), Failure> {
    writeln!(out, "  {}", style.top)?;
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "{} {}", rank.digit(), style.side)?;
        for file in File::ALL {
            let piece = position.board().piece_at(Square::new(file, rank));
            write!(out, " {}", piece.map_or(style.empty, style.piece))?;
        }
        writeln!(out, " {}", style.side)?;
    }
    writeln!(out, "  {}", style.bottom)?;
    write!(out, "   ")?;
    for file in File::ALL {
        write!(out, " {}", file.letter())?;
    }
    writeln!(out)?;
    Ok(())
}

const fn figurine(piece: Piece) -> char {
    match (piece.color, piece.role) {
        (Color::White, Role::King) => '♔',
        (Color::White, Role::Queen) => '♕',
        (Color::White, Role::Rook) => '♖',
        (Color::White, Role::Bishop) => '♗',
        (Color::White, Role::Knight) => '♘',
        (Color::White, Role::Pawn) => '♙',
        (Color::Black, Role::King) => '♚',
        (Color::Black, Role::Queen) => '♛',
        (Color::Black, Role::Rook) => '♜',
        (Color::Black, Role::Bishop) => '♝',
        (Color::Black, Role::Knight) => '♞',
        (Color::Black, Role::Pawn) => '♟',
    }
}

/// Pieces with their squares, as `Qf7 Rh1`.
fn attackers(position: &AnyPosition, squares: Bitboard) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = squares
        .into_iter()
        .filter_map(|square| {
            let role = position.board().role_at(square)?;
            Some(format!("{}{square}", role.upper_letter()))
        })
        .collect();
    names.join(" ")
}

//! Premoves: where a piece may be sent before it is its side's turn. Nobody knows yet what will stand where, so a piece
//! goes as on an empty board, its own pieces' squares included; whether the move is legal is decided when its turn comes.

use crate::attacks::{bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_rays};
use crate::castling::CastlingSide;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Piece, Rank, Role, Square};

impl<R: Rules> Position<R> {
    /// The squares to which the piece on `from` may be sent in advance; none if nothing stands there.
    ///
    /// ```
    /// use estopim_rules::{Chess, Position, Square};
    /// let pos = Position::<Chess>::from_fen("4k3/8/8/8/8/8/4P3/4K2R b K - 0 1").unwrap();
    /// let king = pos.premoves(Square::E1);
    /// assert!(king.has(Square::E2), "the pawn there may be captured first");
    /// assert!(king.has(Square::G1) && king.has(Square::H1), "castling");
    /// ```
    pub fn premoves(&self, from: Square) -> Bitboard {
        let Some(Piece { color, role }) = self.board().piece_at(from) else {
            return Bitboard::EMPTY;
        };
        match role {
            Role::Pawn => pawn_premoves(color, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_rays(from),
            Role::Rook => rook_rays(from),
            Role::Queen => rook_rays(from) | bishop_rays(from),
            Role::King => king_attacks(from) | self.castling_premoves(color, from),
        }
    }

    /// Where a castling king is put down: on its own new square, or on the rook.
    fn castling_premoves(&self, color: Color, king: Square) -> Bitboard {
        let targets = |rook| [rook, CastlingSide::of(king, rook).king_target(color)];
        let squares = self.castling().rooks_of(color).into_iter().flat_map(targets);
        squares.filter(|&square| square != king).collect()
    }
}

/// One or two steps ahead, or sideways ahead in case there is something to capture.
fn pawn_premoves(color: Color, from: Square) -> Bitboard {
    let step = Bitboard::of(from).ahead(color);
    let double_step = if from.rank() == Rank::R2.relative_to(color) {
        step.ahead(color)
    } else {
        Bitboard::EMPTY
    };
    pawn_attacks(color, from) | step | double_step
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::any::{AnyPosition, Variant};
    use crate::types::Bitboard;

    #[rstest]
    #[case::pawn_at_home(Variant::Chess, "e2", "d3 e3 f3 e4")]
    #[case::rook_past_its_own(Variant::Chess, "a1", "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8")]
    #[case::king_with_rights(Variant::Chess, "e1", "a1 c1 d1 f1 g1 h1 d2 e2 f2")]
    #[case::king_without(Variant::SimpleAtomic, "e1", "d1 f1 d2 e2 f2")]
    #[case::black(Variant::Atomic, "h7", "g6 h6 h5")]
    #[case::nothing(Variant::PawnBattle, "e1", "")]
    fn a_piece_is_sent_as_on_an_empty_board(
        #[case] variant: Variant,
        #[case] from: &str,
        #[case] squares: &str,
    ) {
        let wanted: Bitboard =
            squares.split_whitespace().map(|square| square.parse().expect("a square")).collect();
        let from = from.parse().expect("a square");
        assert_eq!(AnyPosition::initial(variant).premoves(from), wanted);
    }

    /// Whatever the opponent plays, every legal move afterwards could have been chosen before.
    #[rstest]
    #[case::chess(
        Variant::Chess,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )]
    #[case::atomic(
        Variant::Atomic,
        "r3k2r/2q1ppb1/2np2pp/6N1/pP1P1Pb1/2P1P1P1/3N3P/R3K2R b KQkq - 2 15"
    )]
    #[case::strict(
        Variant::StrictAtomic,
        "rnbqkb1r/ppp1pp1p/6pn/3p4/1P6/N2P4/PBP1PPPP/R2QKBNR b KQkq - 2 4"
    )]
    #[case::simple(
        Variant::SimpleAtomic,
        "1nbqkbnr/1pp1pppp/r7/p2p2P1/8/7P/PPPPPP2/RNBQKBNR w - - 1 4"
    )]
    #[case::pawn_battle(
        Variant::PawnBattle,
        "7r/rpp2p1p/3p4/4p1p1/p2P2P1/8/PPP1PP1P/5RR1 b - - 13 7"
    )]
    fn every_legal_move_could_be_a_premove(#[case] variant: Variant, #[case] fen: &str) {
        let before = AnyPosition::from_fen(variant, fen).expect("a sound position");
        for mv in before.legal_moves() {
            let after = before.after(mv);
            if after.outcome().is_some() {
                continue;
            }
            for reply in after.legal_moves() {
                assert!(before.premoves(reply.from()).has(reply.to()), "{mv:?} {reply:?}");
            }
        }
    }
}

//! Every pair of squares is a legal move or refused with a reason, and the reason is the right one.

mod oracle {
    #[allow(dead_code)]
    pub mod board;
    #[allow(dead_code)]
    mod ruleset;
    pub use ruleset::Ruleset;
}
mod support {
    pub mod placement;
    pub mod random;
    #[allow(dead_code)]
    pub mod starts;
}

use std::collections::HashMap;

use estopim_rules::attacks::{bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_rays};
use estopim_rules::{
    AnyPosition, Bitboard, CastlingNotation, CastlingRefusal, DrawReason, Game, Move, Outcome,
    Refusal, Role, Square, Variant, WinReason,
};
use oracle::Ruleset;
use rstest::rstest;
use support::placement::random_placement;
use support::random::Random;
use support::starts::random_start;

use CastlingRefusal as No;
use Square::*;
use Variant::{Atomic, Chess, PawnBattle, SimpleAtomic, StrictAtomic};
use estopim_rules::Color::{Black, White};

fn position(variant: Variant, fen: &str) -> AnyPosition {
    let fen = if fen == "start" { variant.initial_fen() } else { fen };
    AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn split(uci: &str) -> (Square, Square, Option<Role>) {
    let promotion = uci[4..].chars().next().and_then(Role::from_letter);
    (uci[..2].parse().unwrap(), uci[2..4].parse().unwrap(), promotion)
}

#[rstest]
#[case::empty_square(Chess, "start", "e4e5", Refusal::NoPiece { from: E4 })]
#[case::not_yours(Chess, "start", "e7e5", Refusal::NotYourPiece { from: E7 })]
#[case::put_back(Chess, "start", "e2e2", Refusal::SameSquare)]
#[case::put_back_where_it_could_castle(
    Chess,
    "k7/8/8/8/8/8/8/6KR w H - 0 1",
    "g1g1",
    Refusal::SameSquare
)]
#[case::own_piece(Chess, "start", "d1d2", Refusal::OwnPiece { at: D2 })]
#[case::knight(Chess, "start", "g1g3", Refusal::NotItsMove { role: Role::Knight })]
#[case::bishop(Chess, "4k3/8/8/8/8/8/P7/4KB2 w - - 0 1", "f1f3", Refusal::NotItsMove { role: Role::Bishop })]
#[case::rook(Chess, "4k3/8/8/8/8/8/P7/4KR2 w - - 0 1", "f1g2", Refusal::NotItsMove { role: Role::Rook })]
#[case::queen(Chess, "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "f1g3", Refusal::NotItsMove { role: Role::Queen })]
#[case::king(Chess, "start", "e1e3", Refusal::NotItsMove { role: Role::King })]
#[case::pawn_back(Chess, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", Refusal::NotItsMove { role: Role::Pawn })]
#[case::pawn_three_steps(Chess, "start", "e2e5", Refusal::NotItsMove { role: Role::Pawn })]
#[case::blocked(Chess, "start", "a1a4", Refusal::Blocked { at: A2 })]
#[case::blocked_at_the_first(Chess, "4k3/8/8/8/p7/p7/8/R3K3 w - - 0 1", "a1a8", Refusal::Blocked { at: A3 })]
#[case::pawn_blocked(Chess, "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", Refusal::PawnBlocked { at: E4 })]
#[case::double_step_blocked(Chess, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", Refusal::PawnBlocked { at: E4 })]
#[case::double_step_blocked_at_once(Chess, "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", Refusal::PawnBlocked { at: E3 })]
#[case::nothing_to_capture(Chess, "start", "e2d3", Refusal::NothingToCapture)]
#[case::double_step_spent(
    Chess,
    "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
    "e3e5",
    Refusal::DoubleStepSpent
)]
#[case::promotion_missing(
    Chess,
    "8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
    "e7e8",
    Refusal::PromotionMissing
)]
#[case::promotion_to_king(
    Chess,
    "8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
    "e7e8k",
    Refusal::NoSuchPromotion
)]
#[case::promotion_too_early(Chess, "start", "e2e4q", Refusal::NoSuchPromotion)]
#[case::promotion_of_a_knight(Chess, "start", "g1f3q", Refusal::NoSuchPromotion)]
#[case::pinned(Chess, "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3d5", Refusal::InCheck { by: E8 })]
#[case::into_check(Chess, "7k/8/8/8/8/8/8/r3K3 w - - 0 1", "e1d1", Refusal::InCheck { by: A1 })]
#[case::beside_the_king(Chess, "8/8/8/8/8/4k3/7P/4K3 w - - 0 1", "e1e2", Refusal::InCheck { by: E3 })]
#[case::check_not_met(Chess, "4r2k/8/8/8/8/8/7P/4K3 w - - 0 1", "h2h3", Refusal::InCheck { by: E8 })]
#[case::pinned_promotion(Chess, "k7/r3P2K/8/8/8/8/8/8 w - - 0 1", "e7e8", Refusal::InCheck { by: A7 })]
#[case::protected(Chess, "k7/8/8/3q4/8/8/8/3rK3 w - - 0 1", "e1d1", Refusal::InCheck { by: D5 })]
#[case::castling_over(
    Chess,
    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "e1g1",
    Refusal::Castling(No::NoRight)
)]
#[case::castling_with_that_rook(
    Chess,
    "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
    "e1h1",
    Refusal::Castling(No::NoRight)
)]
#[case::castling_blocked(Chess, "start", "e1g1", Refusal::Castling(No::Blocked { at: F1 }))]
#[case::castling_blocked_beyond(Chess, "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", Refusal::Castling(No::Blocked { at: B1 }))]
#[case::castling_in_check(Chess, "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::InCheck { by: E8 }))]
#[case::castling_through_check(Chess, "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::ThroughCheck { square: F1, by: F8 }))]
#[case::castling_into_check(Chess, "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::ThroughCheck { square: G1, by: G8 }))]
#[case::castling_in_chess960(Chess, "k4r2/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", Refusal::Castling(No::ThroughCheck { square: F1, by: F8 }))]
#[case::checkmate(
    Chess,
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "h8g7",
    Refusal::GameOver(Outcome::Win(White, WinReason::Checkmate))
)]
#[case::stalemate(
    Chess,
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "h8h7",
    Refusal::GameOver(Outcome::Draw(DrawReason::Stalemate))
)]
fn in_chess(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    check_refused(variant, fen, uci, reason);
}

#[rstest]
#[case::king_captures(
    Atomic,
    "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
    "e1d2",
    Refusal::KingNeverCaptures
)]
#[case::own_king(Atomic, "7k/8/8/8/8/8/3r4/3QK3 w - - 0 1", "d1d2", Refusal::OwnKingExplodes)]
#[case::own_king_by_the_pawn(
    Atomic,
    "7k/8/8/8/8/3p4/2P1K3/8 w - - 0 1",
    "c2d3",
    Refusal::OwnKingExplodes
)]
#[case::both_kings(Atomic, "8/8/8/8/8/2k5/3r4/3QK3 w - - 0 1", "d1d2", Refusal::BothKingsExplode)]
#[case::pinned(Atomic, "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3d5", Refusal::InCheck { by: E8 })]
#[case::shield_explodes(Atomic, "4r2k/8/8/3p4/2P1N3/8/8/4K3 w - - 0 1", "c4d5", Refusal::InCheck { by: E8 })]
#[case::into_check(Atomic, "7k/7p/8/8/8/8/7P/r3K3 w - - 0 1", "e1d1", Refusal::InCheck { by: A1 })]
#[case::castling_into_check(Atomic, "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::ThroughCheck { square: G1, by: G8 }))]
#[case::castling_in_check(Atomic, "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::InCheck { by: E8 }))]
#[case::king_gone(
    Atomic,
    "8/8/8/8/8/8/7P/4K3 b - - 0 1",
    "a7a6",
    Refusal::GameOver(Outcome::Win(White, WinReason::KingExploded))
)]
fn in_atomic(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    check_refused(variant, fen, uci, reason);
}

#[rstest]
#[case::king_captures(
    StrictAtomic,
    "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
    "e1d2",
    Refusal::KingNeverCaptures
)]
#[case::own_king(StrictAtomic, "7k/8/8/8/8/8/3r4/3QK3 w - - 0 1", "d1d2", Refusal::OwnKingExplodes)]
#[case::both_kings(
    StrictAtomic,
    "8/8/8/8/8/2k5/3r4/3QK3 w - - 0 1",
    "d1d2",
    Refusal::BothKingsExplode
)]
#[case::steps_beside_a_target(StrictAtomic, "r6k/8/8/8/8/8/P7/2K5 w - - 0 1", "c1b1", Refusal::ExplodingCaptureRemains { from: A8, to: A2 })]
#[case::opens_a_line(StrictAtomic, "r6k/8/8/N7/8/8/P7/1K6 w - - 0 1", "a5b3", Refusal::ExplodingCaptureRemains { from: A8, to: A2 })]
#[case::direct(StrictAtomic, "r6k/8/8/8/8/8/8/1K6 w - - 0 1", "b1a1", Refusal::ExplodingCaptureRemains { from: A8, to: A1 })]
#[case::double_step_beside_the_king(StrictAtomic, "7k/8/8/8/4p3/2K5/3P4/8 w - - 0 1", "d2d4", Refusal::ExplodingCaptureRemains { from: E4, to: D3 })]
#[case::castling_while_threatened(StrictAtomic, "k3r3/8/8/8/8/8/4P3/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::Threatened { from: E8, to: E2 }))]
#[case::castling_threatened(StrictAtomic, "7r/k7/8/8/8/8/7P/4K2R w K - 0 1", "e1g1", Refusal::Castling(No::Threatened { from: H8, to: H2 }))]
#[case::castling_right_gone(
    StrictAtomic,
    "k7/8/8/8/8/8/8/4K2R w - - 0 1",
    "e1g1",
    Refusal::Castling(No::NoRight)
)]
fn in_strict_atomic(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    check_refused(variant, fen, uci, reason);
}

#[rstest]
#[case::king_captures(
    SimpleAtomic,
    "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
    "e1d2",
    Refusal::KingNeverCaptures
)]
#[case::both_kings(
    SimpleAtomic,
    "8/8/8/8/8/2k5/3r4/3QK3 w - - 0 1",
    "d1d2",
    Refusal::BothKingsExplode
)]
#[case::castling(
    SimpleAtomic,
    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "e1g1",
    Refusal::Castling(No::NotInThisGame)
)]
#[case::promotion(
    SimpleAtomic,
    "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
    "e7e8q",
    Refusal::NoSuchPromotion
)]
#[case::pawn_at_the_end(SimpleAtomic, "4P2k/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7", Refusal::NotItsMove { role: Role::Pawn })]
#[case::in_passing(
    SimpleAtomic,
    "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "e5d6",
    Refusal::NothingToCapture
)]
#[case::king_gone(
    SimpleAtomic,
    "8/8/8/8/8/8/7P/4K3 b - - 0 1",
    "a7a6",
    Refusal::GameOver(Outcome::Win(White, WinReason::KingExploded))
)]
fn in_simple_atomic(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    check_refused(variant, fen, uci, reason);
}

#[rstest]
#[case::promotion(PawnBattle, "8/4P3/8/8/8/8/p7/8 w - - 0 1", "e7e8q", Refusal::NoSuchPromotion)]
#[case::nothing_to_capture(PawnBattle, "start", "e2f3", Refusal::NothingToCapture)]
#[case::blocked(PawnBattle, "start", "d1d3", Refusal::Blocked { at: D2 })]
#[case::own_piece(PawnBattle, "start", "d1e2", Refusal::OwnPiece { at: E2 })]
#[case::home(
    PawnBattle,
    "4P3/8/8/8/8/8/p7/8 b - - 0 1",
    "a2a1",
    Refusal::GameOver(Outcome::Win(White, WinReason::PawnHome))
)]
#[case::no_pawns(
    PawnBattle,
    "8/8/8/8/8/8/p7/R7 w - - 0 1",
    "a1a2",
    Refusal::GameOver(Outcome::Win(Black, WinReason::PawnsCaptured))
)]
#[case::no_moves(
    PawnBattle,
    "8/8/8/8/p7/P7/8/8 w - - 0 1",
    "a3a4",
    Refusal::GameOver(Outcome::Draw(DrawReason::Stalemate))
)]
fn in_pawn_battle(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    check_refused(variant, fen, uci, reason);
}

fn check_refused(variant: Variant, fen: &str, uci: &str, reason: Refusal) {
    let (from, to, promotion) = split(uci);
    assert_eq!(position(variant, fen).legal_move(from, to, promotion), Err(reason));
}

/// The position forgets a double step if no en passant capture is legal; the game does not.
#[rstest]
#[case::pinned_on_the_rank(Chess, "8/2p5/8/KP5r/8/8/8/7k b - - 0 1", "c7c5", "b5c6", Refusal::InCheck { by: H5 })]
#[case::shield_gone(Atomic, "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "e5d6", Refusal::InCheck { by: E8 })]
#[case::own_king(
    Atomic,
    "k7/3p4/8/2K1P3/8/8/8/8 b - - 0 1",
    "d7d5",
    "e5d6",
    Refusal::OwnKingExplodes
)]
#[case::both_kings(
    Atomic,
    "8/2kp4/8/2K1P3/8/8/8/8 b - - 0 1",
    "d7d5",
    "e5d6",
    Refusal::BothKingsExplode
)]
#[case::strict(StrictAtomic, "1r5k/2p5/8/1P6/8/8/1P6/2K5 b - - 0 1", "c7c5", "b5c6", Refusal::ExplodingCaptureRemains { from: B8, to: B2 })]
#[case::no_double_step(
    Chess,
    "7k/8/3p4/4P3/8/8/8/4K3 b - - 0 1",
    "d6d5",
    "e5d6",
    Refusal::NothingToCapture
)]
#[case::elsewhere(
    Chess,
    "7k/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
    "d7d5",
    "e5f6",
    Refusal::NothingToCapture
)]
fn a_game_knows_why_not_in_passing(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] before: &str,
    #[case] uci: &str,
    #[case] reason: Refusal,
) {
    let mut game = Game::from_position(position(variant, fen));
    game.play_uci(before).unwrap();
    let (from, to, promotion) = split(uci);
    assert_eq!(game.legal_move(from, to, promotion), Err(reason));
}

/// Positions of each ruleset whose every pair of squares is tried.
const POSITIONS: usize = 60;

#[rstest]
#[case(Ruleset::Chess)]
#[case(Ruleset::Atomic)]
#[case(Ruleset::StrictAtomic)]
#[case(Ruleset::SimpleAtomic)]
#[case(Ruleset::PawnBattle)]
fn every_pair_of_squares_is_legal_or_refused_with_reason(#[case] ruleset: Ruleset) {
    let variant: Variant = ruleset.id().parse().unwrap();
    let mut random = Random::new(7);
    let mut tried = 0;
    while tried < POSITIONS {
        let start = if random.percent(30) {
            random_start(ruleset, &mut random)
        } else {
            random_placement(ruleset, &mut random)
        };
        let Ok(mut position) = AnyPosition::from_fen(variant, &start) else { continue };
        for _ in 0..random.below(12) {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play_unchecked(random.pick(&moves));
            }
        }
        check_every_pair(&position);
        tried += 1;
    }
}

fn check_every_pair(position: &AnyPosition) {
    let legal = legal_texts(position);
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)] {
                let letter = promotion.map_or(String::new(), |role| role.letter().to_string());
                let text = format!("{from}{to}{letter}");
                match (position.legal_move(from, to, promotion), legal.get(&text)) {
                    (Ok(found), Some(&expected)) => {
                        assert_eq!(found, expected, "{position:?} {text}");
                    }
                    (Ok(found), None) => panic!("{position:?} {text}: {found:?} is not legal"),
                    (Err(reason), Some(_)) => panic!("{position:?} {text} is legal, not {reason}"),
                    (Err(reason), None) => check_reason(position, from, to, promotion, reason),
                }
            }
        }
    }
}

/// Every text that means a legal move. Castling may be a king's step where it is more than a step.
fn legal_texts(position: &AnyPosition) -> HashMap<String, Move> {
    let mut texts = HashMap::new();
    for mv in position.legal_moves() {
        let steps = position.uci_as(mv, CastlingNotation::KingSteps);
        let (from, to, _) = split(&steps);
        if from.file().index().abs_diff(to.file().index()) > 1 {
            texts.entry(steps).or_insert(mv);
        }
    }
    for mv in position.legal_moves() {
        texts.insert(position.uci_as(mv, CastlingNotation::KingTakesRook), mv);
    }
    texts
}

/// What a reason says must be so.
fn check_reason(
    position: &AnyPosition,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    reason: Refusal,
) {
    let board = position.board();
    let us = position.turn();
    let own = board.color(us);
    let enemies = board.color(!us);
    let role = board.piece_at(from).map(|piece| piece.role);
    let is_castling_king = role == Some(Role::King) && from.rank() == to.rank();
    let holds = match reason {
        Refusal::GameOver(outcome) => position.outcome() == Some(outcome),
        Refusal::NoPiece { from: empty } => empty == from && role.is_none(),
        Refusal::NotYourPiece { from: theirs } => theirs == from && enemies.has(from),
        Refusal::SameSquare => from == to,
        Refusal::OwnPiece { at } => at == to && own.has(to),
        Refusal::NotItsMove { role: told } => {
            Some(told) == role && !fits_its_way(position, told, from, to)
        }
        Refusal::Blocked { at } | Refusal::PawnBlocked { at } => board.occupied().has(at),
        Refusal::NothingToCapture => {
            role == Some(Role::Pawn) && !enemies.has(to) && from.file() != to.file()
        }
        Refusal::DoubleStepSpent => role == Some(Role::Pawn) && from.file() == to.file(),
        Refusal::PromotionMissing => role == Some(Role::Pawn) && promotion.is_none(),
        Refusal::NoSuchPromotion => promotion.is_some(),
        Refusal::KingNeverCaptures => role == Some(Role::King) && enemies.has(to),
        Refusal::OwnKingExplodes | Refusal::BothKingsExplode => enemies.has(to),
        Refusal::InCheck { by } => enemies.has(by) && by != to,
        Refusal::ExplodingCaptureRemains { from: by, .. } => enemies.has(by),
        Refusal::Castling(CastlingRefusal::Blocked { at }) => {
            is_castling_king && board.occupied().has(at)
        }
        Refusal::Castling(
            CastlingRefusal::InCheck { by } | CastlingRefusal::ThroughCheck { by, .. },
        ) => is_castling_king && enemies.has(by),
        Refusal::Castling(CastlingRefusal::Threatened { from: by, .. }) => {
            is_castling_king && enemies.has(by)
        }
        Refusal::Castling(_) => is_castling_king,
    };
    assert!(holds, "{position:?} {from}{to} {promotion:?}: {reason:?} is not so");
    assert!(!reason.to_string().is_empty());
}

/// Whether a piece could go there on a board that lets it.
fn fits_its_way(position: &AnyPosition, role: Role, from: Square, to: Square) -> bool {
    let us = position.turn();
    let reach = match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_rays(from),
        Role::Rook => rook_rays(from),
        Role::Queen => bishop_rays(from) | rook_rays(from),
        Role::King => king_attacks(from),
        // A pawn at the end of its way has none left.
        Role::Pawn if Bitboard::rank(estopim_rules::Rank::R8.relative_to(us)).has(from) => {
            Bitboard::EMPTY
        }
        Role::Pawn => {
            let step = Bitboard::of(from.ahead(us));
            pawn_attacks(us, from) | step
        }
    };
    reach.has(to)
}

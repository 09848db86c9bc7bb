//! What holds in every position of every game, tried on random walks and on positions put together at random. The walks
//! come from proptest, which shrinks a failing one; its seed is fixed, so a failure is reproducible.

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
#[path = "support/annotated_game.rs"]
mod annotated_game;

use std::collections::HashSet;

use Variant::{Atomic, Chess, PawnBattle, SimpleAtomic, StrictAtomic};
use annotated_game::annotated_game;
use estopim_rules::movegen::{Flow, MoveSink, PawnStep};
use estopim_rules::{
    AnyPosition, Bitboard, CastlingNotation, Color, Epd, EpdOperation, Game, Move, MoveKind,
    Outcome, PgnGame, PgnReader, Piece, Rank, Role, Square, Variant, with_position,
};
use oracle::Ruleset;
use proptest::prelude::*;
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestCaseResult, TestRng, TestRunner,
};
use rstest::rstest;
use support::placement::random_placement;
use support::random::Random;
use support::starts::random_start;

/// Where a walk starts and which of the legal moves it takes each time.
#[derive(Clone, Debug)]
struct Walk {
    start: AnyPosition,
    choices: Vec<u16>,
}

impl Walk {
    /// The moves with the positions they are played in.
    fn plies(&self) -> impl Iterator<Item = (AnyPosition, Move)> {
        let mut position = self.start;
        self.choices.iter().map_while(move |&choice| {
            let before = position;
            let moves = before.legal_moves();
            let mv = *moves.get(usize::from(choice) % moves.len().max(1))?;
            position.play_unchecked(mv);
            Some((before, mv))
        })
    }

    fn positions(&self) -> impl Iterator<Item = AnyPosition> {
        let played = self.plies().map(|(before, mv)| before.after(mv));
        std::iter::once(self.start).chain(played)
    }

    /// The walk as a game, which may end before the walk does.
    fn game(&self) -> Game {
        let mut game = Game::from_position(self.start);
        for (_, mv) in self.plies() {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}

/// A walk of up to `length` moves from a first position or, as often, from a position put together at
/// random.
fn walks(variant: Variant, length: usize) -> impl Strategy<Value = Walk> {
    let ruleset = Ruleset::ALL.into_iter().find(|ruleset| ruleset.id() == variant.id());
    let ruleset = ruleset.expect("every game has a ruleset");
    let start = any::<u64>().prop_map(move |seed| {
        let mut random = Random::new(seed);
        loop {
            let fen = if random.percent(50) {
                random_start(ruleset, &mut random)
            } else {
                random_placement(ruleset, &mut random)
            };
            if let Ok(position) = AnyPosition::from_fen(variant, &fen) {
                return position;
            }
        }
    });
    let choices = prop::collection::vec(any::<u16>(), 0..=length);
    (start.no_shrink(), choices).prop_map(|(start, choices)| Walk { start, choices })
}

/// Checks a property on `cases` values.
fn hold<S: Strategy>(cases: u32, values: &S, property: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let source = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, source);
    runner.run(values, property).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Checks a property on every position of the walks.
fn hold_on_positions(
    variant: Variant,
    cases: u32,
    property: impl Fn(&AnyPosition) -> TestCaseResult,
) {
    hold(cases, &walks(variant, 80), |walk| {
        for position in walk.positions() {
            property(&position)
                .map_err(|failure| TestCaseError::fail(format!("{position:?}: {failure}")))?;
        }
        Ok(())
    });
}

#[rstest]
fn the_key_is_kept_as_if_counted_afresh(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 1600, |position| {
        prop_assert_eq!(position.key(), position.recompute_key());
        Ok(())
    });
}

#[rstest]
fn an_arrangement_has_another_key_in_every_game(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 160, |position| {
        for other in Variant::ALL.into_iter().filter(|&other| other != variant) {
            if let Ok(there) = AnyPosition::from_fen(other, &position.fen()) {
                prop_assert_ne!(there.key(), position.key(), "{}", other);
            }
        }
        Ok(())
    });
}

/// Every 16-bit number that decodes to a move is checked: moves of other positions and games, and moves that no
/// position has.
#[rstest]
fn a_move_is_legal_if_it_is_listed_whatever_it_is(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 30, |position| {
        let listed: HashSet<Move> = position.legal_moves().into_iter().collect();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            prop_assert_eq!(position.is_legal(mv), listed.contains(&mv), "{:?}", mv);
        }
        Ok(())
    });
    // Few moves of many positions, most of them likely to be pseudo-legal.
    let values = (walks(variant, 80), any::<u64>());
    hold(800, &values, |(walk, seed)| {
        let mut random = Random::new(seed);
        let positions: Vec<AnyPosition> = walk.positions().collect();
        for position in &positions {
            let listed: HashSet<Move> = position.legal_moves().into_iter().collect();
            let elsewhere = &positions[random.below(positions.len())];
            let candidates = elsewhere.legal_moves().into_iter().chain(reaches(position));
            for mv in candidates {
                prop_assert_eq!(
                    position.is_legal(mv),
                    listed.contains(&mv),
                    "{:?}: {:?}",
                    position,
                    mv
                );
            }
        }
        Ok(())
    });
}

/// Moves of every piece to every square it attacks or, for a pawn, might step to, each as every kind of move.
fn reaches(position: &AnyPosition) -> impl Iterator<Item = Move> {
    let board = *position.board();
    let own = board.color(position.turn());
    let turn = position.turn();
    own.into_iter().flat_map(move |from| {
        let steps = Bitboard::of(from).ahead(turn) | Bitboard::of(from).ahead(turn).ahead(turn);
        let pawn = board.role_at(from) == Some(Role::Pawn);
        let to = board.attacks_from(from) | if pawn { steps } else { Bitboard::EMPTY };
        to.into_iter().flat_map(move |to| {
            [
                Move::normal(from, to),
                Move::en_passant(from, to),
                Move::castle(from, to),
                Move::promotion(from, to, Role::Knight),
            ]
        })
    })
}

#[rstest]
fn a_fen_comes_back_as_the_position_it_was_written_from(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 800, |position| {
        for fen in [position.fen(), position.shredder_fen()] {
            let read = AnyPosition::from_fen(variant, &fen);
            prop_assert_eq!(read.as_ref(), Ok(position), "{}", fen);
        }
        Ok(())
    });
}

#[rstest]
fn every_legal_move_has_texts_of_its_own(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 240, |position| {
        let mut texts = HashSet::new();
        for mv in position.legal_moves() {
            let (san, uci) = (position.san(mv), position.uci(mv));
            prop_assert_eq!(position.parse_san(&san), Ok(mv), "{}", san);
            prop_assert_eq!(position.parse_uci(&uci), Ok(mv), "{}", uci);
            let full = position.uci_as(mv, CastlingNotation::KingTakesRook);
            prop_assert_eq!(position.parse_uci(&full), Ok(mv), "{}", full);
            prop_assert_eq!(position.parse_san(&full), Ok(mv), "{}", full);
            let is_new = texts.insert(san.trim_end_matches(['+', '#']).to_owned());
            prop_assert!(is_new, "two moves are written {}", san);
        }
        Ok(())
    });
}

#[rstest]
fn the_ways_to_list_moves_agree(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 800, |position| {
        let all = position.legal_moves();
        let unique: HashSet<Move> = all.iter().copied().collect();
        prop_assert_eq!(unique.len(), all.len(), "a move is listed twice");
        prop_assert_eq!(position.count_moves(), all.len() as u64);
        prop_assert_eq!(position.has_moves(), !all.is_empty());

        let (captures, quiets) = (position.captures(), position.quiets());
        prop_assert!(captures.iter().all(|&mv| position.is_capture(mv)));
        prop_assert!(!quiets.iter().any(|&mv| position.is_capture(mv)));
        prop_assert_eq!(captures.len() + quiets.len(), all.len());
        let together: HashSet<Move> = captures.into_iter().chain(quiets).collect();
        prop_assert_eq!(together, unique);
        Ok(())
    });
}

/// A sink that checks that each move is sent by the right method. Sinks rely on it: one that wants quiet moves loses a
/// promotion that is sent as a capture.
struct Proofreader<'a> {
    position: &'a AnyPosition,
    faults: Vec<String>,
}

impl Proofreader<'_> {
    fn hold(&mut self, holds: bool, what: &str, square: Square) -> Flow {
        if !holds {
            self.faults.push(format!("{what}: {square}"));
        }
        Flow::Continue(())
    }

    fn moves(&mut self, role: Role, from: Square) -> Flow {
        let own = Piece::new(self.position.turn(), role);
        self.hold(self.position.board().piece_at(from) == Some(own), "not the mover", from)
    }

    fn promotes(&mut self, to: Square, expected: bool) -> Flow {
        let has_promotions = !matches!(self.position.variant(), SimpleAtomic | PawnBattle);
        let promotes = has_promotions && to.rank() == Rank::R8.relative_to(self.position.turn());
        self.hold(promotes == expected, "a promotion or none", to)
    }

    fn captures(&mut self, to: Square) -> Flow {
        let enemies = self.position.board().color(!self.position.turn());
        self.hold(enemies.has(to), "no capture", to)
    }
}

impl MoveSink for Proofreader<'_> {
    fn piece_moves(&mut self, role: Role, from: Square, _: Bitboard) -> Flow {
        self.hold(role != Role::Pawn, "a pawn as a piece", from)?;
        self.moves(role, from)
    }

    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.promotes(to, false)?;
            self.moves(Role::Pawn, step.source(to))?;
        }
        Flow::Continue(())
    }

    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.promotes(to, true)?;
            self.moves(Role::Pawn, step.source(to))?;
        }
        Flow::Continue(())
    }

    fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            self.captures(to)?;
            if self.position.board().role_at(from) == Some(Role::Pawn) {
                self.promotes(to, false)?;
            }
        }
        Flow::Continue(())
    }

    fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            self.captures(to)?;
            self.promotes(to, true)?;
            self.moves(Role::Pawn, from)?;
        }
        Flow::Continue(())
    }

    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.moves(Role::King, king)?;
        self.moves(Role::Rook, rook)
    }

    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.moves(Role::Pawn, from)?;
        self.hold(self.position.en_passant() == Some(to), "not in passing", to)
    }
}

#[rstest]
fn moves_are_sent_as_what_they_are(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 800, |position| {
        let mut reader = Proofreader { position, faults: Vec::new() };
        with_position!(position, pos => pos.send_moves(&mut reader));
        prop_assert_eq!(reader.faults, Vec::<String>::new());
        Ok(())
    });
}

#[rstest]
fn a_mirrored_position_has_mirrored_moves(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 600, |position| {
        let mirrored = position.mirrored();
        let moves: HashSet<Move> = mirrored.legal_moves().into_iter().collect();
        let expected: HashSet<Move> =
            position.legal_moves().into_iter().map(Move::mirrored).collect();
        prop_assert_eq!(moves, expected);
        prop_assert_eq!(mirrored.is_check(), position.is_check());
        let winner = |position: &AnyPosition| position.outcome().map(Outcome::winner);
        let other = |winner: Option<Color>| winner.map(Color::other);
        prop_assert_eq!(winner(&mirrored), winner(position).map(other));
        prop_assert_eq!(mirrored.mirrored(), *position);
        let read = AnyPosition::from_fen(variant, &mirrored.fen());
        prop_assert_eq!(read, Ok(mirrored));
        Ok(())
    });
}

#[rstest]
fn what_a_move_empties_is_what_vanishes(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 240, |position| {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let vanished = if mv.kind() == MoveKind::Castle {
                Bitboard::EMPTY
            } else {
                let is_gone = |&square: &Square| {
                    let piece = position.board().piece_at(square);
                    let stays = after.board().piece_at(square) == piece;
                    square != mv.from() && piece.is_some() && !stays
                };
                let squares = Square::ALL.into_iter().filter(is_gone);
                squares.fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
            };
            prop_assert_eq!(position.emptied_by(mv), vanished, "{}", position.uci(mv));
        }
        Ok(())
    });
}

#[rstest]
fn check_is_given_by_the_moves_said_to_give_it(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 160, |position| {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let ended = after.outcome().is_some_and(|outcome| outcome.winner().is_some());
            let san = position.san(mv);
            if !ended {
                prop_assert_eq!(position.gives_check(mv), after.is_check(), "{}", san);
                prop_assert_eq!(san.ends_with('+'), after.is_check(), "{}", san);
            }
            let won = after.outcome().and_then(Outcome::winner);
            prop_assert_eq!(san.ends_with('#'), won == Some(position.turn()), "{}", san);
        }
        Ok(())
    });
}

#[rstest]
fn taking_back_restores_what_was(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold(240, &walks(variant, 150), |walk| {
        let mut game = Game::from_position(walk.start);
        let mut earlier = vec![game.clone()];
        for (_, mv) in walk.plies() {
            if game.play(mv).is_err() {
                break;
            }
            earlier.push(game.clone());
        }
        while let Some(expected) = earlier.pop() {
            prop_assert_eq!(&game, &expected);
            prop_assert_eq!(game.undo().is_some(), !earlier.is_empty());
        }
        Ok(())
    });
}

#[rstest]
fn a_game_comes_back_from_its_pgn(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold(240, &walks(variant, 150), |walk| {
        let game = walk.game();
        let text = PgnGame::from(&game).to_string();
        let read: Vec<_> = PgnReader::new(text.as_bytes()).collect();
        prop_assert_eq!(read.len(), 1, "{}", text);
        let read = read[0].as_ref().map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.to_game(), Ok(game));
        Ok(())
    });
}

#[rstest]
fn what_is_said_about_a_game_comes_back_with_it(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    let values = (walks(variant, 60), any::<u64>());
    hold(240, &values, |(walk, seed)| {
        let written = annotated_game(walk.start, walk.plies(), &mut Random::new(seed));
        let text = written.to_string();
        let read: Vec<_> = PgnReader::new(text.as_bytes()).collect();
        prop_assert_eq!(read.len(), 1, "{}", text);
        let read = read[0].as_ref().map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&read.line, &written.line, "{}", text);
        prop_assert_eq!((read.start, read.result), (written.start, written.result));
        for (name, value) in written.tags.iter() {
            prop_assert_eq!(read.tags.get(name), Some(value));
        }
        prop_assert_eq!(read.to_string(), text.clone());
        let (_, moves) = text.split_once("\n\n").expect("tags end with an empty line");
        prop_assert!(moves.lines().all(|line| line.chars().count() < 80), "{}", text);
        Ok(())
    });
}

#[rstest]
fn an_epd_comes_back(
    #[values(Chess, Atomic, StrictAtomic, SimpleAtomic, PawnBattle)] variant: Variant,
) {
    hold_on_positions(variant, 120, |position| {
        let moves = position.legal_moves();
        let mut operations = vec![EpdOperation::Id("a \"b\"; \\".to_owned())];
        if let (Some(&best), Some(&worst)) = (moves.first(), moves.last()) {
            operations.push(EpdOperation::BestMoves(vec![best]));
            operations.push(EpdOperation::AvoidMoves(vec![worst, best]));
        }
        let epd = Epd { position: *position, operations };
        prop_assert_eq!(Epd::parse(variant, &epd.to_string()), Ok(epd));
        Ok(())
    });
}

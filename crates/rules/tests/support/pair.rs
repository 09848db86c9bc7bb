//! One position held twice, by the library and by the oracle, and every question put to both.

use std::fmt::Debug;

use estopim_rules::{AnyPosition, Color, DrawReason, Outcome, Variant, WinReason};

use super::difference::Difference;
use super::random::Random;
use crate::oracle::{self, Ending, Ruleset};

pub struct Pair {
    ruleset: Ruleset,
    oracle: oracle::Position,
    library: AnyPosition,
}

impl Pair {
    /// Reads the FEN in both. `Ok(None)` if both refuse it; a difference if only one does.
    pub fn from_fen(ruleset: Ruleset, fen: &str) -> Result<Option<Self>, Difference> {
        let library = AnyPosition::from_fen(variant_of(ruleset), fen);
        let oracle = oracle::Position::from_fen(ruleset, fen);
        match (library, oracle) {
            (Ok(library), Ok(oracle)) => Ok(Some(Self { ruleset, oracle, library })),
            (Err(_), Err(_)) => Ok(None),
            (library, oracle) => Err(Difference {
                ruleset,
                fen: fen.to_owned(),
                question: "reading a FEN".to_owned(),
                library: library
                    .map_or_else(|error| format!("refused: {error}"), |_| "accepted".to_owned()),
                judge: "oracle",
                judgement: oracle
                    .map_or_else(|error| format!("refused: {error}"), |_| "accepted".to_owned()),
            }),
        }
    }

    pub fn library(&self) -> &AnyPosition {
        &self.library
    }

    pub fn oracle(&self) -> &oracle::Position {
        &self.oracle
    }

    /// The library's legal moves as sorted text.
    pub fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            self.library.legal_moves().iter().map(|&mv| self.library.uci(mv)).collect();
        moves.sort_unstable();
        moves
    }

    /// Puts every question to both and answers the legal moves both agree on, sorted.
    ///
    /// Of the positions one move away, one in `successors_one_in` is compared too.
    pub fn compare(
        &self,
        successors_one_in: usize,
        random: &mut Random,
    ) -> Result<Vec<String>, Difference> {
        self.same("the FEN of a position", &self.library.fen(), &self.oracle.fen())?;

        let mut theirs: Vec<(String, oracle::Move)> =
            self.oracle.legal_moves().into_iter().map(|mv| (self.oracle.uci(mv), mv)).collect();
        theirs.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let moves = self.moves();
        if !moves.iter().eq(theirs.iter().map(|(uci, _)| uci)) {
            let names: Vec<&str> = theirs.iter().map(|(uci, _)| uci.as_str()).collect();
            return Err(self.difference("legal moves", &moves.join(" "), &names.join(" ")));
        }

        let endings = self.oracle.endings();
        let outcome = self.library.outcome();
        if !self.is_one_of(outcome, &endings) {
            return Err(self.difference("the outcome", &outcome, &endings));
        }
        // After the game is over, checks of the remaining king are not compared.
        if !endings.iter().any(|ending| matches!(ending, Ending::KingGone { .. })) {
            self.same("check", &self.library.is_check(), &self.oracle.is_check())?;
        }

        for (uci, mv) in theirs {
            if random.below(successors_one_in) == 0 {
                self.compare_after(&uci, mv)?;
            }
        }
        Ok(moves)
    }

    /// Plays a move both know, on both sides.
    pub fn play(&mut self, uci: &str) -> Result<(), Difference> {
        let mv = self.oracle.legal_moves().into_iter().find(|&mv| self.oracle.uci(mv) == uci);
        self.library = self.library_after(uci)?;
        self.oracle = self.oracle.play(mv.expect("a move of this position"));
        Ok(())
    }

    fn library_after(&self, uci: &str) -> Result<AnyPosition, Difference> {
        let mv = self.library.parse_uci(uci).map_err(|error| {
            self.difference(&format!("reading {uci}"), &error.to_string(), &"legal")
        })?;
        let mut after = self.library;
        after.play_unchecked(mv);
        Ok(after)
    }

    fn compare_after(&self, uci: &str, mv: oracle::Move) -> Result<(), Difference> {
        let ours = self.library_after(uci)?.fen();
        let theirs = self.oracle.play(mv).fen();
        if ours == theirs {
            Ok(())
        } else {
            Err(self.difference(&format!("the FEN after {uci}"), &ours, &theirs))
        }
    }

    /// Whether the library's outcome is among the endings that hold, or both say that the game goes on.
    fn is_one_of(&self, outcome: Option<Outcome>, endings: &[Ending]) -> bool {
        let Some(outcome) = outcome else { return endings.is_empty() };
        let as_ending = match outcome {
            Outcome::Win(winner, WinReason::Checkmate) => {
                Ending::Checkmate { winner: oracle_color(winner) }
            }
            Outcome::Win(winner, WinReason::KingExploded) => {
                Ending::KingGone { winner: oracle_color(winner) }
            }
            Outcome::Win(winner, WinReason::PawnHome) => {
                Ending::PawnHome { winner: oracle_color(winner) }
            }
            Outcome::Win(winner, WinReason::PawnsCaptured) => {
                Ending::NoPawns { winner: oracle_color(winner) }
            }
            Outcome::Draw(DrawReason::Stalemate) => Ending::Stalemate,
            Outcome::Draw(DrawReason::InsufficientMaterial) => Ending::InsufficientMaterial,
            Outcome::Draw(DrawReason::FiftyMoves | DrawReason::Threefold) => return false,
        };
        // The oracle knows only bare kings in atomic; shakmaty judges the rest.
        let left_to_shakmaty = self.ruleset == Ruleset::Atomic
            && as_ending == Ending::InsufficientMaterial
            && endings.iter().all(|&ending| ending == Ending::Stalemate);
        endings.contains(&as_ending) || left_to_shakmaty
    }

    fn same<T: PartialEq + Debug>(
        &self,
        question: &str,
        library: &T,
        oracle: &T,
    ) -> Result<(), Difference> {
        if library == oracle { Ok(()) } else { Err(self.difference(question, library, oracle)) }
    }

    fn difference(&self, question: &str, library: &dyn Debug, oracle: &dyn Debug) -> Difference {
        Difference {
            ruleset: self.ruleset,
            fen: self.oracle.fen(),
            question: question.to_owned(),
            library: format!("{library:?}"),
            judge: "oracle",
            judgement: format!("{oracle:?}"),
        }
    }
}

pub fn variant_of(ruleset: Ruleset) -> Variant {
    ruleset.id().parse().unwrap_or_else(|_| panic!("the library has no ruleset {}", ruleset.id()))
}

fn oracle_color(color: Color) -> oracle::Color {
    match color {
        Color::White => oracle::Color::White,
        Color::Black => oracle::Color::Black,
    }
}

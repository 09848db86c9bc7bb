//! [`Tables`]: a set of tables, and how it is asked.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use estopim_rules::{AnyPosition, CastlingRights, Move, Position, Rules, Variant, with_position};

use crate::file::FileError;
use crate::material::Material;
use crate::syzygy::{Syzygy, Wdl};
use crate::table::EndgameTable;
use crate::value::Value;

/// Tables of any games.
#[derive(Debug, Default)]
pub struct Tables {
    own: [HashMap<Material, EndgameTable>; Variant::ALL.len()],
    /// The most men of any table of each game.
    most_men: [usize; Variant::ALL.len()],
    syzygy: Syzygy,
}

/// What a set says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A table of ours: who wins, and when.
    Exact(Value),
    /// A Syzygy file: who wins under the fifty-move rule.
    Wdl(Wdl),
}

/// A file that is no sound table.
#[derive(Debug)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: FileError,
}

impl Tables {
    /// Adds a table; one of the same game and material is replaced.
    pub fn insert(&mut self, table: EndgameTable) {
        let game = table.variant() as usize;
        self.most_men[game] = self.most_men[game].max(table.material().men());
        self.own[game].insert(table.material(), table);
    }

    /// Adds the tables in a folder and the folders in it, and returns the files that are refused.
    pub fn add_folder(&mut self, folder: &Path) -> Result<Vec<Refused>, FileError> {
        let mut refused = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                refused.extend(self.add_folder(&path)?);
            } else if path.extension().is_some_and(|end| end == EndgameTable::EXTENSION) {
                match EndgameTable::open(&path) {
                    Ok(table) => self.insert(table),
                    Err(reason) => refused.push(Refused { path, reason }),
                }
            }
        }
        Ok(refused)
    }

    /// Adds the Syzygy files of a folder, and returns those that are refused. Each is opened when it is first asked for.
    pub fn add_syzygy(&mut self, folder: &Path) -> Result<Vec<Refused>, FileError> {
        let mut refused = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if let Err(error) = self.syzygy.add(&path) {
                refused.push(Refused { path, reason: error.into() });
            }
        }
        for variant in Variant::ALL {
            let most = &mut self.most_men[variant as usize];
            *most = self.syzygy.most_men(variant).max(*most);
        }
        Ok(refused)
    }

    /// The table of a material, if it is there.
    pub fn get(&self, variant: Variant, material: &Material) -> Option<&EndgameTable> {
        self.own[variant as usize].get(material)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &EndgameTable> {
        self.own.iter().flat_map(HashMap::values)
    }

    /// The most men of any table or Syzygy file of a game; nothing above it need be asked for.
    pub const fn most_men(&self, variant: Variant) -> usize {
        self.most_men[variant as usize]
    }

    /// What a position is worth. `None` if no table says so: too many men, castling rights, or a win or loss that the
    /// fifty-move rule might prevent.
    pub fn probe<R: Rules>(&self, pos: &Position<R>) -> Option<Value> {
        if !self.covers(pos) {
            return None;
        }
        self.value(pos).filter(|value| value.stands_at(pos.halfmoves()))
    }

    /// Whether a position has so few men, and no castling rights, that there may be an answer.
    #[inline]
    pub fn covers<R: Rules>(&self, pos: &Position<R>) -> bool {
        pos.board().occupied().count() as usize <= self.most_men(R::VARIANT)
            && (!R::CASTLES || pos.castling() == CastlingRights::NONE)
    }

    /// As [`Self::probe`]; where our tables have no answer Syzygy files are asked. Those know who wins only of a position
    /// whose clock has just been restarted.
    pub fn judge<R: Rules>(&self, pos: &Position<R>) -> Option<Verdict> {
        if let Some(value) = self.probe(pos) {
            return Some(Verdict::Exact(value));
        }
        if pos.halfmoves() == 0 { self.wdl(pos).map(Verdict::Wdl) } else { None }
    }

    /// Who wins by the Syzygy files, if the clock stands at zero.
    pub fn wdl<R: Rules>(&self, pos: &Position<R>) -> Option<Wdl> {
        if !self.covers(pos) {
            return None;
        }
        self.syzygy.wdl(R::VARIANT, &pos.to_setup())
    }

    /// By the Syzygy files, the plies to the next capture or pawn move with the sign of the result, as usual for these
    /// files: 0 for a draw, more than 100 where the fifty-move rule prevents the win. It may be one ply too small.
    pub fn dtz<R: Rules>(&self, pos: &Position<R>) -> Option<i32> {
        if !self.covers(pos) {
            return None;
        }
        self.syzygy.dtz(R::VARIANT, &pos.to_setup())
    }

    /// The moves among `moves` that are best by the Syzygy files: they keep the result under the fifty-move rule, and make
    /// progress if it is a win. `None` if the files do not know all of them.
    pub fn best_by_syzygy<R: Rules>(&self, pos: &Position<R>, moves: &[Move]) -> Option<Vec<Move>> {
        if !self.covers(pos) || self.syzygy.most_men(R::VARIANT) == 0 {
            return None;
        }
        let ranked: Vec<(i32, Move)> = moves
            .iter()
            .map(|&mv| Some((self.syzygy_rank(pos, mv)?, mv)))
            .collect::<Option<_>>()?;
        let best = ranked.iter().map(|(rank, _)| *rank).max()?;
        Some(ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, mv)| mv).collect())
    }

    /// A greater number is a better move.
    fn syzygy_rank<R: Rules>(&self, pos: &Position<R>, mv: Move) -> Option<i32> {
        const SURE: i32 = 10_000;
        const PREVENTED: i32 = 1_000;
        let next = pos.after(mv);
        let plies = match next.outcome() {
            Some(outcome) => match outcome.winner() {
                None => 0,
                Some(winner) if winner == pos.turn() => return Some(2 * SURE),
                Some(_) => -1,
            },
            // The files count from the next capture or pawn move on, and this is one.
            None if next.halfmoves() == 0 => match self.wdl(&next)? {
                Wdl::Loss => 1,
                Wdl::BlessedLoss => 101,
                Wdl::Draw => 0,
                Wdl::CursedWin => -101,
                Wdl::Win => -1,
            },
            None => {
                let after = self.dtz(&next)?;
                -after - after.signum()
            }
        };
        let limit = i32::from(estopim_rules::game::FIFTY_MOVE_PLIES);
        let in_time = plies.abs() + i32::from(pos.halfmoves()) <= limit;
        let worth = if in_time { SURE } else { PREVENTED };
        Some(plies.signum() * worth - plies)
    }

    /// As [`Self::probe`], of a game known at run time only.
    pub fn probe_any(&self, position: &AnyPosition) -> Option<Value> {
        with_position!(position, pos => self.probe(pos))
    }

    /// Every legal move with what it is worth for its mover, best first; `None` if one of them is not known.
    pub fn moves(&self, position: &AnyPosition) -> Option<Vec<(Move, Value)>> {
        let value = |mv: Move| Some((mv, self.probe_any(&position.after(mv))?.before()));
        let moves = position.legal_moves();
        let mut valued: Vec<_> = moves.into_iter().map(value).collect::<Option<_>>()?;
        valued.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
        Some(valued)
    }

    /// What a position is worth, the fifty-move rule left aside.
    pub(crate) fn value<R: Rules>(&self, pos: &Position<R>) -> Option<Value> {
        if pos.en_passant().is_none() {
            return self.value_without_en_passant(pos);
        }
        // The tables know no en passant rights, and after the next move there is none but by a double step.
        let moves = pos.legal_moves();
        let values = moves.iter().map(|&mv| Some(self.value(&pos.after(mv))?.before()));
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        values.into_iter().max_by_key(|value| value.rank())
    }

    /// As [`Self::value`], of a position without an en passant right.
    pub(crate) fn value_without_en_passant<R: Rules>(&self, pos: &Position<R>) -> Option<Value> {
        if let Some(outcome) = R::terminal(pos) {
            return Some(match outcome.winner() {
                None => Value::Draw,
                Some(winner) if winner == pos.turn() => Value::Win(0),
                Some(_) => Value::Loss(0),
            });
        }
        let material = Material::of(pos.board());
        // Kings alone cannot hurt each other in any game.
        if material.is_kings_alone() {
            return Some(Value::Draw);
        }
        self.get(R::VARIANT, &material.normalised())?.value(pos)
    }
}

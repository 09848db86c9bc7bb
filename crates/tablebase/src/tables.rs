//! [`Tables`]: a set of tables, and how it is asked.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use estopim_rules::{AnyPosition, CastlingRights, Move, Position, Rules, Variant, with_position};

use crate::file::FileError;
use crate::material::Material;
use crate::table::Table;
use crate::value::Value;

/// Tables of any games.
#[derive(Debug, Default)]
pub struct Tables {
    tables: [HashMap<Material, Table>; Variant::ALL.len()],
    /// The most men of any table of each game.
    most_men: [usize; Variant::ALL.len()],
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
    pub fn insert(&mut self, table: Table) {
        let game = table.variant() as usize;
        self.most_men[game] = self.most_men[game].max(table.material().men());
        self.tables[game].insert(table.material(), table);
    }

    /// Adds the tables in a folder and the folders in it, and returns the files that are refused.
    pub fn add_folder(&mut self, folder: &Path) -> Result<Vec<Refused>, FileError> {
        let mut refused = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                refused.extend(self.add_folder(&path)?);
            } else if path.extension().is_some_and(|end| end == Table::EXTENSION) {
                match Table::open(&path) {
                    Ok(table) => self.insert(table),
                    Err(reason) => refused.push(Refused { path, reason }),
                }
            }
        }
        Ok(refused)
    }

    /// The table of a material, if it is there.
    pub fn get(&self, variant: Variant, material: &Material) -> Option<&Table> {
        self.tables[variant as usize].get(material)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().flat_map(HashMap::values)
    }

    /// The most men of any table of a game; nothing above it need be asked for.
    pub const fn most_men(&self, variant: Variant) -> usize {
        self.most_men[variant as usize]
    }

    /// What a position is worth. `None` if no table says so: too many men, castling rights, or a win or loss that the
    /// fifty-move rule might prevent.
    pub fn probe<R: Rules>(&self, pos: &Position<R>) -> Option<Value> {
        if pos.board().occupied().count() as usize > self.most_men(R::VARIANT)
            || R::CASTLES && pos.castling() != CastlingRights::NONE
        {
            return None;
        }
        self.value(pos).filter(|value| value.stands_at(pos.halfmoves()))
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

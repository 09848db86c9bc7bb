//! [`Endgames`]: what the search asks endgame tables. In WebAssembly there are none.

#[cfg(not(target_family = "wasm"))]
use estopim_rules::Move;
use estopim_rules::{MoveList, Position, Rules};
#[cfg(not(target_family = "wasm"))]
use estopim_tablebase::{Tables, Value, Verdict, Wdl};
#[cfg(not(target_family = "wasm"))]
use std::{
    ffi::OsStr,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use crate::score::Score;
use crate::search::Pv;

/// Whether a search may use endgame tables. Levels below full strength do not, nor does what counts nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableUse {
    /// Those that the player has.
    #[default]
    Allowed,
    /// None.
    Forbidden,
}

/// The endgame tables of a player, shared by its threads.
#[derive(Clone, Debug, Default)]
pub struct Endgames {
    #[cfg(not(target_family = "wasm"))]
    tables: Option<Arc<Tables>>,
}

#[cfg(not(target_family = "wasm"))]
impl Endgames {
    /// A set of tables.
    pub fn new(tables: Tables) -> Self {
        Self { tables: Some(Arc::new(tables)) }
    }

    /// The tables that are part of the program.
    pub fn embedded() -> Self {
        static EMBEDDED: OnceLock<Arc<Tables>> = OnceLock::new();
        Self { tables: Some(Arc::clone(EMBEDDED.get_or_init(|| Arc::new(Tables::embedded())))) }
    }

    /// The tables that are part of the program, with those in the folders of `tables` and the Syzygy files in those of
    /// `syzygy`; several are separated as in the system's `PATH`. Also says what is refused, and why.
    pub fn open(tables: &OsStr, syzygy: &OsStr) -> (Self, Vec<String>) {
        let mut set = Tables::embedded();
        let mut complaints = Vec::new();
        let folders = |paths: &OsStr| -> Vec<PathBuf> {
            std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect()
        };
        let own = folders(tables).into_iter().map(|folder| (set.add_folder(&folder), folder));
        let mut results: Vec<_> = own.collect();
        let others = folders(syzygy).into_iter().map(|folder| (set.add_syzygy(&folder), folder));
        results.extend(others);
        for (result, folder) in results {
            match result {
                Ok(refused) => complaints.extend(
                    refused.iter().map(|file| format!("{}: {}", file.path.display(), file.reason)),
                ),
                Err(error) => complaints.push(format!("{}: {error}", folder.display())),
            }
        }
        (Self::new(set), complaints)
    }

    /// The score of a position at `ply`, if a table knows it. A win by a table of ours is one in that many plies; a Syzygy
    /// file does not say in how many, so its wins come after all of those.
    #[inline]
    pub(crate) fn score<R: Rules>(&self, pos: &Position<R>, ply: usize) -> Option<Score> {
        let tables = self.tables.as_ref().filter(|tables| tables.covers(pos))?;
        Some(match tables.judge(pos)? {
            Verdict::Exact(Value::Win(plies)) => Score::win_at(ply + usize::from(plies)),
            Verdict::Exact(Value::Loss(plies)) => Score::loss_at(ply + usize::from(plies)),
            Verdict::Wdl(Wdl::Win) => Score(Score::SYZYGY_WIN.0 - ply as i32),
            Verdict::Wdl(Wdl::Loss) => Score(ply as i32 - Score::SYZYGY_WIN.0),
            Verdict::Exact(Value::Draw)
            | Verdict::Wdl(Wdl::Draw | Wdl::BlessedLoss | Wdl::CursedWin) => Score::DRAW,
        })
    }

    /// Leaves only the moves that Syzygy files call best, if they know them all: who follows them makes progress.
    pub(crate) fn keep_best<R: Rules>(&self, pos: &Position<R>, moves: &mut MoveList) {
        if let Some(best) =
            self.tables.as_ref().and_then(|tables| tables.best_by_syzygy(pos, moves))
        {
            moves.retain(|mv| best.contains(mv));
        }
    }

    /// Goes on with a principal variation to the end of the game, if a table of ours knows who wins after it.
    pub(crate) fn extend<R: Rules>(&self, pos: &Position<R>, pv: &mut Pv) {
        let Some(tables) = &self.tables else { return };
        let mut now = *pos;
        for &mv in &*pv {
            now.play_unchecked(mv);
        }
        while !pv.is_full() && tables.covers(&now) {
            let decided = tables.probe(&now).is_some_and(|value| value.plies().is_some());
            let Some(mv) = decided.then(|| best(tables, &now)).flatten() else { return };
            pv.push(mv);
            now.play_unchecked(mv);
        }
    }
}

/// The move that is best by tables of ours; `None` if the game is over or they do not know all moves.
#[cfg(not(target_family = "wasm"))]
fn best<R: Rules>(tables: &Tables, pos: &Position<R>) -> Option<Move> {
    let mut best: Option<(i16, Move)> = None;
    for mv in pos.legal_moves() {
        let rank = tables.probe(&pos.after(mv))?.before().rank();
        if best.is_none_or(|(highest, _)| rank > highest) {
            best = Some((rank, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

#[cfg(target_family = "wasm")]
#[expect(clippy::unused_self, reason = "as where there are tables")]
impl Endgames {
    /// None.
    pub fn embedded() -> Self {
        Self::default()
    }

    #[inline(always)]
    pub(crate) fn score<R: Rules>(&self, _: &Position<R>, _: usize) -> Option<Score> {
        None
    }

    pub(crate) fn keep_best<R: Rules>(&self, _: &Position<R>, _: &mut MoveList) {}

    pub(crate) fn extend<R: Rules>(&self, _: &Position<R>, _: &mut Pv) {}
}

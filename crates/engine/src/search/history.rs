//! History heuristics: butterfly, continuation and capture history, which order moves by the cutoffs they have caused,
//! and correction history, which adjusts the static evaluation.

use estopim_rules::{Color, Move, Piece, Role, Square};

use crate::tuning::CORRECTION_MAX_DEPTH;

/// The largest magnitude of a history value; updates shrink as it is approached (history gravity).
const MAX_HISTORY: i32 = 16_384;
/// The largest update of correction history.
const MAX_CORRECTION_BONUS: i32 = MAX_HISTORY / 8;

/// One history value.
#[derive(Clone, Copy, Default)]
struct HistoryValue(i16);

impl HistoryValue {
    /// Adds `bonus`, scaled down as the limit is approached.
    #[inline(always)]
    fn update(&mut self, bonus: i32) {
        let now = i32::from(self.0);
        self.0 = (now + bonus - now * bonus.abs() / MAX_HISTORY) as i16;
    }
}

/// A piece and the square it moves to, the index of continuation history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    const COUNT: usize = 12 * 64;

    #[inline(always)]
    pub fn new(piece: Piece, to: Square) -> Self {
        let piece = piece.color.index() * 6 + piece.role.index();
        Self((piece * 64 + to.index()) as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its value in a table.
    #[inline(always)]
    fn within(self, table: &PieceToTable) -> &HistoryValue {
        &table[self.index() / 64][self.index() % 64]
    }

    #[inline(always)]
    fn within_mut(self, table: &mut PieceToTable) -> &mut HistoryValue {
        &mut table[self.index() / 64][self.index() % 64]
    }
}

/// A history value for each piece on each square.
type PieceToTable = [[HistoryValue; 64]; 12];

/// Entries of each correction history.
const CORRECTION_BUCKETS: usize = 16_384;

/// Continuation history after a null move, or before the root: always zero.
static NO_CONTINUATION: PieceToTable = [[HistoryValue(0); 64]; 12];

/// The histories of one thread.
pub(crate) struct Histories {
    quiet: Box<[[[HistoryValue; 64]; 64]; 2]>,
    capture: Box<[[[HistoryValue; 6]; 64]; 12]>,
    continuation: Vec<PieceToTable>,
    correction: Vec<[[HistoryValue; CORRECTIONS]; 2]>,
}

/// Corrections by pawn structure, by White's and by Black's pieces.
const CORRECTIONS: usize = 3;

/// What the histories of a move depend on besides the move.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub color: Color,
    /// The moves one, two and four plies before.
    pub earlier: [Option<PieceTo>; 3],
}

impl Histories {
    pub fn new() -> Self {
        Self {
            quiet: Box::new([[[HistoryValue(0); 64]; 64]; 2]),
            capture: Box::new([[[HistoryValue(0); 6]; 64]; 12]),
            continuation: vec![NO_CONTINUATION; PieceTo::COUNT],
            correction: vec![[[HistoryValue(0); CORRECTIONS]; 2]; CORRECTION_BUCKETS],
        }
    }

    /// The histories of quiet moves in a context.
    #[inline(always)]
    pub fn rows(&self, context: &Context) -> Rows<'_> {
        let row = |earlier: Option<PieceTo>| match earlier {
            Some(earlier) => &self.continuation[earlier.index()],
            None => &NO_CONTINUATION,
        };
        Rows {
            butterfly: &self.quiet[context.color.index()],
            continuation: context.earlier.map(row),
        }
    }

    /// Updates the butterfly and continuation histories of a quiet move.
    #[inline]
    pub fn update_quiet(&mut self, context: &Context, piece_to: PieceTo, mv: Move, bonus: i32) {
        self.quiet[context.color.index()][mv.from().index()][mv.to().index()].update(bonus);
        for earlier in context.earlier.into_iter().flatten() {
            piece_to.within_mut(&mut self.continuation[earlier.index()]).update(bonus);
        }
    }

    /// The history of a capture of `victim`.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: Role) -> i32 {
        i32::from(self.capture[piece_index(piece)][to.index()][victim.index()].0)
    }

    /// Updates the history of a capture.
    #[inline]
    pub fn update_capture(&mut self, piece: Piece, to: Square, victim: Role, bonus: i32) {
        self.capture[piece_index(piece)][to.index()][victim.index()].update(bonus);
    }

    /// The correction of the static evaluation for these structures, in history units: each is
    /// the tuning's `correction_share` divided by [`CORRECTION_SHARE_UNIT`](crate::tuning::CORRECTION_SHARE_UNIT) centipawns.
    #[inline]
    pub fn correction(&self, color: Color, keys: [u64; CORRECTIONS]) -> i32 {
        let mut total = 0;
        for (kind, key) in keys.into_iter().enumerate() {
            let bucket = key as usize % CORRECTION_BUCKETS;
            total += i32::from(self.correction[bucket][color.index()][kind].0);
        }
        total
    }

    /// Updates correction history by the error of a static evaluation, in centipawns.
    #[inline]
    pub fn update_correction(
        &mut self,
        color: Color,
        keys: [u64; CORRECTIONS],
        error: i32,
        depth: i32,
    ) {
        let weight = depth.min(CORRECTION_MAX_DEPTH);
        let bonus = (error * weight).clamp(-MAX_CORRECTION_BONUS, MAX_CORRECTION_BONUS);
        for (kind, key) in keys.into_iter().enumerate() {
            let bucket = key as usize % CORRECTION_BUCKETS;
            self.correction[bucket][color.index()][kind].update(bonus);
        }
    }
}

/// The histories of quiet moves in one context.
pub(crate) struct Rows<'a> {
    butterfly: &'a [[HistoryValue; 64]; 64],
    continuation: [&'a PieceToTable; 3],
}

impl<'a> Rows<'a> {
    /// The sum of the histories of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, piece_to: PieceTo, mv: Move) -> i32 {
        let butterfly = self.butterfly[mv.from().index()][mv.to().index()].0;
        let mut total = i32::from(butterfly);
        for table in self.continuation {
            total += i32::from(piece_to.within(table).0);
        }
        total
    }

    /// The rows of one piece, to be read for many squares.
    #[inline(always)]
    pub fn of(&self, piece: Piece) -> PieceRows<'a> {
        let index = piece_index(piece);
        PieceRows {
            butterfly: self.butterfly,
            continuation: self.continuation.map(|table| &table[index]),
        }
    }
}

/// The histories of one piece's quiet moves in one context.
pub(crate) struct PieceRows<'a> {
    butterfly: &'a [[HistoryValue; 64]; 64],
    continuation: [&'a [HistoryValue; 64]; 3],
}

impl PieceRows<'_> {
    /// The sum of the histories of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, from: Square, to: Square) -> i32 {
        let mut total = i32::from(self.butterfly[from.index()][to.index()].0);
        for row in self.continuation {
            total += i32::from(row[to.index()].0);
        }
        total
    }
}

#[inline(always)]
fn piece_index(piece: Piece) -> usize {
    piece.color.index() * 6 + piece.role.index()
}

//! What earlier cut-offs teach about moves: the better a move has done, the earlier it is tried.

use estopim_rules::{Color, Move, Piece, Role, Square};

/// The largest value of a history; updates shrink as they near it.
const LIMIT: i32 = 16_384;

/// One learnt number.
#[derive(Clone, Copy, Default)]
struct Learnt(i16);

impl Learnt {
    /// Moves towards `bonus`, less the nearer the limit is.
    #[inline(always)]
    fn learn(&mut self, bonus: i32) {
        let now = i32::from(self.0);
        self.0 = (now + bonus - now * bonus.abs() / LIMIT) as i16;
    }
}

/// A piece on the square it has moved to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival(u16);

impl Arrival {
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

    /// What a table has learnt about it.
    #[inline(always)]
    fn within(self, table: &Table) -> &Learnt {
        &table[self.index() / 64][self.index() % 64]
    }

    #[inline(always)]
    fn within_mut(self, table: &mut Table) -> &mut Learnt {
        &mut table[self.index() / 64][self.index() % 64]
    }
}

/// What is learnt about each piece on each square.
type Table = [[Learnt; 64]; 12];

/// How many structures a correction tells apart.
const CORRECTION_BUCKETS: usize = 16_384;

/// What is known about the moves after none.
static NOTHING_LEARNT: Table = [[Learnt(0); 64]; 12];

/// All that one thread has learnt.
pub(crate) struct Histories {
    quiet: Box<[[[Learnt; 64]; 64]; 2]>,
    capture: Box<[[[Learnt; 6]; 64]; 12]>,
    continuation: Vec<Table>,
    correction: Vec<[[Learnt; CORRECTIONS]; 2]>,
}

/// Corrections by pawns, by the white and by the black pieces.
const CORRECTIONS: usize = 3;

/// What a move's history is looked up by.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub color: Color,
    /// The moves one, two and four plies before.
    pub earlier: [Option<Arrival>; 3],
}

impl Histories {
    pub fn new() -> Self {
        Self {
            quiet: Box::new([[[Learnt(0); 64]; 64]; 2]),
            capture: Box::new([[[Learnt(0); 6]; 64]; 12]),
            continuation: vec![NOTHING_LEARNT; Arrival::COUNT],
            correction: vec![[[Learnt(0); CORRECTIONS]; 2]; CORRECTION_BUCKETS],
        }
    }

    /// What has been learnt about quiet moves in a context like this.
    #[inline(always)]
    pub fn rows(&self, context: &Context) -> Rows<'_> {
        let row = |earlier: Option<Arrival>| match earlier {
            Some(earlier) => &self.continuation[earlier.index()],
            None => &NOTHING_LEARNT,
        };
        Rows {
            butterfly: &self.quiet[context.color.index()],
            continuation: context.earlier.map(row),
        }
    }

    /// Learns how a quiet move did.
    #[inline]
    pub fn learn_quiet(&mut self, context: &Context, arrival: Arrival, mv: Move, bonus: i32) {
        self.quiet[context.color.index()][mv.from().index()][mv.to().index()].learn(bonus);
        for earlier in context.earlier.into_iter().flatten() {
            arrival.within_mut(&mut self.continuation[earlier.index()]).learn(bonus);
        }
    }

    /// How well capturing `victim` this way has done.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: Role) -> i32 {
        i32::from(self.capture[slot(piece)][to.index()][victim.index()].0)
    }

    /// Learns how a capture did.
    #[inline]
    pub fn learn_capture(&mut self, piece: Piece, to: Square, victim: Role, bonus: i32) {
        self.capture[slot(piece)][to.index()][victim.index()].learn(bonus);
    }

    /// By how much evaluations of structures like these have been off, in grains of a centipawn.
    #[inline]
    pub fn correction(&self, color: Color, keys: [u64; CORRECTIONS]) -> i32 {
        let mut total = 0;
        for (kind, key) in keys.into_iter().enumerate() {
            let bucket = key as usize % CORRECTION_BUCKETS;
            total += i32::from(self.correction[bucket][color.index()][kind].0);
        }
        total
    }

    /// Learns by how much an evaluation was off.
    #[inline]
    pub fn learn_correction(
        &mut self,
        color: Color,
        keys: [u64; CORRECTIONS],
        off: i32,
        depth: i32,
    ) {
        let bonus = (off * depth.min(16)).clamp(-LIMIT / 8, LIMIT / 8);
        for (kind, key) in keys.into_iter().enumerate() {
            let bucket = key as usize % CORRECTION_BUCKETS;
            self.correction[bucket][color.index()][kind].learn(bonus);
        }
    }
}

/// What has been learnt about quiet moves in one context.
pub(crate) struct Rows<'a> {
    butterfly: &'a [[Learnt; 64]; 64],
    continuation: [&'a Table; 3],
}

impl<'a> Rows<'a> {
    /// How well a quiet move has done.
    #[inline(always)]
    pub fn quiet(&self, arrival: Arrival, mv: Move) -> i32 {
        let butterfly = self.butterfly[mv.from().index()][mv.to().index()].0;
        let mut total = i32::from(butterfly);
        for table in self.continuation {
            total += i32::from(arrival.within(table).0);
        }
        total
    }

    /// The part about one piece, to be asked about many squares.
    #[inline(always)]
    pub fn of(&self, piece: Piece) -> PieceRows<'a> {
        let slot = slot(piece);
        PieceRows {
            butterfly: self.butterfly,
            arrivals: self.continuation.map(|table| &table[slot]),
        }
    }
}

/// What has been learnt about quiet moves of one piece in one context.
pub(crate) struct PieceRows<'a> {
    butterfly: &'a [[Learnt; 64]; 64],
    arrivals: [&'a [Learnt; 64]; 3],
}

impl PieceRows<'_> {
    /// How well a quiet move has done.
    #[inline(always)]
    pub fn quiet(&self, from: Square, to: Square) -> i32 {
        let mut total = i32::from(self.butterfly[from.index()][to.index()].0);
        for row in self.arrivals {
            total += i32::from(row[to.index()].0);
        }
        total
    }
}

#[inline(always)]
fn slot(piece: Piece) -> usize {
    piece.color.index() * 6 + piece.role.index()
}

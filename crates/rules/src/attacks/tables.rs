//! Sliders by magic bitboards, and what lies between and beyond two squares by pairs: the fast way. The compiler builds the
//! tables. In WebAssembly they are filled when they are first used: as data they would be most of what a page loads.

#[cfg(target_family = "wasm")]
use std::sync::LazyLock;

use super::{ALL_DIRECTIONS, FILE_A, RANK_1, SliderLines, magics, walk};
use crate::types::{Bitboard, Square};

/// Squares that a rook on `from` attacks past the blockers `occupied`.
#[inline(always)]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    ROOK_TABLE[ROOK_INDEX[from.index()].of(occupied)]
}

/// Squares that a bishop on `from` attacks past the blockers `occupied`.
#[inline(always)]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_TABLE[BISHOP_INDEX[from.index()].of(occupied)]
}

/// Squares strictly between two squares of one rank, file or diagonal; none for other pairs.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, both included; none for other pairs.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(not(target_family = "wasm"))]
static BETWEEN: PairTable = pair_table(false);
#[cfg(not(target_family = "wasm"))]
static LINE: PairTable = pair_table(true);
#[cfg(target_family = "wasm")]
static BETWEEN: LazyLock<Box<PairTable>> = LazyLock::new(|| Box::new(pair_table(false)));
#[cfg(target_family = "wasm")]
static LINE: LazyLock<Box<PairTable>> = LazyLock::new(|| Box::new(pair_table(true)));

/// A set of squares for every pair of squares.
type PairTable = [[Bitboard; 64]; 64];

/// The magic of one square: how blockers become an index of the slider table.
struct SliderIndex {
    /// The relevant blockers: the rays without their last squares.
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl SliderIndex {
    #[inline(always)]
    const fn of(&self, occupied: Bitboard) -> usize {
        let blockers = occupied.0 & self.mask;
        self.offset as usize + (blockers.wrapping_mul(self.magic) >> self.shift) as usize
    }
}

const ROOK_TABLE_SIZE: usize = 102_400;
const BISHOP_TABLE_SIZE: usize = 5_248;

static ROOK_INDEX: [SliderIndex; 64] = slider_index(true, &magics::ROOK);
static BISHOP_INDEX: [SliderIndex; 64] = slider_index(false, &magics::BISHOP);

#[cfg(not(target_family = "wasm"))]
static ROOK_TABLE: [Bitboard; ROOK_TABLE_SIZE] = slider_table(true, &ROOK_INDEX);
#[cfg(not(target_family = "wasm"))]
static BISHOP_TABLE: [Bitboard; BISHOP_TABLE_SIZE] = slider_table(false, &BISHOP_INDEX);
#[cfg(target_family = "wasm")]
static ROOK_TABLE: LazyLock<Vec<Bitboard>> =
    LazyLock::new(|| slider_table_on_heap(ROOK_TABLE_SIZE, true, &ROOK_INDEX));
#[cfg(target_family = "wasm")]
static BISHOP_TABLE: LazyLock<Vec<Bitboard>> =
    LazyLock::new(|| slider_table_on_heap(BISHOP_TABLE_SIZE, false, &BISHOP_INDEX));

const fn slider_index(rook: bool, magics: &[u64; 64]) -> [SliderIndex; 64] {
    const NONE: SliderIndex = SliderIndex { mask: 0, magic: 0, offset: 0, shift: 0 };
    let mut table = [NONE; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let rank = RANK_1 << (square & 0b11_1000);
        let file = FILE_A << (square & 0b111);
        let edges = (RANK_1 | RANK_1 << 56) & !rank | (FILE_A | FILE_A << 7) & !file;
        let mask = walk(square, 0, rook) & !edges;
        let bits = mask.count_ones();
        table[square] = SliderIndex { mask, magic: magics[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    table
}

#[cfg(not(target_family = "wasm"))]
const fn slider_table<const N: usize>(rook: bool, index: &[SliderIndex; 64]) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    fill_slider_table(&mut table, rook, index);
    table
}

#[cfg(target_family = "wasm")]
fn slider_table_on_heap(size: usize, rook: bool, index: &[SliderIndex; 64]) -> Vec<Bitboard> {
    let mut table = vec![Bitboard::EMPTY; size];
    fill_slider_table(&mut table, rook, index);
    table
}

const fn fill_slider_table(table: &mut [Bitboard], rook: bool, index: &[SliderIndex; 64]) {
    let mut square = 0;
    while square < 64 {
        let mask = index[square].mask;
        let lines = SliderLines::through(square, rook);
        let mut blockers = 0u64;
        loop {
            table[index[square].of(Bitboard(blockers))] = Bitboard(lines.attacks(blockers));
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        square += 1;
    }
}

/// For every pair of aligned squares: the squares between them, or the whole line through them.
#[expect(clippy::large_stack_arrays, reason = "the compiler runs this, or WebAssembly once")]
const fn pair_table(whole_line: bool) -> PairTable {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = ALL_DIRECTIONS[direction];
            let rook = files == 0 || ranks == 0;
            let line = SliderLines::through(a, rook);
            let mut passed = 0;
            let mut at = Square::from_index(a);
            while let Some(next) = at.offset(files, ranks) {
                let b = next.index();
                let both = 1 << a | 1 << b;
                table[a][b] = Bitboard(if !whole_line {
                    passed
                } else if (line.first | 1 << a) & both == both {
                    line.first | both
                } else {
                    line.second | both
                });
                passed |= 1 << b;
                at = next;
            }
            direction += 1;
        }
        a += 1;
    }
    table
}

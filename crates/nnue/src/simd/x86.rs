//! The kernels for 64-bit x86 processors: written once, compiled for registers of 256 and of 512 bits.

/// A loop over `0..count`. Written out, because functions that a kernel calls, iterators among them, are compiled
/// without its instructions, and then often not inlined.
macro_rules! each {
    ($number:ident in $count:expr => $body:expr) => {
        let mut $number = 0;
        while $number < $count {
            $body;
            $number += 1;
        }
    };
}

/// The kernels in instructions that the module has given short names: `load`, `add`, `sum` and so on. It also says
/// how many `LANES` of 16 bits a register has.
macro_rules! kernels {
    ($instructions:literal) => {
        use crate::features::Changes;
        use crate::network::{FEATURE_UNIT, HIDDEN_STEP};

        /// Registers that a wide tile of sums fills.
        const WIDE: usize = 8;
        /// Registers that a narrow tile fills; every width is a multiple of it.
        const NARROW: usize = HIDDEN_STEP / LANES;

        /// # Safety
        ///
        /// The processor has the instructions, `into` is a multiple of 64 wide, `from` as wide, and `weights`
        /// has a row of that width for every input of `changes`.
        #[target_feature(enable = $instructions)]
        pub(in crate::simd) unsafe fn update(
            from: Option<&[i16]>,
            into: &mut [i16],
            weights: &[i16],
            changes: &Changes,
        ) {
            let hidden = into.len();
            let into = into.as_mut_ptr();
            let from = from.map_or(into.cast_const(), <[i16]>::as_ptr);
            let mut done = 0;
            // SAFETY: tiles end at or before the width, which is a multiple of the narrow tile's; the rest is
            // this function's own condition. `from` and `into` are the same or do not touch.
            unsafe {
                while done + WIDE * LANES <= hidden {
                    tile::<WIDE>(from, into, weights.as_ptr(), hidden, done, changes);
                    done += WIDE * LANES;
                }
                while done < hidden {
                    tile::<NARROW>(from, into, weights.as_ptr(), hidden, done, changes);
                    done += NARROW * LANES;
                }
            }
        }

        /// The sums `start..start + N * LANES`, which stay in registers while all changes are applied.
        ///
        /// # Safety
        ///
        /// `from`, `into` and every row of `weights` are `hidden` wide, and the tile ends within that.
        #[inline]
        #[target_feature(enable = $instructions)]
        unsafe fn tile<const N: usize>(
            from: *const i16,
            into: *mut i16,
            weights: *const i16,
            hidden: usize,
            start: usize,
            changes: &Changes,
        ) {
            let mut sums = [zero(); N];
            // SAFETY: every access lies within the tile of a row that the caller promises; none needs alignment.
            unsafe {
                let part = |row: *const i16, number: usize| load(row.add(number * LANES).cast());
                each!(number in N => sums[number] = part(from.add(start), number));
                each!(change in changes.removed.len() => {
                    let row = weights.add(usize::from(changes.removed[change]) * hidden + start);
                    each!(number in N => sums[number] = subtract(sums[number], part(row, number)));
                });
                each!(change in changes.added.len() => {
                    let row = weights.add(usize::from(changes.added[change]) * hidden + start);
                    each!(number in N => sums[number] = add(sums[number], part(row, number)));
                });
                each!(number in N => store(into.add(start + number * LANES).cast(), sums[number]));
            }
        }

        /// Turning the highest bit of a square about takes 2¹⁵ off it; two neighbours are weighed and added up in
        /// 32 bits.
        ///
        /// # Safety
        ///
        /// The processor has the instructions, and `weights` is as wide as `sums`, a multiple of 64.
        #[target_feature(enable = $instructions)]
        pub(in crate::simd) unsafe fn output(sums: &[i16], weights: &[i16]) -> i32 {
            let one = everywhere(FEATURE_UNIT as i16);
            let offset = everywhere(i16::MIN);
            let mut totals = [zero(); 2];
            each!(number in sums.len() / LANES => {
                // SAFETY: both are as wide as the caller promises; neither load needs alignment.
                let (sums, weights) = unsafe {
                    let place = number * LANES;
                    (load(sums.as_ptr().add(place).cast()), load(weights.as_ptr().add(place).cast()))
                };
                let clipped = least(greatest(sums, zero()), one);
                let squares = xor(multiply(clipped, clipped), offset);
                totals[number % 2] = add_pairs(totals[number % 2], weigh_pairs(squares, weights));
            });
            total(add_pairs(totals[0], totals[1]))
        }
    };
}

pub(super) mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16 as add,
        _mm256_add_epi32 as add_pairs, _mm256_castsi256_si128, _mm256_extracti128_si256,
        _mm256_loadu_si256 as load, _mm256_madd_epi16 as weigh_pairs, _mm256_max_epi16 as greatest,
        _mm256_min_epi16 as least, _mm256_mullo_epi16 as multiply, _mm256_set1_epi16 as everywhere,
        _mm256_setzero_si256 as zero, _mm256_storeu_si256 as store, _mm256_sub_epi16 as subtract,
        _mm256_xor_si256 as xor,
    };

    const LANES: usize = 16;

    kernels!("avx2");

    /// All numbers of 32 bits added up.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn total(eight: __m256i) -> i32 {
        let four =
            _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        _mm_cvtsi128_si32(one)
    }
}

pub(super) mod avx512 {
    use std::arch::x86_64::{
        _mm512_add_epi16 as add, _mm512_add_epi32 as add_pairs, _mm512_loadu_si512 as load,
        _mm512_madd_epi16 as weigh_pairs, _mm512_max_epi16 as greatest, _mm512_min_epi16 as least,
        _mm512_mullo_epi16 as multiply, _mm512_reduce_add_epi32 as total,
        _mm512_set1_epi16 as everywhere, _mm512_setzero_si512 as zero,
        _mm512_storeu_si512 as store, _mm512_sub_epi16 as subtract, _mm512_xor_si512 as xor,
    };

    const LANES: usize = 32;

    kernels!("avx512f,avx512bw");
}

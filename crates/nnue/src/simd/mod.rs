//! The arithmetic of a network, for each instruction set (SIMD).
//!
//! Two functions do all the work: [`Simd::update`] adds and subtracts rows of weights, [`Simd::output`]
//! activates (squared clipped ReLU) and weighs an accumulator. Every processor computes the same numbers: all sums fit
//! their types (see [`crate::network`]), so the order of additions does not matter. The plain twin runs everywhere.
#![allow(unsafe_code)]

mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::sync::OnceLock;

use crate::features::Changes;
use crate::network::{HIDDEN_STEP, OutputHalf};

/// An instruction set that this processor has. It can only be made by detection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Simd {
    /// The fastest that this processor has.
    pub fn best() -> Self {
        static BEST: OnceLock<Simd> = OnceLock::new();
        *BEST.get_or_init(|| *Self::all().last().expect("the plain twin runs everywhere"))
    }

    /// All that this processor has, the plain twin first, the fastest last.
    pub fn all() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut all = vec![Self(Kind::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                all.push(Self(Kind::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            all.push(Self(Kind::Neon));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self(Kind::Simd128));
        all
    }

    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "NEON",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "SIMD128",
        }
    }

    /// Sets `into` to the accumulator `from`, or leaves its own values if there is none, less the rows of removed inputs
    /// and plus those of added ones.
    #[inline]
    pub(crate) fn update(
        self,
        from: Option<&[i16]>,
        into: &mut [i16],
        weights: &[i16],
        changes: &Changes,
    ) {
        let hidden = into.len();
        assert!(hidden.is_multiple_of(HIDDEN_STEP), "a width in steps that vectors divide");
        assert!(from.is_none_or(|from| from.len() == hidden), "accumulators of the same width");
        let rows = weights.len() / hidden;
        let known = |inputs: &[u16]| inputs.iter().all(|&input| usize::from(input) < rows);
        assert!(known(&changes.removed) && known(&changes.added), "inputs of this network");
        match self.0 {
            Kind::Plain => plain::update(from, into, weights, changes),
            // SAFETY: the value was made by `all`, which asked the processor for these instructions; the
            // widths and the inputs have been checked above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2::update(from, into, weights, changes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512::update(from, into, weights, changes) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { neon::update(from, into, weights, changes) },
            // SAFETY: the widths and the inputs have been checked above.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => unsafe { wasm::update(from, into, weights, changes) },
        }
    }

    /// The output layer's dot product for one side: squared clipped ReLU of the accumulator times weights.
    ///
    /// A square, up to 255², is one bit too wide for a signed product, so it is taken less 2¹⁵; the half's offset
    /// makes up for that. On the way additions may wrap round; the result fits, so it is right.
    #[inline]
    pub(crate) fn output(self, accumulator: &[i16], half: OutputHalf) -> i32 {
        assert!(
            accumulator.len().is_multiple_of(HIDDEN_STEP),
            "a width in steps that vectors divide"
        );
        assert_eq!(accumulator.len(), half.weights.len(), "a weight for every value");
        let sum = match self.0 {
            Kind::Plain => plain::output(accumulator, half.weights),
            // SAFETY: the value was made by `all`, which asked the processor for these instructions; the
            // widths have been checked above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2::output(accumulator, half.weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512::output(accumulator, half.weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { neon::output(accumulator, half.weights) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => wasm::output(accumulator, half.weights),
        };
        sum.wrapping_add(half.offset)
    }
}

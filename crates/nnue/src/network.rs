//! [`Network`]: the quantised parameters of a trained network.
//!
//! Parameters are integers, so that every processor computes the same value: fixed-point numbers in units of 1/255 in
//! the first layer (QA) and of 1/256 in the output layer (QB). Bounds that [`Network::new`] checks keep every sum within
//! its type, so nothing after it has to check:
//!
//! - a feature weight is at most 992 in size, so that the sum for 32 pieces and the bias fits 16 bits;
//! - the output weights of one side's half that have the same sign are together small enough for the sum of
//!   squares (up to 255²) that they weigh to fit 32 bits.

use estopim_rules::{Board, Color, Variant};
use xxhash_rust::xxh3::Xxh3;

use crate::accumulator::NetworkEvaluator;
use crate::aligned::Aligned;
use crate::features::Features;
use crate::file::NetworkError;

/// The fixed-point one of the first layer (QA).
pub const FEATURE_UNIT: i32 = 255;
/// The fixed-point one of the output layer (QB).
pub const OUTPUT_UNIT: i32 = 256;
/// How many output layers there are; the number of pieces chooses one.
pub const OUTPUT_BUCKETS: usize = 8;
/// The width of the first layer is a multiple of this.
pub const HIDDEN_STEP: usize = 64;
/// The greatest width of the first layer.
pub const MAX_HIDDEN: usize = 1024;
/// The greatest size of a feature weight or feature bias.
pub const MAX_FEATURE_WEIGHT: i16 = (i16::MAX as usize / (32 + 1)) as i16;
/// What kernels subtract from a squared activation so that it fits 16 bits with a sign.
pub(crate) const SQUARE_OFFSET: i32 = 1 << 15;

/// What a network is for and how it is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The games it serves.
    pub variants: Variants,
    /// Its inputs.
    pub features: Features,
    /// The width of the first layer, for each side.
    pub hidden: usize,
    /// The centipawns that an output of one stands for.
    pub scale: u16,
}

impl Shape {
    /// The default scale, in centipawns for an output of one: what the networks are trained with.
    pub const DEFAULT_SCALE: u16 = 300;

    /// The default shape for a game.
    pub fn of(variant: Variant, hidden: usize) -> Self {
        Self {
            variants: Variants::of(variant),
            features: Features::of(variant),
            hidden,
            scale: Self::DEFAULT_SCALE,
        }
    }
}

/// A set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variants(u8);

impl Variants {
    /// One game.
    pub const fn of(variant: Variant) -> Self {
        Self(1 << variant as u8)
    }

    /// The set with one more game.
    pub const fn with(self, variant: Variant) -> Self {
        Self(self.0 | Self::of(variant).0)
    }

    /// Whether a game is in the set.
    pub const fn has(self, variant: Variant) -> bool {
        self.0 & Self::of(variant).0 != 0
    }

    /// The games, in their usual order.
    pub fn iter(self) -> impl Iterator<Item = Variant> {
        Variant::ALL.into_iter().filter(move |&variant| self.has(variant))
    }

    /// The set as a file holds it: a bit a game, in the order of [`Variant::ALL`].
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The set from a file; none if it is empty or has games that do not exist.
    pub(crate) const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 || bits >> Variant::ALL.len() != 0 { None } else { Some(Self(bits)) }
    }
}

/// The names of the games, with commas.
impl std::fmt::Display for Variants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, variant) in self.iter().enumerate() {
            write!(f, "{}{variant}", if number == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The parameters of a network, as a trainer makes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// A row of the hidden width for each input.
    pub feature_weights: Vec<i16>,
    /// The biases of the first layer.
    pub feature_bias: Vec<i16>,
    /// A row for each output bucket: the half of the side to move, then the other side's.
    pub output_weights: Vec<i16>,
    /// One for each output bucket, in units of both layers multiplied.
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: Shape,
    feature_weights: Aligned,
    feature_bias: Aligned,
    output_weights: Aligned,
    output_bias: [i32; OUTPUT_BUCKETS],
    /// The weights of each half added up, times [`SQUARE_OFFSET`]: what the output must be corrected by.
    offsets: [[i32; 2]; OUTPUT_BUCKETS],
    fingerprint: u64,
}

impl Network {
    /// A network of the given shape. Every bound is checked here.
    pub fn new(shape: Shape, parameters: &Parameters) -> Result<Self, NetworkError> {
        let hidden = shape.hidden;
        if !hidden.is_multiple_of(HIDDEN_STEP) || !(HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        if shape.scale == 0 {
            return Err(NetworkError::Scale);
        }
        let counts = [
            ("feature weights", parameters.feature_weights.len(), shape.features.inputs() * hidden),
            ("feature biases", parameters.feature_bias.len(), hidden),
            ("output weights", parameters.output_weights.len(), OUTPUT_BUCKETS * 2 * hidden),
        ];
        for (what, found, wanted) in counts {
            if found != wanted {
                return Err(NetworkError::Count { what, found, wanted });
            }
        }
        let first = parameters.feature_weights.iter().chain(&parameters.feature_bias);
        let greatest = first.map(|number| number.unsigned_abs()).max().unwrap_or(0);
        if greatest > MAX_FEATURE_WEIGHT.unsigned_abs() {
            return Err(NetworkError::FeatureWeight(greatest));
        }
        let mut offsets = [[0; 2]; OUTPUT_BUCKETS];
        let halves = parameters.output_weights.chunks_exact(hidden);
        for (half, offset) in halves.zip(offsets.as_flattened_mut()) {
            let sum: i32 = half.iter().map(|&weight| i32::from(weight)).sum();
            *offset = sum.wrapping_mul(SQUARE_OFFSET);
            for sign in [1, -1] {
                let together: i64 =
                    half.iter().map(|&weight| (i64::from(weight) * sign).max(0)).sum();
                let greatest = together * i64::from(FEATURE_UNIT * FEATURE_UNIT);
                if greatest > i64::from(i32::MAX) {
                    return Err(NetworkError::OutputSum { found: greatest });
                }
            }
        }
        Ok(Self {
            shape,
            feature_weights: Aligned::from(&*parameters.feature_weights),
            feature_bias: Aligned::from(&*parameters.feature_bias),
            output_weights: Aligned::from(&*parameters.output_weights),
            output_bias: parameters.output_bias,
            offsets,
            fingerprint: fingerprint(&shape, parameters),
        })
    }

    /// What it is for and how it is built.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its parameters.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            feature_weights: self.feature_weights.to_vec(),
            feature_bias: self.feature_bias.to_vec(),
            output_weights: self.output_weights.to_vec(),
            output_bias: self.output_bias,
        }
    }

    /// The same network, for other games as well.
    pub fn serving(mut self, variants: Variants) -> Self {
        self.shape.variants = variants;
        self
    }

    /// A hash of the parameters.
    #[inline(always)]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The evaluation of a single board for the side to move, in centipawns, with a full refresh. For many boards use a
    /// [`NetworkEvaluator`], which returns the same values faster.
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        NetworkEvaluator::new().evaluate(self, 0, board, turn)
    }

    /// All rows of feature weights.
    #[inline(always)]
    pub(crate) fn feature_weights(&self) -> &[i16] {
        &self.feature_weights
    }

    #[inline(always)]
    pub(crate) fn feature_bias(&self) -> &[i16] {
        &self.feature_bias
    }

    /// The output weights of a bucket: the mover's half and the other side's.
    #[inline(always)]
    pub(crate) fn output_halves(&self, bucket: usize) -> [OutputHalf<'_>; 2] {
        let hidden = self.shape.hidden;
        let start = bucket * 2 * hidden;
        let (ours, theirs) = self.output_weights[start..start + 2 * hidden].split_at(hidden);
        let [our_offset, their_offset] = self.offsets[bucket];
        [
            OutputHalf { weights: ours, offset: our_offset },
            OutputHalf { weights: theirs, offset: their_offset },
        ]
    }

    /// Centipawns from the weighted sum of both halves.
    #[inline(always)]
    pub(crate) fn centipawns(&self, bucket: usize, sum: i64) -> i32 {
        let units = i64::from(FEATURE_UNIT * OUTPUT_UNIT);
        let output = sum / i64::from(FEATURE_UNIT) + i64::from(self.output_bias[bucket]);
        (output * i64::from(self.shape.scale) / units) as i32
    }
}

/// The output weights for one side's sums.
#[derive(Clone, Copy)]
pub(crate) struct OutputHalf<'a> {
    /// One for each sum.
    pub weights: &'a [i16],
    /// The correction for squares that are less by [`SQUARE_OFFSET`].
    pub offset: i32,
}

/// The output bucket of a board with this many pieces: one for every four pieces.
#[inline(always)]
pub fn output_bucket(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize / 4).min(OUTPUT_BUCKETS - 1)
}

fn fingerprint(shape: &Shape, parameters: &Parameters) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&shape.hidden.to_le_bytes());
    hash.update(&shape.scale.to_le_bytes());
    if let Features::Kinged(map) = shape.features {
        hash.update(&map);
    }
    let rows = [&parameters.feature_weights, &parameters.feature_bias, &parameters.output_weights];
    for numbers in rows.into_iter().flat_map(|row| row.chunks(512)) {
        let mut bytes = [0; 1024];
        for (place, number) in bytes.chunks_exact_mut(2).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        hash.update(&bytes[..2 * numbers.len()]);
    }
    for bias in parameters.output_bias {
        hash.update(&bias.to_le_bytes());
    }
    hash.digest()
}

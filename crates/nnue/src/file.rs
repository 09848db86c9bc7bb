//! How a network is written to a file, and why a file is refused.
//!
//! Everything is little endian; the numbers follow the header without gaps.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | magic, `ESTONNUE` |
//! | 8..10 | version of this format |
//! | 10 | games it supports, a bit each in the order of [`estopim_rules::Variant::ALL`] |
//! | 11 | 1 if the inputs depend on kings, 0 if not |
//! | 12..14 | width of the first layer |
//! | 14 | buckets of king squares |
//! | 15 | output buckets |
//! | 16..18 | fixed-point unit of the first layer (QA) |
//! | 18..20 | fixed-point unit of the output layer (QB) |
//! | 20..22 | centipawns for an output of one (the scale) |
//! | 22..24 | zero |
//! | 24..56 | the bucket of each king square; zero without kings |
//! | 56..64 | checksum (XXH3, 64 bits) of all bytes before and after |
//! | 64.. | feature weights, feature biases, output weights (16 bits each), output biases (32 bits each) |

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use estopim_rules::Variant;
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::features::{Features, KING_SQUARES, MAX_BUCKETS};
use crate::network::{
    FEATURE_UNIT, HIDDEN_STEP, MAX_FEATURE_WEIGHT, MAX_HIDDEN, Network, OUTPUT_BUCKETS,
    OUTPUT_UNIT, Parameters, Shape, Variants,
};

const MAGIC: [u8; 8] = *b"ESTONNUE";
const VERSION: u16 = 1;
const HEADER: usize = 64;
/// Where in the header the checksum stands.
const CHECKSUM: std::ops::Range<usize> = 56..64;

/// Why a network is refused.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum NetworkError {
    #[error("cannot read the network: {0}")]
    Io(#[from] io::Error),
    #[error("expected the file of a network, found {0}")]
    NotAFile(&'static str),
    #[error("not a network: expected a file that begins with \"ESTONNUE\", found {0:?}")]
    Magic(String),
    #[error("expected a network of format version {VERSION}, found version {0}")]
    Version(u16),
    #[error("expected a network for at least one of the five games, found the set {0:#010b}")]
    Games(u8),
    #[error("expected a network for {wanted}, found one for {found}")]
    Variant { found: Variants, wanted: Variant },
    #[error(
        "expected a first layer of {HIDDEN_STEP} to {MAX_HIDDEN} in steps of {HIDDEN_STEP}, found {0}"
    )]
    Hidden(usize),
    #[error("expected {wanted} as {what}, found {found}")]
    Constant { what: &'static str, found: u16, wanted: u16 },
    #[error("expected an output of one to stand for at least one centipawn, found none")]
    Scale,
    #[error("expected king squares sorted into {wanted} buckets, found bucket {found}")]
    KingBucket { found: u8, wanted: u8 },
    #[error("the network is cut or too long: expected {wanted} bytes, found {found}")]
    Length { found: usize, wanted: usize },
    #[error("the network is damaged: expected the checksum {wanted:016x}, found {found:016x}")]
    Checksum { found: u64, wanted: u64 },
    #[error("expected {wanted} {what}, found {found}")]
    Count { what: &'static str, found: usize, wanted: usize },
    #[error("expected every feature weight to be at most {MAX_FEATURE_WEIGHT} in size, found {0}")]
    FeatureWeight(u16),
    #[error("the output weights of one sign can add up to {found}, which does not fit 32 bits")]
    OutputSum { found: i64 },
}

impl Network {
    /// Reads a network for a game from a file.
    pub fn open(path: &Path, variant: Variant) -> Result<Self, NetworkError> {
        let network = Self::open_any(path)?;
        let found = network.shape().variants;
        if !found.has(variant) {
            return Err(NetworkError::Variant { found, wanted: variant });
        }
        Ok(network)
    }

    /// Reads a network for whatever game from a file. A pipe or a device is refused, because reading it could block for
    /// ever.
    pub fn open_any(path: &Path) -> Result<Self, NetworkError> {
        let kind = fs::metadata(path)?.file_type();
        if !kind.is_file() {
            let found = if kind.is_dir() { "a directory" } else { "a pipe, a socket or a device" };
            return Err(NetworkError::NotAFile(found));
        }
        Self::read(File::open(path)?)
    }

    /// Reads a network, for whatever game. Never takes more than the largest network needs.
    pub fn read(mut input: impl Read) -> Result<Self, NetworkError> {
        let mut bytes = Vec::new();
        input.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let header = Header::parse(&bytes)?;
        // One byte more than wanted, to notice a file that is too long.
        input.take((header.file_length() - HEADER + 1) as u64).read_to_end(&mut bytes)?;
        header.network(&bytes)
    }

    /// Reads a network from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Header::parse(bytes)?.network(bytes)
    }

    /// Writes the network as [`Self::read`] reads it.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        output.write_all(&self.to_bytes())
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header { shape: *self.shape() };
        let mut bytes = Vec::with_capacity(header.file_length());
        bytes.extend(header.bytes());
        let parameters = self.parameters();
        let rows =
            [&parameters.feature_weights, &parameters.feature_bias, &parameters.output_weights];
        bytes.extend(rows.into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(parameters.output_bias.into_iter().flat_map(i32::to_le_bytes));
        let checksum = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// A valid header.
struct Header {
    shape: Shape,
}

impl Header {
    fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            let start = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(NetworkError::Magic(String::from_utf8_lossy(start).into_owned()));
        }
        if bytes.len() < HEADER {
            return Err(NetworkError::Length { found: bytes.len(), wanted: HEADER });
        }
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        let variants = Variants::from_bits(bytes[10]).ok_or(NetworkError::Games(bytes[10]))?;
        let hidden = usize::from(word(12));
        if !hidden.is_multiple_of(HIDDEN_STEP) || !(HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        let constants = [
            ("the number of output buckets", u16::from(bytes[15]), OUTPUT_BUCKETS as u16),
            ("one in the first layer", word(16), FEATURE_UNIT as u16),
            ("one in the output layer", word(18), OUTPUT_UNIT as u16),
            ("the unused word of the header", word(22), 0),
        ];
        for (what, found, wanted) in constants {
            if found != wanted {
                return Err(NetworkError::Constant { what, found, wanted });
            }
        }
        let features = parse_features(bytes)?;
        Ok(Self { shape: Shape { variants, features, hidden, scale: word(20) } })
    }

    fn bytes(&self) -> [u8; HEADER] {
        let Shape { variants, features, hidden, scale } = self.shape;
        let mut bytes = [0; HEADER];
        let mut put = |at: usize, number: u16| {
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        };
        put(8, VERSION);
        put(12, hidden as u16);
        put(16, FEATURE_UNIT as u16);
        put(18, OUTPUT_UNIT as u16);
        put(20, scale);
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[10] = variants.bits();
        bytes[14] = features.buckets() as u8;
        bytes[15] = OUTPUT_BUCKETS as u8;
        if let Features::Kinged(map) = features {
            bytes[11] = 1;
            bytes[24..24 + KING_SQUARES].copy_from_slice(&map);
        }
        bytes
    }

    /// How long the whole file is.
    fn file_length(&self) -> usize {
        let Shape { features, hidden, .. } = self.shape;
        let words = (features.inputs() + 1 + OUTPUT_BUCKETS * 2) * hidden;
        HEADER + words * size_of::<i16>() + OUTPUT_BUCKETS * size_of::<i32>()
    }

    /// The network of a whole file.
    fn network(&self, bytes: &[u8]) -> Result<Network, NetworkError> {
        if bytes.len() != self.file_length() {
            return Err(NetworkError::Length { found: bytes.len(), wanted: self.file_length() });
        }
        let wanted = u64::from_le_bytes(bytes[CHECKSUM].try_into().expect("a checksum's bytes"));
        let found = checksum(bytes);
        if found != wanted {
            return Err(NetworkError::Checksum { found, wanted });
        }
        let Shape { features, hidden, .. } = self.shape;
        let (words, biases) =
            bytes[HEADER..].split_at(bytes.len() - HEADER - OUTPUT_BUCKETS * size_of::<i32>());
        let mut words = words.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut next = |count: usize| words.by_ref().take(count).collect::<Vec<i16>>();
        let feature_weights = next(features.inputs() * hidden);
        let feature_bias = next(hidden);
        let output_weights = next(OUTPUT_BUCKETS * 2 * hidden);
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for (bias, bytes) in output_bias.iter_mut().zip(biases.chunks_exact(4)) {
            *bias = i32::from_le_bytes(bytes.try_into().expect("four bytes"));
        }
        Network::new(
            self.shape,
            &Parameters { feature_weights, feature_bias, output_weights, output_bias },
        )
    }
}

fn parse_features(bytes: &[u8]) -> Result<Features, NetworkError> {
    let buckets = bytes[14];
    let constant = |what, found: u8, wanted: u8| NetworkError::Constant {
        what,
        found: u16::from(found),
        wanted: u16::from(wanted),
    };
    match bytes[11] {
        0 if buckets == 1 => Ok(Features::Kingless),
        0 => Err(constant("the number of buckets without kings", buckets, 1)),
        1 => {
            let map: [u8; KING_SQUARES] =
                bytes[24..24 + KING_SQUARES].try_into().expect("a bucket a king square");
            let last = map.iter().copied().max().unwrap_or(0);
            if usize::from(buckets) > MAX_BUCKETS || last.checked_add(1) != Some(buckets) {
                return Err(NetworkError::KingBucket { found: last, wanted: buckets });
            }
            Ok(Features::Kinged(map))
        }
        other => Err(constant("the mark of inputs that depend on kings", other, 1)),
    }
}

/// The checksum of a whole file, its own bytes left out.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&bytes[..CHECKSUM.start]);
    hash.update(&bytes[CHECKSUM.end..]);
    hash.digest()
}

/// The games that the network of a file serves.
pub(crate) fn games(bytes: &[u8]) -> Result<Variants, NetworkError> {
    Header::parse(bytes).map(|header| header.shape.variants)
}

//! [`Header`]: how a file of records begins, and what its positions come from.
//!
//! | Bytes | What |
//! |---|---|
//! | 0..8 | `ESTODATA` |
//! | 8..10 | the version of the format, 1 |
//! | 10 | the variant, numbered as in [`Variant::ALL`] |
//! | 11 | 0 for files joined, 1 for one run of self-play; in the first case the next three are zero |
//! | 12..20 | the seed |
//! | 20..28 | nodes a move |
//! | 28..36 | the fingerprint of the engine that played |
//! | 36..60 | zero |
//! | 60..64 | CRC-32 of the bytes before |

use estopim_rules::Variant;

use super::error::DataFault;

/// How a file begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game.
    pub variant: Variant,
    /// Where the positions come from.
    pub origin: Origin,
}

/// Where positions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Several files; such a file cannot be continued.
    Joined,
    /// One run of self-play, which the same settings continue.
    SelfPlay {
        /// The seed of the random generator.
        seed: u64,
        /// Nodes a move.
        nodes: u64,
        /// What the engine's benchmark comes to: engines that play alike share it.
        engine: u64,
    },
}

const MAGIC: &[u8; 8] = b"ESTODATA";
const VERSION: u16 = 1;

impl Header {
    /// How long a header is.
    pub const BYTES: usize = 64;

    /// The header as it lies in a file.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = self.variant as u8;
        if let Origin::SelfPlay { seed, nodes, engine } = self.origin {
            bytes[11] = 1;
            bytes[12..20].copy_from_slice(&seed.to_le_bytes());
            bytes[20..28].copy_from_slice(&nodes.to_le_bytes());
            bytes[28..36].copy_from_slice(&engine.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes[..60]);
        bytes[60..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the beginning of a file.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, DataFault> {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        if &bytes[..8] != MAGIC {
            return Err(DataFault::Foreign);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(DataFault::Version { found: version, wanted: VERSION });
        }
        let variant = Variant::ALL.get(usize::from(bytes[10])).copied();
        let is_sound = crc32fast::hash(&bytes[..60]).to_le_bytes() == bytes[60..];
        let (Some(variant), true, 0..=1) = (variant, is_sound, bytes[11]) else {
            return Err(DataFault::DamagedHeader);
        };
        let origin = match bytes[11] {
            0 => Origin::Joined,
            _ => Origin::SelfPlay { seed: word(12), nodes: word(20), engine: word(28) },
        };
        Ok(Self { variant, origin })
    }
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.origin {
            Origin::Joined => write!(f, "{}, files joined", self.variant),
            Origin::SelfPlay { seed, nodes, engine } => {
                let variant = self.variant;
                write!(f, "{variant}, seed {seed}, {nodes} nodes a move, engine {engine:016x}")
            }
        }
    }
}

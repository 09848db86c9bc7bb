//! [`Block`]: the positions of some games, which are in a file together or not at all.
//!
//! | Bytes of the head | What |
//! |---|---|
//! | 0..4 | `BLCK` |
//! | 4..12 | the number of the block in its file, from zero |
//! | 12..16 | how many records follow |
//! | 16..20 | how many games they come from |
//! | 20..24 | CRC-32 of the records |
//! | 24..28 | zero |
//! | 28..32 | CRC-32 of the head before |

use super::record::Record;

/// The positions of some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its number in the file, from zero.
    pub index: u64,
    /// How many games the records come from.
    pub games: u32,
    /// The records.
    pub records: Vec<Record>,
}

const MAGIC: &[u8; 4] = b"BLCK";

impl Block {
    /// The block as it lies in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.records.as_slice().iter().flat_map(Record::as_bytes).copied();
        let mut bytes = vec![0; Head::BYTES];
        bytes.extend(body);
        let head = Head {
            index: self.index,
            count: self.records.len() as u32,
            games: self.games,
            sum: crc32fast::hash(&bytes[Head::BYTES..]),
        };
        bytes[..Head::BYTES].copy_from_slice(&head.to_bytes());
        bytes
    }
}

/// What stands before the records of a block.
pub(super) struct Head {
    pub index: u64,
    pub count: u32,
    pub games: u32,
    /// Of the records.
    pub sum: u32,
}

impl Head {
    pub const BYTES: usize = 32;

    fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4..12].copy_from_slice(&self.index.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.count.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.games.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.sum.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..28]);
        bytes[28..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The head, if the bytes are a whole one.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let is_whole = &bytes[..4] == MAGIC && crc32fast::hash(&bytes[..28]) == number(28);
        is_whole.then(|| Self {
            index: u64::from_le_bytes(bytes[4..12].try_into().expect("8 bytes")),
            count: number(12),
            games: number(16),
            sum: number(20),
        })
    }

    /// How long the records are that follow.
    pub fn body_bytes(&self) -> u64 {
        u64::from(self.count) * Record::BYTES as u64
    }
}

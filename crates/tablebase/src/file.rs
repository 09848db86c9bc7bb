//! The file of a table.
//!
//! All numbers are little-endian. The head: 8 bytes `ESTOTABL`; the version (4); the game's id and the material, 16 bytes each,
//! filled up with zeros; how many values there are (8); how many a block holds (4); then for each block the length of its
//! compressed bytes (4) and the CRC-32 of its values (4); and the CRC-32 of all that (4). The blocks follow, each compressed by
//! itself with deflate. The values are those of White to move in the order of the index, then those of Black.

use std::io::{self, Read, Write};

use estopim_rules::Variant;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

use crate::material::Material;

/// Why a file is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not an endgame table: expected it to begin with \"ESTOTABL\"")]
    Magic,
    /// It is of another version.
    #[error("version {found} of the format, expected {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// It is shorter or longer than its head says.
    #[error("{found} bytes long, expected {wanted}")]
    Length {
        /// Its length.
        found: u64,
        /// The length that its head asks for, or at least has.
        wanted: u64,
    },
    /// The head does not match its checksum.
    #[error("the head is damaged: its checksum is {found:08x}, expected {wanted:08x}")]
    Head {
        /// The checksum of what is there.
        found: u32,
        /// The checksum of what was written.
        wanted: u32,
    },
    /// The head names a game or material that there is not.
    #[error("a table of {found:?}, which is none")]
    Unknown {
        /// What it names.
        found: String,
    },
    /// The head says another number of values than its material has.
    #[error("{found} values, expected {wanted}")]
    Values {
        /// How many it says.
        found: u64,
        /// How many the material has.
        wanted: u64,
    },
    /// A block does not match its checksum.
    #[error("block {block} of {blocks} is damaged")]
    Block {
        /// Which, counted from one.
        block: usize,
        /// How many there are.
        blocks: usize,
    },
}

const MAGIC: &[u8; 8] = b"ESTOTABL";
const VERSION: u32 = 1;
const NAME: usize = 16;
/// The bytes of the head before the list of blocks.
const FIXED: usize = 8 + 4 + 2 * NAME + 8 + 4;
/// The bytes of the head for each block.
const ENTRY: usize = 8;
const CRC: usize = 4;

/// How many values a block holds: few enough to be unpacked within a search.
pub const BLOCK: usize = 4096;

/// What the head of a file says.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub variant: Variant,
    pub material: Material,
    pub values: usize,
    blocks: Vec<Block>,
}

/// Where a block is, and what it must be.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: usize,
    end: usize,
    crc: u32,
}

/// The whole file of a table.
pub(crate) fn encode(variant: Variant, material: &Material, values: &[u8]) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    for name in [variant.id().to_owned(), material.to_string()] {
        let mut padded = [0; NAME];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        head.extend(padded);
    }
    head.extend((values.len() as u64).to_le_bytes());
    head.extend((BLOCK as u32).to_le_bytes());
    let mut data = Vec::new();
    for block in values.chunks(BLOCK) {
        let start = data.len();
        let mut encoder = DeflateEncoder::new(&mut data, Compression::new(6));
        encoder.write_all(block)?;
        encoder.finish()?;
        head.extend(((data.len() - start) as u32).to_le_bytes());
        head.extend(crc32fast::hash(block).to_le_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head.extend(data);
    Ok(head)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

impl Head {
    /// Reads the head of a file and checks it, and the file's length.
    pub fn decode(bytes: &[u8]) -> Result<Self, FileError> {
        let found = bytes.len() as u64;
        let at_least = |wanted: usize| {
            if bytes.len() < wanted {
                Err(FileError::Length { found, wanted: wanted as u64 })
            } else {
                Ok(())
            }
        };
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        at_least(FIXED + CRC)?;
        let version = u32_at(bytes, MAGIC.len());
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let values_at = FIXED - 12;
        let values =
            u64::from_le_bytes(bytes[values_at..values_at + 8].try_into().expect("eight bytes"));
        let block_len = u32_at(bytes, FIXED - 4);
        // No table has that many; a damaged number must not overflow.
        let too_many = values > 1 << 40 || block_len as usize != BLOCK;
        let count = if too_many { 0 } else { (values as usize).div_ceil(BLOCK) };
        let head = FIXED + count * ENTRY;
        at_least(head + CRC)?;
        let (is, wanted) = (crc32fast::hash(&bytes[..head]), u32_at(bytes, head));
        if is != wanted || too_many {
            return Err(FileError::Head { found: is, wanted });
        }
        let mut end = head + CRC;
        let blocks: Vec<Block> = (0..count)
            .map(|block| {
                let at = FIXED + block * ENTRY;
                let start = end;
                end += u32_at(bytes, at) as usize;
                Block { start, end, crc: u32_at(bytes, at + 4) }
            })
            .collect();
        if bytes.len() != end {
            return Err(FileError::Length { found, wanted: end as u64 });
        }
        let name = |at: usize| {
            let field = &bytes[at..at + NAME];
            let len = field.iter().position(|&byte| byte == 0).unwrap_or(NAME);
            String::from_utf8_lossy(&field[..len]).into_owned()
        };
        let (game, men) = (name(12), name(12 + NAME));
        let (Ok(variant), Ok(material)) = (game.parse::<Variant>(), men.parse::<Material>()) else {
            return Err(FileError::Unknown { found: format!("{game} {men}") });
        };
        Ok(Self { variant, material, values: values as usize, blocks })
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Unpacks a block and checks it.
    pub fn block(&self, bytes: &[u8], number: usize) -> Result<Box<[u8]>, FileError> {
        let block = self.blocks[number];
        let len = BLOCK.min(self.values - number * BLOCK);
        let mut values = vec![0; len];
        let mut decoder = DeflateDecoder::new(&bytes[block.start..block.end]);
        let whole = decoder.read_exact(&mut values).is_ok()
            && decoder.read(&mut [0]).is_ok_and(|more| more == 0)
            && crc32fast::hash(&values) == block.crc;
        if whole {
            Ok(values.into())
        } else {
            Err(FileError::Block { block: number + 1, blocks: self.blocks.len() })
        }
    }
}

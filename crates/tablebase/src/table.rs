//! [`EndgameTable`]: the values of one material, just built or in a file.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use atomic_write_file::AtomicWriteFile;
use estopim_rules::{Board, Color, Position, Rules, Square, Variant, with_rules};
use memmap2::Mmap;

use crate::file::{self, BLOCK, FileError, Head};
use crate::index::{Layout, Men};
use crate::mapped;
use crate::material::Material;
use crate::value::Value;

/// Every value of one material in one game.
pub struct EndgameTable {
    variant: Variant,
    material: Material,
    layout: Layout,
    data: Data,
}

/// Where the values are.
enum Data {
    /// Unpacked, as they were built.
    Built(Vec<u8>),
    /// In a file. A block is unpacked when it is first asked for, and kept; `None` if it is damaged.
    Packed { head: Head, bytes: Bytes, blocks: Vec<OnceLock<Option<Box<[u8]>>>> },
}

/// The bytes of a file.
enum Bytes {
    Mapped(Mmap),
    Static(&'static [u8]),
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Static(bytes) => bytes,
        }
    }
}

impl EndgameTable {
    /// The extension of table files.
    pub const EXTENSION: &'static str = "etb";

    /// A table that has just been built.
    pub(crate) fn from_values<R: Rules>(material: Material, values: Vec<u8>) -> Self {
        let layout = Layout::new::<R>(&material);
        Self { variant: R::VARIANT, material, layout, data: Data::Built(values) }
    }

    /// Opens a file. Its head and length are checked now, each block when it is used; [`Self::check`] checks them all.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::packed(Bytes::Mapped(mapped::map(path)?))
    }

    /// A table whose file is part of the program.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, FileError> {
        Self::packed(Bytes::Static(bytes))
    }

    fn packed(bytes: Bytes) -> Result<Self, FileError> {
        let head = Head::decode(bytes.as_slice())?;
        let (variant, material) = (head.variant, head.material);
        let sound = with_rules!(variant, R => material.has_table::<R>());
        if !sound || !material.is_normalised() {
            return Err(FileError::Unknown { found: format!("{variant} {material}") });
        }
        let layout = with_rules!(variant, R => Layout::new::<R>(&material));
        let (found, wanted) = (head.values, 2 * layout.size());
        if found != wanted {
            return Err(FileError::Values { found: found as u64, wanted: wanted as u64 });
        }
        let blocks = (0..head.blocks()).map(|_| OnceLock::new()).collect();
        Ok(Self { variant, material, layout, data: Data::Packed { head, bytes, blocks } })
    }

    /// Writes the table to a file, which is replaced atomically.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let mut file = AtomicWriteFile::open(path)?;
        match &self.data {
            Data::Built(values) => {
                let bytes = file::encode(self.variant, &self.material, values)?;
                io::Write::write_all(&mut file, &bytes)?;
            }
            Data::Packed { bytes, .. } => io::Write::write_all(&mut file, bytes.as_slice())?,
        }
        Ok(file.commit()?)
    }

    /// Checks every block.
    pub fn check(&self) -> Result<(), FileError> {
        if let Data::Packed { head, bytes, .. } = &self.data {
            for block in 0..head.blocks() {
                head.block(bytes.as_slice(), block)?;
            }
        }
        Ok(())
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The men.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// How many values there are, what is no position included.
    pub const fn len(&self) -> usize {
        2 * self.layout.size()
    }

    /// Whether there are none, which never is so.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The longest win or loss in plies, if there is any. It reads the whole table.
    pub fn longest(&self) -> Option<u8> {
        (0..self.len()).filter_map(|at| self.value_at(at)?.plies()).max()
    }

    /// The value of a position of this game and material, but for castling and en passant rights. `None` if the block is
    /// damaged.
    pub(crate) fn value<R: Rules>(&self, pos: &Position<R>) -> Option<Value> {
        let (board, turn) = (pos.board(), pos.turn());
        let swaps = Material::of(board) != self.material;
        let (men, turn) = if swaps {
            (self.swapped_men(board), !turn)
        } else {
            (self.layout.men_of(board), turn)
        };
        self.value_at(self.layout.index(&men) + turn.index() * self.layout.size())
    }

    /// The men with colours swapped.
    fn swapped_men(&self, board: &Board) -> Men {
        let kinds = self.layout.kinds().iter();
        let squares = kinds.flat_map(|kind| board.pieces(!kind.piece.color, kind.piece.role));
        squares.map(Square::mirrored).collect()
    }

    fn value_at(&self, at: usize) -> Option<Value> {
        let byte = match &self.data {
            Data::Built(values) => values[at],
            Data::Packed { head, bytes, blocks } => {
                let number = at / BLOCK;
                let unpack = || head.block(bytes.as_slice(), number).ok();
                blocks[number].get_or_init(unpack).as_ref()?[at % BLOCK]
            }
        };
        Some(Value::from_byte(byte))
    }

    /// Every position of the game `R` in the table, as it is stored.
    pub(crate) fn position<R: Rules>(&self, at: usize) -> Option<Position<R>> {
        let size = self.layout.size();
        let turn = if at < size { Color::White } else { Color::Black };
        let board = self.layout.board(&self.layout.men_at(at % size))?;
        estopim_rules::Setup { board, turn, ..estopim_rules::Setup::EMPTY }.validate().ok()
    }
}

impl std::fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.variant, self.material)
    }
}

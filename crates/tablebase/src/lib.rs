//! Endgame tables: what a position of few men is worth, exactly, and in how many plies its game ends.
//!
//! A table has every position of one [`Material`]. It is built by retrograde analysis ([`build`]), kept in a file of our own
//! format ([`mod@file`]), which is mapped into memory, and asked through a set ([`Tables`]):
//!
//! ```
//! use estopim_rules::{ClassicAtomic, Position};
//! use estopim_tablebase::{Material, Tables, Value, build};
//!
//! let mut tables = Tables::default();
//! let material: Material = "KQvK".parse().unwrap();
//! let table = build::build::<ClassicAtomic>(&material, &tables, 1, &false.into(), &mut |_| {}).unwrap();
//! tables.insert(table);
//! let pos = Position::<ClassicAtomic>::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap();
//! assert!(matches!(tables.probe(&pos), Some(Value::Win(_))));
//! ```
//!
//! Nothing here knows of search or evaluation.
#![deny(unsafe_code)]

pub mod value;
pub mod material;
mod index;
pub mod build;
pub mod file;
mod mapped;
pub mod table;
pub mod syzygy;
pub mod tables;
pub mod folder;
mod embedded;
pub mod prove;

pub use build::BuildError;
pub use file::FileError;
pub use folder::FolderError;
pub use material::{Material, MaterialError};
pub use syzygy::Wdl;
pub use table::EndgameTable;
pub use tables::{Tables, Verdict};
pub use value::Value;

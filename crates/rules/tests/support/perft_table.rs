//! The perft tables in `tests/data`: text files of `FEN;D1 nodes;D2 nodes;…`, with `#` comments.

use std::fs;
use std::path::Path;

/// One table: every row is a position of one ruleset.
pub struct PerftTable {
    /// The file's name without its ending, `atomic960`.
    pub name: String,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub fen: String,
    /// Depth and leaf count, shallowest first.
    pub counts: Vec<(u32, u64)>,
}

impl PerftTable {
    /// Every table of the folder, so that a new file is never forgotten.
    pub fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let mut tables: Vec<Self> = fs::read_dir(&folder)
            .expect("tests/data is part of the crate")
            .map(|entry| entry.expect("tests/data can be listed").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "perft"))
            .map(|path| Self::read(&path))
            .collect();
        tables.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(!tables.is_empty(), "no perft tables in {}", folder.display());
        tables
    }

    /// The ruleset is the first word of the file's name: `atomic960` holds positions of `atomic`.
    pub fn variant_id(&self) -> &str {
        self.name.trim_end_matches("960")
    }

    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a perft table is readable text");
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let rows = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| Row::parse(line).unwrap_or_else(|| panic!("{name}: cannot read {line:?}")))
            .collect();
        Self { name, rows }
    }
}

impl Row {
    fn parse(line: &str) -> Option<Self> {
        let (fen, counts) = line.split_once(';')?;
        let counts = counts.split(';').map(|count| {
            let (depth, nodes) = count.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        });
        Some(Self { fen: fen.to_owned(), counts: counts.collect::<Option<_>>()? })
    }
}

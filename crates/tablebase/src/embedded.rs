//! The tables that are part of the program: the files in `tables/`, as they were when it was built.

use crate::table::EndgameTable;
use crate::tables::Tables;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

impl Tables {
    /// The tables that are part of the program. A block is unpacked when it is first asked for.
    pub fn embedded() -> Self {
        let mut tables = Self::default();
        for bytes in FILES {
            tables.insert(
                EndgameTable::from_static(bytes).expect("the tests check those in the program"),
            );
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{Variant, with_rules};

    use super::*;
    use crate::material::Material;

    #[test]
    fn the_program_has_every_table_of_three_men_whole_and_right() {
        let tables = Tables::embedded();
        for variant in Variant::ALL {
            let men = tables.most_men(variant);
            assert_eq!(men, 3, "{variant}");
            with_rules!(variant, R => {
                for material in (2..=men).flat_map(Material::all::<R>) {
                    let table = tables.get(variant, &material).expect("all of them are there");
                    table.check().expect("every block is sound");
                    crate::prove::prove::<R>(table, &tables, 1).expect("every value follows");
                }
            });
        }
        assert_eq!(tables.iter().count(), 26, "five of each game, and one of two pawns");
    }
}

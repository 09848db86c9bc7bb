//! Leaf counts against the tables in `tests/data`, which name their sources.
//!
//! Counts above a node budget are left out, unless `ESTOPIM_PERFT=full` (`make perft`) asks for all of them.

#[path = "support/perft_table.rs"]
mod perft_table;

use std::env;

use estopim_rules::AnyPosition;
use perft_table::PerftTable;

/// The largest single count of an everyday run.
const NODE_BUDGET: u64 = 3_000_000;

#[test]
fn leaf_counts_are_those_of_the_tables() {
    let budget = node_budget();
    for table in PerftTable::all() {
        let variant =
            table.variant_id().parse().unwrap_or_else(|_| panic!("no variant for {}", table.name));
        let mut nodes_counted = 0;
        for row in &table.rows {
            let position = AnyPosition::from_fen(variant, &row.fen)
                .unwrap_or_else(|error| panic!("{}: {}: {error}", table.name, row.fen));
            for &(depth, nodes) in row.counts.iter().filter(|(_, nodes)| *nodes <= budget) {
                assert_eq!(
                    position.perft(depth),
                    nodes,
                    "{}: {} at depth {depth}",
                    table.name,
                    row.fen
                );
                nodes_counted += nodes;
            }
        }
        println!("{}: {} rows, {nodes_counted} nodes", table.name, table.rows.len());
    }
}

fn node_budget() -> u64 {
    match env::var("ESTOPIM_PERFT").as_deref() {
        Ok("full") => u64::MAX,
        Ok(other) => panic!("ESTOPIM_PERFT must be \"full\" or unset, found {other:?}"),
        Err(_) => NODE_BUDGET,
    }
}

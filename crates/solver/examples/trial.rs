//! Trial.
fn main() { let a: Vec<String> = std::env::args().collect(); estopim_solver::trial::run(&a[1], a[2].parse().unwrap(), a[3].parse().unwrap()); }

//! Prints the types that the page shares with its modules in TypeScript.

fn main() {
    print!("{}", estopim_wasm::typescript::file());
}

//! Prints the types of the protocol in TypeScript.

fn main() {
    print!("{}", estopim_protocol::typescript::file());
}

//! Test positions, and the comparison of the library with its peers.

pub mod random;
pub mod starts;
pub mod placement;
pub mod pair;
pub mod difference;
pub mod shakmaty_peer;
pub mod pyffish_peer;
pub mod crosscheck;

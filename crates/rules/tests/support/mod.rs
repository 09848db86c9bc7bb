//! Where positions to judge come from, and how the library's word on them is held against that of others.

pub mod random;
pub mod starts;
pub mod placement;
pub mod pair;
pub mod difference;
pub mod shakmaty_peer;
pub mod pyffish_peer;
pub mod crosscheck;

//! Programs that play by HTTP, in the way of Lichess: accounts and their tokens ([`tokens`]), who has an event stream
//! ([`hub`]), challenges ([`challenges`]), and games as those programs read them ([`shape`], [`game_stream`]); and the UCI
//! engines of the host ([`engines`]). The requests are in `routes/api`.

pub mod tokens;
pub mod hub;
pub mod challenges;
pub mod shape;
pub mod game_stream;
pub mod engines;

pub use challenges::Challenges;
pub use engines::EngineConfig;
pub use hub::Hub;
pub use tokens::Tokens;

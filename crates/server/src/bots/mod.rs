//! Programs that play by HTTP, in the way of Lichess: accounts and their tokens ([`tokens`]), who has an event stream
//! ([`hub`]), challenges ([`challenges`]), and games as those programs read them ([`shape`], [`game_stream`]). The
//! requests are in `routes/api`.

pub mod tokens;
pub mod hub;
pub mod challenges;
pub mod shape;
pub mod game_stream;

pub use challenges::Challenges;
pub use hub::Hub;
pub use tokens::Tokens;

//! Limits on requests. The server checks them, the OpenAPI document is made from them, and the page gets them with its
//! types.

use std::ops::RangeInclusive;

/// Levels of the computer.
pub const LEVELS: RangeInclusive<u8> = 1..=12;
/// The default level.
pub const DEFAULT_LEVEL: u8 = 2;
/// Seconds for each move.
pub const SECONDS_PER_MOVE: RangeInclusive<u32> = 1..=86_400;
/// Seconds for a whole game.
pub const BASE_SECONDS: RangeInclusive<u32> = 1..=10_800;
/// Seconds that each move adds.
pub const INCREMENT_SECONDS: RangeInclusive<u32> = 0..=180;
/// Characters of a nickname.
pub const NICKNAME: RangeInclusive<usize> = 1..=20;
/// The most characters of a chat message.
pub const MAX_CHAT: usize = 300;
/// The most characters of a setup or a FEN.
pub const MAX_SETUP: usize = 120;
/// The most moves that are played to get to a position.
pub const MAX_MOVES: usize = 400;
/// Nodes a position of a game report.
pub const REPORT_NODES: u64 = 100_000;
/// The most plies of a game that is reported about.
pub const MAX_REPORT_PLIES: u32 = 1000;
/// Characters of the key that a page makes for a game without a server: letters and digits.
pub const OFFLINE_KEY: RangeInclusive<usize> = 16..=40;
/// The most plies of a game without a server.
pub const MAX_OFFLINE_PLIES: usize = 1000;
/// Games in one page of a list.
pub const PAGE: RangeInclusive<u32> = 1..=100;
/// Games in a page by default.
pub const DEFAULT_PAGE: u32 = 20;

//! How much of something may be asked for. The server checks against these, the list of requests is made from them,
//! and the page gets them with its types.

use std::ops::RangeInclusive;

/// Levels of the computer.
pub const LEVELS: RangeInclusive<u8> = 1..=12;
/// The level for somebody who has not chosen one.
pub const USUAL_LEVEL: u8 = 2;
/// Seconds for each move.
pub const SECONDS_PER_MOVE: RangeInclusive<u32> = 1..=86_400;
/// Seconds for a whole game.
pub const BASE_SECONDS: RangeInclusive<u32> = 1..=10_800;
/// Seconds that each move adds.
pub const INCREMENT_SECONDS: RangeInclusive<u32> = 0..=180;
/// Characters of a nickname.
pub const NICKNAME: RangeInclusive<usize> = 1..=20;
/// The most characters of a setup or a FEN.
pub const MAX_SETUP: usize = 120;
/// The most moves that are played to get to a position.
pub const MAX_MOVES: usize = 400;
/// Games in one page of a list.
pub const PAGE: RangeInclusive<u32> = 1..=100;
/// Games in a page if nobody says how many.
pub const USUAL_PAGE: u32 = 20;

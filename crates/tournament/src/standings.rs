//! Standings. Ties are broken by Buchholz, then Sonneborn-Berger, then the games between the tied players, then the number of wins;
//! who is still equal shares the rank.

use std::cmp::Reverse;

use crate::games::{GameResult, History, PlayerId, WIN};

/// How a player stands. Points are half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who.
    pub player: PlayerId,
    /// From one; equal players share it.
    pub rank: u32,
    /// Half points, byes included.
    pub half_points: u32,
    /// Games with a result.
    pub played: u32,
    /// Games won, without byes.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Buchholz: the half points of all opponents.
    pub buchholz: u32,
    /// Sonneborn-Berger: the half points of beaten opponents, and half of those of opponents drawn with, times two.
    pub sonneborn_berger: u32,
    /// Half points from games against players with as many points.
    pub direct: u32,
}

impl Standing {
    const fn key(&self) -> (u32, u32, u32, u32, u32) {
        (self.half_points, self.buchholz, self.sonneborn_berger, self.direct, self.wins)
    }
}

/// The standings, the best first. Players with equal results keep the order in which they were passed.
pub fn standings(players: &[PlayerId], history: &History) -> Vec<Standing> {
    let mut rows: Vec<Standing> = players.iter().map(|&player| standing(player, history)).collect();
    rows.sort_by_key(|row| Reverse(row.key()));
    let keys: Vec<_> = rows.iter().map(Standing::key).collect();
    for (index, row) in rows.iter_mut().enumerate() {
        row.rank = 1 + keys.iter().position(|&key| key == keys[index]).unwrap_or(index) as u32;
    }
    rows
}

fn standing(player: PlayerId, history: &History) -> Standing {
    let half_points = history.half_points(player);
    let mut row = Standing {
        player,
        rank: 0,
        half_points,
        played: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        buchholz: 0,
        sonneborn_berger: 0,
        direct: 0,
    };
    for game in &history.games {
        let (Some(opponent), Some(got)) = (game.opponent(player), game.half_points(player)) else {
            continue;
        };
        let theirs = history.half_points(opponent);
        row.played += 1;
        row.buchholz += theirs;
        row.sonneborn_berger += theirs * got;
        if theirs == half_points {
            row.direct += got;
        }
        match (game.result, got) {
            (Some(GameResult::Draw), _) => row.draws += 1,
            (_, WIN) => row.wins += 1,
            _ => row.losses += 1,
        }
    }
    row
}

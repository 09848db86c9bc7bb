//! `estopim liac`: a match between programs by LIAC's protocol.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use estopim_engine::Level;
use estopim_liac::{
    BLACK_PORT, MAX_INFRACTIONS, MOST_INFRACTIONS, MOVE_TIME_MS, SlotKind, WHITE_PORT,
};
use estopim_protocol::Color;
use estopim_protocol::tables::TableResult;
use estopim_rules::PawnBattleSetup;
use estopim_server::{Config, LiacConfig, MatchNews};

use crate::failure::Failure;

/// Play a match of Pawn Battle between programs that speak LIAC's protocol
///
/// Waits for the programs, plays, prints each result and the score, and ends. Colours are reversed after every game. The
/// games can be watched in a browser while they go on.
#[derive(Args)]
pub struct Liac {
    #[arg(
        long, value_name = "SETUP", default_value = "complete",
        help = format!("What is played: {}", PawnBattleSetup::NAMES.join(", "))
    )]
    setup: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    games: u32,
    /// Who begins as White: bot, or computer:LEVEL
    #[arg(long, value_name = "WHO", default_value = "bot")]
    white: Who,
    /// Who begins as Black: bot, or computer:LEVEL
    #[arg(long, value_name = "WHO", default_value = "bot")]
    black: Who,
    /// The time for a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = MOVE_TIME_MS as f64 / 1_000.0)]
    move_time: f64,
    /// How many infractions (illegal moves, and times that ran out) lose a game
    #[arg(
        long, value_name = "N", default_value_t = MAX_INFRACTIONS,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_INFRACTIONS))
    )]
    max_infractions: u8,
    #[arg(
        long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], WHITE_PORT)),
        help = "Where the program connects that begins as White"
    )]
    white_bind: SocketAddr,
    #[arg(
        long, value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], BLACK_PORT)),
        help = "Where the program connects that begins as Black"
    )]
    black_bind: SocketAddr,
    /// Where the page is served; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    bind: SocketAddr,
    /// Keep the games here; without it they are forgotten
    #[arg(long, value_name = "DIRECTORY")]
    data_dir: Option<PathBuf>,
}

/// Who plays in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Who(SlotKind);

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "bot" {
            return Ok(Self(SlotKind::Bot));
        }
        let wanted = || format!("expected bot or computer:LEVEL, found {text:?}");
        let level = text.strip_prefix("computer:").ok_or_else(wanted)?;
        let level: u8 = level.parse().map_err(|_| wanted())?;
        let level = Level::new(level).map_err(|error| error.to_string())?;
        Ok(Self(SlotKind::Computer(level.number())))
    }
}

/// The shortest and the longest time for a move, in seconds.
const MOVE_TIMES: std::ops::RangeInclusive<f64> = 0.1..=3_600.0;

impl Liac {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        // The original names its setups like that.
        let setup: PawnBattleSetup =
            self.setup.strip_prefix("pawnbattle_").unwrap_or(&self.setup).parse()?;
        let kinds = [self.white.0, self.black.0];
        if !kinds.contains(&SlotKind::Bot) {
            return Err(Failure::NoBots);
        }
        if !MOVE_TIMES.contains(&self.move_time) {
            return Err(Failure::MoveTime(self.move_time));
        }
        let forgotten = tempfile::tempdir()?;
        let data_dir = self.data_dir.unwrap_or_else(|| forgotten.path().to_owned());
        let mut config = Config::in_directory(data_dir);
        config.bind = self.bind;
        config.computer_pace_percent = 0;
        config.liac = Some(LiacConfig {
            white: self.white_bind,
            black: self.black_bind,
            move_time_ms: (self.move_time * 1_000.0).round() as i64,
            max_infractions: self.max_infractions,
            setup: setup.to_string(),
            kinds,
            match_games: Some(self.games),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let mut score = Score::default();
        let mut told = Ok(());
        estopim_server::serve_match(&runtime, config, &mut |news| {
            let result = match news {
                MatchNews::Open(addresses, page) => open(out, addresses, kinds, page),
                MatchNews::Ended(result) => score.count(out, result),
            };
            if told.is_ok() {
                told = result.and_then(|()| out.flush());
            }
        })?;
        told?;
        score.print(out)?;
        runtime.shutdown_background();
        Ok(())
    }
}

fn open(
    out: &mut impl Write,
    addresses: [SocketAddr; 2],
    kinds: [SlotKind; 2],
    page: SocketAddr,
) -> io::Result<()> {
    for ((address, kind), side) in addresses.iter().zip(kinds).zip(["White", "Black"]) {
        match kind {
            SlotKind::Computer(level) => writeln!(out, "{side}: computer, level {level}")?,
            _ => writeln!(out, "{side}: waiting for a program on {address}")?,
        }
    }
    writeln!(out, "Watch at http://{page}")
}

/// The score of a match.
#[derive(Default)]
struct Score {
    games: u32,
    /// Half points of each player.
    half_points: BTreeMap<String, u32>,
}

impl Score {
    fn count(&mut self, out: &mut impl Write, result: &TableResult) -> io::Result<()> {
        self.games += 1;
        let (white, black, shown) = match result.winner {
            Some(Color::White) => (2, 0, "1-0"),
            Some(Color::Black) => (0, 2, "0-1"),
            None => (1, 1, "1/2-1/2"),
        };
        *self.half_points.entry(result.white.clone()).or_default() += white;
        *self.half_points.entry(result.black.clone()).or_default() += black;
        let reason = serde_json::to_value(result.reason).unwrap_or_default();
        let reason = reason.as_str().unwrap_or_default();
        let TableResult { white, black, .. } = result;
        writeln!(out, "Game {}: {white} - {black}  {shown}  ({reason})", self.games)
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let points = |half: u32| f64::from(half) / 2.0;
        let rows: Vec<String> = self
            .half_points
            .iter()
            .map(|(name, half)| format!("{name} {}", points(*half)))
            .collect();
        if !rows.is_empty() {
            writeln!(out, "Score: {}", rows.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_programs_or_the_computer() {
        for (text, wanted) in [
            ("bot", Some(SlotKind::Bot)),
            ("computer:3", Some(SlotKind::Computer(3))),
            ("computer:13", None),
            ("computer", None),
            ("human", None),
        ] {
            assert_eq!(text.parse::<Who>().ok(), wanted.map(Who), "{text}");
        }
    }
}

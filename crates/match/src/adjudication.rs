//! Ending a game early because both engines agree how it will end. Only where the user asks for it.

use std::str::FromStr;

use estopim_rules::Color;
use estopim_uci::Score;

use super::settings::{SettingError, Settings};

/// When a game ends early. Nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When it is won.
    pub win: Option<WinRule>,
    /// When it is drawn.
    pub draw: Option<DrawRule>,
}

/// A game is won when both engines have said so for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// The least advantage, in centipawns.
    pub centipawns: i32,
}

/// A game is drawn when both engines have said so for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// From which move number of the game.
    pub from_move: u32,
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// The greatest advantage, in centipawns.
    pub centipawns: i32,
}

/// Reads `moves=4,score=800`.
impl FromStr for WinRule {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Settings::parse(text)?;
        let moves = settings.take_as("moves", COUNT)?.ok_or(SettingError::Missing("moves"))?;
        let score: u16 =
            settings.take_as("score", CENTIPAWNS)?.ok_or(SettingError::Missing("score"))?;
        settings.finish()?;
        Ok(Self { moves, centipawns: score.into() })
    }
}

/// Reads `from=40,moves=8,score=20`.
impl FromStr for DrawRule {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Settings::parse(text)?;
        let from_move = settings.take_as("from", COUNT)?.unwrap_or(1);
        let moves = settings.take_as("moves", COUNT)?.ok_or(SettingError::Missing("moves"))?;
        let score: u16 =
            settings.take_as("score", CENTIPAWNS)?.ok_or(SettingError::Missing("score"))?;
        settings.finish()?;
        Ok(Self { from_move, moves, centipawns: score.into() })
    }
}

const COUNT: &str = "a number of moves";
const CENTIPAWNS: &str = "a number of centipawns";

/// Watches the scores of both engines during one game.
#[derive(Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row with a winning value for White, for Black, and with a drawn value.
    white: u32,
    black: u32,
    drawn: u32,
}

/// What both engines agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// This side wins.
    Win(Color),
    /// Nobody does.
    Draw,
}

impl Adjudicator {
    /// For the beginning of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, white: 0, black: 0, drawn: 0 }
    }

    /// Takes the score that the side that has just moved reported, and the move number. A move without a score ends
    /// every streak.
    pub fn note(&mut self, mover: Color, score: Option<Score>, number: u32) -> Option<Agreement> {
        let for_white = score.map(|score| match mover {
            Color::White => score.value.as_centipawns(),
            Color::Black => -score.value.as_centipawns(),
        });
        let count = |row: u32, holds: bool| if holds { row + 1 } else { 0 };
        if let Some(WinRule { moves, centipawns }) = self.rules.win {
            self.white = count(self.white, for_white.is_some_and(|score| score >= centipawns));
            self.black = count(self.black, for_white.is_some_and(|score| score <= -centipawns));
            if self.white >= 2 * moves {
                return Some(Agreement::Win(Color::White));
            }
            if self.black >= 2 * moves {
                return Some(Agreement::Win(Color::Black));
            }
        }
        if let Some(DrawRule { from_move, moves, centipawns }) = self.rules.draw {
            self.drawn =
                count(self.drawn, for_white.is_some_and(|score| score.abs() <= centipawns));
            if self.drawn >= 2 * moves && number >= from_move {
                return Some(Agreement::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Plays scores, each from the mover's side, White first; the agreement with the ply it came at.
    fn play(win: &str, draw: &str, scores: &[Option<i32>]) -> Option<(usize, Agreement)> {
        let rules = Adjudication { win: win.parse().ok(), draw: draw.parse().ok() };
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let mover = if ply % 2 == 0 { Color::White } else { Color::Black };
            let agreed =
                adjudicator.note(mover, score.map(Score::centipawns), ply as u32 / 2 + 1)?;
            Some((ply, agreed))
        })
    }

    #[rstest]
    #[case::both_agree(&[Some(500), Some(-500), Some(600), Some(-900)], Some((3, Agreement::Win(Color::White))))]
    #[case::black_wins(&[Some(-500), Some(500), Some(-600), Some(900)], Some((3, Agreement::Win(Color::Black))))]
    #[case::one_side_alone(&[Some(900), Some(0), Some(900), Some(0), Some(900)], None)]
    #[case::silence_breaks_the_row(&[Some(900), Some(-900), Some(900), None, Some(900)], None)]
    fn a_win_needs_both_engines(
        #[case] scores: &[Option<i32>],
        #[case] agreed: Option<(usize, Agreement)>,
    ) {
        assert_eq!(play("moves=2,score=500", "", scores), agreed);
    }

    #[rstest]
    #[case::early(&[Some(0); 5], None)]
    #[case::from_the_third_move_on(&[Some(5); 9], Some((4, Agreement::Draw)))]
    #[case::unbalanced(&[Some(5), Some(5), Some(5), Some(11), Some(5), Some(5)], Some((5, Agreement::Draw)))]
    fn a_draw_needs_both_engines_and_time(
        #[case] scores: &[Option<i32>],
        #[case] agreed: Option<(usize, Agreement)>,
    ) {
        let draw =
            if scores.len() == 5 { "from=4,moves=1,score=10" } else { "from=3,moves=1,score=10" };
        assert_eq!(play("", draw, scores), agreed);
    }

    #[test]
    fn nothing_is_adjudicated_unasked() {
        assert_eq!(play("", "", &[Some(30_000), Some(-30_000), Some(0), Some(0)]), None);
    }
}

//! How likely a score is to win, draw or lose, in each game: [`WinCurve`].
//!
//! A score means another thing in every game, and another with many pieces on the board than with few: three pawns ahead wins nearly
//! always in chess, and is often drawn in an ending of simple atomic. The curves are fitted to games that the engine played
//! against itself (`estopim fit-winrate`); `curves.txt` has them.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use estopim_rules::{AnyPosition, Color, PgnScore, Variant};
use thiserror::Error;

use crate::evaluation::relative_to;

/// The probabilities of a win, a draw and a loss. They add up to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wdl {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl Wdl {
    /// The share of the point that can be expected: a win counts one, a draw a half.
    pub fn share(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// In thousandths that add up to 1000, as `UCI_ShowWDL` wants them.
    pub fn per_mille(self) -> [u32; 3] {
        let win = (self.win * 1000.0).round() as u32;
        let loss = ((self.loss * 1000.0).round() as u32).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

/// The scores at which a curve is known, in centipawns. Between them it is a straight line, beyond them it is flat.
pub const SCORES: [i32; 25] = [
    -2000, -1600, -1200, -800, -600, -400, -300, -200, -150, -100, -50, -25, 0, 25, 50, 100, 150,
    200, 300, 400, 600, 800, 1200, 1600, 2000,
];

/// The numbers of pieces for which a curve is known. Between them it changes gradually.
pub const PIECES: [u32; 8] = [4, 8, 12, 16, 20, 24, 28, 32];

/// How likely a score is to win in one game: by the number of pieces on the board, then by the score. How likely it is to lose is how
/// likely its opposite is to win.
#[derive(Clone, PartialEq, Debug)]
pub struct WinCurve {
    win: [[f64; SCORES.len()]; PIECES.len()],
}

impl WinCurve {
    /// A curve by its probabilities of a win, which must not fall as the score rises.
    pub(crate) const fn new(win: &[[f64; SCORES.len()]; PIECES.len()]) -> Self {
        Self { win: *win }
    }

    /// The curve of a game.
    pub fn of(variant: Variant) -> &'static Self {
        CURVES.get(&variant).expect("every game has its rows in curves.txt; a test looks")
    }

    /// What a score for the side to move promises with so many pieces on the board.
    pub fn wdl(&self, centipawns: i32, pieces: u32) -> Wdl {
        let win = self.win(centipawns, pieces);
        // Each was rounded by itself, so that together they may be a little more than one.
        let loss = self.win(-centipawns, pieces).min(1.0 - win);
        Wdl { win, draw: 1.0 - win - loss, loss }
    }

    /// How likely a score is to win.
    pub(crate) fn win(&self, centipawns: i32, pieces: u32) -> f64 {
        let (row, up) = place(&PIECES, pieces);
        let (column, right) = place(&SCORES, centipawns);
        let along = |row: usize| {
            let next = (column + 1).min(SCORES.len() - 1);
            self.win[row][column] * (1.0 - right) + self.win[row][next] * right
        };
        along(row) * (1.0 - up) + along((row + 1).min(PIECES.len() - 1)) * up
    }

    /// The rows of `curves.txt` for a game.
    pub fn rows(&self, variant: Variant) -> String {
        self.win
            .iter()
            .zip(PIECES)
            .map(|(win, pieces)| Row { variant, pieces, win }.to_string())
            .collect()
    }
}

/// Between which two of `known`, which rise, a value lies: the index of the lower one, and how far it is on the way to the next.
pub(crate) fn place<T: Copy + PartialOrd + Into<f64>>(known: &[T], value: T) -> (usize, f64) {
    let above = known.partition_point(|&at| at <= value);
    match above {
        0 => (0, 0.0),
        above if above == known.len() => (above - 1, 0.0),
        above => {
            let (low, high) = (known[above - 1].into(), known[above].into());
            (above - 1, (value.into() - low) / (high - low))
        }
    }
}

/// What a score promises `color` in a position. A forced win or loss is certain.
pub fn wdl_of(position: &AnyPosition, score: PgnScore, color: Color) -> Wdl {
    match relative_to(score, color) {
        PgnScore::MateIn(moves) if moves > 0 => Wdl { win: 1.0, draw: 0.0, loss: 0.0 },
        PgnScore::MateIn(_) => Wdl { win: 0.0, draw: 0.0, loss: 1.0 },
        PgnScore::Centipawns(score) => {
            let pieces = position.board().occupied().count();
            WinCurve::of(position.variant()).wdl(score, pieces)
        }
    }
}

/// The logistic curve, which turns a score into a probability: ½ at zero, 1/(1+1/e) ≈ 0.73 at one.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

static CURVES: LazyLock<HashMap<Variant, WinCurve>> = LazyLock::new(|| {
    read_curves(include_str!("../curves.txt")).expect("curves.txt is sound; a test looks")
});

/// A row of `curves.txt`: the game, the number of pieces, and thousandths.
struct Row<'a> {
    variant: Variant,
    pieces: u32,
    win: &'a [f64],
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant, self.pieces)?;
        for win in self.win {
            write!(f, " {:.0}", win * 1000.0)?;
        }
        writeln!(f)
    }
}

/// A row of `curves.txt` that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a variant, one of the numbers of pieces {PIECES:?}, and {scores} thousandths, found {0:?}",
    scores = SCORES.len()
)]
pub struct CurveError(String);

fn read_curves(text: &str) -> Result<HashMap<Variant, WinCurve>, CurveError> {
    let mut curves = HashMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let row = read_row(line).ok_or_else(|| CurveError(line.to_owned()))?;
        let empty = WinCurve::new(&[[0.0; SCORES.len()]; PIECES.len()]);
        let curve: &mut WinCurve = curves.entry(row.0).or_insert(empty);
        curve.win[row.1] = row.2;
    }
    Ok(curves)
}

fn read_row(line: &str) -> Option<(Variant, usize, [f64; SCORES.len()])> {
    let mut words = line.split(' ');
    let variant = words.next()?.parse().ok()?;
    let pieces: u32 = words.next()?.parse().ok()?;
    let place = PIECES.iter().position(|&known| known == pieces)?;
    let win: Option<Vec<f64>> =
        words.map(|word| Some(word.parse::<u16>().ok()? as f64 / 1000.0)).collect();
    Some((variant, place, win?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_curve_that_rises_from_loss_to_win() {
        let rows = include_str!("../curves.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(rows.count(), Variant::ALL.len() * PIECES.len(), "each row once");
        for variant in Variant::ALL {
            let curve = WinCurve::of(variant);
            for pieces in 2..=32 {
                let mut before = 0.0;
                for score in (-2500..=2500).step_by(20) {
                    let wdl = curve.wdl(score, pieces);
                    assert!(
                        (wdl.win + wdl.draw + wdl.loss - 1.0).abs() < 1e-9,
                        "{variant}: {wdl:?}"
                    );
                    assert!(
                        wdl.win >= 0.0 && wdl.draw >= 0.0 && wdl.loss >= 0.0,
                        "{variant} at {score}: {wdl:?}"
                    );
                    assert!(wdl.share() >= before - 1e-9, "{variant}, {pieces} pieces, at {score}");
                    before = wdl.share();
                    assert_eq!(wdl.per_mille().iter().sum::<u32>(), 1000);
                }
                assert!((curve.wdl(0, pieces).share() - 0.5).abs() < 1e-9);
                assert!(before > 0.5, "{variant}, {pieces} pieces: twenty pawns ahead is {before}");
            }
        }
    }

    #[test]
    fn curves_read_back_as_they_are_written_and_what_is_wrong_is_told() {
        let curve = WinCurve::of(Variant::Atomic);
        let read = read_curves(&curve.rows(Variant::Atomic)).expect("what is written can be read");
        assert_eq!(read.get(&Variant::Atomic), Some(curve));
        for wrong in ["atomic 4 1 2 3", "atomic 5 0", "chequers 4 0", ""] {
            assert_eq!(
                read_curves(&format!("{wrong}\n")).err(),
                Some(CurveError(wrong.to_owned()))
            );
        }
    }

    #[test]
    fn between_known_values_lies_a_straight_line() {
        assert_eq!(place(&PIECES, 2), (0, 0.0));
        assert_eq!(place(&PIECES, 6), (0, 0.5));
        assert_eq!(place(&PIECES, 32), (7, 0.0));
        assert_eq!(place(&SCORES, 125), (15, 0.5));
        assert_eq!(place(&SCORES, -9999), (0, 0.0));
    }

    #[test]
    fn forced_results_are_certain_from_either_side() {
        let position = AnyPosition::initial(Variant::Atomic);
        let share = |score, color| wdl_of(&position, score, color).share();
        for (moves, color, want) in
            [(3, Color::White, 1.0), (3, Color::Black, 0.0), (-3, Color::Black, 1.0)]
        {
            let found = share(PgnScore::MateIn(moves), color);
            assert!((found - want).abs() < 1e-9, "{moves}, {color}: {found}");
        }
        let white = share(PgnScore::Centipawns(120), Color::White);
        let black = share(PgnScore::Centipawns(120), Color::Black);
        assert!((white + black - 1.0).abs() < 1e-9);
    }
}

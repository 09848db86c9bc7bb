//! `estopim fit-winrate`: the win probability of a game's scores, fitted to games of the engine against itself.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use estopim_analysis::WinCurve;
use estopim_analysis::fit::{Ended, Samples, Tenth, calibration, cross_validated};
use estopim_rules::{Color, Variant};
use estopim_system::files::{Access, replace_file};
use estopim_train::data::{Record, WhiteResult, open_all};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  estopim datagen --variant atomic --nodes 1000 --positions 300000 --out atomic.data
  estopim fit-winrate atomic.data --plot docs/images/win-probability-atomic.svg
  estopim fit-winrate atomic.data --curves crates/analysis/curves.txt";

/// Fit how likely a score is to win to positions that `estopim datagen` has written
///
/// The table compares predictions with what happened, by tenths of the prediction. Each block of games is predicted by a curve
/// fitted to three quarters of the others, so no game is predicted by a curve that has seen it. The last column says how large an
/// error chance alone would make (one standard deviation, from the differences between blocks). The curve itself is fitted to all. Reports, the evaluation bar and `UCI_ShowWDL` use the curves of crates/analysis/curves.txt.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct FitWinrate {
    /// Files of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Replace the game's rows in this file of curves
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,
    /// Draw predicted against actual results to this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Blocks are divided into so many parts, each predicted by a curve fitted to the other parts.
const PARTS: usize = 4;

impl FitWinrate {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (variant, readers) = open_all(&self.files)?;
        let mut blocks: Vec<Samples> = Vec::new();
        for block in readers.into_iter().flatten() {
            let mut samples = Samples::default();
            block?.records.iter().for_each(|record| add(&mut samples, record));
            blocks.push(samples);
        }
        if blocks.len() < PARTS {
            return Err(Failure::TooFewBlocks { wanted: PARTS });
        }
        let without = cross_validated(&blocks, PARTS);
        let unseen = |(number, block)| (block, &without[number % PARTS]);
        let tenths = calibration(blocks.iter().enumerate().map(unseen));
        let mut all = Samples::default();
        for block in &blocks {
            all.merge(block);
        }
        let curve = all.fit();
        writeln!(
            out,
            "{variant}: fitted to {} positions in {} blocks of games, loss {:.5} (curve in use: {:.5})",
            all.len(),
            blocks.len(),
            all.loss(&curve),
            all.loss(WinCurve::of(variant)),
        )?;
        writeln!(
            out,
            "{:>10} {:>10} {:>10} {:>7} {:>7}",
            "positions", "predicted", "actual", "error", "chance"
        )?;
        for tenth in &tenths {
            writeln!(
                out,
                "{:>10} {:>9.1}% {:>9.1}% {:>+7.1} {:>7.1}",
                tenth.positions,
                100.0 * tenth.predicted,
                100.0 * tenth.actual,
                100.0 * (tenth.predicted - tenth.actual),
                100.0 * tenth.standard_error,
            )?;
        }
        if let Some(path) = &self.plot {
            write(path, &draw(variant, &tenths))?;
        }
        if let Some(path) = &self.curves {
            write(path, &with_rows(path, variant, &curve)?)?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text.as_bytes(), Access::Usual)
        .map_err(|error| Failure::Write { path: path.to_owned(), error })
}

/// A position as its side to move sees it.
fn add(samples: &mut Samples, record: &Record) {
    let white = record.turn() == Color::White;
    let score = if white { i32::from(record.score()) } else { -i32::from(record.score()) };
    let ended = match (record.result(), white) {
        (WhiteResult::Draw, _) => Ended::Drawn,
        (WhiteResult::Win, true) | (WhiteResult::Loss, false) => Ended::Won,
        _ => Ended::Lost,
    };
    samples.add(score, record.occupied().count(), ended);
}

/// The file of curves with the rows of one game replaced.
fn with_rows(path: &Path, variant: Variant, curve: &WinCurve) -> Result<String, Failure> {
    let old =
        fs::read_to_string(path).map_err(|error| Failure::Read { path: path.to_owned(), error })?;
    let prefix = format!("{variant} ");
    let others = old.lines().filter(|line| !line.starts_with(&prefix));
    Ok(others.map(|line| format!("{line}\n")).chain([curve.rows(variant)]).collect())
}

/// Predicted against actual shares of the point, with the diagonal that a perfect prediction would lie on.
fn draw(variant: Variant, tenths: &[Tenth]) -> String {
    const SIZE: f64 = 360.0;
    const EDGE: f64 = 44.0;
    let x = |share: f64| EDGE + share * SIZE;
    let y = |share: f64| EDGE + (1.0 - share) * SIZE;
    let side = SIZE + 2.0 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{EDGE}\" y=\"24\">{variant}: predicted and actual results</text>\n\
         <path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#bbb\"/>\n",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0),
    );
    for step in 0..=5 {
        let share = f64::from(step) / 5.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}H{:.1}M{:.1} {:.1}V{:.1}\" stroke=\"#eee\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0}%</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0}%</text>",
            x(0.0),
            y(share),
            x(1.0),
            x(share),
            y(0.0),
            y(1.0),
            x(0.0) - 6.0,
            y(share) + 4.0,
            100.0 * share,
            x(share),
            y(0.0) + 18.0,
            100.0 * share,
        );
    }
    for tenth in tenths.iter().filter(|tenth| tenth.positions > 0) {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"#2a78c2\"/>",
            x(tenth.predicted),
            y(tenth.actual),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

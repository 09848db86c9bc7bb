//! `estopim moves`: the legal moves of a position, or of many read from the standard input.

use std::io::{self, BufRead, BufReader, Read, Write};

use clap::Args;
use estopim_rules::{AnyPosition, Move, Variant};

use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim moves --variant atomic --san
  estopim moves --variant atomic --captures --fen \"8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1\"
  estopim moves --variant simpleatomic --stdin < positions.fen";

/// List the legal moves of a position, one on each line
///
/// Castling is written as the king's step of two squares, and as the king taking its rook where the
/// position is a Chess960 one.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,

    /// Write each move as SAN too, after its UCI form; with --stdin as SAN alone
    #[arg(long)]
    san: bool,

    /// Captures only
    #[arg(long)]
    captures: bool,

    /// Read a FEN a line and answer each with one line: its moves separated by spaces, or "error: …"
    #[arg(long, conflicts_with_all = ["fen", "setup"])]
    stdin: bool,
}

impl Moves {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.stdin {
            let input = BufReader::with_capacity(INPUT_BUFFER, io::stdin().lock());
            return self.answer(self.position.game.variant(), input, out);
        }
        let position = self.position.position()?;
        for (uci, mv) in self.list(&position) {
            if self.san {
                writeln!(out, "{uci} {}", position.san(mv))?;
            } else {
                writeln!(out, "{uci}")?;
            }
        }
        Ok(())
    }

    /// The moves asked for, in alphabetical order of their UCI forms.
    fn list(&self, position: &AnyPosition) -> Vec<(String, Move)> {
        let moves = if self.captures { position.captures() } else { position.legal_moves() };
        let mut list: Vec<_> = moves.into_iter().map(|mv| (position.uci(mv), mv)).collect();
        list.sort_unstable();
        list
    }

    fn answer<I: Read>(
        &self,
        variant: Variant,
        mut input: BufReader<I>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        loop {
            // Flushes when no input waits: an interactive client gets its answer at once, others in bulk.
            if !input.buffer().contains(&b'\n') {
                out.flush()?;
            }
            let answer = match next_line(&mut input)? {
                InputLine::End => return Ok(()),
                InputLine::TooLong => Err(format!("a line is longer than {MAX_LINE} bytes")),
                InputLine::Text(bytes) => self.answer_line(variant, &bytes),
            };
            match answer {
                Ok(moves) => writeln!(out, "{moves}")?,
                Err(problem) => writeln!(out, "error: {problem}")?,
            }
        }
    }

    fn answer_line(&self, variant: Variant, line: &[u8]) -> Result<String, String> {
        let fen = str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned())?;
        let position = AnyPosition::from_fen(variant, fen).map_err(|error| error.to_string())?;
        let word = |(uci, mv)| if self.san { position.san(mv) } else { uci };
        let words: Vec<String> = self.list(&position).into_iter().map(word).collect();
        Ok(words.join(" "))
    }
}

/// Enough for many positions at a time.
const INPUT_BUFFER: usize = 1 << 16;
/// Several times the longest FEN there is.
const MAX_LINE: usize = 1024;

enum InputLine {
    Text(Vec<u8>),
    /// Its end has been skipped.
    TooLong,
    End,
}

/// The next line, of which never more than [`MAX_LINE`] bytes are kept.
fn next_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        Ok(InputLine::End)
    } else if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        Ok(InputLine::TooLong)
    } else {
        Ok(InputLine::Text(line))
    }
}

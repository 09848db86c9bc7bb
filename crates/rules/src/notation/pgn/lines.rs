//! Lines of text from a stream of bytes, in memory that does not grow with the length of a line.

use std::io::{self, BufRead};

/// A longer line is handed out in pieces, cut at a space if there is one.
pub(super) const LONGEST_PIECE: usize = 64 << 10;

/// The lines of a stream, whatever ends them: LF, CR LF or CR.
pub(super) struct Lines<S> {
    source: S,
    /// What has been read of the line and not handed out.
    bytes: Vec<u8>,
    /// The number of the current line, from one.
    number: u64,
    /// Whether the next piece begins a line.
    at_start: bool,
    /// Whether the last byte taken was a CR, so that an LF belongs to it.
    after_cr: bool,
}

/// A line or, of a long one, a piece.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) number: u64,
    /// Whether this is where the line begins.
    pub(super) is_start: bool,
    /// Whether this is where the line ends.
    pub(super) is_end: bool,
}

impl<S: BufRead> Lines<S> {
    pub(super) const fn new(source: S) -> Self {
        Self { source, bytes: Vec::new(), number: 0, at_start: true, after_cr: false }
    }

    /// The next line without what ends it.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let is_start = self.at_start;
        let Some(is_end) = self.fill()? else { return Ok(None) };
        if is_start {
            self.number += 1;
        }
        self.at_start = is_end;
        let cut = if is_end {
            self.bytes.len()
        } else {
            let space = self.bytes.iter().rposition(u8::is_ascii_whitespace);
            space.map_or(self.bytes.len(), |space| space + 1)
        };
        let kept = self.bytes.split_off(cut);
        let mut text = decode(std::mem::replace(&mut self.bytes, kept));
        if self.number == 1 && is_start && text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Some(Line { text, number: self.number, is_start, is_end }))
    }

    /// Reads until the line ends or is too long. `Some(true)` if it ends, `None` at the end of all.
    fn fill(&mut self) -> io::Result<Option<bool>> {
        loop {
            let available = match self.source.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok((!self.bytes.is_empty()).then_some(true));
            }
            if std::mem::take(&mut self.after_cr) && available[0] == b'\n' {
                self.source.consume(1);
                continue;
            }
            let room = LONGEST_PIECE - self.bytes.len();
            let within = &available[..available.len().min(room)];
            if let Some(end) = within.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                self.after_cr = within[end] == b'\r';
                self.bytes.extend_from_slice(&within[..end]);
                self.source.consume(end + 1);
                return Ok(Some(true));
            }
            let length = within.len();
            self.bytes.extend_from_slice(within);
            self.source.consume(length);
            if self.bytes.len() >= LONGEST_PIECE {
                return Ok(Some(false));
            }
        }
    }
}

/// UTF-8, or else Latin-1, in which older files are written and which accepts any bytes.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

//! The lexer of PGN: splits a stream into tokens.

use std::io::{self, BufRead};

use super::annotation::Nag;
use super::lines::{LONGEST_PIECE, Line, Lines};
use super::tags::is_name_letter;
use super::{PgnFaultKind, PgnQuantity, PgnResult};
use crate::notation::fen::excerpt;

/// A token of PGN. Move numbers and dots are skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    OpenVariation,
    CloseVariation,
    Nag(Nag),
    /// A move, or what stands in its place.
    Word(String),
    Result(PgnResult),
    /// Something that cannot be read.
    Fault(PgnFaultKind),
}

/// Splits a stream into tokens.
pub(super) struct Lexer<S> {
    lines: Lines<S>,
    line: Line,
    /// How much of the line has been taken.
    at: usize,
    /// The number of the line that the last token began on.
    token_line: u64,
    /// Whether what is left of a long line is a comment or escaped.
    skips_pieces: bool,
    comment_bytes: usize,
}

impl<S: BufRead> Lexer<S> {
    pub(super) const fn new(source: S, comment_bytes: usize) -> Self {
        let line = Line { text: String::new(), number: 0, is_start: true, is_end: true };
        Self {
            lines: Lines::new(source),
            line,
            at: 0,
            token_line: 0,
            skips_pieces: false,
            comment_bytes,
        }
    }

    /// The number of the line that the last token began on.
    pub(super) const fn line_number(&self) -> u64 {
        self.token_line
    }

    /// The next token, or `None` at the end of the stream.
    pub(super) fn next_token(&mut self) -> io::Result<Option<Token>> {
        loop {
            let rest = &self.line.text[self.at..];
            let Some(first) = rest.chars().next() else {
                if self.next_line()? {
                    continue;
                }
                return Ok(None);
            };
            self.token_line = self.line.number;
            let (token, length) = match first {
                '%' if self.at == 0 && self.line.is_start => {
                    self.skips_pieces = true;
                    (None, rest.len())
                }
                _ if first.is_whitespace() || first == '.' => (None, first.len_utf8()),
                '{' => {
                    self.at += 1;
                    return self.braced_comment().map(Some);
                }
                ';' => {
                    self.skips_pieces = true;
                    let token = if self.line.is_end {
                        Token::Comment(rest[1..].to_owned())
                    } else {
                        self.long_comment()
                    };
                    (Some(token), rest.len())
                }
                '}' => (Some(Token::Fault(PgnFaultKind::StrayBrace)), 1),
                '(' => (Some(Token::OpenVariation), 1),
                ')' => (Some(Token::CloseVariation), 1),
                '[' => match tag(rest) {
                    // A tag may have been cut where a long line was.
                    (Some(Token::Fault(_)), _) if self.can_go_on() => {
                        self.join_next_piece()?;
                        continue;
                    }
                    read => read,
                },
                '$' => numeric_nag(rest),
                '*' => (Some(Token::Result(PgnResult::Unknown)), 1),
                '!' | '?' => {
                    let (nag, after) = Nag::split_sign(rest).expect("one sign is a judgement");
                    (Some(Token::Nag(nag)), rest.len() - after.len())
                }
                '0'..='9' => number_or_result(rest),
                _ => word(rest),
            };
            self.at += length;
            if token.is_some() {
                return Ok(token);
            }
        }
    }

    /// Goes to the next line that is not, or not still, escaped.
    fn next_line(&mut self) -> io::Result<bool> {
        loop {
            let Some(line) = self.lines.next_line()? else { return Ok(false) };
            let skipped = self.skips_pieces && !line.is_start;
            self.skips_pieces &= skipped;
            if !skipped {
                (self.line, self.at) = (line, 0);
                return Ok(true);
            }
        }
    }

    /// Whether what is left of the line is not all of it, and not too much already.
    fn can_go_on(&self) -> bool {
        !self.line.is_end && self.line.text.len() - self.at < LONGEST_PIECE
    }

    /// Adds the next piece of a long line to what is left of this one.
    fn join_next_piece(&mut self) -> io::Result<()> {
        let mut text = self.line.text.split_off(self.at);
        let piece = self.lines.next_line()?;
        let is_end = piece.as_ref().is_none_or(|piece| piece.is_end);
        text.extend(piece.map(|piece| piece.text));
        self.line = Line { text, number: self.line.number, is_start: false, is_end };
        self.at = 0;
        Ok(())
    }

    /// Reads up to the closing brace, over any number of lines. A line that looks like the head of the
    /// next game shows that the brace was forgotten.
    fn braced_comment(&mut self) -> io::Result<Token> {
        let mut text = String::new();
        let mut is_long = false;
        loop {
            let rest = &self.line.text[self.at..];
            let part = rest.split('}').next().unwrap_or_default();
            is_long |= text.len() + part.len() > self.comment_bytes;
            if !is_long {
                text.push_str(part);
            }
            if part.len() < rest.len() {
                self.at += part.len() + 1;
                return Ok(if is_long { self.long_comment() } else { Token::Comment(text) });
            }
            self.at = self.line.text.len();
            if !self.next_line()? || self.line.is_start && self.line.text.starts_with("[Event \"") {
                return Ok(Token::Fault(PgnFaultKind::OpenComment));
            }
            if self.line.is_start {
                text.push('\n');
            }
        }
    }

    fn long_comment(&self) -> Token {
        let limit = self.comment_bytes;
        Token::Fault(PgnFaultKind::TooMuch { what: PgnQuantity::CommentBytes, limit })
    }
}

/// Reads `[Name "value"]`. A quote inside the value is escaped, or at least not followed by a bracket.
fn tag(rest: &str) -> (Option<Token>, usize) {
    let wrong = || (Some(Token::Fault(PgnFaultKind::Tag(excerpt(rest)))), rest.len());
    let after = rest[1..].trim_start();
    let name_length = after.find(|letter| !is_name_letter(letter)).unwrap_or(after.len());
    let (name, after) = after.split_at(name_length);
    let Some(quoted) = after.trim_start().strip_prefix('"') else { return wrong() };
    if name.is_empty() {
        return wrong();
    }
    let mut value = String::new();
    let mut letters = quoted.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '\\' => {
                let escaped = letters.next_if(|(_, next)| matches!(next, '"' | '\\'));
                value.push(escaped.map_or('\\', |(_, next)| next));
            }
            '"' => match quoted[index + 1..].trim_start().strip_prefix(']') {
                Some(after) => {
                    let token = Token::Tag { name: name.to_owned(), value };
                    return (Some(token), rest.len() - after.len());
                }
                None => value.push('"'),
            },
            _ => value.push(letter),
        }
    }
    wrong()
}

fn numeric_nag(rest: &str) -> (Option<Token>, usize) {
    let digits = &rest[1..=leading_digits(&rest[1..])];
    let token = match digits.parse() {
        Ok(number) => Token::Nag(Nag(number)),
        Err(_) => Token::Fault(PgnFaultKind::Nag(excerpt(digits))),
    };
    (Some(token), 1 + digits.len())
}

/// Tells results and castling written with zeros from the numbers of moves.
fn number_or_result(rest: &str) -> (Option<Token>, usize) {
    let goes_on = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '/');
    for result in ["1/2-1/2", "1-0", "0-1", "1/2"] {
        if let Some(after) = rest.strip_prefix(result)
            && !after.starts_with(goes_on)
        {
            let result = result.parse().expect("these are results");
            return (Some(Token::Result(result)), rest.len() - after.len());
        }
    }
    let digits = leading_digits(rest);
    if rest.starts_with("0-0") || &rest[..digits] == "0000" { word(rest) } else { (None, digits) }
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads up to a space or the beginning of another token; `e8(Q)` and `exd6e.p.` are one word.
fn word(rest: &str) -> (Option<Token>, usize) {
    let ends_word = |letter: char| letter.is_whitespace() || "{}()[];$!?*.".contains(letter);
    let mut length = rest.find(ends_word).unwrap_or(rest.len());
    let after = &rest[length..];
    let is_promotion = matches!(after.as_bytes(), [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..]);
    if is_promotion || rest[..length].ends_with('e') && after.starts_with(".p.") {
        length += 3;
    }
    if length == 0 {
        length = rest.chars().next().map_or(0, char::len_utf8);
    }
    match &rest[..length] {
        "e.p." | "ep" => (None, length),
        word => (Some(Token::Word(word.to_owned())), length),
    }
}

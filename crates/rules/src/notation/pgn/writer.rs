//! A game as text: tags, an empty line, moves in lines of fewer than 80 columns.

use std::fmt::{self, Write};

use super::annotation::commands;
use super::{PgnGame, PgnLine, PgnTags};
use crate::any::AnyPosition;
use crate::notation::epd::quoted;
use crate::types::Color;

/// The longest line of moves.
const WIDTH: usize = 79;

/// Tags that are written from the game itself, after the seven that come first.
const DERIVED: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// The whole game, ending with a line break. An empty line belongs between games.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_char('\n')?;
        let mut text = Wrapped::new(f);
        text.line(&self.line, self.start)?;
        text.word(&self.result.to_string())?;
        text.finish()
    }
}

impl PgnGame {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |name: &str, value: &str| writeln!(f, "[{name} {}]", quoted(value));
        for (name, unknown) in PgnTags::ROSTER {
            match name {
                "Result" => write(name, &self.result.to_string())?,
                _ => write(name, self.tags.get(name).unwrap_or(unknown))?,
            }
        }
        if let Some(variant) = self.variant_name() {
            write("Variant", variant)?;
        }
        if self.start != AnyPosition::initial(self.start.variant()) {
            write("SetUp", "1")?;
            write("FEN", &self.start.fen())?;
        }
        let is_roster = |name: &str| PgnTags::ROSTER.iter().any(|(known, _)| *known == name);
        for (name, value) in self.tags.iter() {
            if !is_roster(name) && !DERIVED.contains(&name) {
                write(name, value)?;
            }
        }
        Ok(())
    }

    /// The `Variant` tag. Classic chess needs none, but what other programs call its kinds is kept, and
    /// they castle as in Chess960 only where the tag says so.
    fn variant_name(&self) -> Option<&str> {
        let variant = self.start.variant();
        let kept = self.tags.get("Variant").filter(|name| name.parse() == Ok(variant));
        let chess960 = || self.start.is_chess960().then_some("Chess960");
        variant.pgn_name().or(kept).or_else(chess960)
    }
}

/// Words set in lines that are not too long.
struct Wrapped<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// Brackets that open before the next word.
    brackets: String,
    /// The last word, to which something may still be attached.
    word: String,
}

impl<'a, 'b> Wrapped<'a, 'b> {
    const fn new(f: &'a mut fmt::Formatter<'b>) -> Self {
        Self { f, column: 0, brackets: String::new(), word: String::new() }
    }

    /// Sets a word, on a new line if it has no room.
    fn word(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.word = std::mem::take(&mut self.brackets);
        self.word.push_str(word);
        Ok(())
    }

    /// Sets a word that must not begin a line.
    fn attach(&mut self, word: &str) {
        self.word.push(' ');
        self.word.push_str(word);
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.f.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_char(' ')?;
            self.column += 1;
        }
        self.f.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }

    fn finish(mut self) -> fmt::Result {
        self.flush()?;
        self.f.write_char('\n')
    }

    /// The moves of a line from `position`, with their annotations.
    fn line(&mut self, line: &PgnLine, mut position: AnyPosition) -> fmt::Result {
        for comment in &line.comments {
            self.comment(comment.split_whitespace())?;
        }
        // Black's moves are numbered where they do not follow White's directly.
        let mut interrupted = true;
        for played in &line.moves {
            let san = position.san(played.mv);
            match position.turn() {
                Color::White => self.word(&format!("{}. {san}", position.fullmoves()))?,
                Color::Black if interrupted => {
                    self.word(&format!("{}... {san}", position.fullmoves()))?;
                }
                Color::Black => self.word(&san)?,
            }
            for nag in &played.nags {
                self.word(&nag.to_string())?;
            }
            let commands = commands(played);
            let commands = commands.iter().map(String::as_str);
            let mut comments = played.comments.iter().map(|text| text.split_whitespace());
            self.comment(commands.chain(comments.next().into_iter().flatten()))?;
            for comment in comments {
                self.comment(comment)?;
            }
            for variation in &played.variations {
                self.variation(variation, position)?;
            }
            interrupted = self.word.ends_with(['}', ')']);
            position.play_unchecked(played.mv);
        }
        Ok(())
    }

    fn variation(&mut self, variation: &PgnLine, position: AnyPosition) -> fmt::Result {
        let is_blank = |text: &String| text.trim().is_empty();
        if variation.moves.is_empty() && variation.comments.iter().all(is_blank) {
            return Ok(());
        }
        self.flush()?;
        self.brackets.push('(');
        self.line(variation, position)?;
        self.word.push(')');
        Ok(())
    }

    /// A comment in braces. It cannot contain a closing brace, so that becomes a bracket. Words that
    /// mean something else at the beginning of a line are kept away from there.
    fn comment<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> fmt::Result {
        let mut words = words.peekable();
        if words.peek().is_none() {
            return Ok(());
        }
        self.word("{")?;
        let mut is_first = true;
        for word in words {
            let word = word.replace('}', ")");
            if is_first || word.starts_with(['[', '%']) {
                self.attach(&word);
            } else {
                self.word(&word)?;
            }
            is_first = false;
        }
        self.attach("}");
        Ok(())
    }
}

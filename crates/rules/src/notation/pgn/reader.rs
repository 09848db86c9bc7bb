//! [`PgnReader`]: games from a stream, one by one.

use std::io::BufRead;

use super::annotation::{Nag, comment_on};
use super::lexer::{Lexer, Token};
use super::{
    PgnError, PgnFault, PgnFaultKind, PgnGame, PgnLimits, PgnLine, PgnMove, PgnQuantity, PgnResult,
    PgnTags,
};
use crate::any::{AnyPosition, Variant};

/// Reads games one by one; an iterator over them.
///
/// A game ends with its result or, where that is missing, before the tags of the next. A game in which
/// something is wrong is an error that says where and what; the next call goes on with the game after
/// it. Files of other programs are read as they are: any line ends, a byte order mark, Latin-1, missing
/// blank lines, escaped lines (`%`), comments of both kinds.
pub struct PgnReader<S> {
    lexer: Lexer<S>,
    limits: PgnLimits,
    /// The number of the game being read, from one.
    game: u64,
    /// The tag that showed the last game to be over.
    pending: Option<Token>,
    has_failed: bool,
}

impl<S: BufRead> PgnReader<S> {
    /// A reader with the usual limits.
    pub fn new(source: S) -> Self {
        Self::with_limits(source, PgnLimits::default())
    }

    /// A reader with limits of the caller's.
    pub fn with_limits(source: S, limits: PgnLimits) -> Self {
        let lexer = Lexer::new(source, limits.comment_bytes);
        Self { lexer, limits, game: 0, pending: None, has_failed: false }
    }

    /// The next game, or `None` at the end of the stream.
    pub fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        self.game += 1;
        let mut draft = Draft::new(self.game, self.limits);
        while let Some(token) = self.next_token()? {
            if draft.ends_before(&token) {
                self.pending = Some(token);
                break;
            }
            let ends = draft.ends_with(&token);
            draft.take(token, self.lexer.line_number());
            if ends {
                break;
            }
        }
        draft.finish().map_err(|fault| PgnError::Game(Box::new(fault)))
    }

    fn next_token(&mut self) -> Result<Option<Token>, PgnError> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => Ok(self.lexer.next_token()?),
        }
    }
}

impl<S: BufRead> Iterator for PgnReader<S> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = self.read_game();
        self.has_failed = matches!(game, Err(PgnError::Io(_)));
        game.transpose()
    }
}

/// A game as far as it has been read.
struct Draft {
    number: u64,
    limits: PgnLimits,
    tags: PgnTags,
    /// Whether anything but tags and comments has been seen.
    has_begun: bool,
    /// The position before the first move, once it is needed.
    start: Option<AnyPosition>,
    /// The main line and the variations open inside it, from then on.
    open: Vec<OpenLine>,
    /// Comments before the first move.
    opening: PgnLine,
    result: Option<PgnResult>,
    /// How many brackets are open, which counts on after a fault.
    depth: usize,
    /// The line of the last token.
    line: u64,
    moves: usize,
    text_bytes: usize,
    /// The first thing that is wrong; what follows is only skipped.
    fault: Option<PgnFault>,
}

/// A line that has not ended.
struct OpenLine {
    line: PgnLine,
    /// How many moves of the game come before this line.
    plies_before: usize,
    /// The position before the last move; a variation starts from here.
    before: AnyPosition,
    now: AnyPosition,
}

impl Draft {
    fn new(number: u64, limits: PgnLimits) -> Self {
        Self {
            number,
            limits,
            tags: PgnTags::default(),
            has_begun: false,
            start: None,
            open: Vec::new(),
            opening: PgnLine::default(),
            result: None,
            depth: 0,
            line: 0,
            moves: 0,
            text_bytes: 0,
            fault: None,
        }
    }

    /// Whether a token belongs to the next game.
    fn ends_before(&self, token: &Token) -> bool {
        match token {
            Token::Tag { name, .. } => {
                self.has_begun || name == "Event" && self.tags.get(name).is_some()
            }
            Token::Fault(PgnFaultKind::Tag(_)) => self.has_begun,
            _ => false,
        }
    }

    /// Whether a token is the last of this game. A result inside a variation is not.
    fn ends_with(&self, token: &Token) -> bool {
        matches!(token, Token::Result(_)) && self.depth == 0
    }

    fn take(&mut self, token: Token, line: u64) {
        self.line = line;
        self.has_begun |= !matches!(
            token,
            Token::Tag { .. } | Token::Comment(_) | Token::Fault(PgnFaultKind::Tag(_))
        );
        match token {
            Token::OpenVariation => self.depth += 1,
            Token::CloseVariation => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.fault.is_none()
            && let Err(kind) = self.understand(token)
        {
            self.fault = Some(PgnFault { game: self.number, line, kind });
            self.open.clear();
        }
    }

    fn understand(&mut self, token: Token) -> Result<(), PgnFaultKind> {
        match token {
            Token::Tag { name, value } => return self.add_tag(&name, value),
            Token::Comment(text) => return self.add_comment(&text),
            Token::Word(text) => return self.add_move(&text),
            Token::OpenVariation => return self.open_variation(),
            Token::CloseVariation => return self.close_variation(),
            Token::Nag(nag) => self.add_nag(nag),
            Token::Result(result) if self.depth == 0 => self.result = Some(result),
            Token::Result(_) => {}
            Token::Fault(kind) => return Err(kind),
        }
        Ok(())
    }

    fn add_tag(&mut self, name: &str, value: String) -> Result<(), PgnFaultKind> {
        let limit = self.limits.tag_bytes;
        if name.len() + value.len() > limit {
            return Err(PgnFaultKind::TooMuch { what: PgnQuantity::TagBytes, limit });
        }
        self.tags.set(name, value);
        let limit = self.limits.tags;
        if self.tags.len() > limit {
            return Err(PgnFaultKind::TooMuch { what: PgnQuantity::Tags, limit });
        }
        Ok(())
    }

    fn add_comment(&mut self, text: &str) -> Result<(), PgnFaultKind> {
        self.text_bytes += text.len();
        let limit = self.limits.text_bytes;
        if self.text_bytes > limit {
            return Err(PgnFaultKind::TooMuch { what: PgnQuantity::TextBytes, limit });
        }
        let line = self.open.last_mut().map_or(&mut self.opening, |open| &mut open.line);
        comment_on(line, text);
        Ok(())
    }

    /// A NAG without a move before it is ignored, and so is a repeated one.
    fn add_nag(&mut self, nag: Nag) {
        if let Some(played) = self.open.last_mut().and_then(|open| open.line.moves.last_mut())
            && !played.nags.contains(&nag)
        {
            played.nags.push(nag);
        }
    }

    fn add_move(&mut self, text: &str) -> Result<(), PgnFaultKind> {
        self.begin()?;
        self.moves += 1;
        let limit = self.limits.moves;
        if self.moves > limit {
            return Err(PgnFaultKind::TooMuch { what: PgnQuantity::Moves, limit });
        }
        let open = self.open.last_mut().expect("a game that has begun has a line");
        let mv = open.now.parse_san(text).map_err(|error| {
            let ply = open.plies_before + open.line.moves.len() + 1;
            PgnFaultKind::Move { ply, error }
        })?;
        open.before = open.now;
        open.now.play_unchecked(mv);
        open.line.moves.push(PgnMove::new(mv));
        Ok(())
    }

    fn open_variation(&mut self) -> Result<(), PgnFaultKind> {
        let limit = self.limits.nesting;
        if self.open.len() > limit {
            return Err(PgnFaultKind::TooMuch { what: PgnQuantity::Nesting, limit });
        }
        match self.open.last() {
            Some(open) if !open.line.moves.is_empty() => {
                let plies_before = open.plies_before + open.line.moves.len() - 1;
                let before = open.before;
                let line = PgnLine::default();
                self.open.push(OpenLine { line, plies_before, before, now: before });
                Ok(())
            }
            _ => Err(PgnFaultKind::VariationWithoutMove),
        }
    }

    fn close_variation(&mut self) -> Result<(), PgnFaultKind> {
        if self.open.len() < 2 {
            return Err(PgnFaultKind::StrayBracket);
        }
        let closed = self.open.pop().map(|open| open.line);
        let parent = self.open.last_mut().and_then(|open| open.line.moves.last_mut());
        let parent = parent.expect("a variation replaces a move");
        // Empty brackets are ignored.
        let says_something = |line: &PgnLine| !line.moves.is_empty() || !line.comments.is_empty();
        parent.variations.extend(closed.filter(says_something));
        Ok(())
    }

    /// Sets the first position up, if that has not been done.
    fn begin(&mut self) -> Result<(), PgnFaultKind> {
        if self.start.is_some() {
            return Ok(());
        }
        let variant = match self.tags.get("Variant") {
            None | Some("" | "?" | "-") => Variant::default(),
            Some(name) => name.parse()?,
        };
        let start = match self.tags.get("FEN") {
            None | Some("" | "?" | "-") => AnyPosition::initial(variant),
            Some(fen) => AnyPosition::from_fen(variant, fen)?,
        };
        self.start = Some(start);
        let line = std::mem::take(&mut self.opening);
        self.open.push(OpenLine { line, plies_before: 0, before: start, now: start });
        Ok(())
    }

    /// The whole game; `None` if there was none.
    fn finish(mut self) -> Result<Option<PgnGame>, PgnFault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if !self.has_begun && self.tags.is_empty() {
            return Ok(None);
        }
        let (game, line) = (self.number, self.line);
        let at_the_end = |kind| PgnFault { game, line, kind };
        if self.depth > 0 {
            return Err(at_the_end(PgnFaultKind::OpenVariation));
        }
        self.begin().map_err(at_the_end)?;
        // A result in the moves is the game's; a star there may only mean that the result was not filled in.
        let tagged = self.tags.get("Result").and_then(|text| text.parse().ok());
        let result = match self.result {
            None | Some(PgnResult::Unknown) => tagged.unwrap_or_default(),
            Some(result) => result,
        };
        let (Some(start), Some(main)) = (self.start, self.open.pop()) else {
            unreachable!("a game that has begun has a line");
        };
        Ok(Some(PgnGame { tags: self.tags, start, line: main.line, result }))
    }
}

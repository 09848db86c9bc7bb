//! [`Chat`]: the chat of a game. Memory has the last lines, the database all of them. Each author has a limit on lines
//! and a rate limit of their own.

use std::collections::VecDeque;
use std::time::Instant;

use estopim_protocol::bounds::MAX_CHAT;
use estopim_protocol::{Author, ChatLine, Reason, ReasonCode};

use crate::error::Error;
use crate::limits::{Bucket, Rate};
use crate::text::{Hidden, first_hidden};

/// The most lines of one author in a game.
pub const MAX_LINES: u32 = 200;
/// Lines in a snapshot, and in a page of the history.
pub const PAGE: usize = 50;
/// The rate limit of a player: a line every two seconds, with a burst.
const PACE: Rate = Rate { per_second: 0.5, burst: 5.0 };

/// The chat of a game.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    last: VecDeque<ChatLine>,
    /// The lines of White, Black and the computer so far.
    counts: [u32; 3],
    /// The rate limiters of White and Black.
    buckets: [Option<Bucket>; 2],
}

const fn place(author: Author) -> usize {
    match author {
        Author::White => 0,
        Author::Black => 1,
        Author::Computer => 2,
    }
}

impl Chat {
    /// Restores a chat from its last lines and the number of lines of each author.
    pub fn restored(last: Vec<ChatLine>, counts: impl IntoIterator<Item = (Author, u32)>) -> Self {
        let mut chat = Self { last: last.into(), ..Self::default() };
        for (author, count) in counts {
            chat.counts[place(author)] = count;
        }
        chat
    }

    /// The number of the next line.
    pub fn next_line(&self) -> u32 {
        self.last.back().map_or(1, |line| line.line + 1)
    }

    /// The last lines, in order.
    pub fn last_lines(&self) -> Vec<ChatLine> {
        self.last.iter().cloned().collect()
    }

    /// The key of the computer's last remark.
    pub fn last_remark(&self) -> Option<&str> {
        let remark = self.last.iter().rev().find_map(|line| line.remark.as_ref());
        remark.map(|remark| remark.key.as_str())
    }

    /// Who said the last line.
    pub fn last_author(&self) -> Option<Author> {
        self.last.back().map(|line| line.by)
    }

    /// Whether nobody has said anything.
    pub fn is_empty(&self) -> bool {
        self.last.is_empty()
    }

    /// Refuses if an author has used up their lines.
    pub fn must_have_room(&self, author: Author) -> Result<(), Reason> {
        if self.counts[place(author)] < MAX_LINES {
            return Ok(());
        }
        let message = format!("expected at most {MAX_LINES} lines of one player in a game");
        Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_LINES))
    }

    /// Refuses a line that comes too soon after the player's last ones.
    pub fn must_not_be_too_fast(&mut self, author: Author, now: Instant) -> Result<(), Error> {
        let Some(bucket) = self.buckets.get_mut(place(author)) else { return Ok(()) };
        let bucket = bucket.get_or_insert_with(|| Bucket::new(PACE, now));
        if bucket.take(PACE, now) { Ok(()) } else { Err(Error::rate_limited()) }
    }

    /// Adds a line.
    pub fn push(&mut self, line: ChatLine) {
        self.counts[place(line.by)] += 1;
        self.last.push_back(line);
        if self.last.len() > PAGE {
            self.last.pop_front();
        }
    }
}

/// Validates a player's text: one line, not empty, not too long, no invisible characters.
pub fn checked_text(text: &str) -> Result<String, Reason> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    if !(1..=MAX_CHAT).contains(&length) {
        let message = format!("expected 1 to {MAX_CHAT} characters, found {length}");
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_CHAT));
    }
    if let Some(hidden) = first_hidden(&text, Hidden::InText) {
        let message = format!("expected visible characters, found U+{:04X}", hidden as u32);
        return Err(Reason::new(ReasonCode::HiddenCharacter, message));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn line(chat: &Chat, by: Author) -> ChatLine {
        ChatLine { line: chat.next_line(), by, text: Some("oi".to_owned()), remark: None, at_ms: 0 }
    }

    #[test]
    fn one_player_cannot_use_up_the_talk() {
        let mut chat = Chat::default();
        for number in 1..=MAX_LINES {
            assert!(chat.must_have_room(Author::White).is_ok(), "{number}");
            chat.push(line(&chat, Author::White));
        }
        assert!(chat.must_have_room(Author::White).is_err());
        assert!(chat.must_have_room(Author::Black).is_ok());
        assert!(chat.must_have_room(Author::Computer).is_ok());
        let last = chat.last_lines();
        assert_eq!((last.len(), last.last().map(|line| line.line)), (PAGE, Some(MAX_LINES)));
        let again = Chat::restored(last, [(Author::White, MAX_LINES)]);
        assert!(again.must_have_room(Author::White).is_err());
        assert_eq!(again.next_line(), MAX_LINES + 1);
    }

    #[test]
    fn who_talks_too_fast_is_told_and_the_other_is_not_slowed() {
        let (mut chat, start) = (Chat::default(), Instant::now());
        let mut may = |author, ms| {
            chat.must_not_be_too_fast(author, start + Duration::from_millis(ms)).is_ok()
        };
        assert_eq!((0..6).map(|_| may(Author::White, 0)).filter(|may| *may).count(), 5);
        assert!(may(Author::Black, 0));
        assert!(may(Author::White, 2_000));
    }

    #[test]
    fn texts_are_one_visible_line() {
        for (text, wanted) in [
            ("  bom   jogo! ", Some("bom jogo!")),
            ("👩\u{200d}🚀 ok", Some("👩\u{200d}🚀 ok")),
            ("a\nb", Some("a b")),
            ("", None),
            ("a\u{202e}b", None),
            ("a\u{2066}b", None),
            ("\u{3164}\u{3164}", None),
            ("\u{e0041}", None),
        ] {
            assert_eq!(checked_text(text).ok().as_deref(), wanted, "{text:?}");
        }
        assert!(checked_text(&"x".repeat(MAX_CHAT)).is_ok());
        assert!(checked_text(&"x".repeat(MAX_CHAT + 1)).is_err());
    }
}

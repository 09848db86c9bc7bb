//! A line as words, with the place where each one starts, so that the rest of a line can be taken as it is.

/// The words of a line, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn of(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    /// The word to come, not yet taken.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Everything not yet taken, as it was written.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Takes the words up to a keyword, which is taken too; all of them if it does not come.
    pub(crate) fn until(&mut self, keyword: &str) -> (Vec<&'a str>, bool) {
        let mut taken = Vec::new();
        for word in self.by_ref() {
            if word == keyword {
                return (taken, true);
            }
            taken.push(word);
        }
        (taken, false)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Some(word)
    }
}

/// How much of a text an error message repeats.
const EXCERPT_CHARS: usize = 60;

/// The beginning of a text, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(EXCERPT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

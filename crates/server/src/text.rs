//! Validation of texts that others read: invisible characters, and those that change the writing direction, are
//! refused.

/// Where a text is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// As a name: nothing that cannot be seen.
    InName,
    /// In a sentence: joiners too, which some scripts and many emoji are written with.
    InText,
}

/// The first character that cannot be seen or changes the direction of those about it.
pub fn first_hidden(text: &str, place: Hidden) -> Option<char> {
    text.chars().find(|&letter| match letter {
        // Zero-width joiner and non-joiner.
        '\u{200c}' | '\u{200d}' => place == Hidden::InName,
        _ => is_hidden(letter),
    })
}

/// Unicode's format and control characters, fillers that look like nothing, and tags.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

//! The tags at the head of a game: `[White "Ana"]`.

/// Names with values, in order; a name occurs once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnTags(Vec<(String, String)>);

impl PgnTags {
    /// The seven tags every game is written with, in their order, each with what stands for "unknown".
    pub(super) const ROSTER: [(&'static str, &'static str); 7] = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
    ];

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag its value, in the place of an earlier one. Letters that no name can have become `_`.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let name: String =
            name.chars().map(|letter| if is_name_letter(letter) { letter } else { '_' }).collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value.into(),
            None => self.0.push((name, value.into())),
        }
    }

    /// Takes a tag away and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a tag's name may contain a letter. The standard has letters, digits and `_`; programs also
/// write `-`, `+`, `#`, `=`, `:` and `.`.
pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || "_-+#=:.".contains(letter)
}

//! [`Settings`]: `key=value,key=value` on a command line, read one key at a time.

use std::str::FromStr;

use thiserror::Error;

/// Keys with values, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pairs: Vec<(String, String)>,
    known: Vec<&'static str>,
}

/// What is wrong with settings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    /// A part is not `key=value`.
    #[error("expected key=value, found {0:?}")]
    NotAPair(String),
    /// A key means nothing here.
    #[error("unknown setting {key:?}, expected one of {}", known.join(", "))]
    Unknown {
        /// The key.
        key: String,
        /// The keys that mean something.
        known: Vec<&'static str>,
    },
    /// A key that is needed is not there.
    #[error("{0}=… is missing")]
    Missing(&'static str),
    /// A value makes no sense.
    #[error("{key} must be {wanted}, found {found:?}")]
    Value {
        /// The key.
        key: String,
        /// What makes sense.
        wanted: &'static str,
        /// The value.
        found: String,
    },
}

impl Settings {
    /// Splits at commas. A value in double quotation marks may contain some.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        let mut pairs = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let not_a_pair = || SettingError::NotAPair(rest.to_owned());
            let (key, value) = rest.split_once('=').ok_or_else(not_a_pair)?;
            if key.is_empty() || key.contains(',') {
                return Err(not_a_pair());
            }
            let (value, after) = match value.strip_prefix('"').and_then(split_quoted) {
                Some(split) => split,
                None => value.split_once(',').unwrap_or((value, "")),
            };
            pairs.push((key.trim().to_owned(), value.trim().to_owned()));
            rest = after;
        }
        Ok(Self { pairs, known: Vec::new() })
    }

    /// Takes the value of a key.
    pub fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.pairs.iter().position(|(known, _)| known == key)?;
        Some(self.pairs.remove(index).1)
    }

    /// Takes the value of a key as what it means.
    pub fn take_as<T: FromStr>(
        &mut self,
        key: &'static str,
        wanted: &'static str,
    ) -> Result<Option<T>, SettingError> {
        let Some(found) = self.take(key) else { return Ok(None) };
        match found.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(SettingError::Value { key: key.to_owned(), wanted, found }),
        }
    }

    /// Takes all keys that begin so, with the beginning cut off.
    pub fn take_prefixed(&mut self, prefix: &'static str) -> Vec<(String, String)> {
        self.known.push(prefix);
        let (taken, left) = std::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|(key, _)| key.starts_with(prefix));
        self.pairs = left;
        let cut = |(key, value): (String, String)| (key[prefix.len()..].to_owned(), value);
        Vec::into_iter(taken).map(cut).collect()
    }

    /// Refuses what nobody has taken.
    pub fn finish(self) -> Result<(), SettingError> {
        match self.pairs.into_iter().next() {
            None => Ok(()),
            Some((key, _)) => Err(SettingError::Unknown { key, known: self.known }),
        }
    }
}

/// Splits at the quotation mark that ends a value, which a comma or nothing follows.
fn split_quoted(text: &str) -> Option<(&str, &str)> {
    text.match_indices('"').find_map(|(end, _)| {
        let after = &text[end + 1..];
        let rest = if after.is_empty() { Some("") } else { after.strip_prefix(',') };
        rest.map(|rest| (&text[..end], rest))
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", &[])]
    #[case("a=1", &[("a", "1")])]
    #[case("a=1, b = x y ,c=", &[("a", "1"), ("b", "x y"), ("c", "")])]
    #[case("cmd=\"node a,b\",name=c", &[("cmd", "node a,b"), ("name", "c")])]
    #[case("cmd=\"'a' \"b\" c\",d=e=f", &[("cmd", "'a' \"b\" c"), ("d", "e=f")])]
    #[case("a=\"open,b=1", &[("a", "\"open"), ("b", "1")])]
    fn settings_are_split(#[case] text: &str, #[case] pairs: &[(&str, &str)]) {
        let found = Settings::parse(text).unwrap().pairs;
        let found: Vec<_> =
            found.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(found, pairs);
    }

    #[rstest]
    #[case("a")]
    #[case("=1")]
    #[case("a,b=1")]
    fn what_is_no_pair_is_refused(#[case] text: &str) {
        assert!(matches!(Settings::parse(text), Err(SettingError::NotAPair(_))));
    }

    #[test]
    fn keys_are_taken_by_name_and_the_rest_is_refused() {
        let mut settings = Settings::parse("n=3,option.Hash=16,bad=1").unwrap();
        assert_eq!(settings.take_as::<u32>("n", "a number"), Ok(Some(3)));
        assert_eq!(settings.take_as::<u32>("m", "a number"), Ok(None));
        assert_eq!(settings.take_prefixed("option."), [("Hash".to_owned(), "16".to_owned())]);
        let error = settings.finish().unwrap_err();
        assert_eq!(error.to_string(), "unknown setting \"bad\", expected one of n, m, option.");
    }
}

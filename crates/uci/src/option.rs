//! [`OptionDeclaration`]: an option as an engine announces it, and which values it takes.

use std::fmt;

use thiserror::Error;

use crate::words::Words;

/// An option that an engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// The name; case does not matter.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value it starts with.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value it starts with.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The value it starts with.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Nothing: setting it does something.
    Button,
    /// Any text.
    Text {
        /// The value it starts with.
        default: String,
    },
}

/// Why an option does not take a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// A check is neither true nor false.
    #[error("{name} must be true or false, found {found:?}")]
    Check {
        /// The option.
        name: String,
        /// The value.
        found: String,
    },
    /// A number is missing or out of range.
    #[error("{name} must be a number from {min} to {max}, found {found:?}")]
    Spin {
        /// The option.
        name: String,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// The value.
        found: String,
    },
    /// A word is not among the choices.
    #[error("{name} must be one of {}, found {found:?}", choices.join(", "))]
    Combo {
        /// The option.
        name: String,
        /// The choices.
        choices: Vec<String>,
        /// The value.
        found: String,
    },
}

impl OptionDeclaration {
    /// Reads what follows `option`; `None` if it is not a declaration. Numbers that do not fit are taken
    /// as the nearest that does, and a spin without limits has none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = Words::of(text);
        words.until("name");
        let (name, has_type) = words.until("type");
        if name.is_empty() || !has_type {
            return None;
        }
        let kind = OptionKind::parse(words)?;
        Some(Self { name: name.join(" "), kind })
    }

    /// Whether the option has this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value as it is to be sent, or why the option does not take it.
    pub fn check(&self, value: &str) -> Result<String, OptionError> {
        let (name, found) = (self.name.clone(), value.to_owned());
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" => Ok("true".to_owned()),
                "false" => Ok("false".to_owned()),
                _ => Err(OptionError::Check { name, found }),
            },
            &OptionKind::Spin { min, max, .. } => match value.trim().parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(number.to_string()),
                _ => Err(OptionError::Spin { name, min, max, found }),
            },
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| OptionError::Combo { name, choices: choices.clone(), found }),
            OptionKind::Button | OptionKind::Text { .. } => Ok(found),
        }
    }
}

/// A keyword of a declaration, and the words up to the next one.
type Field<'a> = (&'a str, Vec<&'a str>);

impl OptionKind {
    fn parse(mut words: Words<'_>) -> Option<Self> {
        let kind = words.next()?;
        if kind == "string" {
            // Any text, so the other keywords may be words of it.
            words.until("default");
            let default = Some(words.rest()).filter(|&text| text != "<empty>");
            return Some(Self::Text { default: default.unwrap_or_default().to_owned() });
        }
        let mut fields: Vec<Field<'_>> = Vec::new();
        for word in words {
            match (word, fields.last_mut()) {
                ("default" | "min" | "max" | "var", _) => fields.push((word, Vec::new())),
                (_, Some((_, value))) => value.push(word),
                (_, None) => {}
            }
        }
        let field = |wanted: &str| {
            fields.iter().find(|(keyword, _)| *keyword == wanted).map(|(_, value)| value.join(" "))
        };
        let default = || field("default").unwrap_or_default();
        Some(match kind {
            "check" => Self::Check { default: default().eq_ignore_ascii_case("true") },
            "spin" => {
                let min = field("min").map_or(i64::MIN, |text| whole_number(&text, i64::MIN));
                let max = field("max").map_or(i64::MAX, |text| whole_number(&text, i64::MAX));
                Self::Spin { default: whole_number(&default(), 0), min, max }
            }
            "combo" => {
                let choices = fields
                    .iter()
                    .filter(|(keyword, _)| *keyword == "var")
                    .map(|(_, value)| value.join(" "))
                    .collect();
                Self::Combo { default: default(), choices }
            }
            "button" => Self::Button,
            _ => return None,
        })
    }
}

/// A number, the nearest one if it does not fit, or `otherwise` if it is none. Some engines write
/// fractions here.
fn whole_number(text: &str, otherwise: i64) -> i64 {
    text.parse()
        .ok()
        .or_else(|| text.parse::<f64>().ok().map(|number| number as i64))
        .unwrap_or(otherwise)
}

/// The whole line.
impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => {
                f.write_str("string default <empty>")
            }
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("option name Hash type spin default 16 min 1 max 33554432")]
    #[case("option name Clear Hash type button")]
    #[case("option name Ponder type check default false")]
    #[case("option name UCI_Variant type combo default chess var chess var atomic")]
    #[case("option name EvalFile type string default <empty>")]
    #[case("option name Log File type string default C:/My Files/min log.txt")]
    fn a_declaration_is_read_and_written(#[case] line: &str) {
        let option = OptionDeclaration::parse(line.strip_prefix("option ").unwrap()).unwrap();
        assert_eq!(option.to_string(), line);
    }

    #[rstest]
    #[case("name Hash type spin default 16 min 1 max 1024", "1024", Ok("1024"))]
    #[case(
        "name Hash type spin default 16 min 1 max 1024",
        "1025",
        Err("Hash must be a number from 1 to 1024, found \"1025\"")
    )]
    #[case("name Ponder type check default true", "TRUE", Ok("true"))]
    #[case(
        "name Ponder type check default true",
        "yes",
        Err("Ponder must be true or false, found \"yes\"")
    )]
    #[case("name Style type combo default A var A b var C", "a B", Ok("A b"))]
    #[case(
        "name Style type combo default A var A b var C",
        "D",
        Err("Style must be one of A b, C, found \"D\"")
    )]
    #[case("name Free type spin default 0", "-5", Ok("-5"))]
    fn a_value_is_checked(
        #[case] declaration: &str,
        #[case] value: &str,
        #[case] result: Result<&str, &str>,
    ) {
        let option = OptionDeclaration::parse(declaration).unwrap();
        let checked = option.check(value).map_err(|error| error.to_string());
        assert_eq!(checked, result.map(str::to_owned).map_err(str::to_owned));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in any::<String>(),
            words in "((name|type|spin|combo|default|min|max|var|é|-9) ){0,12}",
        ) {
            let _ = OptionDeclaration::parse(&text);
            let _ = OptionDeclaration::parse(&words);
        }
    }
}

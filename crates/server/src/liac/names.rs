//! The names of programs and tables.

use sha2::{Digest, Sha256};

use crate::auth::Session;
use crate::text::{Hidden, first_hidden};

/// The most letters of a name.
pub const MOST_LETTERS: usize = 20;
/// How many letters the id of a program's session has.
const ID_LENGTH: usize = 24;

/// The session of a program that says a name: the same one every time, so that its games are found.
pub fn bot_session(name: &str) -> Session {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let hash = Sha256::digest(format!("liac:{name}"));
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    Session(hash.iter().take(ID_LENGTH).map(letter).collect())
}

/// What a program is called here: its name without characters that cannot be seen, and not too long.
pub fn shown(said: &str) -> String {
    let plain: String = said
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|&letter| first_hidden(letter.encode_utf8(&mut [0; 4]), Hidden::InName).is_none())
        .collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().take(MOST_LETTERS).collect();
    let short = short.trim();
    if short.is_empty() { "?".to_owned() } else { short.to_owned() }
}

/// The name of a table, if it can be one.
pub fn table_name(said: &str) -> Option<String> {
    let name = shown(said);
    (name != "?" && !name.contains('/')).then_some(name)
}

/// The table that a program asks for by what stands before a slash in its name, and its name without that.
pub fn split(said: &str) -> (Option<String>, String) {
    match said.split_once('/') {
        Some((table, name)) if table_name(table).is_some() && !name.trim().is_empty() => {
            (table_name(table), shown(name))
        }
        _ => (None, shown(said)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_fit_to_be_shown() {
        for (said, wanted) in [
            ("Random Bot", "Random Bot"),
            ("  Peão \n do\tZé ", "Peão do Zé"),
            ("", "?"),
            ("\u{202e}\u{200b}", "?"),
            ("a name that is much too long for a row", "a name that is much"),
        ] {
            assert_eq!(shown(said), wanted, "{said:?}");
        }
    }

    #[test]
    fn a_table_can_be_named_before_a_slash() {
        for (said, wanted) in [
            ("Turma A/Bob", (Some("Turma A"), "Bob")),
            ("Bob", (None, "Bob")),
            ("/Bob", (None, "/Bob")),
            ("Bob/", (None, "Bob/")),
        ] {
            let (table, name) = split(said);
            assert_eq!((table.as_deref(), name.as_str()), wanted, "{said:?}");
        }
    }

    #[test]
    fn a_program_has_the_same_session_every_time() {
        assert_eq!(bot_session("Bob"), bot_session("Bob"));
        assert_ne!(bot_session("Bob"), bot_session("Bobo"));
        let id = bot_session("Bob").0;
        assert!(id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
    }
}

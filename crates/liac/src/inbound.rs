//! [`Inbound`]: what a program sends, as JSON values in any spacing. Values may arrive in parts or several at once; what
//! is no JSON is reported as [`BotMessage::Malformed`], and reading goes on behind it.

use serde_json::{Deserializer, Value};

/// How much may wait for the end of a value, in bytes.
const MOST_WAITING: usize = 16 * 1024;

/// A message of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotMessage {
    /// What it is called.
    Name(String),
    /// A move: rows and columns, of which any number may have been sent.
    Move {
        /// From where.
        from: [i64; 2],
        /// To where.
        to: [i64; 2],
    },
    /// Something else.
    Malformed,
}

impl BotMessage {
    fn of(value: &Value) -> Self {
        let square = |name: &str| {
            let parts = value.get(name)?.as_array()?;
            let [row, column] = parts.as_slice() else { return None };
            Some([row.as_i64()?, column.as_i64()?])
        };
        if let (Some(from), Some(to)) = (square("from"), square("to")) {
            return Self::Move { from, to };
        }
        match value.get("name") {
            Some(Value::String(name)) => Self::Name(name.clone()),
            Some(name @ (Value::Number(_) | Value::Bool(_))) => Self::Name(name.to_string()),
            _ => Self::Malformed,
        }
    }

    /// A move as UCI writes it; `None` if a square is not on the board.
    pub fn uci(from: [i64; 2], to: [i64; 2]) -> Option<String> {
        let square = |[row, column]: [i64; 2]| {
            let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
            (row < 8 && column < 8)
                .then(|| format!("{}{}", char::from(b'a' + column), char::from(b'1' + row)))
        };
        Some(square(from)? + &square(to)?)
    }
}

/// Reads the messages of one program.
#[derive(Default, Debug)]
pub struct Inbound {
    text: String,
    /// The beginning of a character whose end has not arrived.
    cut: Vec<u8>,
}

impl Inbound {
    /// Takes bytes as they arrived, and returns the messages that are complete.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<BotMessage> {
        self.decode(bytes);
        let mut messages = Vec::new();
        loop {
            let start = self.text.trim_start_matches(is_between_values).len();
            self.text.drain(..self.text.len() - start);
            if self.text.is_empty() {
                break;
            }
            let mut values = Deserializer::from_str(&self.text).into_iter::<Value>();
            match values.next() {
                Some(Ok(value)) => {
                    let read = values.byte_offset();
                    messages.push(BotMessage::of(&value));
                    self.text.drain(..read);
                }
                Some(Err(error)) if error.is_eof() && self.text.len() <= MOST_WAITING => break,
                // What follows cannot be told from it.
                Some(Err(_)) | None => {
                    messages.push(BotMessage::Malformed);
                    self.text.clear();
                }
            }
        }
        messages
    }

    /// Whether the beginning of a value waits for its end.
    pub fn is_waiting(&self) -> bool {
        !self.text.is_empty() || !self.cut.is_empty()
    }

    /// Adds bytes to the text: UTF-8, and what is none as Latin-1.
    fn decode(&mut self, bytes: &[u8]) {
        self.cut.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.cut);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.text.push_str(text);
                    return;
                }
                Err(error) => {
                    let (valid, invalid) = rest.split_at(error.valid_up_to());
                    self.text.push_str(&String::from_utf8_lossy(valid));
                    match error.error_len() {
                        None => {
                            self.cut = invalid.to_vec();
                            return;
                        }
                        Some(length) => {
                            self.text
                                .extend(invalid[..length].iter().map(|&byte| char::from(byte)));
                            rest = &invalid[length..];
                        }
                    }
                }
            }
        }
    }
}

/// White space and NULs between values.
fn is_between_values(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n' | '\0')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn moved(from: [i64; 2], to: [i64; 2]) -> BotMessage {
        BotMessage::Move { from, to }
    }

    fn named(name: &str) -> BotMessage {
        BotMessage::Name(name.to_owned())
    }

    #[rstest]
    #[case::compact(r#"{"from":[1,4],"to":[3,4]}"#, vec![moved([1, 4], [3, 4])])]
    #[case::python(r#"{"to": [3, 4], "from": [1, 4]}"#, vec![moved([1, 4], [3, 4])])]
    #[case::several_lines("{\r\n  \"from\": [\r\n    1,\r\n    4\r\n  ],\r\n  \"to\": [\r\n    3,\r\n    4\r\n  ]\r\n}\r\n", vec![moved([1, 4], [3, 4])])]
    #[case::tabs("{\n\t\"from\":\t[1, 4],\n\t\"to\":\t[3, 4]\n}\0", vec![moved([1, 4], [3, 4])])]
    #[case::extra_keys(r#"{"from":[1,4],"to":[3,4],"score":1.5,"name":"x"}"#, vec![moved([1, 4], [3, 4])])]
    #[case::outside(r#"{"from":[-1,4],"to":[3,99]}"#, vec![moved([-1, 4], [3, 99])])]
    #[case::two(r#"{"name":"A"}{"from":[1,4],"to":[3,4]}"#, vec![named("A"), moved([1, 4], [3, 4])])]
    #[case::line_end("{\"name\": \"Bob\"}\n", vec![named("Bob")])]
    #[case::accents(r#"{"name": "Pe\u00e3o do Zé"}"#, vec![named("Peão do Zé")])]
    #[case::no_name(r#"{"name":""}"#, vec![named("")])]
    #[case::half_a_move(r#"{"from":[1,0]}"#, vec![BotMessage::Malformed])]
    #[case::short(r#"{"from":[1],"to":[2]}"#, vec![BotMessage::Malformed])]
    #[case::floats(r#"{"from":[1.0,0],"to":[2,0]}"#, vec![BotMessage::Malformed])]
    #[case::array("[1,2]", vec![BotMessage::Malformed])]
    #[case::no_json("GET / HTTP/1.1\r\n\r\n", vec![BotMessage::Malformed])]
    #[case::nothing(" \r\n\0", vec![])]
    fn values_are_read_in_any_spacing(#[case] text: &str, #[case] wanted: Vec<BotMessage>) {
        assert_eq!(Inbound::default().take(text.as_bytes()), wanted, "whole");
        // And byte by byte, if it is JSON at all.
        if !wanted.contains(&BotMessage::Malformed) {
            let mut inbound = Inbound::default();
            let read: Vec<_> = text.bytes().flat_map(|byte| inbound.take(&[byte])).collect();
            assert_eq!(read, wanted, "in parts");
            assert!(!inbound.is_waiting());
        }
    }

    #[test]
    fn reading_goes_on_behind_what_is_no_json() {
        let mut inbound = Inbound::default();
        assert_eq!(inbound.take(b"{from: 1}"), [BotMessage::Malformed]);
        assert_eq!(inbound.take(br#"{"from":[1,4],"to":[3,4]}"#), [moved([1, 4], [3, 4])]);
    }

    #[test]
    fn a_value_without_an_end_is_given_up() {
        let mut inbound = Inbound::default();
        let mut read = inbound.take(b"{\"name\": \"");
        for _ in 0..40 {
            read.extend(inbound.take(&[b'a'; 1024]));
        }
        assert!(read.iter().any(|message| *message == BotMessage::Malformed));
        assert!(inbound.text.len() <= MOST_WAITING + 1024);
    }

    #[test]
    fn a_name_in_latin_1_is_read() {
        let read = Inbound::default().take(b"{\"name\": \"Pe\xe3o\"}");
        assert_eq!(read, [named("Peão")]);
    }

    #[rstest]
    #[case([1, 4], [3, 4], Some("e2e4"))]
    #[case([0, 0], [7, 7], Some("a1h8"))]
    #[case([-1, 0], [7, 7], None)]
    #[case([0, 0], [8, 7], None)]
    #[case([0, 0], [i64::MAX, 7], None)]
    fn squares_are_rows_and_columns(
        #[case] from: [i64; 2],
        #[case] to: [i64; 2],
        #[case] wanted: Option<&str>,
    ) {
        assert_eq!(BotMessage::uci(from, to).as_deref(), wanted);
    }
}

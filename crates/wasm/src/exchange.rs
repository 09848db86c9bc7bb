//! How texts get into a module and out of it: one buffer, which the page fills before a call and reads after it.
//!
//! The page asks for room (`reserve`), writes its request there and calls a function by name. That returns how long its
//! answer is, and the answer lies where `buffer` says. There is one thread and one call at a time.

use std::cell::RefCell;
use std::fmt;
use std::str::{FromStr, Split};

use estopim_protocol::rest::ErrorBody;
use estopim_protocol::{Reason, ReasonCode};
use serde::Serialize;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes, and says where.
pub fn reserve(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_ptr()
    })
}

/// Where the answer lies.
pub fn buffer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}

/// The bytes of the request.
pub fn take() -> Vec<u8> {
    BUFFER.take()
}

/// Answers a request by `function`, whose arguments are texts with a zero byte between them; returns the length of the
/// answer. Plain texts, because reading JSON would take a tenth of the rules' module.
pub fn answer<A: Serialize>(function: impl FnOnce(Arguments) -> Result<A, Reason>) -> usize {
    let request = take();
    let answer = str::from_utf8(&request)
        .map_err(|error| Reason::new(ReasonCode::BadMessage, error.to_string()))
        .and_then(|text| function(Arguments(text.split('\0'))));
    reply(&answer)
}

/// The arguments of a request, in order.
pub struct Arguments<'a>(Split<'a, char>);

impl<'a> Arguments<'a> {
    /// The next one; empty if there are no more.
    pub fn text(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    /// The next one, which must be of a kind.
    pub fn read<T: FromStr<Err: fmt::Display>>(&mut self) -> Result<T, Reason> {
        self.text()
            .parse()
            .map_err(|error: T::Err| Reason::new(ReasonCode::BadMessage, error.to_string()))
    }
}

/// Answers a request that is JSON, with JSON.
pub fn answer_json<Q: serde::de::DeserializeOwned, A: Serialize>(
    function: impl FnOnce(Q) -> Result<A, Reason>,
) -> usize {
    let answer = serde_json::from_slice(&take())
        .map_err(|error| Reason::new(ReasonCode::BadMessage, error.to_string()))
        .and_then(function);
    reply(&answer)
}

/// Puts an answer where the page finds it, and returns how long it is.
pub fn reply<A: Serialize>(answer: &Result<A, Reason>) -> usize {
    let text = match answer {
        Ok(answer) => serde_json::to_vec(answer),
        Err(error) => serde_json::to_vec(&ErrorBody { error: error.clone() }),
    };
    let text = text.expect("answers have no keys but texts");
    let length = text.len();
    BUFFER.set(text);
    length
}

//! These requests in the OpenAPI document. They answer as programs for Lichess expect it, which is told in outline.

use serde_json::{Value, json};

/// How a request is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// An object, or `{"ok": true}`.
    Json,
    /// The same, when something was made.
    Made,
    /// Lines of JSON, for as long as it goes on.
    Lines,
    /// PGN, or JSON for those who accept that.
    Pgn,
}

/// Method, path, how it is answered, whether it needs a token, and what it is for.
const REQUESTS: [(&str, &str, Answer, bool, &str); 25] = [
    ("post", "/api/token/test", Answer::Json, false, "What tokens prove; separated by commas"),
    ("get", "/api/account", Answer::Json, true, "The account of the token"),
    ("get", "/api/account/playing", Answer::Json, true, "Its games that go on"),
    ("get", "/api/stream/event", Answer::Lines, true, "Challenges, and games that begin and end"),
    ("get", "/api/user/{name}", Answer::Json, false, "An account"),
    ("get", "/api/users/status", Answer::Json, false, "Whether accounts are online"),
    ("get", "/api/bot/online", Answer::Lines, false, "The bots that are online"),
    ("post", "/api/bot/account/upgrade", Answer::Json, true, "Confirms that an account is a bot"),
    ("get", "/api/challenge", Answer::Json, true, "The open challenges of the account"),
    ("post", "/api/challenge/ai", Answer::Made, true, "A game against the computer"),
    ("post", "/api/challenge/{name}", Answer::Json, true, "Challenge an account"),
    ("get", "/api/challenge/{name}/show", Answer::Json, true, "One challenge"),
    ("post", "/api/challenge/{name}/accept", Answer::Json, true, "Accept a challenge"),
    ("post", "/api/challenge/{name}/decline", Answer::Json, true, "Decline a challenge"),
    ("post", "/api/challenge/{name}/cancel", Answer::Json, true, "Withdraw a challenge"),
    ("post", "/api/board/seek", Answer::Lines, true, "Look for any opponent"),
    ("get", "/api/{api}/game/stream/{game}", Answer::Lines, true, "A game as it goes on"),
    ("post", "/api/{api}/game/{game}/move/{uci}", Answer::Json, true, "A move"),
    ("get", "/api/{api}/game/{game}/chat", Answer::Json, true, "What was said"),
    ("post", "/api/{api}/game/{game}/chat", Answer::Json, true, "Say something"),
    ("post", "/api/{api}/game/{game}/abort", Answer::Json, true, "Abort a game"),
    ("post", "/api/{api}/game/{game}/resign", Answer::Json, true, "Resign a game"),
    ("post", "/api/{api}/game/{game}/draw/{answer}", Answer::Json, true, "Offer or answer a draw"),
    (
        "post",
        "/api/{api}/game/{game}/takeback/{answer}",
        Answer::Json,
        true,
        "Offer or answer a takeback",
    ),
    ("get", "/game/export/{game}", Answer::Pgn, false, "A game as PGN"),
];

/// Every path of these requests with its operations.
pub fn paths() -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (method, path, answer, needs_token, summary) in REQUESTS {
        let words: &[&str] = if path.contains("{api}") { &["bot", "board"] } else { &[""] };
        for word in words {
            let path = path.replace("{api}", word);
            let operation = operation(&path, answer, needs_token, summary);
            all.push((path, method.to_owned(), operation));
        }
    }
    all
}

fn operation(path: &str, answer: Answer, needs_token: bool, summary: &str) -> Value {
    let names = path.split('{').skip(1).filter_map(|part| part.split('}').next());
    let parameter = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let parameters: Vec<Value> = names.map(parameter).collect();
    let content = match answer {
        Answer::Json | Answer::Made => json!({ "application/json": {} }),
        Answer::Lines => json!({ "application/x-ndjson": {}, "application/json": {} }),
        Answer::Pgn => json!({ "application/x-chess-pgn": {}, "application/json": {} }),
    };
    let refusal = json!({ "application/json": { "schema": {
        "type": "object", "required": ["error"], "properties": { "error": { "type": "string" } }
    } } });
    let refused = |why: &str| json!({ "description": why, "content": refusal });
    let done = if answer == Answer::Made { "201" } else { "200" };
    let mut responses = json!({
        "400": refused("The request makes no sense, or the game does not allow it."),
        "404": refused("There is nothing of that name, or it is somebody else's."),
        "408": refused("The body did not arrive in time."),
        "413": refused("The body is too large."),
        "429": refused("Too much is asked from this address; never the answer to a move."),
        "500": refused("The server failed."),
        "503": refused("The server is busy; try again in a moment."),
    });
    responses[done] = json!({ "description": summary, "content": content });
    let mut operation =
        json!({ "tags": ["bots"], "summary": summary, "parameters": parameters, "responses": {} });
    if needs_token {
        responses["401"] = refused("There is no such token.");
        responses["403"] = refused("The token lacks the scope.");
        operation["security"] = json!([{ "token": [] }]);
    } else {
        responses["403"] = refused("A page of somebody else asks.");
    }
    operation["responses"] = responses;
    operation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_of_programs_is_in_the_document() {
        let source = include_str!("list.rs");
        let told = paths();
        let is_told = |start: &str| told.iter().any(|(path, ..)| path.starts_with(start));
        for line in source.lines().filter(|line| line.contains(".route(\"/")) {
            let path = line.split('"').nth(1).expect("a path");
            let start = path.split("{id}").next().expect("a start");
            assert!(is_told(start), "{path} is not in the document");
        }
    }
}

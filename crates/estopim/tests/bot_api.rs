//! Real clients of the Bot and Board API play against the real program.

#[path = "program/server.rs"]
mod server;

use std::process::Command;

use estopim_loadtest::client::Visitor;
use serde_json::{Value, json};
use server::Server;

const BOT: [&str; 3] = ["bot:play", "challenge:read", "challenge:write"];
const BOARD: [&str; 3] = ["board:play", "challenge:read", "challenge:write"];

/// Makes a token of a new account, as the page does.
async fn token(server: &Server, name: &str, bot: bool, scopes: &[&str]) -> String {
    let mut visitor = Visitor::new(server.address).await.expect("a session");
    let wanted = json!({ "name": name, "bot": bot, "label": "tests", "scopes": scopes });
    let made = visitor.post("/api/tokens", &wanted).await.expect("an answer").json();
    let token = made["token"].as_str();
    token.unwrap_or_else(|| panic!("a token of {name}: {made}")).to_owned()
}

#[tokio::test]
async fn berserk_plays_by_the_bot_api_and_by_the_board_api() {
    let python = std::env::var("ESTOPIM_PYTHON").expect(
        "ESTOPIM_PYTHON must name a Python with the packages berserk and chess; `make python` makes one and \
         `make test` sets it",
    );
    let data = tempfile::tempdir().expect("a directory");
    let log = data.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_estopim"));
    command.stderr(std::fs::File::create(&log).expect("a file"));
    let arguments = ["--log", "debug", "--computer-pace", "0", "--requests-per-second", "1000"];
    let server = Server::spawn(&mut command, data.path(), &arguments);
    let mut tokens = serde_json::Map::new();
    for (name, bot, scopes) in [
        ("BotA", true, &BOT[..]),
        ("BotB", true, &BOT),
        ("BotC", true, &BOT),
        ("Ana", false, &BOARD),
        ("Rui", false, &BOARD),
        ("reads", true, &["challenge:read"]),
    ] {
        tokens.insert(name.to_owned(), Value::from(token(&server, name, bot, scopes).await));
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/berserk_client.py");
    let base = format!("http://{}", server.address);
    let shown = Value::Object(tokens.clone()).to_string();
    let output = Command::new(&python)
        .args([script, &base, &shown])
        .output()
        .unwrap_or_else(|error| panic!("{python} does not start: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).replace("\r", "");
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.trim_end().ends_with(" passed"), "{said}\n{complained}");
    // Even at its most talkative the program has not written down a token, nor has its database.
    drop(server);
    let written = std::fs::read(&log).expect("the log");
    let mut kept = Vec::new();
    for file in std::fs::read_dir(data.path()).expect("the directory") {
        let path = file.expect("a file").path();
        kept.extend(std::fs::read(&path).expect("it can be read"));
    }
    assert!(!written.is_empty(), "something was logged");
    for (name, token) in tokens {
        let token = token.as_str().expect("a token").as_bytes();
        let holds = |bytes: &[u8]| bytes.windows(token.len()).any(|window| window == token);
        assert!(!holds(&written), "the token of {name} is in the log");
        assert!(!holds(&kept), "the token of {name} is in the data directory");
    }
}

//! The list of requests against the real server: Schemathesis asks everything that `/api/openapi.json` says can be
//! asked, and much that it says cannot, and compares the answers with what the list promises.

#[path = "program/server.rs"]
mod server;

use std::fs;
use std::path::Path;
use std::process::Command;

use estopim_loadtest::client::Visitor;
use serde_json::json;
use server::Server;

/// A body that breaks the schema by its length is refused as too large, and a request without its token as unauthorised.
const SETTINGS: &str = "[checks.negative_data_rejection]\n\
    expected-statuses = [400, 401, 403, 404, 405, 408, 409, 413, 429, 503]\n";
/// How many requests are made up for each route, at most, in each phase.
const CASES: &str = "300";
/// The same requests each time.
const SEED: &str = "1";
/// What is compared. That sound data is taken is not among it: a FEN can be a text of the right length and no position.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,negative_data_rejection,\
    unsupported_method,allow_header_conformance";

/// Asks, with more settings and arguments, and tells how many requests were made.
fn ask(server: &Server, directory: &Path, settings: &str, arguments: &[&str]) -> u32 {
    let python = std::env::var("ESTOPIM_PYTHON").expect(
        "ESTOPIM_PYTHON must name a Python with the package schemathesis; `make python` makes one and \
         `make test` sets it",
    );
    let file = directory.join("schemathesis.toml");
    fs::write(&file, format!("{settings}\n{SETTINGS}")).expect("it can be written");
    let output = Command::new(&python)
        .current_dir(directory)
        .args(["-m", "schemathesis.cli", "--config-file"])
        .arg(file)
        .args(["run", &format!("http://{}/api/openapi.json", server.address), "--seed", SEED])
        .args(["--checks", CHECKS, "--generation-database", "none", "--request-timeout", "20"])
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{python} does not start: {error}"));
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    // Warnings speak of generated data, too; the count is a line that begins with it.
    let counts = said.lines().filter_map(|line| line.trim().split_once(" generated"));
    let mut counts = counts.filter_map(|(count, _)| count.parse().ok());
    counts.next().unwrap_or_else(|| panic!("{said}"))
}

#[tokio::test]
async fn the_server_does_what_its_list_of_requests_says() {
    let data = tempfile::tempdir().expect("a directory");
    let server =
        Server::start(data.path(), &["--requests-per-second", "1000000", "--computer-pace", "0"]);
    // If it has found little to ask, nothing is proved.
    assert!(ask(&server, data.path(), "", &["--max-examples", CASES]) > 1_000);

    // Games that exist are not found by chance.
    let mut visitor = Visitor::new(server.address).await.expect("a session");
    let wanted = json!({
        "variant": "atomic", "opponent": { "type": "computer", "level": 1, "color": "black" },
        "time": { "type": "clock", "baseSeconds": 600, "incrementSeconds": 1 }
    });
    let made = visitor.post("/api/games", &wanted).await.expect("a game").json();
    let game = format!("[parameters]\nid = {}\n", made["id"]);
    let of_games = ["--include-path-regex", "\\{id\\}", "--max-examples", "20"];
    assert!(ask(&server, data.path(), &game, &of_games) > 20);
}

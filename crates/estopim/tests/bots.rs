//! Programs of others play with the real program: the bots to begin with (`examples/bots`), UCI engines of the host, and
//! many bots at a time.

#[path = "program/server.rs"]
mod server;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use estopim_loadtest::client::Visitor;
use serde_json::{Value, json};
use server::Server;

/// A program that is ended with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn python() -> String {
    std::env::var("ESTOPIM_PYTHON").expect(
        "ESTOPIM_PYTHON must name a Python with the packages berserk and chess; `make python` makes one and \
         `make test` sets it",
    )
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots")
}

fn start(program: &str, arguments: &[&str]) -> Running {
    let child = Command::new(program)
        .args(arguments)
        .current_dir(examples())
        .stdout(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    Running(child)
}

#[test]
fn the_pawn_battle_bots_to_begin_with_play_a_match_in_a_terminal() {
    let any = "127.0.0.1:0";
    let mut liac = Command::new(env!("CARGO_BIN_EXE_estopim"))
        .args(["liac", "--setup", "complete", "--games", "2"])
        .args(["--white-bind", any, "--black-bind", any])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut said = BufReader::new(liac.stdout.take().expect("the output is piped"));
    let mut liac = Running(liac);
    let mut port = || {
        let mut line = String::new();
        said.read_line(&mut line).expect("it speaks");
        let port = line.trim().rsplit(':').next().map(str::to_owned);
        port.unwrap_or_else(|| panic!("expected an address, found {line:?}"))
    };
    let (white, black) = (port(), port());
    let _white = start(&python(), &["pawn_battle.py", &white, "Ana's bot"]);
    let _black = start("node", &["pawn_battle.js", &black, "Peão"]);
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it ends");
    assert!(liac.0.wait().expect("it ends").success(), "{rest}");
    for wanted in ["Game 1: Ana's bot - Peão  ", "Game 2: Peão - Ana's bot  ", "Score: "] {
        assert!(rest.contains(wanted), "{wanted:?} is not in {rest}");
    }
    assert!(!rest.contains("infractions"), "{rest}");
}

const SCOPES: [&str; 3] = ["bot:play", "challenge:read", "challenge:write"];

async fn token(server: &Server, name: &str) -> String {
    let mut visitor = Visitor::new(server.address).await.expect("a session");
    let wanted = json!({ "name": name, "bot": true, "label": "tests", "scopes": SCOPES });
    let made = visitor.post("/api/tokens", &wanted).await.expect("an answer").json();
    made["token"].as_str().unwrap_or_else(|| panic!("a token: {made}")).to_owned()
}

/// Challenges a bot by the token of another, and waits for the end of the game.
async fn outcome_of(server: &Server, token: &str, asked: &str, variant: &str) -> Value {
    let script = "import berserk, sys, time\n\
        base, token, asked, variant = sys.argv[1:]\n\
        client = berserk.Client(berserk.TokenSession(token), base_url=base)\n\
        for _ in range(100):\n\
        \x20   if asked in [bot['username'] for bot in client.bots.get_online_bots()]: break\n\
        \x20   time.sleep(0.1)\n\
        made = client.challenges.create(asked, rated=False, variant=variant, clock_limit=60, clock_increment=1)\n\
        print(made['id'])";
    let base = format!("http://{}", server.address);
    let output = Command::new(python())
        .args(["-c", script, &base, token, asked, variant])
        .output()
        .expect("Python starts");
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complained}");
    let id = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let mut visitor = Visitor::new(server.address).await.expect("a session");
    for _ in 0..600 {
        let game = visitor.get(&format!("/api/games/{id}")).await.expect("an answer").json();
        if !game["outcome"].is_null() {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("game {id} does not end");
}

#[tokio::test]
async fn the_atomic_bot_to_begin_with_plays_another_of_its_kind() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start(data.path(), &[]);
    let (first, second) = (token(&server, "Spark").await, token(&server, "Fuse").await);
    let base = format!("http://{}", server.address);
    let _bots = [&first, &second].map(|token| start(&python(), &["atomic.py", &base, token]));
    let game = outcome_of(&server, &first, "Fuse", "atomic").await;
    assert_eq!(
        (&game["variant"], &game["players"]["white"]["bot"]),
        (&json!("atomic"), &json!(true))
    );
    let reason = game["outcome"]["reason"].as_str().expect("a reason");
    assert!(!["timeout", "aborted", "left"].contains(&reason), "{reason}");
}

/// An engine that introduces itself and ends in the middle of its first search.
const CRASHES: &str = "#!/bin/sh\n\
    while read line; do case \"$line\" in\n\
    uci) echo uciok;; isready) echo readyok;; go*) exit 3;; quit) exit 0;;\n\
    esac; done\n";

#[cfg(unix)]
#[tokio::test]
async fn engines_of_the_host_play_and_a_broken_one_hangs_no_game() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().expect("a directory");
    let broken = data.path().join("broken.sh");
    std::fs::write(&broken, CRASHES).expect("it can be written");
    std::fs::set_permissions(&broken, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let sound = format!("Peer={},option.Hash=16", env!("CARGO_BIN_EXE_estopim-uci"));
    let broken = format!("Broken={}", broken.display());
    let missing = "Missing=/nowhere/engine";
    let engines = ["--engine", &sound, "--engine", &broken, "--engine", missing];
    let server = Server::start(data.path(), &engines);
    let mut visitor = Visitor::new(server.address).await.expect("a session");
    let online = visitor.get("/api/bots").await.expect("an answer").json();
    let names: Vec<_> =
        online["online"].as_array().expect("bots").iter().map(|bot| &bot["name"]).collect();
    assert_eq!(names, ["Broken", "Peer"], "what cannot be started is not offered");
    let challenger = token(&server, "Spark").await;
    let base = format!("http://{}", server.address);
    let _bot = start(&python(), &["atomic.py", &base, &challenger]);
    let game = outcome_of(&server, &challenger, "Peer", "atomic").await;
    let reason = game["outcome"]["reason"].as_str().expect("a reason");
    assert!(["kingExploded", "checkmate"].contains(&reason), "{reason}");
    let won = game["outcome"]["winner"].as_str().expect("a winner");
    assert_eq!(game["players"][won]["name"], "Peer", "a search beats none");
    // It plays chess alone, and gives up when it has failed too often: the game ends without anybody's help.
    let wanted = json!({
        "bot": "Broken", "variant": "chess", "color": "black",
        "time": { "type": "clock", "baseSeconds": 60, "incrementSeconds": 0 }
    });
    let made = visitor.post("/api/bots/challenge", &wanted).await.expect("an answer").json();
    let path = format!("/api/games/{}", made["id"].as_str().expect("an id"));
    for _ in 0..300 {
        let game = visitor.get(&path).await.expect("an answer").json();
        if game["outcome"]["reason"] == "resignation" {
            assert_eq!(game["outcome"]["winner"], "black");
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the game does not end");
}

/// How many seconds bots play. `ESTOPIM_TEST_BOT_SECONDS=600` is the long run.
fn seconds() -> String {
    std::env::var("ESTOPIM_TEST_BOT_SECONDS").unwrap_or_else(|_| "30".to_owned())
}

#[test]
fn a_hundred_games_of_bots_go_on_when_the_server_is_killed() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bot_load.py");
    let output = Command::new(python())
        .args([script, env!("CARGO_BIN_EXE_estopim"), "100", &seconds()])
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    println!("{said}");
}

#[test]
fn lichessbot_is_not_tested_where_it_cannot_be_installed() {
    // Version 1.1.0 pins a PyYAML that has no wheel for this Python and does not build with its Cython.
    let output = Command::new(python()).args(["-c", "import lichessbot"]).output();
    assert!(
        !output.is_ok_and(|output| output.status.success()),
        "lichessbot can be installed here: let it play a game"
    );
    println!("NOT TESTED: lichessbot 1.1.0 cannot be installed: its PyYAML does not build");
}

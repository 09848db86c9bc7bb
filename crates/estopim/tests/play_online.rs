//! `estopim play --server` against the real server: two terminals play each other, and go on when the server
//! goes and comes back.

#[path = "program/tmux.rs"]
mod tmux;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tmux::Tmux;

const PROGRAM: &str = env!("CARGO_BIN_EXE_estopim");

struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a server; port 0 is any that is free.
    fn start(data: &Path, bind: &str) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--bind", bind, "--data-dir"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).lines();
        let line = lines.find_map(|line| line.ok().filter(|line| line.contains("http://")));
        let line = line.expect("the server says where it is");
        let address = line[line.find("http://").expect("an address")..].trim().to_owned();
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn two_terminals_play_each_other_through_a_server_that_comes_back() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), "127.0.0.1:0");
    let address = server.address.clone();
    let terminal =
        || Tmux::start(80, 24, &format!("{PROGRAM} play --server {address} --variant atomic"));
    let (mut host, mut guest) = (terminal(), terminal());
    host.sees("Start");
    host.press("Down Down Right Home Enter");
    host.sees("Waiting for an opponent");
    guest.sees("Join");
    guest.press("Home Enter");
    guest.sees("to move");
    let screen = host.waits_until("an opponent", |screen| !screen.contains("Waiting"));
    // Who has White is the server's choice; White is at the bottom of White's board.
    let (mut white, black) =
        if screen.contains("White: you") { (host, guest) } else { (guest, host) };
    white.enter("g1f3");
    black.sees("Nf3");
    drop(server);
    black.sees("The connection is lost");
    let _server = Server::start(data.path(), address.trim_start_matches("http://"));
    white.sees("The connection is there again");
    white.press("x Down Enter");
    black.sees("Black wins: the opponent resigned");
}

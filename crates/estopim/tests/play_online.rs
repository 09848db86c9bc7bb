//! `estopim play --server` against the real server: two terminals play each other, and go on when the server
//! goes and comes back.

#[path = "program/server.rs"]
mod server;
#[path = "program/tmux.rs"]
mod tmux;

use server::Server;
use tmux::Tmux;

const PROGRAM: &str = env!("CARGO_BIN_EXE_estopim");

#[test]
fn two_terminals_play_each_other_through_a_server_that_comes_back() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), &[]);
    let address = server.address.to_string();
    let terminal = || {
        Tmux::start(80, 24, &format!("{PROGRAM} play --server http://{address} --variant atomic"))
    };
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
    let _server = Server::start(data.path(), &["--bind", &address]);
    white.sees("The connection is back");
    white.press("x Down Enter");
    white.sees("You lost: you resigned");
    black.sees("You won: White resigned");
}

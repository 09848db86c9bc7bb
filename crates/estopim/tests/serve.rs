//! `estopim serve` as whoever runs it meets it: files, signals, logs.
#![cfg(unix)]

#[path = "program/server.rs"]
mod server;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use server::Server;
use tempfile::TempDir;

/// How long anything is waited for.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long the server has to end, as it says itself, and a slow machine's share.
const GRACE: Duration = Duration::from_secs(5 + 10);

const WHOLE: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
const HALF_A_HEAD: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n";

/// The real program with its log in a file.
struct Served {
    server: Server,
    log: PathBuf,
    _directory: TempDir,
}

impl Served {
    /// Starts it by a shell that has first done `before`.
    fn after(before: &str, arguments: &[&str]) -> Self {
        let directory = TempDir::new().expect("a directory");
        let log = directory.path().join("log");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("{before}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_estopim")])
            .stderr(File::create(&log).expect("a file"));
        let server = Server::spawn(&mut shell, directory.path(), arguments);
        Self { server, log, _directory: directory }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("a log")
    }

    /// A connection through which this has been said.
    fn connected(&self, says: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.server.address).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("it can be set");
        // Who is refused may be so before it has said anything.
        let _ = stream.write_all(says.as_bytes());
        stream
    }

    /// Asks to end, and tells whether it did well and how long it took.
    fn terminate(&mut self) -> (bool, Duration) {
        let asked = Instant::now();
        let id = self.server.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().expect("kill is there");
        assert!(told.success());
        until("it ends", || self.server.child.try_wait().expect("it is ours").is_some());
        let status = self.server.child.wait().expect("it has ended");
        (status.success(), asked.elapsed())
    }
}

/// Looks again and again.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < TIMEOUT, "waited in vain: {what}");
        sleep(Duration::from_millis(20));
    }
}

/// Whether the server answers that it is well.
fn is_served(mut stream: TcpStream) -> bool {
    let mut start = [0; 12];
    stream.read_exact(&mut start).is_ok() && start == *b"HTTP/1.1 200"
}

#[test]
fn the_server_outlives_running_out_of_files() {
    const FAULT: &str = "no connection can be accepted";
    // Few more than it has open by itself.
    let server = Served::after("ulimit -n 28", &[]);
    let start = Instant::now();
    let held: Vec<TcpStream> = (0..60).map(|_| server.connected(HALF_A_HEAD)).collect();
    until("it runs out of files", || server.log().contains(FAULT));
    // It must have failed again meanwhile, and not have said so each time.
    sleep(Duration::from_secs(1));
    let told = server.log().matches(FAULT).count() as u64;
    assert!(told <= 1 + start.elapsed().as_secs() / 5, "{}", server.log());
    drop(held);
    until("it serves again", || is_served(server.connected(WHOLE)));
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_takes_as_many_files_as_it_may() {
    let server = Served::after("ulimit -Sn 256; ulimit -Hn 300", &[]);
    let limits = fs::read_to_string(format!("/proc/{}/limits", server.server.child.id()));
    let limits = limits.expect("the system tells");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a line");
    let files: Vec<&str> = files.split_whitespace().collect();
    assert_eq!(files[3..5], ["300", "300"]);
    assert!(server.log().contains("300 files may be open"), "{}", server.log());
}

#[test]
fn a_stuck_request_does_not_delay_the_end_for_long() {
    let mut server = Served::after("true", &[]);
    let stuck = server.connected(HALF_A_HEAD);
    // The one before has arrived once a later one is answered.
    assert!(is_served(server.connected(WHOLE)));
    let (ended_well, took) = server.terminate();
    assert!(ended_well && took < GRACE, "{took:?}");
    drop(stuck);
}

#[test]
fn a_signal_right_after_the_start_ends_it_well() {
    for run in 0..20 {
        let mut server = Served::after("true", &[]);
        let (ended_well, _) = server.terminate();
        assert!(ended_well, "run {run}: {}", server.log());
    }
}

#[test]
fn a_log_in_a_file_has_no_colors() {
    for arguments in [&[][..], &["--log-json"]] {
        let mut server = Served::after("unset NO_COLOR", arguments);
        server.terminate();
        assert!(server.log().contains("ending"), "{}", server.log());
        assert!(!server.log().contains('\u{1b}'), "{:?}", server.log());
    }
}

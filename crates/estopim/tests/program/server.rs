//! `estopim serve` as a process of its own.
#![allow(dead_code)] // each test file uses its part

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server, killed when it is dropped: none outlives a test that fails.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts the program with what is kept in `data`, on any free port unless the arguments name one.
    pub fn start(data: &Path, arguments: &[&str]) -> Self {
        let arguments = [&["--log", "error"], arguments].concat();
        Self::spawn(&mut Command::new(env!("CARGO_BIN_EXE_estopim")), data, &arguments)
    }

    /// The same by a command that starts the program, with settings of its own.
    pub fn spawn(command: &mut Command, data: &Path, arguments: &[&str]) -> Self {
        command.args(["serve", "--data-dir"]).arg(data).args(arguments);
        if !arguments.contains(&"--bind") {
            command.args(["--bind", "127.0.0.1:0"]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("the output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the program speaks");
        let address = line.trim().strip_prefix("Estopim is at http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("expected an address, found {line:?}"));
        Self { child, address }
    }

    /// SIGKILL: nothing can be saved at the last moment.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is dead");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

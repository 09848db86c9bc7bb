//! Running the program under test.
#![allow(dead_code)] // each test file uses its part

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a run left behind.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    #[track_caller]
    pub fn succeeded(&self) {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""));
    }

    /// Ended with exit code 2, something to read, and nothing that could be taken for an answer.
    #[track_caller]
    pub fn refused(&self) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{}", self.stderr);
        assert!(!self.stderr.trim().is_empty());
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        self.succeeded();
        assert_eq!(self.stdout.lines().count(), 1, "{}", self.stdout);
        serde_json::from_str(&self.stdout).expect("valid JSON")
    }
}

pub fn estopim(arguments: &[&str]) -> Ran {
    estopim_fed(arguments, b"")
}

/// With an end that must come: it is killed, and the test fails, if it takes too long.
pub fn estopim_soon(arguments: &[&str]) -> Ran {
    const TOO_LONG: Duration = Duration::from_mins(1);
    let mut child = command(arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
    let since = Instant::now();
    while child.try_wait().expect("it can be asked for").is_none() {
        if since.elapsed() > TOO_LONG {
            child.kill().expect("it can be killed");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    finish(child)
}

/// With this on the standard input.
pub fn estopim_fed(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    // A program that ends early closes the pipe; its exit code tells why.
    let _ = stdin.write_all(input);
    drop(stdin);
    finish(child)
}

/// With the standard output going there.
pub fn estopim_into(arguments: &[&str], output: impl Into<Stdio>) -> Ran {
    finish(command(arguments).stdout(output).spawn().expect("the program starts"))
}

/// A conversation: one line there, one line back.
pub struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child =
            command(arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take().expect("the input is piped");
        let output = BufReader::new(child.stdout.take().expect("the output is piped"));
        Self { child, input, output }
    }

    pub fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("the program listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the program answers");
        answer.trim_end().to_owned()
    }

    /// Waits for a line that begins like this.
    pub fn hears(&mut self, beginning: &str) {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program speaks");
        assert!(line.starts_with(beginning), "{line:?}");
    }

    /// Ends it without warning.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is dead");
    }

    pub fn end(self) {
        drop(self.input);
        assert_eq!(finish(self.child).code, Some(0));
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_estopim"));
    command.args(arguments).stdin(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(child: Child) -> Ran {
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

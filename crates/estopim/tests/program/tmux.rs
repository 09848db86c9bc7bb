//! A real terminal for tests: tmux, driven through its control mode, which tells when something was
//! written. A test waits for what it wants to see, never for a time.
#![allow(dead_code)] // each test file uses its part

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// What does not come within this time does not come.
const TIMEOUT: Duration = Duration::from_mins(1);

static SERVERS: AtomicU32 = AtomicU32::new(0);

/// A terminal with a program in it.
pub struct Tmux {
    socket: String,
    client: Child,
    /// Something was written to the terminal.
    written: Receiver<()>,
    /// Where the program keeps its files.
    pub home: tempfile::TempDir,
}

impl Tmux {
    /// Starts a shell command in a terminal of this size.
    pub fn start(width: u16, height: u16, command: &str) -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"), width, height, command)
    }

    /// Starts a shell command that finds its files in `home`.
    pub fn start_in(home: tempfile::TempDir, width: u16, height: u16, command: &str) -> Self {
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let socket = format!("estopim-test-{}-{number}", std::process::id());
        let mut client = Command::new("tmux")
            .args(["-L", &socket, "-f", "/dev/null", "-C", "new-session"])
            .args(["-x", &width.to_string(), "-y", &height.to_string(), command])
            .env("XDG_STATE_HOME", home.path())
            .env("LC_ALL", "C.UTF-8")
            .env_remove("LANGUAGE")
            .env_remove("NO_COLOR")
            .env_remove("TMUX")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("tmux is installed (Debian: apt install tmux)");
        let output = client.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
        // There is a window to give orders about once there is a session. tmux 3.3 has died of some that came sooner.
        let is_there = lines.any(|line| line.starts_with(b"%session-changed"));
        assert!(is_there, "tmux ended before there was a session");
        let (sender, written) = mpsc::channel();
        thread::spawn(move || lines.all(|_| sender.send(()).is_ok()));
        let mut tmux = Self { socket, client, written, home };
        // From now on the window has the size it is given, whoever looks at it.
        tmux.resize(width, height);
        tmux
    }

    /// Gives tmux an order.
    fn order(&mut self, order: &str) {
        let input = self.client.stdin.as_mut().expect("the input is piped");
        writeln!(input, "{order}").expect("tmux listens");
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.order(&format!("resize-window -x {width} -y {height}"));
    }

    /// Presses keys, by tmux's names for them.
    pub fn press(&mut self, keys: &str) {
        self.order(&format!("send-keys {keys}"));
    }

    /// Types a text and Enter.
    pub fn enter(&mut self, text: &str) {
        self.order(&format!("send-keys -l '{text}'"));
        self.press("Enter");
    }

    /// Presses and lets go of the left button of the mouse, at columns and rows counted from 0.
    pub fn click(&mut self, place: (u16, u16)) {
        self.mouse("0", place, 'M');
        self.mouse("0", place, 'm');
    }

    /// Drags with the left button.
    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse("0", from, 'M');
        self.mouse("32", to, 'M');
        self.mouse("0", to, 'm');
    }

    /// What a terminal writes to its program for the mouse.
    fn mouse(&mut self, button: &str, (column, row): (u16, u16), ending: char) {
        let text = format!("\x1b[<{button};{};{}{ending}", column + 1, row + 1);
        let bytes: Vec<String> = text.bytes().map(|byte| format!("{byte:x}")).collect();
        self.order(&format!("send-keys -H {}", bytes.join(" ")));
    }

    /// What the terminal shows.
    pub fn screen(&self) -> String {
        self.ask(&["capture-pane", "-p"])
    }

    /// The process in the terminal.
    pub fn pid(&self) -> String {
        self.ask(&["display-message", "-p", "#{pane_pid}"]).trim().to_owned()
    }

    fn ask(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.socket])
            .args(arguments)
            .env_remove("TMUX")
            .output()
            .expect("tmux answers");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until the terminal shows a text.
    #[track_caller]
    pub fn sees(&self, text: &str) -> String {
        self.waits_until(text, |screen| screen.contains(text))
    }

    /// Waits until the terminal shows what is wanted.
    #[track_caller]
    pub fn waits_until(&self, wanted: &str, is_there: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                self.written.recv_timeout(left).is_ok(),
                "waited in vain for {wanted:?}; the terminal shows\n{screen}"
            );
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
        let _ = self.client.wait();
    }
}

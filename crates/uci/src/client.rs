//! [`Client`]: drives another UCI engine, which runs as a child process.
//!
//! The child may crash, hang, answer nonsense or flood its output; whatever it does becomes a [`ClientError`] within a
//! timeout. Three threads serve the child: one writes, so that a child that does not read cannot block the caller; one
//! reads lines and notes when each arrived, so that delays of a busy machine are not charged to the engine's clock; one
//! keeps the last lines of standard error. All buffers are bounded.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use estopim_rules::Variant;
use thiserror::Error;

use crate::command::{Command, PositionCommand};
use crate::info::Info;
use crate::limits::GoLimits;
use crate::option::{OptionDeclaration, OptionError, OptionKind};
use crate::reply::{BestMove, Reply};

/// Lines of output that may be buffered. When the buffer is full the child blocks.
const LINES_WAITING: usize = 1024;
/// Commands that may be buffered. It is only full if the child has stopped reading.
const COMMANDS_WAITING: usize = 64;
/// Longer lines are cut. The longest useful ones name some hundred variants or moves.
const LINE_BYTES: usize = 16 * 1024;
/// Lines of standard error kept to explain a crash.
const STDERR_LINES_KEPT: usize = 8;
/// How often the interrupt flag is checked.
const INTERRUPT_EVERY: Duration = Duration::from_millis(50);
/// How long a child whose output has ended may take to end itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program, by path or as found on the search path.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The directory to start it in; ours if `None`.
    pub directory: Option<PathBuf>,
}

/// Why an engine cannot be driven any further. [`ClientError::Timeout`] and
/// [`ClientError::Interrupted`] leave it running; see [`Client::stop`].
#[derive(Debug, Error)]
pub enum ClientError {
    /// The program could not be started.
    #[error("cannot start {program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// The reason.
        source: io::Error,
    },
    /// The program has ended, or closed its output.
    #[error("the engine has ended{}{}", fmt_status(.status.as_ref()), fmt_stderr(.stderr_lines))]
    Ended {
        /// How it ended, if it did.
        status: Option<ExitStatus>,
        /// The last lines of its standard error.
        stderr_lines: Vec<String>,
    },
    /// It did not answer in time.
    #[error("no {awaited} within {} ms", .after.as_millis())]
    Timeout {
        /// What was awaited.
        awaited: &'static str,
        /// How long.
        after: Duration,
    },
    /// It does not read what it is told.
    #[error("the engine does not read its input")]
    NotReading,
    /// The caller no longer wants an answer.
    #[error("interrupted")]
    Interrupted,
    /// It lacks an option, or the option does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// It does not play the game.
    #[error("the engine does not play {variant}{}", fmt_choices(.choices))]
    Variant {
        /// The game.
        variant: Variant,
        /// What it plays.
        choices: Vec<String>,
    },
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// What the engine plays; not known to be legal.
    pub best: BestMove,
    /// From the command to the arrival of the answer.
    pub elapsed: Duration,
    /// The last `info` about the best variation.
    pub info: Info,
}

/// An engine that has answered `uciok`.
///
/// Dropping it kills the child.
#[derive(Debug)]
pub struct Client {
    child: Child,
    commands: SyncSender<String>,
    lines: Receiver<EngineLine>,
    stderr_lines: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads them.
    listener: thread::JoinHandle<()>,
    name: Option<String>,
    options: Vec<OptionDeclaration>,
}

/// A line of the child's output and when it arrived.
#[derive(Debug)]
struct EngineLine {
    text: String,
    arrived: Instant,
}

/// What is waited for, and when to give up.
#[derive(Clone, Copy)]
struct Wait<'a> {
    awaited: &'static str,
    since: Instant,
    limit: Duration,
    interrupt: Option<&'a AtomicBool>,
}

impl Client {
    /// Starts an engine and waits for `uciok`.
    pub fn start(launch: &Launch, timeout: Duration) -> Result<Self, ClientError> {
        let mut client = Self::spawn(launch)?;
        client.send(&Command::Uci)?;
        let wait = Wait::of("uciok", timeout);
        loop {
            match client.reply(wait)?.0 {
                Reply::Name(name) => client.name = Some(name),
                Reply::Option(option) => client.options.push(option),
                Reply::UciOk => return Ok(client),
                _ => {}
            }
        }
    }

    fn spawn(launch: &Launch) -> Result<Self, ClientError> {
        let mut command = std::process::Command::new(&launch.program);
        command
            .args(&launch.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        // Ctrl-C at the terminal must not reach the engine: it would look crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);

        let mut child = command.spawn().map_err(|source| ClientError::Spawn {
            program: launch.program.to_string_lossy().into_owned(),
            source,
        })?;
        let stdin = child.stdin.take().expect("standard input was asked for");
        let stdout = child.stdout.take().expect("standard output was asked for");
        let stderr = child.stderr.take().expect("standard error was asked for");

        let (commands, to_write) = mpsc::sync_channel(COMMANDS_WAITING);
        thread::spawn(move || write_commands(stdin, &to_write));
        let (arrivals, lines) = mpsc::sync_channel(LINES_WAITING);
        thread::spawn(move || read_lines(BufReader::new(stdout), &arrivals));
        let stderr_lines = Arc::default();
        let keep_in = Arc::clone(&stderr_lines);
        let listener = thread::spawn(move || keep_stderr(stderr, &keep_in));
        let (name, options) = (None, Vec::new());
        Ok(Self { child, commands, lines, stderr_lines, listener, name, options })
    }

    /// The name the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The options it has.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// One of its options.
    pub fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// Sets an option, if the engine has it and it takes the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let Some(option) = self.option(name) else {
            return Err(OptionError::Unknown(name.to_owned()).into());
        };
        let checked = option.check(value)?;
        let value = (option.kind != OptionKind::Button).then_some(checked);
        let name = option.name.clone();
        self.send(&Command::SetOption { name, value })
    }

    /// Sets `UCI_Variant` to the engine's own name for the game. An engine without that option plays the default game,
    /// chess.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), ClientError> {
        const OPTION: &str = "UCI_Variant";
        let choices = match self.option(OPTION).map(|option| &option.kind) {
            Some(OptionKind::Combo { choices, .. }) => choices.clone(),
            _ => Vec::new(),
        };
        match name_among(&choices, variant).cloned() {
            Some(name) => self.set_option(OPTION, &name),
            None if choices.is_empty() && variant == Variant::default() => Ok(()),
            None => Err(ClientError::Variant { variant, choices }),
        }
    }

    /// Sends `ucinewgame` and waits for `readyok`.
    pub fn new_game(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.send(&Command::NewGame)?;
        self.ready(timeout)
    }

    /// Waits until the engine has done everything it was told.
    pub fn ready(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.send(&Command::IsReady)?;
        let wait = Wait::of("readyok", timeout);
        while self.reply(wait)?.0 != Reply::ReadyOk {}
        Ok(())
    }

    /// Has the engine search a position and waits for its move, until `deadline` or `interrupt`.
    ///
    /// After [`ClientError::Timeout`] or [`ClientError::Interrupted`] it is still searching: see
    /// [`Self::stop`].
    pub fn search(
        &mut self,
        position: &PositionCommand,
        limits: &GoLimits,
        deadline: Duration,
        interrupt: &AtomicBool,
    ) -> Result<SearchResult, ClientError> {
        // Discards lines that arrived before the command.
        while self.lines.try_recv().is_ok() {}
        self.send(&Command::Position(position.clone()))?;
        let mut wait = Wait::of("bestmove", deadline);
        wait.interrupt = Some(interrupt);
        self.send(&Command::Go(limits.clone()))?;
        let mut last = Info::default();
        loop {
            match self.reply(wait)? {
                (Reply::Info(info), _) if info.multipv.is_none_or(|multipv| multipv == 1) => {
                    last.update(*info);
                }
                (Reply::BestMove(best), arrived) => {
                    let elapsed = arrived.saturating_duration_since(wait.since);
                    return Ok(SearchResult { best, elapsed, info: last });
                }
                _ => {}
            }
        }
    }

    /// Stops a search and waits for its `bestmove`, which is discarded.
    pub fn stop(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.send(&Command::Stop)?;
        let wait = Wait::of("bestmove after stop", timeout);
        while !matches!(self.reply(wait)?.0, Reply::BestMove(_)) {}
        Ok(())
    }

    /// Asks the engine to end, and kills it if it does not.
    pub fn quit(mut self, timeout: Duration) {
        if self.send(&Command::Quit).is_ok() {
            let _ = self.exit_status(timeout);
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), ClientError> {
        match self.commands.try_send(format!("{command}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(ClientError::NotReading),
            // The writer thread ends when the child closes its input.
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// The next line, with the time it arrived, which counts even if it is read later.
    fn reply(&mut self, wait: Wait<'_>) -> Result<(Reply, Instant), ClientError> {
        loop {
            let left = wait.limit.saturating_sub(wait.since.elapsed());
            let received = if left.is_zero() {
                self.lines.try_recv().map_err(|error| match error {
                    TryRecvError::Empty => RecvTimeoutError::Timeout,
                    TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
                })
            } else {
                self.lines.recv_timeout(left.min(INTERRUPT_EVERY))
            };
            match received {
                Ok(line) if line.arrived.saturating_duration_since(wait.since) <= wait.limit => {
                    return Ok((Reply::parse(&line.text), line.arrived));
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {
                    if wait.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                        return Err(ClientError::Interrupted);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    let Wait { awaited, limit: after, .. } = wait;
                    return Err(ClientError::Timeout { awaited, after });
                }
            }
        }
    }

    fn ended(&mut self) -> ClientError {
        let status = self.exit_status(EXIT_TIMEOUT);
        // Its last lines may still be on the way. The wait is bounded, because a grandchild may hold the pipe open.
        wait_until(EXIT_TIMEOUT, || self.listener.is_finished().then_some(()));
        let stderr_lines = self.stderr_lines.lock().unwrap_or_else(PoisonError::into_inner);
        ClientError::Ended { status, stderr_lines: stderr_lines.iter().cloned().collect() }
    }

    /// How the child has ended, if it does so in time.
    fn exit_status(&mut self, timeout: Duration) -> Option<ExitStatus> {
        wait_until(timeout, || self.child.try_wait().transpose()).and_then(Result::ok)
    }
}

/// Polls `look` until it returns something or the time is over.
fn wait_until<T>(timeout: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    const LOOK_EVERY: Duration = Duration::from_millis(5);
    let since = Instant::now();
    loop {
        let found = look();
        if found.is_some() || since.elapsed() >= timeout {
            return found;
        }
        thread::sleep(LOOK_EVERY);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both fail only if the child has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Wait<'_> {
    fn of(awaited: &'static str, limit: Duration) -> Self {
        Self { awaited, since: Instant::now(), limit, interrupt: None }
    }
}

/// The name among an engine's choices that means a game: the same word if there is one, else another
/// spelling of it.
fn name_among(choices: &[String], variant: Variant) -> Option<&String> {
    let same = choices.iter().find(|choice| *choice == variant.id());
    same.or_else(|| choices.iter().find(|choice| choice.parse() == Ok(variant)))
}

fn write_commands(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if stdin.write_all(command.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut output: impl BufRead, lines: &SyncSender<EngineLine>) {
    let mut bytes = Vec::new();
    while let Ok(true) = read_line(&mut output, &mut bytes) {
        let line = EngineLine {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            arrived: Instant::now(),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads a line without its end; of a long one, the beginning. `false` at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let text = &bytes[..end.unwrap_or(bytes.len())];
        let room = LINE_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&text[..text.len().min(room)]);
        let used = text.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

fn keep_stderr(stderr: ChildStderr, stderr_lines: &Mutex<VecDeque<String>>) {
    let mut input = BufReader::new(stderr);
    let mut bytes = Vec::new();
    while let Ok(true) = read_line(&mut input, &mut bytes) {
        let mut kept = stderr_lines.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == STDERR_LINES_KEPT {
            kept.pop_front();
        }
        kept.push_back(String::from_utf8_lossy(&bytes).into_owned());
    }
    // What cannot be read as lines is still drained, so that the child is not blocked.
    let _ = io::copy(&mut input.by_ref(), &mut io::sink());
}

fn fmt_status(status: Option<&ExitStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}

fn fmt_stderr(stderr_lines: &[String]) -> String {
    if stderr_lines.is_empty() { String::new() } else { format!(": {}", stderr_lines.join(" | ")) }
}

fn fmt_choices(choices: &[String]) -> String {
    match choices {
        [] => " (it has no option UCI_Variant)".to_owned(),
        _ => format!(", only {}", choices.join(", ")),
    }
}

/// A command line that cannot be split into words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LaunchError {
    /// It names no program.
    #[error("expected a program and its arguments, found nothing")]
    Empty,
    /// A quotation has no end.
    #[error("the quotation that starts with {0} has no end")]
    OpenQuotation(char),
}

/// Reads a program and its arguments, separated by spaces. Single and double quotation marks keep spaces;
/// there are no other special signs.
///
/// ```
/// use estopim_uci::Launch;
/// let launch: Launch = "node 'my engine.js' --quiet".parse().unwrap();
/// assert_eq!(launch.args, ["my engine.js", "--quiet"]);
/// ```
impl FromStr for Launch {
    type Err = LaunchError;

    fn from_str(text: &str) -> Result<Self, LaunchError> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '"' | '\'' => {
                    let word = word.get_or_insert_default();
                    loop {
                        match letters.next() {
                            Some(end) if end == letter => break,
                            Some(quoted) => word.push(quoted),
                            None => return Err(LaunchError::OpenQuotation(letter)),
                        }
                    }
                }
                _ if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        let mut words = words.into_iter().map(OsString::from);
        let program = words.next().ok_or(LaunchError::Empty)?;
        Ok(Self { program, args: words.collect(), directory: None })
    }
}

/// The program and its arguments, for people.
impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.to_string_lossy())?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", arg.to_string_lossy()))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("engine", &["engine"])]
    #[case("  node  a.js\tb ", &["node", "a.js", "b"])]
    #[case("'/my engines/a' --name=\"x y\" ''", &["/my engines/a", "--name=x y", ""])]
    fn a_command_line_is_split(#[case] text: &str, #[case] words: &[&str]) {
        let launch: Launch = text.parse().unwrap();
        let mut found = vec![launch.program];
        found.extend(launch.args);
        assert_eq!(found, words);
    }

    #[rstest]
    #[case("  ", LaunchError::Empty)]
    #[case("a 'b", LaunchError::OpenQuotation('\''))]
    fn a_bad_command_line_is_refused(#[case] text: &str, #[case] error: LaunchError) {
        assert_eq!(text.parse::<Launch>(), Err(error));
    }

    #[test]
    fn long_lines_are_cut_and_the_next_ones_kept() {
        let text = format!("{}\nshort\n\nend", "x".repeat(LINE_BYTES * 3));
        let mut input = BufReader::with_capacity(1000, text.as_bytes());
        let mut line = Vec::new();
        let mut lengths = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [LINE_BYTES, 5, 0, 3]);
    }

    #[rstest]
    #[case(&["chess", "atomic", "normal"], Variant::Chess, Some("chess"))]
    #[case(&["standard", "Atomic"], Variant::Chess, Some("standard"))]
    #[case(&["standard", "Atomic"], Variant::Atomic, Some("Atomic"))]
    #[case(&["strict-atomic"], Variant::StrictAtomic, Some("strict-atomic"))]
    #[case(&["chess", "nocheckatomic"], Variant::Atomic, None)]
    fn a_game_is_found_under_other_names(
        #[case] choices: &[&str],
        #[case] variant: Variant,
        #[case] name: Option<&str>,
    ) {
        let choices: Vec<String> = choices.iter().map(|&choice| choice.to_owned()).collect();
        assert_eq!(name_among(&choices, variant).map(String::as_str), name);
    }
}

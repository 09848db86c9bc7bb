//! `estopim loadtest`: the capacity of the web platform on this machine.

use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use estopim_loadtest::client::Visitor;
use estopim_loadtest::drive::{
    Against, Pace, RunningGame, Told, echo_games, open_sockets, play, sit_down,
};
use estopim_loadtest::figures::{Phase, memory_of, processor_time_of};
use estopim_loadtest::games::Script;
use estopim_loadtest::{class, echo, games, hostile, reports};
use estopim_server::files;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use crate::failure::Failure;

/// Play many games at once against a server of our own, and measure
///
/// Starts `estopim serve` on the loopback with a database file of its own, opens two sockets a game, plays legal moves
/// at the given rate and then as fast as it goes. Times are from one player's sending to the other's receiving. Every
/// move is committed before it is sent. Then a bare WebSocket server carries the same traffic: it echoes each message
/// to both sockets of a game, in as many bytes as the platform sends, and does nothing else.
///
/// With --reports people ask for reports of finished games while the others play at the rate.
///
/// With --hostile the server has its default limits, and all known attacks run at once, from a few made-up addresses.
/// It fails if an honest player is disconnected, loses on time or waits.
#[derive(Args)]
pub struct Loadtest {
    /// Games at a time, with two sockets each; as many as the machine allows files (ulimit -n)
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// Seconds at that rate, and again at full speed; with --hostile, seconds in all
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=7200))]
    seconds: u32,
    /// Measure the platform alone, without the echo server: half as many files are open
    #[arg(long, conflicts_with = "hostile")]
    without_echo: bool,
    /// Play at the rate once more while so many reports of games of 80 plies are asked for at once
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "hostile", value_parser = clap::value_parser!(u32).range(0..=200))]
    reports: u32,
    /// Attack the server with every known attack while honest people play; fails if one of them is affected
    #[arg(long)]
    hostile: bool,
    /// Let a class of so many children join within ten seconds and play sixty moves a minute, all together; fails if joins, the wall or
    /// the server are slower than wanted
    #[arg(long, value_name = "CHILDREN", value_parser = clap::value_parser!(u32).range(2..=60))]
    class: Option<u32>,
    /// The database to use: sqlite:PATH or postgres://… (default: a new SQLite file)
    #[arg(long)]
    database: Option<String>,
    /// Be the echo server
    #[arg(long, hide = true)]
    echo_server: bool,
}

impl Loadtest {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        if self.echo_server {
            return Ok(runtime.block_on(echo::serve(|address| {
                // The parent process reads this; it may be gone.
                let _ = writeln!(out, "{ECHO_AT}{address}").and_then(|()| out.flush());
            }))?);
        }
        if let Some(children) = self.class {
            return runtime.block_on(self.lesson(children, out));
        }
        let games = u64::from(self.games);
        let servers = if self.without_echo { 1 } else { 2 };
        let need = servers * games * FILES_A_GAME + FILES_BESIDE;
        if let Some(allowed) = files::raise_limit().filter(|&allowed| allowed < need) {
            return Err(Failure::TooFewFiles { games, need, allowed });
        }
        let done = if self.hostile {
            runtime.block_on(self.attack(out))
        } else {
            runtime.block_on(self.measure(out))
        };
        done.map_err(|failure| match failure {
            Failure::Load(error) if error.is_out_of_ports() => Failure::TooFewPorts { games },
            other => other,
        })
    }

    /// Honest people play, at about a move a second, while the server is attacked.
    async fn attack(&self, out: &mut impl Write) -> Result<(), Failure> {
        let games = self.games as usize;
        let directory =
            std::env::temp_dir().join(format!("estopim-hostile-{}", std::process::id()));
        let server = Started::attacked(&directory, self.database.as_deref())?;
        writeln!(out, "{games} honest games beside every attack, for {} s", self.seconds)?;
        out.flush()?;
        let bar = ProgressBar::new(self.seconds.into());
        bar.set_style(
            ProgressStyle::with_template("{bar:40} {eta} to go, {msg}").expect("a template"),
        );
        let mut most = 0;
        let duration = Duration::from_secs(self.seconds.into());
        let plan = hostile::Plan { server: server.address, games, duration };
        let report = hostile::soak(plan, |left| {
            most = most.max(server.memory());
            bar.set_position(u64::from(self.seconds) - left.as_secs());
            bar.set_message(format!("{} MiB at most", most / 1024 / 1024));
        })
        .await;
        bar.finish_and_clear();
        write!(out, "{report}")?;
        writeln!(out, "memory of the server at most {} MiB", most / 1024 / 1024)?;
        for path in ["/healthz", "/readyz"] {
            let answer = Visitor::stranger(server.address).get(path).await?;
            writeln!(out, "{path} {}", answer.status)?;
        }
        report.verdict().map_err(Failure::NotStood)
    }

    /// A class joins and plays.
    async fn lesson(&self, children: u32, out: &mut impl Write) -> Result<(), Failure> {
        let directory = std::env::temp_dir().join(format!("estopim-class-{}", std::process::id()));
        let server = Started::for_classes(&directory, self.database.as_deref())?;
        let playing = Duration::from_secs(self.seconds.into());
        let report =
            class::run(server.address, server.child.id(), children as usize, playing).await?;
        write!(out, "{report}")?;
        writeln!(out, "memory of the server   {:>6} MiB", server.memory() / 1024 / 1024)?;
        out.flush()?;
        report.verdict().map_err(Failure::TooSlow)
    }

    async fn measure(&self, out: &mut impl Write) -> Result<(), Failure> {
        let count = self.games as usize;
        let duration = Duration::from_secs(self.seconds.into());
        let scripts = games::scripts(count, 1);
        let directory = std::env::temp_dir().join(format!("estopim-load-{}", std::process::id()));
        let sockets = 2 * (count + WARM_UP);
        let server = Started::serve(&directory, self.database.as_deref(), sockets)?;
        writeln!(out, "{count} games, {} sockets, {} moves/s wanted", 2 * count, self.rate)?;
        out.flush()?;

        // Warm-up: one-time costs are not counted for each socket.
        drop(open_sockets(server.address, WARM_UP).await?);
        let before = server.memory();
        let pairs = open_sockets(server.address, count).await?;
        let opened = server.memory();
        let an_idle_socket = (opened.saturating_sub(before)) as f64 / (2 * count) as f64;
        writeln!(out, "memory an idle socket  {:>9.1} KiB", an_idle_socket / 1024.0)?;
        out.flush()?;

        let running = sit_down(pairs, &scripts).await?;
        let rate = Pace::Rate(self.rate.into());
        let (steady, running) =
            play("at the rate", running, Against::Platform, rate, duration).await;
        tell(out, &steady)?;
        let mut errors = steady.errors;
        let running = if self.reports > 0 {
            let (phase, running) = self.report_and_play(out, &server, running, &scripts).await?;
            errors.extend(phase.errors);
            running
        } else {
            running
        };
        if self.without_echo {
            let (full, running) =
                play("at full speed", running, Against::Platform, Pace::Full, duration).await;
            tell(out, &full)?;
            writeln!(out, "{}", Told::at(&running))?;
            errors.extend(full.errors);
            return verdict(&errors);
        }
        // Not measured: messages at the beginning of games are smaller, and the echo server must send average sizes.
        let warm_up = duration / TURNS;
        let (_, running) = play("a turn", running, Against::Platform, Pace::Full, warm_up).await;
        let told = Told::at(&running);

        let echo = Started::echo()?;
        let echoing = echo_games(echo.address, &scripts, told).await?;
        let (steady_echo, echoing) =
            play("echo at the rate", echoing, Against::Echo, rate, duration).await;
        tell(out, &steady_echo)?;

        // The servers take turns, because the speed of a shared machine varies.
        let (mut running, mut echoing) = (running, echoing);
        let mut full = Phase::new("at full speed");
        let mut full_echo = Phase::new("echo at full speed");
        for _ in 0..TURNS {
            for (phase, running, against, server) in [
                (&mut full, &mut running, Against::Platform, &server),
                (&mut full_echo, &mut echoing, Against::Echo, &echo),
            ] {
                let playing = std::mem::take(running);
                let before = server.processor_time();
                let (mut turn, left) =
                    play("a turn", playing, against, Pace::Full, duration / TURNS).await;
                turn.server_time = server.processor_time().saturating_sub(before);
                phase.merge(turn);
                *running = left;
            }
        }
        tell(out, &full)?;
        tell(out, &full_echo)?;
        let playing = server.memory() as f64 / 1024.0 / 1024.0;
        writeln!(out, "memory of the server   {playing:>9.1} MiB with all games and their moves")?;
        writeln!(out, "{told}")?;
        let part = full.moves_per_second() / full_echo.moves_per_second();
        writeln!(
            out,
            "processor time of the server a move {:.1} µs, of the echo server {:.1} µs",
            full.server_micros_a_move(),
            full_echo.server_micros_a_move()
        )?;
        writeln!(out, "full speed is {part:.2} of the echo server's")?;
        errors.extend(full.errors);
        verdict(&errors)
    }

    /// Plays at the rate while reports are made.
    async fn report_and_play(
        &self,
        out: &mut impl Write,
        server: &Started,
        running: Vec<RunningGame>,
        scripts: &[Script],
    ) -> Result<(Phase, Vec<RunningGame>), Failure> {
        let mut finished = Vec::new();
        for script in scripts.iter().cycle().take(self.reports as usize) {
            finished.push(reports::finish(server.address, script).await?);
        }
        let began = Instant::now();
        let mut making = JoinSet::new();
        for game in finished {
            making.spawn(game.report());
        }
        let duration = Duration::from_secs(self.seconds.into());
        let rate = Pace::Rate(self.rate.into());
        let name = "at the rate, reports";
        let played = play(name, running, Against::Platform, rate, duration).await;
        tell(out, &played.0)?;
        let mut times = Vec::new();
        while let Some(report) = making.join_next().await {
            times.push((report.expect("waiting does not panic")? - began).as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let (first, last) = (times[0], times[times.len() - 1]);
        writeln!(
            out,
            "{} reports of {} plies: the first after {first:.1} s, all after {last:.1} s, {:.1} s each",
            times.len(),
            reports::PLIES,
            last / times.len() as f64
        )?;
        Ok(played)
    }
}

/// Fails if a game broke off.
fn verdict(errors: &[String]) -> Result<(), Failure> {
    match errors.first() {
        Some(first) => Err(Failure::Broken(errors.len(), first.clone())),
        None => Ok(()),
    }
}

fn tell(out: &mut impl Write, phase: &Phase) -> io::Result<()> {
    writeln!(out, "{phase}")?;
    out.flush()
}

/// How many turns each server has at full speed.
const TURNS: u32 = 6;

/// Pairs of sockets that come and go before anything is measured.
const WARM_UP: usize = 100;
/// What a game takes of the files that this process may have open: two sockets at each server.
const FILES_A_GAME: u64 = 2;
/// What may be open beside: sockets of the warm-up that are not closed yet, requests that set games up, pipes.
const FILES_BESIDE: u64 = 2 * WARM_UP as u64 + 100;

const SERVED_AT: &str = "Estopim is at http://";
const ECHO_AT: &str = "echo at ";

/// A server in a process of its own, gone when it is dropped.
struct Started {
    child: Child,
    address: SocketAddr,
    directory: Option<std::path::PathBuf>,
}

impl Started {
    fn serve(directory: &Path, database: Option<&str>, sockets: usize) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--bind", "127.0.0.1:0", "--log", "warn", "--data-dir"]);
        command.arg(directory);
        // All players come from one address here.
        command.args(["--requests-per-second", "1000000", "--messages-per-second", "100000"]);
        command.args([
            "--connections-per-address",
            "1000000000",
            "--max-sockets",
            &sockets.to_string(),
        ]);
        // Not as an argument, which all users of the machine can read: it may have a password.
        command.envs(database.map(|database| ("ESTOPIM_DATABASE", database)));
        Self::start(command, SERVED_AT, Some(directory.to_owned()))
    }

    /// A server with its default limits that trusts `X-Forwarded-For`.
    fn attacked(directory: &Path, database: Option<&str>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--bind", "127.0.0.1:0", "--log", "error", "--behind-proxy"]);
        command.arg("--data-dir").arg(directory);
        command.envs(database.map(|database| ("ESTOPIM_DATABASE", database)));
        Self::start(command, SERVED_AT, Some(directory.to_owned()))
    }

    /// A server with its default limits that lets everybody open a class.
    fn for_classes(directory: &Path, database: Option<&str>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--bind", "127.0.0.1:0", "--log", "error", "--classes"]);
        command.arg("--data-dir").arg(directory);
        command.envs(database.map(|database| ("ESTOPIM_DATABASE", database)));
        Self::start(command, SERVED_AT, Some(directory.to_owned()))
    }

    fn echo() -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["loadtest", "--echo-server"]);
        Self::start(command, ECHO_AT, None)
    }

    /// Starts a process and reads from its first line where it listens.
    fn start(
        mut command: Command,
        says: &str,
        directory: Option<std::path::PathBuf>,
    ) -> io::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address = line.trim().strip_prefix(says).and_then(|address| address.parse().ok());
        if let Some(address) = address {
            return Ok(Self { child, address, directory });
        }
        // Nothing is left behind.
        let _ = child.kill();
        let _ = child.wait();
        Err(io::Error::other(format!("the server did not start: {line:?}")))
    }

    fn processor_time(&self) -> Duration {
        processor_time_of(self.child.id()).unwrap_or_default()
    }

    fn memory(&self) -> u64 {
        memory_of(self.child.id()).unwrap_or(0)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(directory) = &self.directory {
            let _ = std::fs::remove_dir_all(directory);
        }
    }
}

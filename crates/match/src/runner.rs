//! [`run`]: the match itself. Threads play games side by side, each with engine processes of its own; the caller's
//! thread collects the results, writes the PGN and decides when the match ends.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use estopim_rules::{Color, Variant};
use estopim_uci::{Client, ClientError};
use thiserror::Error;

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::openings::{OpeningError, OpeningSource, Openings};
use super::pressure::PressureWatch;
use super::record::{Heading, to_pgn};
use super::referee::{Abandoned, Conditions, PlayedGame, RunningEngine, play};
use super::report::{End, MatchReport};
use super::sprt::{Sprt, SprtState};
use super::standing::{Standing, first_engine_color};
use super::time_control::MatchTimeControl;

/// Everything that is decided before a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who plays; results are seen from the first.
    pub contenders: [Contender; 2],
    /// Which game.
    pub variant: Variant,
    /// How long a contender may think that has no time control of its own.
    pub time: Option<MatchTimeControl>,
    /// How many games at most.
    pub games: usize,
    /// How many games at a time.
    pub concurrency: usize,
    /// Where games start.
    pub openings: OpeningSource,
    /// How many moves of each game in a PGN file are an opening; all if `None`.
    pub opening_plies: Option<usize>,
    /// How many games in a row from each opening; the colours change after each.
    pub games_per_opening: usize,
    /// When to end before all games are played.
    pub sprt: Option<Sprt>,
    /// When a game ends early.
    pub adjudication: Adjudication,
    /// The time margin: by how much a move may overstep its time without losing.
    pub margin: Duration,
    /// The timeout of a move that no clock limits.
    pub patience: Duration,
}

/// Why a match does not take place.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine cannot play.
    #[error("{engine}: {error}")]
    Engine {
        /// Its name or command.
        engine: String,
        /// Why.
        error: ClientError,
    },
    /// There is nothing to start from.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An engine has no time control.
    #[error("no time control for {0}: give one for the match or for the engine")]
    NoTimeControl(String),
    /// A count is zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

/// Progress of a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// Both engines run; their names.
    Ready(&'a [String; 2]),
    /// A game is over.
    Game {
        /// Its number, from 0.
        number: usize,
        /// Who played White and Black.
        names: [&'a str; 2],
        /// The game.
        played: &'a PlayedGame,
        /// What all games add up to now.
        standing: &'a Standing,
        /// Where the test stands now.
        sprt: Option<SprtState>,
    },
}

/// Messages of the threads that play games to the one that collects results.
enum News {
    Game(usize, Box<PlayedGame>),
    Failure(String),
}

/// Plays a match until it is complete, decided, interrupted or cannot go on. Unfinished games are abandoned and do not
/// count. Each finished game is written to `pgn` at once.
pub fn run(
    plan: &Plan,
    pgn: &mut dyn Write,
    interrupt: &AtomicBool,
    mut watch: impl FnMut(Event<'_>),
) -> Result<MatchReport, MatchError> {
    let counts = [
        ("games", plan.games),
        ("concurrency", plan.concurrency),
        ("repeat", plan.games_per_opening),
    ];
    if let Some((name, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
        return Err(MatchError::Zero(name));
    }
    let controls = plan.time_controls()?;
    let (names, clients) = plan.introduce()?;
    watch(Event::Ready(&names));
    let openings =
        Openings::prepare(&plan.openings, plan.variant, plan.opening_plies, &plan.contenders[0])?;

    let (since, pressure) = (Instant::now(), PressureWatch::start());
    let stop = AtomicBool::new(false);
    let schedule =
        Schedule { plan, controls, openings: &openings, next: AtomicUsize::new(0), stop: &stop };
    let mut results = Results { plan, controls, names: &names, standing: Standing::default(), pgn };
    let end = thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        let mut clients = Some(clients);
        for _ in 0..plan.concurrency.min(plan.games) {
            let (schedule, sender, clients) = (&schedule, sender.clone(), clients.take());
            scope.spawn(move || schedule.play_games(clients, &sender));
        }
        drop(sender);
        let mut end = End::Completed;
        loop {
            match news.recv_timeout(Duration::from_millis(100)) {
                Ok(News::Game(number, played)) if end == End::Completed => {
                    end = results.take(number, &played, &mut watch);
                }
                Ok(News::Failure(reason)) => end = End::Failed(reason),
                Ok(News::Game(..)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return end,
            }
            if end == End::Completed && interrupt.load(Ordering::Relaxed) {
                end = End::Interrupted;
            }
            if end != End::Completed {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let mut report = results.report(end, since.elapsed());
    report.cpu_pressure = pressure.share();
    Ok(report)
}

impl Plan {
    fn time_controls(&self) -> Result<[MatchTimeControl; 2], MatchError> {
        let control = |contender: &Contender| {
            let missing = || MatchError::NoTimeControl(contender.launch.to_string());
            contender.time.or(self.time).ok_or_else(missing)
        };
        let [first, second] = &self.contenders;
        Ok([control(first)?, control(second)?])
    }

    /// Starts each engine once, to learn its name and whether it can play at all.
    fn introduce(&self) -> Result<([String; 2], [Client; 2]), MatchError> {
        let start = |contender: &Contender| {
            let launch = || contender.launch.to_string();
            let failed = |error| {
                let engine = contender.name.clone().unwrap_or_else(launch);
                MatchError::Engine { engine, error }
            };
            let client = contender.start(self.variant).map_err(failed)?;
            let own = || client.name().map_or_else(launch, str::to_owned);
            Ok::<_, MatchError>((contender.name.clone().unwrap_or_else(own), client))
        };
        let [first, second] = &self.contenders;
        let ((first, first_client), (mut second, second_client)) = (start(first)?, start(second)?);
        if first == second {
            second.push_str(" (2)");
        }
        Ok(([first, second], [first_client, second_client]))
    }
}

/// What the threads that play share.
struct Schedule<'a> {
    plan: &'a Plan,
    controls: [MatchTimeControl; 2],
    openings: &'a Openings,
    next: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Schedule<'_> {
    /// Plays one game after another until there are no more.
    fn play_games(&self, clients: Option<[Client; 2]>, sender: &Sender<News>) {
        let [first, second] = &self.plan.contenders;
        let mut engines = [
            RunningEngine::new(first, self.controls[0]),
            RunningEngine::new(second, self.controls[1]),
        ];
        if let Some([first, second]) = clients {
            let [one, two] = engines;
            engines = [one.with_client(first), two.with_client(second)];
        }
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.games {
                break;
            }
            let news = match self.play_game(number, &mut engines) {
                Ok(Some(played)) => News::Game(number, Box::new(played)),
                Ok(None) => break,
                Err(reason) => News::Failure(reason),
            };
            if sender.send(news).is_err() {
                break;
            }
        }
    }

    fn play_game(
        &self,
        number: usize,
        engines: &mut [RunningEngine<'_>; 2],
    ) -> Result<Option<PlayedGame>, String> {
        let opening = self.openings.get(number / self.plan.games_per_opening);
        let opening = opening.map_err(|error| error.to_string())?;
        let conditions = Conditions {
            variant: self.plan.variant,
            margin: self.plan.margin,
            patience: self.plan.patience,
            adjudication: self.plan.adjudication,
            stop: self.stop,
        };
        let [first, second] = engines;
        let at_board = match first_engine_color(number) {
            Color::White => [first, second],
            Color::Black => [second, first],
        };
        match play(at_board, &opening, conditions) {
            Ok(played) => Ok(Some(played)),
            Err(Abandoned::Stopped) => Ok(None),
            Err(Abandoned::NoEngine { color, error }) => {
                let index = usize::from(color != first_engine_color(number));
                let launch = &self.plan.contenders[index].launch;
                Err(format!("{launch} could not be started again: {error}"))
            }
        }
    }
}

/// The results so far, and where they go.
struct Results<'a> {
    plan: &'a Plan,
    controls: [MatchTimeControl; 2],
    names: &'a [String; 2],
    standing: Standing,
    pgn: &'a mut dyn Write,
}

impl Results<'_> {
    /// Adds a game; says why the match should end now, or that it may go on to its completion.
    fn take(
        &mut self,
        number: usize,
        played: &PlayedGame,
        watch: &mut impl FnMut(Event<'_>),
    ) -> End {
        self.standing.add(number, played);
        let [first, second] = self.names.each_ref().map(String::as_str);
        let names = match first_engine_color(number) {
            Color::White => [first, second],
            Color::Black => [second, first],
        };
        let sprt = self.sprt();
        watch(Event::Game { number, names, played, standing: &self.standing, sprt });
        if let Err(error) = self.write(number, names, played) {
            return End::Failed(format!("the games cannot be written: {error}"));
        }
        match sprt {
            Some(SprtState { verdict: Some(_), .. }) => End::Decided,
            _ => End::Completed,
        }
    }

    fn sprt(&self) -> Option<SprtState> {
        self.plan.sprt.map(|sprt| sprt.state(self.standing.pairs))
    }

    fn write(&mut self, number: usize, names: [&str; 2], played: &PlayedGame) -> io::Result<()> {
        let time = self.time_control();
        let heading = Heading { names, pair: number / 2 + 1, leg: number % 2 + 1, time };
        writeln!(self.pgn, "{}", to_pgn(played, &heading))?;
        self.pgn.flush()
    }

    fn time_control(&self) -> String {
        let [first, second] = self.controls;
        if first == second { first.to_string() } else { format!("{first} against {second}") }
    }

    fn report(self, end: End, elapsed: Duration) -> MatchReport {
        let (sprt, time_control) = (self.sprt(), self.time_control());
        let Standing { tally, pairs, .. } = self.standing;
        let [first, second] = self.standing.engines;
        MatchReport {
            variant: self.plan.variant.to_string(),
            time_control,
            tally,
            score: tally.score(),
            elo: self.standing.elo(),
            pairs,
            sprt,
            engines: [first.summary(&self.names[0]), second.summary(&self.names[1])],
            endings: self.standing.endings,
            cpu_pressure: None,
            seconds: elapsed.as_secs_f64(),
            end,
        }
    }
}

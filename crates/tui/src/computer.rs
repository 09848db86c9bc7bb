//! The engine on its own thread, with messages in both directions, so that the screen never waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use estopim_analysis::{Evaluate, GameReport, report};
use estopim_engine::{Analyst, Level, Limits, Player, Score, Shared, Task, TimePlan};
use estopim_play::computer::{HINT_MS, time_for_move};
use estopim_protocol::bounds::REPORT_NODES;
use estopim_rules::{AnyPosition, Game, Move};

/// Which question an answer belongs to. A later question makes earlier ones void.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct QuestionId(pub u64);

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number, growing.
    pub id: QuestionId,
    /// The position with its past.
    pub task: Task,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What the engine is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A move as this level plays it.
    Move {
        /// How well.
        level: Level,
        /// Within this time.
        time: Duration,
        /// Seed of the random number generator.
        seed: u64,
    },
    /// The best move it knows, for a player who asks for help.
    Hint,
    /// How good the position is.
    Evaluation,
    /// A report of this game.
    Report(Box<Game>),
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which question this answers.
    pub id: QuestionId,
    /// The move, where one was wanted and there is one.
    pub mv: Option<Move>,
    /// How good the position is for the side to move, in centipawns.
    pub before: i32,
    /// How good it is for the same side after the move.
    pub after: i32,
}

/// What the engine's thread says.
#[derive(Clone, Debug)]
pub enum FromEngine {
    /// It has an answer.
    Answer(Answer),
    /// It makes, or has made, the report that a question asked for.
    Report(QuestionId, ReportNews),
}

/// News of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum ReportNews {
    /// How many positions of how many have been evaluated.
    Progress {
        /// Evaluated.
        done: usize,
        /// In all.
        total: usize,
    },
    /// It is complete.
    Done(Box<GameReport>),
}

/// How many nodes a quick look at a position takes: some tens of milliseconds.
const GLANCE_NODES: u64 = 20_000;
/// The value of a forced win, in centipawns: more than any evaluation, and small enough to calculate with.
const FORCED: i32 = 3000;
/// How long an evaluation for the bar takes.
const EVALUATION_MS: u64 = 300;

/// The engine's thread.
pub struct Computer {
    questions: Sender<Question>,
    /// The number of the latest question; work on earlier ones is in vain.
    latest: Arc<AtomicU64>,
    shared: Arc<Shared>,
}

impl Computer {
    /// Starts the thread. `tell` is called on it with what was found.
    pub fn start(tell: impl Fn(FromEngine) + Send + 'static) -> Self {
        let (questions, inbox) = mpsc::channel();
        let latest = Arc::new(AtomicU64::new(0));
        let player = Player::default();
        let shared = player.shared();
        let seen = Arc::clone(&latest);
        thread::spawn(move || work(player, &inbox, &seen, &tell));
        Self { questions, latest, shared }
    }

    /// Asks; whatever is being thought about is dropped.
    pub fn ask(&self, question: Question) {
        self.drop_earlier(question.id);
        // If the thread is gone there will be no answer; its end has already been handled.
        let _ = self.questions.send(question);
    }

    /// Drops all work on questions before `id`.
    pub fn drop_earlier(&self, id: QuestionId) {
        self.latest.store(id.0, Ordering::SeqCst);
        self.shared.stop.store(true, Ordering::SeqCst);
    }
}

fn work(
    mut player: Player,
    inbox: &Receiver<Question>,
    latest: &AtomicU64,
    tell: &dyn Fn(FromEngine),
) {
    while let Ok(question) = inbox.recv() {
        if question.id.0 < latest.load(Ordering::SeqCst) {
            continue;
        }
        let is_void = || question.id.0 < latest.load(Ordering::SeqCst);
        if let Wanted::Report(game) = &question.wanted {
            make_report(&mut player, question.id, game, is_void, tell);
            continue;
        }
        let found = think(&mut player, &question);
        if !is_void() {
            tell(FromEngine::Answer(found));
        }
    }
}

fn think(player: &mut Player, question: &Question) -> Answer {
    let task = &question.task;
    let timed = |ms| within(Duration::from_millis(ms));
    match &question.wanted {
        Wanted::Move { level, time, seed } => {
            let before = glance(player, task);
            let best = level.choose(player, task, within(*time), *seed);
            let after = best
                .mv()
                .map_or(before, |mv| -glance(player, &Task::from(task.position.after(mv))));
            Answer { id: question.id, mv: best.mv(), before, after }
        }
        Wanted::Hint => {
            let best = player.search(task, timed(HINT_MS), |_| {});
            let score = best.score.map_or(0, centipawns);
            Answer { id: question.id, mv: best.mv(), before: score, after: score }
        }
        Wanted::Evaluation => {
            let best = player.search(task, timed(EVALUATION_MS), |_| {});
            let score = best.score.map_or(0, centipawns);
            Answer { id: question.id, mv: None, before: score, after: score }
        }
        Wanted::Report(_) => unreachable!("reports are made by `make_report`"),
    }
}

/// The limits of a search for one move that takes at most this long.
fn within(time: Duration) -> Limits {
    let overhead = Duration::from_millis(20);
    Limits { time: Some(TimePlan::fixed(time, overhead)), multipv: 1, ..Limits::default() }
}

/// The question is void: nobody waits for its answer any more.
struct Void;

/// Makes the report of a game as the web page and `estopim analyse` do, with news on the way.
fn make_report(
    player: &mut Player,
    id: QuestionId,
    game: &Game,
    is_void: impl Fn() -> bool,
    tell: &dyn Fn(FromEngine),
) {
    player.clear();
    let limits = Limits { nodes: Some(REPORT_NODES), ..Limits::default() };
    let mut analyst = Analyst::new(player, limits);
    let mut evaluate = |game: &Game, question| {
        if is_void() {
            return Err(Void);
        }
        let Ok(evaluation) = analyst.evaluate(game, question);
        Ok(evaluation)
    };
    let on_progress =
        |done, total| tell(FromEngine::Report(id, ReportNews::Progress { done, total }));
    if let Ok(report) = report(game, &mut evaluate, on_progress) {
        tell(FromEngine::Report(id, ReportNews::Done(Box::new(report))));
    }
}

/// A quick evaluation of a position, for the side to move.
fn glance(player: &mut Player, task: &Task) -> i32 {
    if let Some(outcome) = task.position.outcome() {
        return match outcome.winner() {
            None => 0,
            Some(winner) if winner == task.position.turn() => FORCED,
            Some(_) => -FORCED,
        };
    }
    let limits = Limits { nodes: Some(GLANCE_NODES), multipv: 1, ..Limits::default() };
    player.search(task, limits, |_| {}).score.map_or(0, centipawns)
}

/// A score in centipawns, with forced wins limited to [`FORCED`].
fn centipawns(score: Score) -> i32 {
    score.0.clamp(-FORCED, FORCED)
}

/// The move of a level with its evaluations, found while the caller waits.
pub fn choose_now(game: &Game, level: Level, seed: u64) -> Answer {
    let wanted = Wanted::Move { level, time: time_for_move(None), seed };
    let question = Question { id: QuestionId::default(), task: Task::from(game), wanted };
    think(&mut Player::default(), &question)
}

/// A quick evaluation of a game for the side to move, in centipawns, while the caller waits.
pub fn evaluate_now(game: &Game) -> i32 {
    glance(&mut Player::default(), &Task::from(game))
}

/// The best move the engine knows, found while the caller waits. By nodes, not by time as on the screen: a script gets the
/// same hint every time.
pub fn hint_now(position: AnyPosition) -> Option<Move> {
    let limits = Limits { nodes: Some(GLANCE_NODES), multipv: 1, ..Limits::default() };
    Player::default().search(&Task::from(position), limits, |_| {}).mv()
}

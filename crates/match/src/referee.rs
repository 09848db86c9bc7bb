//! Plays one game: the engines move in turn, and our own rules and clock decide.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use estopim_rules::{CastlingNotation, Color, Game, Outcome, Variant};
use estopim_uci::{Client, ClientError, PositionCommand, Score, ScoreValue, Start};

use super::adjudication::{Adjudication, Adjudicator, Agreement};
use super::contender::{Contender, START_TIMEOUT};
use super::openings::Opening;
use super::pressure::StolenWatch;
use super::time_control::{EngineClock, MatchTimeControl, MoverClocks, limits_for};

/// The settings of every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Which game is played.
    pub variant: Variant,
    /// The time margin: by how much a move may overstep its time without losing, for delays that are not the engine's
    /// fault.
    pub margin: Duration,
    /// The timeout of a move that no clock limits.
    pub patience: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Set when the game is to be abandoned.
    pub stop: &'a AtomicBool,
}

/// An engine that plays. It is started when needed, and again after it has crashed.
#[derive(Debug)]
pub struct RunningEngine<'a> {
    contender: &'a Contender,
    control: MatchTimeControl,
    client: Option<Client>,
    is_chess960: bool,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening included.
    pub game: Game,
    /// How many moves belong to the opening.
    pub opening_plies: usize,
    /// What was noted about each move after the opening.
    pub notes: Vec<MoveNote>,
    /// How it ended.
    pub ending: Ending,
}

/// What an engine reported about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNote {
    /// How long it took.
    pub elapsed: Duration,
    /// The value, from the mover's side.
    pub score: Option<Score>,
    /// How deep it searched, in plies.
    pub depth: Option<u32>,
    /// How many nodes it searched.
    pub nodes: Option<u64>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// One side forfeited the game.
    Forfeit {
        /// That side.
        loser: Color,
        /// What it did.
        fault: Fault,
    },
    /// Both engines agreed.
    Adjudicated(Agreement),
}

/// Why a side forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move that is not legal, or none at all.
    IllegalMove {
        /// The engine's answer, and why it is illegal.
        reason: String,
    },
    /// The time was overstepped by more than the margin. The engine still answers.
    OutOfTime {
        /// How long the move took: without stolen time if the engine gave it by itself, else until it was
        /// told to stop and did.
        took: Duration,
        /// How long it was allowed to take.
        allowed: Duration,
    },
    /// The engine no longer answers at all.
    Stalled,
    /// The engine has ended or no longer listens.
    Crashed {
        /// What is known about it.
        reason: String,
    },
}

/// Why a game has no end.
#[derive(Debug)]
pub enum Abandoned {
    /// The match was stopped.
    Stopped,
    /// An engine could not be started again.
    NoEngine {
        /// Whose.
        color: Color,
        /// Why.
        error: ClientError,
    },
}

impl MoveNote {
    /// Whether the engine has found how the game ends.
    pub fn sees_the_end(&self) -> bool {
        self.score.is_some_and(|score| matches!(score.value, ScoreValue::Mate(_)))
    }
}

impl Ending {
    /// Who has won, if anybody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Forfeit { loser, .. } => Some(!*loser),
            Self::Adjudicated(Agreement::Win(color)) => Some(*color),
            Self::Adjudicated(Agreement::Draw) => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Forfeit { loser, fault } => write!(f, "{} wins: {loser} {fault}", !*loser),
            Self::Adjudicated(Agreement::Win(color)) => {
                write!(f, "{color} wins: both engines agree")
            }
            Self::Adjudicated(Agreement::Draw) => f.write_str("draw: both engines agree"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { reason } => write!(f, "played an illegal move ({reason})"),
            Self::OutOfTime { took, allowed } => {
                let (took, allowed) = (took.as_millis(), allowed.as_millis());
                write!(f, "lost on time ({took} ms for a move that might take {allowed})")
            }
            Self::Stalled => f.write_str("stopped answering"),
            Self::Crashed { reason } => write!(f, "crashed ({reason})"),
        }
    }
}

impl<'a> RunningEngine<'a> {
    /// An engine that is not started yet.
    pub const fn new(contender: &'a Contender, control: MatchTimeControl) -> Self {
        Self { contender, control, client: None, is_chess960: false }
    }

    /// An engine that runs already and has been told the variant.
    pub fn with_client(mut self, client: Client) -> Self {
        self.client = Some(client);
        self
    }

    /// Starts the engine if it does not run.
    fn start(&mut self, variant: Variant) -> Result<(), ClientError> {
        if self.client.is_none() {
            self.client = Some(self.contender.start(variant)?);
            self.is_chess960 = false;
        }
        Ok(())
    }

    /// Has the engine, which runs, expect a new game.
    fn prepare(&mut self, castling: CastlingNotation) -> Result<(), ClientError> {
        let client = self.client.as_mut().expect("the engine was started");
        let is_chess960 = castling == CastlingNotation::KingTakesRook;
        if is_chess960 != self.is_chess960 {
            client.set_option("UCI_Chess960", if is_chess960 { "true" } else { "false" })?;
            self.is_chess960 = is_chess960;
        }
        client.new_game(START_TIMEOUT)
    }

    /// What an error means for the game. An engine that cannot go on is killed, and restarted for the next game.
    fn fault_of(&mut self, error: &ClientError, asked: Instant, allowed: Duration) -> Fault {
        /// For an engine that is late and is told to stop.
        const STOP_TIMEOUT: Duration = Duration::from_secs(2);
        if matches!(error, ClientError::Timeout { .. })
            && let Some(client) = &mut self.client
            && client.stop(STOP_TIMEOUT).is_ok()
        {
            return Fault::OutOfTime { took: asked.elapsed(), allowed };
        }
        self.client = None;
        match error {
            ClientError::Timeout { .. } => Fault::Stalled,
            _ => Fault::Crashed { reason: error.to_string() },
        }
    }
}

/// How long a late engine is waited for before it is told to stop.
const LATE_TIMEOUT: Duration = Duration::from_millis(500);

/// Plays a game from an opening. Engines are White's and Black's.
pub fn play(
    engines: [&mut RunningEngine<'_>; 2],
    opening: &Opening,
    conditions: Conditions<'_>,
) -> Result<PlayedGame, Abandoned> {
    let castling = if opening.start.is_chess960() {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingSteps
    };
    let mut play = GameInProgress::new(opening, castling, &engines);
    for (engine, color) in engines.into_iter().zip(Color::ALL) {
        engine.start(conditions.variant).map_err(|error| Abandoned::NoEngine { color, error })?;
        let asked = Instant::now();
        if let Err(error) = engine.prepare(castling) {
            let fault = engine.fault_of(&error, asked, START_TIMEOUT);
            return Ok(play.end(Ending::Forfeit { loser: color, fault }));
        }
        play.engines.push(engine);
    }
    let mut adjudicator = Adjudicator::new(conditions.adjudication);
    loop {
        if let Some(outcome) = play.game.outcome() {
            return Ok(play.end(Ending::Rules(outcome)));
        }
        let mover = play.game.turn();
        let number = play.game.position().fullmoves();
        match play.make_move(conditions) {
            Ok(score) => {
                if let Some(agreed) = adjudicator.note(mover, score, number)
                    && play.game.outcome().is_none()
                {
                    return Ok(play.end(Ending::Adjudicated(agreed)));
                }
            }
            Err(Some(fault)) => return Ok(play.end(Ending::Forfeit { loser: mover, fault })),
            Err(None) => return Err(Abandoned::Stopped),
        }
    }
}

/// A game in progress.
struct GameInProgress<'s, 'c> {
    /// White's and Black's, once they are ready.
    engines: Vec<&'s mut RunningEngine<'c>>,
    clocks: [EngineClock; 2],
    game: Game,
    position: PositionCommand,
    castling: CastlingNotation,
    opening_plies: usize,
    notes: Vec<MoveNote>,
}

impl<'s, 'c> GameInProgress<'s, 'c> {
    fn new(
        opening: &Opening,
        castling: CastlingNotation,
        engines: &[&'s mut RunningEngine<'c>; 2],
    ) -> Self {
        let game = opening.game();
        let fen = opening.start.fen();
        let is_initial = fen == opening.start.variant().initial_fen();
        let start = if is_initial { Start::Initial } else { Start::Fen(fen) };
        let moves = game.moves().map(|(position, mv)| position.uci_as(mv, castling)).collect();
        Self {
            engines: Vec::with_capacity(2),
            clocks: [EngineClock::new(engines[0].control), EngineClock::new(engines[1].control)],
            opening_plies: game.ply_count(),
            game,
            position: PositionCommand { start, moves },
            castling,
            notes: Vec::new(),
        }
    }

    fn end(self, ending: Ending) -> PlayedGame {
        let Self { game, opening_plies, notes, .. } = self;
        PlayedGame { game, opening_plies, notes, ending }
    }

    /// Asks the side to move and plays what it answers; the value it gives, or its fault, or nothing
    /// if the game is to be given up.
    fn make_move(&mut self, conditions: Conditions<'_>) -> Result<Option<Score>, Option<Fault>> {
        let mover = self.game.turn();
        let index = mover.index();
        let (own, other) = (&self.clocks[index], &self.clocks[1 - index]);
        let limits = limits_for(MoverClocks { own, other, mover });
        let deadline = match own.allowance() {
            Some(allowance) => allowance + conditions.margin,
            None => conditions.patience,
        };
        let engine = &mut *self.engines[index];
        let client = engine.client.as_mut().expect("an engine in play is running");
        // Waits a little longer: steal time is subtracted once the engine has answered.
        let (watch, wait) = (StolenWatch::start(), deadline + LATE_TIMEOUT);
        let asked = Instant::now();
        let report = match client.search(&self.position, &limits, wait, conditions.stop) {
            Ok(report) => report,
            Err(ClientError::Interrupted) => {
                engine.client = None;
                return Err(None);
            }
            Err(error) => return Err(Some(engine.fault_of(&error, asked, deadline))),
        };
        let took = report.elapsed.saturating_sub(watch.stolen());
        if took > deadline {
            return Err(Some(Fault::OutOfTime { took, allowed: deadline }));
        }
        self.clocks[index].spend(took);
        self.notes.push(MoveNote {
            elapsed: report.elapsed,
            score: report.info.score,
            depth: report.info.depth,
            nodes: report.info.nodes,
        });
        let illegal = |reason: String| Err(Some(Fault::IllegalMove { reason }));
        let Some(text) = report.best.best else {
            return illegal("no move, though there are some".to_owned());
        };
        let position = *self.game.position();
        match self.game.play_uci(&text) {
            Ok(mv) => {
                self.position.moves.push(position.uci_as(mv, self.castling));
                Ok(report.info.score)
            }
            Err(error) => illegal(format!("{error} in {position}")),
        }
    }
}

//! [`GameState`]: one game between two sides as a state machine. [`GameState::decide`] turns a command into a
//! [`Change`] or says why not, and changes nothing; [`GameState::apply`] makes the change happen. Between the two a
//! server writes it down, so that what could not be written has not happened.

use estopim_rules::{Color, Game, Move};
use thiserror::Error;

use crate::clock::Clock;
use crate::end::End;
use crate::infractions::{InfractionKind, Infractions};
use crate::offers::{OfferKind, Offers};

/// From this many plies on both have moved, and a game can no longer be aborted.
const ABORT_BEFORE_PLY: usize = 2;

/// A game between two sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameState {
    game: Game,
    clock: Clock,
    offers: Offers,
    /// Counted only in games of programs.
    infractions: Option<Infractions>,
    end: Option<End>,
}

/// A command of a player, or of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move.
    Move {
        /// Whose.
        by: Color,
        /// Which.
        mv: Move,
        /// How long it was on the network.
        lag_ms: i64,
    },
    /// To offer something.
    Offer {
        /// What.
        kind: OfferKind,
        /// Who offers it.
        by: Color,
        /// What the other side says to it.
        consent: Consent,
    },
    /// To accept what the other side offers.
    Accept {
        /// What.
        kind: OfferKind,
        /// Who accepts it.
        by: Color,
    },
    /// To decline what the other side offers.
    Decline {
        /// What.
        kind: OfferKind,
        /// Who declines it.
        by: Color,
    },
    /// To take back the own last move without asking. A finished game goes on.
    Undo {
        /// Whose move.
        by: Color,
    },
    /// To take back the last plies, whoever played them, as a teacher does. A finished game goes on.
    Rewind {
        /// How many; at most as many as were played.
        plies: usize,
    },
    /// To end the game without a result, as a teacher does.
    Stop,
    /// To resign.
    Resign {
        /// Who does.
        by: Color,
    },
    /// To abort the game.
    Abort,
    /// To abort it however far it is: a table of programs is cleared.
    Abandon,
    /// To give the late opponent the time for the move once more.
    GiveTime {
        /// Who gives it.
        by: Color,
    },
    /// To end the game because the opponent is late.
    ClaimTime {
        /// Who claims it.
        by: Color,
    },
    /// The flag of the side to move has fallen.
    FlagFall {
        /// The lag of the side to move.
        lag_ms: i64,
    },
    /// The side to move does something wrong that is counted.
    Infract {
        /// Who does.
        by: Color,
        /// What it is.
        kind: InfractionKind,
    },
    /// To end the game because the opponent has left, which the caller has checked.
    ClaimLeft {
        /// Who claims it.
        by: Color,
    },
}

/// How the other side answers an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    /// Nothing yet: the offer stands.
    Awaited,
    /// It agrees at once.
    Given,
    /// It declines at once.
    Refused,
}

/// Something that happens to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move was played.
    Moved(Move),
    /// Something was offered.
    Offered {
        /// What.
        kind: OfferKind,
        /// By whom.
        by: Color,
    },
    /// An offer was refused, or lapsed with a move.
    Declined(OfferKind),
    /// This many plies were taken back.
    TookBack(usize),
    /// Both want to play again.
    RematchAgreed,
    /// The late side gets the time for this move once more.
    TimeGiven(Color),
    /// The side to move has one infraction more, and its time for the move begins anew.
    Infraction {
        /// Whose.
        by: Color,
        /// What for.
        kind: InfractionKind,
    },
    /// The game is over.
    Ended(End),
}

/// What a command leads to: the events, in order, and how the game stands after them. The moves are not in it but in the
/// events, so that a long game costs no more than a short one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    events: Vec<Event>,
    ply_count: usize,
    clock: Clock,
    offers: Offers,
    infractions: Option<Infractions>,
    end: Option<End>,
}

impl Change {
    /// What happens, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many plies the game has after it.
    pub const fn ply_count(&self) -> usize {
        self.ply_count
    }

    /// The clocks after it.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What is offered after it.
    pub const fn offers(&self) -> Offers {
        self.offers
    }

    /// Whether the game is over after it.
    pub const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The infractions after it.
    pub const fn infractions(&self) -> Option<Infractions> {
        self.infractions
    }

    fn finish(&mut self, end: End, now_ms: i64) {
        self.clock.stop(now_ms);
        self.offers = self.offers.after_end();
        self.end = Some(end);
        self.events.push(Event::Ended(end));
    }
}

/// Why a command leads to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Rejection {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over.
    #[error("the game is not over yet")]
    NotOver,
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move is not legal.
    #[error("{0:?} is not a legal move here")]
    Illegal(Move),
    /// The move came after the clock had run out.
    #[error("the time was over before the move came")]
    OutOfTime,
    /// The same side has offered that already.
    #[error("you have offered that already")]
    OfferStands,
    /// The other side offers nothing of the kind.
    #[error("nothing of that kind is offered")]
    NoSuchOffer,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Both have moved.
    #[error("both sides have moved; resign or offer a draw")]
    TooLateToAbort,
    /// Nobody's time is over.
    #[error("your opponent is not late")]
    NotOverdue,
    /// Infractions are not counted.
    #[error("infractions are not counted in this game")]
    NotCounted,
}

impl GameState {
    /// A game whose clocks stand still. It is over if the rules say so.
    pub fn new(game: Game, clock: Clock) -> Self {
        let end = game.outcome().map(End::ByRules);
        Self { game, clock, offers: Offers::default(), infractions: None, end }
    }

    /// A game restored from storage.
    pub const fn restored(game: Game, clock: Clock, offers: Offers, end: Option<End>) -> Self {
        Self { game, clock, offers, infractions: None, end }
    }

    /// The same game with infractions counted.
    #[must_use]
    pub const fn counting(mut self, infractions: Option<Infractions>) -> Self {
        self.infractions = infractions;
        self
    }

    /// The infractions, where they are counted.
    pub const fn infractions(&self) -> Option<Infractions> {
        self.infractions
    }

    /// The moves by the rules.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The clocks, to be corrected: for downtime, or by what a server says.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// What is offered.
    pub const fn offers(&self) -> Offers {
        self.offers
    }

    /// How the game has ended, if it has.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// Lets the clock of the side to move run, if the game goes on.
    pub fn run_clock(&mut self, now_ms: i64) {
        if self.end.is_none() {
            self.clock.start(self.game.turn(), now_ms);
        }
    }

    /// Ends a game that goes on, as a server says that it has ended.
    pub fn finish(&mut self, end: End, now_ms: i64) {
        if let Ok(change) = self.ended(end, now_ms) {
            self.apply(change);
        }
    }

    /// Says why `by` may not move, if so.
    pub fn must_be_turn_of(&self, by: Color) -> Result<(), Rejection> {
        self.must_go_on()?;
        if by == self.turn() { Ok(()) } else { Err(Rejection::NotYourTurn) }
    }

    fn must_go_on(&self) -> Result<(), Rejection> {
        self.end.map_or(Ok(()), |_| Err(Rejection::GameOver))
    }

    /// What a command leads to at a moment, or why it leads to nothing. Nothing is changed.
    pub fn decide(&self, command: Command, now_ms: i64) -> Result<Change, Rejection> {
        match command {
            Command::Move { by, mv, lag_ms } => self.moved(by, mv, now_ms, lag_ms),
            Command::Offer { kind, by, consent } => self.offered(kind, by, consent, now_ms),
            Command::Accept { kind, by } => self.agreed(kind, self.standing(kind, by)?, now_ms),
            Command::Decline { kind, by } => {
                self.standing(kind, by)?;
                Ok(self.with_offer(vec![Event::Declined(kind)], kind, None))
            }
            Command::Undo { by } => self.taken_back(by, now_ms),
            Command::Rewind { plies } => self.rewound(plies, now_ms),
            Command::Stop => self.ended(End::Aborted, now_ms),
            Command::Resign { by } => self.ended(End::Resigned(by), now_ms),
            Command::Abort => {
                self.must_go_on()?;
                if self.game.ply_count() >= ABORT_BEFORE_PLY {
                    return Err(Rejection::TooLateToAbort);
                }
                self.ended(End::Aborted, now_ms)
            }
            Command::Abandon => self.ended(End::Aborted, now_ms),
            Command::GiveTime { by } => {
                let late = self.late_opponent(by, now_ms)?;
                let mut change = self.change(vec![Event::TimeGiven(late)]);
                change.clock.give_time(now_ms);
                Ok(change)
            }
            Command::ClaimTime { by } => {
                let late = self.late_opponent(by, now_ms)?;
                self.ended(self.out_of_time(late), now_ms)
            }
            Command::FlagFall { lag_ms } => {
                self.must_go_on()?;
                let late = self.clock.flagged(now_ms, lag_ms).ok_or(Rejection::NotOverdue)?;
                self.ended(self.out_of_time(late), now_ms)
            }
            Command::Infract { by, kind } => self.infracted(by, kind, now_ms),
            Command::ClaimLeft { by } => self.ended(End::Left(!by), now_ms),
        }
    }

    /// Makes a change happen. It must have been decided on this game as it is.
    pub fn apply(&mut self, change: Change) {
        for event in change.events {
            match event {
                Event::Moved(mv) => self.game.play(mv).expect("the move was decided on this game"),
                Event::TookBack(plies) => {
                    for _ in 0..plies {
                        self.game.undo();
                    }
                }
                _ => {}
            }
        }
        debug_assert_eq!(self.game.ply_count(), change.ply_count);
        self.clock = change.clock;
        self.offers = change.offers;
        self.infractions = change.infractions;
        self.end = change.end;
    }

    /// Events that leave clocks, offers and the end as they are, until the caller changes them.
    fn change(&self, events: Vec<Event>) -> Change {
        let Self { clock, offers, infractions, end, .. } = *self;
        Change { events, ply_count: self.game.ply_count(), clock, offers, infractions, end }
    }

    fn moved(&self, by: Color, mv: Move, now_ms: i64, lag_ms: i64) -> Result<Change, Rejection> {
        self.must_be_turn_of(by)?;
        if self.clock.flagged(now_ms, lag_ms).is_some() {
            return Err(Rejection::OutOfTime);
        }
        let outcome = self.game.outcome_after(mv).map_err(|_| Rejection::Illegal(mv))?;
        let mut change = self.change(vec![Event::Moved(mv)]);
        change.ply_count += 1;
        change.clock.press(by, now_ms, lag_ms);
        change.offers = self.offers.after_move(by);
        for kind in OfferKind::ALL {
            if self.offers.by(kind) != change.offers.by(kind) {
                change.events.push(Event::Declined(kind));
            }
        }
        if let Some(outcome) = outcome {
            change.finish(End::ByRules(outcome), now_ms);
        }
        Ok(change)
    }

    fn offered(
        &self,
        kind: OfferKind,
        by: Color,
        consent: Consent,
        now_ms: i64,
    ) -> Result<Change, Rejection> {
        match kind {
            OfferKind::Draw => self.must_go_on()?,
            OfferKind::Takeback => {
                self.must_go_on()?;
                self.plies_to_take_back(by)?;
            }
            OfferKind::Rematch if self.end.is_none() => return Err(Rejection::NotOver),
            OfferKind::Rematch => {}
        }
        match self.offers.by(kind) {
            Some(standing) if standing == by => return Err(Rejection::OfferStands),
            // Both have offered the same: that is an agreement on the first offer.
            Some(standing) => return self.agreed(kind, standing, now_ms),
            None => {}
        }
        let offered = Event::Offered { kind, by };
        match consent {
            Consent::Awaited => Ok(self.with_offer(vec![offered], kind, Some(by))),
            Consent::Given => self.agreed(kind, by, now_ms),
            Consent::Refused => Ok(self.change(vec![offered, Event::Declined(kind)])),
        }
    }

    fn with_offer(&self, events: Vec<Event>, kind: OfferKind, by: Option<Color>) -> Change {
        Change { offers: self.offers.with(kind, by), ..self.change(events) }
    }

    /// Who has made the offer that `by` may answer.
    fn standing(&self, kind: OfferKind, by: Color) -> Result<Color, Rejection> {
        self.offers.by(kind).filter(|&offerer| offerer != by).ok_or(Rejection::NoSuchOffer)
    }

    /// Both want what `offerer` has offered.
    fn agreed(&self, kind: OfferKind, offerer: Color, now_ms: i64) -> Result<Change, Rejection> {
        match kind {
            OfferKind::Draw => self.ended(End::Agreed, now_ms),
            OfferKind::Takeback => {
                self.must_go_on()?;
                self.taken_back(offerer, now_ms)
            }
            OfferKind::Rematch => Ok(self.with_offer(vec![Event::RematchAgreed], kind, None)),
        }
    }

    /// How many plies go if `by` takes the own last move back: after the opponent's answer, that too.
    fn plies_to_take_back(&self, by: Color) -> Result<usize, Rejection> {
        let plies = if self.turn() == by { 2 } else { 1 };
        if self.game.ply_count() < plies { Err(Rejection::NothingToTakeBack) } else { Ok(plies) }
    }

    fn taken_back(&self, by: Color, now_ms: i64) -> Result<Change, Rejection> {
        self.without_last(self.plies_to_take_back(by)?, by, now_ms)
    }

    fn rewound(&self, plies: usize, now_ms: i64) -> Result<Change, Rejection> {
        if plies == 0 || plies > self.game.ply_count() {
            return Err(Rejection::NothingToTakeBack);
        }
        let to_move = if plies.is_multiple_of(2) { self.turn() } else { !self.turn() };
        self.without_last(plies, to_move, now_ms)
    }

    /// The game without its last plies, with `by` to move. The clocks keep what they show; a time for each move begins anew.
    fn without_last(&self, plies: usize, by: Color, now_ms: i64) -> Result<Change, Rejection> {
        let mut change = self.change(vec![Event::TookBack(plies)]);
        change.ply_count -= plies;
        change.clock.stop(now_ms);
        change.clock.refill();
        change.clock.start(by, now_ms);
        if change.clock.flagged(now_ms, 0).is_some() {
            return Err(Rejection::OutOfTime);
        }
        change.end = None;
        change.offers = Offers::default();
        Ok(change)
    }

    /// The time for the move begins anew; too many infractions lose.
    fn infracted(&self, by: Color, kind: InfractionKind, now_ms: i64) -> Result<Change, Rejection> {
        self.must_be_turn_of(by)?;
        let infractions = self.infractions.ok_or(Rejection::NotCounted)?.with_one_of(by);
        if kind == InfractionKind::Late && self.clock.overdue(now_ms) != Some(by) {
            return Err(Rejection::NotOverdue);
        }
        let mut change = self.change(vec![Event::Infraction { by, kind }]);
        change.infractions = Some(infractions);
        change.clock.give_time(now_ms);
        if infractions.have_lost(by) {
            change.finish(End::Infractions(by), now_ms);
        }
        Ok(change)
    }

    fn ended(&self, end: End, now_ms: i64) -> Result<Change, Rejection> {
        self.must_go_on()?;
        let mut change = self.change(Vec::new());
        change.finish(end, now_ms);
        Ok(change)
    }

    /// The late side, if `by` is its opponent.
    fn late_opponent(&self, by: Color, now_ms: i64) -> Result<Color, Rejection> {
        self.must_go_on()?;
        self.clock.overdue(now_ms).filter(|&late| late != by).ok_or(Rejection::NotOverdue)
    }

    /// A side that runs out of time loses, unless the opponent has insufficient material.
    fn out_of_time(&self, loser: Color) -> End {
        let can_win = !self.game.position().has_insufficient_material(!loser);
        End::OutOfTime { winner: can_win.then_some(!loser) }
    }
}

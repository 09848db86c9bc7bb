//! [`BotTable`]: one table with two slots, as a state machine. What happens goes in ([`BotTable::joined`] and so on); what is
//! to be done comes out as [`Effect`]s. The game itself is played elsewhere, and its news comes in like everything else.

use estopim_play::{End, InfractionKind, Infractions};
use estopim_rules::{Color, Game};

use crate::inbound::BotMessage;
use crate::state::StateMessage;

/// Who plays in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotKind {
    /// A program that connects.
    Bot,
    /// A person at the page.
    Human,
    /// Our engine, at a level.
    Computer(u8),
}

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It waits for programs.
    Idle,
    /// A game can be started.
    Ready,
    /// A game goes on.
    Playing,
    /// A game stands still: somebody wants it so, or a program is gone.
    Paused,
    /// A game is over.
    Over,
}

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Send a message to the program of a slot, in one piece.
    Send {
        /// Which slot.
        slot: usize,
        /// The message.
        text: String,
    },
    /// Try a move; `None` is one that cannot be legal.
    Move {
        /// Whose.
        color: Color,
        /// As UCI writes it.
        uci: Option<String>,
    },
    /// Stop the clock.
    Hold,
    /// Let the clock run.
    Release,
}

/// Why a game stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pause {
    /// Somebody wants it so.
    Wanted,
    /// A program is gone.
    Gone,
}

/// A table.
#[derive(Clone, Debug)]
pub struct BotTable {
    kinds: [SlotKind; 2],
    /// The programs that are connected.
    names: [Option<String>; 2],
    /// Which slot plays White.
    white_slot: usize,
    phase: Phase,
    pause: Option<Pause>,
    game: Option<Game>,
    infractions: Option<Infractions>,
    end: Option<End>,
    is_bad_move: bool,
    /// Whether the side to move has been sent the state.
    is_asked: bool,
    /// Whether its answer is being tried.
    is_trying: bool,
    /// An answer that came while the game stood still.
    waiting: Option<BotMessage>,
}

impl BotTable {
    /// An empty table; slot 0 plays White.
    pub fn new(kinds: [SlotKind; 2]) -> Self {
        let mut table = Self {
            kinds,
            names: [None, None],
            white_slot: 0,
            phase: Phase::Idle,
            pause: None,
            game: None,
            infractions: None,
            end: None,
            is_bad_move: false,
            is_asked: false,
            is_trying: false,
            waiting: None,
        };
        table.phase = table.rest();
        table
    }

    /// What it is doing.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who plays in each slot.
    pub const fn kinds(&self) -> [SlotKind; 2] {
        self.kinds
    }

    /// The name of the program in a slot.
    pub fn name(&self, slot: usize) -> Option<&str> {
        self.names[slot].as_deref()
    }

    /// The slot that plays a colour.
    pub const fn slot_of(&self, color: Color) -> usize {
        match color {
            Color::White => self.white_slot,
            Color::Black => 1 - self.white_slot,
        }
    }

    /// The infractions of the present game.
    pub const fn infractions(&self) -> Option<Infractions> {
        self.infractions
    }

    /// How the present game has ended.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether a program may take a slot.
    pub fn is_free(&self, slot: usize) -> bool {
        self.kinds[slot] == SlotKind::Bot && self.names[slot].is_none()
    }

    fn is_full(&self) -> bool {
        (0..2).all(|slot| !self.is_free(slot))
    }

    fn rest(&self) -> Phase {
        if self.is_full() { Phase::Ready } else { Phase::Idle }
    }

    /// A program has said its name in a slot.
    pub fn joined(&mut self, slot: usize, name: &str) -> Vec<Effect> {
        self.names[slot] = Some(name.to_owned());
        if self.slot_to_move() == Some(slot) {
            // The state is sent again to a program that has come back.
            self.is_asked = false;
            self.waiting = None;
        }
        match self.phase {
            Phase::Idle => {
                self.phase = self.rest();
                Vec::new()
            }
            Phase::Paused if self.pause == Some(Pause::Gone) && self.is_full() => self.resume(),
            _ => Vec::new(),
        }
    }

    /// The program of a slot is gone.
    pub fn left(&mut self, slot: usize) -> Vec<Effect> {
        self.names[slot] = None;
        if self.slot_to_move() == Some(slot) {
            self.waiting = None;
        }
        match self.phase {
            Phase::Ready => self.phase = self.rest(),
            Phase::Playing => {
                self.phase = Phase::Paused;
                self.pause = Some(Pause::Gone);
                return vec![Effect::Hold];
            }
            _ => {}
        }
        Vec::new()
    }

    /// A program has sent something. What was not asked for is dropped.
    pub fn received(&mut self, slot: usize, message: BotMessage) -> Vec<Effect> {
        let is_asked = self.slot_to_move() == Some(slot) && self.is_asked && !self.is_trying;
        if !is_asked || matches!(message, BotMessage::Name(_)) {
            return Vec::new();
        }
        match self.phase {
            Phase::Playing => self.tried(&message),
            Phase::Paused => {
                self.waiting.get_or_insert(message);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn tried(&mut self, message: &BotMessage) -> Vec<Effect> {
        let Some(color) = self.game.as_ref().map(Game::turn) else { return Vec::new() };
        self.is_trying = true;
        let uci = match message {
            BotMessage::Move { from, to } => BotMessage::uci(*from, *to),
            BotMessage::Name(_) | BotMessage::Malformed => None,
        };
        vec![Effect::Move { color, uci }]
    }

    /// A game begins, or goes on where it was.
    pub fn begun(&mut self, game: Game, infractions: Option<Infractions>) -> Vec<Effect> {
        self.end = game.outcome().map(End::ByRules);
        self.game = Some(game);
        self.infractions = infractions;
        self.is_bad_move = false;
        self.is_asked = false;
        self.is_trying = false;
        self.waiting = None;
        if self.is_full() {
            return self.resume();
        }
        self.phase = Phase::Paused;
        self.pause = Some(Pause::Gone);
        vec![Effect::Hold]
    }

    /// A legal move was played.
    pub fn moved(&mut self, uci: &str) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        if game.play_uci(uci).is_err() {
            return Vec::new();
        }
        self.is_bad_move = false;
        self.is_asked = false;
        self.is_trying = false;
        self.waiting = None;
        self.ask()
    }

    /// The side to move has one infraction more.
    pub fn infracted(&mut self, kind: InfractionKind, infractions: Infractions) -> Vec<Effect> {
        self.infractions = Some(infractions);
        // Nothing is sent to a late program: its answer is still awaited.
        if kind == InfractionKind::Late {
            return Vec::new();
        }
        self.is_bad_move = true;
        self.is_asked = false;
        self.is_trying = false;
        self.ask()
    }

    /// A move could not be tried; the same side is still to move.
    pub fn not_tried(&mut self) {
        self.is_trying = false;
    }

    /// The game is over: both programs are told.
    pub fn ended(&mut self, end: End) -> Vec<Effect> {
        if self.end.is_some() && self.phase == Phase::Over {
            return Vec::new();
        }
        self.end = Some(end);
        self.phase = Phase::Over;
        self.pause = None;
        self.waiting = None;
        // An aborted game has no result, and the protocol no word for that.
        if end == End::Aborted {
            return Vec::new();
        }
        let Some(text) = self.state_text() else { return Vec::new() };
        let bots = (0..2).filter(|&slot| self.names[slot].is_some());
        bots.map(|slot| Effect::Send { slot, text: text.clone() }).collect()
    }

    /// Somebody wants the game to stand still.
    pub fn pause(&mut self) -> Vec<Effect> {
        if self.phase != Phase::Playing {
            return Vec::new();
        }
        self.phase = Phase::Paused;
        self.pause = Some(Pause::Wanted);
        vec![Effect::Hold]
    }

    /// Somebody wants it to go on.
    pub fn go_on(&mut self) -> Vec<Effect> {
        if self.phase == Phase::Paused && self.is_full() { self.resume() } else { Vec::new() }
    }

    /// The table is cleared for another game.
    pub fn reset(&mut self) {
        self.game = None;
        self.infractions = None;
        self.end = None;
        self.pause = None;
        self.waiting = None;
        self.is_bad_move = false;
        self.is_asked = false;
        self.is_trying = false;
        self.phase = self.rest();
    }

    /// The slots change colours, between games only.
    pub fn switch(&mut self) {
        if matches!(self.phase, Phase::Idle | Phase::Ready | Phase::Over) {
            self.white_slot = 1 - self.white_slot;
        }
    }

    fn resume(&mut self) -> Vec<Effect> {
        self.phase = Phase::Playing;
        self.pause = None;
        let mut effects = vec![Effect::Release];
        match self.waiting.take() {
            Some(message) => effects.extend(self.tried(&message)),
            None => effects.extend(self.ask()),
        }
        effects
    }

    /// The slot whose move it is.
    fn slot_to_move(&self) -> Option<usize> {
        let game = self.game.as_ref().filter(|_| self.end.is_none())?;
        Some(self.slot_of(game.turn()))
    }

    fn has_lost(&self) -> bool {
        let infractions = self.infractions;
        let lost = |color| infractions.is_some_and(|infractions| infractions.have_lost(color));
        Color::ALL.into_iter().any(lost)
    }

    /// Sends the state to the side to move if it has not been sent. A game that is just about to be over is not told
    /// twice.
    fn ask(&mut self) -> Vec<Effect> {
        let is_over = self.game.as_ref().is_none_or(|game| game.outcome().is_some());
        let Some(slot) = self.slot_to_move() else { return Vec::new() };
        if self.phase != Phase::Playing
            || is_over
            || self.is_asked
            || self.has_lost()
            || self.names[slot].is_none()
        {
            return Vec::new();
        }
        let Some(text) = self.state_text() else { return Vec::new() };
        self.is_asked = true;
        vec![Effect::Send { slot, text }]
    }

    fn state_text(&self) -> Option<String> {
        let game = self.game.as_ref()?;
        let state = StateMessage::of(game, self.end, self.infractions, self.is_bad_move);
        Some(state.to_string())
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{AnyPosition, Variant};

    use super::*;

    fn four_pawns() -> Game {
        let fen = "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1";
        Game::from_position(AnyPosition::from_fen(Variant::PawnBattle, fen).expect("a position"))
    }

    fn playing() -> BotTable {
        let mut table = BotTable::new([SlotKind::Bot; 2]);
        table.joined(0, "A");
        table.joined(1, "B");
        assert_eq!(table.phase(), Phase::Ready);
        let effects = table.begun(four_pawns(), Some(Infractions::new(5)));
        assert_eq!(effects[0], Effect::Release);
        assert!(matches!(&effects[1], Effect::Send { slot: 0, .. }) && effects.len() == 2);
        table
    }

    fn answer() -> BotMessage {
        BotMessage::Move { from: [1, 4], to: [3, 4] }
    }

    fn e4() -> Effect {
        Effect::Move { color: Color::White, uci: Some("e2e4".to_owned()) }
    }

    #[test]
    fn only_the_side_to_move_is_asked_and_heard() {
        let mut table = playing();
        assert_eq!(table.received(1, answer()), []);
        assert_eq!(table.received(0, answer()), [e4()]);
        assert_eq!(table.received(0, answer()), [], "one answer to one question");
        let effects = table.moved("e2e4");
        assert!(matches!(&effects[..], [Effect::Send { slot: 1, .. }]), "{effects:?}");
        assert_eq!(table.received(0, answer()), []);
    }

    #[test]
    fn a_refused_move_brings_the_same_state_again_with_the_mark() {
        let mut table = playing();
        assert_eq!(
            table.received(0, BotMessage::Malformed),
            [Effect::Move { color: Color::White, uci: None }]
        );
        let counted = Infractions::restored(5, [1, 0]);
        let effects = table.infracted(InfractionKind::Illegal, counted);
        let [Effect::Send { slot: 0, text }] = &effects[..] else { panic!("{effects:?}") };
        assert!(text.contains("\"bad_move\": true") && text.contains("\"white_infractions\": 1"));
    }

    #[test]
    fn a_late_program_is_sent_nothing_and_its_answer_is_taken() {
        let mut table = playing();
        let counted = Infractions::restored(5, [1, 0]);
        assert_eq!(table.infracted(InfractionKind::Late, counted), []);
        assert_eq!(table.received(0, answer()), [e4()]);
    }

    #[test]
    fn the_last_infraction_is_told_once_with_the_end() {
        let mut table = playing();
        table.received(0, BotMessage::Malformed);
        let counted = Infractions::restored(5, [5, 0]);
        assert_eq!(table.infracted(InfractionKind::Illegal, counted), []);
        let effects = table.ended(End::Infractions(Color::White));
        assert_eq!(effects.len(), 2, "both are told");
        assert_eq!(table.ended(End::Infractions(Color::White)), [], "once");
        assert_eq!(table.received(1, answer()), [], "an answer to the end is dropped");
    }

    #[test]
    fn a_program_that_comes_back_gets_the_state_again() {
        let mut table = playing();
        assert_eq!(table.left(0), [Effect::Hold]);
        assert_eq!(table.phase(), Phase::Paused);
        let effects = table.joined(0, "A");
        assert!(
            matches!(&effects[..], [Effect::Release, Effect::Send { slot: 0, .. }]),
            "{effects:?}"
        );
        // The one that was not to move is not asked by it.
        assert_eq!(table.left(1), [Effect::Hold]);
        assert_eq!(table.joined(1, "B"), [Effect::Release]);
    }

    #[test]
    fn an_answer_during_a_pause_is_used_afterwards() {
        let mut table = playing();
        assert_eq!(table.pause(), [Effect::Hold]);
        assert_eq!(table.received(0, answer()), []);
        assert_eq!(table.go_on(), [Effect::Release, e4()]);
        // A pause that is wanted does not end by a reconnection.
        let mut table = playing();
        table.pause();
        table.left(1);
        assert_eq!(table.joined(1, "B"), []);
        assert_eq!(table.phase(), Phase::Paused);
    }

    #[test]
    fn sides_are_switched_between_games_only() {
        let mut table = playing();
        table.switch();
        assert_eq!(table.slot_of(Color::White), 0);
        table.ended(End::Agreed);
        table.reset();
        table.switch();
        assert_eq!((table.slot_of(Color::White), table.phase()), (1, Phase::Ready));
        let effects = table.begun(four_pawns(), Some(Infractions::new(5)));
        assert!(matches!(&effects[1], Effect::Send { slot: 1, .. }));
    }

    #[test]
    fn a_person_or_the_computer_needs_no_connection() {
        let mut table = BotTable::new([SlotKind::Computer(3), SlotKind::Bot]);
        assert_eq!(table.phase(), Phase::Idle);
        table.joined(1, "B");
        assert_eq!(table.phase(), Phase::Ready);
        assert_eq!(table.begun(four_pawns(), None), [Effect::Release], "White is the computer");
        let effects = table.moved("e2e4");
        assert!(matches!(&effects[..], [Effect::Send { slot: 1, .. }]), "{effects:?}");
    }
}

//! Retrograde analysis: every position of one material, decided from the ends of games backwards.
//!
//! First every position is looked at by itself: whether it is one, whether its game is over, what its captures and promotions
//! lead to in other tables (*outside*), and how many of its moves stay in this table (*inside*). Then the levels 0, 1, 2, …
//! follow, each of the positions that end in so many plies: before a lost position stands a won one, and before won
//! positions a lost one, once no other move is left. `unmove` finds what stands before a position. What is never reached
//! is a draw.
//!
//! A position with an en passant right has no index of its own. It differs from the same one without by the captures en
//! passant, which lead outside; so its value follows from the value of that one at once, and passes on to the only
//! position before it, from which the double step was made.

mod unmove;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::thread;

use estopim_rules::{Color, MoveKind, Position, Rank, Role, Rules, Setup};
use thiserror::Error;

use crate::index::{Layout, Men};
use crate::material::Material;
use crate::table::EndgameTable;
use crate::tables::Tables;
use crate::value::{DRAW, DRAWN_AT_ONCE, FIRST_DECIDED, INVALID, Value};
use unmove::{Unmove, unmoves};

/// Why a table cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BuildError {
    /// A table that this one needs is not there.
    #[error("{table} needs the table {needed}, which has not been built")]
    Missing {
        /// The table.
        table: Material,
        /// What it needs.
        needed: Material,
    },
    /// There is nothing to store of such men.
    #[error("{0} is no material of a table: colours swapped, too many men, or the game is over")]
    NoTable(Material),
    /// A win takes longer than a byte can say.
    #[error("{0} has wins of more than {max} plies", max = Value::MAX_PLIES)]
    TooLong(Material),
    /// A side is forced to end the game by its own loss, which the format has no byte for.
    #[error("{0} has a position whose every move loses at once")]
    SelfDestruction(Material),
    /// It was asked to stop.
    #[error("stopped; the same command goes on from here")]
    Stopped,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// So many of so many arrangements have been looked at.
    Arrangements {
        /// How many have been looked at.
        done: usize,
        /// How many there are.
        all: usize,
    },
    /// So many positions end in so many plies.
    Level {
        /// The plies.
        plies: u8,
        /// The positions.
        decided: usize,
    },
}

/// Builds the table of `material` in the game `R`. `tables` has all those that captures and promotions lead to. Setting `stop`
/// ends it.
pub fn build<R: Rules>(
    material: &Material,
    tables: &Tables,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<EndgameTable, BuildError> {
    if !material.is_normalised() || !material.has_table::<R>() {
        return Err(BuildError::NoTable(*material));
    }
    let graph = Graph::<R>::new(material, tables, threads.max(1), stop);
    let mut events = graph.look_at_all(on_progress)?;
    graph.run_levels(&mut events, on_progress)?;
    let bytes = graph.values.into_iter().map(AtomicU8::into_inner);
    Ok(EndgameTable::from_values::<R>(*material, to_be_stored(bytes)))
}

/// The bytes of a table. What is no position is never asked for, so it gets the byte before it: that is compressed best.
fn to_be_stored(bytes: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut last = DRAW;
    let stored = bytes.map(|byte| {
        last = match byte {
            INVALID => last,
            DRAWN_AT_ONCE => DRAW,
            decided => decided,
        };
        last
    });
    stored.collect()
}

/// In [`Graph::losses`]: a move outside does not lose.
const CANNOT_LOSE: u8 = 255;

/// How many arrangements or decided positions a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// A position of the table: its index, and the number of indices more if Black is to move.
type Slot = u32;

/// The positions of one table.
struct Graph<'a, R: Rules> {
    material: Material,
    layout: Layout,
    tables: &'a Tables,
    threads: usize,
    stop: &'a AtomicBool,
    /// The byte of each position, as it is stored at the end.
    values: Vec<AtomicU8>,
    /// How many moves inside are not known to lose.
    undecided_moves: Vec<AtomicU8>,
    /// The longest loss by a move outside in plies, or [`CANNOT_LOSE`].
    losses: Vec<AtomicU8>,
    rules: std::marker::PhantomData<R>,
}

/// What happens when the levels have reached some number of plies.
#[derive(Clone, Copy)]
enum Event {
    /// The position is decided in that many plies, unless it has been already.
    Decided(Slot),
    /// `with` and an en passant right is won; `before` stands before it.
    EnPassantWins { with: Slot, before: Slot },
    /// A position with an en passant right is lost; `before` stands before it.
    EnPassantLoses { before: Slot },
}

/// The events of each level.
type Events = Vec<Vec<Event>>;

/// What a thread has found.
#[derive(Default)]
struct Found {
    /// Positions that are decided at the next level.
    next: Vec<Slot>,
    later: Vec<(u8, Event)>,
    fault: Option<BuildError>,
}

/// The best of some moves outside, for the side that makes them.
#[derive(Clone, Copy, Default)]
struct Outside(Option<Value>);

impl Outside {
    fn add(&mut self, value: Value) {
        if self.0.is_none_or(|best| value.rank() > best.rank()) {
            self.0 = Some(value);
        }
    }
}

impl<'a, R: Rules> Graph<'a, R> {
    fn new(material: &Material, tables: &'a Tables, threads: usize, stop: &'a AtomicBool) -> Self {
        let layout = Layout::new::<R>(material);
        let bytes = |byte: u8| (0..2 * layout.size()).map(|_| AtomicU8::new(byte)).collect();
        let (values, undecided_moves, losses) = (bytes(INVALID), bytes(0), bytes(0));
        Self {
            material: *material,
            tables,
            threads,
            stop,
            values,
            undecided_moves,
            losses,
            layout,
            rules: std::marker::PhantomData,
        }
    }

    fn slot(&self, men: &Men, turn: Color) -> Slot {
        (self.layout.index(men) + turn.index() * self.layout.size()) as Slot
    }

    fn turn_of(&self, slot: Slot) -> Color {
        if (slot as usize) < self.layout.size() { Color::White } else { Color::Black }
    }

    fn men_of(&self, slot: Slot) -> Men {
        self.layout.men_at(slot as usize % self.layout.size())
    }

    fn value(&self, slot: Slot) -> u8 {
        self.values[slot as usize].load(Relaxed)
    }

    /// Calls `work` with numbers below `all`, in chunks, on all threads.
    fn in_chunks(
        &self,
        all: usize,
        on_chunk: &mut (dyn FnMut(usize) + Send),
        work: impl Fn(usize, &mut Found) + Sync,
    ) -> Result<Found, BuildError> {
        let begun = AtomicUsize::new(0);
        let on_chunk = Mutex::new((0, on_chunk));
        let run = || {
            let mut found = Found::default();
            loop {
                let start = begun.fetch_add(CHUNK, Relaxed);
                if start >= all || found.fault.is_some() || self.stop.load(Relaxed) {
                    return found;
                }
                let end = all.min(start + CHUNK);
                for number in start..end {
                    work(number, &mut found);
                }
                if let Ok(mut guard) = on_chunk.lock() {
                    guard.0 += end - start;
                    let done = guard.0;
                    (guard.1)(done);
                }
            }
        };
        let helpers = self.threads.min(all.div_ceil(CHUNK)).saturating_sub(1);
        let mut merged = Found::default();
        thread::scope(|scope| {
            let running: Vec<_> = (0..helpers).map(|_| scope.spawn(run)).collect();
            merged = run();
            for helper in running {
                let found = helper.join().expect("a helper does not panic");
                merged.next.extend(found.next);
                merged.later.extend(found.later);
                merged.fault = merged.fault.take().or(found.fault);
            }
        });
        if self.stop.load(Relaxed) {
            return Err(BuildError::Stopped);
        }
        merged.fault.take().map_or(Ok(merged), Err)
    }

    /// Looks at every position by itself.
    fn look_at_all(
        &self,
        on_progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Events, BuildError> {
        let all = self.values.len();
        let mut on_chunk = |done| on_progress(Progress::Arrangements { done, all });
        let found = self.in_chunks(all, &mut on_chunk, |slot, found| {
            if let Err(fault) = self.look_at(slot as Slot, found) {
                found.fault = Some(fault);
            }
        })?;
        let mut events = Events::new();
        schedule(&mut events, found.later);
        Ok(events)
    }

    fn look_at(&self, slot: Slot, found: &mut Found) -> Result<(), BuildError> {
        let men = self.men_of(slot);
        let Some(pos) = self.position(&men, self.turn_of(slot), None) else { return Ok(()) };
        let moves = pos.legal_moves();
        let mut byte = DRAW;
        if moves.is_empty() {
            match R::without_moves(&pos).winner() {
                None => byte = DRAWN_AT_ONCE,
                Some(_) => found.later.push((0, Event::Decided(slot))),
            }
        } else if Color::ALL
            .into_iter()
            .all(|color| R::has_insufficient_material(pos.board(), color))
        {
            byte = DRAWN_AT_ONCE;
        } else {
            let mut outside = Outside::default();
            let mut inside = 0;
            for &mv in &moves {
                let home = R::PAWN_HOME_WINS
                    && mv.to().rank() == Rank::R8.relative_to(pos.turn())
                    && pos.board().role_at(mv.from()) == Some(Role::Pawn);
                if pos.is_capture(mv) || mv.promotes_to().is_some() || home {
                    outside.add(self.outside_value(&pos.after(mv))?.before());
                } else {
                    inside += 1;
                }
            }
            let at = slot as usize;
            self.undecided_moves[at].store(inside, Relaxed);
            match outside.0 {
                None => {}
                Some(Value::Draw) => self.losses[at].store(CANNOT_LOSE, Relaxed),
                Some(Value::Win(plies)) => {
                    self.losses[at].store(CANNOT_LOSE, Relaxed);
                    found.later.push((plies, Event::Decided(slot)));
                }
                Some(Value::Loss(plies)) => {
                    self.losses[at].store(plies, Relaxed);
                    if inside == 0 {
                        self.decide_loss(slot, plies, found);
                    }
                }
            }
        }
        self.values[slot as usize].store(byte, Relaxed);
        self.look_at_en_passant(slot, &men, moves.is_empty() && byte == DRAWN_AT_ONCE, found)
    }

    /// What en passant rights in the position of `slot` decide by themselves: a capture that wins; and, if all other moves
    /// are missing, one that loses.
    fn look_at_en_passant(
        &self,
        slot: Slot,
        men: &Men,
        stalemate: bool,
        found: &mut Found,
    ) -> Result<(), BuildError> {
        if !R::EN_PASSANT || !self.layout.has_pawns_of_both() {
            return Ok(());
        }
        for unmove in unmoves::<R>(&self.layout, men, self.turn_of(slot)) {
            let Some((before, value)) = self.en_passant_value(slot, men, unmove)? else {
                continue;
            };
            match value {
                Value::Win(plies) => {
                    found.later.push((plies, Event::EnPassantWins { with: slot, before }));
                }
                Value::Loss(plies) if stalemate => {
                    found.later.push((plies, Event::EnPassantLoses { before }));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// If a double step that has led to the position of `slot` has left an en passant right: the position before it, and
    /// the best that the captures en passant lead to.
    fn en_passant_value(
        &self,
        slot: Slot,
        men: &Men,
        unmove: Unmove,
    ) -> Result<Option<(Slot, Value)>, BuildError> {
        let turn = self.turn_of(slot);
        let Some(passed) = unmove.en_passant else { return Ok(None) };
        let Some(pos) = self.position(men, turn, Some(passed)) else { return Ok(None) };
        if pos.en_passant().is_none() {
            return Ok(None);
        }
        let mut outside = Outside::default();
        for mv in pos.legal_moves() {
            if mv.kind() == MoveKind::EnPassant {
                outside.add(self.outside_value(&pos.after(mv))?.before());
            }
        }
        let value = outside.0.expect("an en passant right can be used");
        Ok(Some((self.slot(&unmove.men(men), !turn), value)))
    }

    /// The position with these men, if it is one.
    fn position(
        &self,
        men: &Men,
        turn: Color,
        en_passant: Option<estopim_rules::Square>,
    ) -> Option<Position<R>> {
        let board = self.layout.board(men)?;
        Setup { board, turn, en_passant, ..Setup::EMPTY }.validate().ok()
    }

    /// The value of a position of other material, for its side to move.
    fn outside_value(&self, pos: &Position<R>) -> Result<Value, BuildError> {
        self.tables.value_without_en_passant(pos).ok_or_else(|| BuildError::Missing {
            table: self.material,
            needed: Material::of(pos.board()).normalised(),
        })
    }

    fn decide_loss(&self, slot: Slot, plies: u8, found: &mut Found) {
        if !plies.is_multiple_of(2) {
            found.fault = Some(BuildError::SelfDestruction(self.material));
        }
        found.later.push((plies, Event::Decided(slot)));
    }

    /// Goes through the levels.
    fn run_levels(
        &self,
        events: &mut Events,
        on_progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(), BuildError> {
        let mut decided: Vec<Slot> = Vec::new();
        for plies in 0.. {
            if plies > Value::MAX_PLIES {
                return Err(BuildError::TooLong(self.material));
            }
            let now = events.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default();
            let mut en_passant = Vec::new();
            for event in now {
                match event {
                    Event::Decided(slot) if self.decide(slot, plies) => decided.push(slot),
                    Event::Decided(_) => {}
                    _ => en_passant.push(event),
                }
            }
            on_progress(Progress::Level { plies, decided: decided.len() });
            let mut found = self.in_chunks(decided.len(), &mut |_| {}, |number, found| {
                if let Err(fault) = self.pass_on(decided[number], plies, found) {
                    found.fault = Some(fault);
                }
            })?;
            for event in en_passant {
                self.pass_on_en_passant(event, plies, &mut found);
            }
            if let Some(fault) = found.fault {
                return Err(fault);
            }
            schedule(events, found.later);
            decided = found.next;
            if decided.is_empty() && events.iter().all(Vec::is_empty) {
                return Ok(());
            }
        }
        unreachable!("the levels end by returning")
    }

    /// Decides a position, unless it is decided already.
    fn decide(&self, slot: Slot, plies: u8) -> bool {
        let byte = FIRST_DECIDED + plies;
        self.values[slot as usize].compare_exchange(DRAW, byte, Relaxed, Relaxed).is_ok()
    }

    /// Tells the positions before one that has just been decided.
    fn pass_on(&self, slot: Slot, plies: u8, found: &mut Found) -> Result<(), BuildError> {
        let men = self.men_of(slot);
        let turn = self.turn_of(slot);
        for unmove in unmoves::<R>(&self.layout, &men, turn) {
            let before = self.slot(&unmove.men(&men), !turn);
            if self.value(before) == INVALID {
                continue;
            }
            if let Some(passed) = unmove.en_passant {
                // The double step may be illegal because of the right it gives, as in strict atomic.
                if self.position(&men, turn, Some(passed)).is_none() {
                    continue;
                }
                if let Some((before, captures)) = self.en_passant_value(slot, &men, unmove)? {
                    match (Value::from_byte(FIRST_DECIDED + plies), captures) {
                        // Told already, by an event of its own.
                        (_, Value::Win(sooner)) if sooner <= plies => {}
                        (Value::Win(_), _) => self.lost_move(before, plies, found),
                        (Value::Loss(_), Value::Loss(other)) if other > plies => {
                            found.later.push((other, Event::EnPassantLoses { before }));
                        }
                        (Value::Loss(_), Value::Loss(_)) => self.won_move(before, plies, found),
                        _ => {}
                    }
                    continue;
                }
            }
            if plies.is_multiple_of(2) {
                self.won_move(before, plies, found);
            } else {
                self.lost_move(before, plies, found);
            }
        }
        Ok(())
    }

    fn pass_on_en_passant(&self, event: Event, plies: u8, found: &mut Found) {
        match event {
            Event::EnPassantLoses { before } => self.won_move(before, plies, found),
            Event::EnPassantWins { with, before } => {
                let told = matches!(Value::from_byte(self.value(with)), Value::Win(sooner) if sooner < plies);
                if !told {
                    self.lost_move(before, plies, found);
                }
            }
            Event::Decided(_) => {}
        }
    }

    /// The side to move of `slot` can move to a position lost in `plies` for the other.
    fn won_move(&self, slot: Slot, plies: u8, found: &mut Found) {
        if self.decide(slot, plies + 1) {
            found.next.push(slot);
        }
    }

    /// One move of `slot` leads to a position won in `plies` for the other; if all do, it is lost.
    fn lost_move(&self, slot: Slot, plies: u8, found: &mut Found) {
        let at = slot as usize;
        if self.value(slot) != DRAW {
            return;
        }
        let left = self.undecided_moves[at].fetch_sub(1, Relaxed) - 1;
        let outside = self.losses[at].load(Relaxed);
        if left > 0 || outside == CANNOT_LOSE {
            return;
        }
        if outside > plies + 1 {
            self.decide_loss(slot, outside, found);
        } else if self.decide(slot, plies + 1) {
            found.next.push(slot);
        }
    }
}

fn schedule(events: &mut Events, later: Vec<(u8, Event)>) {
    for (plies, event) in later {
        let level = usize::from(plies);
        if events.len() <= level {
            events.resize_with(level + 1, Vec::new);
        }
        events[level].push(event);
    }
}

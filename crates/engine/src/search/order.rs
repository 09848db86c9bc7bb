//! In which order moves are tried: the better the first, the less is searched.

use arrayvec::ArrayVec;
use estopim_rules::{Move, MoveList, Piece, Position, Role};

use super::history::{Arrival, Context, Histories};
use crate::variant_search::SearchRules;

/// Moves of one node, handed out best first and found only when needed.
pub(crate) struct Picker {
    stage: Stage,
    hint: Option<Move>,
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    scored: ArrayVec<Scored, 576>,
    next: usize,
    losing: ArrayVec<Move, 128>,
    captures_only: bool,
    threshold: i32,
}

/// A move and how promising it is, in one word that compares as both do: of equals the one found first is
/// the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(u64);

impl Scored {
    #[inline(always)]
    fn new(mv: Move, worth: i32, index: usize) -> Self {
        let worth = (worth as u32) ^ 0x8000_0000;
        Self(u64::from(worth) << 32 | u64::from(!(index as u16)) << 16 | u64::from(mv.to_bits()))
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hint,
    FindCaptures,
    Captures,
    FindQuiets,
    Quiets,
    Losing(usize),
    Done,
}

impl Picker {
    /// All moves of a node; captures that lose more than `threshold` come last.
    #[inline(always)]
    pub fn new(hint: Option<Move>, killers: [Option<Move>; 2], counter: Option<Move>) -> Self {
        Self {
            stage: Stage::Hint,
            hint,
            killers,
            counter,
            scored: ArrayVec::new(),
            next: 0,
            losing: ArrayVec::new(),
            captures_only: false,
            threshold: 0,
        }
    }

    /// Captures that gain at least `threshold`, the others left out.
    #[inline(always)]
    pub fn captures(hint: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(hint, [None; 2], None);
        picker.captures_only = true;
        picker.threshold = threshold;
        picker
    }

    /// The next move to try. `hint` and killers must be known to be legal or `None`.
    pub fn next<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        histories: &Histories,
        context: &Context,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hint => {
                    self.stage = Stage::FindCaptures;
                    if let Some(hint) = self.hint {
                        return Some(hint);
                    }
                }
                Stage::FindCaptures => {
                    self.score_captures(pos, histories, &pos.captures());
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best() {
                    Some(mv) => {
                        if Some(mv) == self.hint {
                            continue;
                        }
                        if R::gains(pos, mv, self.threshold) {
                            return Some(mv);
                        }
                        if !self.captures_only && !self.losing.is_full() {
                            self.losing.push(mv);
                        }
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::FindQuiets,
                },
                Stage::FindQuiets => {
                    self.score_quiets(pos, histories, context, &pos.quiets());
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best() {
                    Some(mv) if Some(mv) == self.hint => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Losing(0),
                },
                Stage::Losing(index) => match self.losing.get(index) {
                    Some(&mv) => {
                        self.stage = Stage::Losing(index + 1);
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out the quiet moves not yet handed out.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::FindQuiets | Stage::Quiets) {
            self.stage = Stage::Losing(0);
        }
    }

    /// Whether what comes now are captures that lose.
    pub fn in_losing(&self) -> bool {
        matches!(self.stage, Stage::Losing(_))
    }

    fn score_captures<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        histories: &Histories,
        moves: &MoveList,
    ) {
        self.scored.clear();
        self.next = 0;
        for (index, &mv) in moves.iter().enumerate() {
            let piece = mover(pos, mv);
            let victim = pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
            let worth = 16 * R::capture_worth(pos, mv) + histories.capture(piece, mv.to(), victim);
            self.scored.push(Scored::new(mv, worth, index));
        }
    }

    fn score_quiets<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        histories: &Histories,
        context: &Context,
        moves: &MoveList,
    ) {
        self.scored.clear();
        self.next = 0;
        let rows = histories.rows(context);
        for (index, &mv) in moves.iter().enumerate() {
            let mut worth = rows.quiet(Arrival::new(mover(pos, mv), mv.to()), mv);
            if self.killers.contains(&Some(mv)) {
                worth += 40_000;
            } else if self.counter == Some(mv) {
                worth += 30_000;
            }
            match mv.promotes_to() {
                Some(Role::Queen) => worth += 100_000,
                Some(_) => worth -= 50_000,
                None => {}
            }
            self.scored.push(Scored::new(mv, worth, index));
        }
    }

    /// Takes the best of what is left: sorting as far as moves are asked for.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let rest = &mut self.scored[self.next..];
        let (mut best, mut at) = (*rest.first()?, 0);
        for (index, &other) in rest.iter().enumerate().skip(1) {
            if other > best {
                (best, at) = (other, index);
            }
        }
        rest[at] = rest[0];
        self.next += 1;
        best.mv()
    }
}

/// The piece that a legal move moves.
#[inline(always)]
pub(crate) fn mover<R: SearchRules>(pos: &Position<R>, mv: Move) -> Piece {
    let role = pos.board().role_at(mv.from()).unwrap_or(Role::Pawn);
    Piece::new(pos.turn(), role)
}

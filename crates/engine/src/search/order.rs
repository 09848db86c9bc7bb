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
    scored: ArrayVec<(Move, i32), 576>,
    next: usize,
    losing: ArrayVec<Move, 128>,
    captures_only: bool,
    threshold: i32,
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
    pub fn captures(hint: Option<Move>, threshold: i32) -> Self {
        Self { captures_only: true, threshold, ..Self::new(hint, [None; 2], None) }
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
        for &mv in moves {
            let piece = mover(pos, mv);
            let victim = pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
            let worth = 16 * R::capture_worth(pos, mv) + histories.capture(piece, mv.to(), victim);
            self.scored.push((mv, worth));
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
        for &mv in moves {
            let mut worth = histories.quiet(context, Arrival::new(mover(pos, mv), mv.to()), mv);
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
            self.scored.push((mv, worth));
        }
    }

    /// Takes the best of what is left: sorting as far as moves are asked for.
    fn best(&mut self) -> Option<Move> {
        let rest = &mut self.scored[self.next..];
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].1, usize::MAX - index))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].0)
    }
}

/// The piece that a legal move moves.
#[inline(always)]
pub(crate) fn mover<R: SearchRules>(pos: &Position<R>, mv: Move) -> Piece {
    let role = pos.board().role_at(mv.from()).unwrap_or(Role::Pawn);
    Piece::new(pos.turn(), role)
}

//! In which order moves are tried: the better the first, the less is searched.

use estopim_rules::movegen::{Flow, MoveSink, PawnStep};
use estopim_rules::{Bitboard, Color, Move, Piece, Position, Role, Square};

use super::history::{Context, Histories, PieceRows, Rows};
use crate::variant_search::SearchRules;

/// The moves of all nodes between the root and the one that is searched, one node's above the other's. A list
/// in every node would be spread over the whole stack, and far from the processor.
#[derive(Default)]
pub(crate) struct MoveStack {
    found: Vec<Scored>,
    /// What the captures found are worth, in the order they were found.
    worths: Vec<i32>,
    /// Captures that lose, kept for the end.
    losing: Vec<Move>,
}

impl MoveStack {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.found.clear();
        self.worths.clear();
        self.losing.clear();
    }
}

/// Moves of one node, handed out best first and found only when needed. Its moves lie on top of the stack
/// while it hands them out; what others put there meanwhile must be gone before it goes on.
pub(crate) struct Picker {
    stage: Stage,
    hint: Option<Move>,
    /// Where its moves begin, the worths of its captures, and those of them that lose.
    start: usize,
    first_worth: usize,
    first_losing: usize,
    next_losing: usize,
    /// What the capture handed out last is worth, if that is known.
    worth: Option<i32>,
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

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }

    /// In place of a move that has been handed out; less than any.
    const GONE: Self = Self(0);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hint,
    FindCaptures,
    Captures,
    FindQuiets,
    Quiets,
    Losing,
    Done,
}

impl Picker {
    /// All moves of a node; captures that lose more than `threshold` come last.
    #[inline(always)]
    pub fn new(stack: &MoveStack, hint: Option<Move>) -> Self {
        Self {
            stage: Stage::Hint,
            hint,
            start: stack.found.len(),
            first_worth: stack.worths.len(),
            first_losing: stack.losing.len(),
            next_losing: stack.losing.len(),
            worth: None,
            captures_only: false,
            threshold: 0,
        }
    }

    /// Captures that gain at least `threshold`, the others left out.
    #[inline(always)]
    pub fn captures(stack: &MoveStack, hint: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(stack, hint);
        picker.captures_only = true;
        picker.threshold = threshold;
        picker
    }

    /// Takes its moves off the stack.
    #[inline(always)]
    pub fn leave(self, stack: &mut MoveStack) {
        stack.found.truncate(self.start);
        stack.worths.truncate(self.first_worth);
        stack.losing.truncate(self.first_losing);
    }

    /// The next move to try. `hint` must be known to be legal or `None`.
    #[inline]
    pub fn next<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
        context: &Context,
    ) -> Option<Move> {
        loop {
            // Asked first because it is by far the most frequent.
            if self.stage == Stage::Quiets {
                match self.best(stack) {
                    Some((mv, _)) if Some(mv) == self.hint => continue,
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::Losing,
                }
            }
            match self.stage {
                Stage::Hint => {
                    self.stage = Stage::FindCaptures;
                    if let Some(hint) = self.hint {
                        return Some(hint);
                    }
                }
                Stage::FindCaptures => {
                    self.find_captures(pos, stack, histories);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best(stack) {
                    Some((mv, index)) => {
                        if Some(mv) == self.hint {
                            continue;
                        }
                        let worth = stack.worths[self.first_worth + index];
                        if R::capture_gains(pos, mv, worth, self.threshold) {
                            self.worth = Some(worth);
                            return Some(mv);
                        }
                        if !self.captures_only {
                            stack.losing.push(mv);
                        }
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::FindQuiets,
                },
                Stage::FindQuiets => {
                    self.find_quiets(pos, stack, histories, context);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {}
                Stage::Losing => match stack.losing.get(self.next_losing) {
                    Some(&mv) => {
                        self.next_losing += 1;
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
            self.stage = Stage::Losing;
        }
    }

    /// What the capture handed out last is worth, as [`SearchRules::capture_worth`] tells.
    #[inline(always)]
    pub fn worth<R: SearchRules>(&self, pos: &Position<R>, mv: Move) -> i32 {
        self.worth.unwrap_or_else(|| R::capture_worth(pos, mv))
    }

    /// Whether what comes now are captures that lose.
    pub fn in_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    #[inline(never)]
    fn find_captures<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
    ) {
        let MoveStack { found, worths, .. } = stack;
        pos.send_moves(&mut Captures { pos, histories, first: self.start, found, worths });
    }

    #[inline(never)]
    fn find_quiets<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
        context: &Context,
    ) {
        stack.found.truncate(self.start);
        let rows = histories.rows(context);
        pos.send_moves(&mut Quiets {
            color: pos.turn(),
            rows,
            first: self.start,
            found: &mut stack.found,
        });
    }

    /// Takes the best of what is left, and tells its number. A move that has gone leaves its place behind, so
    /// that the numbers stay right.
    #[inline]
    fn best(&mut self, stack: &mut MoveStack) -> Option<(Move, usize)> {
        let all = &mut stack.found[self.start..];
        let best = greatest(all);
        if best == Scored::GONE {
            return None;
        }
        all[best.index()] = Scored::GONE;
        Some((best.mv()?, best.index()))
    }
}

/// The greatest of all. Four at a time, because each comparison waits for the one before it; and never asking
/// whether one is greater, because that cannot be guessed.
#[inline(always)]
fn greatest(all: &[Scored]) -> Scored {
    let (fours, rest) = all.as_chunks::<4>();
    let mut lanes = [Scored::GONE; 4];
    for four in fours {
        for (lane, &one) in lanes.iter_mut().zip(four) {
            *lane = (*lane).max(one);
        }
    }
    for (lane, &one) in lanes.iter_mut().zip(rest) {
        *lane = (*lane).max(one);
    }
    lanes[0].max(lanes[1]).max(lanes[2].max(lanes[3]))
}

/// Weighs captures as they are found: by what they take, then by how they have done.
struct Captures<'a, R: SearchRules> {
    pos: &'a Position<R>,
    histories: &'a Histories,
    first: usize,
    found: &'a mut Vec<Scored>,
    worths: &'a mut Vec<i32>,
}

impl<R: SearchRules> Captures<'_, R> {
    #[inline(always)]
    fn add(&mut self, role: Role, mv: Move) {
        let piece = Piece::new(self.pos.turn(), role);
        let victim = self.pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
        let history = self.histories.capture(piece, mv.to(), victim);
        let worth = R::capture_worth(self.pos, mv);
        self.found.push(Scored::new(mv, 16 * worth + history, self.found.len() - self.first));
        self.worths.push(worth);
    }
}

impl<R: SearchRules> MoveSink for Captures<'_, R> {
    const QUIETS: bool = false;

    #[inline(always)]
    fn piece_moves(&mut self, role: Role, from: Square, to: Bitboard) -> Flow {
        for to in to {
            self.add(role, Move::normal(from, to));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.add(Role::Pawn, Move::normal(step.source(to), to));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.promotions_on(to, Bitboard::of(step.source(to)))?;
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            let mv = Move::normal(from, to);
            self.add(mover(self.pos, mv).role, mv);
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            for role in Role::PROMOTIONS {
                self.add(Role::Pawn, Move::promotion(from, to, role));
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) -> Flow {
        Flow::Continue(()) // Not a capture.
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.add(Role::Pawn, Move::en_passant(from, to));
        Flow::Continue(())
    }
}

/// Weighs quiet moves as they are found, by how they have done.
struct Quiets<'a> {
    color: Color,
    rows: Rows<'a>,
    first: usize,
    found: &'a mut Vec<Scored>,
}

impl<'a> Quiets<'a> {
    #[inline(always)]
    fn rows(&self, role: Role) -> PieceRows<'a> {
        self.rows.of(Piece::new(self.color, role))
    }

    #[inline(always)]
    fn add(&mut self, mv: Move, worth: i32) {
        self.found.push(Scored::new(mv, worth, self.found.len() - self.first));
    }
}

impl MoveSink for Quiets<'_> {
    const CAPTURES: bool = false;

    #[inline(always)]
    fn piece_moves(&mut self, role: Role, from: Square, to: Bitboard) -> Flow {
        let rows = self.rows(role);
        for to in to {
            self.add(Move::normal(from, to), rows.quiet(from, to));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        let rows = self.rows(Role::Pawn);
        for to in to {
            let from = step.source(to);
            self.add(Move::normal(from, to), rows.quiet(from, to));
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        let rows = self.rows(Role::Pawn);
        for to in to {
            let from = step.source(to);
            for role in Role::PROMOTIONS {
                let favour = if role == Role::Queen { 100_000 } else { -50_000 };
                self.add(Move::promotion(from, to, role), rows.quiet(from, to) + favour);
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn captures_on(&mut self, _: Square, _: Bitboard) -> Flow {
        Flow::Continue(()) // Not quiet.
    }

    #[inline(always)]
    fn promotions_on(&mut self, _: Square, _: Bitboard) -> Flow {
        Flow::Continue(()) // Not quiet.
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.add(Move::castle(king, rook), self.rows(Role::King).quiet(king, rook));
        Flow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> Flow {
        Flow::Continue(()) // Not quiet.
    }
}

/// The piece that a legal move moves.
#[inline(always)]
pub(crate) fn mover<R: SearchRules>(pos: &Position<R>, mv: Move) -> Piece {
    let role = pos.board().role_at(mv.from()).unwrap_or(Role::Pawn);
    Piece::new(pos.turn(), role)
}

#[cfg(test)]
mod tests {
    use estopim_rules::{StrictAtomic, Variant, with_rules};
    use rstest::rstest;

    use super::*;
    use crate::walks::each_position;

    #[rstest]
    fn every_legal_move_is_handed_out_once(#[values(0, 1, 2, 3, 4)] game: usize) {
        with_rules!(Variant::ALL[game], R => each_position::<R>(hands_out_every_move));
    }

    #[rstest]
    #[case("2Q5/8/8/p6p/P6P/5Q2/3kp3/6K1 b - - 1 43")]
    #[case("r2k4/5P2/5K2/3q4/p1p5/8/P7/8 w - - 6 46")]
    fn promotions_that_parry_a_threat_are_handed_out(#[case] fen: &str) {
        let pos = Position::<StrictAtomic>::from_fen(fen).expect("the position is sound");
        let promotions = pos.legal_moves().iter().filter(|mv| mv.promotes_to().is_some()).count();
        assert_eq!((promotions, pos.legal_moves().len()), (4, 4), "nothing but promotions");
        hands_out_every_move(&pos);
    }

    fn hands_out_every_move<R: SearchRules>(pos: &Position<R>) {
        let (histories, mut stack) = (Histories::new(), MoveStack::default());
        let context = Context { color: pos.turn(), earlier: [None; 3] };
        let mut legal = pos.legal_moves().to_vec();
        legal.sort_by_key(|mv| mv.to_bits());
        for hint in [None, legal.first().copied(), legal.last().copied()] {
            let mut picker = Picker::new(&stack, hint);
            let mut found = Vec::new();
            while let Some(mv) = picker.next(pos, &mut stack, &histories, &context) {
                found.push(mv);
            }
            picker.leave(&mut stack);
            found.sort_by_key(|mv| mv.to_bits());
            assert_eq!(found, legal, "{pos:?}");
        }
    }
}

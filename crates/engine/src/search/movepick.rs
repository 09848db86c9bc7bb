//! The move picker: hands out the moves of a node in the order in which they are searched, best first: TT move, good
//! captures, quiet moves, bad captures. Each stage is generated only when it is needed.

use estopim_rules::movegen::{Flow, MoveSink, PawnStep};
use estopim_rules::{Bitboard, Color, Move, Piece, Position, Role, Square};

use super::history::{Context, Histories, PieceRows, Rows};
use crate::tuning::{CAPTURE_VALUE_FACTOR, QUEEN_PROMOTION_BONUS, UNDERPROMOTION_MALUS};
use crate::variant_search::SearchRules;

/// The moves of all nodes from the root to the present one, as one stack. A list in every frame of the recursion would
/// be spread over the whole call stack and miss the cache.
#[derive(Default)]
pub(crate) struct MoveStack {
    moves: Vec<Scored>,
    /// The values of the captures, in the order they were generated.
    capture_values: Vec<i32>,
    /// Bad captures, kept for the last stage.
    bad_captures: Vec<Move>,
}

impl MoveStack {
    /// Empties the stack.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.capture_values.clear();
        self.bad_captures.clear();
    }
}

/// Hands out the moves of one node. They lie on top of the stack; whatever child nodes put there must be gone before
/// the next move is asked for.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    /// Where its moves begin on the stack, the values of its captures, and its bad captures.
    start: usize,
    first_value: usize,
    first_bad: usize,
    next_bad: usize,
    /// The value of the capture handed out last, if it is known.
    capture_value: Option<i32>,
    captures_only: bool,
    threshold: i32,
}

/// A move with its score, in one word that compares by score; of equals the one generated first is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(u64);

impl Scored {
    #[inline(always)]
    fn new(mv: Move, score: i32, index: usize) -> Self {
        // Flipping the sign bit makes unsigned words compare as signed numbers do.
        let score = (score as u32) ^ 0x8000_0000;
        Self(u64::from(score) << 32 | u64::from(!(index as u16)) << 16 | u64::from(mv.to_bits()))
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }

    /// Marks a move that has been handed out; compares less than any move.
    const GONE: Self = Self(0);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

impl MovePicker {
    /// All moves of a node; captures that lose material come last.
    #[inline(always)]
    pub fn new(stack: &MoveStack, tt_move: Option<Move>) -> Self {
        Self {
            stage: Stage::TtMove,
            tt_move,
            start: stack.moves.len(),
            first_value: stack.capture_values.len(),
            first_bad: stack.bad_captures.len(),
            next_bad: stack.bad_captures.len(),
            capture_value: None,
            captures_only: false,
            threshold: 0,
        }
    }

    /// Only captures, and of those only the ones whose exchange gains at least `threshold`.
    #[inline(always)]
    pub fn captures(stack: &MoveStack, tt_move: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(stack, tt_move);
        picker.captures_only = true;
        picker.threshold = threshold;
        picker
    }

    /// Takes its moves off the stack.
    #[inline(always)]
    pub fn leave(self, stack: &mut MoveStack) {
        stack.moves.truncate(self.start);
        stack.capture_values.truncate(self.first_value);
        stack.bad_captures.truncate(self.first_bad);
    }

    /// The next move to search. The TT move must be known to be legal.
    #[inline]
    pub fn next<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
        context: &Context,
    ) -> Option<Move> {
        loop {
            // Checked first because it is by far the most frequent stage.
            if self.stage == Stage::Quiets {
                match self.best(stack) {
                    Some((mv, _)) if Some(mv) == self.tt_move => continue,
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                }
            }
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateCaptures;
                    if let Some(tt_move) = self.tt_move {
                        return Some(tt_move);
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(pos, stack, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best(stack) {
                    Some((mv, index)) => {
                        if Some(mv) == self.tt_move {
                            continue;
                        }
                        let value = stack.capture_values[self.first_value + index];
                        if R::capture_see_ge(pos, mv, value, self.threshold) {
                            self.capture_value = Some(value);
                            return Some(mv);
                        }
                        if !self.captures_only {
                            stack.bad_captures.push(mv);
                        }
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.generate_quiets(pos, stack, histories, context);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {}
                Stage::BadCaptures => match stack.bad_captures.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Skips the quiet moves not yet handed out.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::GenerateQuiets | Stage::Quiets) {
            self.stage = Stage::BadCaptures;
        }
    }

    /// The value of the capture handed out last, as [`SearchRules::capture_value`] gives it.
    #[inline(always)]
    pub fn capture_value<R: SearchRules>(&self, pos: &Position<R>, mv: Move) -> i32 {
        self.capture_value.unwrap_or_else(|| R::capture_value(pos, mv))
    }

    /// Whether the moves handed out now are bad captures.
    pub fn in_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    #[inline(never)]
    fn generate_captures<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
    ) {
        let MoveStack { moves, capture_values, .. } = stack;
        let first = self.start;
        pos.send_moves(&mut ScoreCaptures { pos, histories, first, moves, capture_values });
    }

    #[inline(never)]
    fn generate_quiets<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        stack: &mut MoveStack,
        histories: &Histories,
        context: &Context,
    ) {
        stack.moves.truncate(self.start);
        let rows = histories.rows(context);
        pos.send_moves(&mut ScoreQuiets {
            color: pos.turn(),
            rows,
            first: self.start,
            moves: &mut stack.moves,
        });
    }

    /// Selects the best of the moves left, with its index. Its place is marked rather than filled, so that indices
    /// stay valid.
    #[inline]
    fn best(&mut self, stack: &mut MoveStack) -> Option<(Move, usize)> {
        let all = &mut stack.moves[self.start..];
        let best = greatest(all);
        if best == Scored::GONE {
            return None;
        }
        all[best.index()] = Scored::GONE;
        Some((best.mv()?, best.index()))
    }
}

/// The maximum. In four lanes, because each comparison waits for the one before it, and without branches, because they
/// cannot be predicted.
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

/// Scores captures as they are generated: by the value they take, then by capture history.
struct ScoreCaptures<'a, R: SearchRules> {
    pos: &'a Position<R>,
    histories: &'a Histories,
    first: usize,
    moves: &'a mut Vec<Scored>,
    capture_values: &'a mut Vec<i32>,
}

impl<R: SearchRules> ScoreCaptures<'_, R> {
    #[inline(always)]
    fn add(&mut self, role: Role, mv: Move) {
        let piece = Piece::new(self.pos.turn(), role);
        let victim = self.pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
        let history = self.histories.capture(piece, mv.to(), victim);
        let value = R::capture_value(self.pos, mv);
        let score = CAPTURE_VALUE_FACTOR * value + history;
        self.moves.push(Scored::new(mv, score, self.moves.len() - self.first));
        self.capture_values.push(value);
    }
}

impl<R: SearchRules> MoveSink for ScoreCaptures<'_, R> {
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

/// Scores quiet moves as they are generated, by butterfly and continuation history.
struct ScoreQuiets<'a> {
    color: Color,
    rows: Rows<'a>,
    first: usize,
    moves: &'a mut Vec<Scored>,
}

impl<'a> ScoreQuiets<'a> {
    #[inline(always)]
    fn rows(&self, role: Role) -> PieceRows<'a> {
        self.rows.of(Piece::new(self.color, role))
    }

    #[inline(always)]
    fn add(&mut self, mv: Move, score: i32) {
        self.moves.push(Scored::new(mv, score, self.moves.len() - self.first));
    }
}

impl MoveSink for ScoreQuiets<'_> {
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
                let bonus =
                    if role == Role::Queen { QUEEN_PROMOTION_BONUS } else { UNDERPROMOTION_MALUS };
                self.add(Move::promotion(from, to, role), rows.quiet(from, to) + bonus);
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
        for tt_move in [None, legal.first().copied(), legal.last().copied()] {
            let mut picker = MovePicker::new(&stack, tt_move);
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

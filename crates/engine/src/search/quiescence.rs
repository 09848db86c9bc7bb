//! Playing captures out until the position is quiet enough to be evaluated.

use estopim_rules::{Move, Position};

use super::Worker;
use super::history::Arrival;
use super::node::NodeKind;
use super::order::{Picker, mover};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use crate::variant_search::SearchRules;

/// How many plies every reply to a danger is looked at, rather than captures alone.
const DANGER_PLIES: i32 = 3;

impl<R: SearchRules> Worker<R> {
    /// The score of a position when only captures go on. `depth` counts down from zero.
    #[expect(clippy::too_many_lines, reason = "the steps of a node are read from top to bottom")]
    pub(super) fn quiescence<N: NodeKind>(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if N::PV {
            self.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(outcome) = R::terminal(pos) {
            return Self::score_of(outcome, pos.turn(), ply);
        }
        if pos.halfmoves() >= 100 || self.is_repeated(pos, ply) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(pos, ply);
        }
        // A win on the spot needs no search.
        if let Some(mv) = R::winning_move(pos) {
            if N::PV {
                self.lines[ply].push(mv);
            }
            return Score::win_at(ply + 1);
        }

        // In danger nothing may be assumed: standing still could lose at once. Found out, with what else can be
        // told without the table, while the processor waits for its entry.
        let in_danger =
            if depth > -DANGER_PLIES { self.danger(pos, ply).any() } else { pos.is_check() };
        let correction = if in_danger { 0 } else { self.correction(pos) };

        let entry = self.shared.table.probe(pos.key(), ply);
        if !N::PV
            && let Some(entry) = &entry
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }

        let raw = if in_danger {
            None
        } else {
            Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(pos, ply)))
        };
        let mut best = Score::loss_at(ply);
        let mut standing = -Score::INFINITE;
        if let Some(raw) = raw {
            standing = (raw + correction).clamped();
            if let Some(entry) = &entry
                && let Some(score) = entry.better_than(standing)
            {
                standing = score;
            }
            best = standing;
            if best >= beta {
                if entry.is_none() {
                    self.store(pos, ply, None, best, raw.into(), Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let context = self.context(pos, ply);
        let hint = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| (in_danger || pos.is_capture(mv)) && pos.is_legal(mv));
        let mut picker = if in_danger {
            Picker::new(&self.moves, hint)
        } else {
            Picker::captures(&self.moves, hint, 0)
        };
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            tried += 1;
            // Once the danger is answered by something, quiet answers are not searched one by one.
            if !best.is_loss() {
                if in_danger && !pos.is_capture(mv) && tried > 3 {
                    continue;
                }
                // Even winning what is captured would not lift the score to alpha.
                if !in_danger {
                    let hoped = standing + picker.worth(pos, mv);
                    if hoped + self.tuning.standing_margin <= alpha && !pos.gives_check(mv) {
                        best = best.max(hoped);
                        continue;
                    }
                }
            }
            // In place: what `after` returns would be copied once more.
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.table.prefetch(next.key());
            self.frame_mut(ply).arrival = Some(Arrival::new(mover(pos, mv), mv.to()));
            self.frame_mut(ply + 1).danger = None;
            self.keys.push(pos.key());
            let score = -self.quiescence::<N>(&next, -beta, -alpha, depth - 1, ply + 1);
            self.keys.pop();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.leave(&mut self.moves);
        if tried == 0 && in_danger {
            // Every reply was looked for and there is none.
            return Self::score_of(R::without_moves(pos), pos.turn(), ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.store(pos, ply, best_move, best, raw, bound);
        best
    }

    fn store(
        &self,
        pos: &Position<R>,
        ply: usize,
        mv: Option<Move>,
        score: Score,
        eval: Option<Score>,
        bound: Bound,
    ) {
        let entry = Entry { mv, score, eval, depth: 0, bound, pv: false };
        self.shared.table.store(pos.key(), ply, entry);
    }
}

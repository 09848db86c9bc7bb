//! Quiescence search: captures are played out until the position is quiet enough to be evaluated.

use estopim_rules::game::FIFTY_MOVE_PLIES;
use estopim_rules::{Move, Position};

use super::Worker;
use super::history::PieceTo;
use super::movepick::{MovePicker, mover};
use super::node::NodeKind;
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use crate::tuning::{QS_DANGER_PLIES, QS_EVASIONS};
use crate::variant_search::SearchRules;

impl<R: SearchRules> Worker<R> {
    /// The score of a position when only captures are searched. `depth` counts down from zero.
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
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return Score::DRAW;
        }
        // End of the game.
        if let Some(outcome) = R::terminal(pos) {
            return Self::score_of(outcome, pos.turn(), ply);
        }
        if pos.halfmoves() >= FIFTY_MOVE_PLIES || self.is_repetition(pos, ply) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(pos, ply);
        }
        // A win in one move needs no search.
        if let Some(mv) = R::winning_move(pos) {
            if N::PV {
                self.pvs[ply].push(mv);
            }
            return Score::win_at(ply + 1);
        }

        // Checks and threats: in danger, standing pat could lose at once. Computed before the transposition table is
        // probed, while its entry is being fetched.
        let in_danger =
            if depth > -QS_DANGER_PLIES { self.danger(pos, ply).any() } else { pos.is_check() };
        let correction = if in_danger { 0 } else { self.correction(pos) };

        // Transposition table cutoff.
        let entry = self.shared.tt.probe(pos.key(), ply);
        if !N::PV
            && let Some(entry) = &entry
            && entry.causes_cutoff(alpha, beta)
        {
            return entry.score;
        }

        // Stand pat: the side to move need not capture, so the static evaluation is a lower bound.
        let raw = if in_danger {
            None
        } else {
            Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(pos, ply)))
        };
        let mut best = Score::loss_at(ply);
        let mut stand_pat = -Score::INFINITE;
        if let Some(raw) = raw {
            stand_pat = (raw + correction).clamped();
            if let Some(entry) = &entry
                && let Some(score) = entry.refined_eval(stand_pat)
            {
                stand_pat = score;
            }
            best = stand_pat;
            if best >= beta {
                if entry.is_none() {
                    self.store(pos, ply, None, best, raw.into(), Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        // Move loop: in danger every move is searched, else only captures that do not lose material.
        let context = self.context(pos, ply);
        let tt_move = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| (in_danger || pos.is_capture(mv)) && pos.is_legal(mv));
        let mut picker = if in_danger {
            MovePicker::new(&self.moves, tt_move)
        } else {
            MovePicker::captures(&self.moves, tt_move, 0)
        };
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            tried += 1;
            if !best.is_loss() {
                // Late move pruning of quiet evasions, once one does not lose.
                if in_danger && !pos.is_capture(mv) && tried > QS_EVASIONS {
                    continue;
                }
                // Delta pruning: even winning the captured piece would not raise the score to alpha.
                if !in_danger {
                    let futility = stand_pat + picker.capture_value(pos, mv);
                    if futility + self.tuning.delta_margin <= alpha && !pos.gives_check(mv) {
                        best = best.max(futility);
                        continue;
                    }
                }
            }
            // Make the move, in place: what `after` returns would be copied once more.
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.tt.prefetch(next.key());
            self.frame_mut(ply).piece_to = Some(PieceTo::new(mover(pos, mv), mv.to()));
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
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.leave(&mut self.moves);
        // Checkmate or stalemate: every move was generated and there is none.
        if tried == 0 && in_danger {
            return Self::score_of(R::without_moves(pos), pos.turn(), ply);
        }

        // Transposition table store.
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
        self.shared.tt.store(pos.key(), ply, entry);
    }
}

//! The two steps of a node that prune it by a search of their own: null-move pruning and `ProbCut`.

use estopim_rules::{Move, Position, Role};

use super::Worker;
use super::history::PieceTo;
use super::movepick::{MovePicker, mover};
use super::node::NonPv;
use crate::score::Score;
use crate::tt::{Bound, Entry};
use crate::tuning::{
    NULL_MOVE_MAX_EVAL_REDUCTION, NULL_MOVE_VERIFICATION_DEPTH, NULL_MOVE_VERIFICATION_QUARTERS,
    PROBCUT_REDUCTION,
};
use crate::variant_search::SearchRules;

impl<R: SearchRules> Worker<R> {
    /// Null-move pruning: gives the opponent two moves in a row, at reduced depth. If the score is still at least beta,
    /// a move of one's own would hardly be worse. At high depth the result is verified by a search without null moves.
    pub(super) fn try_null_move(
        &mut self,
        pos: &Position<R>,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Score> {
        let own = pos.board().color(pos.turn());
        let non_pawn_material = own & !pos.board().role(Role::Pawn) & !pos.board().role(Role::King);
        if depth < self.tuning.null_move_depth
            || eval < beta
            || non_pawn_material.is_empty()
            || beta.is_loss()
            || ply < self.null_move_min_ply
            || self.frames[ply + super::BEFORE_ROOT - 1].piece_to.is_none() && ply > 0
        {
            return None;
        }
        let reduction = self.tuning.null_move_base
            + depth / self.tuning.null_move_depth_divisor
            + ((eval.0 - beta.0) / self.tuning.null_move_eval_divisor)
                .min(NULL_MOVE_MAX_EVAL_REDUCTION);
        self.frame_mut(ply).piece_to = None;
        self.frame_mut(ply + 1).danger = None;
        let next = pos.null_move();
        self.shared.tt.prefetch(next.key());
        self.keys.push(pos.key());
        let score =
            -self.node::<NonPv>(&next, -beta, -(beta - 1), depth - reduction, ply + 1, !cut_node);
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_win() { beta } else { score };
        if depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // Verification search, without null moves in the upper part of its depth.
        self.null_move_min_ply =
            ply + NULL_MOVE_VERIFICATION_QUARTERS * (depth - reduction).max(1) as usize / 4;
        let verified = self.node::<NonPv>(pos, beta - 1, beta, depth - reduction, ply, false);
        self.null_move_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// ProbCut: a good capture that beats beta by a margin in a shallower search will beat beta in this one.
    #[expect(clippy::too_many_arguments, reason = "what the node knows already")]
    pub(super) fn probcut(
        &mut self,
        pos: &Position<R>,
        tt_move: Option<Move>,
        raw: Option<Score>,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Score> {
        let probcut_beta = beta + self.tuning.probcut_margin;
        let raw = raw?;
        let context = self.context(pos, ply);
        let tt_move = tt_move.filter(|&mv| pos.is_capture(mv));
        let threshold = (probcut_beta.0 - raw.0).max(0);
        let mut picker = MovePicker::captures(&self.moves, tt_move, threshold);
        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.tt.prefetch(next.key());
            self.frame_mut(ply + 1).danger = None;
            self.frame_mut(ply).piece_to = Some(PieceTo::new(mover(pos, mv), mv.to()));
            self.keys.push(pos.key());
            let (low, high) = (-probcut_beta, -(probcut_beta - 1));
            let mut score = -self.quiescence::<NonPv>(&next, low, high, 0, ply + 1);
            if score >= probcut_beta {
                let reduced = depth - PROBCUT_REDUCTION;
                score = -self.node::<NonPv>(&next, low, high, reduced, ply + 1, !cut_node);
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= probcut_beta {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: Some(raw),
                    depth: depth - PROBCUT_REDUCTION + 1,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.tt.store(pos.key(), ply, entry);
                picker.leave(&mut self.moves);
                return Some(score);
            }
        }
        picker.leave(&mut self.moves);
        None
    }
}

//! The search of one node (principal variation search with alpha-beta pruning), written as named steps.

use arrayvec::ArrayVec;
use estopim_rules::game::FIFTY_MOVE_PLIES;
use estopim_rules::{Move, Position, Role};

use super::history::PieceTo;
use super::lmr::PLY;
use super::movepick::{MovePicker, mover};
use super::{Worker, structure_keys};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use crate::tuning::{
    CORRECTION_MAX_ERROR, DEAD_POSITION_PIECES, HISTORY_BONUS_OFFSET, HISTORY_PRUNING_DEPTH,
    LMR_CUTOFFS, LMR_DEPTH, LMR_HISTORY_UNIT, MAX_CAPTURES_TRIED, MAX_DOUBLE_EXTENSIONS,
    MAX_QUIETS_TRIED, SEE_CAPTURE_DEPTH, SEE_QUIET_DEPTH, SINGULAR_DEPTH_DIVISOR,
    SINGULAR_MARGIN_UNIT, SINGULAR_MAX_PLY_FACTOR, SINGULAR_NEGATIVE_EXTENSION, SINGULAR_TT_DEPTH,
    TT_CUTOFF_HALFMOVES,
};
use crate::variant_search::SearchRules;

/// The type of a node, known at compile time.
pub(super) trait NodeKind {
    /// Whether the node is searched with an open window, because it may be on the principal variation.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node of the principal variation, searched with an open window.
pub(super) struct PvNode;
/// Any other node, searched with a null window.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl<R: SearchRules> Worker<R> {
    /// Principal variation search: the score of `pos` between `alpha` and `beta`, `depth` plies deep. `cut_node` says
    /// that a score of at least `beta` is expected.
    #[expect(clippy::too_many_lines, reason = "the steps of a node are read from top to bottom")]
    pub(super) fn node<N: NodeKind>(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // Quiescence search at the horizon.
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<PvNode>(pos, alpha, beta, 0, ply)
            } else {
                self.quiescence::<NonPv>(pos, alpha, beta, 0, ply)
            };
        }
        if N::PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return Score::DRAW;
        }
        let excluded = self.frame(ply).excluded;

        if !N::ROOT {
            // Upcoming repetition: the side to move can force a draw.
            if alpha < Score::DRAW && self.has_upcoming_repetition(pos, ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
            // End of the game: by the board, repetition, insufficient material or the fifty-move rule.
            if let Some(outcome) = R::terminal(pos) {
                return Self::score_of(outcome, pos.turn(), ply);
            }
            if self.is_repetition(pos, ply) || is_dead::<R>(pos) {
                return Score::DRAW;
            }
            if pos.halfmoves() >= FIFTY_MOVE_PLIES {
                let mated = pos.is_check() && !pos.has_moves();
                return if mated { Score::loss_at(ply) } else { Score::DRAW };
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(pos, ply);
            }
            // A win in one move needs no search.
            if excluded.is_none()
                && let Some(mv) = R::winning_move(pos)
            {
                if N::PV {
                    self.pvs[ply].push(mv);
                }
                return Score::win_at(ply + 1);
            }
            // Mate distance pruning: a shorter win found elsewhere cannot be improved here.
            alpha = alpha.max(Score::loss_at(ply));
            beta = beta.min(Score::win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Endgame tables: an exact value needs no search.
        if !N::ROOT
            && excluded.is_none()
            && let Some(score) = self.tables.score(pos, ply)
        {
            return score;
        }

        // Checks and threats. Computed before the transposition table is probed, while its entry is being fetched.
        let danger = self.danger(pos, ply);
        let in_check = danger.check;
        let in_danger = danger.any();
        let correction = if in_check { 0 } else { self.correction(pos) };

        // Transposition table: an entry that is deep enough ends the search of a non-PV node. Not near the fifty-move
        // rule, which the key does not know.
        let entry = if excluded.is_some() { None } else { self.shared.tt.probe(pos.key(), ply) };
        let tt_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        if !N::PV
            && let Some(entry) = &entry
            && entry.depth >= depth
            && pos.halfmoves() < TT_CUTOFF_HALFMOVES
            && entry.causes_cutoff(alpha, beta)
        {
            return entry.score;
        }
        // The entry may be another position's, or torn: its move is tried only if it is legal.
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| pos.is_legal(mv));

        // Static evaluation, adjusted by correction history.
        let raw = if in_check {
            None
        } else {
            Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(pos, ply)))
        };
        let mut eval = raw.map(|raw| (raw + correction).clamped());
        self.frame_mut(ply).eval = eval;
        // Improving: the static evaluation is better than at this side's last turn.
        let improving = match (eval, self.eval_before(ply, 2), self.eval_before(ply, 4)) {
            (Some(now), Some(before), _) | (Some(now), None, Some(before)) => now > before,
            (Some(_), None, None) => true,
            (None, _, _) => false,
        };
        // A score from the transposition table is a better estimate, if its bound allows.
        if let (Some(now), Some(entry)) = (&mut eval, &entry)
            && let Some(score) = entry.refined_eval(*now)
        {
            *now = score;
        }
        self.frames[ply + super::BEFORE_ROOT + 1].cutoffs = 0;

        // A mate search wants the mate itself, so nothing is pruned that is merely good or bad enough.
        let mate_search = self.limits.mate.is_some();
        if let (Some(eval), false, false, None, false) =
            (eval, N::PV, in_danger, excluded, mate_search)
        {
            // Razoring: far below alpha, only captures could still help.
            if depth <= self.tuning.razoring_depth
                && eval + self.tuning.razoring_margin * depth <= alpha
            {
                let score = self.quiescence::<NonPv>(pos, alpha, alpha + 1, 0, ply);
                if score <= alpha {
                    return score;
                }
            }
            // Reverse futility pruning: far above beta, the score will not fall that far.
            let margin = self.tuning.reverse_futility_margin * (depth - i32::from(improving));
            if depth <= self.tuning.reverse_futility_depth
                && eval - margin >= beta
                && !eval.is_forced()
            {
                return Score(i32::midpoint(eval.0, beta.0));
            }
            // Null-move pruning: if passing still fails high, so will a move.
            if R::NULL_MOVE
                && let Some(score) = self.try_null_move(pos, eval, beta, depth, ply, cut_node)
            {
                return score;
            }
            // ProbCut: a capture that beats beta by a margin at reduced depth will do so at full depth.
            if depth >= self.tuning.probcut_depth
                && !beta.is_forced()
                && let Some(score) = self.probcut(pos, tt_move, raw, beta, depth, ply, cut_node)
            {
                return score;
            }
        }

        // Internal iterative reduction: without a TT move, the node is searched less deep.
        if depth >= self.tuning.iir_depth && tt_move.is_none() && (N::PV || cut_node) {
            depth -= 1;
        }

        let context = self.context(pos, ply);
        let mut picker = MovePicker::new(&self.moves, tt_move);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_tried: ArrayVec<Move, MAX_QUIETS_TRIED> = ArrayVec::new();
        let mut captures_tried: ArrayVec<Move, MAX_CAPTURES_TRIED> = ArrayVec::new();
        let old_alpha = alpha;

        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            if Some(mv) == excluded
                || N::ROOT && (!self.root_moves.contains(&mv) || self.multipv_done.contains(&mv))
            {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.report_root_move(mv, count);
            }
            let capture = pos.is_capture(mv);
            let quiet = !capture && mv.promotes_to().is_none();
            let piece = mover(pos, mv);
            let piece_to = PieceTo::new(piece, mv.to());
            let history = if quiet {
                self.prefetch_quiet(pos, piece, mv);
                self.histories.rows(&context).quiet(piece_to, mv)
            } else {
                let victim = pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
                self.histories.capture(piece, mv.to(), victim)
            };
            let reduction = self.reductions.get(depth, count);

            // Pruning of late moves at shallow depth, once some move does not lose.
            if !N::ROOT && !mate_search && !best.is_loss() && best != -Score::INFINITE {
                let lmr_depth = (depth - reduction / PLY).max(1);
                if quiet {
                    // Late move pruning: after enough moves the remaining quiet moves are skipped.
                    let enough =
                        (self.tuning.lmp_base + depth * depth) as usize >> usize::from(!improving);
                    if count > enough && !in_check {
                        picker.skip_quiets();
                        continue;
                    }
                    // Futility pruning: far below alpha, a quiet move will not reach it.
                    if let (Some(eval), true) =
                        (eval, lmr_depth <= self.tuning.futility_depth && !in_danger)
                        && eval + self.tuning.futility_base + self.tuning.futility_slope * lmr_depth
                            <= alpha
                        && !pos.gives_check(mv)
                    {
                        best = best.max(eval + self.tuning.futility_base);
                        continue;
                    }
                    // History pruning: the move has failed too often.
                    if lmr_depth <= HISTORY_PRUNING_DEPTH
                        && history < -self.tuning.history_pruning_margin * lmr_depth
                    {
                        continue;
                    }
                    // SEE pruning of quiet moves that lose material on their square.
                    if lmr_depth <= SEE_QUIET_DEPTH
                        && !R::see_ge(
                            pos,
                            mv,
                            -self.tuning.quiet_see_margin * lmr_depth * lmr_depth,
                        )
                    {
                        continue;
                    }
                } else if capture
                    && picker.in_bad_captures()
                    && depth <= SEE_CAPTURE_DEPTH
                    && !R::see_ge(pos, mv, -self.tuning.capture_see_margin * depth)
                {
                    // SEE pruning of captures that lose too much.
                    continue;
                }
            }

            // Singular extension: if all other moves fail low against the TT score, the TT move is extended.
            let mut extension = 0;
            if !N::ROOT
                && !mate_search
                && depth >= self.tuning.singular_depth
                && Some(mv) == tt_move
                && excluded.is_none()
                && ply < SINGULAR_MAX_PLY_FACTOR * self.root_depth as usize
                && let Some(entry) = &entry
                && entry.depth >= depth - SINGULAR_TT_DEPTH
                && entry.bound != Bound::Upper
                && !entry.score.is_forced()
            {
                let singular_beta =
                    entry.score - self.tuning.singular_margin * depth / SINGULAR_MARGIN_UNIT;
                self.frame_mut(ply).excluded = Some(mv);
                let score = self.node::<NonPv>(
                    pos,
                    singular_beta - 1,
                    singular_beta,
                    (depth - 1) / SINGULAR_DEPTH_DIVISOR,
                    ply,
                    cut_node,
                );
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    return Score::DRAW;
                }
                if score < singular_beta {
                    extension = 1;
                    // Double extension, if it is far ahead of the others.
                    if !N::PV
                        && score < singular_beta - self.tuning.double_extension_margin
                        && self.frame(ply).double_extensions < MAX_DOUBLE_EXTENSIONS
                    {
                        extension = 2;
                    }
                } else if singular_beta >= beta {
                    // Multi-cut: several moves fail high.
                    picker.leave(&mut self.moves);
                    return singular_beta;
                } else if entry.score >= beta || cut_node {
                    // Negative extension: the TT move is not singular.
                    extension = SINGULAR_NEGATIVE_EXTENSION;
                }
            }

            // Make the move, in place: what `after` returns would be copied once more.
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.tt.prefetch(next.key());
            // Checks and threats of the move are needed here for late moves and for checks that answer checks; for
            // other moves the child node finds them.
            let late = depth >= LMR_DEPTH && count > 1 + usize::from(N::ROOT);
            let evades = extension == 0 && in_check && depth <= self.tuning.check_extension_depth;
            let danger = (late || evades).then(|| R::danger(&next));
            self.frame_mut(ply + 1).danger = danger;
            let checks = danger.is_some_and(|danger| danger.check);
            let threatens = danger.is_some_and(|danger| danger.endangered);
            // Check extension: a check that answers a check.
            if evades && checks {
                extension = 1;
            }
            self.frame_mut(ply).piece_to = Some(piece_to);
            let double = self.frame(ply).double_extensions + i32::from(extension >= 2);
            self.frame_mut(ply + 1).double_extensions = double;
            let nodes_before = self.nodes;
            self.keys.push(pos.key());
            let new_depth = depth - 1 + extension;
            let mut score = Score::DRAW;

            // Late move reduction: late moves are searched less deep with a null window, and again at full depth if they
            // fail high.
            let mut full_depth_search = !N::PV || count > 1;
            if late {
                let mut r = reduction;
                r += if cut_node { self.tuning.cut_node_reduction } else { 0 };
                r += if improving { 0 } else { self.tuning.not_improving_reduction };
                r -= if tt_pv { self.tuning.tt_pv_reduction } else { 0 };
                r -= if checks || in_danger { self.tuning.danger_reduction } else { 0 };
                r -= if threatens { self.tuning.threat_reduction } else { 0 };
                r -= if quiet { 0 } else { self.tuning.capture_reduction };
                r -= history * self.tuning.lmr_history_share / LMR_HISTORY_UNIT;
                if self.frame(ply + 1).cutoffs > LMR_CUTOFFS {
                    r += self.tuning.cutoffs_reduction;
                }
                // A mate search does not reduce forcing moves.
                r = if mate_search && (checks || threatens) { 0 } else { r };
                let reduced = (new_depth - r / PLY).clamp(1, new_depth.max(1));
                score = -self.node::<NonPv>(&next, -(alpha + 1), -alpha, reduced, ply + 1, true);
                full_depth_search = score > alpha && reduced < new_depth;
            }
            // Null window search at full depth.
            if full_depth_search {
                score =
                    -self.node::<NonPv>(&next, -(alpha + 1), -alpha, new_depth, ply + 1, !cut_node);
            }
            // Open window search of the first move, and of those that beat alpha.
            if N::PV && (count == 1 || score > alpha) {
                score = -self.node::<PvNode>(&next, -beta, -alpha, new_depth, ply + 1, false);
            }
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
                    if N::ROOT {
                        self.best_move_nodes = self.nodes - nodes_before;
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if quiet {
                let _ = quiets_tried.try_push(mv);
            } else if capture {
                let _ = captures_tried.try_push(mv);
            }
        }

        picker.leave(&mut self.moves);
        // Checkmate or stalemate; in a singular search the only move was excluded.
        if count == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return Self::score_of(R::without_moves(pos), pos.turn(), ply);
        }
        // History update after a beta cutoff.
        if let Some(mv) = best_move
            && best >= beta
        {
            self.update_histories(pos, ply, mv, depth, &quiets_tried, &captures_tried);
        }

        // Transposition table and correction history.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha && N::PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && (!N::ROOT || self.multipv_done.is_empty()) {
            let entry = Entry { mv: best_move, score: best, eval: raw, depth, bound, pv: tt_pv };
            self.shared.tt.store(pos.key(), ply, entry);
            if let Some(raw) = raw
                && !best.is_forced()
                && best_move.is_none_or(|mv| !pos.is_capture(mv))
                && !(bound == Bound::Lower && best <= raw)
                && !(bound == Bound::Upper && best >= raw)
            {
                let error = (best.0 - raw.0).clamp(-CORRECTION_MAX_ERROR, CORRECTION_MAX_ERROR);
                self.histories.update_correction(pos.turn(), structure_keys(pos), error, depth);
            }
        }
        best
    }

    /// After a beta cutoff: a bonus for the move that caused it, a malus for those tried before it.
    fn update_histories(
        &mut self,
        pos: &Position<R>,
        ply: usize,
        mv: Move,
        depth: i32,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let amount = |slope: i32, max: i32| (slope * depth - HISTORY_BONUS_OFFSET).min(max);
        let bonus = amount(self.tuning.history_bonus_slope, self.tuning.history_bonus_max);
        let malus = -amount(self.tuning.history_malus_slope, self.tuning.history_malus_max);
        let context = self.context(pos, ply);
        self.frame_mut(ply).cutoffs += 1;
        let victim = |mv: Move| pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
        if pos.is_capture(mv) {
            self.histories.update_capture(mover(pos, mv), mv.to(), victim(mv), bonus);
        } else {
            let piece_to = PieceTo::new(mover(pos, mv), mv.to());
            self.histories.update_quiet(&context, piece_to, mv, bonus);
            for &other in quiets.iter().filter(|&&other| other != mv) {
                let piece_to = PieceTo::new(mover(pos, other), other.to());
                self.histories.update_quiet(&context, piece_to, other, malus);
            }
        }
        for &other in captures.iter().filter(|&&other| other != mv) {
            self.histories.update_capture(mover(pos, other), other.to(), victim(other), malus);
        }
    }

    /// The static evaluation `back` plies before.
    fn eval_before(&self, ply: usize, back: usize) -> Option<Score> {
        if ply < back { None } else { self.frame(ply - back).eval }
    }

    /// Makes `mv`, followed by the child's principal variation, the principal variation of this node.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut above[ply];
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        pv.extend(below[0].iter().copied().take(room));
    }
}

/// Whether neither side can win any more: insufficient material. Only looked at with few pieces left.
fn is_dead<R: SearchRules>(pos: &Position<R>) -> bool {
    let board = pos.board();
    board.occupied().count() <= DEAD_POSITION_PIECES
        && R::has_insufficient_material(board, pos.turn())
        && R::has_insufficient_material(board, !pos.turn())
}

//! One node of the tree, told as named steps.

use arrayvec::ArrayVec;
use estopim_rules::{Move, Position, Role};

use super::history::Arrival;
use super::order::{Picker, mover};
use super::prune::PLY;
use super::{Worker, structure_keys};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use crate::variant_search::SearchRules;

/// What kind of node is searched, known when the program is compiled.
pub(super) trait NodeKind {
    /// Whether the exact score is wanted.
    const PV: bool;
    /// Whether this is where the search began.
    const ROOT: bool;
}

/// Where the search began.
pub(super) struct Root;
/// On a line that may be the best one.
pub(super) struct Pv;
/// Searched only to show that it is better or worse than a bound.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl<R: SearchRules> Worker<R> {
    /// The score of `pos` between `alpha` and `beta`, searched `depth` plies deep. `cut` tells that a
    /// score above the window is expected.
    #[expect(clippy::too_many_lines, reason = "the steps of a node are read from top to bottom")]
    pub(super) fn node<N: NodeKind>(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<Pv>(pos, alpha, beta, 0, ply)
            } else {
                self.quiescence::<NonPv>(pos, alpha, beta, 0, ply)
            };
        }
        if N::PV {
            self.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return Score::DRAW;
        }
        let excluded = self.frame(ply).excluded;

        if !N::ROOT {
            // A draw is to be had by going back.
            if alpha < Score::DRAW && self.can_repeat(pos, ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
            // The game may be over.
            if let Some(outcome) = R::terminal(pos) {
                return Self::score_of(outcome, pos.turn(), ply);
            }
            if self.is_repeated(pos, ply) || is_dead::<R>(pos) {
                return Score::DRAW;
            }
            if pos.halfmoves() >= 100 {
                let mated = pos.is_check() && !pos.has_moves();
                return if mated { Score::loss_at(ply) } else { Score::DRAW };
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(pos, ply);
            }
            // A win on the spot needs no search.
            if excluded.is_none()
                && let Some(mv) = R::winning_move(pos)
            {
                if N::PV {
                    self.lines[ply].push(mv);
                }
                return Score::win_at(ply + 1);
            }
            // A quicker win elsewhere makes this node pointless.
            alpha = alpha.max(Score::loss_at(ply));
            beta = beta.min(Score::win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // What can be told without the table is found out while the processor waits for its entry.
        let danger = self.danger(pos, ply);
        let in_check = danger.check;
        let in_danger = danger.any();
        let correction = if in_check { 0 } else { self.correction(pos) };

        // What is already known.
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(pos.key(), ply) };
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        if !N::PV
            && let Some(entry) = &entry
            && entry.depth >= depth
            && pos.halfmoves() < 90
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        // An entry may be another position's, or torn: its move is tried only if it is legal.
        let hint = entry.and_then(|entry| entry.mv).filter(|&mv| pos.is_legal(mv));

        // How the position looks before any move is tried.
        let raw = if in_check {
            None
        } else {
            Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(pos, ply)))
        };
        let mut eval = raw.map(|raw| (raw + correction).clamped());
        self.frame_mut(ply).eval = eval;
        let improving = match (eval, self.frame_back(ply, 2), self.frame_back(ply, 4)) {
            (Some(now), Some(before), _) | (Some(now), None, Some(before)) => now > before,
            (Some(_), None, None) => true,
            (None, _, _) => false,
        };
        // A score from the table says more than the evaluation.
        if let (Some(now), Some(entry)) = (&mut eval, &entry)
            && let Some(score) = entry.better_than(*now)
        {
            *now = score;
        }
        self.frames[ply + super::BEFORE_ROOT + 1].cutoffs = 0;

        // Who looks for a mate wants to see it, not that the position is good enough without.
        let hunting = self.limits.mate.is_some();
        if let (Some(eval), false, false, None, false) = (eval, N::PV, in_danger, excluded, hunting)
        {
            // Far below the window: see whether captures can help at all.
            if depth <= self.tuning.razor_depth && eval + self.tuning.razor_margin * depth <= alpha
            {
                let score = self.quiescence::<NonPv>(pos, alpha, alpha + 1, 0, ply);
                if score <= alpha {
                    return score;
                }
            }
            // Far above the window: it will not fall that far.
            let margin = self.tuning.reverse_futility_margin * (depth - i32::from(improving));
            if depth <= self.tuning.reverse_futility_depth
                && eval - margin >= beta
                && !eval.is_forced()
            {
                return Score(i32::midpoint(eval.0, beta.0));
            }
            if R::NULL_MOVE
                && let Some(score) = self.try_pass(pos, eval, beta, depth, ply, cut)
            {
                return score;
            }
            if depth >= self.tuning.probcut_depth
                && !beta.is_forced()
                && let Some(score) = self.try_captures(pos, hint, raw, beta, depth, ply, cut)
            {
                return score;
            }
        }

        // Without a move to begin with, a search this deep is better done after a shallower one.
        if depth >= self.tuning.hintless_depth && hint.is_none() && (N::PV || cut) {
            depth -= 1;
        }

        let context = self.context(pos, ply);
        let mut picker = Picker::new(&self.moves, hint);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_tried: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures_tried: ArrayVec<Move, 32> = ArrayVec::new();
        let old_alpha = alpha;

        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            if Some(mv) == excluded
                || N::ROOT && (!self.root_moves.contains(&mv) || self.taken.contains(&mv))
            {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.tell_root_move(mv, count);
            }
            let capture = pos.is_capture(mv);
            let quiet = !capture && mv.promotes_to().is_none();
            let piece = mover(pos, mv);
            let arrival = Arrival::new(piece, mv.to());
            let history = if quiet {
                self.expect_quiet(pos, piece, mv);
                self.histories.rows(&context).quiet(arrival, mv)
            } else {
                let victim = pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
                self.histories.capture(piece, mv.to(), victim)
            };
            let reduction = self.reductions.get(depth, count);

            // Late moves of shallow nodes are left out once something holds.
            if !N::ROOT && !hunting && !best.is_loss() && best != -Score::INFINITE {
                let left = (depth - reduction / PLY).max(1);
                if quiet {
                    let enough = (self.tuning.late_move_base + depth * depth) as usize
                        >> usize::from(!improving);
                    if count > enough && !in_check {
                        picker.skip_quiets();
                        continue;
                    }
                    if let (Some(eval), true) =
                        (eval, left <= self.tuning.futility_depth && !in_danger)
                        && eval + self.tuning.futility_base + self.tuning.futility_slope * left
                            <= alpha
                        && !pos.gives_check(mv)
                    {
                        best = best.max(eval + self.tuning.futility_base);
                        continue;
                    }
                    if left <= 4 && history < -self.tuning.history_prune * left {
                        continue;
                    }
                    if left <= 8
                        && !R::gains(pos, mv, -self.tuning.quiet_exchange_margin * left * left)
                    {
                        continue;
                    }
                } else if capture
                    && picker.in_losing()
                    && depth <= 6
                    && !R::gains(pos, mv, -self.tuning.capture_exchange_margin * depth)
                {
                    continue;
                }
            }

            // A move that alone holds a good score is searched deeper.
            let mut extension = 0;
            if !N::ROOT
                && !hunting
                && depth >= self.tuning.singular_depth
                && Some(mv) == hint
                && excluded.is_none()
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = &entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !entry.score.is_forced()
            {
                let target = entry.score - self.tuning.singular_margin * depth / 16;
                self.frame_mut(ply).excluded = Some(mv);
                let score = self.node::<NonPv>(pos, target - 1, target, (depth - 1) / 2, ply, cut);
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    return Score::DRAW;
                }
                if score < target {
                    extension = 1;
                    if !N::PV
                        && score < target - self.tuning.double_margin
                        && self.frame(ply).double_extensions < 8
                    {
                        extension = 2;
                    }
                } else if target >= beta {
                    picker.leave(&mut self.moves);
                    return target; // Several moves are too good.
                } else if entry.score >= beta || cut {
                    extension = -2;
                }
            }

            // In place: what `after` returns would be copied once more.
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.table.prefetch(next.key());
            // What the move threatens matters here for late moves and for checks that answer checks; for
            // the others whoever searches them finds out, if it comes to that.
            let late = depth >= 2 && count > 1 + usize::from(N::ROOT);
            let answers = extension == 0 && in_check && depth <= self.tuning.check_extension_depth;
            let danger = (late || answers).then(|| R::danger(&next));
            self.frame_mut(ply + 1).danger = danger;
            let checks = danger.is_some_and(|danger| danger.check);
            let threatens = danger.is_some_and(|danger| danger.endangered);
            if answers && checks {
                extension = 1;
            }
            self.frame_mut(ply).arrival = Some(arrival);
            let double = self.frame(ply).double_extensions + i32::from(extension >= 2);
            self.frame_mut(ply + 1).double_extensions = double;
            let nodes_before = self.nodes;
            self.keys.push(pos.key());
            let full = depth - 1 + extension;
            let mut score = Score::DRAW;

            // Late moves are searched less deep, with a narrow window, until they surprise.
            let mut wants_window = !N::PV || count > 1;
            if late {
                let mut reduced = reduction;
                reduced += if cut { self.tuning.cut_reduction } else { 0 };
                reduced += if improving { 0 } else { self.tuning.worsening_reduction };
                reduced -= if was_pv { self.tuning.line_reduction } else { 0 };
                reduced -= if checks || in_danger { self.tuning.danger_reduction } else { 0 };
                reduced -= if threatens { self.tuning.threat_reduction } else { 0 };
                reduced -= if quiet { 0 } else { self.tuning.capture_reduction };
                reduced -= history * self.tuning.reduction_history_share / 64;
                if self.frame(ply + 1).cutoffs > 3 {
                    reduced += self.tuning.refuted_reduction;
                }
                // What forces the opponent's hand leads to mates.
                reduced = if hunting && (checks || threatens) { 0 } else { reduced };
                let shallow = (full - reduced / PLY).clamp(1, full.max(1));
                score = -self.node::<NonPv>(&next, -(alpha + 1), -alpha, shallow, ply + 1, true);
                wants_window = score > alpha && shallow < full;
            }
            if wants_window {
                score = -self.node::<NonPv>(&next, -(alpha + 1), -alpha, full, ply + 1, !cut);
            }
            if N::PV && (count == 1 || score > alpha) {
                score = -self.node::<Pv>(&next, -beta, -alpha, full, ply + 1, false);
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
                        self.keep_line(ply, mv);
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
        if count == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return Self::score_of(R::without_moves(pos), pos.turn(), ply);
        }
        if let Some(mv) = best_move
            && best >= beta
        {
            self.learn_cutoff(pos, ply, mv, depth, &quiets_tried, &captures_tried);
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha && N::PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && (!N::ROOT || self.taken.is_empty()) {
            let entry = Entry { mv: best_move, score: best, eval: raw, depth, bound, pv: was_pv };
            self.shared.table.store(pos.key(), ply, entry);
            if let Some(raw) = raw
                && !best.is_forced()
                && best_move.is_none_or(|mv| !pos.is_capture(mv))
                && !(bound == Bound::Lower && best <= raw)
                && !(bound == Bound::Upper && best >= raw)
            {
                let off = (best.0 - raw.0).clamp(-400, 400);
                self.histories.learn_correction(pos.turn(), structure_keys(pos), off, depth);
            }
        }
        best
    }

    /// Lets the opponent move twice: if even that does not bring it below beta, a move of one's own
    /// would hardly do worse. Deep down the result is verified by a search without passes.
    fn try_pass(
        &mut self,
        pos: &Position<R>,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<Score> {
        let own = pos.board().color(pos.turn());
        let officers = own & !pos.board().role(Role::Pawn) & !pos.board().role(Role::King);
        if depth < self.tuning.null_depth
            || eval < beta
            || officers.is_empty()
            || beta.is_loss()
            || ply < self.no_pass_before
            || self.frames[ply + super::BEFORE_ROOT - 1].arrival.is_none() && ply > 0
        {
            return None;
        }
        let reduction = self.tuning.null_base
            + depth / self.tuning.null_depth_divisor
            + ((eval.0 - beta.0) / self.tuning.null_eval_divisor).min(3);
        self.frame_mut(ply).arrival = None;
        self.frame_mut(ply + 1).danger = None;
        let next = pos.null_move();
        self.shared.table.prefetch(next.key());
        self.keys.push(pos.key());
        let score =
            -self.node::<NonPv>(&next, -beta, -(beta - 1), depth - reduction, ply + 1, !cut);
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_win() { beta } else { score };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(score);
        }
        self.no_pass_before = ply + 3 * (depth - reduction).max(1) as usize / 4;
        let verified = self.node::<NonPv>(pos, beta - 1, beta, depth - reduction, ply, false);
        self.no_pass_before = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A good capture that stays far above beta in a shallower search will do so in this one.
    #[expect(clippy::too_many_arguments, reason = "what the node knows already")]
    fn try_captures(
        &mut self,
        pos: &Position<R>,
        hint: Option<Move>,
        raw: Option<Score>,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<Score> {
        let target = beta + self.tuning.probcut_margin;
        let raw = raw?;
        let context = self.context(pos, ply);
        let hint = hint.filter(|&mv| pos.is_capture(mv));
        let mut picker = Picker::captures(&self.moves, hint, (target.0 - raw.0).max(0));
        while let Some(mv) = picker.next(pos, &mut self.moves, &self.histories, &context) {
            let mut next = *pos;
            next.play_unchecked(mv);
            self.shared.table.prefetch(next.key());
            self.frame_mut(ply + 1).danger = None;
            self.frame_mut(ply).arrival = Some(Arrival::new(mover(pos, mv), mv.to()));
            self.keys.push(pos.key());
            let mut score = -self.quiescence::<NonPv>(&next, -target, -(target - 1), 0, ply + 1);
            if score >= target {
                score =
                    -self.node::<NonPv>(&next, -target, -(target - 1), depth - 4, ply + 1, !cut);
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= target {
                let bound = Bound::Lower;
                let eval = Some(raw);
                let entry = Entry { mv: Some(mv), score, eval, depth: depth - 3, bound, pv: false };
                self.shared.table.store(pos.key(), ply, entry);
                picker.leave(&mut self.moves);
                return Some(score);
            }
        }
        picker.leave(&mut self.moves);
        None
    }

    /// A move that cut off is tried earlier next time, those tried in vain before it later.
    fn learn_cutoff(
        &mut self,
        pos: &Position<R>,
        ply: usize,
        mv: Move,
        depth: i32,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = (self.tuning.bonus_slope * depth - 60).min(self.tuning.bonus_most);
        let malus = -(self.tuning.malus_slope * depth - 60).min(self.tuning.malus_most);
        let context = self.context(pos, ply);
        self.frame_mut(ply).cutoffs += 1;
        let victim = |mv: Move| pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
        if pos.is_capture(mv) {
            self.histories.learn_capture(mover(pos, mv), mv.to(), victim(mv), bonus);
        } else {
            let arrival = Arrival::new(mover(pos, mv), mv.to());
            self.histories.learn_quiet(&context, arrival, mv, bonus);
            for &other in quiets.iter().filter(|&&other| other != mv) {
                let arrival = Arrival::new(mover(pos, other), other.to());
                self.histories.learn_quiet(&context, arrival, other, malus);
            }
        }
        for &other in captures.iter().filter(|&&other| other != mv) {
            self.histories.learn_capture(mover(pos, other), other.to(), victim(other), malus);
        }
    }

    /// The evaluation so many plies before.
    fn frame_back(&self, ply: usize, back: usize) -> Option<Score> {
        if ply < back { None } else { self.frame(ply - back).eval }
    }

    /// Makes `mv` and the best line after it the best line here.
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(below[0].iter().copied().take(room));
    }
}

/// Whether neither side can win any more. Only looked at with few pieces left.
fn is_dead<R: SearchRules>(pos: &Position<R>) -> bool {
    let board = pos.board();
    board.occupied().count() <= 4
        && R::has_insufficient_material(board, pos.turn())
        && R::has_insufficient_material(board, !pos.turn())
}

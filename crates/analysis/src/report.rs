//! [`GameReport`]: every move of a game with its evaluation, its label and the reason, and how each side played.

use estopim_rules::{Color, Game, Move};
use thiserror::Error;

use crate::accuracy::{self, Phase};
use crate::evaluation::{Evaluate, Evaluation, Question};
use crate::label::{Label, Stakes};
use crate::reason::{Fault, Reason, material};
use crate::win_probability::wdl_of;

/// A whole game, looked at move by move.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// What was thought of the first position.
    pub start: Evaluation,
    /// White's expected share of the point in the first position.
    pub start_share: f64,
    /// The moves in their order.
    pub plies: Vec<PlyReport>,
    /// How each side played, White first.
    pub sides: [SideReport; 2],
}

/// A move, and the position that it led to.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyReport {
    /// The move.
    pub played: Move,
    /// What is thought of the position after it. Its principal variation is how the move is answered, or refuted.
    pub evaluation: Evaluation,
    /// White's expected share of the point after it, from 0 to 1.
    pub share: f64,
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// In which phase it was played.
    pub phase: Phase,
    /// What kind of move it was, if there is anything to say.
    pub label: Option<Label>,
    /// Why it has its label.
    pub reason: Option<Reason>,
    /// The line that should have been played, if the move was not the best one.
    pub better: Vec<Move>,
}

/// How one side played.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SideReport {
    /// How many moves it made.
    pub moves: usize,
    /// Its accuracy, from 0 to 100, if it moved at all.
    pub accuracy: Option<f64>,
    /// The same in each phase.
    pub phases: [Option<f64>; 3],
    /// How often it earned each label, in the order of [`Label::ALL`].
    pub labels: [usize; 6],
    /// Share of the point given away, all moves together.
    pub given_away: f64,
}

impl SideReport {
    /// How often it earned a label.
    pub fn count(&self, label: Label) -> usize {
        self.labels[label as usize]
    }
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReportError<E> {
    /// There is nothing to report about.
    #[error("the game has no moves")]
    NoMoves,
    /// Whoever evaluates gave up.
    #[error("{0}")]
    Evaluator(E),
}

/// Reports about a game. `on_progress` hears how many positions of how many have been looked at.
///
/// Positions are looked at from the last to the first, so that what a search has learnt about later ones helps with earlier ones.
/// The same evaluator in the same state gives the same report.
pub fn report<E: Evaluate>(
    game: &Game,
    evaluator: &mut E,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<GameReport, ReportError<E::Error>> {
    let moves: Vec<Move> = game.moves().map(|(_, mv)| mv).collect();
    if moves.is_empty() {
        return Err(ReportError::NoMoves);
    }
    let total = moves.len() + 1;
    let mut looked_at = Vec::with_capacity(total);
    let mut replay = game.clone();
    loop {
        let played = moves.get(replay.ply_count()).copied();
        let looked = look(&replay, played, evaluator).map_err(ReportError::Evaluator)?;
        looked_at.push(looked);
        on_progress(looked_at.len(), total);
        if replay.undo().is_none() {
            break;
        }
    }
    looked_at.reverse();
    Ok(assemble(game, &looked_at))
}

/// What was found out about one position.
struct LookedAt {
    evaluation: Evaluation,
    /// The best move but the best one, if that was asked.
    runner_up: Option<Evaluation>,
}

fn look<E: Evaluate>(
    game: &Game,
    played: Option<Move>,
    evaluator: &mut E,
) -> Result<LookedAt, E::Error> {
    if let Some(outcome) = game.outcome() {
        return Ok(LookedAt { evaluation: Evaluation::of_outcome(outcome), runner_up: None });
    }
    let evaluation = evaluator.evaluate(game, Question::Best)?;
    // Whether the best move was the only one is asked only of those who found it, and not where it ends the game anyway.
    let position = game.position();
    let runner_up = match played {
        Some(mv)
            if evaluation.best() == Some(mv)
                && position.count_moves() > 1
                && position.after(mv).outcome().is_none() =>
        {
            Some(evaluator.evaluate(game, Question::Without(mv))?)
        }
        _ => None,
    };
    Ok(LookedAt { evaluation, runner_up })
}

fn assemble(game: &Game, looked_at: &[LookedAt]) -> GameReport {
    let positions: Vec<_> = (0..looked_at.len()).filter_map(|ply| game.position_at(ply)).collect();
    let share =
        |ply: usize, color| wdl_of(positions[ply], looked_at[ply].evaluation.score, color).share();
    let pieces_at_start = positions[0].board().occupied().count();
    let mut plies = Vec::with_capacity(looked_at.len() - 1);
    let mut sides = [SideReport::default(), SideReport::default()];
    for (ply, (position, played)) in game.moves().enumerate() {
        let mover = position.turn();
        let (before, after) = (&looked_at[ply], &looked_at[ply + 1]);
        let is_best = before.evaluation.best() == Some(played);
        let (share_before, share_after) = (share(ply, mover), share(ply + 1, mover));
        let loss = if is_best { 0.0 } else { (share_before - share_after).max(0.0) };
        let stakes = Stakes {
            before: share_before,
            after: share_after,
            runner_up: before
                .runner_up
                .as_ref()
                .map(|other| wdl_of(position, other.score, mover).share()),
            material_lost: material(position, mover)
                - material_after_reply(positions[ply + 1], &after.evaluation, mover),
        };
        let label = if is_best { Label::of_best(&stakes) } else { Label::of_fault(&stakes) };
        let fault =
            Fault { position, played, before: &before.evaluation, after: &after.evaluation };
        let reason = match label {
            None => None,
            Some(label) if label.is_fault() => Reason::of_fault(&fault),
            Some(_) => {
                let runner_up = before.runner_up.as_ref().and_then(Evaluation::best);
                runner_up.map(|runner_up| Reason::NothingElse { runner_up })
            }
        };
        let side = &mut sides[mover.index()];
        side.moves += 1;
        side.given_away += loss;
        if let Some(label) = label {
            side.labels[label as usize] += 1;
        }
        plies.push(PlyReport {
            played,
            evaluation: after.evaluation.clone(),
            share: share(ply + 1, Color::White),
            accuracy: accuracy::of_loss(loss),
            phase: Phase::of(ply, position.board().occupied().count(), pieces_at_start),
            label,
            reason,
            better: if is_best { Vec::new() } else { before.evaluation.pv.clone() },
        });
    }
    let start_share = share(0, Color::White);
    let shares: Vec<f64> =
        std::iter::once(start_share).chain(plies.iter().map(|ply| ply.share)).collect();
    let first = positions[0].turn();
    for color in Color::ALL {
        let of_side = |ply: &usize| ply.is_multiple_of(2) == (color == first);
        let moves: Vec<(usize, f64)> =
            (0..plies.len()).filter(of_side).map(|ply| (ply, plies[ply].accuracy)).collect();
        let side = &mut sides[color.index()];
        side.accuracy = accuracy::of_game(&shares, &moves);
        side.phases = Phase::ALL.map(|phase| {
            let in_phase: Vec<_> =
                moves.iter().copied().filter(|&(ply, _)| plies[ply].phase == phase).collect();
            accuracy::of_moves(&in_phase)
        });
    }
    GameReport { start: looked_at[0].evaluation.clone(), start_share, plies, sides }
}

/// The material of `color` after the best reply, in pawns.
fn material_after_reply(
    position: &estopim_rules::AnyPosition,
    evaluation: &Evaluation,
    color: Color,
) -> i32 {
    match evaluation.best() {
        Some(reply) => material(&position.after(reply), color),
        None => material(position, color),
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{PgnScore, Variant};

    use super::*;

    fn game(variant: Variant, moves: &str) -> Game {
        let mut game = Game::new(variant);
        for text in moves.split_whitespace() {
            game.play_uci(text).expect("the moves are legal");
        }
        game
    }

    /// Evaluates by what is written down for each ply: a score for White, and the line.
    fn by_heart<'a>(
        known: &'a [(PgnScore, &'a str)],
    ) -> impl FnMut(&Game, Question) -> Result<Evaluation, &'static str> + 'a {
        move |game, question| {
            let (score, line) = known.get(game.ply_count()).ok_or("nothing is known here")?;
            let mut position = *game.position();
            let pv = line.split_whitespace().map(|text| {
                let mv = position.parse_uci(text).expect("the line is legal");
                position.play_unchecked(mv);
                mv
            });
            let pv: Vec<Move> = pv.collect();
            Ok(match question {
                Question::Best => Evaluation { score: *score, depth: 9, nodes: 100, pv },
                Question::Without(best) => {
                    let other =
                        game.position().legal_moves().iter().copied().find(|&mv| mv != best);
                    let score = Centipawns(0);
                    Evaluation { score, depth: 5, nodes: 25, pv: other.into_iter().collect() }
                }
            })
        }
    }

    use PgnScore::{Centipawns, MateIn};

    #[test]
    fn a_blunder_is_found_explained_and_counted() {
        let game = game(Variant::Atomic, "g1f3 h7h6 f3e5 a7a6 e5f7");
        let known = [
            (Centipawns(80), "g1f3"),
            (Centipawns(80), "f7f6"),
            (MateIn(2), "f3e5 f7f6 e5d7"),
            (MateIn(2), "f7f6 e5d7"),
            (MateIn(1), "e5f7"),
        ];
        let mut seen = Vec::new();
        let report = report(&game, &mut by_heart(&known), |done, total| seen.push((done, total)));
        let report = report.expect("everything is known");
        assert_eq!(seen, [(1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]);
        let labels: Vec<_> = report.plies.iter().map(|ply| ply.label).collect();
        assert_eq!(labels[1], Some(Label::Blunder), "{labels:?}");
        assert!(
            matches!(report.plies[1].reason, Some(Reason::AllowsWin { moves: 2, .. })),
            "{:?}",
            report.plies[1]
        );
        assert_eq!(labels[3], None, "the game was lost already: {labels:?}");
        assert_eq!(labels[4], None, "taking the king is no feat: {labels:?}");
        let [white, black] = &report.sides;
        assert_eq!((white.moves, black.moves), (3, 2));
        assert_eq!(black.count(Label::Blunder), 1);
        assert_eq!(white.accuracy, Some(100.0));
        assert!(black.accuracy.is_some_and(|accuracy| accuracy < 60.0), "{black:?}");
        assert!((report.plies[4].share - 1.0).abs() < 1e-9, "White has won");
        assert!(report.plies[1].better.len() == 1 && report.plies[0].better.is_empty());
    }

    #[test]
    fn a_game_that_begins_with_black_is_labelled_for_the_right_side() {
        let start = estopim_rules::AnyPosition::from_fen(
            Variant::Chess,
            "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
        );
        let mut game = Game::from_position(start.expect("the position is sound"));
        for text in ["a7a6", "g2g4", "d8h4"] {
            game.play_uci(text).expect("the moves are legal");
        }
        let known = [(Centipawns(-60), "d7d5"), (Centipawns(-40), "e2e4"), (MateIn(-1), "d8h4")];
        let report = report(&game, &mut by_heart(&known), |_, _| {}).expect("everything is known");
        let [white, black] = &report.sides;
        assert_eq!((white.moves, black.moves), (1, 2));
        assert_eq!((white.count(Label::Blunder), black.count(Label::Blunder)), (1, 0));
        assert!(matches!(report.plies[1].reason, Some(Reason::LosesAtOnce { .. })));
        assert!(report.plies[2].share < 1e-9, "Black has won");
    }

    #[test]
    fn the_only_good_move_is_told_with_the_next_best() {
        let game = game(Variant::Chess, "e2e4");
        let known = [(Centipawns(700), "e2e4"), (Centipawns(700), "e7e5")];
        let report = report(&game, &mut by_heart(&known), |_, _| {}).expect("everything is known");
        assert_eq!(report.plies[0].label, Some(Label::OnlyMove));
        assert!(matches!(report.plies[0].reason, Some(Reason::NothingElse { .. })));
    }

    #[test]
    fn a_report_that_cannot_be_made_says_why() {
        let nothing = report(&Game::new(Variant::Chess), &mut by_heart(&[]), |_, _| {});
        assert_eq!(nothing, Err(ReportError::NoMoves));
        let game = game(Variant::Chess, "e2e4");
        let stopped = report(&game, &mut by_heart(&[]), |_, _| {});
        assert_eq!(stopped, Err(ReportError::Evaluator("nothing is known here")));
    }
}

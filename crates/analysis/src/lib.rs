//! A position's best lines, and a whole game with what the engine thinks of every move.
//!
//! A move is judged by how much of the expected score it gives away, so that a pawn lost in a won position
//! is no blunder.
#![forbid(unsafe_code)]

use estopim_engine::{Limits, Player, Report, Score, Task};
use estopim_rules::{
    AnyPosition, Color, Game, MainLineError, Nag, Outcome, PgnEval, PgnGame, PgnLine, PgnMove,
    PgnScore,
};

/// The best lines of one position, best first: those of the last depth that was completed for all of them.
pub fn best_lines(player: &mut Player, task: &Task, limits: Limits) -> Vec<Report> {
    let wanted = limits.multipv.clamp(1, task.position.count_moves().max(1) as usize);
    let mut lines = LineSets { wanted, complete: Vec::new(), begun: Vec::new() };
    player.search(task, limits, |report| {
        if report.bound == estopim_engine::Bound::Exact {
            lines.add(report.clone());
        }
    });
    lines.last()
}

/// The sets of best lines that a search tells of, one a depth, each line when it is known.
struct LineSets {
    wanted: usize,
    complete: Vec<Report>,
    begun: Vec<Report>,
}

impl LineSets {
    fn add(&mut self, report: Report) {
        self.begun.truncate(report.multipv - 1);
        self.begun.push(report);
        if self.begun.len() == self.wanted {
            self.complete = std::mem::take(&mut self.begun);
        }
    }

    /// The last complete set; what there is, if none is.
    fn last(self) -> Vec<Report> {
        if self.complete.is_empty() { self.begun } else { self.complete }
    }
}

/// How a move compares with the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Nothing to say against it.
    Sound,
    /// It gives something away.
    Dubious,
    /// It gives much away.
    Mistake,
    /// It changes what the game will end in.
    Blunder,
}

impl Verdict {
    /// By how much of the expected score (1 a win, ½ a draw) a move gives away.
    pub fn of_loss(loss: f64) -> Self {
        match loss {
            loss if loss >= 0.30 => Self::Blunder,
            loss if loss >= 0.18 => Self::Mistake,
            loss if loss >= 0.09 => Self::Dubious,
            _ => Self::Sound,
        }
    }

    fn nag(self) -> Option<Nag> {
        match self {
            Self::Sound => None,
            Self::Dubious => Some(Nag::DUBIOUS),
            Self::Mistake => Some(Nag::MISTAKE),
            Self::Blunder => Some(Nag::BLUNDER),
        }
    }
}

/// How well one side has played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PlayerSummary {
    /// Moves looked at.
    pub moves: usize,
    /// Dubious moves, mistakes and blunders.
    pub faults: [usize; 3],
    /// Expected score given away, all moves together.
    pub lost: f64,
}

/// How both sides have played, White first.
pub type Summary = [PlayerSummary; 2];

/// What the engine thinks of a position.
struct Opinion {
    /// For the side to move.
    score: Score,
    depth: Option<u32>,
    line: Vec<estopim_rules::Move>,
}

/// Looks at every position of a game's main line and writes evaluations, signs and better lines into it.
/// `on_ply` hears how many positions have been looked at.
pub fn annotate(
    pgn: &mut PgnGame,
    player: &mut Player,
    limits: &Limits,
    mut on_ply: impl FnMut(usize),
) -> Result<Summary, MainLineError> {
    pgn.to_game()?; // A game that cannot be replayed is refused before any work is done.
    let mut game = Game::from_position(pgn.start);
    let mut before = opinion(&game, player, limits);
    on_ply(1);
    let mut summary = Summary::default();
    for (ply, played) in pgn.line.moves.iter_mut().enumerate() {
        let mover = game.turn();
        let position = *game.position();
        game.play(played.mv).map_err(|error| MainLineError { ply: ply + 1, error })?;
        let after = opinion(&game, player, limits);
        on_ply(ply + 2);
        played.eval =
            Some(PgnEval { score: for_white(after.score, game.turn()), depth: after.depth });

        let is_best = before.line.first() == Some(&played.mv);
        let loss = if is_best { 0.0 } else { expected(before.score) - expected(-after.score) };
        let verdict = Verdict::of_loss(loss);
        let of_mover = &mut summary[mover.index()];
        of_mover.moves += 1;
        of_mover.lost += loss.max(0.0);
        if let Some(nag) = verdict.nag() {
            of_mover.faults[verdict as usize - 1] += 1;
            played.nags.retain(|nag| !(1..=6).contains(&nag.0));
            played.nags.insert(0, nag);
            if let Some(better) = better_line(position, &before) {
                played.variations.insert(0, better);
            }
        }
        before = after;
    }
    pgn.tags.set("Annotator", "Estopim");
    Ok(summary)
}

fn opinion(game: &Game, player: &mut Player, limits: &Limits) -> Opinion {
    if let Some(outcome) = game.outcome() {
        return Opinion { score: score_of(outcome, game.turn()), depth: None, line: Vec::new() };
    }
    let best = player.search(&Task::from(game), limits.clone(), |_| {});
    Opinion {
        score: best.score.unwrap_or(Score::DRAW),
        depth: u32::try_from(best.depth).ok(),
        line: best.pv.to_vec(),
    }
}

fn score_of(outcome: Outcome, turn: Color) -> Score {
    match outcome.winner() {
        None => Score::DRAW,
        Some(winner) if winner == turn => Score::win_at(0),
        Some(_) => Score::loss_at(0),
    }
}

/// How many plies of a better line are shown.
const SHOWN_PLIES: usize = 8;

/// The line that should have been played, with its evaluation at the first move.
fn better_line(position: AnyPosition, before: &Opinion) -> Option<PgnLine> {
    let mut moves: Vec<PgnMove> =
        before.line.iter().take(SHOWN_PLIES).map(|&mv| PgnMove::new(mv)).collect();
    moves.first_mut()?.eval =
        Some(PgnEval { score: for_white(before.score, position.turn()), depth: before.depth });
    Some(PgnLine { comments: Vec::new(), moves })
}

/// A score of the side to move as PGN wants it.
pub fn for_white(score: Score, turn: Color) -> PgnScore {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score.moves_to_end() {
        // A game that is over is lost in no moves; PGN has no sign for zero.
        Some(0) => PgnScore::MateIn(if score.is_win() { sign } else { -sign }),
        Some(moves) => PgnScore::MateIn(sign * moves),
        None => PgnScore::Centipawns(sign * score.0),
    }
}

/// What share of the point a score promises.
fn expected(score: Score) -> f64 {
    score.win_probability(WIN_PROBABILITY_SCALE)
}

/// How many centipawns raise the win probability from ½ to 1/(1+1/e).
const WIN_PROBABILITY_SCALE: f64 = 250.0;

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::{PgnReader, Variant};

    fn annotated(text: &str) -> (PgnGame, Summary) {
        let mut reader = PgnReader::new(text.as_bytes());
        let mut pgn = reader.read_game().expect("a sound game").expect("a game");
        let limits = Limits { nodes: Some(20_000), multipv: 1, ..Limits::default() };
        let mut seen = 0;
        let summary = annotate(&mut pgn, &mut Player::new(4, 1), &limits, |ply| seen = ply);
        assert_eq!(seen, pgn.line.moves.len() + 1, "every position has been looked at");
        (pgn, summary.expect("the game can be replayed"))
    }

    #[test]
    fn the_move_that_loses_the_king_is_a_blunder_with_a_better_line() {
        // In atomic 1…h6 lets the knight come to e5, from where it takes beside the king on f7 or on d7.
        let (pgn, summary) =
            annotated("[Variant \"Atomic\"]\n\n1. Nf3 h6 2. Ne5 a6 3. Nxf7# 1-0\n");
        assert_eq!(pgn.start.variant(), Variant::Atomic);
        let blunder = &pgn.line.moves[1];
        assert_eq!(blunder.nags, [Nag::BLUNDER], "{blunder:?}");
        assert!(!blunder.variations.is_empty(), "a better line is shown");
        let reply = &pgn.line.moves[3];
        assert!(reply.eval.is_some_and(|eval| eval.score == PgnScore::MateIn(1)), "{reply:?}");
        assert!(pgn.line.moves[4].nags.is_empty(), "taking the king is no fault");
        for (side, of_side) in summary.iter().enumerate() {
            let faulty = pgn.line.moves.iter().skip(side).step_by(2);
            let faulty = faulty.filter(|played| !played.nags.is_empty()).count();
            assert_eq!(of_side.faults.iter().sum::<usize>(), faulty, "{summary:?}");
        }
        assert_eq!([summary[0].moves, summary[1].moves], [3, 2]);
    }

    #[test]
    fn a_depth_that_was_broken_off_leaves_the_lines_of_the_one_before() {
        let report = |depth, multipv| Report {
            depth,
            seldepth: 0,
            multipv,
            score: Score(0),
            bound: estopim_engine::Bound::Exact,
            pv: std::iter::empty().collect(),
            nodes: 0,
        };
        for (told, wanted) in [
            (vec![(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)], vec![(1, 1), (1, 2), (1, 3)]),
            (vec![(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)], vec![(2, 1), (2, 2), (2, 3)]),
            (vec![(1, 1), (1, 2)], vec![(1, 1), (1, 2)]),
        ] {
            let mut lines = LineSets { wanted: 3, complete: Vec::new(), begun: Vec::new() };
            for (depth, multipv) in told {
                lines.add(report(depth, multipv));
            }
            let last: Vec<_> = lines.last().iter().map(|line| (line.depth, line.multipv)).collect();
            assert_eq!(last, wanted);
        }
    }

    #[test]
    fn giving_away_a_won_game_is_worse_than_giving_away_a_pawn() {
        assert_eq!(Verdict::of_loss(0.02), Verdict::Sound);
        assert_eq!(Verdict::of_loss(0.10), Verdict::Dubious);
        assert_eq!(Verdict::of_loss(0.20), Verdict::Mistake);
        assert_eq!(Verdict::of_loss(0.50), Verdict::Blunder);
        assert!(expected(Score(1500)) - expected(Score(1300)) < 0.02);
    }
}

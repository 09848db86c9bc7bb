//! How accurately somebody played, from 0 to 100: of one move, of a phase, of a game.
//!
//! The formulas are those that players know from Lichess; what goes into them is the win probability of the game at hand
//! ([`crate::win_probability`]).

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The first moves, nearly all pieces on the board.
    Opening,
    /// Between the other two.
    Middlegame,
    /// Less than half of the pieces are left.
    Endgame,
}

impl Phase {
    /// All three, in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// The opening has at most so many plies.
    const OPENING_PLIES: usize = 20;

    /// The phase in which a move is made: by how many plies came before it, and how many of the pieces that the game began with are left.
    pub fn of(plies: usize, pieces: u32, pieces_at_start: u32) -> Self {
        if pieces * 2 < pieces_at_start {
            Self::Endgame
        } else if plies < Self::OPENING_PLIES && pieces * 5 >= pieces_at_start * 4 {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }
}

/// The accuracy of a move that gave away this share of the point (0 to 1).
pub fn of_loss(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    let points = 100.0 * loss;
    // One point is granted for the evaluation's own error.
    (103.1668 * (-0.043_54 * points).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of a side in a game, or nothing if it made no move: the mean of two means. The first weighs moves by how much was at stake around
/// them; the second, harmonic, lets no bad move hide behind many good ones.
///
/// `shares` are White's expected shares of the point, before the first move and after every move. `moves` are the side's moves: the index
/// of each among all moves, and its accuracy.
pub fn of_game(shares: &[f64], moves: &[(usize, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let plies = shares.len() - 1;
    let window = (plies / 10).clamp(2, 8);
    let weight = |ply: usize| {
        let start = (ply + 2).saturating_sub(window);
        let around = &shares[start..(start + window).min(shares.len())];
        (100.0 * standard_deviation(around)).clamp(0.5, 12.0)
    };
    let total: f64 = moves.iter().map(|&(ply, _)| weight(ply)).sum();
    let weighted = moves.iter().map(|&(ply, accuracy)| weight(ply) * accuracy).sum::<f64>() / total;
    Some(f64::midpoint(weighted, harmonic_mean(moves)))
}

/// The accuracy of some of a side's moves, or nothing without any.
pub fn of_moves(moves: &[(usize, f64)]) -> Option<f64> {
    (!moves.is_empty()).then(|| harmonic_mean(moves))
}

fn harmonic_mean(moves: &[(usize, f64)]) -> f64 {
    // A move of accuracy zero would make the mean zero, whatever else was played.
    let inverse: f64 = moves.iter().map(|&(_, accuracy)| 1.0 / accuracy.max(1.0)).sum();
    moves.len() as f64 / inverse
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_nothing_away_is_perfect_and_what_gives_all_away_is_worth_nothing() {
        for nothing in [0.0, -0.2] {
            assert!((of_loss(nothing) - 100.0).abs() < 1e-9, "{nothing}");
        }
        assert!((60.0..70.0).contains(&of_loss(0.10)), "{}", of_loss(0.10));
        assert!(of_loss(1.0) < 1.0, "{}", of_loss(1.0));
    }

    #[test]
    fn a_game_of_perfect_moves_is_perfect_and_one_blunder_costs_much() {
        let shares = [0.5; 21];
        let perfect: Vec<(usize, f64)> = (0..20).step_by(2).map(|ply| (ply, 100.0)).collect();
        assert_eq!(of_game(&shares, &perfect), Some(100.0));
        let mut blundered = perfect.clone();
        blundered[4].1 = 5.0;
        let mut swung = shares;
        swung[9..].fill(0.05);
        let accuracy = of_game(&swung, &blundered).expect("there are moves");
        assert!((20.0..75.0).contains(&accuracy), "{accuracy}");
        assert_eq!(of_game(&shares, &[]), None);
    }

    #[test]
    fn phases_follow_each_other() {
        assert_eq!(Phase::of(0, 32, 32), Phase::Opening);
        assert_eq!(Phase::of(25, 32, 32), Phase::Middlegame);
        assert_eq!(Phase::of(10, 20, 32), Phase::Middlegame);
        assert_eq!(Phase::of(10, 15, 32), Phase::Endgame);
        assert_eq!(Phase::of(0, 4, 4), Phase::Opening);
        assert_eq!(Phase::of(60, 1, 4), Phase::Endgame);
    }
}

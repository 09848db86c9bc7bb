//! How strong programs are by their results against each other: Elo ratings by maximum likelihood (the model of Bradley
//! and Terry), with error bars.

use std::collections::BTreeMap;

/// Ratings are differences; this is their average.
const AVERAGE: f64 = 1_500.0;
/// Elo points for a factor of e.
const SCALE: f64 = 173.717_79;
/// One draw against an imaginary average player, so that a program without a loss has a finite rating.
const PRIOR: f64 = 1.0;
/// 95 % of a normal distribution.
const CONFIDENCE: f64 = 1.96;
/// More rounds change nothing that is shown.
const ROUNDS: usize = 500;

/// The result of a game for its first player, in half points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The first player.
    pub first: String,
    /// The second.
    pub second: String,
    /// 2 if the first won, 1 for a draw, 0 if the second won.
    pub half_points: u8,
}

/// A row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    /// Who.
    pub name: String,
    /// The rating.
    pub elo: f64,
    /// Half the width of its interval of 95 %.
    pub error: f64,
    /// How many games.
    pub games: u32,
    /// Points made.
    pub points: f64,
}

/// The table of all who have played, the strongest first.
pub fn ratings(games: &[Played]) -> Vec<Rated> {
    let mut names: Vec<&str> = Vec::new();
    let mut index = BTreeMap::new();
    for name in games.iter().flat_map(|game| [&game.first, &game.second]) {
        index.entry(name.as_str()).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        });
    }
    let count = names.len();
    let mut points = vec![0.0; count];
    let mut played = vec![0_u32; count];
    // How often each pair has met.
    let mut met: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for game in games {
        let (first, second) = (index[game.first.as_str()], index[game.second.as_str()]);
        if first == second {
            continue;
        }
        let share = f64::from(game.half_points) / 2.0;
        points[first] += share;
        points[second] += 1.0 - share;
        played[first] += 1;
        played[second] += 1;
        *met.entry((first.min(second), first.max(second))).or_default() += 1.0;
    }
    // Minorisation and maximisation; the imaginary player has strength one.
    let mut strength = vec![1.0_f64; count];
    for _ in 0..ROUNDS {
        let mut weight: Vec<f64> = strength.iter().map(|own| PRIOR / (own + 1.0)).collect();
        for (&(a, b), &times) in &met {
            let share = times / (strength[a] + strength[b]);
            weight[a] += share;
            weight[b] += share;
        }
        for (own, (points, weight)) in strength.iter_mut().zip(points.iter().zip(&weight)) {
            *own = (points + PRIOR / 2.0) / weight;
        }
    }
    // The information of the games about each rating.
    let mut information: Vec<f64> =
        strength.iter().map(|own| PRIOR * own / ((own + 1.0) * (own + 1.0))).collect();
    for (&(a, b), &times) in &met {
        let (first, second) = (strength[a], strength[b]);
        let more = times * first * second / ((first + second) * (first + second));
        information[a] += more;
        information[b] += more;
    }
    let mut rated: Vec<Rated> = (0..count)
        .map(|at| Rated {
            name: names[at].to_owned(),
            elo: AVERAGE + SCALE * strength[at].ln(),
            error: CONFIDENCE * SCALE / information[at].sqrt(),
            games: played[at],
            points: points[at],
        })
        .collect();
    rated.sort_by(|a, b| b.elo.total_cmp(&a.elo).then_with(|| a.name.cmp(&b.name)));
    rated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(first: &str, second: &str, half_points: u8, times: usize) -> Vec<Played> {
        let game = Played { first: first.to_owned(), second: second.to_owned(), half_points };
        vec![game; times]
    }

    #[test]
    fn a_score_of_three_quarters_is_about_190_points() {
        let all = [games("A", "B", 2, 300), games("A", "B", 0, 100)].concat();
        let rated = ratings(&all);
        assert_eq!((rated[0].name.as_str(), rated[0].games, rated[0].points), ("A", 400, 300.0));
        let difference = rated[0].elo - rated[1].elo;
        assert!((difference - 190.8).abs() < 4.0, "{difference}");
    }

    #[test]
    fn more_games_make_smaller_errors() {
        let few = ratings(&games("A", "B", 1, 10));
        let many = ratings(&games("A", "B", 1, 1_000));
        assert!(few[0].error > 5.0 * many[0].error, "{few:?} {many:?}");
        assert!((few[0].elo - 1_500.0).abs() < 0.1);
    }

    #[test]
    fn one_who_never_loses_has_a_finite_rating() {
        let rated = ratings(&games("A", "B", 2, 20));
        assert!(rated.iter().all(|row| row.elo.is_finite() && row.error.is_finite()), "{rated:?}");
        assert_eq!(rated[0].name, "A");
        assert!(ratings(&[]).is_empty());
    }

    #[test]
    fn strength_is_carried_over_common_opponents() {
        let all = [
            games("A", "B", 2, 30),
            games("A", "B", 0, 10),
            games("B", "C", 2, 30),
            games("B", "C", 0, 10),
        ];
        let names: Vec<_> = ratings(&all.concat()).into_iter().map(|row| row.name).collect();
        assert_eq!(names, ["A", "B", "C"]);
    }
}

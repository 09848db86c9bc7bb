//! Invariants of every way of pairing, by many small tournaments.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use estopim_tournament::arena::{self, Waiting};
use estopim_tournament::{
    GameResult, History, PlayedGame, PlayerId, Round, Why, random, round_robin, standings, swiss,
};
use proptest::prelude::*;
use rstest::rstest;

fn players(count: usize) -> Vec<PlayerId> {
    (0..count as u32).map(PlayerId).collect()
}

/// A small generator, so that a tournament depends on its seed alone.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    }
}

/// Everybody plays once or has the bye, and only an odd number has one.
fn check_whole(round: &Round, players: &[PlayerId]) {
    let mut seen = HashSet::new();
    for pairing in &round.pairings {
        assert!(seen.insert(pairing.white) && seen.insert(pairing.black), "{pairing:?}");
        assert!(!pairing.why.is_empty());
    }
    assert_eq!(round.bye.is_some(), players.len() % 2 == 1);
    seen.extend(round.bye);
    assert_eq!(seen, players.iter().copied().collect());
}

/// Adds a round to the history, with results by dice.
fn play(history: &mut History, round: &Round, roll: &mut impl FnMut(usize) -> usize) {
    history.byes.extend(round.bye);
    for pairing in &round.pairings {
        let result = match roll(5) {
            0 | 1 => GameResult::White,
            2 | 3 => GameResult::Black,
            _ => GameResult::Draw,
        };
        let (white, black) = (pairing.white, pairing.black);
        history.games.push(PlayedGame { white, black, result: Some(result) });
    }
}

#[rstest]
fn in_a_round_robin_everybody_meets_everybody_once(
    #[values(2, 3, 4, 5, 8, 9, 16, 29, 30, 59, 60)] count: usize,
) {
    let players = players(count);
    let mut met = HashSet::new();
    let mut balance: HashMap<PlayerId, i32> = HashMap::new();
    for number in 0..round_robin::rounds(count) {
        let round = round_robin::round(&players, number);
        check_whole(&round, &players);
        for pairing in &round.pairings {
            let (a, b) = (pairing.white.min(pairing.black), pairing.white.max(pairing.black));
            assert!(met.insert((a, b)), "{a:?} and {b:?} meet twice");
            *balance.entry(pairing.white).or_default() += 1;
            *balance.entry(pairing.black).or_default() -= 1;
        }
    }
    assert_eq!(met.len(), count * (count - 1) / 2);
    for (player, balance) in balance {
        assert!(balance.abs() <= 1, "{player:?} has {balance} more games with White");
    }
    // The next cycle has the colours swapped.
    let (first, again) =
        (round_robin::round(&players, 0), round_robin::round(&players, round_robin::rounds(count)));
    assert_eq!(first.pairings[0].white, again.pairings[0].black);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_swiss_tournament_pairs_everybody_and_nobody_twice(count in 2_usize..=60, seed: u64) {
        let players = players(count);
        let mut roll = dice(seed);
        let mut history = History::default();
        for number in 0..swiss::rounds(count) {
            let began = Instant::now();
            let round = swiss::pair(&players, &history);
            prop_assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
            check_whole(&round, &players);
            // While everybody has met less than half of the others, a pairing without repetition exists (Dirac).
            if number < count / 2 {
                for pairing in &round.pairings {
                    prop_assert_eq!(history.meetings(pairing.white, pairing.black), 0);
                }
            }
            if let Some(bye) = round.bye {
                prop_assert_eq!(history.byes_of(bye), 0, "a second bye in round {}", number);
            }
            play(&mut history, &round, &mut roll);
        }
        for &player in &players {
            prop_assert!(history.color_balance(player).abs() <= 3);
        }
    }

    #[test]
    fn by_lot_everybody_plays_and_almost_nobody_the_same_again(count in 2_usize..=60, seed: u64) {
        let players = players(count);
        let mut roll = dice(seed);
        let mut history = History::default();
        for _ in 0..6 {
            let round = random::pair(&players, &history, &mut roll);
            check_whole(&round, &players);
            let again = round.pairings.iter().filter(|it| history.last_opponent(it.white) == Some(it.black));
            prop_assert!(again.count() <= 1 || count < 4);
            play(&mut history, &round, &mut roll);
        }
        if count % 2 == 1 && count >= 7 {
            prop_assert!(players.iter().all(|&player| history.byes_of(player) <= 1));
        }
    }

    #[test]
    fn points_are_conserved(count in 2_usize..=30, seed: u64) {
        let players = players(count);
        let mut roll = dice(seed);
        let mut history = History::default();
        for _ in 0..4 {
            let round = swiss::pair(&players, &history);
            play(&mut history, &round, &mut roll);
        }
        let rows = standings(&players, &history);
        let total: u32 = rows.iter().map(|row| row.half_points).sum();
        prop_assert_eq!(total as usize, 2 * (history.games.len() + history.byes.len()));
        prop_assert!(rows.windows(2).all(|two| two[0].half_points >= two[1].half_points));
        prop_assert!(rows.windows(2).all(|two| two[0].rank <= two[1].rank));
        prop_assert_eq!(rows[0].rank, 1);
    }
}

#[test]
fn in_the_second_round_winners_meet_winners() {
    let players = players(8);
    let mut history = History::default();
    let first = swiss::pair(&players, &history);
    // The upper half meets the lower half.
    assert!(first.pairings.iter().all(|it| it.white.0.abs_diff(it.black.0) == 4), "{first:?}");
    for pairing in &first.pairings {
        let (white, black) = (pairing.white, pairing.black);
        history.games.push(PlayedGame { white, black, result: Some(GameResult::White) });
    }
    let second = swiss::pair(&players, &history);
    for pairing in &second.pairings {
        assert!(matches!(pairing.why[0], Why::SameScore(_)), "{pairing:?}");
        assert_eq!(pairing.why[1], Why::FirstMeeting);
    }
}

#[test]
fn ties_are_broken_by_the_opponents_scores() {
    let [a, b, c, d] = [0, 1, 2, 3].map(PlayerId);
    let won = |white, black| PlayedGame { white, black, result: Some(GameResult::White) };
    // Each of a and b has one win; a's was against c, who has won too.
    let history = History { games: vec![won(a, c), won(b, d), won(c, d), won(d, a)], byes: vec![] };
    let rows = standings(&[a, b, c, d], &history);
    let order: Vec<u32> = rows.iter().map(|row| row.player.0).collect();
    assert_eq!(rows.iter().map(|row| row.half_points).collect::<Vec<_>>(), [2, 2, 2, 2]);
    assert_eq!(order[0], 3, "{rows:?}");
    assert_eq!(order[3], 1, "{rows:?}");
    // Equal in everything: the same rank.
    let rows = standings(&[a, b], &History::default());
    assert_eq!((rows[0].rank, rows[1].rank), (1, 1));
}

#[test]
fn whoever_is_free_plays_at_once_but_not_the_same_opponent() {
    let [a, b, c] = [0, 1, 2].map(PlayerId);
    let played = PlayedGame { white: a, black: b, result: Some(GameResult::White) };
    let history = History { games: vec![played], byes: vec![] };
    let waits = |player, waited_ms| Waiting { player, waited_ms };
    // They have just played, and others will come.
    assert_eq!(arena::pair(&[waits(a, 100), waits(b, 100)], &history, 5_000, true), []);
    // They have waited long enough, or nobody else is there.
    assert_eq!(arena::pair(&[waits(a, 6_000), waits(b, 6_000)], &history, 5_000, true).len(), 1);
    let alone = arena::pair(&[waits(a, 100), waits(b, 100)], &history, 5_000, false);
    // The colours are swapped.
    assert_eq!((alone[0].white, alone[0].black), (b, a));
    // A third one is preferred.
    let three = arena::pair(&[waits(a, 100), waits(b, 200), waits(c, 0)], &history, 5_000, true);
    assert_eq!(three.len(), 1);
    assert!([three[0].white, three[0].black].contains(&c));
    assert_eq!(three[0].why[0], Why::BothFree);
}

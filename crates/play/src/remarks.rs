//! The computer's remarks during a game: when it makes one, and which. The texts are in `locales/`
//! (`remark-<kind>-<n>`).

use estopim_rules::variants::explosive_targets;
use estopim_rules::{AnyPosition, Color, Move, Rules, SplitMix64, with_rules};

use crate::end::End;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemarkKind {
    /// The game begins.
    Greeting,
    /// The computer has captured.
    Capture,
    /// Something has exploded.
    Explosion,
    /// The opponent has made a bad mistake.
    Blunder,
    /// The opponent has played well.
    GoodMove,
    /// The computer threatens to explode a king.
    Threat,
    /// The computer gives check.
    Check,
    /// The computer has won.
    Win,
    /// The computer has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl RemarkKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Greeting,
        Self::Capture,
        Self::Explosion,
        Self::Blunder,
        Self::GoodMove,
        Self::Threat,
        Self::Check,
        Self::Win,
        Self::Loss,
        Self::Draw,
    ];

    /// The kind in the name of a text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Capture => "capture",
            Self::Explosion => "explosion",
            Self::Blunder => "blunder",
            Self::GoodMove => "goodmove",
            Self::Threat => "threat",
            Self::Check => "check",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }

    /// How many texts there are of a kind, numbered from one.
    pub const COUNT: u32 = 6;

    /// The name of the text number `n`.
    pub fn key(self, n: u32) -> String {
        format!("remark-{}-{n}", self.name())
    }

    /// The name of a random text of this kind, other than the last one said.
    fn next_key(self, last: Option<&str>, random: u64) -> String {
        let keys = (1..=Self::COUNT).map(|n| self.key(n));
        let mut keys: Vec<String> = keys.filter(|key| Some(key.as_str()) != last).collect();
        keys.swap_remove((random % keys.len() as u64) as usize)
    }

    /// The probability of a remark on an occasion, in percent.
    const fn eagerness(self) -> u64 {
        match self {
            Self::Blunder => 60,
            Self::Explosion => 50,
            Self::GoodMove | Self::Check => 40,
            Self::Capture | Self::Threat => 30,
            Self::Greeting | Self::Win | Self::Loss | Self::Draw => 100,
        }
    }
}

/// A change of evaluation that makes the opponent's move a blunder…
const BLUNDER_CP: i32 = 250;
/// …or a good one.
const GOOD_MOVE_CP: i32 = 120;
/// Evaluations beyond this are all the same.
const CERTAIN_CP: i32 = 1_500;

/// Whether the opponent's last move was a blunder or a good move: `expected_cp` is the computer's evaluation after its
/// own last move, `found_cp` its evaluation now.
fn judgement(expected_cp: i32, found_cp: i32) -> Option<RemarkKind> {
    let clamped = |score: i32| score.clamp(-CERTAIN_CP, CERTAIN_CP);
    match clamped(found_cp) - clamped(expected_cp) {
        gain if gain >= BLUNDER_CP => Some(RemarkKind::Blunder),
        gain if gain <= -GOOD_MOVE_CP => Some(RemarkKind::GoodMove),
        _ => None,
    }
}

/// The occasions for a remark on the computer's move in `before`, the most important first. Evaluations are for the
/// computer, in centipawns: after its last move, and now. Whoever plays the computer passes what it has: a server the
/// scores of its searches, which cost nothing; a program on the player's own machine those of a quick search by full
/// strength before and after the move, which a weak level's errors do not distort.
pub fn occasions(
    before: &AnyPosition,
    mv: Move,
    expected_cp: Option<i32>,
    found_cp: Option<i32>,
) -> Vec<RemarkKind> {
    let after = before.after(mv);
    let opponents_move =
        expected_cp.zip(found_cp).and_then(|(expected, found)| judgement(expected, found));
    let explodes = before.explosion(mv).is_some();
    let own_move = if after.is_check() {
        Some(RemarkKind::Check)
    } else if is_threatened(&after) && !is_threatened_in(before, &after) {
        Some(RemarkKind::Threat)
    } else if before.is_capture(mv) && !explodes {
        Some(RemarkKind::Capture)
    } else {
        None
    };
    let explosion = explodes.then_some(RemarkKind::Explosion);
    opponents_move.into_iter().chain(explosion).chain(own_move).collect()
}

/// Whether the king of the side to move could be exploded by the next capture.
fn is_threatened(position: &AnyPosition) -> bool {
    is_threatened_in(position, position)
}

/// Whether the king of the side to move in `now` could be exploded on the board of `position`.
fn is_threatened_in(position: &AnyPosition, now: &AnyPosition) -> bool {
    with_rules!(now.variant(), R => <R as Rules>::EXPLODES)
        && explosive_targets(position.board(), now.turn()).any()
}

/// What the computer says at the end, if anything; `computer` is its side.
pub fn on_end(end: End, computer: Color) -> Option<RemarkKind> {
    match end.winner() {
        _ if end == End::Aborted => None,
        Some(winner) if winner == computer => Some(RemarkKind::Win),
        Some(_) => Some(RemarkKind::Loss),
        None => Some(RemarkKind::Draw),
    }
}

/// Chooses remarks at random, and never the same twice in a row.
#[derive(Clone, Debug)]
pub struct Remarks {
    rng: SplitMix64,
    last: Option<String>,
}

impl Remarks {
    /// Remarks chosen by `seed`, the first after the one called `last`.
    pub fn new(seed: u64, last: Option<&str>) -> Self {
        Self { rng: SplitMix64::new(seed), last: last.map(str::to_owned) }
    }

    /// Chooses an occasion to remark on, or none.
    pub fn choose(&mut self, found: &[RemarkKind]) -> Option<RemarkKind> {
        choose(found, || self.rng.next_u64())
    }

    /// The name of the text to say.
    pub fn next_key(&mut self, kind: RemarkKind) -> String {
        let key = kind.next_key(self.last.as_deref(), self.rng.next_u64());
        self.last = Some(key.clone());
        key
    }
}

/// Chooses an occasion to remark on, or none. `random` is called for each number needed.
fn choose(found: &[RemarkKind], mut random: impl FnMut() -> u64) -> Option<RemarkKind> {
    found.iter().copied().find(|kind| random() % 100 < kind.eagerness())
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::nothing(Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", (0, 0), &[])]
    #[case::blunder(Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", (0, 300), &[RemarkKind::Blunder])]
    #[case::good_move(Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", (300, 100), &[RemarkKind::GoodMove])]
    #[case::certain(Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", (2_000, 30_000), &[])]
    #[case::capture(Variant::Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", (0, 0), &[RemarkKind::Capture])]
    #[case::check(Variant::Chess, "4k3/8/8/8/8/8/8/K6R w - - 0 1", "h1h8", (0, 0), &[RemarkKind::Check])]
    #[case::explosion(Variant::Atomic, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", (0, 0), &[RemarkKind::Explosion])]
    #[case::threat(Variant::Atomic, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "f3g5", (0, 0), &[RemarkKind::Threat])]
    #[case::old_threat(Variant::Atomic, "rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "a2a3", (0, 0), &[])]
    fn each_occasion_is_seen(
        #[case] variant: Variant,
        #[case] fen: &str,
        #[case] uci: &str,
        #[case] scores: (i32, i32),
        #[case] wanted: &[RemarkKind],
    ) {
        let position = AnyPosition::from_fen(variant, fen).expect("a sound position");
        let mv = position.parse_uci(uci).expect("a legal move");
        assert_eq!(occasions(&position, mv, Some(scores.0), Some(scores.1)), wanted);
    }

    #[test]
    fn no_remark_is_made_twice_in_a_row() {
        let mut last = RemarkKind::Explosion.key(1);
        let mut remarks = Remarks::new(1, Some(&last));
        for _ in 0..200 {
            let next = remarks.next_key(RemarkKind::Explosion);
            assert_ne!(next, last);
            last = next;
        }
    }

    #[test]
    fn the_end_is_remarked_on_from_the_computers_side() {
        let resigned = End::Resigned(Color::White);
        for (end, computer, wanted) in [
            (resigned, Color::Black, Some(RemarkKind::Win)),
            (resigned, Color::White, Some(RemarkKind::Loss)),
            (End::Agreed, Color::White, Some(RemarkKind::Draw)),
            (End::Aborted, Color::White, None),
        ] {
            assert_eq!(on_end(end, computer), wanted, "{end:?}");
        }
    }

    #[test]
    fn occasions_are_taken_now_and_then_and_the_end_always() {
        let mut rng = SplitMix64::new(1);
        let mut taken =
            |kind| (0..1_000).filter(|_| choose(&[kind], || rng.next_u64()).is_some()).count();
        assert!((350..450).contains(&taken(RemarkKind::Check)));
        assert_eq!(taken(RemarkKind::Win), 1_000);
    }
}

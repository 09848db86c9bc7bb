//! Every tunable number of the search, one table a game.
//!
//! Margins are centipawns, depths plies, reductions 1024ths of a ply; shares say what they are parts of where
//! they are used. `estopim tune search` turns them.

macro_rules! tuning {
    ($($name:ident in $low:literal..=$high:literal,)*) => {
        /// The numbers of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each field is explained where the search uses it")]
        pub struct Tuning {
            $(pub $name: i32,)*
        }

        impl Tuning {
            /// Every number's name and the values that make sense, in a fixed order.
            pub const KNOBS: &'static [Knob] =
                &[$(Knob { name: stringify!($name), least: $low, most: $high },)*];

            /// All numbers, in the order of the knobs.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// The numbers given in the order of the knobs; those missing stay as they are.
            #[must_use]
            pub fn with_values(mut self, values: &[i32]) -> Self {
                let mut values = values.iter();
                $(if let Some(&value) = values.next() {
                    self.$name = value;
                })*
                self
            }
        }
    };
}

/// A number of the search as a tuner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knob {
    /// Its name.
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

impl Knob {
    /// Whether others are divided by it, so that it cannot be zero.
    pub fn divides(&self) -> bool {
        self.name.ends_with("_divisor")
    }
}

tuning! {
    aspiration_delta in 5..=60,
    reverse_futility_margin in 30..=250,
    reverse_futility_depth in 3..=14,
    razor_margin in 100..=900,
    razor_depth in 0..=6,
    null_depth in 1..=6,
    null_base in 2..=6,
    null_depth_divisor in 2..=7,
    null_eval_divisor in 80..=500,
    probcut_margin in 60..=500,
    probcut_depth in 3..=8,
    hintless_depth in 2..=8,
    futility_base in 0..=400,
    futility_slope in 30..=300,
    futility_depth in 0..=14,
    late_move_base in 1..=24,
    quiet_exchange_margin in 5..=160,
    capture_exchange_margin in 20..=320,
    history_prune in 1000..=10000,
    reduction_base in 0..=1600,
    reduction_slope in 200..=900,
    reduction_history_share in 2..=24,
    cut_reduction in 0..=2560,
    worsening_reduction in 0..=1536,
    line_reduction in 0..=2560,
    danger_reduction in 0..=2560,
    threat_reduction in 0..=2560,
    capture_reduction in 0..=2560,
    refuted_reduction in 0..=1536,
    singular_depth in 3..=10,
    singular_margin in 4..=96,
    double_margin in 0..=80,
    standing_margin in 50..=500,
    check_extension_depth in 4..=24,
    bonus_slope in 40..=400,
    bonus_most in 500..=3600,
    malus_slope in 40..=400,
    malus_most in 500..=3600,
    correction_share in 50..=550,
}

/// Classic chess.
pub const CHESS: Tuning = Tuning {
    aspiration_delta: 15,
    reverse_futility_margin: 63,
    reverse_futility_depth: 8,
    razor_margin: 303,
    razor_depth: 3,
    null_depth: 4,
    null_base: 4,
    null_depth_divisor: 4,
    null_eval_divisor: 213,
    probcut_margin: 137,
    probcut_depth: 6,
    hintless_depth: 5,
    futility_base: 57,
    futility_slope: 87,
    futility_depth: 10,
    late_move_base: 8,
    quiet_exchange_margin: 21,
    capture_exchange_margin: 84,
    history_prune: 3677,
    reduction_base: 850,
    reduction_slope: 528,
    reduction_history_share: 8,
    cut_reduction: 979,
    worsening_reduction: 465,
    line_reduction: 888,
    danger_reduction: 1150,
    threat_reduction: 1119,
    capture_reduction: 1026,
    refuted_reduction: 555,
    singular_depth: 6,
    singular_margin: 28,
    double_margin: 16,
    standing_margin: 158,
    check_extension_depth: 12,
    bonus_slope: 143,
    bonus_most: 1763,
    malus_slope: 183,
    malus_most: 1366,
    correction_share: 145,
};

/// The atomic games: evaluations swing further, exchanges are single captures. Whether a node or a quiet move is
/// hopeless cannot be told from an evaluation here: without razoring and futility it plays no worse.
pub const ATOMIC: Tuning = Tuning {
    aspiration_delta: 22,
    reverse_futility_margin: 88,
    reverse_futility_depth: 5,
    razor_margin: 423,
    razor_depth: 0,
    null_depth: 3,
    null_base: 4,
    null_depth_divisor: 4,
    null_eval_divisor: 264,
    probcut_margin: 246,
    probcut_depth: 5,
    hintless_depth: 4,
    futility_base: 175,
    futility_slope: 134,
    futility_depth: 0,
    late_move_base: 10,
    quiet_exchange_margin: 55,
    capture_exchange_margin: 125,
    history_prune: 3464,
    reduction_base: 829,
    reduction_slope: 491,
    reduction_history_share: 8,
    cut_reduction: 1042,
    worsening_reduction: 471,
    line_reduction: 620,
    danger_reduction: 1017,
    threat_reduction: 1023,
    capture_reduction: 933,
    refuted_reduction: 591,
    singular_depth: 4,
    singular_margin: 38,
    double_margin: 19,
    standing_margin: 245,
    check_extension_depth: 10,
    bonus_slope: 168,
    bonus_most: 1558,
    malus_slope: 227,
    malus_most: 1455,
    correction_share: 173,
};

/// Pawn Battle: races are decided by single tempi, so little is pruned.
pub const PAWN_BATTLE: Tuning = Tuning {
    reverse_futility_margin: 150,
    reverse_futility_depth: 6,
    razor_margin: 600,
    futility_base: 250,
    futility_slope: 150,
    futility_depth: 5,
    late_move_base: 6,
    reduction_base: 400,
    reduction_slope: 350,
    ..CHESS
};

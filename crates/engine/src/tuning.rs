//! The parameters of the search: those that `estopim tune search` tunes, one table a game, and the constants that all
//! games share.
//!
//! Margins are centipawns, depths plies, reductions 1024ths of a ply; a share is divided by the constant that is named
//! after its unit.

macro_rules! tuning {
    ($($name:ident in $low:literal..=$high:literal,)*) => {
        /// The parameters of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each field is explained where the search uses it")]
        pub struct Tuning {
            $(pub $name: i32,)*
        }

        impl Tuning {
            /// The name and the range of every parameter, in a fixed order.
            pub const PARAMS: &'static [ParamRange] =
                &[$(ParamRange { name: stringify!($name), min: $low, max: $high },)*];

            /// All values, in the order of [`Self::PARAMS`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// These values in the order of [`Self::PARAMS`]; those missing stay as they are.
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

/// The name of a parameter and the values that a tuner may try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamRange {
    /// Its name.
    pub name: &'static str,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
}

impl ParamRange {
    /// Whether the parameter is a divisor, so that it cannot be zero.
    pub fn is_divisor(&self) -> bool {
        self.name.ends_with("_divisor")
    }
}

// Aspiration windows.

/// Shallower searches use an open window, in plies.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// A window wider than this is opened, in centipawns.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 600;
/// By how much failing high reduces the depth at most, in plies.
pub(crate) const ASPIRATION_MAX_REDUCTION: i32 = 3;
/// Aspiration windows: each time the search fails, the window grows by its size divided by this.
pub(crate) const ASPIRATION_GROWTH_DIVISOR: i32 = 2;

// Transposition table, repetition, dead positions.

/// From this halfmove clock on, scores of the transposition table cause no cutoffs, in plies.
pub(crate) const TT_CUTOFF_HALFMOVES: u16 = 90;
/// Insufficient material is checked for with at most this many pieces on the board.
pub(crate) const DEAD_POSITION_PIECES: u32 = 4;

// Null-move pruning and ProbCut.

/// By how much an evaluation above beta adds to the reduction at most, in plies.
pub(crate) const NULL_MOVE_MAX_EVAL_REDUCTION: i32 = 3;
/// From this depth on null-move pruning is verified by a search, in plies.
pub(crate) const NULL_MOVE_VERIFICATION_DEPTH: i32 = 14;
/// Null-move pruning: there are no null moves in the upper part of a verification search, in quarters of its depth.
pub(crate) const NULL_MOVE_VERIFICATION_QUARTERS: usize = 3;
/// By how much less deep `ProbCut` searches, the capture included, in plies.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

// Pruning of late moves at shallow depth.

/// The deepest reduced depth of history pruning, in plies.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 4;
/// The deepest reduced depth of SEE pruning of quiet moves, in plies.
pub(crate) const SEE_QUIET_DEPTH: i32 = 8;
/// The deepest depth of SEE pruning of bad captures, in plies.
pub(crate) const SEE_CAPTURE_DEPTH: i32 = 6;

// Singular extensions.

/// By how much shallower than the node the entry of the TT move may be, in plies.
pub(crate) const SINGULAR_TT_DEPTH: i32 = 3;
/// Singular extension: the other moves are searched to the remaining depth, less one, divided by this.
pub(crate) const SINGULAR_DEPTH_DIVISOR: i32 = 2;
/// The unit of `singular_margin`: one over this number of a centipawn for each ply of depth.
pub(crate) const SINGULAR_MARGIN_UNIT: i32 = 16;
/// Singular extensions are tried up to this many times the root depth, in plies.
pub(crate) const SINGULAR_MAX_PLY_FACTOR: usize = 2;
/// The extension of a TT move that is not singular, in plies.
pub(crate) const SINGULAR_NEGATIVE_EXTENSION: i32 = -2;
/// How many double extensions a variation may have.
pub(crate) const MAX_DOUBLE_EXTENSIONS: i32 = 8;

// Late move reductions.

/// The least depth, in plies.
pub(crate) const LMR_DEPTH: i32 = 2;
/// Reduced more if the child node has had more beta cutoffs than this.
pub(crate) const LMR_CUTOFFS: i32 = 3;
/// The divisor of `lmr_history_share`, which is a reduction in 1024ths of a ply for each unit of history.
pub(crate) const LMR_HISTORY_UNIT: i32 = 64;

// Quiescence search.

/// In the first plies of quiescence, this many, evasions of threats are searched; after that only evasions of check.
pub(crate) const QS_DANGER_PLIES: i32 = 3;
/// After this many moves quiet evasions are skipped.
pub(crate) const QS_EVASIONS: i32 = 3;

// Histories and move ordering.

/// What is subtracted from the bonus and the malus of a history.
pub(crate) const HISTORY_BONUS_OFFSET: i32 = 60;
/// How many quiet moves of a node get a malus at most.
pub(crate) const MAX_QUIETS_TRIED: usize = 64;
/// How many captures of a node get a malus at most.
pub(crate) const MAX_CAPTURES_TRIED: usize = 32;
/// The largest error that correction history learns, in centipawns.
pub(crate) const CORRECTION_MAX_ERROR: i32 = 400;
/// Deeper searches count no more than this in correction history, in plies.
pub(crate) const CORRECTION_MAX_DEPTH: i32 = 16;
/// The divisor of `correction_share`, which is centipawns for each unit of correction history.
pub(crate) const CORRECTION_SHARE_UNIT: i32 = 65_536;
/// How many units of capture history a centipawn of captured value is worth.
pub(crate) const CAPTURE_VALUE_FACTOR: i32 = 16;
/// Puts quiet promotions to a queen first among the quiet moves.
pub(crate) const QUEEN_PROMOTION_BONUS: i32 = 100_000;
/// Puts quiet underpromotions last.
pub(crate) const UNDERPROMOTION_MALUS: i32 = -50_000;

tuning! {
    aspiration_delta in 5..=60,
    reverse_futility_margin in 30..=250,
    reverse_futility_depth in 3..=14,
    razoring_margin in 100..=900,
    razoring_depth in 0..=6,
    null_move_depth in 1..=6,
    null_move_base in 2..=6,
    null_move_depth_divisor in 2..=7,
    null_move_eval_divisor in 80..=500,
    probcut_margin in 60..=500,
    probcut_depth in 3..=8,
    iir_depth in 2..=8,
    futility_base in 0..=400,
    futility_slope in 30..=300,
    futility_depth in 0..=14,
    lmp_base in 1..=24,
    quiet_see_margin in 5..=160,
    capture_see_margin in 20..=320,
    history_pruning_margin in 1000..=10000,
    lmr_base in 0..=1600,
    lmr_slope in 200..=900,
    lmr_history_share in 2..=24,
    cut_node_reduction in 0..=2560,
    not_improving_reduction in 0..=1536,
    tt_pv_reduction in 0..=2560,
    danger_reduction in 0..=2560,
    threat_reduction in 0..=2560,
    capture_reduction in 0..=2560,
    cutoffs_reduction in 0..=1536,
    singular_depth in 3..=10,
    singular_margin in 4..=96,
    double_extension_margin in 0..=80,
    delta_margin in 50..=500,
    check_extension_depth in 4..=24,
    history_bonus_slope in 40..=400,
    history_bonus_max in 500..=3600,
    history_malus_slope in 40..=400,
    history_malus_max in 500..=3600,
    correction_share in 50..=550,
}

/// Classic chess.
pub const CHESS: Tuning = Tuning {
    aspiration_delta: 15,
    reverse_futility_margin: 63,
    reverse_futility_depth: 8,
    razoring_margin: 303,
    razoring_depth: 3,
    null_move_depth: 4,
    null_move_base: 4,
    null_move_depth_divisor: 4,
    null_move_eval_divisor: 213,
    probcut_margin: 137,
    probcut_depth: 6,
    iir_depth: 5,
    futility_base: 57,
    futility_slope: 87,
    futility_depth: 10,
    lmp_base: 8,
    quiet_see_margin: 21,
    capture_see_margin: 84,
    history_pruning_margin: 3677,
    lmr_base: 850,
    lmr_slope: 528,
    lmr_history_share: 8,
    cut_node_reduction: 979,
    not_improving_reduction: 465,
    tt_pv_reduction: 888,
    danger_reduction: 1150,
    threat_reduction: 1119,
    capture_reduction: 1026,
    cutoffs_reduction: 555,
    singular_depth: 6,
    singular_margin: 28,
    double_extension_margin: 16,
    delta_margin: 158,
    check_extension_depth: 12,
    history_bonus_slope: 143,
    history_bonus_max: 1763,
    history_malus_slope: 183,
    history_malus_max: 1366,
    correction_share: 145,
};

/// The atomic games: evaluations vary more, and exchanges are single captures. Razoring and futility pruning are off:
/// with them it plays no better.
pub const ATOMIC: Tuning = Tuning {
    aspiration_delta: 22,
    reverse_futility_margin: 88,
    reverse_futility_depth: 5,
    razoring_margin: 423,
    razoring_depth: 0,
    null_move_depth: 3,
    null_move_base: 4,
    null_move_depth_divisor: 4,
    null_move_eval_divisor: 264,
    probcut_margin: 246,
    probcut_depth: 5,
    iir_depth: 4,
    futility_base: 175,
    futility_slope: 134,
    futility_depth: 0,
    lmp_base: 10,
    quiet_see_margin: 55,
    capture_see_margin: 125,
    history_pruning_margin: 3464,
    lmr_base: 829,
    lmr_slope: 491,
    lmr_history_share: 8,
    cut_node_reduction: 1042,
    not_improving_reduction: 471,
    tt_pv_reduction: 620,
    danger_reduction: 1017,
    threat_reduction: 1023,
    capture_reduction: 933,
    cutoffs_reduction: 591,
    singular_depth: 4,
    singular_margin: 38,
    double_extension_margin: 19,
    delta_margin: 245,
    check_extension_depth: 10,
    history_bonus_slope: 168,
    history_bonus_max: 1558,
    history_malus_slope: 227,
    history_malus_max: 1455,
    correction_share: 173,
};

/// Pawn Battle: races are decided by one tempo, so little is pruned.
pub const PAWN_BATTLE: Tuning = Tuning {
    reverse_futility_margin: 150,
    reverse_futility_depth: 6,
    razoring_margin: 600,
    futility_base: 250,
    futility_slope: 150,
    futility_depth: 5,
    lmp_base: 6,
    lmr_base: 400,
    lmr_slope: 350,
    ..CHESS
};

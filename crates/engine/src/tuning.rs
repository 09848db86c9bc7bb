//! Every tunable number of the search, one table a game.
//!
//! Margins are centipawns, depths plies, reductions 1024ths of a ply.

/// The numbers of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each field is explained where the search uses it")]
pub struct Tuning {
    pub aspiration_delta: i32,
    pub reverse_futility_margin: i32,
    pub reverse_futility_depth: i32,
    pub razor_margin: i32,
    pub null_base: i32,
    pub null_depth_divisor: i32,
    pub null_eval_divisor: i32,
    pub probcut_margin: i32,
    pub futility_base: i32,
    pub futility_slope: i32,
    pub futility_depth: i32,
    pub late_move_base: i32,
    pub quiet_exchange_margin: i32,
    pub capture_exchange_margin: i32,
    pub history_prune: i32,
    pub reduction_base: i32,
    pub reduction_slope: i32,
    pub reduction_history_divisor: i32,
    pub singular_depth: i32,
    pub singular_margin: i32,
    pub standing_margin: i32,
    pub check_extension_depth: i32,
}

/// Classic chess.
pub const CHESS: Tuning = Tuning {
    aspiration_delta: 14,
    reverse_futility_margin: 75,
    reverse_futility_depth: 9,
    razor_margin: 260,
    null_base: 4,
    null_depth_divisor: 4,
    null_eval_divisor: 200,
    probcut_margin: 180,
    futility_base: 90,
    futility_slope: 90,
    futility_depth: 9,
    late_move_base: 3,
    quiet_exchange_margin: 24,
    capture_exchange_margin: 90,
    history_prune: 3500,
    reduction_base: 800,
    reduction_slope: 470,
    reduction_history_divisor: 9,
    singular_depth: 7,
    singular_margin: 2,
    standing_margin: 150,
    check_extension_depth: 12,
};

/// The atomic games: evaluations swing further, exchanges are single captures.
pub const ATOMIC: Tuning = Tuning {
    aspiration_delta: 20,
    reverse_futility_margin: 110,
    reverse_futility_depth: 8,
    razor_margin: 400,
    null_base: 4,
    null_depth_divisor: 4,
    null_eval_divisor: 250,
    probcut_margin: 250,
    futility_base: 150,
    futility_slope: 120,
    futility_depth: 8,
    late_move_base: 4,
    quiet_exchange_margin: 60,
    capture_exchange_margin: 120,
    history_prune: 4000,
    reduction_base: 700,
    reduction_slope: 450,
    reduction_history_divisor: 9,
    singular_depth: 7,
    singular_margin: 2,
    standing_margin: 220,
    check_extension_depth: 12,
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

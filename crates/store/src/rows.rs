//! Rows of either database as records: each field is the column of its name.
//!
//! Written by a macro of ours and not by `derive(FromRow)`, which compiles the whole of sqlx a second time, for the
//! build host.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Error, FromRow, Row};

use crate::records::{
    AccountRow, ChatRow, ClassGameRow, ClassMemberRow, ClassRow, Downtime, GameRow, MoveRow,
    ReportRow, SessionRow, TokenRow,
};

macro_rules! from_row {
    ($record:ident: $($field:ident),+ $(,)?) => {
        from_row!(@ SqliteRow, $record, $($field),+);
        from_row!(@ PgRow, $record, $($field),+);
    };
    (@ $row:ident, $record:ident, $($field:ident),+) => {
        impl FromRow<'_, $row> for $record {
            fn from_row(row: &$row) -> Result<Self, Error> {
                Ok(Self { $($field: row.try_get(stringify!($field))?),+ })
            }
        }
    };
}

from_row!(
    SessionRow: id, nickname, created_ms, title
);
from_row!(
    GameRow: id, variant, setup, initial_fen, audience, offline_key, kind, time_kind, time_base_ms, time_increment_ms, white_id, black_id, white_name, black_name, computer_color, computer_level, created_ms, started_ms, ended_ms, winner, reason, draw_offer, takeback_offer, rematch_offer, rematch_id, clock_white_ms, clock_black_ms, clock_from_ms, plies, max_infractions, white_infractions, black_infractions, white_title, black_title
);
from_row!(
    AccountRow: id, name, session, owner, title, created_ms
);
from_row!(
    TokenRow: id, hash, account, scopes, label, created_ms, used_ms
);
from_row!(
    MoveRow: ply, uci, at_ms, white_ms, black_ms
);
from_row!(
    ChatRow: line, author, body, remark, remark_args, at_ms
);
from_row!(
    ReportRow: game, engine, network, nodes, body, made_ms
);
from_row!(
    Downtime: from_ms, to_ms
);
from_row!(
    ClassRow: id, code, pin, name, created_ms, version, state
);
from_row!(
    ClassMemberRow: seat, class, session, animal, color, name, card, joined_ms, state
);
from_row!(
    ClassGameRow: game, round, tournament, why, variant, setup, initial_fen, kind, white_id, black_id, computer_color, computer_level, created_ms, ended_ms, winner, reason, plies
);

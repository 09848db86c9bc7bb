//! [`Store`]: an open database, and every query.

use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteError, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use thiserror::Error;

use crate::address::Address;
use crate::lock::FileLock;
use crate::migrations::MIGRATIONS;
use crate::records::{
    AccountRow, ChatRow, Downtime, GameRow, MoveRow, ReportRow, ResultFilter, ResultWords,
    SessionRow, TokenRow,
};
use crate::write::{Write, Written};
use crate::writer::Writer;

/// Connections for queries.
const CONNECTIONS: u32 = 4;
/// The timeout of a connection, after which the database counts as unavailable.
const CONNECTING: Duration = Duration::from_secs(3);
/// SQLite's busy timeout: how long a writer waits for a lock of another program.
const BUSY: Duration = Duration::from_secs(10);

/// An open database.
#[derive(Clone)]
pub struct Store {
    pub(crate) pool: Pool,
    /// The only connection that writes. With SQLite a commit by another connection would invalidate its page cache.
    writing: Pool,
    writer: Writer,
    /// The lock of an SQLite file; PostgreSQL needs none.
    lock: Option<FileLock>,
}

/// The connections to one of the two databases.
#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Why a query or a write failed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The address is malformed. It is shown without what may be a password.
    #[error("expected sqlite:PATH or postgres://…, found {0:?}")]
    Address(String),
    /// The address has an unknown parameter. It is shown without what may be a password.
    #[error("the address of the database has an unknown parameter after the question mark: {0:?}")]
    Parameter(String),
    /// Another server has locked the SQLite file, in this process or in another.
    #[error("another server uses {0}; one at a time may use an SQLite file")]
    InUse(String),
    /// A file cannot be opened.
    #[error("cannot open {path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: Arc<io::Error>,
    },
    /// A migration failed.
    #[error("the tables could not be brought up to date: {0}")]
    Migration(Arc<MigrateError>),
    /// An error of the database.
    #[error("the database failed: {0}")]
    Database(Arc<sqlx::Error>),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

/// The kind of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreErrorKind {
    /// The disk is full. Later writes may succeed.
    DiskFull,
    /// The database is unavailable at present.
    Unavailable,
    /// A permanent error: of the database, its address or the query.
    Fault,
}

impl StoreError {
    /// What the failure means.
    pub fn kind(&self) -> StoreErrorKind {
        match self {
            Self::Address(_) | Self::Parameter(_) | Self::Migration(_) => StoreErrorKind::Fault,
            Self::File { error, .. } => io_kind(error),
            Self::InUse(_) | Self::Closed => StoreErrorKind::Unavailable,
            Self::Database(error) => match &**error {
                sqlx::Error::Database(error) => {
                    let code = error.code().unwrap_or_default();
                    match error.try_downcast_ref::<SqliteError>() {
                        Some(_) => code.parse().map_or(StoreErrorKind::Fault, sqlite_kind),
                        None => postgres_kind(&code),
                    }
                }
                sqlx::Error::Io(error) => io_kind(error),
                sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => {
                    StoreErrorKind::Unavailable
                }
                _ => StoreErrorKind::Fault,
            },
        }
    }
}

fn io_kind(error: &io::Error) -> StoreErrorKind {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreErrorKind::DiskFull,
        _ => StoreErrorKind::Unavailable,
    }
}

/// By the [result codes of SQLite](https://www.sqlite.org/rescode.html), of which the last eight bits are the kind.
fn sqlite_kind(code: i32) -> StoreErrorKind {
    match code & 0xff {
        13 => StoreErrorKind::DiskFull,
        // PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CANTOPEN, PROTOCOL.
        3 | 5..=10 | 14 | 15 => StoreErrorKind::Unavailable,
        _ => StoreErrorKind::Fault,
    }
}

/// By the [error codes of PostgreSQL](https://www.postgresql.org/docs/current/errcodes-appendix.html).
fn postgres_kind(code: &str) -> StoreErrorKind {
    match code {
        "53100" => StoreErrorKind::DiskFull,
        // Connections, resources, and a server that is being shut down or has crashed.
        _ if ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class)) => {
            StoreErrorKind::Unavailable
        }
        _ => StoreErrorKind::Fault,
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error => Self::Database(Arc::new(error)),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        Self::Migration(Arc::new(error))
    }
}

/// A page of a long list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Only rows created before this.
    pub before_ms: i64,
    /// The most rows.
    pub limit: i64,
}

/// Runs one body against whichever pool is open; both arms are compiled and type-checked.
macro_rules! on_pool {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            Pool::Sqlite($pool) => $body,
            Pool::Postgres($pool) => $body,
        }
    };
}

pub(crate) use on_pool;

impl Store {
    /// Opens the database at an address, `sqlite:PATH` or `postgres://…`, and runs its migrations. An SQLite file can
    /// be opened once at a time.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let (pool, writing, lock) = match Address::parse(address)? {
            Address::Sqlite(path) => {
                let path = Path::new(path);
                let lock = FileLock::take(path)?;
                let pool = open_sqlite(path, CONNECTIONS).await?;
                (Pool::Sqlite(pool), Pool::Sqlite(open_sqlite(path, 1).await?), Some(lock))
            }
            Address::Postgres(address) => {
                let pool = open_postgres(address, CONNECTIONS).await?;
                // Queries have connections of their own, so that they never delay the writer.
                let writing = open_postgres(address, 1).await?;
                (Pool::Postgres(pool), Pool::Postgres(writing), None)
            }
        };
        match &pool {
            Pool::Sqlite(pool) => MIGRATIONS.run(pool).await?,
            Pool::Postgres(pool) => MIGRATIONS.run(pool).await?,
        }
        let writer = Writer::start(writing.clone());
        Ok(Self { pool, writing, writer, lock })
    }

    /// Writes all or nothing. Once this returns they survive a crash.
    pub async fn write(&self, writes: Vec<Write>) -> Result<Written, StoreError> {
        self.writer.write(writes).await
    }

    /// Whether something can be written now, tested by writing a heartbeat. It is a small write, which may still
    /// succeed on a nearly full disk. The time must differ from the last heartbeat's, or nothing is written.
    pub async fn check_write(&self, now_ms: i64) -> Result<(), StoreError> {
        let _: Written = self.write(vec![Write::Beat { now_ms }]).await?;
        Ok(())
    }

    /// Records the downtime since the last heartbeat, and that a server runs now.
    pub async fn resume(&self, now_ms: i64) -> Result<(), StoreError> {
        let last: Option<(i64,)> = on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/last_heartbeat.sql")).fetch_optional(pool).await?
        });
        if let Some((last_ms,)) = last
            && last_ms < now_ms
        {
            on_pool!(self, pool => {
                sqlx::query(include_str!("sql/insert_downtime.sql"))
                    .bind(last_ms)
                    .bind(now_ms)
                    .execute(pool)
                    .await?;
            });
        }
        self.check_write(now_ms).await
    }

    /// The periods of downtime that ended after a moment.
    pub async fn downtimes(&self, after_ms: i64) -> Result<Vec<Downtime>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/downtimes.sql")).bind(after_ms).fetch_all(pool).await?
        }))
    }

    /// A session, if it is stored.
    pub async fn session(&self, id: &str) -> Result<Option<SessionRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/session.sql")).bind(id).fetch_optional(pool).await?
        }))
    }

    /// A game.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/game.sql")).bind(id).fetch_optional(pool).await?
        }))
    }

    /// The id of the game that was sent in under a key, if there is one.
    pub async fn offline_game(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/offline_game.sql")).bind(key).fetch_optional(pool).await?
        });
        Ok(row.map(|(id,)| id))
    }

    /// The moves of a game, in order.
    pub async fn moves(&self, game: &str) -> Result<Vec<MoveRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/moves.sql")).bind(game).fetch_all(pool).await?
        }))
    }

    /// The newest report of a game, if there is one.
    pub async fn report(&self, game: &str) -> Result<Option<ReportRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/report.sql")).bind(game).fetch_optional(pool).await?
        }))
    }

    /// The last lines of a game's chat before the one numbered `before`, in order.
    pub async fn chat(
        &self,
        game: &str,
        before: i64,
        limit: i64,
    ) -> Result<Vec<ChatRow>, StoreError> {
        let mut rows: Vec<ChatRow> = on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/chat.sql"))
                .bind(game)
                .bind(before)
                .bind(limit)
                .fetch_all(pool)
                .await?
        });
        rows.reverse();
        Ok(rows)
    }

    /// The number of chat lines of each author in a game.
    pub async fn chat_counts(&self, game: &str) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/chat_counts.sql")).bind(game).fetch_all(pool).await?
        }))
    }

    /// Games under way whose kind of time is `time_kind`, in the order of their ids, after one of them.
    pub async fn timed_games(
        &self,
        time_kind: &str,
        after: &str,
        limit: i64,
    ) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/timed_games.sql"))
                .bind(time_kind)
                .bind(after)
                .bind(limit)
                .fetch_all(pool)
                .await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// The games of a session that have begun and not ended.
    pub async fn running_games_of(&self, session: &str) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/running_games_of.sql"))
                .bind(session)
                .fetch_all(pool)
                .await?
        }))
    }

    /// The games of a kind that have begun and not ended, oldest first.
    pub async fn running_games_of_kind(&self, kind: &str) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/running_games_of_kind.sql"))
                .bind(kind)
                .fetch_all(pool)
                .await?
        }))
    }

    /// An account by its id.
    pub async fn account(&self, id: &str) -> Result<Option<AccountRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/account.sql")).bind(id).fetch_optional(pool).await?
        }))
    }

    /// The account that a session plays under.
    pub async fn account_of_session(
        &self,
        session: &str,
    ) -> Result<Option<AccountRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/account_of_session.sql"))
                .bind(session)
                .fetch_optional(pool)
                .await?
        }))
    }

    /// The accounts that somebody has made, oldest first.
    pub async fn accounts_of(&self, owner: &str) -> Result<Vec<AccountRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/accounts_of.sql")).bind(owner).fetch_all(pool).await?
        }))
    }

    /// A token by its hash.
    pub async fn token(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/token.sql")).bind(hash).fetch_optional(pool).await?
        }))
    }

    /// The tokens of an account, oldest first.
    pub async fn tokens_of(&self, account: &str) -> Result<Vec<TokenRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/tokens_of.sql")).bind(account).fetch_all(pool).await?
        }))
    }

    /// The newest games of a kind that wait for an opponent.
    pub async fn open_seeks(&self, kind: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/open_seeks.sql"))
                .bind(kind)
                .bind(limit)
                .fetch_all(pool)
                .await?
        }))
    }

    /// One page of a player's games, newest first. `words` are those that results are written with.
    pub async fn games_of(
        &self,
        player: &str,
        page: Page,
        variant: Option<&str>,
        result: Option<ResultFilter>,
        words: ResultWords,
    ) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/games_of.sql"))
                .bind(player)
                .bind(page.before_ms)
                .bind(page.limit)
                .bind(variant)
                .bind(result.map(ResultFilter::word))
                .bind(words.white)
                .bind(words.black)
                .bind(words.aborted)
                .fetch_all(pool)
                .await?
        }))
    }

    /// Limits the file of an SQLite database to a number of pages, or removes the limit: a full disk for tests.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: Option<u32>) -> Result<(), StoreError> {
        let Pool::Sqlite(pool) = &self.writing else { return Ok(()) };
        // Zero leaves the limit as it is.
        let limit = pages.unwrap_or(u32::MAX).to_string();
        let options = (*pool.connect_options()).clone().pragma("max_page_count", limit.clone());
        pool.set_connect_options(options);
        // The open connection gets the limit, and never loses it: a store that went on using this connection would be
        // noticed.
        if pages.is_some() {
            let limit = sqlx::AssertSqlSafe(format!("pragma max_page_count = {limit}"));
            sqlx::query(limit).execute(pool).await?;
        }
        Ok(())
    }

    /// Closes every connection and releases the lock.
    pub async fn close(&self) {
        for pool in [&self.writing, &self.pool] {
            match pool {
                Pool::Sqlite(pool) => pool.close().await,
                Pool::Postgres(pool) => pool.close().await,
            }
        }
        if let Some(lock) = &self.lock {
            lock.release();
        }
    }
}

async fn open_sqlite(path: &Path, connections: u32) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // In WAL mode only FULL syncs every commit; NORMAL may lose the last ones with the power.
        .synchronous(SqliteSynchronous::Full)
        // The pages of some thousand running games, so that none is read again for the next move.
        .pragma("cache_size", "-32768")
        // Checkpoints the write-ahead log every 16 MiB instead of every 4, because the same pages change with every
        // move.
        .pragma("wal_autocheckpoint", "4096")
        // Temporary data stays in memory.
        .pragma("temp_store", "memory")
        .busy_timeout(BUSY);
    let pool = SqlitePoolOptions::new().max_connections(connections).acquire_timeout(CONNECTING);
    Ok(pool.connect_with(options).await?)
}

async fn open_postgres(address: &str, connections: u32) -> Result<PgPool, StoreError> {
    let options = PgConnectOptions::from_str(address)?;
    let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(CONNECTING);
    Ok(pool.connect_with(options).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::full(13, StoreErrorKind::DiskFull)]
    #[case::busy(5, StoreErrorKind::Unavailable)]
    #[case::busy_with_details(0x205, StoreErrorKind::Unavailable)]
    #[case::input_or_output(0x30a, StoreErrorKind::Unavailable)]
    #[case::constraint(0x813, StoreErrorKind::Fault)]
    #[case::corrupt(11, StoreErrorKind::Fault)]
    fn codes_of_sqlite_are_understood(#[case] code: i32, #[case] wanted: StoreErrorKind) {
        assert_eq!(sqlite_kind(code), wanted);
    }

    #[rstest]
    #[case::disk_full("53100", StoreErrorKind::DiskFull)]
    #[case::too_many_connections("53300", StoreErrorKind::Unavailable)]
    #[case::shut_down("57P01", StoreErrorKind::Unavailable)]
    #[case::cancelled("57014", StoreErrorKind::Fault)]
    #[case::unique("23505", StoreErrorKind::Fault)]
    fn codes_of_postgresql_are_understood(#[case] code: &str, #[case] wanted: StoreErrorKind) {
        assert_eq!(postgres_kind(code), wanted);
    }
}

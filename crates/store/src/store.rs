//! [`Store`]: an open database, and every question that is asked of it.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use thiserror::Error;

use crate::change::{Change, Written};
use crate::records::{ChatRow, Downtime, GameRow, MoveRow, ResultFilter, SessionRow};
use crate::writer::Writer;

/// Every migration, in order; they are only ever added.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// How many questions are answered at a time.
const CONNECTIONS: u32 = 4;
/// How long a writer waits for another program that has the SQLite file.
const BUSY: Duration = Duration::from_secs(10);

/// An open database.
#[derive(Clone)]
pub struct Store {
    pool: Pool,
    /// For SQLite a connection that does nothing but write: another's commit would empty its memory of pages.
    writing: Pool,
    writer: Writer,
}

/// The connections to one of the two databases.
#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Why something could not be kept or found.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The address means no database.
    #[error("expected sqlite:PATH or postgres://…, found {0:?}")]
    Address(String),
    /// The tables could not be brought up to date.
    #[error("the tables could not be brought up to date: {0}")]
    Migration(Arc<MigrateError>),
    /// The database did not do what it was asked.
    #[error("the database failed: {0}")]
    Database(Arc<sqlx::Error>),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Arc::new(error))
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        Self::Migration(Arc::new(error))
    }
}

/// Which part of a long list is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Only what was made before this.
    pub before_ms: i64,
    /// How much at most.
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

impl Store {
    /// Opens the database at an address, `sqlite:PATH` or `postgres://…`, and brings its tables up to date.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let (pool, writing) = if let Some(path) = address.strip_prefix("sqlite:") {
            let path = Path::new(path);
            let pool = open_sqlite(path, CONNECTIONS).await?;
            (Pool::Sqlite(pool), Pool::Sqlite(open_sqlite(path, 1).await?))
        } else if address.starts_with("postgres:") || address.starts_with("postgresql:") {
            let pool = open_postgres(address).await?;
            (Pool::Postgres(pool.clone()), Pool::Postgres(pool))
        } else {
            return Err(StoreError::Address(address.chars().take(60).collect()));
        };
        match &pool {
            Pool::Sqlite(pool) => MIGRATIONS.run(pool).await?,
            Pool::Postgres(pool) => MIGRATIONS.run(pool).await?,
        }
        let writer = Writer::start(writing.clone());
        Ok(Self { pool, writing, writer })
    }

    /// Writes changes together. Once this returns they outlive a crash.
    pub async fn write(&self, changes: Vec<Change>) -> Result<Written, StoreError> {
        self.writer.write(changes).await
    }

    /// Writes down that no server ran since the last heartbeat, and that one runs now.
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
        let _: Written = self.write(vec![Change::Beat { now_ms }]).await?;
        Ok(())
    }

    /// The stretches without a server that ended after a moment.
    pub async fn downtimes(&self, after_ms: i64) -> Result<Vec<Downtime>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/downtimes.sql")).bind(after_ms).fetch_all(pool).await?
        }))
    }

    /// A session, if it is kept.
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

    /// The moves of a game, in order.
    pub async fn moves(&self, game: &str) -> Result<Vec<MoveRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/moves.sql")).bind(game).fetch_all(pool).await?
        }))
    }

    /// The talk of a game, in order.
    pub async fn chat(&self, game: &str) -> Result<Vec<ChatRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/chat.sql")).bind(game).fetch_all(pool).await?
        }))
    }

    /// The newest games of the lobby that wait for an opponent.
    pub async fn open_seeks(&self, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/open_seeks.sql")).bind(limit).fetch_all(pool).await?
        }))
    }

    /// One page of a player's games, newest first.
    pub async fn games_of(
        &self,
        player: &str,
        page: Page,
        variant: Option<&str>,
        result: Option<ResultFilter>,
    ) -> Result<Vec<GameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/games_of.sql"))
                .bind(player)
                .bind(page.before_ms)
                .bind(page.limit)
                .bind(variant)
                .bind(result.map(ResultFilter::word))
                .fetch_all(pool)
                .await?
        }))
    }

    /// Closes every connection; what was written stays.
    pub async fn close(&self) {
        for pool in [&self.writing, &self.pool] {
            match pool {
                Pool::Sqlite(pool) => pool.close().await,
                Pool::Postgres(pool) => pool.close().await,
            }
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
        // A page that changes with every move is copied from the log to the file every 16 MiB, not every 4.
        .pragma("wal_autocheckpoint", "4096")
        // What a statement might have to undo is not written to a file.
        .pragma("temp_store", "memory")
        .busy_timeout(BUSY);
    Ok(SqlitePoolOptions::new().max_connections(connections).connect_with(options).await?)
}

async fn open_postgres(address: &str) -> Result<PgPool, StoreError> {
    let options = PgConnectOptions::from_str(address)?;
    Ok(PgPoolOptions::new().max_connections(CONNECTIONS).connect_with(options).await?)
}

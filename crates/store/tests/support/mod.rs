//! A fresh, empty database of each kind.

use std::sync::atomic::{AtomicU32, Ordering};

use estopim_store::{Clocks, NewGameRow, Store};
use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

/// The databases that every contract holds on.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Sqlite,
    Postgres,
}

/// An empty database with its address, gone when it is dropped.
pub struct Fresh {
    pub store: Store,
    pub address: String,
    kind: Kind,
    _directory: TempDir,
}

impl Fresh {
    pub async fn new(kind: Kind) -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let address = match kind {
            Kind::Sqlite => format!("sqlite:{}", directory.path().join("games.db").display()),
            Kind::Postgres => new_postgres_database().await,
        };
        let store = Store::open(&address).await.expect("the database opens");
        Self { store, address, kind, _directory: directory }
    }

    /// The same database after a restart.
    pub async fn reopened(&self) -> Store {
        self.store.close().await;
        Store::open(&self.address).await.expect("the database opens again")
    }

    /// A second writer: another server where there may be one, else another task of the same.
    pub async fn second(&self) -> Store {
        match self.kind {
            Kind::Sqlite => self.store.clone(),
            Kind::Postgres => Store::open(&self.address).await.expect("the database opens again"),
        }
    }
}

/// Makes a database in the server that `make test` starts.
async fn new_postgres_database() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var("ESTOPIM_TEST_POSTGRES").expect(
        "ESTOPIM_TEST_POSTGRES is not set: run `make test`, or scripts/with-postgres.sh cargo test",
    );
    let name = format!("t{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&server).await.expect("PostgreSQL answers");
    let create = format!("create database {name}");
    connection.execute(sqlx::AssertSqlSafe(create)).await.expect("a database can be made");
    connection.close().await.expect("the connection closes");
    server.replace("/postgres?", &format!("/{name}?"))
}

/// A game that waits for an opponent.
pub fn waiting(id: &str, creator: &str, created_ms: i64) -> NewGameRow {
    NewGameRow {
        id: id.to_owned(),
        variant: "atomic".to_owned(),
        setup: None,
        initial_fen: "the first position".to_owned(),
        max_infractions: None,
        audience: None,
        offline_key: None,
        kind: "lobby".to_owned(),
        time_kind: "clock".to_owned(),
        time_base_ms: 60_000,
        time_increment_ms: 1_000,
        white_id: Some(creator.to_owned()),
        black_id: None,
        computer_color: None,
        computer_level: None,
        created_ms,
        started_ms: None,
        clocks: Clocks { white_ms: Some(60_000), black_ms: Some(60_000), from_ms: created_ms },
    }
}

//! The task that writes, by group commit: what arrives during a commit is committed together next, with one sync.
//!
//! Of writes that are passed together, one conflict undoes all; [`Write`] says when each is in conflict.

use std::collections::HashSet;
use std::io;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, Database, Postgres, QueryBuilder, Sqlite};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::records::{MoveRow, NewGameRow};
use crate::store::{Pool, StoreError, StoreErrorKind};
use crate::write::{Write, Written};

/// The timeout of a commit, after which its connection is closed. Longer than SQLite's busy timeout.
const COMMITTING: Duration = Duration::from_secs(15);
/// How many jobs may wait.
const QUEUE: usize = 4096;
/// How many are committed together at most.
const BATCH: usize = 1024;
/// How many moves go in one statement at most. Each number is a statement of its own to the database, so only powers of two are used.
const ROWS: usize = 256;

/// The head and tail of a statement for any number of moves.
const INSERT_MOVES: &str = include_str!("sql/insert_moves.sql");
/// The same, which returns the moves that it has inserted.
const INSERT_AND_LIST_MOVES: &str = include_str!("sql/insert_and_list_moves.sql");

/// The statements that delete a class, each bound to its id: what points to a row goes before the row.
const DELETE_CLASS: [&str; 10] = [
    include_str!("sql/delete_class_moves.sql"),
    include_str!("sql/delete_class_chats.sql"),
    include_str!("sql/delete_class_reports.sql"),
    include_str!("sql/delete_class_games.sql"),
    include_str!("sql/delete_class_sessions.sql"),
    include_str!("sql/delete_class_answers.sql"),
    include_str!("sql/delete_class_game_links.sql"),
    include_str!("sql/delete_class_members.sql"),
    include_str!("sql/delete_class_teachers.sql"),
    include_str!("sql/delete_class.sql"),
];

/// What is to be written together, and who waits for it.
pub struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<Written, StoreError>>,
}

/// A handle to the writing task, which ends when the last handle is dropped.
#[derive(Clone)]
pub struct Writer(mpsc::Sender<Job>);

impl Writer {
    /// Starts the task.
    pub fn start(pool: Pool) -> Self {
        let (sender, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(pool, inbox));
        Self(sender)
    }

    /// Writes all or nothing; returns once they are committed.
    pub async fn write(&self, writes: Vec<Write>) -> Result<Written, StoreError> {
        let (done, answer) = oneshot::channel();
        self.0.send(Job { writes, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

async fn write_all(pool: Pool, mut inbox: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(BATCH);
    while inbox.recv_many(&mut jobs, BATCH).await > 0 {
        let mut committed = commit(&pool, &jobs).await;
        if committed.as_ref().is_err_and(NotCommitted::may_be_tried_again) {
            // Only the connection may be broken: retries with another one.
            committed = commit(&pool, &jobs).await;
        }
        let failure = match committed {
            Ok(results) => {
                for (job, written) in jobs.drain(..).zip(results) {
                    // The asker may be gone.
                    let _ = job.done.send(Ok(written));
                }
                continue;
            }
            Err(failure) => failure,
        };
        let (count, error) = (jobs.len(), &failure.error);
        tracing::warn!(jobs = count, %error, "a commit of {count} jobs failed: {error}");
        for job in jobs.drain(..) {
            let result = if failure.is_of_one_job() {
                let alone = commit(&pool, std::slice::from_ref(&job)).await;
                alone.map(|written| written[0]).map_err(|failure| failure.error)
            } else {
                Err(failure.error.clone())
            };
            let _ = job.done.send(result);
        }
    }
}

/// Why jobs were not committed, as far as is known.
struct NotCommitted {
    error: StoreError,
    /// Whether the database may have committed them all the same: the answer to the commit was lost. Then nothing is
    /// retried, because a committed write would conflict with itself.
    is_unsure: bool,
}

impl NotCommitted {
    fn may_be_tried_again(&self) -> bool {
        !self.is_unsure && self.error.kind() == StoreErrorKind::Unavailable
    }

    /// Whether one of the jobs may be at fault, and the others not; a database that is away is away for all.
    fn is_of_one_job(&self) -> bool {
        !self.is_unsure && self.error.kind() != StoreErrorKind::Unavailable
    }
}

impl<E: Into<StoreError>> From<E> for NotCommitted {
    fn from(error: E) -> Self {
        Self { error: error.into(), is_unsure: false }
    }
}

/// Commits all jobs in one transaction and returns the result of each.
async fn commit(pool: &Pool, jobs: &[Job]) -> Result<Vec<Written>, NotCommitted> {
    match pool {
        Pool::Sqlite(pool) => {
            let mut connection = pool.acquire().await?;
            // Takes the write lock at once (`begin immediate`), so that no later statement fails for lack of it.
            let results =
                timeout(COMMITTING, sqlite::commit_all(&mut connection, "begin immediate", jobs));
            let results = results.await.unwrap_or_else(|_| Err(too_late()));
            discard_on_error(&mut connection, results)
        }
        Pool::Postgres(pool) => {
            let mut connection = pool.acquire().await?;
            let results = timeout(COMMITTING, postgres::commit_all(&mut connection, "begin", jobs));
            let results = results.await.unwrap_or_else(|_| Err(too_late()));
            discard_on_error(&mut connection, results)
        }
    }
}

/// How moves are inserted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inserting {
    /// They are only counted. If one is missing, nothing is committed.
    Counted,
    /// The database returns each of them, which costs more than to insert it.
    Listed,
}

/// Parts of a slice whose lengths are powers of two, [`ROWS`] at most.
fn in_powers_of_two<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = 1 << rest.len().checked_ilog2()?;
        let (chunk, after) = rest.split_at(length.min(ROWS));
        rest = after;
        Some(chunk)
    })
}

/// The database has been asked and has not answered.
fn too_late() -> NotCommitted {
    let error = io::Error::new(io::ErrorKind::TimedOut, "no answer to a commit");
    NotCommitted { error: sqlx::Error::Io(error).into(), is_unsure: true }
}

/// Closes a connection if its transaction failed, because its state is unknown: when the disk is full SQLite rolls back
/// by itself, but sqlx still counts the transaction as open.
fn discard_on_error<D: Database, T>(
    connection: &mut PoolConnection<D>,
    result: Result<T, NotCommitted>,
) -> Result<T, NotCommitted> {
    if result.is_err() {
        connection.close_on_drop();
    }
    result
}

/// The move of a job that is nothing but one move, as almost all are.
fn lone_move(job: &Job) -> Option<(&str, &MoveRow)> {
    match job.writes.as_slice() {
        [Write::Move { game, row }] => Some((game, row)),
        _ => None,
    }
}

/// The same statements for each database: both modules are compiled and type-checked.
macro_rules! statements_for {
    ($module:ident, $database:ty) => {
        mod $module {
            use super::*;

            type Connection = <$database as sqlx::Database>::Connection;

            /// Applies jobs in one transaction, begun by `begin`, and returns the result of each.
            pub async fn commit_all(
                connection: &mut Connection,
                begin: &'static str,
                jobs: &[Job],
            ) -> Result<Vec<Written>, NotCommitted> {
                if let Some(results) =
                    commit_jobs(connection, begin, jobs, Inserting::Counted).await?
                {
                    return Ok(results);
                }
                // Somebody's ply was taken, which is rare: again, to learn whose.
                let results = commit_jobs(connection, begin, jobs, Inserting::Listed).await?;
                Ok(results.expect("listed moves need no other attempt"))
            }

            /// Does so, or nothing if moves are only counted and one of them is in conflict.
            async fn commit_jobs(
                connection: &mut Connection,
                begin: &'static str,
                jobs: &[Job],
                inserting: Inserting,
            ) -> Result<Option<Vec<Written>>, NotCommitted> {
                let mut transaction = connection.begin_with(begin).await?;
                let Some(results) = apply_jobs(&mut transaction, jobs, inserting).await? else {
                    transaction.rollback().await?;
                    return Ok(None);
                };
                match transaction.commit().await.map_err(StoreError::from) {
                    Ok(()) => Ok(Some(results)),
                    Err(error) => {
                        // On a full disk nothing was committed; without an answer it is unknown.
                        let is_unsure = error.kind() == StoreErrorKind::Unavailable;
                        Err(NotCommitted { error, is_unsure })
                    }
                }
            }

            /// Applies jobs in order and returns the result of each; nothing if counted moves are fewer than they should be.
            async fn apply_jobs(
                connection: &mut Connection,
                jobs: &[Job],
                inserting: Inserting,
            ) -> Result<Option<Vec<Written>>, StoreError> {
                let mut results = Vec::with_capacity(jobs.len());
                // Moves that follow each other go in one statement.
                for run in jobs.chunk_by(|a, b| lone_move(a).is_some() && lone_move(b).is_some()) {
                    let moves: Vec<_> = run.iter().filter_map(lone_move).collect();
                    for chunk in in_powers_of_two(&moves) {
                        match inserting {
                            Inserting::Counted => {
                                if count_inserted(connection, chunk).await? < chunk.len() as u64 {
                                    return Ok(None);
                                }
                                results.resize(results.len() + chunk.len(), Written::Done);
                            }
                            Inserting::Listed => {
                                results.extend(insert_moves(connection, chunk).await?);
                            }
                        }
                    }
                    if moves.is_empty() {
                        for job in run {
                            results.push(apply_all(connection, &job.writes).await?);
                        }
                    }
                }
                Ok(Some(results))
            }

            /// The statement that inserts moves, from its text.
            fn insertion<'a>(
                text: &str,
                moves: &'a [(&'a str, &'a MoveRow)],
            ) -> QueryBuilder<$database> {
                let (head, tail) = text.split_once("values $rows").expect("it has rows");
                let mut query = QueryBuilder::<$database>::new(head);
                query.push_values(moves, |mut values, (game, row)| {
                    values
                        .push_bind(*game)
                        .push_bind(row.ply)
                        .push_bind(&row.uci)
                        .push_bind(row.at_ms)
                        .push_bind(row.white_ms)
                        .push_bind(row.black_ms);
                });
                query.push(tail);
                query
            }

            /// Inserts moves and says for how many the ply was free.
            async fn count_inserted(
                connection: &mut Connection,
                moves: &[(&str, &MoveRow)],
            ) -> Result<u64, StoreError> {
                let mut query = insertion(INSERT_MOVES, moves);
                Ok(query.build().execute(&mut *connection).await?.rows_affected())
            }

            /// Inserts moves and says of each whether its ply was free.
            async fn insert_moves(
                connection: &mut Connection,
                moves: &[(&str, &MoveRow)],
            ) -> Result<Vec<Written>, StoreError> {
                let mut query = insertion(INSERT_AND_LIST_MOVES, moves);
                let rows: Vec<(String, i64)> =
                    query.build_query_as().fetch_all(&mut *connection).await?;
                // Of two moves to one ply in one statement the first was inserted.
                let mut inserted: HashSet<(String, i64)> = rows.into_iter().collect();
                let written = |&(game, row): &(&str, &MoveRow)| {
                    if inserted.remove(&(game.to_owned(), row.ply)) {
                        Written::Done
                    } else {
                        Written::Conflict
                    }
                };
                Ok(moves.iter().map(written).collect())
            }

            /// Applies writes in order, or none if one of them is in conflict.
            async fn apply_all(
                connection: &mut Connection,
                writes: &[Write],
            ) -> Result<Written, StoreError> {
                let mut savepoint = connection.begin().await?;
                for write in writes {
                    if apply(&mut savepoint, write).await? == 0 && write.may_conflict() {
                        savepoint.rollback().await?;
                        return Ok(Written::Conflict);
                    }
                }
                savepoint.commit().await?;
                Ok(Written::Done)
            }

            /// Inserts a game and says how many rows that touched.
            async fn insert_game(
                connection: &mut Connection,
                game: &NewGameRow,
            ) -> Result<u64, StoreError> {
                let query = sqlx::query::<$database>(include_str!("sql/insert_game.sql"))
                    .bind(&game.id)
                    .bind(&game.variant)
                    .bind(&game.setup)
                    .bind(&game.initial_fen)
                    .bind(&game.kind)
                    .bind(&game.time_kind)
                    .bind(game.time_base_ms)
                    .bind(game.time_increment_ms)
                    .bind(&game.white_id)
                    .bind(&game.black_id)
                    .bind(&game.computer_color)
                    .bind(game.computer_level)
                    .bind(game.created_ms)
                    .bind(game.started_ms)
                    .bind(game.clocks.white_ms)
                    .bind(game.clocks.black_ms)
                    .bind(game.clocks.from_ms)
                    .bind(&game.audience)
                    .bind(&game.offline_key)
                    .bind(game.max_infractions);
                Ok(query.execute(connection).await?.rows_affected())
            }

            /// Deletes a class with everything that belongs to it.
            async fn delete_class(
                connection: &mut Connection,
                class: &str,
            ) -> Result<u64, StoreError> {
                let mut deleted = 0;
                for sql in DELETE_CLASS {
                    let query = sqlx::query::<$database>(sql).bind(class);
                    deleted += query.execute(&mut *connection).await?.rows_affected();
                }
                Ok(deleted)
            }

            /// Applies a write of accounts and tokens and says how many rows it touched.
            async fn apply_account(
                connection: &mut Connection,
                write: &Write,
            ) -> Result<u64, StoreError> {
                let query = match write {
                    Write::CreateAccount(row) => {
                        sqlx::query::<$database>(include_str!("sql/insert_account.sql"))
                            .bind(&row.id)
                            .bind(&row.name)
                            .bind(&row.session)
                            .bind(&row.owner)
                            .bind(&row.title)
                            .bind(row.created_ms)
                    }
                    Write::SetTitle { session, nickname, title, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/set_title.sql"))
                            .bind(session)
                            .bind(nickname)
                            .bind(title)
                            .bind(now_ms)
                    }
                    Write::SetAccountTitle { account, title } => {
                        sqlx::query::<$database>(include_str!("sql/set_account_title.sql"))
                            .bind(account)
                            .bind(title)
                    }
                    Write::CreateToken(row) => {
                        sqlx::query::<$database>(include_str!("sql/insert_token.sql"))
                            .bind(&row.id)
                            .bind(&row.hash)
                            .bind(&row.account)
                            .bind(&row.scopes)
                            .bind(&row.label)
                            .bind(row.created_ms)
                    }
                    Write::RevokeToken { id, owner } => {
                        sqlx::query::<$database>(include_str!("sql/delete_token.sql"))
                            .bind(id)
                            .bind(owner)
                    }
                    Write::UseToken { hash, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/use_token.sql"))
                            .bind(hash)
                            .bind(now_ms)
                    }
                    _ => unreachable!("only writes of accounts come here"),
                };
                Ok(query.execute(connection).await?.rows_affected())
            }

            /// Applies one write and says how many rows it touched.
            #[expect(
                clippy::too_many_lines,
                reason = "one arm for each statement, in the order of `Write`"
            )]
            async fn apply(connection: &mut Connection, write: &Write) -> Result<u64, StoreError> {
                let query = match write {
                    Write::KeepSession { id, nickname, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/insert_session.sql"))
                            .bind(id)
                            .bind(nickname)
                            .bind(now_ms)
                    }
                    Write::Rename { id, nickname, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/rename_session.sql"))
                            .bind(id)
                            .bind(nickname)
                            .bind(now_ms)
                    }
                    Write::Create(game) => return insert_game(connection, game).await,
                    Write::Join { game, session, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/join_game.sql"))
                            .bind(game)
                            .bind(session)
                            .bind(now_ms)
                    }
                    Write::Move { game, row } => {
                        let written = insert_moves(connection, &[(game.as_str(), row)]).await?;
                        return Ok(u64::from(written[0] == Written::Done));
                    }
                    Write::TakeBack { game, from_ply } => {
                        sqlx::query::<$database>(include_str!("sql/take_back.sql"))
                            .bind(game)
                            .bind(from_ply)
                    }
                    Write::SetClocks { game, clocks } => {
                        sqlx::query::<$database>(include_str!("sql/set_clocks.sql"))
                            .bind(game)
                            .bind(clocks.white_ms)
                            .bind(clocks.black_ms)
                            .bind(clocks.from_ms)
                    }
                    Write::SetOffers { game, offers } => {
                        sqlx::query::<$database>(include_str!("sql/set_offers.sql"))
                            .bind(game)
                            .bind(&offers.draw)
                            .bind(&offers.takeback)
                            .bind(&offers.rematch)
                    }
                    Write::End { game, winner, reason, now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/end_game.sql"))
                            .bind(game)
                            .bind(winner)
                            .bind(reason)
                            .bind(now_ms)
                    }
                    Write::SetInfractions { game, white, black } => {
                        sqlx::query::<$database>(include_str!("sql/set_infractions.sql"))
                            .bind(game)
                            .bind(white)
                            .bind(black)
                    }
                    Write::CreateAccount(_)
                    | Write::SetTitle { .. }
                    | Write::SetAccountTitle { .. }
                    | Write::CreateToken(_)
                    | Write::RevokeToken { .. }
                    | Write::UseToken { .. } => return apply_account(connection, write).await,
                    Write::SetRematch { game, rematch } => {
                        sqlx::query::<$database>(include_str!("sql/set_rematch.sql"))
                            .bind(game)
                            .bind(rematch)
                    }
                    Write::Chat { game, row } => {
                        sqlx::query::<$database>(include_str!("sql/insert_chat.sql"))
                            .bind(game)
                            .bind(row.line)
                            .bind(&row.author)
                            .bind(&row.body)
                            .bind(&row.remark)
                            .bind(&row.remark_args)
                            .bind(row.at_ms)
                    }
                    Write::Downtime { from_ms, to_ms } => {
                        sqlx::query::<$database>(include_str!("sql/insert_downtime.sql"))
                            .bind(from_ms)
                            .bind(to_ms)
                    }
                    Write::SetReport(row) => {
                        sqlx::query::<$database>(include_str!("sql/set_report.sql"))
                            .bind(&row.game)
                            .bind(&row.engine)
                            .bind(&row.network)
                            .bind(row.nodes)
                            .bind(&row.body)
                            .bind(row.made_ms)
                    }
                    Write::PutClass(row) => {
                        sqlx::query::<$database>(include_str!("sql/put_class.sql"))
                            .bind(&row.id)
                            .bind(&row.code)
                            .bind(&row.pin)
                            .bind(&row.name)
                            .bind(row.created_ms)
                            .bind(row.version)
                            .bind(&row.state)
                    }
                    Write::PutClassTeacher { class, session } => {
                        sqlx::query::<$database>(include_str!("sql/put_class_teacher.sql"))
                            .bind(class)
                            .bind(session)
                    }
                    Write::PutClassMember(row) => {
                        sqlx::query::<$database>(include_str!("sql/put_class_member.sql"))
                            .bind(&row.seat)
                            .bind(&row.class)
                            .bind(&row.session)
                            .bind(&row.animal)
                            .bind(&row.color)
                            .bind(&row.name)
                            .bind(&row.card)
                            .bind(row.joined_ms)
                            .bind(&row.state)
                    }
                    Write::PutClassGame(row) => {
                        sqlx::query::<$database>(include_str!("sql/put_class_game.sql"))
                            .bind(&row.game)
                            .bind(&row.class)
                            .bind(row.round)
                            .bind(row.tournament)
                            .bind(&row.why)
                    }
                    Write::PutClassAnswer { class, question, seat, uci } => {
                        sqlx::query::<$database>(include_str!("sql/put_class_answer.sql"))
                            .bind(class)
                            .bind(question)
                            .bind(seat)
                            .bind(uci)
                    }
                    Write::DeleteClass { class } => return delete_class(connection, class).await,
                    Write::Reopen { game } => {
                        sqlx::query::<$database>(include_str!("sql/reopen_game.sql")).bind(game)
                    }
                    Write::Beat { now_ms } => {
                        sqlx::query::<$database>(include_str!("sql/beat.sql")).bind(now_ms)
                    }
                };
                Ok(query.execute(connection).await?.rows_affected())
            }
        }
    };
}

statements_for!(sqlite, Sqlite);
statements_for!(postgres, Postgres);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_have_few_lengths_and_leave_nothing_out() {
        for length in 0..1500 {
            let items: Vec<usize> = (0..length).collect();
            let chunks: Vec<&[usize]> = in_powers_of_two(&items).collect();
            assert_eq!(chunks.concat(), items);
            assert!(
                chunks.iter().all(|chunk| chunk.len().is_power_of_two() && chunk.len() <= ROWS)
            );
        }
    }
}

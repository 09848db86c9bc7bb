//! What the store promises, on SQLite and on PostgreSQL alike.

mod support;

use estopim_store::{
    ChatRow, Clocks, Downtime, MoveRow, NewGameRow, OffersRow, Page, ReportRow, ResultFilter,
    ResultWords, Store, Write, Written,
};
use rstest::rstest;
use support::{Fresh, Kind, waiting};

async fn write(store: &Store, changes: Vec<Write>) -> Written {
    store.write(changes).await.expect("the database writes")
}

fn create(id: &str, creator: &str, created_ms: i64) -> Write {
    Write::Create(Box::new(waiting(id, creator, created_ms)))
}

fn keep(id: &str) -> Write {
    Write::KeepSession { id: id.to_owned(), nickname: format!("{id} the player"), now_ms: 1 }
}

fn move_row(ply: i64, uci: &str) -> MoveRow {
    MoveRow { ply, uci: uci.to_owned(), at_ms: 100 + ply, white_ms: Some(9), black_ms: None }
}

fn play(game: &str, ply: i64, uci: &str) -> Write {
    Write::Move { game: game.to_owned(), row: move_row(ply, uci) }
}

fn end(game: &str, winner: Option<&str>, reason: &str) -> Write {
    Write::End {
        game: game.to_owned(),
        winner: winner.map(str::to_owned),
        reason: reason.to_owned(),
        now_ms: 500,
    }
}

fn join(game: &str, session: &str) -> Write {
    Write::Join { game: game.to_owned(), session: session.to_owned(), now_ms: 50 }
}

#[rstest]
#[tokio::test]
async fn sessions_keep_their_nickname(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(store.session("ana").await.expect("answered"), None);
    assert_eq!(write(store, vec![keep("ana")]).await, Written::Done);
    let renamed = Write::Rename { id: "ana".into(), nickname: "Aninha ✓".into(), now_ms: 2 };
    assert_eq!(write(store, vec![renamed]).await, Written::Done);
    // Keeping what is kept changes nothing.
    assert_eq!(write(store, vec![keep("ana")]).await, Written::Done);
    let session = store.session("ana").await.expect("answered").expect("it is kept");
    assert_eq!((session.nickname.as_str(), session.created_ms), ("Aninha ✓", 1));
}

#[rstest]
#[tokio::test]
async fn a_game_comes_back_as_it_was_made(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(write(store, vec![keep("ana"), create("g1", "ana", 10)]).await, Written::Done);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!(game.variant, "atomic");
    assert_eq!(game.white_name.as_deref(), Some("ana the player"));
    assert_eq!((game.black_id, game.started_ms, game.plies), (None, None, 0));
    assert_eq!((game.clock_white_ms, game.clock_from_ms), (Some(60_000), Some(10)));
    assert_eq!(store.game("g2").await.expect("answered"), None);
    // An id is given once.
    assert_eq!(write(store, vec![create("g1", "bia", 11)]).await, Written::Conflict);
}

#[rstest]
#[tokio::test]
async fn the_free_seat_is_taken_once(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(write(store, vec![create("g1", "ana", 10)]).await, Written::Done);
    assert_eq!(store.open_seeks("lobby", 10).await.expect("answered").len(), 1);
    let (first, second) =
        tokio::join!(store.write(vec![join("g1", "bia")]), store.write(vec![join("g1", "caio")]));
    let results = [first.expect("written"), second.expect("written")];
    assert_eq!(results, [Written::Done, Written::Conflict]);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!((game.white_id.as_deref(), game.black_id.as_deref()), (Some("ana"), Some("bia")));
    assert_eq!((game.started_ms, game.clock_from_ms), (Some(50), Some(50)));
    assert_eq!(store.open_seeks("lobby", 10).await.expect("answered"), []);
}

#[rstest]
#[tokio::test]
async fn of_two_writers_to_one_ply_one_wins(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let (here, there) = (&fresh.store, &fresh.second().await);
    for ply in 1..=20 {
        let (a, b) = tokio::join!(
            here.write(vec![play("g1", ply, "e2e4")]),
            there.write(vec![play("g1", ply, "d2d4")])
        );
        let (a, b) = (a.expect("written"), b.expect("written"));
        assert_ne!(a, b, "ply {ply}");
        let moves = here.moves("g1").await.expect("answered");
        let winner = if a == Written::Done { "e2e4" } else { "d2d4" };
        assert_eq!(moves.len() as i64, ply);
        assert_eq!(moves.last().expect("just played").uci, winner);
    }
}

#[rstest]
#[tokio::test]
async fn what_follows_a_lost_race_is_left_undone(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(
        write(store, vec![create("g1", "ana", 10), play("g1", 1, "e2e4")]).await,
        Written::Done
    );
    let late = vec![play("g1", 1, "d2d4"), end("g1", Some("white"), "checkmate")];
    assert_eq!(write(store, late).await, Written::Conflict);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!((game.plies, game.ended_ms), (1, None));
    let both = vec![play("g1", 2, "d7d5"), end("g1", Some("black"), "kingExploded")];
    assert_eq!(write(store, both).await, Written::Done);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!(
        (game.winner.as_deref(), game.reason.as_deref()),
        (Some("black"), Some("kingExploded"))
    );
    // A later one that comes too late undoes those before it.
    let after_the_end = vec![play("g1", 3, "a2a3"), end("g1", None, "agreement")];
    assert_eq!(write(store, after_the_end).await, Written::Conflict);
    assert_eq!(store.moves("g1").await.expect("answered").len(), 2);
    // A game ends once.
    assert_eq!(write(store, vec![end("g1", None, "agreement")]).await, Written::Conflict);
}

#[rstest]
#[tokio::test]
async fn many_writers_at_once_are_all_served(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let mut tasks = tokio::task::JoinSet::new();
    for game in 0..200 {
        let store = fresh.store.clone();
        tasks.spawn(async move {
            let game = format!("g{game}");
            for ply in 1..=5 {
                assert_eq!(write(&store, vec![play(&game, ply, "a2a3")]).await, Written::Done);
            }
            store.moves(&game).await.expect("answered").len()
        });
    }
    assert_eq!(tasks.join_all().await, vec![5; 200]);
}

#[rstest]
#[tokio::test]
async fn of_moves_that_are_committed_together_only_those_in_conflict_are_refused(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let games = 0..700;
    let is_taken = |game: usize| game % 97 == 5;
    for game in games.clone().filter(|&game| is_taken(game)) {
        assert_eq!(
            write(&fresh.store, vec![play(&format!("g{game}"), 1, "d2d4")]).await,
            Written::Done
        );
    }
    // All at once, so that they wait together; a game is created between them.
    let mut tasks = tokio::task::JoinSet::new();
    for game in games.clone() {
        let store = fresh.store.clone();
        let changes = match game {
            300 => vec![create("g300", "ana", 10), play("g300", 1, "e2e4")],
            _ => vec![play(&format!("g{game}"), 1, "e2e4")],
        };
        tasks.spawn(async move { (game, write(&store, changes).await) });
    }
    for (game, written) in tasks.join_all().await {
        let wanted = if is_taken(game) { Written::Conflict } else { Written::Done };
        assert_eq!(written, wanted, "game {game}");
    }
    for game in games {
        let moves = fresh.store.moves(&format!("g{game}")).await.expect("answered");
        let wanted = if is_taken(game) { "d2d4" } else { "e2e4" };
        assert_eq!((moves.len(), moves[0].uci.as_str()), (1, wanted), "game {game}");
    }
    let (a, b) = tokio::join!(
        fresh.store.write(vec![play("g0", 2, "e7e5")]),
        fresh.store.write(vec![play("g0", 2, "d7d5")])
    );
    assert_ne!(a.expect("written"), b.expect("written"));
}

#[rstest]
#[tokio::test]
async fn a_takeback_outlives_a_restart(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    let plies = (1..=4).map(|ply| play("g1", ply, "a2a3"));
    assert_eq!(
        write(store, std::iter::once(create("g1", "ana", 1)).chain(plies).collect()).await,
        Written::Done
    );
    let clocks = Clocks { white_ms: Some(7), black_ms: Some(8), from_ms: 900 };
    let back = vec![
        Write::TakeBack { game: "g1".into(), from_ply: 3 },
        Write::SetClocks { game: "g1".into(), clocks },
    ];
    assert_eq!(write(store, back.clone()).await, Written::Done);
    let store = &fresh.reopened().await;
    let plies: Vec<i64> =
        store.moves("g1").await.expect("answered").iter().map(|m| m.ply).collect();
    assert_eq!(plies, [1, 2]);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!(
        (game.clock_white_ms, game.clock_black_ms, game.clock_from_ms),
        (Some(7), Some(8), Some(900))
    );
    // They are gone already.
    assert_eq!(write(store, back).await, Written::Conflict);
    // The ply is free again.
    assert_eq!(write(store, vec![play("g1", 3, "b2b3")]).await, Written::Done);
}

#[rstest]
#[tokio::test]
async fn offers_rematch_and_talk_are_kept(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(write(store, vec![create("g1", "ana", 1)]).await, Written::Done);
    let offers = OffersRow { draw: Some("white".into()), ..OffersRow::default() };
    assert_eq!(
        write(store, vec![Write::SetOffers { game: "g1".into(), offers }]).await,
        Written::Done
    );
    let rematch = |id: &str| Write::SetRematch { game: "g1".into(), rematch: id.into() };
    assert_eq!(write(store, vec![rematch("g2"), create("g2", "ana", 2)]).await, Written::Done);
    assert_eq!(write(store, vec![rematch("g3"), create("g3", "ana", 3)]).await, Written::Conflict);
    let game = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!(
        (game.draw_offer.as_deref(), game.rematch_id.as_deref()),
        (Some("white"), Some("g2"))
    );
    assert_eq!(store.game("g3").await.expect("answered"), None);
    // The id of a rematch may be taken too.
    let taken = Write::SetRematch { game: "g2".into(), rematch: "g1".into() };
    assert_eq!(write(store, vec![taken, create("g1", "ana", 4)]).await, Written::Conflict);
    let game = store.game("g2").await.expect("answered").expect("it is there");
    assert_eq!(game.rematch_id, None);

    let row = ChatRow {
        line: 1,
        author: "white".into(),
        body: Some("olá; drop table game; --".into()),
        remark: None,
        remark_args: None,
        at_ms: 5,
    };
    let say = |row: &ChatRow| vec![Write::Chat { game: "g1".into(), row: row.clone() }];
    assert_eq!(write(store, say(&row)).await, Written::Done);
    assert_eq!(write(store, say(&row)).await, Written::Conflict);
    assert_eq!(store.chat("g1", i64::MAX, 50).await.expect("answered"), [row]);
}

#[rstest]
#[tokio::test]
async fn a_game_that_is_sent_in_twice_is_kept_once(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    let sent = |id: &str, key: Option<&str>| {
        let game = NewGameRow { offline_key: key.map(str::to_owned), ..waiting(id, "ana", 1) };
        let row = MoveRow { ply: 1, uci: "e2e4".into(), at_ms: 2, white_ms: None, black_ms: None };
        let end =
            Write::End { game: id.into(), winner: None, reason: "agreement".into(), now_ms: 3 };
        vec![Write::Create(Box::new(game)), Write::Move { game: id.into(), row }, end]
    };
    assert_eq!(store.offline_game("ana:k1").await.expect("answered"), None);
    assert_eq!(write(store, sent("g1", Some("ana:k1"))).await, Written::Done);
    assert_eq!(write(store, sent("g2", Some("ana:k1"))).await, Written::Conflict);
    assert_eq!(write(store, sent("g3", Some("ana:k2"))).await, Written::Done);
    // Games without a key are not one game.
    assert_eq!(write(store, sent("g4", None)).await, Written::Done);
    assert_eq!(write(store, sent("g5", None)).await, Written::Done);
    assert_eq!(store.offline_game("ana:k1").await.expect("answered"), Some("g1".to_owned()));
    assert_eq!(store.game("g2").await.expect("answered"), None, "nothing of it was written");
    assert!(store.moves("g2").await.expect("answered").is_empty());
    let kept = store.game("g1").await.expect("answered").expect("it is there");
    assert_eq!((kept.offline_key.as_deref(), kept.plies), (Some("ana:k1"), 1));
}

#[rstest]
#[tokio::test]
async fn a_newer_report_takes_the_place_of_the_older(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    assert_eq!(store.report("g1").await.expect("answered"), None);
    for (network, body) in [("old", "{}"), ("new", r#"{"plies":["é"]}"#)] {
        let row = ReportRow {
            game: "g1".to_owned(),
            engine: "Estopim".to_owned(),
            network: network.to_owned(),
            nodes: 100_000,
            body: body.to_owned(),
            made_ms: 7,
        };
        let written = write(store, vec![Write::SetReport(Box::new(row.clone()))]).await;
        assert_eq!(written, Written::Done);
        assert_eq!(store.report("g1").await.expect("answered"), Some(row));
    }
    assert_eq!(store.report("g2").await.expect("answered"), None);
}

#[rstest]
#[tokio::test]
async fn time_without_a_server_is_written_down(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    store.resume(1_000).await.expect("written");
    assert_eq!(store.downtimes(0).await.expect("answered"), []);
    assert_eq!(write(store, vec![Write::Beat { now_ms: 5_000 }]).await, Written::Done);
    let store = &fresh.reopened().await;
    store.resume(9_000).await.expect("written");
    let down = Downtime { from_ms: 5_000, to_ms: 9_000 };
    assert_eq!(store.downtimes(0).await.expect("answered"), [down]);
    assert_eq!(store.downtimes(9_000).await.expect("answered"), []);
}

/// As the rows of these tests are written.
const WORDS: ResultWords = ResultWords { white: "white", black: "black", aborted: "aborted" };

/// Who asks, made before, how many, which game, which result, and what is found.
type Row =
    (&'static str, i64, i64, Option<&'static str>, Option<ResultFilter>, &'static [&'static str]);

#[rstest]
#[tokio::test]
async fn ones_own_games_are_listed_and_filtered(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let store = &fresh.store;
    // Ana is White in all, Bia Black in those she joined.
    for (id, created_ms) in [("won", 1), ("lost", 2), ("drawn", 3), ("open", 4), ("aborted", 5)] {
        assert_eq!(write(store, vec![create(id, "ana", created_ms)]).await, Written::Done);
        assert_eq!(write(store, vec![join(id, "bia")]).await, Written::Done);
    }
    assert_eq!(write(store, vec![create("other", "caio", 6)]).await, Written::Done);
    for ending in [
        end("won", Some("white"), "resignation"),
        end("lost", Some("black"), "timeout"),
        end("drawn", None, "agreement"),
        end("aborted", None, "aborted"),
    ] {
        assert_eq!(write(store, vec![ending]).await, Written::Done);
    }
    let rows: [Row; 9] = [
        ("ana", 100, 10, None, None, &["aborted", "open", "drawn", "lost", "won"]),
        ("ana", 4, 2, None, None, &["drawn", "lost"]),
        ("ana", 100, 10, None, Some(ResultFilter::Won), &["won"]),
        ("ana", 100, 10, None, Some(ResultFilter::Lost), &["lost"]),
        ("bia", 100, 10, None, Some(ResultFilter::Won), &["lost"]),
        ("bia", 100, 10, None, Some(ResultFilter::Lost), &["won"]),
        ("bia", 100, 10, None, Some(ResultFilter::Drawn), &["drawn"]),
        ("bia", 100, 10, Some("atomic"), Some(ResultFilter::Unfinished), &["open"]),
        ("bia", 100, 10, Some("chess"), None, &[]),
    ];
    for (player, before_ms, limit, variant, result, wanted) in rows {
        let games = store
            .games_of(player, Page { before_ms, limit }, variant, result, WORDS)
            .await
            .expect("answered");
        let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
        assert_eq!(ids, wanted, "{player} {before_ms} {variant:?} {result:?}");
    }
}

#[tokio::test]
async fn an_sqlite_file_is_opened_once_at_a_time_by_whatever_name() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("games.db");
    let address = format!("sqlite:{}", path.display());
    let store = Store::open(&address).await.expect("the first opens it");
    let mut names = vec![address.clone()];
    #[cfg(unix)]
    {
        let other = directory.path().join("other.db");
        std::os::unix::fs::symlink(&path, &other).expect("a name can be given");
        names.push(format!("sqlite:{}", other.display()));
    }
    for name in &names {
        let error = Store::open(name).await.err().expect("the second is refused");
        let said = error.to_string();
        assert!(said.contains("another server uses") && said.contains("games.db"), "{said}");
    }
    // A clone is the same store: the file is free only once it is closed, or the last clone is gone.
    let clone = store.clone();
    drop(store);
    assert!(Store::open(&address).await.is_err());
    clone.close().await;
    let store = Store::open(&address).await.expect("it is free");
    drop(store);
    Store::open(&address).await.expect("it is free again");
}

#[cfg(unix)]
#[tokio::test]
async fn files_of_the_database_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let fresh = Fresh::new(Kind::Sqlite).await;
    assert_eq!(write(&fresh.store, vec![keep("ana")]).await, Written::Done);
    let path = fresh.address.strip_prefix("sqlite:").expect("it is SQLite");
    for suffix in ["", "-wal", "-shm", ".lock"] {
        let file = std::fs::metadata(format!("{path}{suffix}")).expect("the file is there");
        assert_eq!(file.permissions().mode() & 0o777, 0o600, "{suffix}");
    }
}

#[tokio::test]
async fn a_password_is_not_told_when_a_database_is_refused() {
    for address in [
        "mysql://ana:hunter2@nowhere/games",
        "postgres://ana:hunter2@127.0.0.1:port/games",
        "postgres://ana:hunter2",
        "postgres://127.0.0.1:1/games?pasword=hunter2",
        "postgres://127.0.0.1:1/games?password=hunter2&sslmode=none",
    ] {
        let error = Store::open(address).await.err().expect("it is refused");
        let said = format!("{error} {error:?}");
        assert!(!said.contains("hunter2"), "{address}: {said}");
    }
}

#[tokio::test]
async fn an_address_that_means_no_database_is_refused() {
    let error = Store::open("mysql://nowhere").await.err().expect("it is refused");
    assert_eq!(
        error.to_string(),
        "expected sqlite:PATH or postgres://…, found \"mysql://nowhere\""
    );
}

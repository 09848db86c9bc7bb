//! The contract of classes, on both databases.

mod support;

use estopim_store::{
    ChatRow, ClassMemberRow, ClassRow, MoveRow, NewClassGameRow, ReportRow, Store, Write, Written,
};
use rstest::rstest;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use support::{Fresh, Kind, waiting};

fn class(id: &str, version: i64, state: &str) -> Write {
    Write::PutClass(Box::new(ClassRow {
        id: id.to_owned(),
        code: format!("code-{id}"),
        pin: "123456".to_owned(),
        name: None,
        created_ms: 5,
        version,
        state: state.to_owned(),
    }))
}

fn member(class: &str, seat: &str, session: Option<&str>) -> ClassMemberRow {
    ClassMemberRow {
        seat: seat.to_owned(),
        class: class.to_owned(),
        session: session.map(str::to_owned),
        animal: "fox".to_owned(),
        color: "blue".to_owned(),
        name: None,
        card: "card".to_owned(),
        joined_ms: 7,
        state: "{}".to_owned(),
    }
}

async fn done(store: &Store, writes: Vec<Write>) {
    assert_eq!(store.write(writes).await.expect("written"), Written::Done);
}

/// A class with two children, a teacher, an answer, and a game with a move, a line of chat and a report.
async fn lesson(store: &Store, id: &str) {
    let (one, two, game) = (format!("{id}-one"), format!("{id}-two"), format!("{id}game"));
    let mut row = waiting(&game, &one, 10);
    row.black_id = Some(two.clone());
    row.audience = Some(format!("class:{id}"));
    let keep =
        |seat: &str| Write::KeepSession { id: seat.into(), nickname: "fox".into(), now_ms: 1 };
    let link = NewClassGameRow {
        game: game.clone(),
        class: id.to_owned(),
        round: 1,
        tournament: 0,
        why: "[]".to_owned(),
    };
    let played = MoveRow { ply: 1, uci: "e2e4".into(), at_ms: 20, white_ms: None, black_ms: None };
    let line = ChatRow {
        line: 1,
        author: "computer".into(),
        body: None,
        remark: Some("greeting".into()),
        remark_args: None,
        at_ms: 5,
    };
    let report = ReportRow {
        game: game.clone(),
        engine: "Estopim".into(),
        network: "n".into(),
        nodes: 1,
        body: "{}".into(),
        made_ms: 7,
    };
    let writes = vec![
        class(id, 1, "{}"),
        Write::PutClassTeacher { class: id.into(), session: "teacher".into() },
        keep(&one),
        keep(&two),
        Write::PutClassMember(Box::new(member(id, &one, Some("ana")))),
        Write::PutClassMember(Box::new(member(id, &two, None))),
        Write::Create(Box::new(row)),
        Write::PutClassGame(Box::new(link)),
        Write::Move { game: game.clone(), row: played },
        Write::Chat { game: game.clone(), row: line },
        Write::SetReport(Box::new(report)),
        Write::PutClassAnswer { class: id.into(), question: 1, seat: one, uci: "e2e4".into() },
    ];
    done(store, writes).await;
}

#[rstest]
#[tokio::test]
async fn a_class_outlives_a_restart(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    lesson(&fresh.store, "a").await;
    done(&fresh.store, vec![class("a", 2, r#"{"frozen":true}"#)]).await;
    let mut moved = member("a", "a-one", Some("bia"));
    moved.state = r#"{"hand":true}"#.to_owned();
    done(&fresh.store, vec![Write::PutClassMember(Box::new(moved.clone()))]).await;
    let answer = |uci: &str| Write::PutClassAnswer {
        class: "a".into(),
        question: 1,
        seat: "a-one".into(),
        uci: uci.into(),
    };
    done(&fresh.store, vec![answer("d2d4")]).await;

    let store = fresh.reopened().await;
    let classes = store.classes().await.expect("answered");
    assert_eq!(classes.len(), 1);
    assert_eq!((classes[0].version, classes[0].state.as_str()), (2, r#"{"frozen":true}"#));
    assert_eq!(store.class_teachers("a").await.expect("answered"), ["teacher"]);
    let members = store.class_members("a").await.expect("answered");
    assert_eq!(members, [moved, member("a", "a-two", None)]);
    let games = store.class_games("a").await.expect("answered");
    assert_eq!((games.len(), games[0].plies, games[0].round), (1, 1, 1));
    assert_eq!(games[0].white_id.as_deref(), Some("a-one"));
    let answers = store.class_answers("a", 1).await.expect("answered");
    assert_eq!(answers, [("a-one".to_owned(), "d2d4".to_owned())]);
    assert_eq!(store.class_answers("a", 2).await.expect("answered"), []);
}

#[rstest]
#[tokio::test]
async fn of_two_changes_of_a_class_one_wins(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    done(&fresh.store, vec![class("a", 1, "first")]).await;
    let other = fresh.second().await;
    let (one, two) = tokio::join!(
        fresh.store.write(vec![class("a", 2, "here")]),
        other.write(vec![class("a", 2, "there")])
    );
    let (one, two) = (one.expect("written"), two.expect("written"));
    assert_ne!(one, two);
    let state = if one == Written::Done { "here" } else { "there" };
    assert_eq!(fresh.store.classes().await.expect("answered")[0].state, state);
}

/// How many rows each table has.
async fn counts(address: &str, tables: &[String]) -> Vec<(String, i64)> {
    let mut counts = Vec::new();
    for table in tables {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        let (count,): (i64,) = if let Some(path) = address.strip_prefix("sqlite:") {
            let mut connection = SqliteConnection::connect(path).await.expect("it opens");
            sqlx::query_as(sql).fetch_one(&mut connection).await.expect("answered")
        } else {
            let mut connection = PgConnection::connect(address).await.expect("it opens");
            sqlx::query_as(sql).fetch_one(&mut connection).await.expect("answered")
        };
        counts.push((table.clone(), count));
    }
    counts
}

/// Every table that the migrations make.
fn tables() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let files = std::fs::read_dir(folder).expect("the migrations");
    let texts =
        files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"));
    let mut names: Vec<String> = texts
        .flat_map(|text| {
            let tables = text.lines().filter_map(|line| line.strip_prefix("create table "));
            tables.map(|rest| rest.trim_end_matches(" (").to_owned()).collect::<Vec<_>>()
        })
        .collect();
    names.sort();
    names
}

#[rstest]
#[tokio::test]
async fn deleting_a_class_leaves_no_row_of_it_and_every_row_of_others(
    #[values(Kind::Sqlite, Kind::Postgres)] kind: Kind,
) {
    let fresh = Fresh::new(kind).await;
    let tables = tables();
    assert!(tables.contains(&"class_member".to_owned()) && tables.len() >= 12, "{tables:?}");
    lesson(&fresh.store, "b").await;
    let before = counts(&fresh.address, &tables).await;
    lesson(&fresh.store, "a").await;
    let with = counts(&fresh.address, &tables).await;
    for name in [
        "class",
        "class_teacher",
        "class_member",
        "class_game",
        "class_answer",
        "game",
        "move",
        "chat",
        "report",
        "session",
    ] {
        let of =
            |counts: &[(String, i64)]| counts.iter().find(|(it, _)| it == name).expect("a table").1;
        assert!(of(&with) > of(&before), "{name}");
    }
    done(&fresh.store, vec![Write::DeleteClass { class: "a".into() }]).await;
    assert_eq!(counts(&fresh.address, &tables).await, before);
    done(&fresh.store, vec![Write::DeleteClass { class: "b".into() }]).await;
    for (table, count) in counts(&fresh.address, &tables).await {
        assert!(
            count == 0 || ["heartbeat", "downtime"].contains(&table.as_str()),
            "{table}: {count}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn a_finished_game_can_go_on(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let fresh = Fresh::new(kind).await;
    lesson(&fresh.store, "a").await;
    let reopen = || vec![Write::Reopen { game: "agame".into() }];
    assert_eq!(fresh.store.write(reopen()).await.expect("written"), Written::Conflict);
    let end = Write::End {
        game: "agame".into(),
        winner: Some("white".into()),
        reason: "resignation".into(),
        now_ms: 30,
    };
    done(&fresh.store, vec![end]).await;
    done(&fresh.store, reopen()).await;
    let game = fresh.store.game("agame").await.expect("answered").expect("it is there");
    assert_eq!((game.ended_ms, game.winner, game.reason), (None, None, None));
}

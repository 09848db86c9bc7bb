//! Two people, their game and those who watch, over real sockets.

mod support;

use estopim_protocol::rest::WatchableGame;
use estopim_protocol::{ClientMessage, Color, GameStatus, OfferKind, Seat, ServerMessage};
use rstest::rstest;
use serde_json::{Value, json};
use support::{Platform, Seated, client, code, no_time};

#[tokio::test]
async fn two_people_play_to_mate_and_a_spectator_sees_it() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let mut watcher = Seated::sit(platform.visitor().await, &pair.id).await;
    assert_eq!(watcher.color, None);
    pair.play(0, "f3 e5 g2g4 Qh4").await;
    for ply in 1..=4 {
        assert_eq!(watcher.moved().await, ply);
    }
    for seated in [&mut pair.white, &mut pair.black, &mut watcher] {
        assert_eq!(seated.ended().await, (Some(Color::Black), json!("checkmate")));
    }
    let view = watcher.view().await;
    assert_eq!((view.status, view.moves.len(), view.fens.len()), (GameStatus::Ended, 4, 5));
    assert_eq!(view.moves[3].san, "Qh4#");
    let pgn = watcher.visitor.get(&format!("/api/games/{}/pgn", pair.id)).await.expect("a PGN");
    assert!(pgn.body.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{}", pgn.body);
}

#[rstest]
#[case::wrong_turn(false, 0, "e7e5", "notYourTurn")]
#[case::stale(true, 7, "e2e4", "stalePly")]
#[case::no_piece(true, 0, "e5e6", "noPiece")]
#[case::not_a_move(true, 0, "<script>", "notAMove")]
#[case::pawn(true, 0, "e2e5", "notItsMove")]
#[tokio::test]
async fn a_refused_move_says_why(
    #[case] by_white: bool,
    #[case] at_ply: u32,
    #[case] text: &str,
    #[case] wanted: &str,
) {
    let platform = Platform::start().await;
    let mut pair = platform.pair("atomic", no_time()).await;
    let mover = if by_white { &mut pair.white } else { &mut pair.black };
    mover.play(at_ply, text).await;
    let (tag, reason) = mover
        .wait(|message| match message {
            ServerMessage::Rejected { client_tag, reason } => Some((client_tag, reason)),
            _ => None,
        })
        .await;
    assert_eq!((tag.as_deref(), code(&reason).as_str()), (Some("tag"), wanted));
    assert_eq!(mover.view().await.moves, []);
}

#[tokio::test]
async fn a_seat_belongs_to_its_session() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let mut stranger = Seated::sit(platform.visitor().await, &pair.id).await;
    stranger.play(0, "e2e4").await;
    assert_eq!(code(&stranger.refused().await), "notYourGame");
    for wish in ["resign", "offerDraw", "acceptDraw", "abort", "offerTakeback", "claimLeft"] {
        stranger.wish(wish).await;
        assert_eq!(code(&stranger.refused().await), "notYourGame", "{wish}");
    }
    let chat = ClientMessage::Chat { id: pair.id.clone(), text: "hello".into() };
    stranger.say(chat).await;
    assert_eq!(code(&stranger.refused().await), "notYourGame");
    // Without watching it, likewise.
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    connection.send(&ClientMessage::Resign { id: pair.id.clone() }).await.expect("said");
    assert!(matches!(connection.receive().await, Ok(ServerMessage::Rejected { .. })));
    // The seats are taken.
    let mut visitor = platform.visitor().await;
    let late = visitor.post(&format!("/api/games/{}/join", pair.id), &Value::Null).await;
    assert_eq!(late.expect("an answer").status, 409);
    assert_eq!(pair.white.view().await.status, GameStatus::Playing);
}

#[tokio::test]
async fn a_draw_is_offered_declined_lapses_and_is_agreed() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let offered = |message| match message {
        ServerMessage::Offered { kind: OfferKind::Draw, by, .. } => Some(by),
        _ => None,
    };
    let declined = |message| {
        matches!(message, ServerMessage::Declined { kind: OfferKind::Draw, .. }).then_some(())
    };
    pair.white.wish("offerDraw").await;
    assert_eq!(pair.black.wait(offered).await, Color::White);
    pair.white.wish("offerDraw").await;
    assert_eq!(code(&pair.white.refused().await), "offerStands");
    pair.white.wish("acceptDraw").await;
    assert_eq!(code(&pair.white.refused().await), "noSuchOffer");
    pair.black.wish("declineDraw").await;
    pair.white.wait(declined).await;
    // A move of the opponent's answers too.
    pair.white.wish("offerDraw").await;
    assert_eq!(pair.black.wait(offered).await, Color::White);
    pair.play(0, "e4 e5").await;
    pair.white.wait(declined).await;
    pair.black.wish("acceptDraw").await;
    assert_eq!(code(&pair.black.refused().await), "noSuchOffer");
    pair.black.wish("offerDraw").await;
    assert_eq!(pair.white.wait(offered).await, Color::Black);
    pair.white.wish("acceptDraw").await;
    for seated in [&mut pair.white, &mut pair.black] {
        assert_eq!(seated.ended().await, (None, json!("agreement")));
    }
    pair.white.play(2, "Nf3").await;
    assert_eq!(code(&pair.white.refused().await), "gameOver");
}

#[tokio::test]
async fn a_takeback_takes_the_own_last_move_back() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    pair.white.wish("offerTakeback").await;
    assert_eq!(code(&pair.white.refused().await), "nothingToTakeBack");
    pair.play(0, "e4 e5 Nf3").await;
    pair.white.wish("offerTakeback").await;
    pair.black.wait(|message| matches!(message, ServerMessage::Offered { .. }).then_some(())).await;
    pair.black.wish("acceptTakeback").await;
    let (white, black) = (pair.white.took_back().await, pair.black.took_back().await);
    assert_eq!((white.moves.len(), white.you), (2, Some(Seat::White)));
    assert_eq!((black.moves.len(), black.you), (2, Some(Seat::Black)));
    // Black, who is not to move, gets e5 back; White, who is, gets two plies back.
    pair.white.wish("offerTakeback").await;
    pair.black.wish("offerTakeback").await;
    let game = pair.white.took_back().await;
    assert!(game.moves.len() < 2, "{}", game.moves.len());
    let ply = game.moves.len() as u32;
    let next = if ply == 0 { "d4" } else { "d5" };
    pair.play(ply, next).await;
    assert_eq!(pair.white.view().await.moves.len() as u32, ply + 1);
}

#[tokio::test]
async fn resigning_ends_and_a_rematch_swaps_colours() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("strictatomic", no_time()).await;
    pair.white.wish("offerRematch").await;
    assert_eq!(code(&pair.white.refused().await), "gameNotOver");
    pair.play(0, "e4").await;
    pair.white.wish("resign").await;
    for seated in [&mut pair.white, &mut pair.black] {
        assert_eq!(seated.ended().await, (Some(Color::Black), json!("resignation")));
    }
    pair.black.wish("offerRematch").await;
    pair.white.wait(|message| matches!(message, ServerMessage::Offered { .. }).then_some(())).await;
    pair.white.wish("acceptRematch").await;
    let rematch = |message| match message {
        ServerMessage::Rematch { id, .. } => Some(id),
        _ => None,
    };
    let id = pair.white.wait(rematch).await;
    assert_eq!(pair.black.wait(rematch).await, id);
    let again = Seated::sit(pair.white.visitor.clone(), &id).await;
    assert_eq!((again.color, again.first.status), (Some(Color::Black), GameStatus::Playing));
    assert_eq!(pair.black.view().await.rematch_id, Some(id));
}

#[tokio::test]
async fn a_game_is_aborted_only_before_both_have_moved() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    pair.play(0, "e4 e5").await;
    pair.black.wish("abort").await;
    assert_eq!(code(&pair.black.refused().await), "tooLateToAbort");
    let mut pair = platform.pair("chess", no_time()).await;
    pair.play(0, "e4").await;
    pair.black.wish("abort").await;
    assert_eq!(pair.white.ended().await, (None, json!("aborted")));
}

#[tokio::test]
async fn players_talk_and_texts_are_kept_as_they_are() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let line = |message| match message {
        ServerMessage::Chat { line, .. } => line.text,
        _ => None,
    };
    let say = |text: &str| ClientMessage::Chat { id: pair.id.clone(), text: text.to_owned() };
    let (hello, long) = (say("<b>olá</b>\n "), say(&"x".repeat(301)));
    pair.white.say(hello).await;
    assert_eq!(pair.black.wait(line).await, "<b>olá</b>");
    pair.white.say(long).await;
    assert_eq!(code(&pair.white.refused().await), "tooLong");
    assert_eq!(pair.black.view().await.chat.len(), 1);
}

#[tokio::test]
async fn presence_is_told_and_who_left_for_good_loses() {
    let platform = Platform::with(|config| config.left_after_ms = 50).await;
    let mut pair = platform.pair("chess", no_time()).await;
    let both = |message| match message {
        ServerMessage::Presence { white, black, .. } => (white && black).then_some(()),
        _ => None,
    };
    pair.white.wait(both).await;
    pair.white.wish("claimLeft").await;
    assert_eq!(code(&pair.white.refused().await), "opponentPresent");
    let watcher = Seated::sit(platform.visitor().await, &pair.id).await;
    pair.white
        .wait(|message| match message {
            ServerMessage::Presence { spectators, .. } => (spectators == 1).then_some(()),
            _ => None,
        })
        .await;
    drop(watcher);
    let support::Pair { mut white, black, .. } = pair;
    black.connection.close().await;
    let claimable = white
        .wait(|message| match message {
            ServerMessage::Presence { black: false, claimable_in_ms, .. } => claimable_in_ms,
            _ => None,
        })
        .await;
    assert!(claimable <= 50, "{claimable}");
    // It may be claimed once the time has passed; until then it is refused.
    loop {
        white.wish("claimLeft").await;
        let answer = white
            .wait(|message| match message {
                ServerMessage::Ended { outcome, .. } => Some(Some(outcome)),
                ServerMessage::Rejected { .. } => Some(None),
                _ => None,
            })
            .await;
        if let Some(outcome) = answer {
            assert_eq!(outcome.winner, Some(Color::White));
            break;
        }
    }
}

#[tokio::test]
async fn after_a_gap_a_snapshot_comes_and_without_one_nothing() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    pair.white.play(0, "e4").await;
    let moved = |message| match message {
        ServerMessage::Moved { seq, .. } => Some(seq),
        _ => None,
    };
    let seq = pair.black.wait(moved).await;
    assert!(seq > pair.black.seq);
    let mut connection = pair.black.visitor.connect().await.expect("a connection");
    // Nothing was missed: only who is there is told.
    connection
        .send(&ClientMessage::WatchGame { id: pair.id.clone(), seq: Some(seq) })
        .await
        .expect("said");
    assert!(matches!(connection.receive().await, Ok(ServerMessage::Presence { .. })));
    // The connection is lost, and a move missed.
    connection.close().await;
    pair.black.play(1, "e5").await;
    pair.black.wait(moved).await;
    let mut connection = pair.black.visitor.connect().await.expect("a connection");
    connection
        .send(&ClientMessage::WatchGame { id: pair.id.clone(), seq: Some(seq) })
        .await
        .expect("said");
    match connection.receive().await {
        Ok(ServerMessage::Snapshot { seq: now, game }) => {
            assert_eq!((now, game.moves.len()), (seq + 1, 2));
        }
        other => panic!("expected a snapshot, found {other:?}"),
    }
}

#[tokio::test]
async fn a_move_sent_twice_is_played_once() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    pair.white.play(0, "e4").await;
    pair.white.play(0, "e4").await;
    assert_eq!(pair.white.moved().await, 1);
    assert_eq!(code(&pair.white.refused().await), "stalePly");
    assert_eq!(pair.black.view().await.moves.len(), 1);
}

#[tokio::test]
async fn the_lobby_shows_seeks_and_loses_those_that_are_taken() {
    let platform = Platform::start().await;
    let (mut host, mut guest) = (platform.visitor().await, platform.visitor().await);
    let mut connection = guest.connect().await.expect("a connection");
    connection.send(&ClientMessage::WatchLobby {}).await.expect("said");
    let lobby = |message| match message {
        ServerMessage::Lobby { seeks } => Some(seeks),
        _ => None,
    };
    assert_eq!(connection.wait_for(lobby).await.expect("the lobby"), []);
    let change = |message| match message {
        ServerMessage::LobbyChanged { added, removed } => Some((added, removed)),
        _ => None,
    };
    let renamed = host.request("PUT", "/api/me", Some(&json!({ "nickname": "Ana" })), "").await;
    assert_eq!(renamed.expect("an answer").status, 200);
    let wanted = json!({
        "variant": "pawnbattle", "setup": "4p", "opponent": { "type": "lobby" },
        "time": { "type": "perMove", "seconds": 180 }
    });
    let id = platform.game(&mut host, &wanted).await;
    let (seeks, _) = connection.wait_for(change).await.expect("a change");
    assert_eq!((seeks[0].id.as_str(), seeks[0].name.as_str()), (id.as_str(), "Ana"));
    assert_eq!(seeks[0].setup.as_deref(), Some("4p"));
    let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await;
    assert_eq!(joined.expect("an answer").status, 200);
    assert_eq!(connection.wait_for(change).await.expect("a change"), (vec![], vec![id.clone()]));
    let mine = host.get("/api/games?mine=1&result=unfinished").await.expect("an answer").json();
    assert_eq!(mine["games"][0]["id"], json!(id));
}

/// What a page is told of the games to watch, change by change.
struct List {
    connection: client::Connection,
    games: Vec<WatchableGame>,
}

impl List {
    async fn watch(visitor: &client::Visitor) -> Self {
        let mut connection = visitor.connect().await.expect("a connection");
        connection.send(&ClientMessage::WatchHome {}).await.expect("said");
        let whole = |message| match message {
            ServerMessage::GamesToWatch { games } => Some(games),
            _ => None,
        };
        let games = connection.wait_for(whole).await.expect("the games");
        Self { connection, games }
    }

    /// Waits until the list is as wanted.
    async fn until(&mut self, wanted: impl Fn(&[WatchableGame]) -> bool) {
        while !wanted(&self.games) {
            let change = |message| match message {
                ServerMessage::GamesToWatchChanged { changed, removed } => Some((changed, removed)),
                _ => None,
            };
            let (changed, removed) = self.connection.wait_for(change).await.expect("a change");
            let is_old = |game: &WatchableGame| {
                removed.contains(&game.id) || changed.iter().any(|new| new.id == game.id)
            };
            self.games.retain(|game| !is_old(game));
            self.games.extend(changed);
        }
    }
}

#[tokio::test]
async fn games_that_their_makers_show_are_told_move_by_move_until_they_end() {
    let platform = Platform::start().await;
    let (mut host, mut guest) = (platform.visitor().await, platform.visitor().await);
    let mut list = List::watch(&platform.visitor().await).await;
    assert_eq!(list.games, []);
    let wanted = json!({
        "variant": "atomic", "opponent": { "type": "lobby" }, "time": no_time(), "watchable": true
    });
    let id = platform.game(&mut host, &wanted).await;
    let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await;
    assert_eq!(joined.expect("an answer").status, 200);
    list.until(|games| games.len() == 1 && games[0].ply == 0).await;
    assert_eq!((list.games[0].id.as_str(), list.games[0].last_move), (id.as_str(), None));
    let (host, guest) = (Seated::sit(host, &id).await, Seated::sit(guest, &id).await);
    assert!(host.first.watchable);
    let mut white = if host.color == Some(Color::White) { host } else { guest };
    white.play(0, "Nf3").await;
    list.until(|games| games[0].ply == 1).await;
    assert!(list.games[0].fen.starts_with("rnbqkbnr/pppppppp/8/8/8/5N2/"), "{:?}", list.games);
    let last = list.games[0].last_move.expect("a move").map(|square| square.to_string());
    assert_eq!(last, ["g1", "f3"]);
    // Who comes later is told all at once.
    assert_eq!(List::watch(&white.visitor).await.games, list.games);
    white.wish("resign").await;
    list.until(<[_]>::is_empty).await;
}

#[tokio::test]
async fn games_that_nobody_shows_and_games_by_link_are_on_no_list() {
    let platform = Platform::start().await;
    let mut host = platform.visitor().await;
    let mut list = List::watch(&platform.visitor().await).await;
    let computer = json!({ "type": "computer", "level": 1, "color": "white" });
    for (opponent, watchable) in [
        (computer.clone(), false),
        (json!({ "type": "hotSeat" }), true),
        (json!({ "type": "friend" }), true),
    ] {
        let wanted = json!({
            "variant": "chess", "opponent": opponent, "time": no_time(), "watchable": watchable
        });
        let id = platform.game(&mut host, &wanted).await;
        if opponent["type"] == "friend" {
            let mut guest = platform.visitor().await;
            let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await;
            assert_eq!(joined.expect("an answer").status, 200);
        }
    }
    // The one that is shown comes after them, and alone.
    let shown = json!({
        "variant": "chess", "opponent": computer, "time": no_time(), "watchable": true
    });
    let id = platform.game(&mut host, &shown).await;
    list.until(|games| !games.is_empty()).await;
    assert_eq!(list.games.iter().map(|game| &game.id).collect::<Vec<_>>(), [&id]);
}

#[tokio::test]
async fn at_one_screen_one_person_plays_both_sides() {
    let platform = Platform::start().await;
    let mut person = platform.visitor().await;
    let wanted =
        json!({ "variant": "simpleatomic", "opponent": { "type": "hotSeat" }, "time": no_time() });
    let id = platform.game(&mut person, &wanted).await;
    let mut seated = Seated::sit(person, &id).await;
    assert_eq!((seated.first.you, seated.first.hot_seat), (Some(Seat::Both), true));
    for (ply, text) in (0..).zip(["e4", "d5", "exd5"]) {
        seated.play(ply, text).await;
        assert_eq!(seated.moved().await, ply + 1);
    }
    seated.wish("offerTakeback").await;
    assert_eq!(seated.took_back().await.moves.len(), 2);
    seated.wish("offerDraw").await;
    assert_eq!(seated.ended().await, (None, json!("agreement")));
}

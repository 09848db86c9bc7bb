//! Programs at tables of LIAC's protocol, over real sockets: well behaved ones, and those that only the exact bytes or
//! much patience suit.

#[path = "liac/bot.rs"]
mod bot;
mod support;

use std::time::Duration;

use bot::{Bot, Play};
use estopim_liac::SlotKind;
use estopim_protocol::tables::{TableAction, TablePhase, TableView};
use estopim_protocol::{Color, EndReason};
use estopim_rules::PawnBattleSetup;
use estopim_server::auth::Session;
use estopim_server::liac::Tables;
use estopim_server::{Config, LiacConfig, Server};
use std::sync::Arc;

/// A server with tables, on free ports.
struct World {
    tables: Arc<Tables>,
    directory: tempfile::TempDir,
    end: tokio::sync::oneshot::Sender<()>,
    serving: tokio::task::JoinHandle<Result<(), estopim_server::ServeError>>,
}

impl World {
    async fn start(change: impl FnOnce(&mut LiacConfig)) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        Self::start_in(directory, change).await
    }

    async fn start_in(directory: tempfile::TempDir, change: impl FnOnce(&mut LiacConfig)) -> Self {
        let any = "127.0.0.1:0".parse().expect("an address");
        let mut liac = LiacConfig {
            white: any,
            black: any,
            setup: "4p".to_owned(),
            match_games: Some(1),
            ..LiacConfig::default()
        };
        change(&mut liac);
        let mut config = Config::in_directory(directory.path().to_owned());
        config.bind = any;
        config.computer_pace_percent = 0;
        config.liac = Some(liac);
        let server = Server::start(config).await.expect("it starts");
        let tables = server.tables().expect("there are tables");
        let (end, is_end) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async move { drop(is_end.await) }));
        Self { tables, directory, end, serving }
    }

    /// Ends the server; its files stay.
    async fn stop(self) -> tempfile::TempDir {
        drop(self.end);
        self.serving.await.expect("it ends").expect("without a fault");
        self.directory
    }

    async fn bot(&self, slot: usize, name: &str, play: Play) -> Bot {
        Bot::connect(self.tables.addresses()[slot], name, play).await
    }

    /// Waits until a table is as wanted.
    async fn until(&self, wanted: impl Fn(&TableView) -> bool) -> TableView {
        let mut changes = self.tables.changes();
        let found = tokio::time::timeout(Duration::from_secs(60), async {
            loop {
                if let Some(view) = self.tables.views().into_iter().find(&wanted) {
                    return view;
                }
                changes.changed().await.expect("the tables are there");
            }
        });
        found.await.unwrap_or_else(|_| panic!("in vain: {:#?}", self.tables.views()))
    }

    async fn results(&self, count: usize) -> TableView {
        self.until(|view| view.results.len() >= count).await
    }

    async fn act(&self, table: &str, action: TableAction) {
        let by = Session("ana".to_owned());
        self.tables.act(table, by, action).await.expect("it may be done");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_reads_by_byte_offsets_plays() {
    let world = World::start(|_| {}).await;
    let white = world.bot(0, "Offsets", Play::ByOffsets).await.spawn();
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    let view = world.results(1).await;
    assert_ne!(view.results[0].reason, EndReason::Infractions, "{view:?}");
    assert_eq!(view.infractions.map(|counted| counted.white), Some(0), "{view:?}");
    let (white, black) = (white.await.expect("it ends"), black.await.expect("it ends"));
    // The state went to the side to move only, and the end to both.
    assert!(white.states.iter().all(|state| state.is_over() || state.who_moves() == 1));
    assert!(black.states.iter().all(|state| state.is_over() || state.who_moves() == -1));
    assert_eq!(white.states.last().map(|it| &it.text), black.states.last().map(|it| &it.text));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_arrives_alone_and_whole() {
    let world = World::start(|liac| liac.match_games = Some(2)).await;
    // Both take what one `recv` returned for one JSON text, and panic on anything else.
    let white = world.bot(0, "A", Play::First).await.until_over(2).spawn();
    let black = world.bot(1, "B", Play::First).await.until_over(2).spawn();
    world.results(2).await;
    for bot in [white, black] {
        let bot = bot.await.expect("no message was cut or joined with another");
        let ends: Vec<usize> =
            (0..bot.states.len()).filter(|&at| bot.states[at].is_over()).collect();
        assert_eq!(ends.len(), 2);
        // At least half a second between the end of a game and the first message of the next.
        if let Some(next) = bot.states.get(ends[0] + 1) {
            let pause = next.at - bot.states[ends[0]].at;
            assert!(pause >= Duration::from_millis(500), "{pause:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_reverses_colours_on_the_same_connections() {
    let world = World::start(|liac| liac.match_games = Some(2)).await;
    let white = world.bot(0, "A", Play::First).await.until_over(2).spawn();
    let black = world.bot(1, "B", Play::Last).await.until_over(2).spawn();
    let view = world.results(2).await;
    let names: Vec<_> =
        view.results.iter().map(|it| (it.white.as_str(), it.black.as_str())).collect();
    assert_eq!(names, [("A", "B"), ("B", "A")]);
    let (white, black) = (white.await.expect("it ends"), black.await.expect("it ends"));
    assert!(white.states.iter().any(|state| !state.is_over() && state.who_moves() == -1));
    assert!(black.states.iter().any(|state| !state.is_over() && state.who_moves() == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn json_on_several_lines_is_understood() {
    let world = World::start(|_| {}).await;
    let white = world.bot(0, "C sharp", Play::Pretty).await.spawn();
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    let view = world.results(1).await;
    assert_eq!(view.infractions.map(|it| (it.white, it.black)), Some((0, 0)), "{view:?}");
    white.await.expect("it ends");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_the_end_is_not_counted_in_the_next_game() {
    let world = World::start(|liac| liac.match_games = Some(2)).await;
    let white = world.bot(0, "Chatty", Play::AnswersTheEnd).await.until_over(2).spawn();
    let black = world.bot(1, "Plain", Play::First).await.until_over(2).spawn();
    let view = world.results(2).await;
    assert_eq!(view.infractions.map(|it| (it.white, it.black)), Some((0, 0)), "{view:?}");
    white.await.expect("it ends");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_program_loses_by_infractions_and_is_sent_nothing_more() {
    let world = World::start(|liac| liac.move_time_ms = 200).await;
    let white = world.bot(0, "Silent", Play::Never).await.spawn();
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    let view = world.results(1).await;
    let result = &view.results[0];
    assert_eq!((result.winner, result.reason), (Some(Color::Black), EndReason::Infractions));
    assert_eq!(view.infractions.map(|it| it.white), Some(5));
    let white = white.await.expect("it ends");
    assert_eq!(white.states.len(), 2, "its turn, and the end: {:?}", white.states);
    assert!(white.states[1].text.contains("\"white_infractions\": 5"));
    // Five times the time for a move and the tick after it.
    let passed = white.states[1].at - white.states[0].at;
    assert!(passed >= Duration::from_millis(5 * 300), "{passed:?}");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_move_is_played_and_counted_as_an_infraction() {
    let world = World::start(|liac| liac.move_time_ms = 200).await;
    let late = Play::Late(Duration::from_millis(450));
    let white = world.bot(0, "Late", late).await.spawn();
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    world.until(|view| view.infractions.is_some_and(|counted| counted.white >= 1)).await;
    let view = world.results(1).await;
    assert_eq!(view.infractions.map(|counted| counted.black), Some(0));
    let white = white.await.expect("it ends");
    // Its first move was played: it was asked again after the answer of the other side.
    assert!(white.states.len() >= 3, "{:?}", white.states);
    assert!(!white.states[1].text.contains("\"bad_move\": true"));
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_and_malformed_moves_bring_the_same_state_again() {
    let world = World::start(|_| {}).await;
    let white = world.bot(0, "Wrong", Play::WrongFirst).await.spawn();
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    let view = world.results(1).await;
    assert_ne!(view.results[0].reason, EndReason::Infractions, "{view:?}");
    assert_eq!(view.infractions.map(|it| it.white), Some(bot::WRONG_MOVES.len() as u8));
    let white = white.await.expect("it ends");
    for (number, state) in white.states[1..=bot::WRONG_MOVES.len()].iter().enumerate() {
        assert!(state.text.contains("\"bad_move\": true"), "{}", state.text);
        let counted = format!("\"white_infractions\": {}", number + 1);
        assert!(state.text.contains(&counted), "{}", state.text);
        assert_eq!(state.board(), white.states[0].board());
    }
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_returns_gets_the_pending_state_again() {
    let world = World::start(|liac| liac.move_time_ms = 2_000).await;
    let black = world.bot(1, "Plain", Play::First).await.spawn();
    let mut white = world.bot(0, "Returns", Play::First).await;
    let first = white.read_state().await.expect("it is asked");
    drop(white);
    let view = world.until(|view| view.phase == TablePhase::Paused).await;
    assert_eq!(view.infractions.map(|it| it.white), Some(0));
    // The clock stands still meanwhile.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let mut white = world.bot(0, "Returns", Play::First).await;
    let again = white.read_state().await.expect("it is asked again");
    assert_eq!(first.text, again.text);
    white.answer(&again).await;
    let white = white.spawn();
    let view = world.results(1).await;
    assert_eq!(view.infractions.map(|it| it.white), Some(0), "{view:?}");
    white.await.expect("it ends");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_speaks_no_json_is_closed_and_the_slot_is_free() {
    let world = World::start(|_| {}).await;
    let mut browser = Bot::raw(world.tables.addresses()[0]).await;
    browser.send("GET / HTTP/1.1\r\n\r\n").await;
    assert_eq!(browser.read().await, "", "it is closed");
    let white = world.bot(0, "A", Play::First).await.spawn();
    let black = world.bot(1, "B", Play::First).await.spawn();
    world.results(1).await;
    white.await.expect("it ends");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_come_to_a_full_table_get_the_next_one() {
    let world = World::start(|_| {}).await;
    let mut bots = Vec::new();
    for number in 1..=4 {
        bots.push(world.bot(0, &format!("W{number}"), Play::First).await.spawn());
        bots.push(world.bot(1, &format!("B{number}"), Play::First).await.spawn());
    }
    bots.push(world.bot(0, "Turma A/W5", Play::First).await.spawn());
    bots.push(world.bot(1, "Turma A/B5", Play::First).await.spawn());
    for name in ["Table 1", "Table 2", "Table 3", "Table 4", "Turma A"] {
        world.until(|view| view.name == name && view.results.len() == 1).await;
    }
    let views = world.tables.views();
    let named = views.iter().find(|view| view.name == "Turma A").expect("it is there");
    assert_eq!((&*named.results[0].white, &*named.results[0].black), ("W5", "B5"));
    for bot in bots {
        bot.await.expect("it ends");
    }
    let ladder = world.tables.ladder();
    assert_eq!(ladder.len(), 10);
    assert!(ladder.iter().all(|row| row.games == 1 && row.error > 0), "{ladder:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_setups_are_played_to_the_end() {
    for setup in PawnBattleSetup::NAMES {
        let world = World::start(|liac| setup.clone_into(&mut liac.setup)).await;
        let white = world.bot(0, "A", Play::Eager).await.spawn();
        let black = world.bot(1, "B", Play::Eager).await.spawn();
        let view = world.results(1).await;
        assert_ne!(view.results[0].reason, EndReason::Infractions, "{setup}: {view:?}");
        assert_eq!(view.infractions.map(|it| (it.white, it.black)), Some((0, 0)), "{setup}");
        white.await.expect("it ends");
        black.await.expect("it ends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn our_levels_play_against_programs() {
    let world = World::start(|liac| liac.kinds = [SlotKind::Computer(2), SlotKind::Bot]).await;
    let black = world.bot(1, "B", Play::First).await.spawn();
    let view = world.results(1).await;
    assert_eq!(view.results[0].white, "Estopim 2");
    black.await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_started_paused_reset_and_switched_by_its_owner_alone() {
    let world = World::start(|liac| liac.match_games = None).await;
    let table = "Table 1";
    let start = || TableAction::Start { games: 1 };
    let refused = world.tables.act(table, Session("ana".to_owned()), start()).await;
    assert!(refused.is_err(), "nobody is there");
    let mut white = world.bot(0, "A", Play::First).await;
    let _black = world.bot(1, "B", Play::First).await.spawn();
    world.until(|view| view.phase == TablePhase::Ready).await;
    let other = world.tables.act(table, Session("rui".to_owned()), start()).await;
    assert!(other.is_err(), "somebody else runs it");
    world.act(table, start()).await;
    let state = white.read_state().await.expect("it is asked");
    world.act(table, TableAction::Pause {}).await;
    world.until(|view| view.phase == TablePhase::Paused).await;
    // An answer during the pause is used afterwards.
    white.answer(&state).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    world.until(|view| view.phase == TablePhase::Paused).await;
    world.act(table, start()).await;
    let next = white.read_state().await.expect("it is asked again");
    assert_ne!(next.board(), state.board());
    world.act(table, TableAction::Reset {}).await;
    world.until(|view| view.phase == TablePhase::Ready && view.game.is_none()).await;
    world.act(table, TableAction::Switch {}).await;
    world.until(|view| view.white_slot == 1).await;
    world.act(table, start()).await;
    let state = white.read_state().await.expect("it is asked");
    assert_eq!(state.who_moves(), -1, "it has the other colour now");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart_of_the_server() {
    let directory = tempfile::tempdir().expect("a directory");
    let slow = |liac: &mut LiacConfig| liac.move_time_ms = 30_000;
    let world = World::start_in(directory, slow).await;
    let mut white = world.bot(0, "A", Play::First).await;
    let mut black = world.bot(1, "B", Play::First).await;
    let state = white.read_state().await.expect("it is asked");
    white.answer(&state).await;
    let pending = black.read_state().await.expect("it is asked");
    let game = world.until(|view| view.game.is_some()).await.game.expect("a game");
    let directory = world.stop().await;
    assert_eq!(white.read().await, "", "the connection is closed");
    assert_eq!(black.read().await, "", "the connection is closed");
    let world = World::start_in(directory, slow).await;
    let waits =
        |view: &TableView| view.game.as_deref() == Some(&game) && view.phase == TablePhase::Paused;
    world.until(waits).await;
    let white = world.bot(0, "A", Play::First).await.spawn();
    let mut black = world.bot(1, "B", Play::First).await;
    let state = black.read_state().await.expect("it is asked again");
    assert_eq!(state.text, pending.text);
    black.answer(&state).await;
    let black = black.spawn();
    let view = world.until(|view| view.results.iter().any(|result| result.game == game)).await;
    assert_eq!(view.infractions.map(|it| (it.white, it.black)), Some((0, 0)));
    white.await.expect("it ends");
    black.await.expect("it ends");
}

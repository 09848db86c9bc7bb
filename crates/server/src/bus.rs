//! The feeds of the first page: open seeks, and games to watch. The first message is the whole list, each later one a
//! difference. Changes are batched.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use estopim_protocol::rest::{Seek, WatchableGame};
use estopim_protocol::{Player, ServerMessage};
use estopim_store::{Store, StoreError};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};

use crate::game::live::Kind;
use crate::game::load::name_of;
use crate::game::rows::{is_watchable, kind_word, time_control, variant_of};
use crate::game::to_text;

/// How many seeks are shown.
const SEEKS: i64 = 100;
/// How many games to watch are shown.
const GAMES: usize = 6;
/// The shortest interval between differences.
const EVERY: Duration = Duration::from_millis(250);
/// How many differences a slow reader may miss before it gets the whole list instead.
const DIFFERENCES: usize = 16;

/// Publishes the lobby and the games to watch.
#[derive(Default)]
pub struct Bus {
    seeks_changed: Notify,
    seeks: Arc<List<Seek>>,
    games_changed: Notify,
    games: Arc<List<WatchableGame>>,
    /// Every listed game that is in memory and under way.
    watchable: Mutex<HashMap<String, WatchableGame>>,
}

/// A row of a published list.
trait Row: Clone + PartialEq {
    fn id(&self) -> &str;
    /// The message with all rows.
    fn whole(rows: Vec<Self>) -> ServerMessage;
    /// The message with rows that are new or have changed, and the ids of those that are gone.
    fn changed(changed: Vec<Self>, removed: Vec<String>) -> ServerMessage;
}

impl Row for Seek {
    fn id(&self) -> &str {
        &self.id
    }

    fn whole(seeks: Vec<Self>) -> ServerMessage {
        ServerMessage::Lobby { seeks }
    }

    fn changed(added: Vec<Self>, removed: Vec<String>) -> ServerMessage {
        ServerMessage::LobbyChanged { added, removed }
    }
}

impl Row for WatchableGame {
    fn id(&self) -> &str {
        &self.id
    }

    fn whole(games: Vec<Self>) -> ServerMessage {
        ServerMessage::GamesToWatch { games }
    }

    fn changed(changed: Vec<Self>, removed: Vec<String>) -> ServerMessage {
        ServerMessage::GamesToWatchChanged { changed, removed }
    }
}

/// A list whose subscribers get it whole once, and then differences.
struct List<T> {
    published: Mutex<Published<T>>,
}

struct Published<T> {
    rows: Vec<T>,
    differences: broadcast::Sender<Utf8Bytes>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        let differences = broadcast::Sender::new(DIFFERENCES);
        Self { published: Mutex::new(Published { rows: Vec::new(), differences }) }
    }
}

impl<T: Row> List<T> {
    fn published(&self) -> MutexGuard<'_, Published<T>> {
        self.published.lock().expect("nobody panics with a list")
    }

    fn replace(&self, rows: Vec<T>) {
        let mut published = self.published();
        if let Some(difference) = difference(&published.rows, &rows) {
            published.rows = rows;
            // There may be no subscribers.
            let _ = published.differences.send(to_text(&difference));
        }
    }

    fn feed(self: &Arc<Self>) -> Feed<T> {
        let published = self.published();
        Feed {
            list: Arc::clone(self),
            whole: Some(to_text(&T::whole(published.rows.clone()))),
            differences: published.differences.subscribe(),
        }
    }
}

/// The subscription of one connection to a list.
struct Feed<T> {
    list: Arc<List<T>>,
    /// The whole list, until it has been sent.
    whole: Option<Utf8Bytes>,
    differences: broadcast::Receiver<Utf8Bytes>,
}

impl<T: Row> Feed<T> {
    /// The next message. Cancel safe.
    async fn next(&mut self) -> Utf8Bytes {
        loop {
            if let Some(whole) = self.whole.take() {
                return whole;
            }
            match self.differences.recv().await {
                Ok(difference) => return difference,
                // Too many were missed: send the whole list.
                Err(RecvError::Lagged(_)) => *self = self.list.feed(),
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

/// The subscription of one connection to the lobby, and to the games to watch if it wants them.
pub struct LobbyFeed {
    seeks: Feed<Seek>,
    games: Option<Feed<WatchableGame>>,
}

impl LobbyFeed {
    /// The next message.
    pub async fn next(&mut self) -> Utf8Bytes {
        match &mut self.games {
            None => self.seeks.next().await,
            Some(games) => tokio::select! {
                text = self.seeks.next() => text,
                text = games.next() => text,
            },
        }
    }
}

impl Bus {
    /// The seeks have changed.
    pub fn lobby_changed(&self) {
        self.seeks_changed.notify_one();
    }

    /// Subscribes to the lobby.
    pub fn lobby(&self) -> LobbyFeed {
        LobbyFeed { seeks: self.seeks.feed(), games: None }
    }

    /// Subscribes to the lobby and to the games to watch.
    pub fn home(&self) -> LobbyFeed {
        LobbyFeed { games: Some(self.games.feed()), ..self.lobby() }
    }

    /// Reads the seeks whenever they have changed, and publishes the difference.
    pub async fn run(self: Arc<Self>, store: Store) {
        loop {
            match seeks(&store).await {
                Ok(seeks) => self.seeks.replace(seeks),
                Err(StoreError::Closed) => return,
                Err(error) => {
                    tracing::warn!(%error, "the lobby could not be read: {error}");
                    // Once more, after the pause.
                    self.seeks_changed.notify_one();
                }
            }
            tokio::time::sleep(EVERY).await;
            self.seeks_changed.notified().await;
        }
    }

    /// Selects the games to watch whenever some have changed, and publishes the difference.
    pub async fn run_games_to_watch(self: Arc<Self>) {
        loop {
            self.games_changed.notified().await;
            let selected = selected(&self.watchable());
            self.games.replace(selected);
            tokio::time::sleep(EVERY).await;
        }
    }

    fn watchable(&self) -> MutexGuard<'_, HashMap<String, WatchableGame>> {
        self.watchable.lock().expect("nobody panics with the games to watch")
    }
}

/// The entry of one game in the list of games to watch. It is removed when the game leaves memory.
pub struct OnList {
    bus: Arc<Bus>,
    shown: Option<WatchableGame>,
}

impl OnList {
    /// Not listed yet.
    pub fn new(bus: &Arc<Bus>) -> Self {
        Self { bus: Arc::clone(bus), shown: None }
    }

    /// Updates or removes the entry.
    pub fn show(&mut self, game: Option<WatchableGame>) {
        if self.shown == game {
            return;
        }
        let mut watchable = self.bus.watchable();
        match (&game, &self.shown) {
            (Some(game), _) => drop(watchable.insert(game.id.clone(), game.clone())),
            (None, Some(before)) => drop(watchable.remove(&before.id)),
            (None, None) => {}
        }
        drop(watchable);
        self.shown = game;
        self.bus.games_changed.notify_one();
    }
}

impl Drop for OnList {
    fn drop(&mut self) {
        self.show(None);
    }
}

/// The listed games, newest first. Games between people are preferred to those against the computer, then newer ones;
/// each person has at most one.
fn selected(watchable: &HashMap<String, WatchableGame>) -> Vec<WatchableGame> {
    let seats = |game: &WatchableGame| [game.players.white.clone(), game.players.black.clone()];
    let is_computers = |player: &Player| player.computer_level.is_some();
    let has_computer = |game: &WatchableGame| seats(game).iter().flatten().any(is_computers);
    let mut games: Vec<&WatchableGame> = watchable.values().collect();
    games.sort_by_key(|game| {
        (has_computer(game), std::cmp::Reverse(game.created_ms), game.id.clone())
    });
    let mut people = HashSet::new();
    let is_first_of_all = |game: &&&WatchableGame| {
        let ids: Vec<String> =
            seats(game).into_iter().flatten().filter_map(|player| player.id).collect();
        let is_new = ids.iter().all(|id| !people.contains(id));
        if is_new {
            people.extend(ids);
        }
        is_new
    };
    let mut selected: Vec<WatchableGame> =
        games.iter().filter(is_first_of_all).take(GAMES).map(|&game| game.clone()).collect();
    selected.sort_by_key(|game| std::cmp::Reverse(game.created_ms));
    selected
}

/// What turns one list into another, if they differ.
fn difference<T: Row>(before: &[T], after: &[T]) -> Option<ServerMessage> {
    let changed: Vec<T> = after.iter().filter(|row| !before.contains(row)).cloned().collect();
    let is_gone = |row: &&T| after.iter().all(|kept| kept.id() != row.id());
    let removed: Vec<String> =
        before.iter().filter(is_gone).map(|row| row.id().to_owned()).collect();
    let is_news = !changed.is_empty() || !removed.is_empty();
    is_news.then(|| T::changed(changed, removed))
}

/// The open seeks, newest first.
pub async fn seeks(store: &Store) -> Result<Vec<Seek>, StoreError> {
    let rows = store.open_seeks(kind_word(Kind::Lobby), SEEKS).await?;
    let seeks = rows.into_iter().filter_map(|row| {
        let creator = row.white_id.as_ref().or(row.black_id.as_ref())?;
        let kept = row.white_name.as_ref().or(row.black_name.as_ref());
        Some(Seek {
            name: name_of(creator, kept),
            by: creator.clone(),
            variant: variant_of(&row)?.into(),
            time: time_control(&row).into(),
            watchable: is_watchable(&row),
            setup: row.setup,
            created_ms: row.created_ms,
            id: row.id,
        })
    });
    Ok(seeks.collect())
}

#[cfg(test)]
mod tests {
    use estopim_protocol::{Players, TimeControl, Variant, apply_lobby_change};

    use super::*;

    fn seek(id: &str, created_ms: i64, name: &str) -> Seek {
        Seek {
            id: id.to_owned(),
            name: name.to_owned(),
            by: name.to_owned(),
            variant: Variant::Atomic,
            time: TimeControl::None {},
            setup: None,
            created_ms,
            watchable: false,
        }
    }

    #[test]
    fn a_difference_turns_the_list_before_into_the_list_after() {
        let [a, b, c] = [seek("a", 1, "Ana"), seek("b", 2, "Bia"), seek("c", 3, "Caio")];
        let renamed = seek("a", 1, "Aninha");
        for (before, after) in [
            (vec![], vec![b.clone(), a.clone()]),
            (vec![b.clone(), a.clone()], vec![c.clone(), a.clone()]),
            (vec![b.clone(), a.clone()], vec![b.clone(), renamed]),
            (vec![c.clone(), b.clone()], vec![b.clone(), a.clone()]),
            (vec![c.clone()], vec![]),
        ] {
            let Some(ServerMessage::LobbyChanged { added, removed }) = difference(&before, &after)
            else {
                panic!("{before:?} and {after:?} differ");
            };
            let mut seeks = before.clone();
            apply_lobby_change(&mut seeks, added, &removed);
            assert_eq!(seeks, after);
        }
        assert_eq!(difference(std::slice::from_ref(&c), std::slice::from_ref(&c)), None);
    }

    /// A game made at a moment, between people of these names; no name is the computer.
    fn game(created_ms: i64, names: [&str; 2]) -> WatchableGame {
        let [white, black] = names.map(|name| {
            let is_person = !name.is_empty();
            Some(Player {
                name: name.to_owned(),
                id: is_person.then(|| name.to_owned()),
                computer_level: (!is_person).then_some(1),
                bot: false,
            })
        });
        WatchableGame {
            id: format!("game{created_ms}"),
            variant: Variant::Atomic,
            players: Players { white, black },
            time: TimeControl::None {},
            fen: String::new(),
            last_move: None,
            ply: 0,
            created_ms,
        }
    }

    fn selected_moments(games: Vec<WatchableGame>) -> Vec<i64> {
        let games = games.into_iter().map(|game| (game.id.clone(), game)).collect();
        selected(&games).iter().map(|game| game.created_ms).collect()
    }

    #[test]
    fn people_come_before_the_computer_and_everybody_once() {
        let games = vec![
            game(1, ["Ana", "Rui"]),
            game(2, ["", "Eva"]),
            game(3, ["Eva", ""]),
            game(4, ["Bia", "Ana"]),
            game(5, ["Leo", ""]),
        ];
        assert_eq!(selected_moments(games), [5, 4, 3]);
    }

    #[test]
    fn no_more_games_are_shown_than_a_page_has_room_for() {
        let names: Vec<String> = (0..20).map(|number| format!("Ana{number}")).collect();
        let games: Vec<_> = (0..).zip(&names).map(|(at, name)| game(at, [name, ""])).collect();
        let mut with_people = games.clone();
        with_people.push(game(-1, ["Rui", "Eva"]));
        assert_eq!(selected_moments(games), [19, 18, 17, 16, 15, 14]);
        assert_eq!(selected_moments(with_people), [19, 18, 17, 16, 15, -1]);
    }

    #[tokio::test]
    async fn a_game_that_leaves_memory_leaves_the_list() {
        let bus = Arc::new(Bus::default());
        let mut place = OnList::new(&bus);
        place.show(Some(game(1, ["Ana", "Rui"])));
        assert_eq!(bus.watchable().len(), 1);
        place.show(Some(WatchableGame { ply: 7, ..game(1, ["Ana", "Rui"]) }));
        assert_eq!(bus.watchable()["game1"].ply, 7);
        drop(place);
        assert!(bus.watchable().is_empty());
    }
}

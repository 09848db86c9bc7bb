//! Accounts, challenges and games in the JSON that programs for Lichess read.

use estopim_play::TimeControl;
use estopim_protocol::rest::ColorChoice;
use estopim_protocol::{Color, EndReason, GameView, Player};
use estopim_rules::{AnyPosition, Variant};
use estopim_store::AccountRow;
use serde_json::{Value, json};

use super::challenges::{Answer, Challenge, Party, REASONS};

/// What is written where nobody has a rating: there are none here.
const RATING: i32 = 1_500;
/// What is written for a clock where time is not limited.
const UNLIMITED_MS: i64 = 2_147_483_647;

/// A game by the names that these programs know it by.
#[derive(PartialEq, Eq, Debug)]
pub struct Kind {
    /// Which game it is.
    pub variant: Variant,
    /// The key.
    pub key: &'static str,
    /// The name, by which programs find the rules.
    pub name: &'static str,
    /// The short name.
    pub short: &'static str,
    /// Where it begins.
    pub start: Start,
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// At the usual position.
    Usual,
    /// At one of the positions of Chess960.
    Drawn,
    /// At any position.
    Any,
}

/// The games that these programs can be offered. They know no other of ours.
pub static KINDS: [Kind; 4] = [
    Kind {
        variant: Variant::Chess,
        key: "standard",
        name: "Standard",
        short: "Std",
        start: Start::Usual,
    },
    Kind {
        variant: Variant::Chess,
        key: "chess960",
        name: "Chess960",
        short: "960",
        start: Start::Drawn,
    },
    Kind {
        variant: Variant::Chess,
        key: "fromPosition",
        name: "From Position",
        short: "FEN",
        start: Start::Any,
    },
    Kind {
        variant: Variant::Atomic,
        key: "atomic",
        name: "Atomic",
        short: "Atom",
        start: Start::Usual,
    },
];

impl Kind {
    /// The game of a key.
    pub fn by_key(key: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.key.eq_ignore_ascii_case(key))
    }

    /// What a game of ours is to these programs, if they know it.
    pub fn of(variant: Variant, initial_fen: &str) -> Option<&'static Self> {
        let is_usual = AnyPosition::initial(variant).fen() == initial_fen;
        let is_960 =
            || AnyPosition::from_fen(variant, initial_fen).is_ok_and(|start| start.is_chess960());
        let start = if is_usual {
            Start::Usual
        } else if is_960() {
            Start::Drawn
        } else {
            Start::Any
        };
        KINDS.iter().find(|kind| kind.variant == variant && kind.start == start)
    }

    /// As it is told.
    pub fn json(&self) -> Value {
        json!({ "key": self.key, "name": self.name, "short": self.short })
    }

    /// The key and the name of the list of ratings it would count for.
    fn perf(&self, speed: &'static str) -> (&'static str, String) {
        match self.start {
            Start::Usual if self.key == "standard" => {
                let mut name = speed.to_owned();
                name[..1].make_ascii_uppercase();
                (speed, name)
            }
            _ => (self.key, self.name.to_owned()),
        }
    }
}

/// Base and increment in seconds.
fn seconds(time: TimeControl) -> Option<(i64, i64)> {
    match time {
        TimeControl::Clock { base_ms, increment_ms } => Some((base_ms / 1000, increment_ms / 1000)),
        TimeControl::PerMove { .. } | TimeControl::Unlimited => None,
    }
}

/// How fast a game is, by the time that forty moves would take.
pub fn speed(time: TimeControl) -> &'static str {
    match seconds(time).map(|(base, increment)| base + 40 * increment) {
        None => "correspondence",
        Some(..30) => "ultraBullet",
        Some(30..180) => "bullet",
        Some(180..480) => "blitz",
        Some(480..1500) => "rapid",
        Some(1500..) => "classical",
    }
}

/// An id from a name.
pub fn id_of(name: &str) -> String {
    name.to_lowercase()
}

/// An account.
pub fn account(row: &AccountRow, is_online: bool, host: &str) -> Value {
    let perf = || json!({ "games": 0, "rating": RATING, "rd": 500, "prog": 0, "prov": true });
    let mut user = json!({
        "id": row.id,
        "username": row.name,
        "perfs": {
            "bullet": perf(), "blitz": perf(), "rapid": perf(), "classical": perf(),
            "chess960": perf(), "atomic": perf(),
        },
        "createdAt": row.created_ms,
        "seenAt": row.created_ms,
        "playTime": { "total": 0, "tv": 0 },
        "url": format!("{host}/@/{}", row.name),
        "online": is_online,
    });
    if let Some(title) = &row.title {
        user["title"] = json!(title);
    }
    user
}

fn party(party: &Party, is_online: bool) -> Value {
    let mut user = json!({
        "id": id_of(&party.name), "name": party.name, "rating": RATING,
        "provisional": true, "online": is_online,
    });
    if party.is_bot {
        user["title"] = json!("BOT");
    }
    user
}

/// A challenge, as one of the two sees it.
pub fn challenge(challenge: &Challenge, host: &str, is_asked: bool) -> Value {
    let speed = speed(challenge.time);
    let (_, perf) = challenge.kind.perf(speed);
    let time = match seconds(challenge.time) {
        Some((limit, increment)) => {
            let minutes = limit as f64 / 60.0;
            let show = format!("{minutes}+{increment}");
            json!({ "type": "clock", "limit": limit, "increment": increment, "show": show })
        }
        None => json!({ "type": "unlimited" }),
    };
    let status = match challenge.answer {
        Answer::Open => "created",
        Answer::Accepted => "accepted",
        Answer::Declined(_) => "declined",
        Answer::Canceled => "canceled",
    };
    let color = match challenge.color {
        ColorChoice::White => "white",
        ColorChoice::Black => "black",
        ColorChoice::Random => "random",
    };
    let mut shown = json!({
        "id": challenge.id,
        "url": format!("{host}/game/{}", challenge.id),
        "status": status,
        "challenger": party(&challenge.challenger, true),
        "destUser": party(&challenge.asked, true),
        "variant": challenge.kind.json(),
        "rated": false,
        "speed": speed,
        "timeControl": time,
        "color": color,
        "finalColor": challenge.final_color.to_string(),
        "perf": { "icon": "", "name": perf },
        "direction": if is_asked { "in" } else { "out" },
    });
    if let Some(fen) = &challenge.fen {
        shown["initialFen"] = json!(fen);
    }
    if let Answer::Declined(number) = challenge.answer {
        let (key, sentence) = REASONS[number.min(REASONS.len() - 1)];
        shown["declineReason"] = json!(sentence);
        shown["declineReasonKey"] = json!(key.to_lowercase());
    }
    shown
}

/// The status of a game: its number and name.
pub fn status(outcome: Option<EndReason>) -> (u32, &'static str) {
    match outcome {
        None => (20, "started"),
        Some(EndReason::Aborted) => (25, "aborted"),
        Some(EndReason::Checkmate) => (30, "mate"),
        Some(EndReason::Resignation) => (31, "resign"),
        Some(EndReason::Stalemate) => (32, "stalemate"),
        Some(EndReason::Left) => (33, "timeout"),
        Some(
            EndReason::Agreement
            | EndReason::Threefold
            | EndReason::FiftyMoves
            | EndReason::InsufficientMaterial,
        ) => (34, "draw"),
        Some(EndReason::Timeout) => (35, "outoftime"),
        Some(EndReason::Infractions) => (38, "unknownFinish"),
        Some(EndReason::KingExploded | EndReason::PawnHome | EndReason::PawnsCaptured) => {
            (60, "variantEnd")
        }
    }
}

/// A player as it is told in a game.
fn player(player: Option<&Player>) -> Value {
    let Some(player) = player else { return json!({ "id": "", "name": "", "rating": RATING }) };
    if let Some(level) = player.computer_level {
        let name = format!("Estopim level {level}");
        return json!({ "aiLevel": level, "id": id_of(&name), "name": name, "rating": RATING });
    }
    let mut shown = json!({
        "id": id_of(&player.name), "name": player.name, "rating": RATING, "provisional": true,
    });
    if player.bot {
        shown["title"] = json!("BOT");
    }
    shown
}

/// What a side has left on the clock.
fn left(ms: Option<i64>) -> i64 {
    ms.map_or(UNLIMITED_MS, |ms| ms.max(0))
}

/// The state of a game.
pub fn game_state(game: &GameView) -> Value {
    let moves: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
    let time = TimeControl::from(game.time);
    let increment_ms = seconds(time).map_or(0, |(_, increment)| increment * 1000);
    let (_, status) = status(game.outcome.map(|outcome| outcome.reason));
    let mut state = json!({
        "type": "gameState",
        "moves": moves.join(" "),
        "wtime": left(game.clocks.white_ms),
        "btime": left(game.clocks.black_ms),
        "winc": increment_ms,
        "binc": increment_ms,
        "status": status,
    });
    if let Some(winner) = game.outcome.and_then(|outcome| outcome.winner) {
        state["winner"] = json!(winner);
    }
    for (offer, white, black) in
        [(game.offers.draw, "wdraw", "bdraw"), (game.offers.takeback, "wtakeback", "btakeback")]
    {
        match offer {
            Some(Color::White) => state[white] = json!(true),
            Some(Color::Black) => state[black] = json!(true),
            None => {}
        }
    }
    state
}

/// The first line of a game's stream.
pub fn game_full(game: &GameView, kind: &Kind) -> Value {
    let time = TimeControl::from(game.time);
    let speed = speed(time);
    let (_, perf) = kind.perf(speed);
    let initial = if kind.start == Start::Usual { "startpos" } else { game.initial_fen.as_str() };
    let mut full = json!({
        "type": "gameFull",
        "id": game.id,
        "variant": kind.json(),
        "speed": speed,
        "perf": { "name": perf },
        "rated": false,
        "createdAt": game.created_ms,
        "white": player(game.players.white.as_ref()),
        "black": player(game.players.black.as_ref()),
        "initialFen": initial,
        "state": game_state(game),
    });
    if let Some((limit, increment)) = seconds(time) {
        full["clock"] = json!({ "initial": limit * 1000, "increment": increment * 1000 });
    }
    full
}

/// A game as events and lists tell it to one of its players.
pub fn game_info(game: &GameView, kind: &Kind, color: Color) -> Value {
    let time = TimeControl::from(game.time);
    let speed = speed(time);
    let (perf, _) = kind.perf(speed);
    let (number, status) = status(game.outcome.map(|outcome| outcome.reason));
    let (own, other) = match color {
        Color::White => (game.clocks.white_ms, game.players.black.as_ref()),
        Color::Black => (game.clocks.black_ms, game.players.white.as_ref()),
    };
    let mut opponent = player(other);
    opponent["username"] = opponent["name"].take();
    if let Some(level) = other.and_then(|other| other.computer_level) {
        opponent["ai"] = json!(level);
    }
    let source = if other.is_some_and(|other| other.computer_level.is_some()) {
        "ai"
    } else if game.from_lobby {
        "lobby"
    } else {
        "friend"
    };
    let mut info = json!({
        "fullId": format!("{}{}", game.id, if color == Color::White { "whit" } else { "blac" }),
        "gameId": game.id,
        "id": game.id,
        "fen": game.position.fen,
        "color": color,
        "lastMove": game.moves.last().map_or("", |played| played.uci.as_str()),
        "source": source,
        "status": { "id": number, "name": status },
        "variant": kind.json(),
        "speed": speed,
        "perf": perf,
        "rating": RATING,
        "rated": false,
        "hasMoved": game.moves.iter().any(|played| played.by == color),
        "opponent": opponent,
        "isMyTurn": game.outcome.is_none() && game.position.turn == color,
        "compat": { "bot": true, "board": true },
    });
    if let Some(ms) = own {
        info["secondsLeft"] = json!(ms.max(0) / 1000);
    }
    if let Some(winner) = game.outcome.and_then(|outcome| outcome.winner) {
        info["winner"] = json!(winner);
    }
    info
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_by_the_time_of_forty_moves() {
        for (base, increment, wanted) in [
            (15, 0, "ultraBullet"),
            (60, 0, "bullet"),
            (120, 1, "bullet"),
            (180, 0, "blitz"),
            (180, 2, "blitz"),
            (600, 0, "rapid"),
            (900, 15, "classical"),
        ] {
            assert_eq!(speed(TimeControl::clock(base, increment)), wanted, "{base}+{increment}");
        }
        assert_eq!(speed(TimeControl::Unlimited), "correspondence");
    }

    #[test]
    fn games_are_known_by_their_first_positions() {
        let of = |variant: Variant, fen: &str| Kind::of(variant, fen).map(|kind| kind.key);
        let usual = |variant: Variant| AnyPosition::initial(variant).fen();
        assert_eq!(of(Variant::Chess, &usual(Variant::Chess)), Some("standard"));
        assert_eq!(of(Variant::Chess, "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"), Some("fromPosition"));
        let drawn = "bnrbqknr/pppppppp/8/8/8/8/PPPPPPPP/BNRBQKNR w HChc - 0 1";
        assert_eq!(of(Variant::Chess, drawn), Some("chess960"));
        assert_eq!(of(Variant::Atomic, &usual(Variant::Atomic)), Some("atomic"));
        assert_eq!(of(Variant::Atomic, "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"), None);
        assert_eq!(of(Variant::PawnBattle, &usual(Variant::PawnBattle)), None);
        assert_eq!(of(Variant::StrictAtomic, &usual(Variant::StrictAtomic)), None);
    }
}

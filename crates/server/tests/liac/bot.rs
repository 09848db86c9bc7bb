//! Programs for the tests: each reads as one kind of real program does.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use estopim_rules::{AnyPosition, Game, Move, Variant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// What is no legal first move, or no move at all.
pub const WRONG_MOVES: [&str; 4] = [
    r#"{"from": [1, 2], "to": [6, 2]}"#,
    r#"{"from": [9, 9], "to": [-1, 0]}"#,
    r#"{"from": [1, 2]}"#,
    "[1, 2, 3]",
];

/// How a program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// The first legal move in order.
    First,
    /// The last one.
    Last,
    /// The pawn that is farthest, or a capture.
    Eager,
    /// Reads by byte offsets and no JSON.
    ByOffsets,
    /// Writes JSON on several lines, with CRLF.
    Pretty,
    /// Answers the end of a game with a move.
    AnswersTheEnd,
    /// Never answers.
    Never,
    /// Answers its first state late, the others at once.
    Late(Duration),
    /// Sends what is no move first.
    WrongFirst,
}

/// A state as it arrived.
#[derive(Clone, Debug)]
pub struct State {
    pub text: String,
    pub at: Instant,
}

impl State {
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).expect("one JSON value and nothing else")
    }

    pub fn is_over(&self) -> bool {
        let json = self.json();
        json["winner"] != 0 || json["draw"] == true
    }

    pub fn who_moves(&self) -> i64 {
        self.json()["who_moves"].as_i64().expect("a side")
    }

    pub fn board(&self) -> String {
        self.json()["board"].as_str().expect("a board").to_owned()
    }

    /// The position, from the JSON.
    fn game(&self) -> Game {
        let json = self.json();
        let en_passant = json["enpassant"].as_array().map(|square| {
            let number = |at: usize| square[at].as_u64().expect("a number") as u8;
            format!("{}{}", char::from(b'a' + number(1)), number(0) + 1)
        });
        game(&self.board(), self.who_moves() == 1, en_passant.as_deref())
    }

    /// The position as a program reads it that counts bytes.
    fn game_by_offsets(&self) -> Game {
        let bytes = self.text.as_bytes();
        assert_eq!(&bytes[28..33], b"false", "{}", self.text);
        let near_draw = bytes[147] == b't';
        let winner = if near_draw { 163 } else { 164 };
        assert_eq!(bytes[winner], b'0', "{}", self.text);
        let shift = usize::from(near_draw);
        let en_passant = (bytes[180 - shift] == b'[').then(|| {
            format!(
                "{}{}",
                char::from(b'a' + bytes[184 - shift] - b'0'),
                bytes[181 - shift] - b'0' + 1
            )
        });
        let who = 199 - shift + if en_passant.is_some() { 2 } else { 0 };
        game(&self.text[45..109], bytes[who] == b'1', en_passant.as_deref())
    }
}

fn game(board: &str, is_white: bool, en_passant: Option<&str>) -> Game {
    let ranks: Vec<String> =
        (0..8).map(|rank| board[rank * 8..rank * 8 + 8].replace('.', "1")).collect();
    let turn = if is_white { 'w' } else { 'b' };
    let en_passant = en_passant.unwrap_or("-");
    let fen = format!("{} {turn} - {en_passant} 0 1", ranks.join("/"));
    let position = AnyPosition::from_fen(Variant::PawnBattle, &fen);
    Game::from_position(position.unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A program that has played.
pub struct Bot {
    stream: TcpStream,
    play: Play,
    overs: usize,
    asked: usize,
    pub states: Vec<State>,
}

impl Bot {
    /// A connection that has said nothing.
    pub async fn raw(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("it listens");
        Self { stream, play: Play::Never, overs: 1, asked: 0, states: Vec::new() }
    }

    pub async fn connect(address: SocketAddr, name: &str, play: Play) -> Self {
        let mut bot = Self::raw(address).await;
        bot.play = play;
        let name = serde_json::json!({ "name": name }).to_string();
        bot.send(&name).await;
        bot
    }

    /// How many games it plays before it goes.
    pub fn until_over(mut self, overs: usize) -> Self {
        self.overs = overs;
        self
    }

    pub async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.expect("it is read");
    }

    /// What one `recv` returns; empty if the connection is closed.
    pub async fn read(&mut self) -> String {
        let mut buffer = [0; 255];
        let read = self.stream.read(&mut buffer).await.unwrap_or(0);
        String::from_utf8_lossy(&buffer[..read]).into_owned()
    }

    pub async fn read_state(&mut self) -> Option<State> {
        let read = tokio::time::timeout(Duration::from_mins(1), self.read());
        let text = read.await.expect("a message comes");
        (!text.is_empty()).then(|| State { text, at: Instant::now() })
    }

    pub async fn answer(&mut self, state: &State) {
        self.asked += 1;
        let game = match self.play {
            Play::ByOffsets => state.game_by_offsets(),
            _ => state.game(),
        };
        match self.play {
            Play::Never => return,
            Play::Late(pause) if self.asked == 1 => tokio::time::sleep(pause).await,
            Play::WrongFirst if self.asked <= WRONG_MOVES.len() => {
                return self.send(WRONG_MOVES[self.asked - 1]).await;
            }
            _ => {}
        }
        let text = self.text_of(chosen(&game, self.play));
        self.send(&text).await;
    }

    fn text_of(&self, mv: Move) -> String {
        let square = |square: estopim_rules::Square| [square.rank().index(), square.file().index()];
        let (from, to) = (square(mv.from()), square(mv.to()));
        match self.play {
            Play::Pretty => {
                let json = serde_json::json!({ "from": from, "to": to });
                let pretty = serde_json::to_string_pretty(&json).expect("JSON");
                pretty.replace('\n', "\r\n") + "\r\n"
            }
            Play::Last => format!("{{\"to\": {to:?}, \"from\": {from:?}}}"),
            _ => serde_json::json!({ "from": from, "to": to }).to_string(),
        }
    }

    /// Plays in a task of its own until its games are over.
    pub fn spawn(mut self) -> JoinHandle<Self> {
        tokio::spawn(async move {
            let mut overs = 0;
            while overs < self.overs {
                let Some(state) = self.read_state().await else { break };
                self.states.push(state.clone());
                if state.is_over() {
                    overs += 1;
                    if self.play == Play::AnswersTheEnd {
                        self.send(r#"{"from": [1, 2], "to": [3, 2]}"#).await;
                    }
                } else {
                    self.answer(&state).await;
                }
            }
            self
        })
    }
}

fn chosen(game: &Game, play: Play) -> Move {
    let position = game.position();
    let moves = position.legal_moves();
    let moves: &[Move] = &moves;
    match play {
        Play::Last => moves[moves.len() - 1],
        Play::Eager => {
            let eagerness = |mv: &&Move| {
                let after = position.after(**mv);
                let is_pawn =
                    position.board().role_at(mv.from()) == Some(estopim_rules::Role::Pawn);
                let rank = mv.to().rank().relative_to(game.turn()).index();
                (after.outcome().is_some(), position.is_capture(**mv), is_pawn, rank)
            };
            *moves.iter().max_by_key(eagerness).expect("a game that goes on has a move")
        }
        _ => moves[0],
    }
}

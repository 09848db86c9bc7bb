//! A class over real sockets: a teacher, a projector and children.
#![allow(dead_code)] // each test file uses its part

use estopim_protocol::ClientMessage;
use estopim_protocol::class::{Animal, ClassBoard, ClassMessage, ClassView, FigureColor};
use estopim_server::{ClassMode, Config};
use serde_json::{Value, json};

use crate::support::client::{Connection, Visitor};
use crate::support::{Platform, Seated};

/// A screen of a class.
pub struct Screen {
    pub visitor: Visitor,
    pub socket: Connection,
    pub view: ClassView,
    pub boards: Vec<ClassBoard>,
}

impl Screen {
    pub async fn open(visitor: Visitor, code: &str, screen: &str) -> Self {
        let mut socket = visitor
            .connect_at(&format!("/ws/class/{code}/{screen}"), None)
            .await
            .expect("a socket");
        let mut boards = Vec::new();
        loop {
            let news = socket.receive_json().await.expect("news");
            match news["type"].as_str() {
                Some("allBoards") => boards = read(&news["boards"]),
                Some("view") => {
                    return Self { visitor, socket, view: read(&news["view"]), boards };
                }
                other => panic!("expected a view, found {other:?}: {news}"),
            }
        }
    }

    pub async fn say(&mut self, message: &ClassMessage) {
        self.say_json(&serde_json::to_value(message).expect("JSON")).await;
    }

    pub async fn say_json(&mut self, message: &Value) {
        self.socket.send_text(message.to_string()).await.expect("said");
    }

    /// The next news; views and boards are kept.
    pub async fn next(&mut self) -> Value {
        let news = self.socket.receive_json().await.expect("news");
        match news["type"].as_str() {
            Some("view") => self.view = read(&news["view"]),
            Some("allBoards") => self.boards = read(&news["boards"]),
            Some("boardChanged") => {
                let board: ClassBoard = read(&news["board"]);
                self.boards.retain(|it| it.game != board.game);
                self.boards.push(board);
            }
            _ => {}
        }
        news
    }

    /// Waits until something holds of what the screen shows.
    pub async fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            let news = self.next().await;
            assert_ne!(news["type"], "failed", "{news}");
        }
    }

    /// Waits for news of a kind.
    pub async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let news = self.next().await;
            if news["type"] == kind {
                return news;
            }
        }
    }

    /// Says something and tells the code of the refusal.
    pub async fn refused(&mut self, message: &Value) -> String {
        self.say_json(message).await;
        let failed = self.wait_for("failed").await;
        failed["reason"]["code"].as_str().expect("a code").to_owned()
    }

    /// The child's seat at its present game.
    pub async fn sit(&self) -> Seated {
        let game = self.view.you.as_ref().and_then(|you| you.game.clone()).expect("a game");
        Seated::sit(self.visitor.clone(), &game).await
    }

    pub fn seat(&self) -> String {
        self.view.you.as_ref().expect("a child").seat.clone()
    }
}

pub fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// The figure with a number: every animal in the first colour, then in the next.
pub fn figure(number: usize) -> Value {
    let animal = Animal::ALL[number % Animal::ALL.len()];
    let color = FigureColor::ALL[number / Animal::ALL.len() % FigureColor::ALL.len()];
    json!({ "animal": animal, "color": color })
}

/// A class with its teacher.
pub struct Lesson {
    pub platform: Platform,
    pub code: String,
    pub pin: String,
    pub teacher: Screen,
}

impl Lesson {
    pub async fn begin() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let platform = Platform::with(|config| {
            config.classes = true;
            change(config);
        })
        .await;
        Self::on(platform).await
    }

    pub async fn on(platform: Platform) -> Self {
        let (teacher, code, pin) = new_class(&platform).await;
        let teacher = Screen::open(teacher, &code, "teacher").await;
        Self { platform, code, pin, teacher }
    }

    /// A child who has come in.
    pub async fn child(&self, number: usize) -> Screen {
        self.child_with(&json!({ "figure": figure(number) })).await
    }

    pub async fn child_with(&self, wanted: &Value) -> Screen {
        let mut visitor = self.platform.visitor().await;
        let joined = visitor.post(&format!("/api/class/{}/join", self.code), wanted).await;
        let joined = joined.expect("an answer");
        assert_eq!(joined.status, 204, "{}", joined.body);
        Screen::open(visitor, &self.code, "child").await
    }

    pub async fn children(&self, count: usize) -> Vec<Screen> {
        let mut children = Vec::new();
        for number in 0..count {
            children.push(self.child(number).await);
        }
        children
    }

    /// Changes some settings.
    pub async fn configure(&mut self, change: Value) {
        let mut settings = serde_json::to_value(&self.teacher.view.settings).expect("JSON");
        for (name, value) in change.as_object().expect("settings") {
            settings[name] = value.clone();
        }
        let wanted = read(&settings);
        self.teacher.say_json(&json!({ "type": "configure", "settings": settings })).await;
        self.teacher.until(|it| it.view.settings == wanted).await;
    }

    /// Pairs all and waits until every child has its game.
    pub async fn pair(&mut self, method: &str, children: &mut [Screen]) {
        let round = self.teacher.view.round + 1;
        let pair = json!({ "type": "pair", "method": method, "pairs": [] });
        self.teacher.say_json(&pair).await;
        self.teacher.until(|it| it.view.round == round).await;
        for child in children {
            child.until(|it| it.view.round == round).await;
        }
    }
}

/// Makes a class: the teacher's browser, the code and the PIN.
pub async fn new_class(platform: &Platform) -> (Visitor, String, String) {
    let mut teacher = platform.visitor().await;
    let made = teacher.post("/api/class", &json!({ "pin": "" })).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let text = |name: &str| made[name].as_str().expect("a text").to_owned();
    (teacher, text("code"), text("pin"))
}

/// A server in class mode.
pub async fn class_mode() -> (Platform, ClassMode) {
    let mode = ClassMode::default();
    let of_server = mode.clone();
    (Platform::with(|config| config.class_mode = Some(of_server)).await, mode)
}

/// Plays a whole game of Pawn Battle with four pawns: White's pawn on d takes and runs.
pub async fn white_wins(white: &mut Seated, black: &mut Seated) {
    let moves = "c2c4 f7f5 c4c5 f5f4 c5c6 d7c6 d2d4 e7e5 d4e5 c6c5 e5e6 c5c4 e6e7 c4c3 e7e8";
    let moves = moves.split(' ').collect::<Vec<_>>();
    for (ply, text) in (0..).zip(moves) {
        let mover = if ply % 2 == 0 { &mut *white } else { &mut *black };
        mover.play(ply, text).await;
        white.moved().await;
        black.moved().await;
    }
}

pub fn watch(id: &str) -> ClientMessage {
    ClientMessage::WatchGame { id: id.to_owned(), seq: None }
}

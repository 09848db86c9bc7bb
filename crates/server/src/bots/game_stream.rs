//! A game as a stream of lines: the whole game first, then its state after every move and every offer, chat, and at the
//! end the last state. One state is sent for each ply, and none between a last move and the end it brings.

use estopim_protocol::{Author, GameView, OfferKind, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Game};
use serde_json::{Value, json};

use super::shape::{Kind, game_full, game_state};

/// A game as its stream has told it.
#[derive(Default)]
pub struct GameStream {
    view: Option<Box<GameView>>,
    game: Option<Game>,
    is_opponent_gone: bool,
    is_over: bool,
}

impl GameStream {
    /// Whether the stream is at its end.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The lines that a message of the game brings.
    pub fn lines(&mut self, message: ServerMessage) -> Vec<Value> {
        match message {
            ServerMessage::Snapshot { game, .. } => self.snapshot(game),
            ServerMessage::TookBack { game, .. } => {
                self.take(game);
                self.state()
            }
            message => match &mut self.view {
                Some(_) => self.news(message),
                None => Vec::new(),
            },
        }
    }

    fn take(&mut self, view: Box<GameView>) {
        let start = AnyPosition::from_fen(view.variant.into(), &view.initial_fen).ok();
        self.game = start.map(|start| {
            let mut game = Game::from_position(start);
            for played in &view.moves {
                // Moves of ours are legal.
                let _ = game.play_uci(&played.uci);
            }
            game
        });
        self.is_over = view.outcome.is_some();
        self.view = Some(view);
    }

    /// The whole game. If it has been told before, the states that were missed follow, each by itself.
    fn snapshot(&mut self, view: Box<GameView>) -> Vec<Value> {
        let Some(before) = self.view.take() else {
            let full =
                Kind::of(view.variant.into(), &view.initial_fen).map(|kind| game_full(&view, kind));
            self.take(view);
            return full.into_iter().collect();
        };
        let (told, now) = (before.moves.len(), view.moves.len());
        let mut lines = Vec::new();
        for plies in told + 1..now {
            let mut missed = (*view).clone();
            missed.moves.truncate(plies);
            missed.outcome = None;
            lines.push(game_state(&missed));
        }
        self.take(view);
        lines.extend(self.state());
        lines
    }

    fn state(&self) -> Vec<Value> {
        // A running game without a move is told once, with the whole game.
        let has_news = |view: &&GameView| !view.moves.is_empty() || view.outcome.is_some();
        self.view.as_deref().filter(has_news).map(game_state).into_iter().collect()
    }

    fn news(&mut self, message: ServerMessage) -> Vec<Value> {
        let Some(view) = &mut self.view else { return Vec::new() };
        match message {
            ServerMessage::Moved { played, position, clocks, .. } => {
                let uci = played.uci.clone();
                view.moves.push(played);
                view.position = position;
                view.clocks = clocks;
                view.offers.takeback = None;
                if let Some(game) = &mut self.game {
                    let _ = game.play_uci(&uci);
                    // The end follows, and its state has this move.
                    if game.outcome().is_some() {
                        return Vec::new();
                    }
                }
                self.state()
            }
            ServerMessage::Offered { kind, by, .. } => {
                match kind {
                    OfferKind::Draw => view.offers.draw = Some(by),
                    OfferKind::Takeback => view.offers.takeback = Some(by),
                    OfferKind::Rematch => return Vec::new(),
                }
                self.state()
            }
            ServerMessage::Declined { kind, .. } => {
                match kind {
                    OfferKind::Draw => view.offers.draw = None,
                    OfferKind::Takeback => view.offers.takeback = None,
                    OfferKind::Rematch => return Vec::new(),
                }
                self.state()
            }
            ServerMessage::TimeGiven { clocks, .. } => {
                view.clocks = clocks;
                self.state()
            }
            ServerMessage::ClocksSet { clocks, .. } => {
                view.clocks = clocks;
                Vec::new()
            }
            ServerMessage::Joined { players, clocks, .. } => {
                view.players = players;
                view.clocks = clocks;
                Vec::new()
            }
            ServerMessage::Ended { outcome, clocks, .. } => {
                view.outcome = Some(outcome);
                view.clocks = clocks;
                view.offers.draw = None;
                view.offers.takeback = None;
                self.is_over = true;
                self.state()
            }
            ServerMessage::Chat { line, .. } => {
                let by = match line.by {
                    Author::White => view.players.white.as_ref(),
                    Author::Black => view.players.black.as_ref(),
                    Author::Computer => None,
                };
                let (Some(by), Some(text)) = (by, line.text) else { return Vec::new() };
                vec![json!({
                    "type": "chatLine", "room": "player", "username": by.name, "text": text,
                })]
            }
            ServerMessage::Presence { white, black, claimable_in_ms, .. } => {
                let is_here = match view.you {
                    Some(Seat::White) => black,
                    Some(Seat::Black) => white,
                    _ => true,
                };
                let is_gone = !is_here && view.outcome.is_none();
                if is_gone == self.is_opponent_gone {
                    return Vec::new();
                }
                self.is_opponent_gone = is_gone;
                let mut line = json!({ "type": "opponentGone", "gone": is_gone });
                if let Some(ms) = claimable_in_ms.filter(|_| is_gone) {
                    line["claimWinInSeconds"] = json!(ms.max(0).div_euclid(1000));
                }
                vec![line]
            }
            _ => Vec::new(),
        }
    }
}

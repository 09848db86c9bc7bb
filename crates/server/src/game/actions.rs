//! The actions of players in a game, and why they are refused.

use std::time::Instant;

use estopim_play::state::{self, Command};
use estopim_play::{InfractionKind, OfferKind};
use estopim_protocol::{
    Author, ChatLine, ClientMessage, GameStatus, Reason, ReasonCode, Remark, Seat, ServerMessage,
};
use estopim_protocol::{PieceLetters, read_move_with};
use estopim_rules::{Color as Side, Move};

use super::actor::Actor;
use super::change::{GameChange, NotMade};
use super::chat::checked_text;
use super::create::rematch_of;
use crate::error::Error;
use crate::limits::Asker;

impl Actor {
    /// Handles a player's message. A client without a seat is refused.
    pub(super) async fn act(
        &mut self,
        by: &Asker,
        message: ClientMessage,
        received_ms: i64,
        lag_ms: i64,
    ) -> Result<(), Error> {
        use ClientMessage as Wish;
        let seat = self.live.seat_of(&by.session).ok_or_else(Error::not_your_game)?;
        self.must_be_allowed_in_class(&message)?;
        self.asker = Some(by.clone());
        let now_ms = self.now_ms();
        let by = self.speaker(seat);
        let command = match message {
            Wish::Move { at_ply, text, letters, .. } => {
                let letters = letters.unwrap_or_default();
                return self.play_text(by, at_ply, &text, letters, received_ms, lag_ms).await;
            }
            Wish::Chat { text, .. } => return self.chat(by, &text).await,
            Wish::OfferDraw { .. } => self.offer(seat, OfferKind::Draw),
            Wish::OfferTakeback { .. } => self.offer(seat, OfferKind::Takeback),
            Wish::OfferRematch { .. } => self.offer(seat, OfferKind::Rematch),
            Wish::AcceptDraw { .. } => Command::Accept { kind: OfferKind::Draw, by },
            Wish::AcceptTakeback { .. } => Command::Accept { kind: OfferKind::Takeback, by },
            Wish::AcceptRematch { .. } => Command::Accept { kind: OfferKind::Rematch, by },
            Wish::DeclineDraw { .. } => Command::Decline { kind: OfferKind::Draw, by },
            Wish::DeclineTakeback { .. } => Command::Decline { kind: OfferKind::Takeback, by },
            Wish::DeclineRematch { .. } => Command::Decline { kind: OfferKind::Rematch, by },
            Wish::Resign { .. } => Command::Resign { by },
            Wish::Abort { .. } => Command::Abort,
            Wish::GiveTime { .. } => Command::GiveTime { by: self.waiting_side(seat) },
            Wish::ClaimTime { .. } => {
                let command = Command::ClaimTime { by: self.waiting_side(seat) };
                self.live.decide(command, now_ms)?;
                self.must_be_no_outage().await?;
                command
            }
            Wish::ClaimLeft { .. } => {
                self.must_have_left(seat, !by, now_ms)?;
                Command::ClaimLeft { by }
            }
            // The socket answers these itself.
            Wish::WatchGame { .. }
            | Wish::WatchLobby {}
            | Wish::WatchHome {}
            | Wish::Leave {}
            | Wish::Ping { .. } => {
                return Ok(());
            }
        };
        self.execute(command, self.now_ms()).await
    }

    async fn play_text(
        &mut self,
        by: Side,
        at_ply: u32,
        text: &str,
        letters: PieceLetters,
        received_ms: i64,
        lag_ms: i64,
    ) -> Result<(), Error> {
        if self.live.status() == GameStatus::Playing {
            let ply = self.live.game().ply_count() as u32;
            if at_ply != ply {
                let message =
                    format!("the move was meant for ply {at_ply}, but the game is at {ply}");
                return Err(Reason::new(ReasonCode::StalePly, message).into());
            }
        }
        self.must_not_be_held()?;
        self.live.must_be_turn_of(by)?;
        let mv = match read_move_with(self.live.game(), text, letters) {
            Ok(mv) => mv,
            Err(refusal) => {
                // Where infractions are counted a person's count too; the move is refused with its reason all the same.
                if self.live.state.infractions().is_some() {
                    self.infract(by, InfractionKind::Illegal).await?;
                }
                return Err(refusal.into());
            }
        };
        self.lag_ms[by.index()] = lag_ms;
        self.play(by, mv, received_ms, lag_ms).await
    }

    /// A move as UCI writes it. With a draw offered, an offer of the other side is accepted instead.
    pub(super) async fn play_uci(
        &mut self,
        by: &Asker,
        uci: &str,
        offers_draw: bool,
    ) -> Result<(), Error> {
        let seat = self.live.seat_of(&by.session).ok_or_else(Error::not_your_game)?;
        self.asker = Some(by.clone());
        let by = self.speaker(seat);
        self.must_not_be_held()?;
        self.live.must_be_turn_of(by)?;
        let kind = OfferKind::Draw;
        if offers_draw && self.live.state.offers().draw == Some(!by) {
            return self.execute(Command::Accept { kind, by }, self.now_ms()).await;
        }
        let mv = self.live.game().parse_uci(uci).map_err(Reason::from)?;
        self.play(by, mv, self.now_ms(), 0).await?;
        if offers_draw && self.live.status() == GameStatus::Playing {
            // The move counts, whatever becomes of the offer.
            let _ = self.execute(self.offer(seat, kind), self.now_ms()).await;
        }
        Ok(())
    }

    /// Plays a legal move, which came at `now`.
    pub(super) async fn play(
        &mut self,
        by: Side,
        mv: Move,
        now: i64,
        lag_ms: i64,
    ) -> Result<(), Error> {
        if self.live.clock().flagged(now, lag_ms).is_some() {
            self.look_at_clock(now).await;
            // Checking the flag may have corrected the clock. If it still has fallen, the end could not be written.
            if self.live.clock().flagged(now, lag_ms).is_some() {
                return Err(Error::busy());
            }
        }
        self.execute(Command::Move { by, mv, lag_ms }, now).await
    }

    /// The side that a seat acts for: in a hot-seat game, the side to move.
    fn speaker(&self, seat: Seat) -> Side {
        match seat {
            Seat::White => Side::White,
            Seat::Black => Side::Black,
            Seat::Both => self.live.turn(),
        }
    }

    /// The side that a waiting seat acts for: in a hot-seat game, the side not to move.
    fn waiting_side(&self, seat: Seat) -> Side {
        if seat == Seat::Both { !self.live.turn() } else { self.speaker(seat) }
    }

    fn offer(&self, seat: Seat, kind: OfferKind) -> Command {
        // In a hot-seat game the last move is taken back, whoever played it.
        let by = match kind {
            OfferKind::Takeback => self.waiting_side(seat),
            OfferKind::Draw | OfferKind::Rematch => self.speaker(seat),
        };
        Command::Offer { kind, by, consent: self.consent_to(kind) }
    }

    /// Creates the rematch, or returns the existing one.
    pub(super) async fn rematch(
        &mut self,
        change: state::Change,
        now_ms: i64,
    ) -> Result<(), Error> {
        if self.live.rematch_id.is_some() {
            return Ok(self.make(GameChange::Played { change, now_ms }).await?);
        }
        // A rematch is a new game, and counts as one.
        let address = self.asker.as_ref().map(|asker| asker.address);
        let openings = &self.games.context.openings;
        if address.is_some_and(|address| !openings.allows(address, Instant::now())) {
            return Err(Error::rate_limited());
        }
        let row = Box::new(rematch_of(&self.live, now_ms)?);
        match (self.make(GameChange::Rematch { change, row }).await, self.live.rematch_id.clone()) {
            // Another server has created it, and the game has been reloaded.
            (Err(NotMade::Conflict), Some(id)) => {
                self.tell(|seq| ServerMessage::Rematch { seq, id });
                Ok(())
            }
            (made, _) => Ok(made?),
        }
    }

    /// Refuses to end a game for the absence of `gone` if it may not be claimed yet.
    fn must_have_left(&self, seat: Seat, gone: Side, now_ms: i64) -> Result<(), Error> {
        let after_ms = self.games.context.config.left_after_ms;
        let is_gone = self.gone_since_ms(gone).is_some_and(|since| now_ms - since >= after_ms);
        if self.live.status() == GameStatus::Playing && (seat == Seat::Both || !is_gone) {
            return Err(Error::new(
                ReasonCode::OpponentPresent,
                "your opponent has not left for good",
            ));
        }
        Ok(())
    }

    async fn chat(&mut self, by: Side, text: &str) -> Result<(), Error> {
        let text = checked_text(text)?;
        let by = match by {
            Side::White => Author::White,
            Side::Black => Author::Black,
        };
        self.live.chat.must_not_be_too_fast(by, Instant::now())?;
        self.say(by, Some(text), None).await
    }

    /// Adds a line to the chat.
    pub(super) async fn say(
        &mut self,
        by: Author,
        text: Option<String>,
        remark: Option<Remark>,
    ) -> Result<(), Error> {
        self.live.chat.must_have_room(by)?;
        let line = self.live.chat.next_line();
        let said = ChatLine { line, by, text, remark, at_ms: self.now_ms() };
        Ok(self.make(GameChange::Said(said)).await?)
    }
}

//! What a player may do in a game, and why not.

use std::time::Instant;

use estopim_protocol::read_move;
use estopim_protocol::{
    Author, ChatLine, ClientMessage, ClocksView, Color, EndReason, GameStatus, OfferKind, Offers,
    OutcomeView, Reason, ReasonCode, Remark, Seat, ServerMessage,
};
use estopim_rules::{Color as Side, Move};
use estopim_store::{Change, ChatRow, MoveRow};

use super::actor::Actor;
use super::create::create_rematch;
use super::live::{Kind, Ply};
use super::rows::{author_word, offers_row};
use super::talk::checked_text;
use crate::error::Error;
use crate::limits::Asker;
use crate::now_ms;

impl Actor {
    /// Does what a player asks for. Whoever has no seat may do nothing.
    pub(super) async fn act(
        &mut self,
        by: &Asker,
        message: ClientMessage,
        received_ms: i64,
        lag_ms: i64,
    ) -> Result<(), Error> {
        use ClientMessage as Wish;
        let seat = self.live.seat_of(&by.session).ok_or_else(Error::not_your_game)?;
        self.asker = Some(by.clone());
        match message {
            Wish::Move { at_ply, text, .. } => {
                self.play_text(seat, at_ply, &text, received_ms, lag_ms).await
            }
            Wish::OfferDraw { .. } => self.offer(seat, OfferKind::Draw).await,
            Wish::AcceptDraw { .. } => self.accept(seat, OfferKind::Draw).await,
            Wish::DeclineDraw { .. } => self.decline(seat, OfferKind::Draw).await,
            Wish::OfferTakeback { .. } => self.offer(seat, OfferKind::Takeback).await,
            Wish::AcceptTakeback { .. } => self.accept(seat, OfferKind::Takeback).await,
            Wish::DeclineTakeback { .. } => self.decline(seat, OfferKind::Takeback).await,
            Wish::OfferRematch { .. } => self.offer(seat, OfferKind::Rematch).await,
            Wish::AcceptRematch { .. } => self.accept(seat, OfferKind::Rematch).await,
            Wish::DeclineRematch { .. } => self.decline(seat, OfferKind::Rematch).await,
            Wish::Resign { .. } => self.resign(seat).await,
            Wish::Abort { .. } => self.abort().await,
            Wish::GiveTime { .. } => self.give_time(seat).await,
            Wish::ClaimTime { .. } => self.claim_time(seat).await,
            Wish::ClaimLeft { .. } => self.claim_left(seat).await,
            Wish::Chat { text, .. } => self.chat(seat, &text).await,
            // The socket answers these itself.
            Wish::WatchGame { .. } | Wish::WatchLobby {} | Wish::Leave {} | Wish::Ping { .. } => {
                Ok(())
            }
        }
    }

    async fn play_text(
        &mut self,
        seat: Seat,
        at_ply: u32,
        text: &str,
        received_ms: i64,
        lag_ms: i64,
    ) -> Result<(), Error> {
        self.live.must_be_playing()?;
        let turn = self.live.turn();
        let ply = self.live.game.ply_count() as u32;
        if at_ply != ply {
            let message = format!("the move was meant for ply {at_ply}, but the game is at {ply}");
            return Err(Reason::new(ReasonCode::StalePly, message).into());
        }
        if !seat.plays(turn.into()) {
            return Err(Error::new(ReasonCode::NotYourTurn, "it is not your turn"));
        }
        let mv = read_move(&self.live.game, text)?;
        self.lag_ms[turn.index()] = lag_ms;
        self.play(mv, received_ms, lag_ms).await
    }

    /// Plays a legal move for whoever is to move, which came at `now`: keeps it, and then tells it.
    pub(super) async fn play(&mut self, mv: Move, now: i64, lag_ms: i64) -> Result<(), Error> {
        let (began, turn) = (Instant::now(), self.live.turn());
        if self.live.clock.flagged(now, lag_ms).is_some() {
            self.look_at_clock(now).await;
            self.live.must_be_playing()?;
            // The clock may have been set right. If not, the end could not be kept.
            if self.live.clock.flagged(now, lag_ms).is_some() {
                return Err(Error::busy());
            }
        }
        let uci = self.live.game.position().uci(mv);
        let mut clock = self.live.clock;
        clock.press(turn, now, lag_ms);
        self.live
            .game
            .play(mv)
            .map_err(|error| Error::new(ReasonCode::NotAMove, error.to_string()))?;
        let ply = self.live.game.ply_count();
        let row = MoveRow {
            ply: ply as i64,
            uci,
            at_ms: now,
            white_ms: clock.left(Side::White, now),
            black_ms: clock.left(Side::Black, now),
        };
        let mut changes = vec![Change::Move { game: self.live.id.clone(), row }];
        // Who moves has not taken the opponent's draw; a takeback was of a position that is gone.
        let mut offers = self.live.offers;
        offers.draw = offers.draw.filter(|&by| by == turn.into());
        offers.takeback = None;
        if offers != self.live.offers {
            let offers = offers_row(&offers);
            changes.push(Change::SetOffers { game: self.live.id.clone(), offers });
        }
        let outcome = self.live.ruled();
        if let Some(outcome) = outcome {
            changes.push(self.end_change(outcome, now));
        }
        if let Err(error) = self.keep(changes).await {
            // After a conflict the game was read anew and has its own moves.
            if error.0.code != ReasonCode::StalePly {
                self.live.game.undo();
            }
            return Err(error);
        }
        self.count_move(began);
        let told = Ply::last_of(&self.live.game, now).expect("a move has just been played");
        let played = told.played.clone();
        self.live.plies.push(told);
        self.live.clock = clock;
        self.nobody_is_late();
        self.tell_move(&played, &ClocksView::of(&clock, now));
        self.lapse(offers);
        if let Some(outcome) = outcome {
            self.ended(outcome, now);
            self.remark_on_end().await;
        }
        Ok(())
    }

    /// Tells which offers a move has ended.
    fn lapse(&mut self, offers: Offers) {
        let before = std::mem::replace(&mut self.live.offers, offers);
        for (kind, was, is) in [
            (OfferKind::Draw, before.draw, offers.draw),
            (OfferKind::Takeback, before.takeback, offers.takeback),
        ] {
            if was.is_some() && is.is_none() {
                self.tell(|seq| ServerMessage::Declined { seq, kind });
            }
        }
    }

    /// For whom a seat speaks: at one screen, for whoever is to move.
    fn speaker(&self, seat: Seat) -> Color {
        match seat {
            Seat::White => Color::White,
            Seat::Black => Color::Black,
            Seat::Both => self.live.turn().into(),
        }
    }

    fn offer_of(&mut self, kind: OfferKind) -> Option<Color> {
        *offer_in(&mut self.live.offers, kind)
    }

    async fn offer(&mut self, seat: Seat, kind: OfferKind) -> Result<(), Error> {
        let by = self.speaker(seat);
        match kind {
            OfferKind::Draw => self.live.must_be_playing()?,
            OfferKind::Takeback => {
                self.live.must_be_playing()?;
                self.plies_to_take_back(by)?;
            }
            OfferKind::Rematch => self.must_have_ended()?,
        }
        match self.offer_of(kind) {
            Some(standing) if standing == by => {
                return Err(Error::new(ReasonCode::OfferStands, "you have offered that already"));
            }
            // Both want the same: what was offered first, and no more than that.
            Some(standing) => return self.agree(kind, standing).await,
            None => {}
        }
        // At one screen, and with the computer where it does not mind, there is nobody to ask.
        if self.live.kind == Kind::HotSeat || self.computer_accepts(kind) {
            return self.agree(kind, by).await;
        }
        self.set_offer(kind, Some(by)).await?;
        self.tell(|seq| ServerMessage::Offered { seq, kind, by });
        if self.live.kind == Kind::Computer {
            self.set_offer(kind, None).await?;
            self.tell(|seq| ServerMessage::Declined { seq, kind });
        }
        Ok(())
    }

    /// Keeps what is offered, and then knows it.
    async fn set_offer(&mut self, kind: OfferKind, by: Option<Color>) -> Result<(), Error> {
        let mut offers = self.live.offers;
        *offer_in(&mut offers, kind) = by;
        let row = offers_row(&offers);
        self.keep(vec![Change::SetOffers { game: self.live.id.clone(), offers: row }]).await?;
        self.live.offers = offers;
        Ok(())
    }

    /// The standing offer of the other side.
    fn standing(&mut self, seat: Seat, kind: OfferKind) -> Result<Color, Error> {
        let from_other = self.offer_of(kind).filter(|&by| seat == Seat::Both || !seat.plays(by));
        from_other
            .ok_or_else(|| Error::new(ReasonCode::NoSuchOffer, "nothing of that kind is offered"))
    }

    async fn accept(&mut self, seat: Seat, kind: OfferKind) -> Result<(), Error> {
        let by = self.standing(seat, kind)?;
        self.agree(kind, by).await
    }

    async fn decline(&mut self, seat: Seat, kind: OfferKind) -> Result<(), Error> {
        self.standing(seat, kind)?;
        self.set_offer(kind, None).await?;
        self.tell(|seq| ServerMessage::Declined { seq, kind });
        Ok(())
    }

    /// Both want what `by` offered.
    async fn agree(&mut self, kind: OfferKind, by: Color) -> Result<(), Error> {
        match kind {
            OfferKind::Draw => {
                self.live.must_be_playing()?;
                let outcome = OutcomeView { winner: None, reason: EndReason::Agreement };
                self.end(outcome).await
            }
            OfferKind::Takeback => self.take_back(by).await,
            OfferKind::Rematch => self.rematch().await,
        }
    }

    /// How many plies go if `by` takes the last own move back.
    fn plies_to_take_back(&self, by: Color) -> Result<usize, Error> {
        let own_turn = self.live.turn() == by.into();
        let plies = if self.live.kind != Kind::HotSeat && own_turn { 2 } else { 1 };
        if self.live.game.ply_count() < plies {
            return Err(Error::new(ReasonCode::NothingToTakeBack, "there is no move to take back"));
        }
        Ok(plies)
    }

    async fn take_back(&mut self, by: Color) -> Result<(), Error> {
        self.live.must_be_playing()?;
        let plies = self.plies_to_take_back(by)?;
        let left = self.live.game.ply_count() - plies;
        let now = now_ms();
        // Nothing is changed before it is kept.
        let mut next = self.live.clone();
        next.clock.stop(now);
        for _ in 0..plies {
            next.game.undo();
        }
        next.clock.start(next.turn(), now);
        next.clock.give_time(now);
        next.plies.truncate(left);
        next.offers.draw = None;
        next.offers.takeback = None;
        let game = self.live.id.clone();
        self.keep(vec![
            Change::TakeBack { game: game.clone(), from_ply: left as i64 + 1 },
            Change::SetClocks { game: game.clone(), clocks: next.clocks_row(now) },
            Change::SetOffers { game, offers: offers_row(&next.offers) },
        ])
        .await?;
        self.live = next;
        self.nobody_is_late();
        self.thinking = None;
        self.tell_took_back();
        Ok(())
    }

    fn must_have_ended(&self) -> Result<(), Error> {
        match self.live.status() {
            GameStatus::Ended => Ok(()),
            _ => Err(Error::new(ReasonCode::GameNotOver, "the game is not over yet")),
        }
    }

    async fn rematch(&mut self) -> Result<(), Error> {
        self.must_have_ended()?;
        if self.live.rematch_id.is_none() {
            // A rematch is a new game, and counts as one.
            let address = self.asker.as_ref().map(|asker| asker.address);
            if address
                .is_some_and(|address| !self.games.context.openings.allows(address, Instant::now()))
            {
                return Err(Error::rate_limited());
            }
            let made = create_rematch(&self.games.context, &self.live, now_ms()).await?;
            match made {
                Some(id) => self.live.rematch_id = Some(id),
                // Somebody else has made one.
                None => self.reload().await?,
            }
        }
        if let Some(id) = self.live.rematch_id.clone() {
            self.set_offer(OfferKind::Rematch, None).await?;
            self.tell(|seq| ServerMessage::Rematch { seq, id });
        }
        Ok(())
    }

    async fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        self.live.must_be_playing()?;
        let loser: Side = self.speaker(seat).into();
        let winner = Some((!loser).into());
        self.end(OutcomeView { winner, reason: EndReason::Resignation }).await
    }

    async fn abort(&mut self) -> Result<(), Error> {
        if self.live.status() == GameStatus::Ended {
            self.live.must_be_playing()?;
        }
        if self.live.game.ply_count() >= 2 {
            return Err(Error::new(
                ReasonCode::TooLateToAbort,
                "both sides have moved; resign or offer a draw",
            ));
        }
        self.end(OutcomeView { winner: None, reason: EndReason::Aborted }).await
    }

    /// The late side, if whoever asks is its opponent.
    fn late_opponent(&self, seat: Seat) -> Result<Side, Error> {
        self.live.must_be_playing()?;
        let late = self.live.clock.overdue(now_ms());
        late.filter(|&late| seat == Seat::Both || !seat.plays(late.into()))
            .ok_or_else(|| Error::new(ReasonCode::NotOverdue, "your opponent is not late"))
    }

    async fn give_time(&mut self, seat: Seat) -> Result<(), Error> {
        let late = self.late_opponent(seat)?;
        let now = now_ms();
        let mut clock = self.live.clock;
        clock.give_time(now);
        let before = std::mem::replace(&mut self.live.clock, clock);
        let clocks = self.live.clocks_row(now);
        let game = self.live.id.clone();
        if let Err(error) = self.keep(vec![Change::SetClocks { game, clocks }]).await {
            self.live.clock = before;
            return Err(error);
        }
        self.nobody_is_late();
        let clocks = ClocksView::of(&clock, now);
        self.tell(|seq| ServerMessage::TimeGiven { seq, color: late.into(), clocks });
        Ok(())
    }

    async fn claim_time(&mut self, seat: Seat) -> Result<(), Error> {
        self.late_opponent(seat)?;
        self.must_be_no_outage().await?;
        let late = self.late_opponent(seat)?;
        let winner = Some((!late).into());
        self.end(OutcomeView { winner, reason: EndReason::Timeout }).await
    }

    async fn claim_left(&mut self, seat: Seat) -> Result<(), Error> {
        self.live.must_be_playing()?;
        let me: Side = self.speaker(seat).into();
        let after_ms = self.games.context.config.left_after_ms;
        let is_gone = self.gone_since_ms(!me).is_some_and(|since| now_ms() - since >= after_ms);
        if seat == Seat::Both || !is_gone {
            return Err(Error::new(
                ReasonCode::OpponentPresent,
                "your opponent has not left for good",
            ));
        }
        self.end(OutcomeView { winner: Some(me.into()), reason: EndReason::Left }).await
    }

    async fn chat(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        let text = checked_text(text)?;
        let by = match self.speaker(seat) {
            Color::White => Author::White,
            Color::Black => Author::Black,
        };
        self.live.talk.must_be_slow(by, Instant::now())?;
        self.say(by, Some(text), None).await
    }

    /// Keeps a line of talk and tells it.
    pub(super) async fn say(
        &mut self,
        by: Author,
        text: Option<String>,
        remark: Option<Remark>,
    ) -> Result<(), Error> {
        self.live.talk.must_have_room(by)?;
        let line = ChatLine { line: self.live.talk.next_line(), by, text, remark, at_ms: now_ms() };
        let args = line
            .remark
            .as_ref()
            .map(|remark| serde_json::to_string(&remark.args).expect("words can be written"));
        let row = ChatRow {
            line: line.line.into(),
            author: author_word(by).to_owned(),
            body: line.text.clone(),
            remark: line.remark.as_ref().map(|remark| remark.key.clone()),
            remark_args: args,
            at_ms: line.at_ms,
        };
        self.keep(vec![Change::Chat { game: self.live.id.clone(), row }]).await?;
        self.live.talk.push(line.clone());
        self.tell(|seq| ServerMessage::Chat { seq, line });
        Ok(())
    }
}

fn offer_in(offers: &mut Offers, kind: OfferKind) -> &mut Option<Color> {
    match kind {
        OfferKind::Draw => &mut offers.draw,
        OfferKind::Takeback => &mut offers.takeback,
        OfferKind::Rematch => &mut offers.rematch,
    }
}

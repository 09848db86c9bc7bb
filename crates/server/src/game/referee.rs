//! What a table of LIAC's protocol does with its game: it stops the clock and lets it run, tries the moves of programs,
//! and counts what they do wrong.

use estopim_liac::TICK_MS;
use estopim_play::InfractionKind;
use estopim_play::state::Command;
use estopim_protocol::ReasonCode;
use estopim_rules::Color as Side;

use super::actor::Actor;
use super::live::Kind;
use crate::error::Error;

/// An order of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Stop the clock.
    Hold,
    /// Let it run.
    Release,
    /// Play a move for a program; one that is not legal is an infraction.
    Move {
        /// Whose.
        color: Side,
        /// As UCI writes it; `None` cannot be legal.
        uci: Option<String>,
    },
    /// End the game without a result, however far it is.
    Abandon,
}

impl Actor {
    /// Carries out an order.
    pub(super) async fn referee(&mut self, order: Order) -> Result<(), Error> {
        if self.live.kind != Kind::Table {
            return Err(Error::not_your_game());
        }
        let now = self.now_ms();
        match order {
            Order::Hold => {
                if !self.is_held {
                    self.is_held = true;
                    self.thinking = None;
                    self.live.state.clock_mut().stop(now);
                    self.tell_clocks(now);
                }
                Ok(())
            }
            Order::Release => {
                if self.is_held {
                    self.is_held = false;
                    self.live.state.run_clock(now);
                    self.hold_computers_clock();
                    self.tell_clocks(now);
                }
                Ok(())
            }
            Order::Move { color, uci } => {
                self.must_not_be_held()?;
                self.live.must_be_turn_of(color)?;
                let mv = uci.and_then(|uci| self.live.game().parse_uci(&uci).ok());
                match mv {
                    Some(mv) => self.play(color, mv, now, 0).await,
                    None => self.infract(color, InfractionKind::Illegal).await,
                }
            }
            Order::Abandon => self.execute(Command::Abandon, now).await,
        }
    }

    /// Refuses moves while a game stands still.
    pub(super) fn must_not_be_held(&self) -> Result<(), Error> {
        if self.is_held {
            return Err(Error::new(ReasonCode::NotStarted, "the game stands still"));
        }
        Ok(())
    }

    pub(super) async fn infract(&mut self, by: Side, kind: InfractionKind) -> Result<(), Error> {
        self.execute(Command::Infract { by, kind }, self.now_ms()).await
    }

    /// When the time for the move will count as an infraction, where infractions are counted.
    pub(super) fn infraction_due_ms(&self) -> Option<i64> {
        self.live.state.infractions()?;
        Some(self.live.clock().runs_out_ms()? + TICK_MS)
    }

    /// Counts a time for the move that has run out.
    pub(super) async fn look_at_infractions(&mut self, now: i64) {
        if self.infraction_due_ms().is_some_and(|due| due <= now) && !self.is_held {
            let late = self.live.turn();
            // If it cannot be written it is tried again.
            let _ = self.infract(late, InfractionKind::Late).await;
        }
    }
}

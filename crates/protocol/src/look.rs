//! Looking at a position without a game: what may be played, and why something may not. The server and the page's own rules
//! answer alike.

use estopim_rules::Game;

use crate::position::{PlayedMove, PositionView};
use crate::reason::{Reason, ReasonCode};
use crate::rest::{PositionAnswer, PositionQuery};
use crate::start::starting_position;
use crate::typed::read_move;

impl PositionQuery {
    /// The position that is asked for, looked at `now_ms` after 1970; or why there is none.
    pub fn look(&self, now_ms: i64) -> Result<PositionAnswer, Reason> {
        let (setup, start) = starting_position(self.variant.into(), self.fen.as_deref())?;
        let mut game = Game::from_position(start);
        for text in self.moves.iter().flatten() {
            play(&mut game, text)?;
        }
        let refusal = self.try_move.as_ref().and_then(|text| play(&mut game, text).err());
        let last = game
            .moves()
            .last()
            .map(|(before, mv)| PlayedMove::of(before, mv, game.ply_count(), now_ms));
        Ok(PositionAnswer {
            position: PositionView::of_game(&game),
            outcome: game.outcome().map(Into::into),
            setup,
            refusal,
            last,
        })
    }
}

fn play(game: &mut Game, text: &str) -> Result<(), Reason> {
    let mv = read_move(game, text)?;
    game.play(mv).map_err(|error| Reason::new(ReasonCode::NotAMove, error.to_string()))
}

//! From a `position` command to the position that it means.

use estopim_engine::Task;
use estopim_rules::{AnyPosition, PawnBattleSetup, Variant};

use crate::command::{PositionCommand, Start};

impl PositionCommand {
    /// The position in a game of `variant`, with the keys of those before it; or why there is none.
    pub fn to_task(&self, variant: Variant) -> Result<Task, String> {
        let start = match &self.start {
            Start::Initial => AnyPosition::initial(variant),
            Start::Fen(fen) => {
                AnyPosition::from_fen(variant, fen).map_err(|error| error.to_string())?
            }
            Start::Setup(name) => {
                if !variant.has_setups() {
                    return Err(format!("setups are for pawnbattle, the variant is {variant}"));
                }
                let setup: PawnBattleSetup = name.parse().map_err(|error| format!("{error}"))?;
                setup.position().into()
            }
        };
        // A game that is drawn by repetition or the fifty-move rule may be searched all the same.
        let mut task = Task::from(start);
        for (text, ply) in self.moves.iter().zip(1..) {
            let mv =
                task.position.parse_uci(text).map_err(|error| format!("move {ply}: {error}"))?;
            task.past.push(task.position.key());
            task.position.play_unchecked(mv);
        }
        Ok(task)
    }
}

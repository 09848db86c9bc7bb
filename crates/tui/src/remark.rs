//! What the computer says during a game, and when. The sentences are in the shared texts.

use estopim_rules::variants::explosive_targets;
use estopim_rules::{AnyPosition, Rules, with_rules};

use crate::table::{Played, Table};
use crate::texts::Texts;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Occasion {
    Greeting,
    Capture,
    Explosion,
    Blunder,
    GoodMove,
    Threat,
    Check,
    Win,
    Loss,
    Draw,
}

impl Occasion {
    const fn id(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Capture => "capture",
            Self::Explosion => "explosion",
            Self::Blunder => "blunder",
            Self::GoodMove => "goodmove",
            Self::Threat => "threat",
            Self::Check => "check",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }
}

/// Chooses remarks by chance, and never the same twice in a row.
#[derive(Clone, Debug)]
pub struct Remarks {
    seed: u64,
    last: Option<String>,
}

impl Remarks {
    /// Remarks that `seed` decides.
    pub const fn new(seed: u64) -> Self {
        Self { seed, last: None }
    }

    /// Something to say on this occasion.
    pub fn choose(&mut self, occasion: Occasion, texts: &Texts) -> String {
        let names: Vec<String> = (1..=MOST)
            .map(|number| format!("remark-{}-{number}", occasion.id()))
            .take_while(|name| texts.has(name))
            .filter(|name| Some(name) != self.last.as_ref())
            .collect();
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let name = &names[(self.seed >> 33) as usize % names.len()];
        self.last = Some(name.clone());
        texts.get(name)
    }
}

/// More remarks than any occasion has.
const MOST: u32 = 99;
/// How much better the computer must stand than it expected to call a move a blunder, in centipawns.
const BLUNDER: i32 = 250;
/// How much worse, to call it a good one.
const GOOD: i32 = -60;

/// What the computer thinks of its opponent's move, from what it expected before and finds now, both in
/// centipawns from its own side.
pub const fn judgement(expected: i32, found: i32) -> Option<Occasion> {
    let gain = found - expected;
    if gain >= BLUNDER {
        Some(Occasion::Blunder)
    } else if gain <= GOOD {
        Some(Occasion::GoodMove)
    } else {
        None
    }
}

/// What the move that was just played gives the computer to talk about.
pub fn occasion(table: &Table, played: &Played) -> Option<Occasion> {
    let by_computer = table.seats[played.by.index()].is_computer();
    if table.end().is_some() {
        None
    } else if played.explosion.is_some() {
        Some(Occasion::Explosion)
    } else if by_computer && played.check {
        Some(Occasion::Check)
    } else if by_computer && is_new_threat(table) {
        Some(Occasion::Threat)
    } else if by_computer && !played.gone.is_empty() {
        Some(Occasion::Capture)
    } else {
        None
    }
}

/// Whether the last move opened the king of the side to move to an explosion.
fn is_new_threat(table: &Table) -> bool {
    let now = table.position();
    let is_open = |position: &AnyPosition| explosive_targets(position.board(), now.turn()).any();
    let before = table.played().len().checked_sub(1).and_then(|ply| table.game().position_at(ply));
    with_rules!(now.variant(), R => <R as Rules>::EXPLODES)
        && is_open(now)
        && !before.is_some_and(is_open)
}

#[cfg(test)]
mod tests {
    use estopim_engine::Level;
    use estopim_rules::Variant;

    use super::*;
    use crate::clock::{Now, TimeControl};
    use crate::table::Seat;
    use crate::texts::Lang;

    #[test]
    fn no_remark_is_made_twice_in_a_row() {
        for lang in Lang::ALL {
            let texts = Texts::new(lang);
            let mut remarks = Remarks::new(1);
            let mut last = String::new();
            for _ in 0..200 {
                let remark = remarks.choose(Occasion::Explosion, &texts);
                assert_ne!(remark, last);
                last = remark;
            }
        }
    }

    #[test]
    fn moves_are_judged_by_what_they_change() {
        assert_eq!(judgement(0, 300), Some(Occasion::Blunder));
        assert_eq!(judgement(0, -100), Some(Occasion::GoodMove));
        assert_eq!(judgement(50, 40), None);
    }

    #[test]
    fn a_threat_is_remarked_on_when_it_arises() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        let start = AnyPosition::from_fen(Variant::Atomic, fen).expect("a sound position");
        let seats = [Seat::Computer(Level::FULL), Seat::Human];
        let mut table = Table::new(start, seats, TimeControl::Unlimited);
        let mut said = Vec::new();
        for uci in ["f3g5", "a7a6", "a2a3"] {
            let mv = table.position().parse_uci(uci).expect("a legal move");
            let played = table.play(mv, Now(0)).expect("it is played").clone();
            said.push(occasion(&table, &played));
        }
        assert_eq!(said, [Some(Occasion::Threat), None, None]);
    }
}

//! A table as people see it.

use estopim_liac::{Phase, SlotKind};
use estopim_protocol::InfractionsView;
use estopim_protocol::tables::{SlotKind as SlotKindView, SlotView, TablePhase, TableView};
use estopim_rules::Color;

use super::Driver;

impl Driver {
    pub(super) fn to_view(&self) -> TableView {
        let slot = |slot: usize| SlotView {
            kind: match self.table.kinds()[slot] {
                SlotKind::Bot => SlotKindView::Bot {},
                SlotKind::Human => SlotKindView::Human {},
                SlotKind::Computer(level) => SlotKindView::Computer { level },
            },
            name: self.table.name(slot).map(str::to_owned),
        };
        TableView {
            name: self.name.clone(),
            phase: match self.table.phase() {
                Phase::Idle => TablePhase::Idle,
                Phase::Ready => TablePhase::Ready,
                Phase::Playing => TablePhase::Playing,
                Phase::Paused => TablePhase::Paused,
                Phase::Over => TablePhase::Over,
            },
            setup: self.setup.clone(),
            slots: vec![slot(0), slot(1)],
            white_slot: self.table.slot_of(Color::White) as u8,
            game: self.current.as_ref().map(|current| current.id.clone()),
            infractions: self.table.infractions().map(InfractionsView::from),
            games_left: self.games_left,
            results: self.results.clone(),
            owner: self.owner.as_ref().map(|owner| owner.0.clone()),
        }
    }
}

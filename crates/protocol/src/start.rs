//! Where a game begins: a FEN, or a setup where the game has setups.

use estopim_rules::{AnyPosition, PawnBattleSetup, Variant};

use crate::bounds::MAX_SETUP;
use crate::reason::{Reason, ReasonCode};

/// The position a text asks for, and the setup it is, if the game has setups.
pub fn starting_position(
    variant: Variant,
    text: Option<&str>,
) -> Result<(Option<String>, AnyPosition), Reason> {
    if text.is_some_and(|text| text.chars().count() > MAX_SETUP) {
        return Err(Reason::new(ReasonCode::TooLong, "the text is too long").with("max", MAX_SETUP));
    }
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        let start = AnyPosition::initial(variant);
        return Ok((setup_of(&start), start));
    };
    // A setup has no spaces; a FEN has at least three.
    if variant.has_setups() && !text.contains(' ') {
        let setup: PawnBattleSetup = text.parse().map_err(bad_setup)?;
        return Ok((Some(setup.to_string()), setup.position().into()));
    }
    let start = AnyPosition::from_fen(variant, text).map_err(|error| {
        Reason::new(ReasonCode::BadPosition, error.to_string()).with("faults", error)
    })?;
    Ok((setup_of(&start), start))
}

/// The setup that a first position shows, if its game has setups.
fn setup_of(start: &AnyPosition) -> Option<String> {
    start.setup()?.ok().map(|setup| setup.to_string())
}

fn bad_setup(error: impl std::fmt::Display) -> Reason {
    Reason::new(ReasonCode::BadSetup, error.to_string()).with("faults", error)
}

/// Where a game has setups, a new one must start from one.
pub fn must_be_setup(start: &AnyPosition) -> Result<(), Reason> {
    start.setup().transpose().map(drop).map_err(bad_setup)
}

//! Which position a command is about: the arguments that say so, and how they become one.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser, ValueParserFactory};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use estopim_rules::{AnyPosition, PawnBattleSetup, Variant};

use crate::failure::Failure;

const SETUP_HELP: &str = "The starting position of Pawn Battle with these pawns and pieces";

#[derive(Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,

    /// The position as a FEN, in quotes [default: the starting position]
    ///
    /// Castling rights may be X-FEN or Shredder-FEN. The two counters may be omitted.
    #[arg(long, conflicts_with = "setup")]
    fen: Option<String>,

    #[arg(long, help = SETUP_HELP, long_help = format!(
        "{SETUP_HELP}\n\nA name ({}), or the files of the pawns, optionally followed by a plus and pieces: \"abgh\", \
         \"cdef+nq\" for both knights and the queen, \"cdef+b1d1\" for those on these squares only.",
        PawnBattleSetup::NAMES.join(", ")
    ))]
    setup: Option<String>,
}

#[derive(Args)]
pub struct GameArgs {
    #[arg(long, help = format!("Which game's rules apply [default: {}]", Variant::default()))]
    variant: Option<VariantArg>,
}

impl GameArgs {
    pub fn variant(&self) -> Variant {
        self.given().unwrap_or_default()
    }

    /// The position that a FEN shows in that game.
    pub fn read_fen(&self, fen: &str) -> Result<AnyPosition, Failure> {
        let variant = self.variant();
        AnyPosition::from_fen(variant, fen).map_err(|error| Failure::Fen { variant, error })
    }

    /// The variant that was asked for, if one was.
    pub fn given(&self) -> Option<Variant> {
        self.variant.as_ref().map(|variant| variant.0)
    }
}

impl PositionArgs {
    /// Whether nothing was said about the position, but perhaps the game.
    pub fn is_initial(&self) -> bool {
        self.fen.is_none() && self.setup.is_none()
    }

    pub fn position(&self) -> Result<AnyPosition, Failure> {
        let variant = self.game.variant();
        match (&self.fen, &self.setup) {
            (Some(fen), _) => self.game.read_fen(fen),
            (None, Some(_)) if !variant.has_setups() => Err(Failure::SetupElsewhere { variant }),
            (None, Some(setup)) => Ok(setup.parse::<PawnBattleSetup>()?.position().into()),
            (None, None) => Ok(AnyPosition::initial(variant)),
        }
    }
}

/// A variant as an argument: completed by its id, read as freely as everywhere.
#[derive(Clone)]
struct VariantArg(Variant);

impl ValueParserFactory for VariantArg {
    type Parser = VariantParser;

    fn value_parser() -> VariantParser {
        VariantParser
    }
}

#[derive(Clone)]
struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = VariantArg;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<VariantArg, clap::Error> {
        value.to_string_lossy().parse().map(VariantArg).map_err(
            |error: estopim_rules::VariantError| {
                clap::Error::raw(ErrorKind::InvalidValue, format!("{error}\n")).with_cmd(command)
            },
        )
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(Variant::ALL.into_iter().map(|variant| PossibleValue::new(variant.id()))))
    }
}

//! Syzygy files of other people's making, for the games that have them: who wins under the fifty-move rule (WDL), and in how
//! many plies the next capture or pawn move comes on the way there (DTZ). They do not say when the game ends.
//!
//! The files are read by shakmaty-syzygy, whose author also makes such files for several games; this is the only place
//! where the program links another chess library.

use std::fmt::Debug;
use std::io;
use std::path::Path;

use estopim_rules::{Color, Role, Setup, Variant};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, FromSetup, Position, PositionError};
use shakmaty_syzygy::{MaybeRounded, Syzygy as SyzygyFiles, Tablebase};

use crate::mapped;

/// Who wins, for the side to move, if the clock of the fifty-move rule has just been restarted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// It loses.
    Loss,
    /// It would lose, but for the fifty-move rule.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// It would win, but for the fifty-move rule.
    CursedWin,
    /// It wins.
    Win,
}

impl From<shakmaty_syzygy::Wdl> for Wdl {
    fn from(wdl: shakmaty_syzygy::Wdl) -> Self {
        match wdl {
            shakmaty_syzygy::Wdl::Loss => Self::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Self::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Self::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Self::CursedWin,
            shakmaty_syzygy::Wdl::Win => Self::Win,
        }
    }
}

/// The Syzygy files of every game that has them.
#[derive(Debug)]
pub(crate) struct Syzygy {
    games: Vec<(Variant, Box<dyn Reader>)>,
}

impl Default for Syzygy {
    fn default() -> Self {
        Self {
            games: vec![
                (Variant::Chess, Box::new(Files::<shakmaty::Chess>(mapped::syzygy()))),
                (Variant::Atomic, Box::new(Files::<shakmaty::variant::Atomic>(mapped::syzygy()))),
            ],
        }
    }
}

impl Syzygy {
    /// Adds a file if it is one of these games'; it is opened when it is first asked for. Refused if its length shows that
    /// it is cut.
    pub fn add(&mut self, path: &Path) -> io::Result<bool> {
        let mut added = false;
        for (_, files) in &mut self.games {
            match files.add(path) {
                Ok(()) => added = true,
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => return Err(error),
            }
        }
        Ok(added)
    }

    /// The most men of any file of a game.
    pub fn most_men(&self, variant: Variant) -> usize {
        self.of(variant).map_or(0, Reader::most_men)
    }

    /// Who wins a position whose clock stands at zero, if the files say so.
    pub fn wdl(&self, variant: Variant, setup: &Setup) -> Option<Wdl> {
        self.of(variant)?.wdl(setup)
    }

    /// The plies to the next capture or pawn move, if the files say so: positive if the side to move wins, negative if it
    /// loses, 0 for a draw, more than 100 either way if the fifty-move rule comes first. It may be one ply too small.
    pub fn dtz(&self, variant: Variant, setup: &Setup) -> Option<i32> {
        self.of(variant)?.dtz(setup)
    }

    fn of(&self, variant: Variant) -> Option<&dyn Reader> {
        let game = self.games.iter().find(|(game, _)| *game == variant)?;
        (game.1.most_men() > 0).then_some(&*game.1)
    }
}

/// The files of one game.
trait Reader: Send + Sync + Debug {
    /// Adds a file; the error is `InvalidInput` if it is another game's, or something else.
    fn add(&mut self, path: &Path) -> io::Result<()>;
    fn most_men(&self) -> usize;
    fn wdl(&self, setup: &Setup) -> Option<Wdl>;
    fn dtz(&self, setup: &Setup) -> Option<i32>;
}

#[derive(Debug)]
struct Files<P: Position + Clone + SyzygyFiles>(Tablebase<P>);

impl<P> Reader for Files<P>
where
    P: Position + FromSetup + Clone + SyzygyFiles + Send + Sync + Debug,
{
    fn add(&mut self, path: &Path) -> io::Result<()> {
        self.0.add_file(path)
    }

    fn most_men(&self) -> usize {
        self.0.max_pieces()
    }

    fn wdl(&self, setup: &Setup) -> Option<Wdl> {
        self.0.probe_wdl_after_zeroing(&position::<P>(setup)?).ok().map(Wdl::from)
    }

    fn dtz(&self, setup: &Setup) -> Option<i32> {
        let dtz = self.0.probe_dtz(&position::<P>(setup)?).ok()?;
        let (MaybeRounded::Rounded(plies) | MaybeRounded::Precise(plies)) = dtz;
        Some(plies.0)
    }
}

/// A position as the reader knows it. Castling rights are none of the files' business: whoever has some does not ask.
fn position<P: Position + FromSetup>(setup: &Setup) -> Option<P> {
    let color = |color: Color| Bitboard(setup.board.color(color).0);
    let role = |role: Role| Bitboard(setup.board.role(role).0);
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let colors = ByColor { black: color(Color::Black), white: color(Color::White) };
    let theirs = shakmaty::Setup {
        board: shakmaty::Board::try_from_bitboards(roles, colors).ok()?,
        turn: shakmaty::Color::from_white(setup.turn == Color::White),
        ep_square: setup.en_passant.map(|square| shakmaty::Square::new(square.index() as u32)),
        halfmoves: setup.halfmoves.into(),
        ..shakmaty::Setup::empty()
    };
    P::from_setup(theirs, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

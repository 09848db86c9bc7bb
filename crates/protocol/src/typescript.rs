//! The types of this crate in TypeScript, for the web page.

use estopim_play::{computer, defaults};
use estopim_rules::Role;
use ts_rs::{Config, TS};

use crate::class;
use crate::client::ClientMessage;
use crate::rest;
use crate::server::ServerMessage;
use crate::{bounds, fault, game, position, reason, remark, words};

/// Where the file lives, from the root of the repository.
pub const PATH: &str = "web/src/generated/protocol.ts";

/// How the file begins.
const HEAD: &str = "\
// What server and page say to each other. Written by `make protocol` from crates/protocol; never edited by hand.
";

/// The whole file.
#[allow(clippy::too_many_lines)] // a list of types
pub fn file() -> String {
    let config = Config::default();
    let mut text = HEAD.to_owned();
    macro_rules! declare {
        ($($type:ty),+ $(,)?) => {$(
            let docs = <$type as TS>::docs().unwrap_or_default();
            let declaration = <$type as TS>::decl(&config);
            text.push_str(&format!("\n{docs}export {declaration}\n"));
        )+};
    }
    declare!(
        words::Color,
        words::Role,
        words::Variant,
        words::Square,
        words::Piece,
        reason::ReasonCode,
        reason::Reason,
        position::Castling,
        position::LegalMove,
        position::ExplodedPiece,
        position::PlayedMove,
        position::LivePosition,
        position::PositionView,
        game::Seat,
        crate::typed::PieceLetters,
        game::GameStatus,
        game::Player,
        game::Players,
        game::InfractionsView,
        game::InfractionKind,
        game::TimeControl,
        game::ClocksView,
        game::EndReason,
        game::OutcomeView,
        game::OfferKind,
        game::Offers,
        remark::Remark,
        game::Author,
        game::ChatLine,
        game::GameView,
        crate::report::ReportSettings,
        crate::report::ReportScore,
        crate::report::ReportPhase,
        crate::report::MoveLabel,
        crate::report::TakenPiece,
        crate::report::ReasonArg,
        crate::report::LabelReason,
        crate::report::ReportPly,
        crate::report::ReportSide,
        crate::report::GameReport,
        crate::report::ReportProgress,
        crate::report::ReportAnswer,
        rest::ErrorBody,
        rest::Me,
        rest::SetNickname,
        rest::ColorChoice,
        rest::Opponent,
        rest::NewGame,
        rest::NewGameId,
        rest::OfflineOpponent,
        rest::OfflineEnd,
        rest::OfflineGame,
        rest::Seek,
        rest::Lobby,
        rest::WatchableGame,
        rest::ResultFilter,
        rest::GamesQuery,
        rest::GameSummary,
        rest::GameList,
        rest::ChatQuery,
        rest::ChatPage,
        rest::VariantView,
        rest::SetupView,
        rest::Variants,
        rest::PositionQuery,
        rest::PositionAnswer,
        crate::accounts::TokenView,
        crate::accounts::AccountView,
        crate::accounts::Accounts,
        crate::accounts::NewToken,
        crate::accounts::MadeToken,
        crate::accounts::BotView,
        crate::accounts::ChallengeView,
        crate::accounts::Bots,
        crate::accounts::NewChallenge,
        crate::accounts::ChallengeStatus,
        crate::accounts::ChallengeAnswer,
        crate::tables::TablePhase,
        crate::tables::SlotKind,
        crate::tables::SlotView,
        crate::tables::TableResult,
        crate::tables::TableView,
        crate::tables::LadderRow,
        crate::tables::Tables,
        crate::tables::TableAction,
        fault::FaultCode,
        fault::Fault,
        ClientMessage,
        ServerMessage,
        class::Animal,
        class::FigureColor,
        class::Figure,
        class::ClassScreen,
        class::ClassRole,
        class::OddChild,
        class::AfterGame,
        class::ClassSettings,
        class::Phrase,
        class::PairingMethod,
        class::TournamentKind,
        class::ProjectorShow,
        class::ClassMessage,
        class::MemberState,
        class::ClassMember,
        class::PairingReason,
        class::ClassBoard,
        class::AnswerCount,
        class::ClassQuestion,
        class::ClassStanding,
        class::ClassTournament,
        class::ClassClaim,
        class::ClassYou,
        class::ClassView,
        class::ClassNews,
        class::DoorMember,
        class::ClassDoor,
        class::JoinClass,
        class::ClaimSeat,
        class::ClassPin,
        class::NewClass,
        class::KeepClass,
        class::ClassCode,
        class::DiscussedPosition,
        class::DiscussedPositions,
    );
    text.push_str(&lesson_tolerance());
    text.push_str(&bounds());
    text.push_str(&defaults());
    text.push_str(&endings());
    text.push_str(&points());
    text.push_str(&games());
    text
}

/// The games as `/api/variants` tells them, so that the page has them before it asks.
fn games() -> String {
    let rows: Vec<String> = rest::VariantView::all()
        .iter()
        .map(|game| serde_json::to_string(game).expect("a game is JSON"))
        .map(|row| format!("  {row},\n"))
        .collect();
    format!(
        "\n/**\n * The games, as `/api/variants` tells them.\n */\n\
         export const GAMES: readonly VariantView[] = [\n{}];\n",
        rows.concat()
    )
}

/// How much share of the point a move may give away and still answer a position that is asked again.
fn lesson_tolerance() -> String {
    let tolerance = crate::report::thousandths(estopim_analysis::Label::INACCURACY);
    format!(
        "\n/**\n * How much share of the point, in thousandths, a move may give away and still be right where a mistake is asked again.\n */\n\
         export const LESSON_TOLERANCE = {tolerance};\n"
    )
}

/// The bounds as a constant.
fn bounds() -> String {
    let range = |low: usize, high: usize| format!("{{ min: {low}, max: {high} }}");
    let whole = |range_: std::ops::RangeInclusive<u32>| {
        range(*range_.start() as usize, *range_.end() as usize)
    };
    format!(
        "\n/**\n * How much of something may be asked for.\n */\nexport const BOUNDS = {{\n  \
         level: {},\n  usualLevel: {},\n  secondsPerMove: {},\n  baseSeconds: {},\n  incrementSeconds: {},\n  nickname: {},\n  \
         maxSetup: {},\n  maxChat: {},\n  maxOfflinePlies: {},\n  maxReportPlies: {},\n  reportNodes: {},\n  pawns: {},\n}} as const;\n",
        range((*bounds::LEVELS.start()).into(), (*bounds::LEVELS.end()).into()),
        bounds::DEFAULT_LEVEL,
        whole(bounds::SECONDS_PER_MOVE),
        whole(bounds::BASE_SECONDS),
        whole(bounds::INCREMENT_SECONDS),
        range(*bounds::NICKNAME.start(), *bounds::NICKNAME.end()),
        bounds::MAX_SETUP,
        bounds::MAX_CHAT,
        bounds::MAX_OFFLINE_PLIES,
        bounds::MAX_REPORT_PLIES,
        bounds::REPORT_NODES,
        whole(estopim_rules::PawnBattleSetup::PAWNS),
    )
}

/// What a new game is by default, the times that are offered, and how long the computer thinks.
fn defaults() -> String {
    let (base, increment) = defaults::CLOCK_SECONDS;
    let times = defaults::PRESET_TIMES.map(|time| {
        let time = game::TimeControl::from(time);
        format!("  {},\n", serde_json::to_string(&time).expect("a time is JSON"))
    });
    format!(
        "\n/**\n * What a new game is unless somebody chooses otherwise, and how long the computer thinks, in milliseconds.\n */\n\
         export const DEFAULTS = {{\n  setup: \"{}\",\n  secondsPerMove: {},\n  \
         clock: {{ baseSeconds: {base}, incrementSeconds: {increment} }},\n  fullStrengthMs: {},\n  hintMs: {},\n}} as const;\n\
         \n/**\n * The times that are chosen by one click.\n */\n\
         export const PRESET_TIMES: readonly TimeControl[] = [\n{}];\n",
        defaults::SETUP,
        defaults::SECONDS_PER_MOVE,
        computer::FULL_STRENGTH_MS,
        computer::HINT_MS,
        times.concat()
    )
}

/// Facts about the ends of games.
fn endings() -> String {
    let list = |name: &str, about: &str, holds: fn(game::EndReason) -> bool| {
        let words = game::EndReason::ALL.into_iter().filter(|&reason| holds(reason));
        let words: Vec<String> = words.map(|reason| format!("{:?}", reason.word())).collect();
        format!(
            "\n/**\n * {about}\n */\nexport const {name}: readonly EndReason[] = [{}];\n",
            words.join(", ")
        )
    };
    list(
        "ENDINGS_THAT_JOIN",
        "Endings that form one sentence with the result: \"You lost on time\", not \"You lost: on time\".",
        game::EndReason::joins_result,
    ) + &list("ENDINGS_BY_MOVE", "Endings that a move brings about.", game::EndReason::is_by_move)
}

/// What pieces are worth as players count.
fn points() -> String {
    let rows = Role::ALL.map(|role| format!("{}: {}", role.name(), role.points()));
    format!(
        "\n/**\n * What a piece is worth as players count, in pawns.\n */\n\
         export const POINTS: Readonly<Record<Role, number>> = {{ {} }};\n",
        rows.join(", ")
    )
}

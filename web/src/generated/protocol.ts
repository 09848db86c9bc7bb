// What server and page say to each other. Written by `make protocol` from crates/protocol; never edited by hand.

/**
 * One of the two sides.
 */
export type Color = "white" | "black";

/**
 * What a piece is, whoever owns it.
 */
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/**
 * One of the five games.
 */
export type Variant = "chess" | "atomic" | "strictatomic" | "simpleatomic" | "pawnbattle";

/**
 * A square, written `e4`.
 */
export type Square = string;

/**
 * A piece on the board.
 */
export type Piece = { 
/**
 * The owner.
 */
color: Color, 
/**
 * The kind of piece.
 */
role: Role, };

/**
 * Every reason there is.
 */
export type ReasonCode = "gameOver" | "noPiece" | "notYourPiece" | "sameSquare" | "ownPiece" | "notItsMove" | "blocked" | "pawnBlocked" | "nothingToCapture" | "doubleStepSpent" | "promotionMissing" | "noSuchPromotion" | "kingNeverCaptures" | "ownKingExplodes" | "bothKingsExplode" | "inCheck" | "explodingCaptureRemains" | "castlingNotInThisGame" | "castlingNoRight" | "castlingBlocked" | "castlingInCheck" | "castlingThroughCheck" | "castlingThreatened" | "notAMove" | "nobodyMayPass" | "noSuchPiece" | "noneMay" | "ambiguous" | "notYourTurn" | "notYourGame" | "stalePly" | "notStarted" | "noSuchOffer" | "offerStands" | "nothingToTakeBack" | "tooLateToAbort" | "notOverdue" | "opponentPresent" | "gameNotOver" | "noSuchGame" | "seatTaken" | "badSetup" | "badPosition" | "badTime" | "badLevel" | "noSuchClass" | "classFull" | "classOnly" | "notTeacher" | "notInClass" | "wrongPin" | "figureTaken" | "badName" | "frozen" | "notAllowed" | "badMessage" | "badNickname" | "badAccountName" | "accountNameTaken" | "badScopes" | "hiddenCharacter" | "tooLong" | "tooLarge" | "tooSlow" | "rateLimited" | "wrongOrigin" | "notFound" | "wrongMethod" | "busy" | "internal";

/**
 * Why something is refused.
 */
export type Reason = { 
/**
 * Which reason it is; its sentence is the text `refusal-<code>`.
 */
code: ReasonCode, 
/**
 * What the sentence speaks of: squares, roles, limits.
 */
args: { [key in string]: string }, 
/**
 * The sentence in English.
 */
message: string, };

/**
 * The rook's part in castling.
 */
export type Castling = { 
/**
 * Where it stands.
 */
rookFrom: Square, 
/**
 * Where it ends.
 */
rookTo: Square, };

/**
 * A legal move. Fields with default values are left out.
 */
export type LegalMove = { 
/**
 * As programs write it.
 */
uci: string, 
/**
 * The square it starts from.
 */
from: Square, 
/**
 * The square it leads to; castling, where the king ends.
 */
to: Square, 
/**
 * What the pawn becomes.
 */
promotion?: Role, 
/**
 * Whether it captures.
 */
capture?: boolean, 
/**
 * The squares whose pieces it takes off the board: the captured piece's or, where captures explode, the blast's and
 * the moving piece's own.
 */
takes?: Array<Square>, 
/**
 * The squares that the capture empties, the one it lands on included if nothing is left there; none
 * where captures do not explode.
 */
blast?: Array<Square>, 
/**
 * Whether a king goes with the blast.
 */
takesKing?: boolean, 
/**
 * What the rook does, if this is castling.
 */
castling?: Castling, };

/**
 * A piece that an explosion took.
 */
export type ExplodedPiece = { 
/**
 * Where it stood.
 */
square: Square, 
/**
 * What it was.
 */
piece: Piece, };

/**
 * A move that was played.
 */
export type PlayedMove = { 
/**
 * Which move it is, counting both sides' from one.
 */
ply: number, 
/**
 * As programs write it.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * Who played it.
 */
by: Color, 
/**
 * The square it started from.
 */
from: Square, 
/**
 * The square it led to; castling, where the king ended.
 */
to: Square, 
/**
 * The squares emptied by its explosion; none if nothing exploded.
 */
blast: Array<Square>, 
/**
 * Every piece that the explosion took, the capturing and the captured one included.
 */
exploded: Array<ExplodedPiece>, 
/**
 * The piece that was captured.
 */
captured?: Piece, 
/**
 * Whether it left the opponent in check (strict atomic: threatened).
 */
check: boolean, 
/**
 * When, in milliseconds since 1970.
 */
atMs: number, };

/**
 * A position of a game that is played. What may be played in it, each page asks its own rules: with thirty moves in every
 * message it would add up.
 */
export type LivePosition = { 
/**
 * How many moves have been played.
 */
ply: number, 
/**
 * The FEN.
 */
fen: string, 
/**
 * Whose turn it is.
 */
turn: Color, 
/**
 * The king in check (strict atomic: threatened), if any.
 */
check: Square | null, 
/**
 * Kings that the opponent's next move could explode.
 */
threats: Array<Square>, 
/**
 * Whether the kings stand side by side where that protects both from check; left out where they do not.
 */
kingsProtected?: boolean, };

/**
 * A position with everything that may be played in it.
 */
export type PositionView = { 
/**
 * How many moves have been played.
 */
ply: number, 
/**
 * The FEN.
 */
fen: string, 
/**
 * Whose turn it is.
 */
turn: Color, 
/**
 * The king in check (strict atomic: threatened), if any.
 */
check: Square | null, 
/**
 * Kings that the opponent's next move could explode.
 */
threats: Array<Square>, 
/**
 * Whether the kings stand side by side where that protects both from check; left out where they do not.
 */
kingsProtected?: boolean, 
/**
 * Every legal move of the side to move; none once the game is over.
 */
legal: Array<LegalMove>, };

/**
 * What somebody may move.
 */
export type Seat = "white" | "black" | "both";

/**
 * The letters that pieces have in writing.
 */
export type PieceLetters = "english" | "portuguese";

/**
 * Whether a game waits, goes on or has ended.
 */
export type GameStatus = "waiting" | "playing" | "ended";

/**
 * A player.
 */
export type Player = { 
/**
 * The nickname; empty for the computer, which each page names in its own language.
 */
name: string, 
/**
 * The public part of a person's identity.
 */
id?: string, 
/**
 * The computer's level, from 1 to 12.
 */
computerLevel?: number, 
/**
 * Whether it is somebody's program.
 */
bot?: boolean, };

/**
 * Who sits where; an empty seat is `null`.
 */
export type Players = { 
/**
 * White's player.
 */
white: Player | null, 
/**
 * Black's player.
 */
black: Player | null, };

/**
 * Infractions: illegal moves, and times for a move that ran out. They are counted in games of programs.
 */
export type InfractionsView = { 
/**
 * White's.
 */
white: number, 
/**
 * Black's.
 */
black: number, 
/**
 * How many lose the game.
 */
max: number, };

/**
 * What an infraction is counted for.
 */
export type InfractionKind = "illegal" | "late";

/**
 * How time is counted.
 */
export type TimeControl = { "type": "perMove", 
/**
 * Seconds a move.
 */
seconds: number, } | { "type": "clock", 
/**
 * Seconds for the whole game.
 */
baseSeconds: number, 
/**
 * Seconds that each move adds.
 */
incrementSeconds: number, } | { "type": "none", };

/**
 * What the clocks show.
 */
export type ClocksView = { 
/**
 * What White has left at `serverNowMs`; below zero when late; `null` without a clock.
 */
whiteMs: number | null, 
/**
 * What Black has left.
 */
blackMs: number | null, 
/**
 * Whose clock runs.
 */
running: Color | null, 
/**
 * Whether time is counted for each move by itself.
 */
perMove: boolean, 
/**
 * Whose time for the move is over, while the opponent has not decided what to do about it.
 */
overdue: Color | null, 
/**
 * The server's clock, in milliseconds since 1970.
 */
serverNowMs: number, };

/**
 * Why a game ended.
 */
export type EndReason = "checkmate" | "kingExploded" | "pawnHome" | "pawnsCaptured" | "stalemate" | "insufficientMaterial" | "fiftyMoves" | "threefold" | "resignation" | "agreement" | "timeout" | "left" | "infractions" | "aborted";

/**
 * How a game ended.
 */
export type OutcomeView = { 
/**
 * Who has won; `null` if nobody.
 */
winner: Color | null, 
/**
 * Why; in words it is the text `end-by-<reason>`.
 */
reason: EndReason, };

/**
 * What can be offered.
 */
export type OfferKind = "draw" | "takeback" | "rematch";

/**
 * Who has offered what, as long as nobody has answered.
 */
export type Offers = { 
/**
 * A draw.
 */
draw: Color | null, 
/**
 * To take a move back.
 */
takeback: Color | null, 
/**
 * To play again.
 */
rematch: Color | null, };

/**
 * A remark of the computer's.
 */
export type Remark = { 
/**
 * The text's name: `remark-<kind>-<n>`.
 */
key: string, 
/**
 * What the text speaks of.
 */
args: { [key in string]: string }, };

/**
 * Who says something.
 */
export type Author = "white" | "black" | "computer";

/**
 * One line of chat: a player's text, or a remark of the computer's.
 */
export type ChatLine = { 
/**
 * Its number in the game, counted from one.
 */
line: number, 
/**
 * Who says it.
 */
by: Author, 
/**
 * What a person wrote.
 */
text?: string, 
/**
 * What the computer says, to be put into words in the reader's language.
 */
remark?: Remark, 
/**
 * When, in milliseconds since 1970.
 */
atMs: number, };

/**
 * Everything there is to know about a game.
 */
export type GameView = { 
/**
 * The game's address.
 */
id: string, 
/**
 * Which game is played.
 */
variant: Variant, 
/**
 * Pawn Battle: the setup, by name or as files and home squares.
 */
setup?: string, 
/**
 * The position it started from.
 */
initialFen: string, 
/**
 * Who sits where.
 */
players: Players, 
/**
 * Which seat is yours; `null` for a spectator.
 */
you: Seat | null, 
/**
 * Whether both sides are played at one screen.
 */
hotSeat: boolean, 
/**
 * Whether it was offered to everybody in the lobby.
 */
fromLobby: boolean, 
/**
 * Whether it is on the list of games to watch while it goes on.
 */
watchable: boolean, 
/**
 * Whether it was played in a page without a server and sent in afterwards.
 */
offline?: boolean, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * The moves played.
 */
moves: Array<PlayedMove>, 
/**
 * The FEN at the start and after each move.
 */
fens: Array<string>, 
/**
 * The position now.
 */
position: LivePosition, 
/**
 * The clocks now.
 */
clocks: ClocksView, 
/**
 * Games of programs: what each side has done wrong.
 */
infractions?: InfractionsView, 
/**
 * How the game has ended, if it has.
 */
outcome: OutcomeView | null, 
/**
 * What has been offered and not answered.
 */
offers: Offers, 
/**
 * The last chat lines; earlier ones are at `/api/games/{id}/chat`.
 */
chat: Array<ChatLine>, 
/**
 * Whether it waits for a player, goes on, or has ended.
 */
status: GameStatus, 
/**
 * How many people watch beside the players.
 */
spectators: number, 
/**
 * The address of the rematch.
 */
rematchId?: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
createdMs: number, };

/**
 * What a report was made with. The same settings give the same report.
 */
export type ReportSettings = { 
/**
 * The engine and its version.
 */
engine: string, 
/**
 * The network that evaluated, or `hce` for the hand-crafted evaluation.
 */
network: string, 
/**
 * Nodes a position.
 */
nodes: number, };

/**
 * A score for White.
 */
export type ReportScore = { "cp": number } | { "mate": number };

/**
 * A part of a game.
 */
export type ReportPhase = "opening" | "middlegame" | "endgame";

/**
 * What kind of move it was.
 */
export type MoveLabel = "brilliant" | "onlyMove" | "inaccuracy" | "mistake" | "blunder" | "missedWin";

/**
 * A piece that is lost.
 */
export type TakenPiece = { 
/**
 * Where it stands.
 */
square: Square, 
/**
 * What it is.
 */
role: Role, };

/**
 * What is filled into a text. Numbers stay numbers, so that a language can tell one from many.
 */
export type ReasonArg = number | string;

/**
 * Why a move has its label: the text `reason-<code>` with its arguments filled in.
 */
export type LabelReason = { 
/**
 * Which text.
 */
code: string, 
/**
 * What the text speaks of: moves in standard notation, numbers, words.
 */
args?: { [key in string]: ReasonArg }, 
/**
 * The pieces that an explosion takes.
 */
taken?: Array<TakenPiece>, };

/**
 * A move, and the position that it led to. Lines are written as UCI does.
 */
export type ReportPly = { 
/**
 * The move.
 */
uci: string, 
/**
 * The score after it.
 */
score: ReportScore, 
/**
 * How deep that was searched, in plies.
 */
depth: number, 
/**
 * White's expected share of the point after it, in thousandths.
 */
share: number, 
/**
 * How accurate it was, from 0 to 100.
 */
accuracy: number, 
/**
 * In which phase of the game it was played.
 */
phase: ReportPhase, 
/**
 * What kind of move it was, if there is anything to say.
 */
label?: MoveLabel, 
/**
 * Why it has its label.
 */
reason?: LabelReason, 
/**
 * The line that should have been played; empty if the move was the best one.
 */
better?: Array<string>, 
/**
 * How the move is best answered.
 */
answer?: Array<string>, };

/**
 * How one side played.
 */
export type ReportSide = { 
/**
 * How many moves it made.
 */
moves: number, 
/**
 * Its accuracy, from 0 to 100; nothing if it did not move.
 */
accuracy: number | null, 
/**
 * The same in opening, middlegame and endgame.
 */
phases: [number | null, number | null, number | null], 
/**
 * How often it earned each label.
 */
labels: { [key in MoveLabel]?: number }, };

/**
 * A report of a whole game, made by an engine.
 */
export type GameReport = { 
/**
 * What it was made with.
 */
madeWith: ReportSettings, 
/**
 * The score of the first position.
 */
start: ReportScore, 
/**
 * White's expected share of the point in the first position, in thousandths.
 */
startShare: number, 
/**
 * The moves in their order.
 */
plies: Array<ReportPly>, 
/**
 * How White played.
 */
white: ReportSide, 
/**
 * How Black played.
 */
black: ReportSide, };

/**
 * How far a report is.
 */
export type ReportProgress = { 
/**
 * Positions that have been looked at.
 */
done: number, 
/**
 * How many there are.
 */
total: number, };

/**
 * What is known of a report.
 */
export type ReportAnswer = { "state": "making" } & ReportProgress | { "state": "done" } & GameReport;

/**
 * The body of every refused request.
 */
export type ErrorBody = { 
/**
 * Why it was refused.
 */
error: Reason, };

/**
 * Who you are.
 */
export type Me = { 
/**
 * The public part of your identity; it grants no access.
 */
id: string, 
/**
 * How others see you.
 */
nickname: string, 
/**
 * Whether you may open a class here.
 */
classes: boolean, };

/**
 * What you want to be called.
 */
export type SetNickname = { 
/**
 * One line of plain characters.
 */
nickname: string, };

/**
 * Which side somebody wants to play.
 */
export type ColorChoice = "white" | "black" | "random";

/**
 * Against whom a game is played.
 */
export type Opponent = { "type": "computer", 
/**
 * From 1, a beginner, to 12, full strength.
 */
level: number, 
/**
 * Which side you play.
 */
color: ColorChoice, } | { "type": "friend", } | { "type": "lobby", } | { "type": "hotSeat", };

/**
 * A game to be made.
 */
export type NewGame = { 
/**
 * Which game.
 */
variant: Variant, 
/**
 * Pawn Battle: a setup's name, files with home squares (`abgh+b1g1`), or a FEN that shows a setup. In
 * the other games a FEN, or nothing for the usual start.
 */
setup?: string, 
/**
 * Against whom.
 */
opponent: Opponent, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * Whether it is on the list of games to watch while it goes on. Games by link and at one screen never are.
 */
watchable?: boolean, };

/**
 * A game that was made.
 */
export type NewGameId = { 
/**
 * Its address: eight letters and digits.
 */
id: string, };

/**
 * Against whom a game without a server was played.
 */
export type OfflineOpponent = { "type": "computer", 
/**
 * From 1, a beginner, to 12, full strength.
 */
level: number, 
/**
 * Which side the person played.
 */
color: Color, } | { "type": "hotSeat", };

/**
 * How a game without a server ended, where the rules did not end it.
 */
export type OfflineEnd = { "type": "resigned", 
/**
 * Which.
 */
by: Color, } | { "type": "agreed", };

/**
 * A game that was played in a page without a server, whole.
 */
export type OfflineGame = { 
/**
 * Which game.
 */
variant: Variant, 
/**
 * As in a new game.
 */
setup?: string, 
/**
 * Against whom.
 */
opponent: OfflineOpponent, 
/**
 * Every move, as programs write it.
 */
moves: Array<string>, 
/**
 * How it ended, if not by the rules.
 */
end?: OfflineEnd, };

/**
 * Somebody looks for an opponent.
 */
export type Seek = { 
/**
 * The game that waits.
 */
id: string, 
/**
 * Who is looking.
 */
name: string, 
/**
 * The public part of their identity: your own seeks are those with yours.
 */
by: string, 
/**
 * Which game.
 */
variant: Variant, 
/**
 * Pawn Battle: the setup.
 */
setup?: string, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * Since when, in milliseconds since 1970.
 */
createdMs: number, 
/**
 * Whether it will be on the list of games to watch.
 */
watchable?: boolean, };

/**
 * The open seeks.
 */
export type Lobby = { 
/**
 * Newest first.
 */
seeks: Array<Seek>, };

/**
 * A game that goes on and that everybody may watch, as lists show it.
 */
export type WatchableGame = { 
/**
 * Its address.
 */
id: string, 
/**
 * Which game.
 */
variant: Variant, 
/**
 * Who sits where.
 */
players: Players, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * The position now.
 */
fen: string, 
/**
 * The squares that the last move started from and led to.
 */
lastMove?: [Square, Square], 
/**
 * How many moves were played.
 */
ply: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
createdMs: number, };

/**
 * A result as seen by the one who asks.
 */
export type ResultFilter = "won" | "lost" | "drawn" | "unfinished";

/**
 * Which games to list.
 */
export type GamesQuery = { 
/**
 * `1`: only those that you play or played. The list of all games is not public, so this is required.
 */
mine: 1, 
/**
 * Only this game.
 */
variant?: Variant, 
/**
 * Only those with this result for you.
 */
result?: ResultFilter, 
/**
 * Only those made before this, in milliseconds since 1970: the next page.
 */
before?: number, 
/**
 * How many at most.
 */
limit?: number, };

/**
 * A game in a list.
 */
export type GameSummary = { 
/**
 * Its address.
 */
id: string, 
/**
 * Which game.
 */
variant: Variant, 
/**
 * Pawn Battle: the setup.
 */
setup?: string, 
/**
 * Who sits where.
 */
players: Players, 
/**
 * Which seat is yours.
 */
you: Seat | null, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * Whether it waits, goes on or has ended.
 */
status: GameStatus, 
/**
 * How it ended.
 */
outcome: OutcomeView | null, 
/**
 * Whether it was played in a page without a server and sent in afterwards.
 */
offline?: boolean, 
/**
 * How many moves were played.
 */
plies: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
createdMs: number, 
/**
 * When it ended.
 */
endedMs: number | null, };

/**
 * A page of games, newest first.
 */
export type GameList = { 
/**
 * The games.
 */
games: Array<GameSummary>, 
/**
 * What to ask for `before` to get the next page; `null` at the end.
 */
next: number | null, };

/**
 * Which part of a game's chat is wanted.
 */
export type ChatQuery = { 
/**
 * Only lines before the one with this number; the last ones if absent.
 */
before?: number, };

/**
 * A part of a game's chat.
 */
export type ChatPage = { 
/**
 * In order. The first line of a game has number one.
 */
lines: Array<ChatLine>, };

/**
 * A game that can be played, and its particular facts.
 */
export type VariantView = { 
/**
 * Which.
 */
variant: Variant, 
/**
 * Its first position; where there are setups, the one with every piece.
 */
fen: string, 
/**
 * Whether captures explode.
 */
explodes: boolean, 
/**
 * Whether the players choose the first position among setups.
 */
hasSetups: boolean, };

/**
 * A setup of Pawn Battle.
 */
export type SetupView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its first position.
 */
fen: string, };

/**
 * The games that can be played.
 */
export type Variants = { 
/**
 * All five.
 */
variants: Array<VariantView>, 
/**
 * The setups of Pawn Battle that have a name.
 */
pawnBattleSetups: Array<SetupView>, };

/**
 * A position to be looked at, without any game.
 */
export type PositionQuery = { 
/**
 * Under which rules.
 */
variant: Variant, 
/**
 * Where to start; the game's first position if absent. Pawn Battle also takes a setup's name or its
 * files and home squares.
 */
fen?: string, 
/**
 * Moves to play from there, as programs write them.
 */
moves?: Array<string>, 
/**
 * A move to play after them if it is legal, as people or programs write it.
 */
tryMove?: string, };

/**
 * The position that was asked for.
 */
export type PositionAnswer = { 
/**
 * The position; `tryMove` has been played in it if it was legal.
 */
position: PositionView, 
/**
 * How the game has ended there.
 */
outcome: OutcomeView | null, 
/**
 * Pawn Battle: the setup that the first position shows, if it is one.
 */
setup?: string, 
/**
 * Why `tryMove` was not played.
 */
refusal?: Reason, 
/**
 * The last move played.
 */
last?: PlayedMove, };

/**
 * A token; what it is made of was shown once.
 */
export type TokenView = { 
/**
 * Its number, by which it can be revoked.
 */
id: string, 
/**
 * What you call it.
 */
label: string, 
/**
 * What it allows.
 */
scopes: Array<string>, 
/**
 * When it was made, in milliseconds since 1970.
 */
createdMs: number, 
/**
 * When it was last used, within a minute.
 */
usedMs: number | null, };

/**
 * An account.
 */
export type AccountView = { 
/**
 * The name by which programs address it.
 */
name: string, 
/**
 * Whether it is a program; otherwise it is you.
 */
bot: boolean, 
/**
 * Oldest first.
 */
tokens: Array<TokenView>, };

/**
 * Your accounts for programs, with their tokens.
 */
export type Accounts = { 
/**
 * Oldest first.
 */
accounts: Array<AccountView>, 
/**
 * What a token may allow.
 */
scopes: Array<string>, };

/**
 * A token to be made. The account is made with it if there is none of that name.
 */
export type NewToken = { 
/**
 * The name of the account: letters, digits, `-` and `_`.
 */
name: string, 
/**
 * Whether it is a program; otherwise it is you.
 */
bot: boolean, 
/**
 * What you call the token.
 */
label: string, 
/**
 * What it allows.
 */
scopes: Array<string>, };

/**
 * A token that was made. It cannot be shown again.
 */
export type MadeToken = { 
/**
 * Its number.
 */
id: string, 
/**
 * The token.
 */
token: string, };

/**
 * A program that is connected.
 */
export type BotView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is an engine of this server.
 */
host: boolean, };

/**
 * A challenge.
 */
export type ChallengeView = { 
/**
 * Its id, which becomes that of the game.
 */
id: string, 
/**
 * Who challenges.
 */
by: string, 
/**
 * Which game.
 */
variant: Variant, 
/**
 * How time is counted.
 */
time: TimeControl, };

/**
 * The programs that can be challenged, and the challenges that wait for you.
 */
export type Bots = { 
/**
 * Programs that are connected.
 */
online: Array<BotView>, 
/**
 * Who challenges you.
 */
challenges: Array<ChallengeView>, 
/**
 * The games that such programs can know.
 */
variants: Array<Variant>, };

/**
 * A challenge to a program.
 */
export type NewChallenge = { 
/**
 * The name of the program.
 */
bot: string, 
/**
 * Which game: one that the program can know.
 */
variant: Variant, 
/**
 * How time is counted.
 */
time: TimeControl, 
/**
 * Your colour.
 */
color: ColorChoice, };

/**
 * What became of a challenge.
 */
export type ChallengeStatus = "open" | "accepted" | "gone";

/**
 * What became of a challenge.
 */
export type ChallengeAnswer = { 
/**
 * The game, once it was accepted, and the challenge until then.
 */
id: string, 
/**
 * Which.
 */
status: ChallengeStatus, };

/**
 * What a table is doing.
 */
export type TablePhase = "idle" | "ready" | "playing" | "paused" | "over";

/**
 * Who plays in a slot.
 */
export type SlotKind = { "type": "bot", } | { "type": "human", } | { "type": "computer", 
/**
 * From 1 to 12.
 */
level: number, };

/**
 * A slot of a table.
 */
export type SlotView = { 
/**
 * Who plays there.
 */
kind: SlotKind, 
/**
 * The name of the program, once it is connected.
 */
name?: string, };

/**
 * A finished game of a table.
 */
export type TableResult = { 
/**
 * The game.
 */
game: string, 
/**
 * Who had White.
 */
white: string, 
/**
 * Who had Black.
 */
black: string, 
/**
 * Who won; `null` for a draw.
 */
winner: Color | null, 
/**
 * Why it ended, as in `end-by-<reason>`.
 */
reason: EndReason, };

/**
 * A table.
 */
export type TableView = { 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is doing.
 */
phase: TablePhase, 
/**
 * The setup that is played.
 */
setup: string, 
/**
 * Both slots: that of White's port first.
 */
slots: Array<SlotView>, 
/**
 * Which slot plays White: 0 or 1.
 */
whiteSlot: number, 
/**
 * The game on the table.
 */
game?: string, 
/**
 * What both sides have done wrong in it.
 */
infractions?: InfractionsView, 
/**
 * How many games of the match are still to begin.
 */
gamesLeft: number, 
/**
 * Finished games, the newest last.
 */
results: Array<TableResult>, 
/**
 * The public part of the identity of whoever runs the table; nobody yet if absent.
 */
owner?: string, };

/**
 * A row of the ladder.
 */
export type LadderRow = { 
/**
 * Who.
 */
name: string, 
/**
 * The rating.
 */
elo: number, 
/**
 * Half the width of its interval of 95 %.
 */
error: number, 
/**
 * How many games.
 */
games: number, 
/**
 * Points made, in halves.
 */
halfPoints: number, };

/**
 * Every table.
 */
export type Tables = { 
/**
 * Whether programs can connect here.
 */
isOpen: boolean, 
/**
 * Where programs connect that begin as White.
 */
whitePort: number, 
/**
 * Where programs connect that begin as Black.
 */
blackPort: number, 
/**
 * The time for a move, in milliseconds.
 */
moveTimeMs: number, 
/**
 * How many infractions lose a game.
 */
maxInfractions: number, 
/**
 * In the order of their names.
 */
tables: Array<TableView>, 
/**
 * How strong programs are by their games here, the strongest first.
 */
ladder: Array<LadderRow>, 
/**
 * Whether the ladder plays by itself.
 */
ladderRuns: boolean, };

/**
 * What is to be done with a table.
 */
export type TableAction = { "type": "start", 
/**
 * How many games.
 */
games: number, } | { "type": "pause", } | { "type": "reset", } | { "type": "switch", } | { "type": "set", 
/**
 * A setup of Pawn Battle.
 */
setup: string, 
/**
 * Who plays in the slot of White's port.
 */
white: SlotKind, 
/**
 * Who plays in the slot of Black's port.
 */
black: SlotKind, };

/**
 * Every fault there is.
 */
export type FaultCode = "fieldCount" | "rankCount" | "rankLength" | "pieceLetter" | "sideToMove" | "castlingText" | "castlingRook" | "enPassantText" | "counter" | "noKing" | "manyKings" | "noKings" | "kingInPawnBattle" | "noPawns" | "bothHome" | "pawnOnEndRank" | "opponentInCheck" | "opponentThreatened" | "enPassant" | "castlingRight" | "other";

/**
 * One thing that is wrong with a position.
 */
export type Fault = { 
/**
 * Which fault it is; its sentence is the text `fault-<code>`.
 */
code: FaultCode, 
/**
 * What the sentence speaks of: sides, squares, texts.
 */
args: { [key in string]: string }, 
/**
 * The sentence in English.
 */
message: string, };

/**
 * Every message of a client. A socket watches one game, or the lobby, at a time.
 */
export type ClientMessage = { "type": "watchGame", 
/**
 * The game.
 */
id: string, 
/**
 * The number of the last message received.
 */
seq?: number, } | { "type": "watchLobby", } | { "type": "watchHome", } | { "type": "leave", } | { "type": "move", 
/**
 * The game.
 */
id: string, 
/**
 * How many moves had been played when the player chose this one.
 */
atPly: number, 
/**
 * The move, as people (`Nxf3`) or programs (`g1f3`) write it.
 */
text: string, 
/**
 * The letters that the writer is used to; English ones if nothing is said. Others are understood, too.
 */
letters?: PieceLetters, 
/**
 * Comes back if the move is refused.
 */
clientTag?: string, } | { "type": "offerDraw", 
/**
 * The game.
 */
id: string, } | { "type": "acceptDraw", 
/**
 * The game.
 */
id: string, } | { "type": "declineDraw", 
/**
 * The game.
 */
id: string, } | { "type": "offerTakeback", 
/**
 * The game.
 */
id: string, } | { "type": "acceptTakeback", 
/**
 * The game.
 */
id: string, } | { "type": "declineTakeback", 
/**
 * The game.
 */
id: string, } | { "type": "resign", 
/**
 * The game.
 */
id: string, } | { "type": "abort", 
/**
 * The game.
 */
id: string, } | { "type": "offerRematch", 
/**
 * The game.
 */
id: string, } | { "type": "acceptRematch", 
/**
 * The game.
 */
id: string, } | { "type": "declineRematch", 
/**
 * The game.
 */
id: string, } | { "type": "giveTime", 
/**
 * The game.
 */
id: string, } | { "type": "claimTime", 
/**
 * The game.
 */
id: string, } | { "type": "claimLeft", 
/**
 * The game.
 */
id: string, } | { "type": "chat", 
/**
 * The game.
 */
id: string, 
/**
 * At most [`crate::bounds::MAX_CHAT`] characters.
 */
text: string, } | { "type": "ping", 
/**
 * The client's clock; comes back.
 */
sentAtMs: number, };

/**
 * Every message of the server.
 */
export type ServerMessage = { "type": "snapshot", 
/**
 * Number.
 */
seq: number, 
/**
 * The game.
 */
game: GameView, } | { "type": "moved", 
/**
 * Number.
 */
seq: number, 
/**
 * The move.
 */
move: PlayedMove, 
/**
 * The position after it.
 */
position: LivePosition, 
/**
 * The clocks after it.
 */
clocks: ClocksView, } | { "type": "rejected", 
/**
 * The move's tag, if it was a move.
 */
clientTag?: string, 
/**
 * Why.
 */
reason: Reason, } | { "type": "offered", 
/**
 * Number.
 */
seq: number, 
/**
 * What.
 */
kind: OfferKind, 
/**
 * Who.
 */
by: Color, } | { "type": "declined", 
/**
 * Number.
 */
seq: number, 
/**
 * Which.
 */
kind: OfferKind, } | { "type": "tookBack", 
/**
 * Number.
 */
seq: number, 
/**
 * The game.
 */
game: GameView, } | { "type": "timeOver", 
/**
 * Number.
 */
seq: number, 
/**
 * Who is late.
 */
color: Color, } | { "type": "timeGiven", 
/**
 * Number.
 */
seq: number, 
/**
 * Who was late.
 */
color: Color, 
/**
 * The clocks now.
 */
clocks: ClocksView, } | { "type": "infraction", 
/**
 * Number.
 */
seq: number, 
/**
 * Who.
 */
color: Color, 
/**
 * What.
 */
kind: InfractionKind, 
/**
 * The infractions of both now.
 */
infractions: InfractionsView, 
/**
 * The clocks now.
 */
clocks: ClocksView, } | { "type": "clocksSet", 
/**
 * Number.
 */
seq: number, 
/**
 * The clocks now.
 */
clocks: ClocksView, } | { "type": "ended", 
/**
 * Number.
 */
seq: number, 
/**
 * How.
 */
outcome: OutcomeView, 
/**
 * The clocks at the end.
 */
clocks: ClocksView, } | { "type": "joined", 
/**
 * Number.
 */
seq: number, 
/**
 * Who sits where now.
 */
players: Players, 
/**
 * The clocks now.
 */
clocks: ClocksView, } | { "type": "chat", 
/**
 * Number.
 */
seq: number, 
/**
 * What.
 */
line: ChatLine, } | { "type": "rematch", 
/**
 * Number.
 */
seq: number, 
/**
 * Its address.
 */
id: string, } | { "type": "presence", 
/**
 * Whether White is connected.
 */
white: boolean, 
/**
 * Whether Black is connected.
 */
black: boolean, 
/**
 * How many others watch.
 */
spectators: number, 
/**
 * In how many milliseconds the win may be claimed against the one who left; absent while both
 * are there.
 */
claimableInMs?: number, } | { "type": "lobby", 
/**
 * Newest first.
 */
seeks: Array<Seek>, } | { "type": "lobbyChanged", 
/**
 * New ones, and those that have changed.
 */
added: Array<Seek>, 
/**
 * The addresses of those that are gone.
 */
removed: Array<string>, } | { "type": "gamesToWatch", 
/**
 * Newest first.
 */
games: Array<WatchableGame>, } | { "type": "gamesToWatchChanged", 
/**
 * New ones, and those that have changed.
 */
changed: Array<WatchableGame>, 
/**
 * The ids of those that are no longer listed.
 */
removed: Array<string>, } | { "type": "pong", 
/**
 * As it was sent.
 */
sentAtMs: number, 
/**
 * The server's clock, in milliseconds since 1970.
 */
serverNowMs: number, } | { "type": "failed", 
/**
 * Why.
 */
reason: Reason, };

/**
 * An animal that a child taps instead of typing a name.
 */
export type Animal = "fox" | "cat" | "dog" | "rabbit" | "bear" | "panda" | "lion" | "tiger" | "monkey" | "frog" | "owl" | "penguin" | "turtle" | "fish" | "whale" | "dolphin" | "octopus" | "butterfly" | "bee" | "snail" | "horse" | "cow" | "pig" | "sheep" | "elephant" | "giraffe" | "koala" | "parrot" | "capybara" | "sloth";

/**
 * The colour of an animal. Each has a shape of its own beside it, for those who see colours otherwise.
 */
export type FigureColor = "blue" | "orange" | "green" | "pink" | "yellow" | "purple";

/**
 * Who a child is in a class: an animal and its colour, and a first name if one was typed.
 */
export type Figure = { 
/**
 * The animal.
 */
animal: Animal, 
/**
 * Its colour.
 */
color: FigureColor, 
/**
 * A first name.
 */
name?: string, };

/**
 * Which screen a socket is for.
 */
export type ClassScreen = "child" | "teacher" | "projector";

/**
 * What somebody is to a class.
 */
export type ClassRole = "stranger" | "claimant" | "child" | "teacher";

/**
 * What the child does who has no opponent.
 */
export type OddChild = { "type": "level", 
/**
 * How strong it is.
 */
level: number, } | { "type": "turns", };

/**
 * What happens when a game is over.
 */
export type AfterGame = "newOpponent" | "wait";

/**
 * What the teacher has chosen for the next games.
 */
export type ClassSettings = { 
/**
 * The game.
 */
variant: Variant, 
/**
 * The setup or the FEN; the usual start if it is empty.
 */
setup: string, 
/**
 * The clock, or none.
 */
time: TimeControl, 
/**
 * Whether children may take moves back, if both agree.
 */
undo: boolean, 
/**
 * Whether two wins lead to the next setup and two losses to one pawn more.
 */
ladder: boolean, 
/**
 * What the odd child does.
 */
odd: OddChild, 
/**
 * What follows a game.
 */
afterGame: AfterGame, 
/**
 * Whether children may type a first name.
 */
names: boolean, 
/**
 * Whether children may send ready-made phrases.
 */
phrases: boolean, };

/**
 * A ready-made phrase from child to child.
 */
export type Phrase = "hello" | "goodLuck" | "niceMove" | "oops" | "thinking" | "goodGame" | "thanks" | "playAgain";

/**
 * How children are paired.
 */
export type PairingMethod = "random" | "byResults" | "byHand";

/**
 * Kinds of tournament.
 */
export type TournamentKind = "roundRobin" | "swiss" | "arena";

/**
 * What the projector shows.
 */
export type ProjectorShow = "code" | "wall" | "standings";

/**
 * Everything a screen may say. What only a teacher may say is refused to everybody else.
 */
export type ClassMessage = { "type": "ping", sentAtMs: number, } | { "type": "raiseHand", up: boolean, } | { "type": "say", phrase: Phrase, } | { "type": "answer", question: number, uci: string, } | { "type": "configure", settings: ClassSettings, } | { "type": "rename", seat: string, name: string | null, } | { "type": "remove", seat: string, } | { "type": "confirm", claim: number, } | { "type": "refuse", claim: number, } | { "type": "lowerHand", seat: string, } | { "type": "pair", method: PairingMethod, pairs: Array<[string, string]>, } | { "type": "freeze", } | { "type": "resume", } | { "type": "endGames", } | { "type": "undo", game: string, plies: number, } | { "type": "hint", game: string, } | { "type": "setPosition", fen: string, } | { "type": "ask", variant: Variant, fen: string, } | { "type": "reveal", } | { "type": "closeQuestion", } | { "type": "moveRung", seat: string, steps: number, } | { "type": "spotlight", game: string | null, } | { "type": "show", show: ProjectorShow, } | { "type": "startTournament", kind: TournamentKind, rounds: number | null, } | { "type": "nextRound", } | { "type": "endTournament", };

/**
 * The state of a child in a word.
 */
export type MemberState = "waiting" | "playing" | "canWin" | "stuck" | "away";

/**
 * A child of the class, or two at one device.
 */
export type ClassMember = { 
/**
 * By which they sit in games.
 */
seat: string, 
/**
 * Who.
 */
figure: Figure, 
/**
 * The other child at the same device.
 */
partner?: Figure, 
/**
 * How they are.
 */
state: MemberState, 
/**
 * Whether they need help. Only the teacher is told.
 */
hand: boolean, 
/**
 * Their present game.
 */
game: string | null, 
/**
 * The setup that they have reached on the ladder.
 */
rung?: string, 
/**
 * How many pawns more they get.
 */
extraPawns: number, 
/**
 * How many games in a row they have lost. Only the teacher is told.
 */
lossesInRow: number, 
/**
 * The secret of their printed card. Only the teacher is told.
 */
card?: string, };

/**
 * A reason for a pairing.
 */
export type PairingReason = { 
/**
 * The text `pairing-<key>`.
 */
key: string, 
/**
 * Half points or meetings, as the text has it.
 */
numbers: Array<number>, };

/**
 * A board of the class.
 */
export type ClassBoard = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Which round of pairings it is of.
 */
round: number, 
/**
 * Which game is played.
 */
variant: Variant, 
/**
 * White's seat; none for the computer.
 */
white: string | null, 
/**
 * Black's seat; none for the computer.
 */
black: string | null, 
/**
 * How strong the computer is, if it plays.
 */
computerLevel: number | null, 
/**
 * The position.
 */
fen: string, 
/**
 * The last move, in UCI.
 */
lastMove: string | null, 
/**
 * How many plies were played.
 */
ply: number, 
/**
 * Whose turn it is.
 */
turn: Color, 
/**
 * How it ended.
 */
outcome: OutcomeView | null, 
/**
 * Whether the side to move could win at once.
 */
canWin: boolean, 
/**
 * How much there is to see; the board with the most grows.
 */
interest: number, 
/**
 * When the last move was played, or when the game began.
 */
movedMs: number, 
/**
 * Why these two play.
 */
why: Array<PairingReason>, };

/**
 * How many children would play a move.
 */
export type AnswerCount = { 
/**
 * The move.
 */
uci: string, 
/**
 * How many.
 */
count: number, };

/**
 * A position that the class was asked about.
 */
export type ClassQuestion = { 
/**
 * Its number.
 */
number: number, 
/**
 * Which game.
 */
variant: Variant, 
/**
 * The position.
 */
fen: string, 
/**
 * How many have answered.
 */
answered: number, 
/**
 * The answers, the most frequent first: for the teacher, and for all once they are shown.
 */
answers: Array<AnswerCount>, 
/**
 * Whether they are shown.
 */
revealed: boolean, 
/**
 * Your own answer.
 */
mine: string | null, };

/**
 * How a child stands. Points are half points.
 */
export type ClassStanding = { seat: string, rank: number, halfPoints: number, played: number, wins: number, draws: number, losses: number, buchholz: number, sonnebornBerger: number, };

/**
 * A tournament of the class.
 */
export type ClassTournament = { 
/**
 * Its kind.
 */
kind: TournamentKind, 
/**
 * The present round, from one.
 */
round: number, 
/**
 * How many rounds it has; none if it goes on until it is ended.
 */
rounds: number | null, 
/**
 * Whether all games of the round are over.
 */
roundOver: boolean, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * How its players stand.
 */
standings: Array<ClassStanding>, };

/**
 * Somebody who says that a seat is theirs.
 */
export type ClassClaim = { 
/**
 * Its number.
 */
claim: number, 
/**
 * Which seat.
 */
seat: string, };

/**
 * What only the child itself is told.
 */
export type ClassYou = { 
/**
 * Your seat.
 */
seat: string, 
/**
 * Your present game.
 */
game: string | null, 
/**
 * Whether your hand is up.
 */
hand: boolean, };

/**
 * A class as a screen sees it.
 */
export type ClassView = { 
/**
 * What children type to join.
 */
code: string, 
/**
 * The name of a class that is kept.
 */
name: string | null, 
/**
 * Which screen this is for.
 */
screen: ClassScreen, 
/**
 * Whether all boards stand still.
 */
frozen: boolean, 
/**
 * Which round of pairings was the last; 0 before the first.
 */
round: number, 
/**
 * The settings.
 */
settings: ClassSettings, 
/**
 * A child's own part.
 */
you: ClassYou | null, 
/**
 * The children. A child is told of figures only.
 */
members: Array<ClassMember>, 
/**
 * Who wants a seat back; for the teacher.
 */
claims: Array<ClassClaim>, 
/**
 * The question, while there is one.
 */
question: ClassQuestion | null, 
/**
 * The standings of all games. Empty for a child.
 */
standings: Array<ClassStanding>, 
/**
 * The tournament, if there is one.
 */
tournament: ClassTournament | null, 
/**
 * The board that the teacher has made large.
 */
spotlight: string | null, 
/**
 * What the projector shows.
 */
show: ProjectorShow, 
/**
 * The addresses at which children find the class, the best first. Empty if the page's own address is it.
 */
addresses: Array<string>, 
/**
 * How many other devices have reached this server.
 */
devices: number, };

/**
 * Everything a class tells a screen.
 */
export type ClassNews = { "type": "view", 
/**
 * The class.
 */
view: ClassView, } | { "type": "allBoards", 
/**
 * The boards.
 */
boards: Array<ClassBoard>, } | { "type": "boardChanged", 
/**
 * The board.
 */
board: ClassBoard, } | { "type": "hint", 
/**
 * The game.
 */
game: string, 
/**
 * The move.
 */
uci: string, } | { "type": "said", 
/**
 * What.
 */
phrase: Phrase, } | { "type": "closed", } | { "type": "pong", 
/**
 * As it was sent.
 */
sentAtMs: number, 
/**
 * The server's clock.
 */
serverNowMs: number, } | { "type": "failed", 
/**
 * Why.
 */
reason: Reason, };

/**
 * A child as those see it who are at the door.
 */
export type DoorMember = { 
/**
 * The seat, to be claimed.
 */
seat: string, 
/**
 * Who.
 */
figure: Figure, 
/**
 * The other child at the same device.
 */
partner: Figure | null, 
/**
 * Whether somebody sits there now.
 */
present: boolean, };

/**
 * What is at a class's door, for those who know its code.
 */
export type ClassDoor = { 
/**
 * The code.
 */
code: string, 
/**
 * The name of a class that is kept.
 */
name: string | null, 
/**
 * What you are to it.
 */
role: ClassRole, 
/**
 * Whether a first name may be typed.
 */
names: boolean, 
/**
 * Who is in the class.
 */
members: Array<DoorMember>, };

/**
 * Joins a class.
 */
export type JoinClass = { 
/**
 * Who.
 */
figure: Figure, 
/**
 * The other child at the same device.
 */
partner?: Figure, };

/**
 * Says that a seat is one's own: at once with the secret of its card, else the teacher is asked.
 */
export type ClaimSeat = { 
/**
 * Which seat; with a card it need not be said.
 */
seat?: string, 
/**
 * The secret of the card.
 */
card?: string, };

/**
 * The teacher's PIN.
 */
export type ClassPin = { 
/**
 * The PIN.
 */
pin: string, };

/**
 * A new class, with the PIN that its teacher will need elsewhere.
 */
export type NewClass = { 
/**
 * What children type to join.
 */
code: string, 
/**
 * What the teacher types.
 */
pin: string, };

/**
 * Keeps a class under a name.
 */
export type KeepClass = { 
/**
 * The name.
 */
name: string, };

/**
 * Which class it is.
 */
export type ClassCode = { 
/**
 * What children type to join.
 */
code: string, };

/**
 * A position worth discussing: somebody gave much away here.
 */
export type DiscussedPosition = { 
/**
 * The game.
 */
game: string, 
/**
 * How many plies had been played.
 */
ply: number, 
/**
 * Which game was played.
 */
variant: Variant, 
/**
 * The position.
 */
fen: string, 
/**
 * What was played, in UCI.
 */
played: string, 
/**
 * What was better, in UCI.
 */
better: string, 
/**
 * How much of the point was given away, in thousandths.
 */
lost: number, 
/**
 * White's seat; none for the computer.
 */
white: string | null, 
/**
 * Black's seat; none for the computer.
 */
black: string | null, };

/**
 * The positions of a lesson that are worth discussing.
 */
export type DiscussedPositions = { 
/**
 * The most instructive first.
 */
positions: Array<DiscussedPosition>, };

/**
 * How much share of the point, in thousandths, a move may give away and still be right where a mistake is asked again.
 */
export const LESSON_TOLERANCE = 90;

/**
 * How much of something may be asked for.
 */
export const BOUNDS = {
  level: { min: 1, max: 12 },
  usualLevel: 2,
  secondsPerMove: { min: 1, max: 86400 },
  baseSeconds: { min: 1, max: 10800 },
  incrementSeconds: { min: 0, max: 180 },
  nickname: { min: 1, max: 20 },
  maxSetup: 120,
  maxChat: 300,
  maxOfflinePlies: 1000,
  maxReportPlies: 1000,
  reportNodes: 100000,
  pawns: { min: 2, max: 8 },
} as const;

/**
 * What a new game is unless somebody chooses otherwise, and how long the computer thinks, in milliseconds.
 */
export const DEFAULTS = {
  setup: "8p",
  secondsPerMove: 180,
  clock: { baseSeconds: 300, incrementSeconds: 3 },
  fullStrengthMs: 1000,
  hintMs: 1000,
} as const;

/**
 * The times that are chosen by one click.
 */
export const PRESET_TIMES: readonly TimeControl[] = [
  {"type":"perMove","seconds":180},
  {"type":"clock","baseSeconds":60,"incrementSeconds":0},
  {"type":"clock","baseSeconds":180,"incrementSeconds":2},
  {"type":"clock","baseSeconds":300,"incrementSeconds":3},
  {"type":"clock","baseSeconds":600,"incrementSeconds":5},
  {"type":"none"},
];

/**
 * Endings that form one sentence with the result: "You lost on time", not "You lost: on time".
 */
export const ENDINGS_THAT_JOIN: readonly EndReason[] = ["checkmate", "stalemate", "agreement", "timeout"];

/**
 * Endings that a move brings about.
 */
export const ENDINGS_BY_MOVE: readonly EndReason[] = ["checkmate", "kingExploded", "pawnHome", "pawnsCaptured", "stalemate", "insufficientMaterial", "fiftyMoves", "threefold"];

/**
 * What a piece is worth as players count, in pawns.
 */
export const POINTS: Readonly<Record<Role, number>> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/**
 * The games, as `/api/variants` tells them.
 */
export const GAMES: readonly VariantView[] = [
  {"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","explodes":false,"hasSetups":false},
  {"variant":"atomic","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","explodes":true,"hasSetups":false},
  {"variant":"strictatomic","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","explodes":true,"hasSetups":false},
  {"variant":"simpleatomic","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1","explodes":true,"hasSetups":false},
  {"variant":"pawnbattle","fen":"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1","explodes":false,"hasSetups":true},
];

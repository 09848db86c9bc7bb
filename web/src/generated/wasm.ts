// What the page says to its WebAssembly modules. Written by `make protocol` from crates/wasm; never edited by hand.
import type { Fault, Reason, Square, Variant } from './protocol';

/**
 * A piece that may be sent somewhere before it is its side's turn.
 */
export type Premoves = { 
/**
 * Where it stands.
 */
from: Square, 
/**
 * Where it may be sent.
 */
to: Array<Square>, };

/**
 * What an engine thought of a position, White's advantage being positive: one of the first two.
 */
export type TreeEval = { 
/**
 * Hundredths of a pawn.
 */
centipawns?: number, 
/**
 * A forced win in so many moves, for Black if negative.
 */
mate?: number, 
/**
 * How deep the engine looked.
 */
depth?: number, };

/**
 * A move with what is said about it.
 */
export type TreeMove = { 
/**
 * As programs write it.
 */
uci: string, 
/**
 * As people write it; not needed when it is to be written.
 */
san: string, 
/**
 * The position after it; not needed when it is to be written.
 */
fen: string, 
/**
 * Judgements by number.
 */
nags: Array<number>, 
/**
 * What is said after the move; arrows and circles stand in it as `[%cal …]` and `[%csl …]`.
 */
comments: Array<string>, 
/**
 * What the mover's clock showed after the move, in milliseconds.
 */
clockMs?: number, 
/**
 * How long the move took, in milliseconds.
 */
elapsedMs?: number, 
/**
 * What an engine thought of the position after the move, for White.
 */
eval?: TreeEval, 
/**
 * What could have been played instead of this move.
 */
variations: Array<TreeLine>, };

/**
 * The game itself, or a variation.
 */
export type TreeLine = { 
/**
 * What is said before the first move.
 */
comments: Array<string>, 
/**
 * The moves.
 */
moves: Array<TreeMove>, };

/**
 * A game as a tree.
 */
export type PgnTree = { 
/**
 * Which rules.
 */
variant: Variant, 
/**
 * The position before the first move.
 */
fen: string, 
/**
 * Names and values, in order; `Variant`, `SetUp`, `FEN` and `Result` are written from the other fields.
 */
tags: Array<[string, string]>, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The moves played, with everything that hangs on them.
 */
line: TreeLine, };

/**
 * Every fault of a PGN.
 */
export type PgnFaultCode = "tag" | "variant" | "start" | "move" | "variationWithoutMove" | "strayBracket" | "openVariation" | "openComment" | "strayBrace" | "nag" | "manyTags" | "longTag" | "manyMoves" | "deepVariations" | "longComment" | "longComments" | "other";

/**
 * What is wrong with a game, and where.
 */
export type PgnFaultView = { 
/**
 * Which game, from one.
 */
game: number, 
/**
 * Which line of the text, from one.
 */
line: number, 
/**
 * Which fault it is; its sentence is the text `pgn-fault-<code>`.
 */
code: PgnFaultCode, 
/**
 * Which move, counting both sides' from one; zero if it is not about a move.
 */
ply: number, 
/**
 * What was found, as the text has it; empty where the code says it all.
 */
what: string, 
/**
 * How much is read, if there is more of something; else zero.
 */
limit: number, 
/**
 * Everything that is wrong with the first position.
 */
faults: Array<Fault>, 
/**
 * Why a move is refused.
 */
reason?: Reason, };

/**
 * A game of a file, as a picker shows it.
 */
export type PgnEntry = { 
/**
 * Names and values.
 */
tags: Array<[string, string]>, 
/**
 * How many moves its main line has.
 */
plies: number, 
/**
 * Why it cannot be read, if so.
 */
fault?: PgnFaultView, };

/**
 * A game to report about.
 */
export type ReportQuery = { 
/**
 * Under which rules.
 */
variant: Variant, 
/**
 * The first position.
 */
fen: string, 
/**
 * Every move, as programs write it.
 */
moves: Array<string>, 
/**
 * Nodes a position.
 */
nodes: number, 
/**
 * The network that evaluates: its fingerprint, or `hce`.
 */
network: string, };

/**
 * A position to be searched, as the engine's module takes it.
 */
export type ReportQuestion = { 
/**
 * How many moves of the game come before it.
 */
ply: number, 
/**
 * Not more nodes than this.
 */
nodes: number, 
/**
 * Only these moves first, as programs write them; all if empty.
 */
rootMoves: Array<string>, };

/**
 * A position to search, and when to end. Without any limit it goes on until the worker is ended.
 */
export type SearchQuery = { 
/**
 * Under which rules.
 */
variant: Variant, 
/**
 * Where the game started; the game's first position if absent.
 */
fen?: string, 
/**
 * The moves played from there, as programs write them: a search must know what would repeat.
 */
moves?: Array<string>, 
/**
 * Not deeper than this.
 */
depth?: number, 
/**
 * Not more nodes than this.
 */
nodes?: number, 
/**
 * Not longer than this, in milliseconds.
 */
timeMs?: number, 
/**
 * How many principal variations are wanted; one if absent.
 */
multipv?: number, 
/**
 * Only these moves first, as programs write them; all if absent.
 */
rootMoves?: Array<string>, 
/**
 * Choose a move as this level would, from 1 to 12; at full strength if absent.
 */
level?: number, 
/**
 * Makes a level's errors differ from game to game, and come again with the same number.
 */
seed?: number, };

/**
 * A score, for the side to move.
 */
export type ScoreView = { "type": "centipawns", 
/**
 * How many.
 */
value: number, } | { "type": "mate", 
/**
 * How many moves of the winner.
 */
moves: number, };

/**
 * How a score relates to the true one.
 */
export type BoundView = "exact" | "lower" | "upper";

/**
 * A move of a principal variation.
 */
export type PvMove = { 
/**
 * As programs write it.
 */
uci: string, 
/**
 * As people write it.
 */
san: string, };

/**
 * What a search has found so far: one principal variation at one depth.
 */
export type SearchReport = { 
/**
 * How deep the search is complete.
 */
depth: number, 
/**
 * How deep it went at most.
 */
seldepth: number, 
/**
 * Which of the wanted variations this is, from one.
 */
multipv: number, 
/**
 * Its score.
 */
score: ScoreView, 
/**
 * Whether that is the true one.
 */
bound: BoundView, 
/**
 * White's expected share of the point, in thousandths.
 */
share: number, 
/**
 * The variation.
 */
pv: Array<PvMove>, 
/**
 * Nodes so far.
 */
nodes: number, 
/**
 * Milliseconds so far.
 */
timeMs: number, };

/**
 * What a search came to.
 */
export type SearchAnswer = { 
/**
 * The best line, or the one a level chose; empty if there is no legal move.
 */
pv: Array<PvMove>, 
/**
 * Its score, once a depth was complete.
 */
score: ScoreView | null, 
/**
 * White's expected share of the point, in thousandths.
 */
share: number, 
/**
 * The depth that was complete.
 */
depth: number, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Milliseconds used.
 */
timeMs: number, };

/**
 * A request for the fixed searches whose node counts are a checksum of the engine.
 */
export type BenchQuery = { 
/**
 * Of which game.
 */
variant: Variant, 
/**
 * How deep; as `estopim bench` does if absent.
 */
depth?: number, };

/**
 * What the fixed searches came to.
 */
export type BenchAnswer = { 
/**
 * Nodes of all of them.
 */
nodes: number, 
/**
 * Milliseconds.
 */
timeMs: number, };

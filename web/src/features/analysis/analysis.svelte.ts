// What is on the analysis board: a tree of moves, the place in it, and what can be done there.
import { api, reasonOf, Refused } from '../../api';
import type { LegalMove, PositionAnswer, Reason, Variant } from '../../generated/protocol';
import type { PgnEntry, PgnFaultView } from '../../generated/wasm';
import { loadPgn } from '../../pgn';
import { loadRules } from '../../rules';
import { rules } from '../../rules.svelte';
import { inWords, t } from '../../texts.svelte';
import { factsOf, VARIANTS } from '../../variants';
import { localGame } from '../offline/kept';
import { Shelf, type Kept } from './kept';
import { toggled } from './nags';
import { commentsOf, shapesIn, wordsIn, type Shape } from './shapes';
import * as trees from './tree';
import type { Node, Path, Tree } from './tree';

/** More than any book of games; a text beyond it would stop the page. */
const MOST_BYTES = 8_000_000;
/** How many games of a text are listed (`MAX_GAMES` in crates/wasm). */
const MOST_GAMES = 5000;

export class Analysis {
  tree = $state.raw<Tree>(trees.newTree('chess', ''));
  path = $state.raw<Path>([]);
  /** What went wrong, or has been done. */
  notice = $state('');
  /** The games of a text, while one is to be chosen. */
  games = $state.raw<readonly PgnEntry[]>([]);
  /** What was on this board before, the latest first. */
  earlier = $state.raw<readonly Kept[]>([]);
  /** Where the last text or position belongs, if not on this board. */
  elsewhere = $state.raw<{ variant: Variant; path: string } | null>(null);
  #text = '';
  readonly #shelf: Shelf;
  /** Which analysis this is, and what it was opened from. */
  #id = newId();
  #source: string | undefined;
  /** Whether the last attempt to keep it failed. */
  #unkept = false;

  constructor(readonly variant: Variant) {
    this.tree = trees.newTree(variant, factsOf(variant)?.fen ?? '');
    this.#shelf = new Shelf(variant);
    this.earlier = this.#shelf.earlier;
  }

  /** Another page has changed what is kept: from now on this is an analysis of its own, so that neither overwrites the other. */
  keptElsewhere(): void {
    this.#id = newId();
    this.earlier = this.#shelf.earlier;
  }

  /** Another tree on the board; the one before is kept among the earlier ones. */
  #show(tree: Tree, source?: string): void {
    this.#id = newId();
    this.#source = source;
    this.notice = '';
    this.elsewhere = null;
    this.tree = tree;
    this.path = [];
    void this.#keep();
  }

  get node(): Node {
    return trees.nodeAt(this.tree, this.path) ?? this.tree.root;
  }

  /** The position on show, with what may be played; nothing while the rules are being loaded. */
  look(tryMove?: string): PositionAnswer | undefined {
    const moves = trees.movesTo(this.tree, this.path);
    return rules()?.position({
      variant: this.variant,
      fen: this.tree.root.fen,
      moves,
      ...(tryMove !== undefined && { tryMove }),
    });
  }

  /** Plays a move, or says why not. */
  play(text: string): void {
    const answer = this.look(text);
    if (!answer) return;
    if (answer.refusal || !answer.last) {
      this.notice = answer.refusal ? inWords(answer.refusal) : '';
      return;
    }
    const { uci, san } = answer.last;
    const [tree, path] = trees.withMove(this.tree, this.path, { uci, san, fen: answer.position.fen });
    this.notice = '';
    this.tree = tree;
    this.go(path);
    void this.#keep();
  }

  made(move: LegalMove): void {
    this.play(move.uci);
  }

  go(path: Path): void {
    this.path = path;
    this.#keepSoon();
  }

  back(): void {
    this.go(this.path.slice(0, -1));
  }

  forth(): void {
    this.go(trees.next(this.tree, this.path));
  }

  end(): void {
    this.go(trees.endOf(this.tree, this.path));
  }

  other(by: -1 | 1): void {
    this.go(trees.sibling(this.tree, this.path, by));
  }

  #change(to: (node: Node) => Node, path = this.path): void {
    this.tree = trees.change(this.tree, path, to);
    void this.#keep();
  }

  judge(nag: number): void {
    if (this.path.length > 0) this.#change((node) => ({ ...node, nags: toggled(node.nags, nag) }));
  }

  say(words: string): void {
    this.#change((node) => ({ ...node, comments: commentsOf(words, shapesIn(node.comments)) }));
  }

  draw(shapes: readonly Shape[]): void {
    this.#change((node) => ({ ...node, comments: commentsOf(wordsIn(node.comments), shapes) }));
  }

  collapse(path: Path): void {
    this.#change((node) => ({ ...node, collapsed: !node.collapsed }), path);
  }

  promote(by: -1 | 1): void {
    this.tree = trees.moved(this.tree, this.path, by);
    void this.#keep();
  }

  remove(): void {
    if (this.path.length === 0) return;
    this.tree = trees.without(this.tree, this.path);
    this.back();
    void this.#keep();
  }

  /** Begins anew, from a position. */
  start(fen: string, source?: string): void {
    const faults = rules()?.faults(this.variant, fen) ?? [];
    if (faults.length > 0) {
      const other = VARIANTS.find((variant) => rules()?.faults(variant, fen).length === 0);
      const words = faults.map(({ code, args }) => t(`fault-${code}`, args));
      if (other) words.push(t('fen-other-game', { variant: t(`variant-${other}`) }));
      this.notice = words.join(' ');
      this.elsewhere = other ? { variant: other, path: `/analysis/${other}?fen=${encodeURIComponent(fen)}` } : null;
      return;
    }
    const { fen: sound } = rules()?.position({ variant: this.variant, fen }).position ?? { fen };
    this.#show(trees.newTree(this.variant, sound), source);
  }

  /** Takes in whatever somebody has pasted or dropped: one game, several of them, or a position. */
  async take(text: string, source?: string): Promise<void> {
    this.games = [];
    this.elsewhere = null;
    if (text.length > MOST_BYTES) {
      this.#tooLarge();
      return;
    }
    const trimmed = text.trim();
    if (isFen(trimmed)) {
      this.start(trimmed);
      return;
    }
    try {
      const pgn = await loadPgn();
      const games = pgn.list(text);
      this.#text = text;
      this.notice = games.length === MOST_GAMES ? t('pgn-first-games', { count: MOST_GAMES }) : '';
      if (games.length > 1) this.games = games;
      else if (games.length === 0) this.notice = t('pgn-none');
      else await this.choose(0, games, source);
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  /** Takes in a file, if it is not too large to be read at all. */
  async takeFile(file: File): Promise<void> {
    if (file.size > MOST_BYTES) this.#tooLarge();
    else await this.take(await file.text());
  }

  #tooLarge(): void {
    this.notice = t('pgn-tooLarge', { megabytes: MOST_BYTES / 1_000_000 });
  }

  /** Takes one of the games of the text. */
  async choose(number: number, games = this.games, source?: string): Promise<void> {
    const fault = games[number]?.fault;
    if (fault) {
      this.notice = faultInWords(fault);
      return;
    }
    try {
      const tree = trees.fromPgn((await loadPgn()).read(this.#text, number));
      this.games = [];
      if (tree.variant === this.variant) {
        this.#show(tree, source);
        return;
      }
      const kept = await keptOf(tree, [], newId(), source);
      this.#heard(new Shelf(tree.variant).put(kept));
      this.notice ||= t('pgn-other-game', { variant: t(`variant-${tree.variant}`) });
      this.elsewhere = { variant: tree.variant, path: `/analysis/${tree.variant}` };
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  /** The PGN of everything. */
  pgn(): Promise<string> {
    return pgnOf(this.tree);
  }

  /** What this browser has kept, a finished game of the server's, or a position. */
  async load(asked: { game?: string | null; fen?: string | null; offline?: string | null } = {}): Promise<void> {
    const { game, fen, offline } = asked;
    const source = game ? `game/${game}` : fen ? `fen/${fen}` : offline ? `offline/${offline}` : undefined;
    const stored = source ? this.#shelf.from(source) : this.#shelf.board;
    try {
      if (stored) await this.open(stored);
      else if (game) await this.#loadGame(game, source);
      else if (offline) await this.#loadLocal(offline, source);
      else if (fen) {
        await loadRules();
        this.start(fen, source);
      }
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  async #loadGame(id: string, source?: string): Promise<void> {
    const game = await api.game(id);
    if (game.status !== 'ended') throw new Refused(notOver);
    const response = await fetch(api.pgnPath(id));
    await this.take(await response.text(), source);
  }

  /** A game that was played in this browser without a server. */
  async #loadLocal(key: string, source?: string): Promise<void> {
    const game = localGame(key);
    if (game?.variant !== this.variant) return;
    const rules = await loadRules();
    const start = { variant: game.variant, ...(game.setup !== undefined && { fen: game.setup }) };
    let tree = trees.newTree(game.variant, rules.position(start).position.fen);
    let path: Path = [];
    for (const [index, uci] of game.moves.entries()) {
      const { last, position } = rules.position({ ...start, moves: game.moves.slice(0, index), tryMove: uci });
      if (!last) return;
      [tree, path] = trees.withMove(tree, path, { uci, san: last.san, fen: position.fen });
    }
    this.#show(tree, source);
  }

  /** Puts an analysis that was kept on the board. */
  async open(stored: Kept): Promise<void> {
    let tree = trees.fromPgn((await loadPgn()).read(stored.pgn, 0));
    if (tree.variant !== this.variant) return;
    for (const places of stored.folds) {
      const path = trees.pathTo(tree, places);
      if (path) tree = trees.change(tree, path, (node) => ({ ...node, collapsed: true }));
    }
    [this.#id, this.#source] = [stored.id, stored.source];
    this.notice = '';
    this.tree = tree;
    this.path = trees.pathTo(tree, stored.places) ?? [];
    if (this.#shelf.board?.id !== stored.id) await this.#keep();
  }

  /** Throws an earlier analysis away. */
  forget({ id }: Kept): void {
    this.#shelf.forget(id);
    this.earlier = this.#shelf.earlier;
  }

  #soon: ReturnType<typeof setTimeout> | undefined;

  /** Walking through a tree keeps its place, but not at every step. */
  #keepSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.#keep(), 300);
  }

  async #keep(): Promise<void> {
    const kept = await keptOf(this.tree, this.path, this.#id, this.#source);
    // Another tree may have come meanwhile, which is kept by itself.
    if (kept.id !== this.#id) return;
    this.#heard(this.#shelf.put(kept));
    this.earlier = this.#shelf.earlier;
  }

  /** Says once that the browser has no room. */
  #heard(kept: boolean): void {
    if (!kept && !this.#unkept) this.notice = t('analysis-unkept');
    this.#unkept = !kept;
  }
}

async function pgnOf(tree: Tree): Promise<string> {
  return (await loadPgn()).write(trees.toPgn(tree));
}

async function keptOf(tree: Tree, path: Path, id: string, source?: string): Promise<Kept> {
  return {
    id,
    pgn: await pgnOf(tree),
    places: trees.placesOf(tree, path),
    folds: trees.folded(tree).map((fold) => trees.placesOf(tree, fold)),
    ...(source !== undefined && { source }),
    title: trees.titleOf(tree),
    at: Date.now(),
    blank: trees.isBlank(tree),
  };
}

/** Unlike every other; `crypto.randomUUID` is not there on plain http. */
function newId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(36)).join('');
}

const notOver: Reason = { code: 'gameNotOver', args: {}, message: 'the game is not over' };

/** Whether a text has the shape of a FEN: eight ranks and who moves. */
export function isFen(text: string): boolean {
  return /^([pnbrqk1-8]+\/){7}[pnbrqk1-8]+\s+[wb](\s|$)/i.test(text) && !text.includes('\n');
}

/** Why a game cannot be read, with line and move. */
export function faultInWords({ game, line, code, ply, what, limit, faults, reason }: PgnFaultView): string {
  const wrong = faults.map((fault) => t(`fault-${fault.code}`, fault.args)).join(' ');
  const why = reason ? inWords(reason) : t(`pgn-fault-${code}`, { what: what || wrong, limit });
  const move = Math.ceil(ply / 2);
  return ply > 0 ? t('pgn-fault-at-move', { game, line, move, why }) : t('pgn-fault-at', { game, line, why });
}

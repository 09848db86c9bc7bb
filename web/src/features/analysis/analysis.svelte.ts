// What is on the analysis board: a tree of moves, the place in it, and what can be done there.
import { api, reasonOf, Refused } from '../../api';
import type { LegalMove, PositionAnswer, Reason, Variant } from '../../generated/protocol';
import type { PgnEntry, PgnFaultView } from '../../generated/wasm';
import { loadPgn } from '../../pgn';
import { rules } from '../../rules.svelte';
import { inWords, t } from '../../texts.svelte';
import { factsOf } from '../../variants';
import { kept } from './kept';
import { toggled } from './nags';
import { commentsOf, shapesIn, wordsIn, type Shape } from './shapes';
import * as trees from './tree';
import type { Node, Path, Tree } from './tree';

/** More than any book of games; a text beyond it would stop the page. */
const MOST_BYTES = 8_000_000;

export class Analysis {
  tree = $state.raw<Tree>(trees.newTree('chess', ''));
  path = $state.raw<Path>([]);
  /** What went wrong, or has been done. */
  notice = $state('');
  /** The games of a text, while one is to be chosen. */
  games = $state.raw<readonly PgnEntry[]>([]);
  #text = '';

  constructor(readonly variant: Variant) {
    this.tree = trees.newTree(variant, factsOf(variant)?.fen ?? '');
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
    this.#keep();
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
    this.#keep();
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
    this.#keep();
  }

  remove(): void {
    if (this.path.length === 0) return;
    this.tree = trees.without(this.tree, this.path);
    this.back();
    this.#keep();
  }

  /** Begins anew, from a position. */
  start(fen: string): void {
    const faults = rules()?.faults(this.variant, fen) ?? [];
    if (faults.length > 0) {
      this.notice = faults.map(({ code, args }) => t(`fault-${code}`, args)).join(' ');
      return;
    }
    this.notice = '';
    this.tree = trees.newTree(this.variant, rules()?.position({ variant: this.variant, fen }).position.fen ?? fen);
    this.go([]);
    this.#keep();
  }

  /** Takes in whatever somebody has pasted or dropped: one game, several of them, or a position. */
  async take(text: string): Promise<void> {
    this.games = [];
    if (text.length > MOST_BYTES) {
      this.notice = t('pgn-tooLarge', { megabytes: MOST_BYTES / 1_000_000 });
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
      if (games.length > 1) this.games = games;
      else if (games.length === 0) this.notice = t('pgn-none');
      else await this.choose(0, games);
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  /** Takes one of the games of the text. */
  async choose(number: number, games = this.games): Promise<void> {
    const fault = games[number]?.fault;
    if (fault) {
      this.notice = faultInWords(fault);
      return;
    }
    try {
      const tree = trees.fromPgn((await loadPgn()).read(this.#text, number));
      if (tree.variant !== this.variant) {
        this.notice = t('pgn-other-game', { variant: t(`variant-${tree.variant}`) });
        kept(tree.variant).set({ pgn: await this.#pgnOf(tree), path: [] });
        this.otherVariant = tree.variant;
        return;
      }
      this.games = [];
      this.notice = '';
      this.tree = tree;
      this.go([]);
      this.#keep();
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  /** The game whose board the last text waits at. */
  otherVariant = $state<Variant | null>(null);

  /** The PGN of everything. */
  pgn(): Promise<string> {
    return this.#pgnOf(this.tree);
  }

  async #pgnOf(tree: Tree): Promise<string> {
    return (await loadPgn()).write(trees.toPgn(tree));
  }

  /** What this browser has kept, or a finished game of the server's. */
  async load(gameId: string | null): Promise<void> {
    try {
      if (gameId) {
        const game = await api.game(gameId);
        if (game.status !== 'ended') throw new Refused(notOver);
        const response = await fetch(api.pgnPath(gameId));
        await this.take(await response.text());
        return;
      }
      const stored = kept(this.variant).get();
      if (!stored) return;
      const tree = trees.fromPgn((await loadPgn()).read(stored.pgn, 0));
      if (tree.variant !== this.variant) return;
      this.tree = tree;
      if (trees.nodeAt(tree, stored.path)) this.path = stored.path;
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  #soon: ReturnType<typeof setTimeout> | undefined;

  /** Walking through a tree keeps its place, but not at every step. */
  #keepSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#keep(), 300);
  }

  #keep(): void {
    const [tree, path] = [this.tree, [...this.path]];
    void this.#pgnOf(tree).then((pgn) => kept(this.variant).set({ pgn, path }));
  }
}

const notOver: Reason = { code: 'gameNotOver', args: {}, message: 'the game is not over' };

/** Whether a text has the shape of a FEN: eight ranks and who moves. */
export function isFen(text: string): boolean {
  return /^([pnbrqk1-8]+\/){7}[pnbrqk1-8]+\s+[wb](\s|$)/i.test(text) && !text.includes('\n');
}

/** Why a game cannot be read, with line and move. */
export function faultInWords({ game, line, code, ply, what, reason }: PgnFaultView): string {
  const why = reason ? inWords(reason) : t(`pgn-fault-${code}`, { what });
  const move = Math.ceil(ply / 2);
  return ply > 0 ? t('pgn-fault-at-move', { game, line, move, why }) : t('pgn-fault-at', { game, line, why });
}

/** A FEN with the other side to move: what would be threatened if nobody did anything about it. */
export function passed(fen: string): string {
  const [pieces = '', turn, castling = '-', , halfmoves = '0', fullmoves = '1'] = fen.split(' ');
  return [pieces, turn === 'w' ? 'b' : 'w', castling, '-', halfmoves, fullmoves].join(' ');
}

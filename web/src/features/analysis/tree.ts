// The moves of an analysis as a tree: each node is a position with the move that led there, its first child the main line.
// Pure functions; a change makes new nodes on the way to it and keeps all others.
import type { Variant } from '../../generated/protocol';
import type { PgnTree, TreeEval, TreeLine, TreeMove } from '../../generated/wasm';

export interface Node {
  /** Unlike its siblings': the move as programs write it. */
  id: string;
  uci: string;
  san: string;
  /** The position after the move. */
  fen: string;
  nags: readonly number[];
  /** What is said before the move, where a variation begins. */
  before: readonly string[];
  comments: readonly string[];
  /** Variations in place of the move that have no move themselves, only words; `at` is their place among the others. */
  asides: readonly Aside[];
  clockMs?: number;
  elapsedMs?: number;
  eval?: TreeEval;
  children: readonly Node[];
  collapsed: boolean;
}

export interface Aside {
  at: number;
  comments: readonly string[];
}

export interface Tree {
  variant: Variant;
  tags: readonly (readonly [string, string])[];
  result: string;
  /** The first position; it has no move. */
  root: Node;
}

/** The nodes on the way from the root, by their ids. */
export type Path = readonly string[];

const BLANK = {
  id: '',
  uci: '',
  san: '',
  nags: [],
  before: [],
  comments: [],
  asides: [],
  children: [],
  collapsed: false,
} as const;

export function newTree(variant: Variant, fen: string): Tree {
  return { variant, tags: [], result: '*', root: { ...BLANK, fen } };
}

/** The node at the end of a path; nothing if it leads nowhere. */
export function nodeAt(tree: Tree, path: Path): Node | undefined {
  return path.reduce<Node | undefined>((node, id) => node?.children.find((child) => child.id === id), tree.root);
}

/** The moves of a path, as programs write them. */
export function movesTo(tree: Tree, path: Path): string[] {
  return path.map((_, index) => nodeAt(tree, path.slice(0, index + 1))?.uci ?? '');
}

function replace(node: Node, path: Path, change: (node: Node) => Node): Node {
  const [next, ...rest] = path;
  if (next === undefined) return change(node);
  return {
    ...node,
    children: node.children.map((child) => (child.id === next ? replace(child, rest, change) : child)),
  };
}

/** The tree with another node at the end of a path. */
export function change(tree: Tree, path: Path, to: (node: Node) => Node): Tree {
  return { ...tree, root: replace(tree.root, path, to) };
}

/** The tree with a move played at the end of a path, and where it leads. */
export function withMove(tree: Tree, path: Path, move: Pick<Node, 'uci' | 'san' | 'fen'>): [Tree, Path] {
  const known = nodeAt(tree, path)?.children.find(({ uci }) => uci === move.uci);
  if (known) return [tree, [...path, known.id]];
  const node: Node = { ...BLANK, ...move, id: move.uci };
  return [change(tree, path, (parent) => ({ ...parent, children: [...parent.children, node] })), [...path, node.id]];
}

/** The tree without the last move of a path and what follows it. */
export function without(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  return change(tree, path.slice(0, -1), (parent) => ({
    ...parent,
    children: parent.children.filter(({ id }) => id !== last),
  }));
}

/** The tree with the last move of a path one place nearer to the main line, or further from it. */
export function moved(tree: Tree, path: Path, by: -1 | 1): Tree {
  return change(tree, path.slice(0, -1), (parent) => {
    const children = [...parent.children];
    const from = children.findIndex(({ id }) => id === path.at(-1));
    const to = from + by;
    const [node, other] = [children[from], children[to]];
    if (!node || !other) return parent;
    [children[from], children[to]] = [other, node];
    return { ...parent, children };
  });
}

/** Whether the last move of a path could come nearer to the main line, or go further from it. */
export function mayMoveBy(tree: Tree, path: Path, by: -1 | 1): boolean {
  const children = nodeAt(tree, path.slice(0, -1))?.children ?? [];
  const at = children.findIndex(({ id }) => id === path.at(-1));
  return path.length > 0 && children[at + by] !== undefined;
}

/** The path to the end of the line that a path is on. */
export function endOf(tree: Tree, path: Path): Path {
  const next = nodeAt(tree, path)?.children[0];
  return next ? endOf(tree, [...path, next.id]) : path;
}

/** The path one move further on; the same at the end. */
export function next(tree: Tree, path: Path): Path {
  const child = nodeAt(tree, path)?.children[0];
  return child ? [...path, child.id] : path;
}

/** The path to the same move's next sibling, or to the one before: another variation. */
export function sibling(tree: Tree, path: Path, by: -1 | 1): Path {
  const children = nodeAt(tree, path.slice(0, -1))?.children ?? [];
  const other = children[children.findIndex(({ id }) => id === path.at(-1)) + by];
  return path.length > 0 && other ? [...path.slice(0, -1), other.id] : path;
}

/** A tree from a game that was read. */
export function fromPgn(pgn: PgnTree): Tree {
  return {
    variant: pgn.variant,
    tags: pgn.tags,
    result: pgn.result,
    root: { ...BLANK, fen: pgn.fen, comments: pgn.line.comments, children: childrenOf(pgn.line) },
  };
}

/** What follows a position: the rest of a line, and the variations of its first move. */
function childrenOf(line: TreeLine, from = 0): Node[] {
  const move = line.moves[from];
  if (!move) return [];
  const children = [nodeOf(move, childrenOf(line, from + 1), [])];
  for (const variation of move.variations) {
    if (variation.moves.length === 0) continue;
    const alternatives = childrenOf(variation);
    const [node, ...others] = alternatives;
    if (node) children.push({ ...node, before: variation.comments }, ...others);
  }
  const seen = new Map<string, number>();
  return children.map((node) => {
    const count = (seen.get(node.uci) ?? 0) + 1;
    seen.set(node.uci, count);
    return count > 1 ? { ...node, id: `${node.uci}#${count}` } : node;
  });
}

function nodeOf(move: TreeMove, children: Node[], before: string[]): Node {
  const { uci, san, fen, nags, comments, clockMs, elapsedMs, eval: evaluated } = move;
  return {
    ...BLANK,
    id: uci,
    uci,
    san,
    fen,
    nags,
    comments,
    asides: move.variations.flatMap(({ comments, moves }, at) => (moves.length === 0 ? [{ at, comments }] : [])),
    before,
    children,
    ...(clockMs !== undefined && { clockMs }),
    ...(elapsedMs !== undefined && { elapsedMs }),
    ...(evaluated && { eval: evaluated }),
  };
}

/** The game of a tree, to be written. */
export function toPgn(tree: Tree): PgnTree {
  const { variant, tags, result, root } = tree;
  return {
    variant,
    fen: root.fen,
    tags: tags.map(([name, value]) => [name, value]),
    result,
    line: { comments: [...root.comments], moves: lineFrom(root) },
  };
}

/** The moves from a node on along its first children, with the others as variations. */
function lineFrom(node: Node): TreeMove[] {
  const [main, ...others] = node.children;
  if (!main) return [];
  const variations = others.map((other) => ({
    comments: [...other.before],
    moves: [moveOf(other, []), ...lineFrom(other)],
  }));
  return [moveOf(main, variations), ...lineFrom(main)];
}

function moveOf(node: Node, others: readonly TreeLine[]): TreeMove {
  const { uci, san, fen, nags, comments, asides, clockMs, elapsedMs, eval: evaluated } = node;
  const variations = [...others];
  for (const { at, comments: words } of asides) variations.splice(at, 0, { comments: [...words], moves: [] });
  return {
    uci,
    san,
    fen,
    nags: [...nags],
    comments: [...comments],
    ...(clockMs !== undefined && { clockMs }),
    ...(elapsedMs !== undefined && { elapsedMs }),
    ...(evaluated && { eval: evaluated }),
    variations,
  };
}

/** A path by the places of its moves among their siblings, which a tree that is written and read again keeps. */
export function placesOf(tree: Tree, path: Path): number[] {
  return path.map((id, index) => {
    const parent = nodeAt(tree, path.slice(0, index));
    return parent?.children.findIndex((child) => child.id === id) ?? -1;
  });
}

/** The path to such places; nothing if there is no such move. */
export function pathTo(tree: Tree, places: readonly number[]): Path | undefined {
  const path: string[] = [];
  let node = tree.root;
  for (const place of places) {
    const child = node.children[place];
    if (!child) return undefined;
    path.push(child.id);
    node = child;
  }
  return path;
}

/** The paths to all moves whose variations are folded. */
export function folded(tree: Tree): Path[] {
  const paths: Path[] = [];
  const look = (node: Node, path: Path): void => {
    if (node.collapsed) paths.push(path);
    for (const child of node.children) look(child, [...path, child.id]);
  };
  look(tree.root, []);
  return paths;
}

/** Whether there is nothing in a tree that somebody might miss. */
export function isBlank({ root }: Tree): boolean {
  return root.children.length === 0 && root.comments.length === 0;
}

/** What a tree is called in a list: who played, or how it begins. */
export function titleOf({ tags, root }: Tree): string {
  const tag = (name: string) => tags.find(([known]) => known === name)?.[1] ?? '?';
  const names = ['White', 'Black'].map(tag);
  if (names.some((name) => name !== '?' && name !== '')) return names.join(' – ');
  const moves: string[] = [];
  for (let node = root.children[0]; node && moves.length < TITLE_MOVES; node = node.children[0]) moves.push(node.san);
  return moves.length > 0 ? moves.join(' ') : root.fen;
}

const TITLE_MOVES = 6;

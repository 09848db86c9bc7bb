// Sets of pieces. The first one comes with the page; the others are loaded when they are chosen. They are called
// `piece-set-<name>` in the texts.
import { loadOrReload } from './reload';

export const PIECE_SETS = ['cburnett', 'merida', 'pirouetti'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** Images by the names of their files, which end in `wN.svg` for a white knight. */
type Images = Record<string, string>;

const LOADED: Record<PieceSet, (() => Promise<{ images: Images }>) | null> = {
  cburnett: null,
  merida: () => import('./pieces/merida'),
  pirouetti: () => import('./pieces/pirouetti'),
};

const COLORS = { w: 'white', b: 'black' } as const;
const ROLES = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' } as const;

/** The set that is wanted now: one that comes late is not shown any more. */
let wanted: PieceSet = PIECE_SETS[0];

/** Shows a set; returns whether it could be loaded. If not, the present one stays. */
export async function showPieceSet(name: PieceSet): Promise<boolean> {
  wanted = name;
  const { style, dataset } = document.documentElement;
  const load = LOADED[name];
  if (!load) {
    delete dataset.pieces;
    return true;
  }
  const loaded = await loadOrReload(load).catch(() => null);
  if (!loaded || wanted !== name) return loaded !== null;
  for (const [path, image] of Object.entries(loaded.images)) {
    const [color, role] = path.slice(-6, -4) as unknown as [keyof typeof COLORS, keyof typeof ROLES];
    style.setProperty(`--${COLORS[color]}-${ROLES[role]}`, `url("${image}")`);
  }
  dataset.pieces = name;
  return true;
}

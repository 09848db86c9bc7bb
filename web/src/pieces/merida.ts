// The set "merida", from an old release of chessground; one file with all twelve pieces.
export const images = import.meta.glob<string>(
  '../../node_modules/chessground-pieces/assets/images/pieces/merida/[wb]?.svg',
  { eager: true, query: '?inline', import: 'default' },
);

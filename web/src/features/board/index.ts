// A board to play on, a board to look at, and boards in words.
export { default as Board } from './Board.svelte';
export { boomBefore, boomOf, type Boom, type Premove } from './boom';
export { default as MiniBoard } from './MiniBoard.svelte';
export { movesBetween, piecesAfter, piecesOf, placementOf, takenBy, type Pieces } from './pieces';
export { armyInWords, listInWords, moveInWords, pieceInWords } from './spoken';

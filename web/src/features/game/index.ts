// The page of one game: to play it, to watch it, to step through it.
export { default as GamePage } from './GamePage.svelte';
export { askLeave, canNotify } from './notify';
export { clockText, timeInWords } from './clock';
export { default as MoveList } from './MoveList.svelte';
export { endingFor, playerName } from './names';
export { playMoveSound } from './sounds';

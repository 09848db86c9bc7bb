// The page of one game: to play it, to watch it, to step through it.
export { default as GamePage } from './GamePage.svelte';
export { askLeave, canNotify } from './notify';
export { clockText, timeInWords } from './clock';
export { endingFor, playerName } from './names';

// The page of one game: to play it, to watch it, to step through it.
export { default as GamePage } from './GamePage.svelte';
export { clockText, timeInWords } from './clock';
export { endingFor, outcomeTitle, playerName } from './names';

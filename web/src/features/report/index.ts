// The report of a finished game: the curve of the game, what was good and bad in it and why, and its mistakes asked again.
export { default as ReportPage } from './ReportPage.svelte';

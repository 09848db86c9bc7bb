// One's own games, newest first.
export { default as MyGamesPage } from './MyGamesPage.svelte';

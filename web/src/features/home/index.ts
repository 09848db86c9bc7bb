// The first page: what to play, against whom, with how much time; and who is looking for a game.
export { default as HomePage } from './HomePage.svelte';

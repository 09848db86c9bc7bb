// Games that are played in the page without a server, and sent in when there is one.
export { default as OfflineGamePage } from './OfflineGamePage.svelte';
export { default as OfflineGames } from './OfflineGames.svelte';

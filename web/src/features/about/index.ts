// What this is, and the keys.
export { default as AboutPage } from './AboutPage.svelte';

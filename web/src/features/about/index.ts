// What this is, the keys, and the settings that fit nowhere else.
export { default as AboutPage } from './AboutPage.svelte';

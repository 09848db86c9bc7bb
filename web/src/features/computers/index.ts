// The computer against itself.
export { default as ComputersPage } from './ComputersPage.svelte';

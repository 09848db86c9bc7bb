// The rules, one page a game, with boards that play them.
export { default as RulesPage } from './RulesPage.svelte';

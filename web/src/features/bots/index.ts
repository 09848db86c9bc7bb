// Programs that play: accounts and tokens, tables of LIAC's protocol, and how to write a bot.
export { default as BotsPage } from './BotsPage.svelte';
export { default as TablesPage } from './TablesPage.svelte';
export { default as WriteABotPage } from './WriteABotPage.svelte';

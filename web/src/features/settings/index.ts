// Everything that a reader can choose for this browser.
export { default as SettingsDialog } from './SettingsDialog.svelte';

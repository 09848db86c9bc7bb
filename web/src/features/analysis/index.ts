// The analysis board.
export { default as AnalysisPage } from './AnalysisPage.svelte';

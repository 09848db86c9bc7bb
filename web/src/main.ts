import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { showBoardTheme } from './boardThemes';
import './features/board/board.css';
import { startWorker } from './offline';
import { showPieceSet } from './pieceSets';
import { preferences } from './preferences.svelte';
import { loadOrReload } from './reload';
import { router } from './router.svelte';
import { settings, showTheme } from './settings.svelte';
import { preferredLanguage, speak } from './texts.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

/** What is said when not even the texts can be had: in every language, for none is known. */
const NOTHING_LOADED =
  'Estopim could not be loaded. Check your connection and load the page again. · ' +
  'Não foi possível carregar o Estopim. Verifique sua conexão e recarregue a página.';

showTheme(settings.theme);
showBoardTheme(preferences.boardTheme.value);
void showPieceSet(preferences.pieceSet.value);
router.start();
try {
  await loadOrReload(() => speak(preferredLanguage()));
  mount(App, { target });
  performance.mark('usable');
} catch (error) {
  const words = document.createElement('p');
  words.className = 'nothing-loaded';
  words.setAttribute('role', 'alert');
  words.textContent = NOTHING_LOADED;
  target.replaceChildren(words);
  console.warn(error);
}

startWorker();

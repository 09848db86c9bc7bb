// A child's screen in a class: /j and /j/CODE. It loads nothing of the other pages.
import { mount } from 'svelte';
import './app.css';
import { showBoardTheme } from './boardThemes';
import './features/board/board.css';
import ChildPage from './features/class/ChildPage.svelte';
import { showPieceSet } from './pieceSets';
import { preferences } from './preferences.svelte';
import { loadOrReload } from './reload';
import { settings, showTheme } from './settings.svelte';
import { alsoSpeak, preferredLanguage, speak } from './texts.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('child.html has no #app');

showTheme(settings.theme);
showBoardTheme(preferences.boardTheme.value);
void showPieceSet(preferences.pieceSet.value);
const code = location.pathname.split('/').filter(Boolean)[1] ?? null;
const card = new URLSearchParams(location.search).get('card');
try {
  await loadOrReload(async () => {
    await speak(preferredLanguage());
    await alsoSpeak('class');
  });
  mount(ChildPage, { target, props: { code, card } });
  performance.mark('usable');
} catch (error) {
  target.textContent =
    'Estopim could not be loaded. Load the page again. · Não foi possível carregar o Estopim. Recarregue a página.';
  console.warn(error);
}

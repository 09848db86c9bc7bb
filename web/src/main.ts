import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './features/board/board.css';
import { router } from './router.svelte';
import { settings, showTheme } from './settings.svelte';
import { preferredLanguage, speak } from './texts.svelte';

showTheme(settings.theme);
router.start();
await speak(preferredLanguage());
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target });
performance.mark('usable');

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Without it the page only cannot be opened offline.
  });
}

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './scripts/service-worker';

// `npm run dev` shows the page from its sources and asks this server for everything else.
const server = process.env.ESTOPIM_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    target: 'es2022',
    // The page's policy allows nothing from elsewhere and no inline script.
    modulePreload: { polyfill: false },
    // A child's screen in a class is a page of its own, so that thirty tablets load little.
    rolldownOptions: { input: ['index.html', 'child.html'] },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});

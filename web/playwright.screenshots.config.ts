// `npm run screenshots`: the pictures of every page in docs/images/, taken from the running product.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig({ ...tests, testMatch: ['screenshots.ts', 'class.screenshots.ts'], workers: 1 });

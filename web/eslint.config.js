// The lints of the page: those of TypeScript that need types, and those of Svelte. What makes a page
// inaccessible is found by Svelte's compiler, whose warnings `npm run check` takes for errors.
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['dist/', 'src/generated/', 'public/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.mjs', 'src/service-worker.js'] },
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    // The type of a component is `any` to this parser, and so is what its events pass. svelte-check, which
    // knows the real types, checks both.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    rules: {
      // `onclick={() => close()}` reads well, and nobody takes the result.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Only one file draws boards with chessground.
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@lichess-org/chessground*'], message: 'import src/board.ts' }] },
      ],
      // Addresses are the page's own; there is no base path to resolve.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  { files: ['src/board.ts', 'src/main.ts'], rules: { 'no-restricted-imports': 'off' } },
  // Plain scripts have no types to check.
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);

import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default tseslint.config(
  { ignores: ['dist/', 'src/generated/', 'public/', 'test-results/'] },
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
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
);

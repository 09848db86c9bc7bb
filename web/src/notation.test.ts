import { expect, test } from 'vitest';
import { typed, written } from './notation';

test.each([
  ['Nf3', 'local', 'pt-BR', 'Cf3'],
  ['Kxe2+', 'local', 'pt-BR', 'Rxe2+'],
  ['R1e2', 'local', 'pt-BR', 'T1e2'],
  ['e8=Q#', 'local', 'pt-BR', 'e8=D#'],
  ['bxc8=N', 'local', 'pt-BR', 'bxc8=C'],
  ['O-O-O', 'local', 'pt-BR', 'O-O-O'],
  ['Bb5', 'local', 'pt-BR', 'Bb5'],
  ['Nf3', 'english', 'pt-BR', 'Nf3'],
  ['Nf3', 'local', 'en', 'Nf3'],
  ['Qxf7#', 'figurine', 'en', '♕xf7#'],
  ['e8=R', 'figurine', 'pt-BR', 'e8=♖'],
  ['e4', 'figurine', 'en', 'e4'],
] as const)('%s in %s notation, %s, is written %s', (san, notation, language, expected) => {
  expect(written(san, notation, language)).toBe(expected);
});

test.each([
  ['♘f3', 'en', 'Nf3'],
  ['♘f3', 'pt-BR', 'Cf3'],
  ['♚e7', 'pt-BR', 'Re7'],
  ['♜1e2', 'pt-BR', 'T1e2'],
  ['e8=♕', 'en', 'e8=Q'],
  ['g1f3', 'en', 'g1f3'],
  ['Cf3', 'pt-BR', 'Cf3'],
] as const)('%s typed by a reader of %s is sent as %s', (text, language, expected) => {
  expect(typed(text, language)).toBe(expected);
});

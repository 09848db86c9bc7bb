// How moves are written for a reader: with the letters of their language, with English ones, or with figurines; and how
// what they type is read back.
import type { Language } from './texts.svelte';

export type Notation = 'local' | 'english' | 'figurine';

const ENGLISH = 'KQRBN';
const LETTERS: Record<Language, string> = { 'pt-BR': 'RDTBC', en: ENGLISH };
const FIGURINES = '♔♕♖♗♘';
const BLACK_FIGURINES = '♚♛♜♝♞';

/** A move as the reader wants it written. */
export function written(san: string, notation: Notation, language: Language): string {
  const letters = notation === 'figurine' ? FIGURINES : notation === 'local' ? LETTERS[language] : ENGLISH;
  // The piece that moves, or what a pawn becomes.
  return san.replace(/^[KQRBN]|(?<==)[KQRBN]/g, (letter) => letters.charAt(ENGLISH.indexOf(letter)));
}

/** What was typed, with the language's letters in place of figurines; the server reads those. */
export function typed(text: string, language: Language): string {
  return text.replace(/[♔-♞]\uFE0E?/gu, (sign) => {
    const index = Math.max(FIGURINES.indexOf(sign.charAt(0)), BLACK_FIGURINES.indexOf(sign.charAt(0)));
    return LETTERS[language].charAt(index);
  });
}

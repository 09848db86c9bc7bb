// The five games, in the order in which they are shown. What each is like is told by the texts
// `variant-<name>` and `variant-<name>-line`; how it is played, only the server knows.
import type { Variant } from './generated/protocol';

export const VARIANTS: readonly Variant[] = ['atomic', 'chess', 'strictatomic', 'simpleatomic', 'pawnbattle'];

/** Reads a game's name from an address or from memory. */
export function variantNamed(name: unknown): Variant | undefined {
  return VARIANTS.find((variant) => variant === name);
}

/** Whether captures explode there: the page then shows every blast before it happens. */
export function explodes(variant: Variant): boolean {
  return variant === 'atomic' || variant === 'strictatomic' || variant === 'simpleatomic';
}

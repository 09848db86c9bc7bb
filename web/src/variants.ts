// The games, in the order in which they are shown. What each is like is told by the texts `variant-<name>` and
// `variant-<name>-line`; how it is played, only the server knows, and what is peculiar to each comes from it.
import { GAMES, type Variant, type VariantView } from './generated/protocol';

/** The game that is shown first, and chosen at the first visit. */
export const FIRST_VARIANT: Variant = 'atomic';

export const VARIANTS: readonly Variant[] = [
  FIRST_VARIANT,
  ...GAMES.map(({ variant }) => variant).filter((variant) => variant !== FIRST_VARIANT),
];

/** Reads a game's name from an address or from memory. */
export function variantNamed(name: unknown): Variant | undefined {
  return VARIANTS.find((variant) => variant === name);
}

/** What is peculiar to a game. */
export function factsOf(variant: Variant): VariantView | undefined {
  return GAMES.find((game) => game.variant === variant);
}

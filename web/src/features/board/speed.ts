// How fast pieces slide.
import type { preferences } from '../../preferences.svelte';

type Speed = typeof preferences.animation.value;
const SLIDE_MS: Record<Speed, number> = { none: 0, fast: 90, normal: 180, slow: 400 };

/** How long a piece slides, in milliseconds; not at all for readers who want no motion. */
export function slideMsOf(speed: Speed): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SLIDE_MS[speed];
}

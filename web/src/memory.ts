// Local storage: small values under names of our own. A browser that keeps
// nothing (private windows, storage switched off) only forgets.

export interface Remembered<T> {
  get(): T | undefined;
  /** Says whether it has been kept. */
  set(value: T): boolean;
}

/** A value kept under `name`; `read` turns what was stored into a value, or refuses it. */
export function remembered<T>(name: string, read: (stored: unknown) => T | undefined): Remembered<T> {
  const key = `estopim.${name}`;
  return {
    get() {
      try {
        const stored = localStorage.getItem(key);
        return stored === null ? undefined : read(JSON.parse(stored));
      } catch {
        return undefined;
      }
    },
    set(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
      } catch {
        // Storage is optional: the page works without it.
        return false;
      }
    },
  };
}

/** Reads one of a few words. */
export function oneOf<T extends string>(...words: T[]): (stored: unknown) => T | undefined {
  return (stored) => words.find((word) => word === stored);
}

/** Reads a yes or no. */
export function yesOrNo(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined;
}

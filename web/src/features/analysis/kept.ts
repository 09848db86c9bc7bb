// The analysis of each game that this browser keeps, so that it survives a reload: as PGN, with the place in it.
import { remembered } from '../../memory';
import type { Variant } from '../../generated/protocol';

export interface Kept {
  pgn: string;
  path: string[];
}

function read(stored: unknown): Kept | undefined {
  if (stored === null || typeof stored !== 'object' || !('pgn' in stored) || !('path' in stored)) return undefined;
  const { pgn, path } = stored;
  if (typeof pgn !== 'string' || !Array.isArray(path)) return undefined;
  return { pgn, path: path.filter((id) => typeof id === 'string') };
}

export const kept = (variant: Variant) => remembered<Kept>(`analysis.${variant}`, read);

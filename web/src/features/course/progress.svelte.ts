// The stars won so far, kept in this browser.
import { remembered } from '../../memory';
import { LESSONS, type LessonName } from '../../router.svelte';
import { MOST_STARS } from './goals';
import { TASKS } from './tasks';

type Stars = Partial<Record<LessonName, number[]>>;

/** What was stored, as far as it still makes sense. */
export function readStars(stored: unknown): Stars | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const old = stored as Record<string, unknown>;
  const stars: Stars = {};
  for (const name of LESSONS) {
    const row = old[name];
    if (!Array.isArray(row)) continue;
    stars[name] = TASKS[name].tasks.map((_, index) => {
      const won: unknown = row[index];
      return typeof won === 'number' && won > 0 ? Math.min(MOST_STARS, Math.floor(won)) : 0;
    });
  }
  return stars;
}

const memory = remembered<Stars>('lessons', readStars);

class Progress {
  #stars = $state.raw<Stars>(memory.get() ?? {});

  /** The most stars won for each task of a lesson. */
  of(name: LessonName): number[] {
    return this.#stars[name] ?? TASKS[name].tasks.map(() => 0);
  }

  sumOf(name: LessonName): number {
    return this.of(name).reduce((sum, stars) => sum + stars, 0);
  }

  /** Whether every task of a lesson has been done. */
  isDone(name: LessonName): boolean {
    return this.of(name).every((stars) => stars > 0);
  }

  /** Keeps the stars of a task, if they are more than before. */
  win(name: LessonName, task: number, stars: number): void {
    const row = this.of(name).map((before, index) => (index === task ? Math.max(before, stars) : before));
    this.#stars = { ...this.#stars, [name]: row };
    memory.set(this.#stars);
  }
}

export const progress = new Progress();

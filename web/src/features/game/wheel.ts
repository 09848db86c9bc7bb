// Steps from a wheel: one for each notch, and not dozens for one stroke on a pad that slides.

/** How far a wheel turns for a step, in the pixels that browsers report. */
const NOTCH_PX = 50;

/** Counts a wheel's turns. */
export class WheelSteps {
  #turned = 0;

  /** The steps that this turn completes: below zero for backwards. */
  turn(deltaY: number): number {
    if (Math.sign(deltaY) !== Math.sign(this.#turned)) this.#turned = 0;
    this.#turned += deltaY;
    const steps = Math.trunc(this.#turned / NOTCH_PX);
    if (steps === 0) return 0;
    this.#turned = 0;
    return Math.sign(steps);
  }
}

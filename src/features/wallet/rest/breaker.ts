const maxFailures = 5;
/** Milliseconds in which nobody asks a server that has stopped answering. */
const pause = 30_000;

/** Stops asking a server that fails again and again: callers learn it at once, and one of them tries again later. */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #pausedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the server has answered lately, or may be asked again. */
  isAnswering(): boolean {
    const paused = this.#now() - this.#pausedAt;
    // A clock that was set back ends the pause.
    return this.#failures < maxFailures || paused < 0 || paused >= pause;
  }

  /** Called before the server is asked. Of many that ask after the pause, one may. @returns false: don't ask */
  enter(): boolean {
    if (!this.isAnswering()) return false;
    if (this.#failures >= maxFailures) this.#pausedAt = this.#now();
    return true;
  }

  succeed(): void {
    this.#failures = 0;
  }

  fail(): void {
    this.#failures += 1;
    if (this.#failures >= maxFailures) this.#pausedAt = this.#now();
  }
}

const maxFailures = 5;
/** Milliseconds in which no call is made to a server that has stopped answering. */
const pause = 30_000;

/**
 * Stops calls to a server that fails repeatedly, so that callers fail at once. After a pause a single call tries
 * again.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #pausedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns whether the server has answered lately, or may be called again. */
  isAnswering(): boolean {
    const paused = this.#now() - this.#pausedAt;
    // End the pause when the clock was set back.
    return this.#failures < maxFailures || paused < 0 || paused >= pause;
  }

  /**
   * Must be called before each call to the server. After the pause only one of several callers may proceed.
   * @returns false when the call must not be made
   */
  tryAcquire(): boolean {
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

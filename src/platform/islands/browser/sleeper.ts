import { moment } from './moments.ts';
import { rememberInteraction } from './remember.ts';

/** What woke, and how to speak to it. */
export interface Awake {
  update?(props: object): void;
  end(): void;
}

/** Fetches the code for an element and starts it. */
export type Wake = (element: Sleeper, name: string, signal: AbortSignal) => Promise<Awake>;

/** An element of the server's HTML that comes alive when its moment comes, wherever the HTML came from, and ends when it leaves the page. */
export abstract class Sleeper extends HTMLElement {
  static observedAttributes = ['name', 'props'];

  /** Aborted when the element leaves, is renamed, or fails. */
  #life: AbortController | undefined;
  #awake: Awake | undefined;

  protected abstract wake: Wake;

  /** Whether what is inside belongs to a component by now. */
  get isAwake(): boolean {
    return this.#awake !== undefined;
  }

  connectedCallback(): void {
    this.#settle();
  }

  // Without it a browser that can move elements would call the other two.
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    this.#settle();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.#life || before === after) return;
    if (name === 'props' && this.#awake) this.#awake.update?.(this.props);
    else {
      this.#sleep();
      this.#settle();
    }
  }

  get props(): object {
    return JSON.parse(this.getAttribute('props') ?? '{}');
  }

  /** Only what is so when all else has run counts: a moved element leaves and arrives in one go, and HTML may still be on its way in. */
  #settle(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#sleep();
      else if (!this.#life) void this.#live();
    });
  }

  #sleep(): void {
    this.#life?.abort();
    this.#life = undefined;
    this.#awake?.end();
    this.#awake = undefined;
  }

  async #live(): Promise<void> {
    const life = new AbortController();
    const { signal } = life;
    this.#life = life;
    const name = this.getAttribute('name') ?? '';
    const replay = rememberInteraction(this, signal);
    try {
      await moment(this, signal);
      if (signal.aborted) return;
      const awake = await this.wake(this, name, signal);
      if (signal.aborted) return awake.end();
      this.#awake = awake;
      this.tell('vt:island-ready', { name });
      replay();
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** What went wrong is told; the server's HTML stands, or stands again. */
  fail(error: unknown): void {
    this.#awake = undefined;
    const name = this.getAttribute('name');
    console.error(`'${name}' did not come alive:`, error);
    this.tell('vt:island-error', { name, error });
  }

  tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

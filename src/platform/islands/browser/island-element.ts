import { waitForTrigger } from './hydration-triggers.ts';

/** A running island or behaviour. */
export interface Hydrated {
  update?(props: object): void;
  end(): void;
}

/** Loads the code for an element and starts it. */
export type Hydrate = (element: IslandElement, name: string, signal: AbortSignal) => Promise<Hydrated>;

/**
 * An element of the server's HTML that hydrates when its trigger fires and is disposed when it
 * leaves the page. HTML of later replies hydrates too.
 */
export abstract class IslandElement extends HTMLElement {
  static observedAttributes = ['name', 'props'];

  /** Aborted when the element leaves the page or changes. */
  #lifetime: AbortController | undefined;
  #hydrated: Hydrated | undefined;

  protected abstract hydrate: Hydrate;

  /** Whether a component owns the content. */
  get isHydrated(): boolean {
    return this.#hydrated !== undefined;
  }

  connectedCallback(): void {
    this.#scheduleUpdate();
  }

  // Without this callback, moveBefore() would call disconnect and connect.
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    this.#scheduleUpdate();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.#lifetime || before === after) return;
    if (name === 'props' && this.#hydrated) this.#hydrated.update?.(this.props);
    else {
      this.#dispose();
      this.#scheduleUpdate();
    }
  }

  get props(): object {
    return JSON.parse(this.getAttribute('props') ?? '{}');
  }

  /**
   * Defer to a microtask: a DOM move fires disconnect before connect, and the parser may still be
   * adding children.
   */
  #scheduleUpdate(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#dispose();
      else if (!this.#lifetime) void this.#start();
    });
  }

  #dispose(): void {
    this.#lifetime?.abort();
    this.#lifetime = undefined;
    this.#hydrated?.end();
    this.#hydrated = undefined;
  }

  async #start(): Promise<void> {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    this.#lifetime = lifetime;
    const name = this.getAttribute('name') ?? '';
    const replay = rememberInteraction(this, signal);
    try {
      await waitForTrigger(this, signal);
      if (signal.aborted) return;
      const hydrated = await this.hydrate(this, name, signal);
      if (signal.aborted) return hydrated.end();
      this.#hydrated = hydrated;
      this.dispatch('vt:island-ready', { name });
      replay();
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** Reports the error. The server's HTML stays, or was restored. */
  fail(error: unknown): void {
    this.#hydrated = undefined;
    const name = this.getAttribute('name');
    console.error(`The island '${name}' did not hydrate:`, error);
    this.dispatch('vt:island-error', { name, error });
  }

  dispatch(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/**
 * Remembers the first press on a button that needs script, in an element whose trigger is
 * `interaction`. Links, fields and submit buttons work without script.
 * @returns replays focus and press after hydration
 */
function rememberInteraction(element: HTMLElement, signal: AbortSignal): () => void {
  if (element.getAttribute('when') !== 'interaction') return () => {};
  let pressed: HTMLElement | null = null;
  const rememberPress = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('button, [role=button]');
    if (button && !(button.form && button.type === 'submit')) pressed ??= button;
  };
  element.addEventListener('click', rememberPress, { signal });
  return () => {
    element.removeEventListener('click', rememberPress);
    const focused = document.activeElement;
    if (focused && element.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    if (pressed?.isConnected) pressed.click();
  };
}

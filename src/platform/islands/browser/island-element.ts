import { waitForActivation } from '#platform/http/browser/activation.ts';

// A prerendered or background page does not paint, so it hydrates without waiting.
const painted = new Promise<void>((resolve) => {
  if (document.hidden) return resolve();
  requestAnimationFrame(() => setTimeout(resolve));
});

/** Distance from the viewport at which a visible trigger fires. */
const nearViewport = { rootMargin: '200px' };

type Trigger = (element: HTMLElement, signal: AbortSignal, resolve: () => void, query: string) => void;

const triggers: Record<string, Trigger> = {
  idle: (_element, _signal, resolve) => {
    const waitForIdle = () =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 2_000 }) : setTimeout(resolve, 200);
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
  },
  visible: (element, signal, resolve) => {
    // The element has `display: contents`, so its children are observed.
    if (!element.firstElementChild) return resolve();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void waitForActivation().then(resolve);
    }, nearViewport);
    for (const child of element.children) observer.observe(child);
    signal.addEventListener('abort', () => observer.disconnect());
  },
  after: (_element, signal, resolve, milliseconds) => {
    const timer = setTimeout(resolve, Number(milliseconds.slice(1, -1)));
    signal.addEventListener('abort', () => clearTimeout(timer));
  },
  interaction: (element, signal, resolve) => {
    // The shopper may have focused the element before the listeners were added.
    if (element.contains(document.activeElement)) return resolve();
    for (const type of ['pointerover', 'focusin', 'click']) element.addEventListener(type, resolve, { signal });
  },
  media: (_element, signal, resolve, query) => {
    const media = matchMedia(query);
    if (media.matches) resolve();
    else media.addEventListener('change', resolve, { signal });
  },
};

/**
 * Ends the task: elements whose triggers fire together start in separate tasks, and input events run between them.
 */
const yieldToBrowser = () =>
  'scheduler' in window && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Resolves in a task of its own when the element's hydration trigger (`when`) fires; an unknown trigger
 * fires at once. May never resolve after the signal is aborted.
 */
async function waitForTrigger(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const [, name = '', query = ''] = /^(\w*)(.*)$/.exec(element.getAttribute('when') ?? '') ?? [];
  await painted;
  if (signal.aborted) return;
  await new Promise<void>((resolve) => (triggers[name] ? triggers[name](element, signal, resolve, query) : resolve()));
  await yieldToBrowser();
}

export interface Hydrated {
  update?(props: object): void;
  end(): void;
}

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
   * Deferred to a microtask: a DOM move fires disconnect before connect, and the parser may still be
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

  /** Reports the error. The server's HTML stays, or was restored before. */
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
 * @returns a function that replays focus and press after hydration
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

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
    // The element has display: contents, so its children are observed.
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
    // The shopper may have focused it before this listens.
    if (element.contains(document.activeElement)) return resolve();
    for (const type of ['pointerover', 'focusin', 'click']) element.addEventListener(type, resolve, { signal });
  },
  media: (_element, signal, resolve, query) => {
    const media = matchMedia(query);
    if (media.matches) resolve();
    else media.addEventListener('change', resolve, { signal });
  },
};

/** Ends the task: elements whose triggers fire together start in a task each, and input comes between. */
const yieldToBrowser = () =>
  'scheduler' in window && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Resolves in a task of its own when the element's hydration trigger (`when`) fires; an unknown trigger
 * fires at once. May never resolve after the signal is aborted.
 */
export async function waitForTrigger(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const [, name = '', query = ''] = /^(\w*)(.*)$/.exec(element.getAttribute('when') ?? '') ?? [];
  await painted;
  if (signal.aborted) return;
  await new Promise<void>((resolve) => (triggers[name] ? triggers[name](element, signal, resolve, query) : resolve()));
  await yieldToBrowser();
}

// A page that is prerendered or in the background paints nothing, and may well wake meanwhile.
const painted = new Promise<void>((resolve) => {
  if (document.hidden) return resolve();
  requestAnimationFrame(() => setTimeout(resolve));
});

/** How far below or above the window an island begins to wake. */
const nearby = { rootMargin: '200px' };

type Wait = (element: HTMLElement, signal: AbortSignal, resolve: () => void, query: string) => void;

const waits: Record<string, Wait> = {
  idle: (_element, _signal, resolve) => {
    const calm = () =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 2_000 }) : setTimeout(resolve, 200);
    if (document.readyState === 'complete') calm();
    else addEventListener('load', calm, { once: true });
  },
  visible: (element, signal, resolve) => {
    // The element itself has no box.
    if (!element.firstElementChild) return resolve();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      resolve();
    }, nearby);
    for (const child of element.children) observer.observe(child);
    signal.addEventListener('abort', () => observer.disconnect());
  },
  after: (_element, signal, resolve, milliseconds) => {
    const timer = setTimeout(resolve, Number(milliseconds.slice(1, -1)));
    signal.addEventListener('abort', () => clearTimeout(timer));
  },
  interaction: (element, signal, resolve) => {
    // A quick shopper is in it before anything listens.
    if (element.contains(document.activeElement)) return resolve();
    for (const type of ['pointerover', 'focusin', 'click']) element.addEventListener(type, resolve, { signal });
  },
  media: (_element, signal, resolve, query) => {
    const media = matchMedia(query);
    if (media.matches) resolve();
    else media.addEventListener('change', resolve, { signal });
  },
};

/** Resolves when it is time to wake; once the signal is aborted it may never. An unknown moment is now. */
export async function moment(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const [, name = '', query = ''] = /^(\w*)(.*)$/.exec(element.getAttribute('when') ?? '') ?? [];
  await painted;
  if (signal.aborted) return;
  await new Promise<void>((resolve) => (waits[name] ? waits[name](element, signal, resolve, query) : resolve()));
}

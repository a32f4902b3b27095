import { waitForActivation } from './activation.ts';
import { readConfig } from './config.ts';

/** Milliseconds that the pointer rests on a link before the prefetch. */
const hoverDelay = 65;
/** Milliseconds after a touch in which the browser emulates mouse events. */
const touchQuietTime = 1100;

/** Prefetches the page of a hovered link, unless the browser saves data. */
export function startPrefetch(): void {
  const pattern = readConfig()?.prefetchPattern;
  if (!pattern || isSavingData() || !document.createElement('link').relList?.supports?.('prefetch')) return;
  void waitForActivation().then(() => watchLinks(new RegExp(pattern)));
}

function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function watchLinks(allowed: RegExp): void {
  const fetched = new Set([location.pathname]);
  let lastTouch = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLAnchorElement | null = null;

  const linkAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  document.addEventListener(
    'touchstart',
    () => {
      lastTouch = performance.now();
    },
    { capture: true, passive: true },
  );
  document.addEventListener('mouseover', (event) => {
    const link = linkAt(event);
    if (link === current) return;
    clearTimeout(timer);
    current = link;
    if (
      !link ||
      performance.now() - lastTouch < touchQuietTime ||
      !isPrefetchable(link, allowed) ||
      fetched.has(link.pathname)
    )
      return;
    timer = setTimeout(() => {
      fetched.add(link.pathname);
      prefetch(link.origin + link.pathname);
    }, hoverDelay);
  });
  // A click already loads the page.
  document.addEventListener('click', () => clearTimeout(timer), { capture: true });
  document.addEventListener('mouseout', ({ relatedTarget }) => {
    if (relatedTarget) return;
    clearTimeout(timer);
    current = null;
  });
}

/** Whether a link leads to a page of the shop that is the same for everybody: no query, and an allowed path. */
function isPrefetchable({ origin, search, pathname }: HTMLAnchorElement, allowed: RegExp): boolean {
  return origin === location.origin && search === '' && allowed.test(pathname);
}

function prefetch(url: string): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = url;
  document.head.append(link);
}

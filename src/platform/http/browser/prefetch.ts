import { activated } from './activation.ts';
import { readConfig } from './config.ts';

/** Milliseconds (spec 9.4/1-2): how long a mouse rests on a link before it is meant, and how long after a touch a mouse is no mouse. */
const rest = 65;
const quiet = 1100;

/** Fetches a page while the mouse still rests on the link to it. Not for whoever saves data. */
export function startPrefetch(): void {
  const pattern = readConfig()?.ahead;
  if (!pattern || savesData() || !document.createElement('link').relList?.supports?.('prefetch')) return;
  void activated().then(() => watchLinks(new RegExp(pattern)));
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function watchLinks(allowed: RegExp): void {
  const fetched = new Set([location.pathname]);
  let touched = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLAnchorElement | null = null;

  const linkAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  document.addEventListener(
    'touchstart',
    () => {
      touched = performance.now();
    },
    { capture: true, passive: true },
  );
  document.addEventListener('mouseover', (event) => {
    const link = linkAt(event);
    if (link === current) return;
    clearTimeout(waiting);
    current = link;
    if (!link || performance.now() - touched < quiet || !isWorth(link, allowed) || fetched.has(link.pathname)) return;
    waiting = setTimeout(() => {
      fetched.add(link.pathname);
      prefetch(link.origin + link.pathname);
    }, rest);
  });
  // Whoever clicks has the page on its way already.
  document.addEventListener('click', () => clearTimeout(waiting), { capture: true });
  document.addEventListener('mouseout', ({ relatedTarget }) => {
    if (relatedTarget) return;
    clearTimeout(waiting);
    current = null;
  });
}

/** Spec 9.4/3-4. */
function isWorth({ origin, search, pathname }: HTMLAnchorElement, allowed: RegExp): boolean {
  return origin === location.origin && search === '' && allowed.test(pathname);
}

function prefetch(url: string): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = url;
  document.head.append(link);
}

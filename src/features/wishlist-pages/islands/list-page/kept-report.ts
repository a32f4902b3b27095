import { cartReportId, listTokenId } from '#features/wishlist-pages/contract.ts';
import { afterLayers } from '#ui/browser/close-on-back.ts';

interface HistoryState {
  readonly vtCartReport?: {
    /** Of the list. Another shopper's page at the same address has another one. */
    readonly token: string | undefined;
    readonly html: string;
  };
}

const findReport = (element: HTMLElement) => element.querySelector(`.wishlist > #${cartReportId}`);
const readToken = (element: HTMLElement) => element.querySelector<HTMLInputElement>(`input#${listTokenId}`)?.value;

/**
 * What could not be added to the cart is the answer to a call: the page that is loaded by "back" does not say it.
 * It says it again to who comes back from one of its links.
 */
export function watchReport(element: HTMLElement, signal: AbortSignal): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const kept = (history.state as HistoryState | null)?.vtCartReport;
  if (kept && navigation?.type === 'back_forward' && kept.token === readToken(element) && !findReport(element)) {
    const report = new DOMParser().parseFromString(kept.html, 'text/html').body.firstElementChild;
    // The focus is where the shopper puts it: this page is no answer to a form.
    report?.removeAttribute('autofocus');
    if (report) element.querySelector('.wishlist > header')?.after(report);
  }
  keepReport(element);
  // A link to a row adds an entry, from which the shopper may go on.
  addEventListener('hashchange', () => keepReport(element), { signal });
}

/** Lets the history entry have the report that the page shows, or none. */
export function keepReport(element: HTMLElement): void {
  const html = findReport(element)?.outerHTML;
  const token = readToken(element);
  afterLayers(() => {
    const { vtCartReport: kept, ...others } = (history.state ?? {}) as HistoryState;
    if (html !== undefined) history.replaceState({ ...others, vtCartReport: { token, html } }, '');
    else if (kept) history.replaceState(others, '');
  });
}

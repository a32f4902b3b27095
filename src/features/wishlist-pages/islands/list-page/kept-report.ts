import { cartReportId, listTokenId } from '#features/wishlist-pages/contract.ts';
import { runAfterLayersClose } from '#ui/browser/close-on-back.ts';

interface HistoryState {
  readonly vtCartReport?: {
    /** Token of the list: another shopper may have another list at the same address. */
    readonly token: string | undefined;
    readonly html: string;
  };
}

const findReport = (element: HTMLElement) => element.querySelector(`.wishlist > #${cartReportId}`);
const readToken = (element: HTMLElement) => element.querySelector<HTMLInputElement>(`input#${listTokenId}`)?.value;

/**
 * Restores the report of rows that could not be added to the cart when the shopper comes back from one of its links.
 * The report is part of the reply to a call, so the page that "back" loads lacks it.
 */
export function watchReport(element: HTMLElement, signal: AbortSignal): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const kept = (history.state as HistoryState | null)?.vtCartReport;
  if (kept && navigation?.type === 'back_forward' && kept.token === readToken(element) && !findReport(element)) {
    const report = new DOMParser().parseFromString(kept.html, 'text/html').body.firstElementChild;
    // Leave the focus alone: unlike the first report, this one does not answer a form.
    report?.removeAttribute('autofocus');
    if (report) element.querySelector('.wishlist > header')?.after(report);
  }
  keepReport(element);
  // A link to a row creates a history entry, which needs the report as well.
  addEventListener('hashchange', () => keepReport(element), { signal });
}

/** Stores the report that the page shows in the history entry, or removes the stored one. */
export function keepReport(element: HTMLElement): void {
  const html = findReport(element)?.outerHTML;
  const token = readToken(element);
  runAfterLayersClose(() => {
    const { vtCartReport: kept, ...others } = (history.state ?? {}) as HistoryState;
    if (html !== undefined) history.replaceState({ ...others, vtCartReport: { token, html } }, '');
    else if (kept) history.replaceState(others, '');
  });
}

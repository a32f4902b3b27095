import { announce } from '#platform/islands/browser/announce.ts';
import { runAfterLayersClose } from '#ui/browser/close-on-back.ts';
import { buildListingUrl, keepAsSent } from './listing/listing-query.ts';
import { readHistoryEntryKey, readPosition, storePosition } from './listing/position.ts';

/** Milliseconds until the result count of a sorted listing is announced. */
const announceDelay = 1_000;
/**
 * Milliseconds between the last key press in the closed select and sorting, because each arrow key changes its value.
 */
const keyDelay = 700;

const loadUpdate = () => Promise.all([import('./listing/request-listing.ts'), import('./listing/morph-listing.ts')]);
const loadMoreModule = () => import('./listing/load-more.ts');

const readUrl = () => location.pathname + location.search;

interface Results {
  /** Shows the listing for the values of the forms. */
  apply(options?: ShowOptions): void;
  show(url: string, options?: ShowOptions): Promise<void>;
  loadMore(link: HTMLAnchorElement): void;
  /** Loads the pages again that were shown when the shopper left the page. */
  restore(): void;
}

interface ShowOptions {
  /** Whether the browser went back or forward, so that the page already has the URL. */
  readonly isBack?: boolean;
  /** Milliseconds. */
  readonly announceAfter?: number;
  /** Whether the sort was chosen by keyboard. Consecutive choices by keyboard share one history entry. */
  readonly isSortedByKey?: boolean;
}

/**
 * Applies filters and sort without a page load as soon as they change, and announces the number of results. Loads
 * more products at the end of the list.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const listing = element.querySelector<HTMLElement>('.listing');
  if (!listing) return;
  const controller = new AbortController();
  const { signal } = controller;
  const filters = listing.querySelector<HTMLFormElement>('form.filters');
  const results = createResults(listing, filters, signal);
  if (filters) listenToFilters(filters, results, signal);
  listenToSort(listing, results, signal);
  listenToLinks(listing, results, signal);
  // A browser that goes back may restore values that don't match the listing.
  addEventListener('pageshow', ({ persisted }) => persisted && resetForms(listing, filters), { signal });
  startFromHistory(listing, filters, results);
  return () => controller.abort();
}

const findSortForm = (listing: HTMLElement) => listing.querySelector<HTMLFormElement>('.listing-bar__sort');

function resetForms(listing: HTMLElement, filters: HTMLFormElement | null): void {
  for (const form of [filters, findSortForm(listing)]) form?.reset();
}

function createResults(listing: HTMLElement, filters: HTMLFormElement | null, signal: AbortSignal): Results {
  let pending: AbortController | undefined;
  let requestedUrl: string | undefined;
  /** History entry of the listing. A layer has another entry with the same URL. */
  let [shownUrl, shownEntry] = [readUrl(), readHistoryEntryKey()];
  let uncommittedUrl: string | undefined;
  /** Whether the current history entry, and the next one, come from sorting by keyboard. */
  let [hasKeyEntry, isKeyEntry] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startRequest = () => {
    pending?.abort();
    clearTimeout(timer);
    pending = new AbortController();
    return AbortSignal.any([pending.signal, signal]);
  };
  const commitUrl = () => {
    if (uncommittedUrl !== undefined && uncommittedUrl !== readUrl()) {
      history[hasKeyEntry && isKeyEntry ? 'replaceState' : 'pushState'](null, '', uncommittedUrl);
      hasKeyEntry = isKeyEntry;
    }
    uncommittedUrl = undefined;
    [shownUrl, shownEntry] = [readUrl(), readHistoryEntryKey()];
  };
  const restore = async (request: AbortSignal) => {
    const position = readPosition(shownEntry);
    if (position) await (await loadMoreModule()).restorePosition(listing, position, request);
  };
  const keepPosition = () => {
    // A choice has no history entry until the layer closes.
    if (uncommittedUrl === undefined) storePosition(shownEntry, listing);
  };
  const show = async (url: string, { isBack = false, announceAfter = 0, isSortedByKey = false }: ShowOptions = {}) => {
    const request = startRequest();
    requestedUrl = url;
    keepPosition();
    listing.setAttribute('aria-busy', 'true');
    const [{ requestListing }, { morphListing }] = await loadUpdate();
    const next = await requestListing(url, request);
    if (request.aborted) return;
    const isShown = next && (await morphListing(listing, filters, next));
    if (request.aborted) return;
    listing.removeAttribute('aria-busy');
    if (!isShown) return location.assign(url);
    delete listing.dataset.addedPages;
    uncommittedUrl = isBack ? undefined : (next.dataset.href ?? url);
    isKeyEntry = isSortedByKey;
    runAfterLayersClose(commitUrl);
    // A reload while the filter sheet is open shows the chosen filters.
    if (uncommittedUrl !== undefined && filters?.closest('dialog[open]'))
      history.replaceState(history.state, '', uncommittedUrl);
    const count = next.querySelector('.listing-bar__count')?.textContent ?? '';
    timer = setTimeout(() => announce(count), announceAfter);
    if (isBack) await restore(request);
  };
  addEventListener(
    'popstate',
    () => {
      const [url, entry] = [readUrl(), readHistoryEntryKey()];
      // This event comes from a layer that closes, while the URL is not committed yet.
      if (uncommittedUrl !== undefined || entry === shownEntry) return;
      if (url === shownUrl) {
        // The page was loaded in the history entry of a layer. That entry is removed now.
        shownEntry = entry;
        if (!listing.dataset.addedPages) void restore(startRequest());
        return;
      }
      hasKeyEntry = false;
      void show(url, { isBack: true });
    },
    { signal },
  );
  addEventListener('pagehide', keepPosition, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return {
    show,
    apply(options) {
      const url = buildListingUrl(filters, findSortForm(listing));
      if (url === requestedUrl) return;
      keepAsSent([filters, findSortForm(listing)]);
      void show(url, options);
    },
    loadMore: (link) => {
      // The link belongs to a list that is about to be replaced.
      if (listing.hasAttribute('aria-busy')) return;
      const request = startRequest();
      void loadMoreModule().then(({ loadMore }) => loadMore(listing, link, request));
    },
    restore: () => void restore(startRequest()),
  };
}

/** The form's button closes the sheet that contains the form. */
function listenToFilters(form: HTMLFormElement, results: Results, signal: AbortSignal): void {
  form.addEventListener('change', () => results.apply(), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      results.apply();
      form.closest('dialog')?.close();
    },
    { signal },
  );
  for (const type of ['pointerover', 'focusin']) {
    form.addEventListener(type, () => void loadUpdate().catch(() => {}), { signal, once: true });
  }
}

/**
 * Sorts at once when the mouse chooses an option. Arrow keys sort after a delay, on Enter, or when the focus leaves
 * the select.
 */
function listenToSort(listing: HTMLElement, results: Results, signal: AbortSignal): void {
  let isTyping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isSelect = (target: EventTarget | null) => findSortForm(listing)?.contains(target as Node);
  const sort = () => {
    clearTimeout(timer);
    timer = undefined;
    results.apply({ announceAfter: announceDelay, isSortedByKey: isTyping });
  };
  const handlers: Readonly<Record<string, (event: Event) => unknown>> = {
    keydown: (event) => {
      isTyping = (event as KeyboardEvent).key !== 'Enter';
      if (!isTyping && timer !== undefined) sort();
    },
    pointerdown: () => {
      isTyping = false;
    },
    change: () => {
      clearTimeout(timer);
      if (isTyping) timer = setTimeout(sort, keyDelay);
      else sort();
    },
    focusout: () => timer !== undefined && sort(),
    submit: (event) => {
      event.preventDefault();
      sort();
    },
  };
  for (const [type, handle] of Object.entries(handlers)) {
    listing.addEventListener(type, (event) => isSelect(event.target) && handle(event), { signal });
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function listenToLinks(listing: HTMLElement, results: Results, signal: AbortSignal): void {
  listing.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.chosen a, [data-load-more]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.dataset.loadMore !== undefined) results.loadMore(link);
      else void results.show(link.pathname + link.search);
    },
    { signal },
  );
}

/** Whether a box was checked, or a select changed, since the page was loaded. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected && !option.defaultSelected);
  return control instanceof HTMLInputElement && control.checked !== control.defaultChecked;
}

/**
 * Applies choices made before this script ran. After going back, restores the added pages if the browser has not kept
 * the page.
 */
function startFromHistory(listing: HTMLElement, filters: HTMLFormElement | null, results: Results): void {
  const controls = [filters, findSortForm(listing)].flatMap((form) => [...(form?.elements ?? [])]);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = navigation?.type === 'navigate';
  if (controls.some(isChanged) && isNew) results.apply({ announceAfter: announceDelay });
  else resetForms(listing, filters);
  if (!isNew) results.restore();
}

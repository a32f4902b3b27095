import { announce } from '#platform/islands/browser/announce.ts';

/** Milliseconds until the result count of a sorted listing is announced (spec 9.6/6). */
const announceDelay = 1_000;
const storageKey = 'vt-sorted';
const keyboardValue = 'key';

/**
 * Submits the sort when it changes (spec 2.2/1); the next page announces the number of results
 * (2.2/2).
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector('form');
  const select = form?.querySelector('select');
  if (!form || !select) return;
  const controller = new AbortController();
  const rememberSort = () => sessionStorage.setItem(storageKey, select.matches(':focus-visible') ? keyboardValue : '');
  form.addEventListener('submit', rememberSort, { signal: controller.signal });
  select.addEventListener('change', () => form.requestSubmit(), { signal: controller.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sortedBy = sessionStorage.getItem(storageKey);
  if (sortedBy !== null) {
    sessionStorage.removeItem(storageKey);
    // Restore the focus of keyboard users, unless it has moved already.
    if (sortedBy === keyboardValue && document.activeElement === document.body) select.focus({ preventScroll: true });
    timer = setTimeout(() => announce(element.querySelector('.listing-bar__count')?.textContent ?? ''), announceDelay);
  }
  // A browser that goes back restores the last form values, but the listing didn't change.
  const resetForms = () => {
    for (const element of [form, document.querySelector<HTMLFormElement>('form.filters')]) element?.reset();
  };
  addEventListener('pageshow', ({ persisted }) => persisted && resetForms(), { signal: controller.signal });
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const matchesPage = [...select.options].some((option) => option.selected && option.defaultSelected);
  if (!matchesPage && navigation?.type === 'navigate') form.requestSubmit();
  else form.reset();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

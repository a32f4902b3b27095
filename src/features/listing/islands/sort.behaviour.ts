import { announce } from '#platform/islands/browser/announce.ts';

/** Milliseconds after which the result count of a list that was just sorted is said again (spec 9.6/6). */
const announceDelay = 1_000;
const storageKey = 'vt-sorted';
const byKeyboard = 'key';

/** Sends the order as soon as another one is chosen (spec 2.2/1); on the page that comes, says how many there are (2.2/2). */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector('form');
  const select = form?.querySelector('select');
  if (!form || !select) return;
  const life = new AbortController();
  const rememberSort = () => sessionStorage.setItem(storageKey, select.matches(':focus-visible') ? byKeyboard : '');
  form.addEventListener('submit', rememberSort, { signal: life.signal });
  select.addEventListener('change', () => form.requestSubmit(), { signal: life.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sortedBy = sessionStorage.getItem(storageKey);
  if (sortedBy !== null) {
    sessionStorage.removeItem(storageKey);
    // Whoever came to it by key would have to come all the way again; unless they are elsewhere already.
    if (sortedBy === byKeyboard && document.activeElement === document.body) select.focus({ preventScroll: true });
    timer = setTimeout(() => announce(element.querySelector('.listing-bar__count')?.textContent ?? ''), announceDelay);
  }
  // A browser that goes back shows the last choices in the fields, of order and filters; the list is still as it was.
  const resetForms = () => {
    for (const one of [form, document.querySelector<HTMLFormElement>('form.filters')]) one?.reset();
  };
  addEventListener('pageshow', ({ persisted }) => persisted && resetForms(), { signal: life.signal });
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isAsSent = [...select.options].some((option) => option.selected && option.defaultSelected);
  if (!isAsSent && navigation?.type === 'navigate') form.requestSubmit();
  else form.reset();
  return () => {
    life.abort();
    clearTimeout(timer);
  };
}

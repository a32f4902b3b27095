import { announce } from '#platform/islands/browser/announce.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import { minQueryLength, type SearchFormData } from '../contract.ts';
import panelStyles from '../search-panel.sheet.css?url';
import { createListbox, type Listbox } from './header-search/listbox.ts';
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './header-search/recent-searches.ts';
import { createSuggestionClient, type SuggestionResult } from './header-search/suggestion-client.ts';

/** Milliseconds until the list closes after the field loses focus. */
const blurDelay = 200;
/** Milliseconds without typing before the overview is requested, which counts the results. */
const overviewDelay = 250;
/** Milliseconds without typing before the number of results is announced. */
const announceDelay = 600;

export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('form[data-search]');
  const input = form?.querySelector<HTMLInputElement>('input[type=search]');
  if (!form || !input) return;
  const data = JSON.parse(form.dataset.search ?? '') as SearchFormData;
  const list = createListbox(input, data.texts);
  const listeners = new AbortController();
  const controller = createSuggestionController(form, input, list, data);
  const options = { signal: listeners.signal };

  setComboboxAttributes(input, list);
  form.append(list.element);
  input.addEventListener('input', () => controller.scheduleRequest(), options);
  for (const type of ['focus', 'click']) input.addEventListener(type, () => void controller.showRecent(), options);
  form.querySelector('select')?.addEventListener('change', () => controller.scheduleRequest(), options);
  input.addEventListener('keydown', (event) => handleKey(event, input, list, controller), options);
  // Keep the focus in the field while the list is pressed, so that the list doesn't close.
  list.element.addEventListener('mousedown', (event) => event.preventDefault(), options);
  form.addEventListener(
    'focusin',
    ({ target }) => isInsideSearch(target, input, list) && controller.cancelClose(),
    options,
  );
  form.addEventListener('focusout', () => controller.scheduleClose(), options);
  form.addEventListener(
    'submit',
    () => {
      if (data.keepsRecent) addRecentSearch(input.value.trim());
      controller.close();
    },
    options,
  );
  list.element.addEventListener(
    'click',
    ({ target }) => {
      const isResult = (target as Element).closest('.search__option, .search__all');
      if (data.keepsRecent && isResult) addRecentSearch(input.value.trim());
    },
    options,
  );
  // The text may have been typed before this script ran.
  if (document.activeElement === input && input.value !== input.defaultValue) controller.scheduleRequest();
  else if (document.activeElement === input) void controller.showRecent();

  return () => {
    listeners.abort();
    controller.close();
    list.element.remove();
  };
}

/**
 * Whether an element belongs to the search. Options are reached by arrow keys, so focus never moves to them; the
 * retry button is reached by Tab.
 */
function isInsideSearch(target: EventTarget | null, input: HTMLInputElement, { element, count }: Listbox): boolean {
  return target === input || count === 0 || element.contains(target as Node);
}

function setComboboxAttributes(input: HTMLInputElement, { element }: Listbox): void {
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': element.firstElementChild?.id ?? '',
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
}

interface SuggestionController {
  scheduleRequest(): void;
  /** Shows recent searches, but only while the field is empty. */
  showRecent(): Promise<void>;
  cancelClose(): void;
  scheduleClose(): void;
  close(): void;
}

function createSuggestionController(
  form: HTMLFormElement,
  input: HTMLInputElement,
  list: Listbox,
  { url, overviewUrl, keepsRecent, latency, texts }: SearchFormData,
): SuggestionController {
  const client = createSuggestionClient(url, overviewUrl);
  // The list works without its styles.
  const styles = loadStyleSheet(panelStyles).catch(() => {});
  let [requestTimer, closeTimer, announceTimer, overviewTimer]: (ReturnType<typeof setTimeout> | undefined)[] = [];

  const announceLater = (text: string | undefined) => {
    clearTimeout(announceTimer);
    announceTimer = setTimeout(() => announce(text ?? ''), announceDelay);
  };
  const toResultsUrl = (query: string) => {
    const category = form.querySelector('select')?.value ?? '';
    const parameters = new URLSearchParams(category === '' ? { q: query } : { product_cat: category, q: query });
    return `${form.action}?${parameters}`;
  };
  const showOverview = async (query: string) => {
    const overview = await client.requestOverview(query, form.querySelector('select')?.value ?? '');
    if (!overview || !list.isOpen || query !== input.value.trim()) return;
    list.showOverview(overview, toResultsUrl(query));
    if (overview.count !== '') announceLater(overview.count);
  };
  const show = (answer: SuggestionResult, query: string) => {
    if (answer.kind === 'stale') return;
    delete form.dataset.busy;
    if (answer.kind === 'failed') {
      list.showFailure(() => {
        input.focus();
        void requestNow();
      });
      return announceLater(texts.failed);
    }
    list.show(answer.suggestions, query);
    overviewTimer = setTimeout(() => void showOverview(query), overviewDelay);
    announceLater(texts.counts[list.count]);
  };
  const requestNow = async () => {
    const query = input.value.trim();
    clearTimeout(overviewTimer);
    if (Array.from(query).length < minQueryLength) {
      closeList();
      return await showRecent();
    }
    form.dataset.busy = texts.loading;
    const request = client.request(query, form.querySelector('select')?.value ?? '');
    await styles;
    show(await request, query);
  };
  const closeList = () => {
    client.cancel();
    delete form.dataset.busy;
    clearTimeout(announceTimer);
    clearTimeout(overviewTimer);
    list.close();
  };
  const showRecent = async () => {
    await styles;
    const searches = keepsRecent && input.value === '' ? readRecentSearches() : [];
    if (searches.length === 0 || list.isOpen || document.activeElement !== input) return;
    list.showRecent(searches, toResultsUrl, () => {
      clearRecentSearches();
      input.focus();
      list.close();
    });
  };

  return {
    showRecent,
    scheduleRequest() {
      clearTimeout(requestTimer);
      if (latency === 0) void requestNow();
      else requestTimer = setTimeout(() => void requestNow(), latency);
    },
    cancelClose: () => clearTimeout(closeTimer),
    scheduleClose() {
      clearTimeout(closeTimer);
      closeTimer = setTimeout(closeList, blurDelay);
    },
    close() {
      clearTimeout(requestTimer);
      clearTimeout(closeTimer);
      closeList();
    },
  };
}

function handleKey(
  event: KeyboardEvent,
  input: HTMLInputElement,
  list: Listbox,
  controller: SuggestionController,
): void {
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (list.isOpen ? list.activate(list.active + 1) : controller.scheduleRequest()),
    ArrowUp: () => (list.isOpen ? list.activate(list.active < 0 ? -1 : list.active - 1) : controller.scheduleRequest()),
    Enter: () => list.followActive(),
    Escape: () => controller.close(),
    Home: () => moveCaret(input, list, 0),
    End: () => moveCaret(input, list, input.value.length),
  };
  const needsList = event.key === 'Escape';
  const needsOption = event.key === 'Enter' || event.key === 'Home' || event.key === 'End';
  const action = actions[event.key];
  if (!action || event.shiftKey || (needsList && !list.isOpen) || (needsOption && list.active < 0)) return;
  event.preventDefault();
  action();
}

/** Moves the focus from the active option back to the caret in the text. */
function moveCaret(input: HTMLInputElement, list: Listbox, position: number): void {
  list.activate(null);
  input.setSelectionRange(position, position);
}

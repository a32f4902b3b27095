import { announce } from '#platform/islands/browser/announce.ts';
import { minQueryLength, type SearchFormData } from '../contract.ts';
import { createListbox, type Listbox } from './header-search/listbox.ts';
import { createSuggestionClient, type SuggestionResult } from './header-search/suggestion-client.ts';

/** Milliseconds until the list closes after the field loses focus (spec 9.1/5). */
const blurDelay = 200;
/** Milliseconds without typing before the result count is announced. */
const announceDelay = 600;

/** Shows suggestions below a search form while typing. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('form[data-search]');
  const input = form?.querySelector<HTMLInputElement>('input[type=search]');
  if (!form || !input) return;
  const data = JSON.parse(form.dataset.search ?? '') as SearchFormData;
  const list = createListbox(input, data.texts);
  const life = new AbortController();
  const suggesting = createSuggestionController(form, input, list, data);
  const listen = { signal: life.signal };

  setComboboxAttributes(input, list);
  form.append(list.element);
  input.addEventListener('input', () => suggesting.scheduleRequest(), listen);
  form.querySelector('select')?.addEventListener('change', () => suggesting.scheduleRequest(), listen);
  input.addEventListener('keydown', (event) => handleKey(event, input, list, suggesting), listen);
  // Keep the focus in the field during a press in the list, so that the list doesn't close.
  list.element.addEventListener('mousedown', (event) => event.preventDefault(), listen);
  form.addEventListener(
    'focusin',
    ({ target }) => isInsideSearch(target, input, list) && suggesting.cancelClose(),
    listen,
  );
  form.addEventListener('focusout', () => suggesting.scheduleClose(), listen);
  form.addEventListener('submit', () => suggesting.close(), listen);
  // Text typed before this script ran.
  if (document.activeElement === input && input.value !== input.defaultValue) suggesting.scheduleRequest();

  return () => {
    life.abort();
    suggesting.close();
    list.element.remove();
  };
}

/** Options are reached by arrow keys; the retry button by Tab. */
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
  /** Requests suggestions after the configured latency. */
  scheduleRequest(): void;
  cancelClose(): void;
  scheduleClose(): void;
  close(): void;
}

function createSuggestionController(
  form: HTMLFormElement,
  input: HTMLInputElement,
  list: Listbox,
  { url, latency, texts }: SearchFormData,
): SuggestionController {
  const client = createSuggestionClient(url);
  let [waiting, leaving, speaking]: (ReturnType<typeof setTimeout> | undefined)[] = [];

  const announceLater = (text: string | undefined) => {
    clearTimeout(speaking);
    speaking = setTimeout(() => announce(text ?? ''), announceDelay);
  };
  const show = (answer: SuggestionResult) => {
    if (answer.kind === 'stale') return;
    delete form.dataset.busy;
    if (answer.kind === 'failed') {
      list.showFailure(() => {
        input.focus();
        void requestNow();
      });
      return announceLater(texts.failed);
    }
    list.show(answer.suggestions);
    announceLater(texts.counts[list.count]);
  };
  const requestNow = async () => {
    const query = input.value.trim();
    if (Array.from(query).length < minQueryLength) return closeList();
    form.dataset.busy = texts.loading;
    show(await client.request(query, form.querySelector('select')?.value ?? ''));
  };
  const closeList = () => {
    client.cancel();
    delete form.dataset.busy;
    clearTimeout(speaking);
    list.close();
  };

  return {
    scheduleRequest() {
      clearTimeout(waiting);
      if (latency === 0) void requestNow();
      else waiting = setTimeout(() => void requestNow(), latency);
    },
    cancelClose: () => clearTimeout(leaving),
    scheduleClose() {
      clearTimeout(leaving);
      leaving = setTimeout(closeList, blurDelay);
    },
    close() {
      clearTimeout(waiting);
      clearTimeout(leaving);
      closeList();
    },
  };
}

function handleKey(
  event: KeyboardEvent,
  input: HTMLInputElement,
  list: Listbox,
  suggesting: SuggestionController,
): void {
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (list.isOpen ? list.activate(list.active + 1) : suggesting.scheduleRequest()),
    ArrowUp: () => (list.isOpen ? list.activate(list.active < 0 ? -1 : list.active - 1) : suggesting.scheduleRequest()),
    Enter: () => list.followActive(),
    Escape: () => suggesting.close(),
    Home: () => moveCaret(input, list, 0),
    End: () => moveCaret(input, list, input.value.length),
  };
  const needsList = event.key === 'Escape';
  const needsOption = event.key === 'Enter' || event.key === 'Home' || event.key === 'End';
  const move = moves[event.key];
  if (!move || event.shiftKey || (needsList && !list.isOpen) || (needsOption && list.active < 0)) return;
  event.preventDefault();
  move();
}

/** Moves the caret from the list back into the text. */
function moveCaret(input: HTMLInputElement, list: Listbox, at: number): void {
  list.activate(null);
  input.setSelectionRange(at, at);
}

import { announce } from '#platform/islands/browser/announce.ts';
import { type SearchFormData, shortestQuery } from '../contract.ts';
import { type Answer, createAsking } from './header-search/asking.ts';
import { createListbox, type Listbox } from './header-search/listbox.ts';

/** Milliseconds: the list stays so long after the field has lost the focus (spec 9.1/5). */
const blurDelay = 200;
/** A screen reader hears how many there are once the typing pauses. */
const speechDelay = 600;

/** Makes a search form list products while somebody types. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('form[data-search]');
  const input = form?.querySelector<HTMLInputElement>('input[type=search]');
  if (!form || !input) return;
  const data = JSON.parse(form.dataset.search ?? '') as SearchFormData;
  const list = createListbox(input, data.texts);
  const life = new AbortController();
  const suggesting = createSuggesting(form, input, list, data);
  const listen = { signal: life.signal };

  markUp(input, list);
  form.append(list.element);
  input.addEventListener('input', () => suggesting.later(), listen);
  form.querySelector('select')?.addEventListener('change', () => suggesting.later(), listen);
  input.addEventListener('keydown', (event) => onKey(event, input, list, suggesting), listen);
  // The field keeps the focus while somebody presses in the list, so it does not close under the finger.
  list.element.addEventListener('mousedown', (event) => event.preventDefault(), listen);
  form.addEventListener('focusin', ({ target }) => staysWith(target, input, list) && suggesting.stay(), listen);
  form.addEventListener('focusout', () => suggesting.leave(), listen);
  form.addEventListener('submit', () => suggesting.end(), listen);
  // What was typed before this was here.
  if (document.activeElement === input && input.value !== input.defaultValue) suggesting.later();

  return () => {
    life.abort();
    suggesting.end();
    list.element.remove();
  };
}

/** Products are reached by the arrows from the field; the button of a failure by Tab, past the others of the form. */
function staysWith(target: EventTarget | null, input: HTMLInputElement, { element, count }: Listbox): boolean {
  return target === input || count === 0 || element.contains(target as Node);
}

function markUp(input: HTMLInputElement, { element }: Listbox): void {
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': element.firstElementChild?.id ?? '',
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
}

interface Suggesting {
  /** After the pause that the shop wants. */
  later(): void;
  stay(): void;
  leave(): void;
  end(): void;
}

function createSuggesting(
  form: HTMLFormElement,
  input: HTMLInputElement,
  list: Listbox,
  { url, latency, texts }: SearchFormData,
): Suggesting {
  const asking = createAsking(url);
  let [waiting, leaving, speaking]: (ReturnType<typeof setTimeout> | undefined)[] = [];

  const say = (text: string | undefined) => {
    clearTimeout(speaking);
    speaking = setTimeout(() => announce(text ?? ''), speechDelay);
  };
  const show = (answer: Answer) => {
    if (answer.kind === 'stale') return;
    delete form.dataset.busy;
    if (answer.kind === 'failed') {
      list.fail(() => {
        input.focus();
        void now();
      });
      return say(texts.failed);
    }
    list.show(answer.suggestions);
    say(texts.counts[list.count]);
  };
  const now = async () => {
    const query = input.value.trim();
    if (Array.from(query).length < shortestQuery) return quiet();
    form.dataset.busy = texts.loading;
    show(await asking.ask(query, form.querySelector('select')?.value ?? ''));
  };
  const quiet = () => {
    asking.stop();
    delete form.dataset.busy;
    clearTimeout(speaking);
    list.close();
  };

  return {
    later() {
      clearTimeout(waiting);
      if (latency === 0) void now();
      else waiting = setTimeout(() => void now(), latency);
    },
    stay: () => clearTimeout(leaving),
    leave() {
      clearTimeout(leaving);
      leaving = setTimeout(quiet, blurDelay);
    },
    end() {
      clearTimeout(waiting);
      clearTimeout(leaving);
      quiet();
    },
  };
}

function onKey(event: KeyboardEvent, input: HTMLInputElement, list: Listbox, suggesting: Suggesting): void {
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (list.isOpen ? list.activate(list.active + 1) : suggesting.later()),
    ArrowUp: () => (list.isOpen ? list.activate(list.active < 0 ? -1 : list.active - 1) : suggesting.later()),
    Enter: () => list.follow(),
    Escape: () => suggesting.end(),
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

/** Back from the list into the text. */
function moveCaret(input: HTMLInputElement, list: Listbox, at: number): void {
  list.activate(null);
  input.setSelectionRange(at, at);
}

import { adminPath, adminSearchPath, type Hit } from '#platform/admin/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { announce } from '#platform/islands/browser/announce.ts';

/** The key contains the person: another person may sign in in the same tab. */
const getKey = () => `vt-admin-recent-${document.querySelector<HTMLElement>('[data-palette]')?.dataset.palette}`;

const maxRecent = 6;

type Recent = Pick<Hit, 'title' | 'href'>;

/** Remembers the open page in this tab only: the next person at this browser does not see it. */
function rememberRecent(title: string): void {
  const href = location.pathname;
  if (title.trim() === '' || href === adminPath() || href === adminSearchPath) return;
  const others = read().filter((each) => each.href !== href);
  try {
    sessionStorage.setItem(
      getKey(),
      JSON.stringify([{ title: title.trim(), href }, ...others].slice(0, maxRecent + 1)),
    );
  } catch {
    // The storage is full or forbidden: no recent pages are kept.
  }
}

/** The newest pages come first, without the current page. */
function readRecent(group: string): Hit[] {
  return read()
    .filter(({ href }) => href !== location.pathname)
    .slice(0, maxRecent)
    .map((each) => ({ ...each, group }));
}

function read(): readonly Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(getKey()) ?? '[]');
  } catch {
    return [];
  }
}

interface SearchAnswer {
  readonly hits: readonly Hit[];
  /** The number of hits as a sentence for screen readers. */
  readonly summary: string;
}

/** Milliseconds after the last key press before the server is asked. */
const typingPause = 120;

/** Opens the palette by Ctrl+K, Cmd+K and the buttons of the frame, which lead to the search page without script. */
export function startPalette(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-palette]');
  if (!dialog) return;
  rememberRecent(document.querySelector('h1')?.textContent ?? '');
  const palette = createPalette(dialog);
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else palette.open();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('[data-palette-open]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    palette.open();
  });
}

/** A combobox: the focus stays in the input, and arrows move the marked option. */
function createPalette(dialog: HTMLDialogElement) {
  const find = <Kind extends HTMLElement>(selector: string) => dialog.querySelector<Kind>(selector) as Kind;
  const input = find<HTMLInputElement>('input');
  const list = find('[role=listbox]');
  const note = find('[data-palette-note]');
  let asked = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the shown hits were found for. */
  let shown: string | undefined;

  const listOptions = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')];
  const mark = (option: HTMLAnchorElement | undefined) => {
    for (const each of listOptions()) each.setAttribute('aria-selected', String(each === option));
    input.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = (hits: readonly Hit[], text = '') => {
    const groups = Map.groupBy(hits, ({ group }) => group);
    let number = 0;
    list.replaceChildren(
      ...[...groups].map(([group, ofGroup]) => createGroup(group, ofGroup, () => `palette-hit-${number++}`)),
    );
    input.setAttribute('aria-expanded', String(hits.length > 0));
    note.textContent = text;
    note.hidden = text === '';
    mark(listOptions()[0]);
  };
  const search = async () => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const query = input.value.trim();
    const recent = query === '' ? readRecent(dialog.dataset.recent ?? '') : [];
    const path = `${adminSearchPath}?q=${encodeURIComponent(query)}`;
    const answer = await call<SearchAnswer>(path, { signal });
    if (signal.aborted) return;
    shown = query;
    if (!answer.ok) return show(recent, dialog.dataset.failed);
    const { hits, summary } = answer.data;
    const isRecent = new Set(recent.map(({ href }) => href));
    show(
      [...recent, ...hits.filter(({ href }) => !isRecent.has(href))],
      hits.length === 0 && query !== '' ? dialog.dataset.none?.replace('{query}', () => query) : '',
    );
    announce(summary);
  };
  const findMarked = () => listOptions().find((option) => option.getAttribute('aria-selected') === 'true');
  /** Enter is often pressed before the answer arrives: the marked option then belongs to an earlier text. */
  const goThere = async () => {
    const query = input.value.trim();
    if (shown !== query) await search();
    if (shown === query && dialog.open) findMarked()?.click();
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), typingPause);
  });
  input.addEventListener('keydown', (event) => {
    const options = listOptions();
    const marked = findMarked();
    const index = marked ? options.indexOf(marked) : -1;
    const last = options.length - 1;
    const next = { ArrowDown: index < last ? index + 1 : 0, ArrowUp: index > 0 ? index - 1 : last }[event.key];
    if (next !== undefined) mark(options[next]);
    else if (event.key === 'Enter' && !event.isComposing) void goThere();
    else return;
    event.preventDefault();
  });
  find('[data-palette-close]').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return {
    open() {
      if (dialog.open) return;
      input.value = '';
      shown = undefined;
      show(readRecent(dialog.dataset.recent ?? ''));
      dialog.showModal();
      input.focus();
      void search();
    },
  };
}

function createGroup(title: string, hits: readonly Hit[], createId: () => string): HTMLElement {
  const group = document.createElement('div');
  group.role = 'group';
  group.ariaLabel = title;
  const head = document.createElement('p');
  head.className = 'palette__group';
  head.ariaHidden = 'true';
  head.textContent = title;
  group.append(head, ...hits.map((hit) => createOption(hit, createId())));
  return group;
}

function createOption({ title, detail = '', href }: Hit, id: string): HTMLAnchorElement {
  const option = document.createElement('a');
  Object.assign(option, { id, href, className: 'palette__hit', role: 'option', tabIndex: -1 });
  const parts = [title, detail].filter(Boolean).map((text, index) => {
    const part = document.createElement('span');
    part.className = index === 0 ? 'palette__title' : 'palette__detail';
    part.textContent = text;
    return part;
  });
  option.append(...parts);
  return option;
}

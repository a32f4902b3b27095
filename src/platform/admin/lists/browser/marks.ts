/** The marked rows on all pages of a list, until the tab is closed or an action was done to them. */
export interface Marks {
  /** Checks the boxes of marked rows on the page, and shows how many marked rows are on other pages. */
  show(): void;
  toggle(box: HTMLInputElement): void;
  /** Resets the boxes to their sent state: a changed box would keep its row's id when another row takes its place. */
  hide(): void;
}

interface MarkTexts {
  readonly one: { readonly marked: string; readonly hidden: string };
  readonly other: { readonly marked: string; readonly hidden: string };
  readonly clear: string;
}

const toKey = (path: string) => `list-marks ${path}`;
/** Key of the time when the oldest page with marks was made. */
const toSeenKey = (path: string) => `list-marks-seen ${path}`;

const sentKey = 'list-marks-sent';

/**
 * Called when an action is sent. The page of its run clears the marks; any other answer, such as a page with
 * problems, keeps them.
 */
export const sendMarks = (path: string): void => sessionStorage.setItem(sentKey, path);
export const keepSentMarks = (): void => sessionStorage.removeItem(sentKey);

export function dropSentMarks(): void {
  const path = sessionStorage.getItem(sentKey);
  if (path !== null) for (const key of [toKey(path), toSeenKey(path)]) sessionStorage.removeItem(key);
  keepSentMarks();
}

function readMarks(path: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(toKey(path)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function createMarks(list: HTMLElement, signal: AbortSignal): Marks {
  const path = list.dataset.path ?? '';
  keepSentMarks();
  const marks = readMarks(path);
  const findBoxes = () => [...list.querySelectorAll<HTMLInputElement>('tbody [data-mark]')];
  // Rows that were marked before this script ran, one by one or all at once.
  const isPageMarked = list.querySelector<HTMLInputElement>('[data-mark-all]')?.checked === true;
  for (const { checked, value } of findBoxes()) if (checked || isPageMarked) marks.add(value);
  const show = () => {
    const boxes = findBoxes();
    for (const box of boxes) box.checked = marks.has(box.value);
    showPageBox(list, boxes);
    const shown = new Set(boxes.map(({ value }) => value));
    const hidden = [...marks].filter((id) => !shown.has(id));
    keepSeen(list, toSeenKey(path), marks.size > 0);
    showBar(list, marks.size, hidden, () => {
      marks.clear();
      store();
    });
  };
  const store = () => {
    if (marks.size === 0) for (const key of [toKey(path), toSeenKey(path)]) sessionStorage.removeItem(key);
    else sessionStorage.setItem(toKey(path), JSON.stringify([...marks]));
    show();
  };
  const set = (boxes: readonly HTMLInputElement[], isMarked: boolean) => {
    for (const { value } of boxes) {
      if (isMarked) marks.add(value);
      else marks.delete(value);
    }
    store();
  };
  list.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.dataset.markAll !== undefined) set(findBoxes(), target.checked);
      else if (target.name === 'id') set([target], target.checked);
    },
    { signal },
  );
  return {
    show,
    toggle: (box) => set([box], !marks.has(box.value)),
    hide: () => {
      for (const box of findBoxes()) box.checked = box.defaultChecked;
    },
  };
}

/** Rows may have been marked on earlier pages: the form sends the time of the oldest of these pages. */
function keepSeen(list: HTMLElement, key: string, hasMarks: boolean): void {
  const input = list.querySelector<HTMLInputElement>('[data-marks] [name="seen"]');
  if (!input || !hasMarks) return;
  const seen = sessionStorage.getItem(key) ?? input.value;
  sessionStorage.setItem(key, seen);
  if (Number(seen) < Number(input.value)) input.value = seen;
}

function showPageBox(list: HTMLElement, boxes: readonly HTMLInputElement[]): void {
  const page = list.querySelector<HTMLInputElement>('[data-mark-all]');
  if (!page) return;
  const marked = boxes.filter(({ checked }) => checked).length;
  page.checked = marked > 0 && marked === boxes.length;
  page.indeterminate = marked > 0 && marked < boxes.length;
}

/** Adds the marks of other pages to the form, and shows their number. */
function showBar(list: HTMLElement, count: number, hidden: readonly string[], clear: () => void): void {
  const text = list.querySelector<HTMLElement>('[data-selection-text]');
  const texts = list.querySelector<HTMLElement>('[data-mark-texts]')?.dataset.markTexts;
  if (!text || texts === undefined) return;
  const messages = JSON.parse(texts) as MarkTexts;
  const say = (part: 'marked' | 'hidden', value: number) =>
    messages[value === 1 ? 'one' : 'other'][part].replace('#', String(value));
  const sent = document.createElement('span');
  sent.hidden = true;
  sent.append(...hidden.map(createMarkedBox));
  const parts = count === 0 ? [] : [say('marked', count), ...(hidden.length > 0 ? [say('hidden', hidden.length)] : [])];
  text.replaceChildren(parts.join(', '), sent);
  if (count === 0) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: messages.clear });
  button.className = 'button button--text';
  button.addEventListener('click', clear);
  text.append(' ', button);
}

/** Creates a checked box like that of a row. The bar stays visible while a checked box exists. */
function createMarkedBox(id: string): HTMLInputElement {
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'id', value: id });
  box.dataset.mark = '';
  box.checked = true;
  return box;
}

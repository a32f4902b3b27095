import { findRow, focusRow } from './list-place.ts';

interface KeyActions {
  readonly toggle: (box: HTMLInputElement) => void;
}

/** `/` searches, `j` and `k` go through the rows, `x` marks, Enter opens as any link, `?` shows these. */
export function listenToKeys(list: HTMLElement, { toggle }: KeyActions, signal: AbortSignal): void {
  const move = (by: 1 | -1) => {
    const rows = [...list.querySelectorAll<HTMLElement>('tr[data-row]')];
    const current = findRow(document.activeElement);
    const index = current === null ? -1 : rows.indexOf(current);
    const next = index === -1 ? rows[0] : rows[index + by];
    if (next) focusRow(next);
  };
  const actions: Readonly<Record<string, () => void>> = {
    '/': () => {
      const field = list.querySelector<HTMLInputElement>('[data-list-search]');
      field?.focus();
      field?.select();
    },
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const box = findRow(document.activeElement)?.querySelector<HTMLInputElement>('[data-mark]');
      if (box) toggle(box);
    },
    '?': () => list.querySelector<HTMLDialogElement>('[data-list-keys]')?.showModal(),
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target))
        return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    },
    { signal },
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

import { announce } from '#platform/islands/browser/announce.ts';
import { findRow, focusRow, keepPlace, restorePlace } from '../browser/list-place.ts';
import { createMarks, type Marks } from '../browser/marks.ts';

const loadMorph = () => import('#platform/fragments/browser/morph.ts');

/** Milliseconds after the last key press in the search field. */
const typingDelay = 300;

/**
 * Updates a list in place. Changed filters, other pages and views request the same addresses as without script, and
 * the answer is morphed into the page. Also starts marks, shortcuts and the restored scroll position.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const list = element.querySelector<HTMLElement>('.list');
  if (!list) return;
  const controller = new AbortController();
  const { signal } = controller;
  const marks = createMarks(list, signal);
  const show = createShow(list, marks, signal);
  listenToForm(list, show, signal);
  listenToLinks(list, show, signal);
  listenToKeys(list, marks, signal);
  addEventListener('pagehide', keepPlace, { signal });
  addEventListener('popstate', () => show(location.pathname + location.search, true), { signal });
  marks.show();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate') restorePlace(list);
  return () => controller.abort();
}

type Show = (address: string, isBack?: boolean) => void;

function createShow(list: HTMLElement, marks: Marks, signal: AbortSignal): Show {
  let pending: AbortController | undefined;
  const replace = async (address: string, isBack: boolean) => {
    pending?.abort();
    pending = new AbortController();
    const request = AbortSignal.any([pending.signal, signal]);
    if (!isBack) keepPlace();
    list.setAttribute('aria-busy', 'true');
    const [{ morphFragment }, next] = await Promise.all([loadMorph(), requestList(list, address, request)]);
    if (request.aborted) return;
    list.removeAttribute('aria-busy');
    // Somebody has signed out, or the shop is unavailable: the page behind the address says so.
    if (!next) return location.assign(address);
    marks.hide();
    morphFragment(list, next.innerHTML);
    const shown = next.dataset.href ?? address;
    list.dataset.href = shown;
    if (!isBack && shown !== location.pathname + location.search) history.pushState(null, '', shown);
    marks.show();
    if (isBack) restorePlace(list);
    announce(next.dataset.announced ?? '');
  };
  return (address, isBack = false) => void replace(address, isBack);
}

async function requestList(list: HTMLElement, address: string, signal: AbortSignal): Promise<HTMLElement | null> {
  try {
    const reply = await fetch(address, { headers: { accept: 'text/html' }, signal });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    return page.querySelector<HTMLElement>(`.list[data-list="${CSS.escape(list.dataset.list ?? '')}"]`);
  } catch {
    return null;
  }
}

function listenToForm(list: HTMLElement, show: Show, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (form: HTMLFormElement) => {
    clearTimeout(timer);
    // The menu stays open: after one choice, the person may want another one of the suggestions.
    const picker = form.querySelector<HTMLElement>('details[data-picker][open]')?.dataset.picker;
    show(buildListAddress(form, picker === undefined ? undefined : ['_search', picker]));
  };
  const findForm = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLFormElement>('form[data-filters]') : null;
  const listen = (type: 'input' | 'change' | 'submit', handle: (form: HTMLFormElement, event: Event) => void) =>
    list.addEventListener(
      type,
      (event) => {
        const form = findForm(event.target);
        if (form) handle(form, event);
      },
      { signal },
    );
  const isSearch = ({ target }: Event) => target instanceof HTMLInputElement && target.type === 'search';
  listen('change', (form, event) => !isSearch(event) && apply(form));
  listen('input', (form, event) => {
    if (!isSearch(event)) return;
    clearTimeout(timer);
    timer = setTimeout(apply, typingDelay, form);
  });
  // Toggle events of `details` elements don't bubble, so they are captured.
  list.addEventListener(
    'toggle',
    ({ target }) => {
      const form = findForm(target);
      if (!form || !(target instanceof HTMLDetailsElement) || !target.open) return;
      const { picker } = target.dataset;
      if (picker !== undefined) show(buildListAddress(form, ['_search', picker]));
    },
    { signal, capture: true },
  );
  listen('submit', (form, event) => {
    event.preventDefault();
    const { submitter } = event as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name !== '')
      return show(buildListAddress(form, [submitter.name, submitter.value]));
    // The Enter key in the search field of a filter keeps the menu of the filter open.
    if (!document.activeElement?.matches('details input[type="search"]'))
      for (const menu of form.querySelectorAll<HTMLDetailsElement>('details[open]')) menu.open = false;
    apply(form);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Handles links to the same list: views, column heads, pages and links that remove a filter. */
function listenToLinks(list: HTMLElement, show: Show, signal: AbortSignal): void {
  list.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!link || isOther || link.origin !== location.origin || link.pathname !== list.dataset.path) return;
      event.preventDefault();
      show(link.pathname + link.search);
    },
    { signal },
  );
}

/**
 * Builds the address from the values of the form. Empty values are left out.
 * @param button the pressed button
 */
function buildListAddress(form: HTMLFormElement, button?: readonly [name: string, value: string]): string {
  const written = new URLSearchParams();
  const columns: string[] = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (name === 'columns') columns.push(value);
    else written.append(name, value.trim());
  }
  if (button) written.append(...button);
  if (columns.length > 0) written.set('columns', columns.join(','));
  // `form.action` would be the field of a filter with the name `action`.
  return `${form.getAttribute('action')}?${written}`;
}

interface KeyActions {
  readonly toggle: (box: HTMLInputElement) => void;
}

/**
 * Shortcuts: `/` searches, `j` and `k` move through the rows, `x` marks a row, Enter opens a link, `?` lists the
 * shortcuts.
 */
function listenToKeys(list: HTMLElement, { toggle }: KeyActions, signal: AbortSignal): void {
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

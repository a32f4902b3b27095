import { createRetryButton, readCartTexts } from '#features/cart/browser.ts';
import { cartPath } from '#features/cart/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';

interface AddNote {
  /** `failed`: it can be tried again; `refused`: it can't. */
  readonly kind: 'added' | 'refused' | 'failed';
  readonly text: string;
}

const notes = new WeakMap<HTMLFormElement, HTMLElement>();

export function removeAddNote(form: HTMLFormElement): void {
  notes.get(form)?.remove();
}

/**
 * Says beside the button what happened to a product that was to be added. The focus stays on the
 * button; a browser that doesn't focus pressed buttons moves it to a failure's note.
 */
export function showAddNote(form: HTMLFormElement, submitter: HTMLElement | null, { kind, text }: AddNote): void {
  const note = document.createElement('div');
  note.className = 'add-note';
  note.dataset.kind = kind;
  note.tabIndex = -1;
  const message = document.createElement('p');
  message.textContent = text;
  note.append(message);
  if (kind === 'added') note.append(createCartLink());
  if (kind === 'failed') note.append(createRetryButton(() => form.requestSubmit(submitter)));
  notes.set(form, note);
  placeNote(form, submitter, note);
  form.addEventListener('change', () => note.remove(), { once: true });
  if (kind === 'added') return;
  announce(text);
  if (document.activeElement === document.body) note.focus({ preventScroll: true });
}

function placeNote(form: HTMLFormElement, submitter: HTMLElement | null, note: HTMLElement): void {
  const bar = submitter?.closest('.sticky-bar');
  const island = submitter?.closest('vt-island');
  if (bar) bar.prepend(note);
  else if (form.classList.contains('card-add')) form.after(note);
  else if (island) island.after(note);
  else form.append(note);
}

function createCartLink(): HTMLElement {
  const link = document.createElement('a');
  link.href = cartPath;
  link.textContent = readCartTexts().viewCart;
  return link;
}

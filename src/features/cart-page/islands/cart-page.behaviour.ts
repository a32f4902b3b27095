import { createRetryButton, refreshCart, watchLines } from '#features/cart/browser.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { watchForms } from './cart-page/send-forms.ts';

/** Saves changed quantities of the cart page automatically, and sends its other forms by calls. */
export function behaviour(element: HTMLElement): () => void {
  const status = document.createElement('div');
  status.className = 'cart-status';
  status.hidden = true;
  element.prepend(status);
  const show = (text: string | null, retry?: () => void) => {
    status.hidden = text === null;
    status.textContent = text;
    if (text === null) return;
    announce(text);
    if (retry) status.append(' ', createRetryButton(retry));
  };
  const lines = watchLines(element, { show });
  const stopForms = watchForms(element, lines);
  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener('vt:quantity-corrected', ({ target }) => showLimit(target as HTMLElement), { signal });
  element.addEventListener('input', ({ target }) => hideLimit(target as HTMLElement), { signal });
  // Merges the cart state that the page contains.
  void refreshCart();
  return () => {
    lines.stop();
    stopForms();
    controller.abort();
    status.remove();
  };
}

const findLimit = (field: HTMLElement) =>
  field.closest<HTMLElement>('[data-limit]')?.querySelector<HTMLElement>('.cart-line__limit') ?? null;

/** Explains beside a quantity why it differs from the entered one, until the quantity is changed again. */
function showLimit(field: HTMLElement): void {
  const note = findLimit(field);
  const text = note?.closest<HTMLElement>('[data-limit]')?.dataset.limit ?? '';
  if (!note || text === '') return;
  note.textContent = text;
  announce(text);
}

function hideLimit(field: HTMLElement): void {
  findLimit(field)?.replaceChildren();
}

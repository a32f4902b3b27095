import { createRetryButton, refreshCart, watchLines } from '#features/cart/browser.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { watchForms } from './cart-page/send-forms.ts';

/** Saves the quantities of the cart page by themselves, and sends its other forms by calls. */
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
  element.addEventListener('vt:quantity-corrected', ({ target }) => showLimit(target as HTMLElement), {
    signal: controller.signal,
  });
  // Merges the page's own data.
  void refreshCart();
  return () => {
    lines.stop();
    stopForms();
    controller.abort();
    status.remove();
  };
}

/** Says beside a quantity why it is not what was entered. */
function showLimit(field: HTMLElement): void {
  const place = field.closest<HTMLElement>('[data-limit]');
  if (!place) return;
  const text = place.dataset.limit ?? '';
  let note = place.querySelector<HTMLElement>('.cart-line__limit');
  if (!note) {
    note = document.createElement('p');
    note.className = 'cart-line__limit';
    place.append(note);
  }
  note.textContent = text;
  announce(text);
}

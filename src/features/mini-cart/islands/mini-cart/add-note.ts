import { readCartTexts } from '#features/cart/browser.ts';
import { cartPath } from '#features/cart/contract.ts';
import { showToast } from '#platform/islands/browser/toast.ts';

interface AddNote {
  /** `failed`: the shopper can try again; `refused`: trying again does not help. */
  readonly kind: 'added' | 'refused' | 'failed';
  readonly text: string;
}

const toasts = new WeakMap<HTMLFormElement, HTMLElement>();

export function removeAddNote(form: HTMLFormElement): void {
  toasts.get(form)?.remove();
}

/**
 * Shows beside the button whether a product was added. The focus stays on the button; in browsers that don't focus
 * pressed buttons, the focus moves to the toast of a failure.
 */
export function showAddNote(form: HTMLFormElement, submitter: HTMLElement | null, { kind, text }: AddNote): void {
  const toast = showToast({
    ...{ kind: kind === 'added' ? 'success' : 'error', text },
    actions: kind === 'added' ? [{ label: readCartTexts().viewCart, href: cartPath }] : [],
    retry: kind === 'failed' ? () => form.requestSubmit(submitter) : undefined,
    place: (element) => placeBeside(form, submitter, element),
  });
  toasts.set(form, toast);
  form.addEventListener('change', () => toast.remove(), { once: true });
  if (kind !== 'added' && document.activeElement === document.body) toast.focus({ preventScroll: true });
}

function placeBeside(form: HTMLFormElement, submitter: HTMLElement | null, toast: HTMLElement): void {
  const bar = submitter?.closest('.sticky-bar');
  const island = submitter?.closest('vt-island');
  if (bar) bar.prepend(toast);
  else if (form.classList.contains('card-add')) form.after(toast);
  else if (island) island.after(toast);
  else form.append(toast);
}

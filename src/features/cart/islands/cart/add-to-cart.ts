import { type AddReply, cartItemPath, cartPageFragment, fragmentsField } from '#features/cart/contract.ts';
import { collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { removeAddNote, showAddNote } from './add-note.ts';
import { endAdding } from './adding-state.ts';
import { applyReply } from './cart-state.ts';
import { openMiniCart, showLine } from './mini-cart.ts';
import { readCartTexts } from './texts.ts';

export { toggleMiniCart } from './mini-cart.ts';

/** Milliseconds until a call counts as failed. */
const callTimeout = 20_000;

interface AddRequest {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
  /** The fields when it was submitted. */
  readonly fields: FormData;
}

let queue = Promise.resolve();

/** Adds after what was submitted before, and shows the result. */
export function addToCart(request: AddRequest): Promise<void> {
  queue = queue.then(() => add(request)).catch((error) => console.error('cart:', error));
  return queue;
}

async function add({ form, submitter, fields }: AddRequest): Promise<void> {
  removeAddNote(form);
  fields.set(fragmentsField, JSON.stringify(collectFragments()));
  const path = cartItemPath(readConfig()?.rest ?? '');
  const signal = AbortSignal.timeout(callTimeout);
  const reply = await call<AddReply>(path, { method: 'POST', body: fields, signal });
  endAdding(form, submitter);
  if (!reply.ok) {
    showFailure(form, submitter, reply);
    return;
  }
  const { message, reveal } = reply.data;
  announce(message);
  await applyReply(reply.data);
  const isCartPage = document.querySelector(`[data-fragment="${cartPageFragment}"]`) !== null;
  if (isCartPage) return;
  if (reveal) {
    // A quick view is modal: it would make the mini-cart inert.
    form.closest('dialog')?.close();
    openMiniCart({ opener: submitter, isReveal: true });
    showLine(reply.data.added.at(-1));
  } else showAddNote(form, submitter, { kind: 'added', text: message });
}

/** A refusal has a reason. After anything else the next submit posts the form, which needs no call. */
function showFailure(form: HTMLFormElement, submitter: HTMLElement | null, { status, message }: Failure): void {
  if (status >= 400 && status < 500) {
    showAddNote(form, submitter, { kind: 'refused', text: message });
    return;
  }
  form.dataset.posts = '';
  addEventListener('pageshow', () => delete form.dataset.posts, { once: true });
  showAddNote(form, submitter, { kind: 'failed', text: [readCartTexts().notAdded, message].join(' ').trim() });
}

import { applyReply, readCartTexts } from '#features/cart/browser.ts';
import { cartItemPath, cartPageFragment, fragmentsField } from '#features/cart/contract.ts';
import type { AddReply } from '#features/mini-cart/contract.ts';
import { collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { CallResult, Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { removeAddNote, showAddNote } from './add-note.ts';
import { endAdding } from './adding-state.ts';
import { openMiniCart, showLine } from './mini-cart.ts';
import { keepRequestKey } from './request-key.ts';

export { toggleMiniCart } from './mini-cart.ts';

/** Milliseconds until a call counts as failed. */
const callTimeout = 20_000;

/** Milliseconds until a call without an answer is repeated. */
const retryDelay = 1_000;

interface AddRequest {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
  /** The form's values at the moment of the submit. */
  readonly fields: FormData;
  readonly isByKeyboard: boolean;
}

let queue = Promise.resolve();

/** Adds to the cart after all earlier requests have ended, and shows the result. */
export function addToCart(request: AddRequest): Promise<void> {
  queue = queue.then(() => add(request)).catch((error) => console.error('cart:', error));
  return queue;
}

async function add({ form, submitter, fields, isByKeyboard }: AddRequest): Promise<void> {
  removeAddNote(form);
  const request = keepRequestKey(form, fields);
  const reply = await send(fields);
  endAdding(form, submitter);
  if (!reply.ok) {
    showFailure(form, submitter, reply);
    // After a refusal the next submit gets a new key. After other failures it keeps the key, since the server may
    // have carried the request out.
    if (isRefusal(reply)) request.forget();
    return;
  }
  request.forget();
  const { message, reveal } = reply.data;
  await applyReply(reply.data);
  const isCartPage = document.querySelector(`[data-fragment="${cartPageFragment}"]`) !== null;
  if (reveal && !isCartPage) {
    // A quick view is modal and would make the mini-cart inert.
    const quickView = form.closest('dialog');
    quickView?.close();
    const opener = quickView ? (document.activeElement as HTMLElement) : submitter;
    openMiniCart({ opener, isReveal: true, takesFocus: isByKeyboard });
    showLine(reply.data.added.at(-1));
    // Announce after the drawer is shown, because showing it makes the rest of the page inert.
    announce(message);
  } else showAddNote(form, submitter, { kind: 'added', text: message });
}

/** Sends the call, and repeats it once when the connection was lost: the request key makes repeating safe. */
async function send(fields: FormData): Promise<CallResult<AddReply>> {
  fields.set(fragmentsField, JSON.stringify(collectFragments()));
  const path = cartItemPath(readConfig()?.rest ?? '');
  const options = { method: 'POST', body: fields, signal: AbortSignal.timeout(callTimeout) } as const;
  const reply = await call<AddReply>(path, options);
  if (reply.ok || reply.code !== 'fetch_error') return reply;
  await new Promise((resume) => setTimeout(resume, retryDelay));
  return call<AddReply>(path, options);
}

const isRefusal = ({ status }: Failure): boolean => status >= 400 && status < 500;

/** A refusal has a reason. After any other failure the next submit posts the form, which needs no script call. */
function showFailure(form: HTMLFormElement, submitter: HTMLElement | null, failure: Failure): void {
  const { message } = failure;
  if (isRefusal(failure)) {
    showAddNote(form, submitter, { kind: 'refused', text: message });
    return;
  }
  form.dataset.posts = '';
  addEventListener('pageshow', () => delete form.dataset.posts, { once: true });
  showAddNote(form, submitter, { kind: 'failed', text: [readCartTexts().notAdded, message].join(' ').trim() });
}

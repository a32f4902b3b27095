import { addressFieldName } from '#features/addresses/contract.ts';
import { applyReply, readCartTexts, refreshCart } from '#features/cart/browser.ts';
import {
  type CartReply,
  cartCouponCallPath,
  cartCouponPath,
  cartCouponRemoveCallPath,
  cartCouponRemovePath,
  couponCodeField,
  fragmentsField,
  toCheckoutField,
} from '#features/cart/contract.ts';
import {
  cartDestinationCallPath,
  cartDestinationPath,
  cartShippingCallPath,
  cartShippingPath,
} from '#features/cart-page/contract.ts';
import { collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { showToast } from '#platform/islands/browser/toast.ts';
import { removeFieldError, showFieldError } from '#ui/browser/field-error.ts';

/** Milliseconds after which a call counts as failed. */
const callTimeout = 20_000;
const timedOut = 'timed-out';
/** Milliseconds after which a slow call is announced. */
const loadingDelay = 1_000;

/** Path of the call by the path of the form. */
const callPaths: Readonly<Record<string, (rest: string) => string>> = {
  [cartCouponPath]: cartCouponCallPath,
  [cartCouponRemovePath]: cartCouponRemoveCallPath,
  [cartDestinationPath]: cartDestinationCallPath,
  [cartShippingPath]: cartShippingCallPath,
};

/** Forms of which a later call replaces earlier ones. Calls with coupons are all sent. */
const supersedingPaths = [cartDestinationPath, cartShippingPath];

/** Codes of refusals that occur because the cart has changed elsewhere. */
const staleCodes = ['COUPON_CART_EMPTY', 'EMPTY_CART', 'SHIPPING_UNAVAILABLE'];

interface FormCall {
  readonly path: string;
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly abort: AbortController;
}

interface Lines {
  saveNow(): Promise<void>;
}

/**
 * Sends the forms about coupons and delivery by calls, one at a time, and shows the cart of the reply. A shipping
 * method or a country is sent as soon as it is selected, since the fields of a country come with the reply.
 * @param root element around the forms, which stay usable without script
 * @returns a function that stops watching
 */
export function watchForms(root: HTMLElement, lines: Lines): () => void {
  const controller = new AbortController();
  const calls = new Set<FormCall>();
  let queue = Promise.resolve();
  let hasFailed = false;

  const run = async (request: FormCall): Promise<void> => {
    const { path, form, submitter, fields, abort } = request;
    const endLoading = showLoading(form, submitter);
    const timer = setTimeout(() => abort.abort(timedOut), callTimeout);
    const isSuperseded = () => abort.signal.aborted && abort.signal.reason !== timedOut;
    try {
      // A coupon may depend on a quantity that was just changed.
      await lines.saveNow();
      if (isSuperseded()) return;
      const body = { ...fields, [fragmentsField]: JSON.stringify(collectFragments()) };
      const callPath = callPaths[path]?.(readConfig()?.rest ?? '') ?? '';
      const reply = await call<CartReply>(callPath, { method: 'POST', body, signal: abort.signal });
      if (isSuperseded()) return;
      hasFailed = !reply.ok;
      endLoading();
      if (reply.ok) await showReply(root, request, reply.data);
      else await showFailure(request, reply);
    } finally {
      clearTimeout(timer);
      endLoading();
      calls.delete(request);
    }
  };
  const send = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
    const path = form.getAttribute('action') ?? '';
    const fields = readFields(form, submitter);
    const sent = [...calls].filter((each) => each.path === path && !each.abort.signal.aborted);
    // The same fields are already being sent, as after a double click.
    if (sent.some((each) => JSON.stringify(each.fields) === JSON.stringify(fields))) return;
    if (supersedingPaths.includes(path)) for (const { abort } of sent) abort.abort();
    removeProblems(form);
    const request: FormCall = { path, form, submitter, fields, abort: new AbortController() };
    calls.add(request);
    queue = queue.then(() => run(request)).catch((error) => console.error('cart:', error));
  };
  /** Waits for choices that are being sent before the checkout opens, so that none is lost. */
  const continueLater = async (form: HTMLFormElement, submitter: HTMLElement): Promise<void> => {
    submitter.setAttribute('aria-busy', 'true');
    while (calls.size > 0) await queue;
    submitter.removeAttribute('aria-busy');
    if (!hasFailed) form.requestSubmit(submitter);
  };

  const options = { signal: controller.signal };
  root.addEventListener('submit', handleSubmit, options);
  root.addEventListener('change', handleChange, options);

  function handleSubmit(event: SubmitEvent): void {
    const { submitter } = event;
    const form = event.target as HTMLFormElement;
    if (submitter?.getAttribute('name') === toCheckoutField) {
      if (calls.size === 0) return;
      event.preventDefault();
      void continueLater(form, submitter);
      return;
    }
    const path = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    if (!(path in callPaths)) return;
    event.preventDefault();
    send(form, submitter);
  }

  function handleChange({ target }: Event): void {
    const { form, name } = target as HTMLInputElement | HTMLSelectElement;
    const path = form?.getAttribute('action');
    if (form === null || (path !== cartShippingPath && path !== cartDestinationPath)) return;
    if (path === cartDestinationPath) {
      if (name !== addressFieldName('shipping', 'country')) return;
      emptyOtherFields(form, name);
    }
    send(form, null);
  }

  return () => controller.abort();
}

/** Empties state and postcode, which are meaningless for another country. */
function emptyOtherFields(form: HTMLFormElement, country: string): void {
  for (const control of form.elements) {
    const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (isField && control.name !== country) control.value = '';
  }
}

function readFields(form: HTMLFormElement, submitter: HTMLElement | null): Record<string, string> {
  const entries = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

/** @returns a function that ends the busy state and may be called several times */
function showLoading(form: HTMLFormElement, submitter: HTMLElement | null): () => void {
  const element = submitter ?? form;
  element.setAttribute('aria-busy', 'true');
  const timer = setTimeout(() => announce(readCartTexts().loading), loadingDelay);
  return () => {
    clearTimeout(timer);
    element.removeAttribute('aria-busy');
  };
}

async function showReply(root: HTMLElement, { path, form, submitter }: FormCall, reply: CartReply): Promise<void> {
  announce(reply.message);
  const field = form.elements.namedItem(couponCodeField);
  // The applied code is in the list of coupons now.
  if (path === cartCouponPath && field instanceof HTMLInputElement) field.value = '';
  const hadFocus = submitter !== null && document.activeElement === submitter;
  await applyReply(reply);
  if (path === cartCouponRemovePath && hadFocus) focusCoupons(root);
}

/** Moves the focus, because the focused button was removed together with its coupon. */
function focusCoupons(root: HTMLElement): void {
  const next =
    root.querySelector<HTMLElement>(`form[action="${cartCouponRemovePath}"] button`) ??
    root.querySelector<HTMLElement>('.coupons summary');
  next?.focus({ preventScroll: true });
}

/** Keeps the typed values. A refusal is shown beside its field; after other failures the call can be retried. */
async function showFailure({ form, submitter }: FormCall, failure: Failure): Promise<void> {
  const { code, status, message } = failure;
  if (status < 400 || status >= 500) {
    const { notSaved } = readCartTexts();
    showProblem(form, [notSaved, message].join(' ').trim(), () => form.requestSubmit(submitter));
    return;
  }
  if (staleCodes.includes(code)) await refreshCart();
  const controls = Object.entries(readParams(form, failure)).flatMap(([name, text]) => {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return [];
    showFieldError(control, text);
    return [control];
  });
  const [first] = controls;
  if (!first) return showProblem(form, message);
  announce(message);
  first.focus();
}

/** Returns the message for each field. The form of a coupon has one field. */
function readParams(form: HTMLFormElement, { body, message }: Failure): Readonly<Record<string, string>> {
  const { data } = (body ?? {}) as { readonly data?: { readonly params?: Readonly<Record<string, string>> } };
  return data?.params ?? (form.getAttribute('action') === cartCouponPath ? { [couponCodeField]: message } : {});
}

/** Shows below a form why its call failed. @param retry called by a button that repeats the call */
function showProblem(form: HTMLFormElement, text: string, retry?: () => void): void {
  showToast({ kind: 'error', text, retry, place: (toast) => getProblemPlace(form).append(toast) });
}

/** The form of a coupon in the list is too narrow for a sentence. */
const getProblemPlace = (form: HTMLFormElement) => form.closest('.coupons__item') ?? form;

function removeProblems(form: HTMLFormElement): void {
  const place = getProblemPlace(form);
  const hadFocus = place.querySelector('.toast')?.contains(document.activeElement);
  for (const toast of place.querySelectorAll('.toast')) toast.remove();
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[aria-invalid]'))
    removeFieldError(control);
  // The button that repeated the call was removed.
  if (hadFocus) form.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true });
}

import { clearStateOfOtherCountry } from '#features/addresses/browser.ts';
import { fillBotCheck } from '#features/bot-check/browser.ts';
import {
  applyCouponField,
  type CheckoutBehaviourTexts,
  type CheckoutOrderReply,
  type CheckoutReviewReply,
  checkedFieldsField,
  checkoutOrderCallPath,
  expectedTotalField,
  listsProblemsField,
  markCheckoutTitle,
  type OrderedForm,
  type OrderFormDetail,
  orderFormEvent,
  removeCouponField,
  requestKeyField,
  suggestionField,
} from '#features/checkout/contract.ts';
import { applyFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { CallResult, Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { scrollToNotices } from '#ui/browser/scroll-to-notices.ts';

/** Milliseconds from a choice, or from a key press, until the order is reviewed. */
const choiceDelay = 50;
const typingDelay = 700;

/**
 * Reviews the order after each input: labels and states follow the country, totals follow address, methods and
 * coupons, and typed input is kept. Only one review runs at a time: a newer one aborts the previous call.
 */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const status = createStatus(element);
  /** Names of the fields that the shopper has left, or that were invalid in the last submitted form. */
  const checked = new Set(listFields(element).flatMap((field) => (field.ariaInvalid === 'true' ? [field.name] : [])));
  let isRefused = element.querySelector('#problems') !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const review = async (button?: HTMLButtonElement, isListed = false): Promise<void> => {
    clearTimeout(timer);
    running?.abort();
    const form = element.querySelector<HTMLFormElement>('form#checkout');
    if (!form) return;
    const abort = new AbortController();
    running = abort;
    element.toggleAttribute('aria-busy', true);
    const { reviewPath } = readTexts(form);
    const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
    body.set(checkedFieldsField, [...checked].join(' '));
    if (isListed || element.querySelector('#problems')) body.set(listsProblemsField, '1');
    const reply = await call<CheckoutReviewReply>(reviewPath, { method: 'POST', body, signal: abort.signal });
    if (abort.signal.aborted) return;
    running = undefined;
    element.removeAttribute('aria-busy');
    if (!reply.ok) return status.show(readTexts(form), () => void review(button));
    status.hide();
    if (reply.data.redirectTo !== null) location.assign(reply.data.redirectTo);
    else await applyFragments(reply.data.fragments);
    prepareForm(element);
    removeOutdatedNotices(form);
    const hasNotices = document.querySelector('[data-refusal]') !== null;
    const hasProblems = isRefused && element.querySelector('#problems, [aria-invalid=true]') !== null;
    document.title = markCheckoutTitle(document.title, readTexts(form).titles, hasNotices || hasProblems);
  };
  const endReview = (): void => {
    clearTimeout(timer);
    running?.abort();
    element.removeAttribute('aria-busy');
  };
  /**
   * Places the order of the form. Problems of fields are shown as after the order button, and are left out of the
   * messages.
   */
  const orderTyped = async (form: HTMLFormElement): Promise<OrderedForm> => {
    endReview();
    await fillBotCheck(form);
    const reply = await sendOrder(form);
    if (reply.ok) return { ok: true, ...reply.data };
    const problems = readProblems(reply);
    for (const name of Object.keys(problems)) checked.add(name);
    const messages = Object.values(problems);
    const isListed = messages.length > 0;
    isRefused ||= isListed;
    await review(undefined, isListed);
    if (!isListed) return { ok: false, messages: [reply.message] };
    const list = showList(element);
    return { ok: false, messages: messages.filter((message) => !list.includes(message)) };
  };
  const reviewSoon = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void review(), delay);
  };

  element.addEventListener(
    'change',
    ({ target }) => {
      clearStateOfOtherCountry(target);
      reviewSoon(choiceDelay);
    },
    options,
  );
  element.addEventListener('input', () => reviewSoon(typingDelay), options);
  element.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // When the focus moves to a button, no review starts: changes of the page would move the button under the
      // pointer.
      if (!isField(target) || relatedTarget instanceof HTMLButtonElement || checked.has(target.name)) return;
      const isMissing = isEmpty(target) && (target.required || target.ariaRequired === 'true');
      if (isEmpty(target) && !isMissing) return;
      checked.add(target.name);
      // Other changes have already started a review.
      if (isMissing) reviewSoon(choiceDelay);
    },
    options,
  );
  element.addEventListener(
    'submit',
    (event) => {
      const { submitter } = event;
      if (submitter instanceof HTMLButtonElement && reviewButtons.includes(submitter.name)) {
        event.preventDefault();
        void review(submitter);
        return;
      }
      // Placing the order includes the work of a review.
      endReview();
    },
    options,
  );
  element.addEventListener(
    orderFormEvent,
    (event) => {
      (event as CustomEvent<OrderFormDetail>).detail.answer(orderTyped(event.target as HTMLFormElement));
    },
    options,
  );
  // The shopper, or the browser after a reload, has changed fields before this script was loaded.
  if (listFields(element).some(isChanged)) reviewSoon(choiceDelay);
  prepareForm(element);
  return () => {
    clearTimeout(timer);
    running?.abort();
    controller.abort();
    status.hide();
  };
}

/**
 * Places the order for buttons that replace the order button. Without the page's request key, the server detects
 * repeated requests by their content: the shopper may have closed the window of a provider and changed the form.
 */
function sendOrder(form: HTMLFormElement): Promise<CallResult<CheckoutOrderReply>> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  body.delete(requestKeyField);
  const path = checkoutOrderCallPath(readConfig()?.rest ?? '');
  return call<CheckoutOrderReply>(path, { method: 'POST', body });
}

/** Scrolls to the list of problems after a refusal. @returns the text of the list */
function showList(element: HTMLElement): string {
  const list = element.querySelector<HTMLElement>('#problems');
  if (list) scrollToNotices(list.parentElement ?? list, list);
  return list?.textContent ?? '';
}

const readProblems = ({ body }: Failure): Readonly<Record<string, string>> =>
  (body as { readonly data?: { readonly params?: Readonly<Record<string, string>> } } | undefined)?.data?.params ?? {};

/** Removes notices that state another total than the order now has. */
function removeOutdatedNotices(form: HTMLFormElement): void {
  const total = form.querySelector<HTMLInputElement>(`[name=${expectedTotalField}]`)?.value;
  for (const notice of document.querySelectorAll<HTMLElement>('[data-refusal]'))
    if (notice.dataset.refusal !== '' && notice.dataset.refusal !== total) notice.remove();
}

const readTexts = (form: HTMLFormElement) => JSON.parse(form.dataset.texts ?? '{}') as CheckoutBehaviourTexts;

const reviewButtons = [applyCouponField, removeCouponField, suggestionField];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const listFields = (element: HTMLElement) => [...element.querySelectorAll<Field>('input, select, textarea')];

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

const isEmpty = (field: Field) => (isCheckable(field) ? !field.checked : field.value.trim() === '');

/**
 * Disables the browser's validation, since reviews show problems. Opens folded fields that the browser has filled in.
 */
function prepareForm(element: HTMLElement): void {
  const form = element.querySelector<HTMLFormElement>('form#checkout');
  if (form) form.noValidate = true;
  for (const fold of element.querySelectorAll<HTMLDetailsElement>('.fold:not([open])'))
    if (listFields(fold).some((field) => !isEmpty(field))) fold.open = true;
}

/** Whether the value of a field differs from the value that the server sent. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

interface Status {
  show(texts: CheckoutBehaviourTexts, retry: () => void): void;
  hide(): void;
}

/** Creates a status line for the order summary, shown while the last review has failed. */
function createStatus(element: HTMLElement): Status {
  const line = document.createElement('p');
  line.className = 'checkout-status';
  return {
    show({ notUpdated, retry: label }, retry) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button button--text';
      button.textContent = label;
      button.addEventListener('click', retry);
      line.replaceChildren(notUpdated, ' ', button);
      element.prepend(line);
      announce(notUpdated);
    },
    hide: () => line.remove(),
  };
}

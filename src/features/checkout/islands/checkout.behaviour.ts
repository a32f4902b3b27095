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

/** Milliseconds after a choice, and after a key press, until the order is reviewed. */
const choiceDelay = 50;
const typingDelay = 700;

/**
 * Reviews the order whenever something was typed or chosen: labels and states follow the country,
 * totals follow address, methods and coupons, and nothing typed is lost. One review at a time: a
 * newer one aborts the call before.
 */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const status = createStatus(element);
  /** Names of the fields that the shopper has left, or that the last form was refused for. */
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
  /** Orders what was typed. What is wrong with fields is shown as after the order button, and has no message then. */
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
      // A field that has lost the focus to a button: what moves on the page must not move the button.
      if (!isField(target) || relatedTarget instanceof HTMLButtonElement || checked.has(target.name)) return;
      const isMissing = isEmpty(target) && (target.required || target.ariaRequired === 'true');
      if (isEmpty(target) && !isMissing) return;
      checked.add(target.name);
      // A change has its review already.
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
      // The order has what a review would say.
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
  // The shopper, or the browser after a reload, was faster than this script.
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
 * Orders the form for buttons in the place of the order button. Without the page's key the content tells whether it was
 * ordered before: the shopper may have closed the window of a provider, and changed something.
 */
function sendOrder(form: HTMLFormElement): Promise<CallResult<CheckoutOrderReply>> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  body.delete(requestKeyField);
  const path = checkoutOrderCallPath(readConfig()?.rest ?? '');
  return call<CheckoutOrderReply>(path, { method: 'POST', body });
}

/** Leads to the list of problems, which a refusal has brought. @returns what it says */
function showList(element: HTMLElement): string {
  const list = element.querySelector<HTMLElement>('#problems');
  if (list) scrollToNotices(list.parentElement ?? list, list);
  return list?.textContent ?? '';
}

/** What is wrong with fields, by their names. */
const readProblems = ({ body }: Failure): Readonly<Record<string, string>> =>
  (body as { readonly data?: { readonly params?: Readonly<Record<string, string>> } } | undefined)?.data?.params ?? {};

/** A notice tells a total that is not that of the order any more. */
function removeOutdatedNotices(form: HTMLFormElement): void {
  const total = form.querySelector<HTMLInputElement>(`[name=${expectedTotalField}]`)?.value;
  for (const notice of document.querySelectorAll<HTMLElement>('[data-refusal]'))
    if (notice.dataset.refusal !== '' && notice.dataset.refusal !== total) notice.remove();
}

const readTexts = (form: HTMLFormElement) => JSON.parse(form.dataset.texts ?? '{}') as CheckoutBehaviourTexts;

/** Buttons whose work a review does. */
const reviewButtons = [applyCouponField, removeCouponField, suggestionField];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const listFields = (element: HTMLElement) => [...element.querySelectorAll<Field>('input, select, textarea')];

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

const isEmpty = (field: Field) => (isCheckable(field) ? !field.checked : field.value.trim() === '');

/** Reviews show the problems, not the browser. A browser may have filled in what is folded. */
function prepareForm(element: HTMLElement): void {
  const form = element.querySelector<HTMLFormElement>('form#checkout');
  if (form) form.noValidate = true;
  for (const fold of element.querySelectorAll<HTMLDetailsElement>('.fold:not([open])'))
    if (listFields(fold).some((field) => !isEmpty(field))) fold.open = true;
}

/** Whether a field is not as the server sent it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

interface Status {
  show(texts: CheckoutBehaviourTexts, retry: () => void): void;
  hide(): void;
}

/** A line below the order summary's total, while the last review has failed. */
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

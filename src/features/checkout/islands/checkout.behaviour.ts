import {
  applyCouponField,
  type CheckoutBehaviourTexts,
  type CheckoutReviewReply,
  removeCouponField,
} from '#features/checkout/contract.ts';
import { applyFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { announce } from '#platform/islands/browser/announce.ts';

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const review = async (button?: HTMLButtonElement): Promise<void> => {
    clearTimeout(timer);
    running?.abort();
    const form = element.querySelector<HTMLFormElement>('form#checkout');
    if (!form) return;
    const abort = new AbortController();
    running = abort;
    element.toggleAttribute('aria-busy', true);
    const { reviewPath } = readTexts(form);
    const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
    const reply = await call<CheckoutReviewReply>(reviewPath, { method: 'POST', body, signal: abort.signal });
    if (abort.signal.aborted) return;
    running = undefined;
    element.removeAttribute('aria-busy');
    if (!reply.ok) return status.show(readTexts(form), () => void review(button));
    status.hide();
    if (reply.data.redirectTo !== null) location.assign(reply.data.redirectTo);
    else await applyFragments(reply.data.fragments);
  };
  const reviewSoon = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void review(), delay);
  };

  element.addEventListener('change', () => reviewSoon(choiceDelay), options);
  element.addEventListener('input', () => reviewSoon(typingDelay), options);
  element.addEventListener(
    'submit',
    (event) => {
      const { submitter } = event;
      if (submitter instanceof HTMLButtonElement && [applyCouponField, removeCouponField].includes(submitter.name)) {
        event.preventDefault();
        void review(submitter);
        return;
      }
      // The order has what a review would say.
      clearTimeout(timer);
      running?.abort();
    },
    options,
  );
  // The shopper, or the browser after a reload, was faster than this script.
  if ([...element.querySelectorAll<Field>('input, select, textarea')].some(isChanged)) reviewSoon(choiceDelay);
  return () => {
    clearTimeout(timer);
    running?.abort();
    controller.abort();
    status.hide();
  };
}

const readTexts = (form: HTMLFormElement) => JSON.parse(form.dataset.texts ?? '{}') as CheckoutBehaviourTexts;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a field is not as the server sent it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  const isCheckable = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
  return isCheckable ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
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

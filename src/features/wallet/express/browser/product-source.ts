import { applyReply } from '#features/cart/browser.ts';
import { cartItemPath, requestKeyField } from '#features/cart/contract.ts';
import type { AddReply } from '#features/mini-cart/contract.ts';
import { buyNowField, mainButtonSelector, variationChangedEvent } from '#features/product-form/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import { type ExpressSource, toError } from './express-handlers.ts';

const findMainButton = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>(mainButtonSelector);

/** Whether everything is chosen, and a press would add it. */
const canAdd = (form: HTMLFormElement): boolean =>
  !form.matches(':invalid') &&
  (findMainButton(form)?.matches(':not(:disabled, [aria-disabled=true], [aria-busy=true])') ?? false);

/** Presses the main button, which says what is missing, and keeps the form from being sent. */
function tryMainButton(form: HTMLFormElement): boolean {
  let isSent = false;
  const stop = (event: Event) => {
    isSent = event.target === form;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('submit', stop, { capture: true });
  findMainButton(form)?.click();
  document.removeEventListener('submit', stop, { capture: true });
  return isSent;
}

/** What the form of a product has chosen. It is bought alone, as with 'Buy now'. */
export function createProductSource(form: HTMLFormElement): Pick<ExpressSource, 'isReady' | 'prepare'> {
  return {
    isReady: () => !findMainButton(form)?.matches('[aria-busy=true]') && tryMainButton(form),
    async prepare() {
      const fields = new FormData(form);
      fields.set(buyNowField, '1');
      fields.set(requestKeyField, createKey());
      const reply = await call<AddReply>(cartItemPath(readConfig()?.rest ?? ''), { method: 'POST', body: fields });
      if (!reply.ok) throw toError(reply);
      await applyReply(reply.data);
    },
  };
}

/** `crypto.randomUUID` is missing where the shop is opened without TLS. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');

/** Tells whether what a form has chosen can be added, now and after each change. @returns ends it */
export function followProductForm(form: HTMLFormElement, tell: (canPay: boolean) => void): () => void {
  const update = () => tell(canAdd(form));
  const observer = new MutationObserver(update);
  observer.observe(form, { subtree: true, attributeFilter: ['disabled', 'aria-disabled', 'aria-busy'] });
  const changes = ['input', 'change', 'reset', variationChangedEvent];
  for (const type of changes) form.addEventListener(type, update);
  update();
  return () => {
    observer.disconnect();
    for (const type of changes) form.removeEventListener(type, update);
  };
}

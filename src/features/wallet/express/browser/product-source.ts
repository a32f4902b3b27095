import { applyReply } from '#features/cart/browser.ts';
import { cartItemPath, requestKeyField } from '#features/cart/contract.ts';
import type { AddReply } from '#features/mini-cart/contract.ts';
import { pressMainButton } from '#features/product-form/browser.ts';
import { buyNowField } from '#features/product-form/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import { type ExpressSource, toError } from './express-handlers.ts';

/** Creates a source that puts the product chosen in the form alone into the cart, as 'Buy now' does. */
export function createProductSource(form: HTMLFormElement): Pick<ExpressSource, 'isReady' | 'prepare'> {
  return {
    isReady: () => pressMainButton(form),
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

/** `crypto.randomUUID` is missing in pages without TLS. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');

import { z } from 'zod';
import { getProductViews } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { parseSetFieldName } from './contract.ts';
import { productFormErrors } from './errors.ts';
import { livePrice } from './live-price.ts';
import { listOffers } from './offers.ts';
import { priceSet } from './set-price.ts';
import { productFormTexts as texts } from './texts.ts';

export const getSetPriceActionName = ({ themePrefix }: WireNames) => `${themePrefix}_set_price`;

/** Most members with a quantity in a request. */
const maxMembers = 50;

/** Unknown fields are ignored. */
const setInput = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' })
  .transform((fields, context) => {
    const sent = Object.entries(fields).flatMap(([name, value]) => {
      const field = parseSetFieldName(name);
      return field ? [{ ...field, text: typeof value === 'string' ? value : '' }] : [];
    });
    const items = sent.flatMap(({ productId, attributeSlug, text }) => {
      if (attributeSlug !== null || text === '0') return [];
      const chosen = sent.flatMap((field) =>
        field.productId === productId && field.attributeSlug !== null ? [[field.attributeSlug, field.text]] : [],
      );
      const terms: Record<string, string> = Object.fromEntries(chosen);
      return [{ productId, chosen: terms, quantity: /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN }];
    });
    if (items.length > 0 && items.length <= maxMembers && !items.some(({ quantity }) => Number.isNaN(quantity)))
      return items;
    const message = `expected 1 to ${maxMembers} products with whole numbers of at most 9999`;
    context.addIssue({ code: 'custom', path: ['quantity[…]'], message });
    return z.NEVER;
  });

/**
 * Returns the price of the choice of a set as a `LivePrice`, with one query, or two when prices are shown otherwise
 * than entered.
 */
export const setPriceAction = defineAjaxAction({
  name: getSetPriceActionName,
  description:
    'Returns the price for the form of a set: `quantity[<id>]` and `attribute_<slug>[<id>]` for its members. A member without a choice counts with its lowest price.',
  endpoint: 'ajaxEndpoint',
  method: 'GET',
  schema: setInput,
  response: livePrice,
  errors: productFormErrors.codes,
  run: async ({ shop, reply }, input) => {
    const display = await loadPriceDisplay(shop, shop.db);
    const ids = input.map(({ productId }) => productId);
    const products = new Map(
      (await getProductViews(shop.db, ids, shop.clock.now(), display)).map((product) => [product.id, product]),
    );
    const items = input.flatMap(({ productId, ...item }) => {
      const product = products.get(productId);
      return product && listOffers(product).length > 0 ? [{ ...item, product }] : [];
    });
    if (items.length < input.length) return sendFailure(reply, 404, 'NOT_FOUND', shop.t(texts.productNotFound));
    return priceSet(shop, shop.renderContext(shop.wire.ajaxEndpoint), items, display);
  },
});

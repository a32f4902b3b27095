import { z } from 'zod';
import { getPurchasableVariations } from '#features/catalog/index.ts';
import {
  type AddonDefinition,
  type AddonFile,
  type AddonFiles,
  type AddonForm,
  addonFieldName,
  loadPriceDisplay,
  type PriceQuote,
  quotePrice,
} from '#features/pricing/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { sendFailure } from '#platform/http/replies.ts';
import type { LivePrice } from './contract.ts';
import { productFormErrors } from './errors.ts';
import { livePrice } from './live-price.ts';
import { productFormTexts as texts } from './texts.ts';

export const getPriceActionName = ({ themePrefix }: WireNames) => `${themePrefix}_product_price`;

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const value = z.string().max(1000);
const addonValues = z.record(z.string(), z.union([value, z.array(value).max(100)]));

/** Unknown fields are ignored. */
const priceInput = z
  .looseObject({ product_id: id, variation_id: id.optional(), quantity: z.coerce.number().int().min(1).max(9999) })
  .refine((fields) => Object.keys(fields).length <= 100, { error: 'at most 100 fields' })
  .transform((fields, context) => {
    const sent = Object.entries(fields).filter(([name]) => /^addon-.{1,200}$/.test(name));
    const addons = addonValues.safeParse(Object.fromEntries(sent));
    if (addons.success) return { ...fields, addons: addons.data };
    context.addIssue({ code: 'custom', path: ['addon-…'], message: 'expected texts of at most 1,000 characters' });
    return z.NEVER;
  });

/**
 * Returns the price for the current form values as a `LivePrice`, with one query, or two when prices are shown
 * otherwise than entered. Required add-ons may still be empty. Errors have the codes of adding to the cart.
 */
export const priceAction = defineAjaxAction({
  name: getPriceActionName,
  description: 'Returns the price for the values of a product form. Add-ons are fields `addon-…`.',
  endpoint: 'ajaxEndpoint',
  method: 'GET',
  schema: priceInput,
  response: livePrice,
  errors: productFormErrors.codes,
  run: async ({ shop, reply }, { product_id: productId, variation_id: variationId, quantity, addons }) => {
    const lookupId = variationId ?? productId;
    const purchasable = (await getPurchasableVariations(shop.db, [lookupId], shop.clock.now())).get(lookupId);
    if (!purchasable || purchasable.productId !== productId || purchasable.status !== 'published')
      return sendFailure(reply, 404, 'NOT_FOUND', shop.t(texts.productNotFound));
    if (purchasable.unavailableReason === 'CHOOSE_OPTIONS')
      return sendFailure(reply, 400, 'MAKE_A_SELECTION', shop.t(texts.makeASelection));
    const { price } = purchasable;
    if (price === null || purchasable.unavailableReason === 'NOT_FOR_SALE')
      return sendFailure(reply, 400, 'UNAVAILABLE', shop.t(texts.unavailable));
    const optionalAddons = purchasable.addons.map((addon) => ({ ...addon, required: false }));
    const quote = quotePrice({ price, addons: optionalAddons }, addons, quantity, anyFiles(purchasable.addons, addons));
    if (quote.ok) {
      const display = await loadPriceDisplay(shop, shop.db);
      const taxClass = purchasable.taxStatus === 'taxable' ? purchasable.taxClass : null;
      const show = (amount: number) => display.toShown(amount, taxClass);
      return toLivePrice(shop, { quote, quantity, show });
    }
    const [failed] = quote.failures;
    return sendFailure(reply, 400, failed?.code ?? 'UNAVAILABLE', failed ? shop.t(failed.text, failed.values) : '');
  },
});

/** The content of files doesn't change the price, so ids are accepted without reading the private uploads. */
function anyFiles(definitions: readonly AddonDefinition[], form: AddonForm): AddonFiles {
  const files = definitions.flatMap((definition): AddonFile[] => {
    const [type] = definition.fileRule?.types ?? [];
    const sent = [form[addonFieldName(definition)] ?? []].flat();
    return type ? sent.map((id) => ({ id: id.trim(), name: '', type, bytes: 1, sha256: '', shown: '' })) : [];
  });
  return new Map(files.map((file) => [file.id, file]));
}

interface QuotedItem {
  readonly quote: PriceQuote;
  readonly quantity: number;
  /** Converts an amount as entered to an amount as shown, with or without tax. */
  readonly show: (amount: number) => number;
}

/** Converts the total as a whole, not each item, as the cart does. */
function toLivePrice(shop: Shop, { quote, quantity, show }: QuotedItem): LivePrice {
  const { currency } = shop.choices;
  const { t, price } = shop.renderContext(shop.wire.ajaxEndpoint);
  const [unit, total] = [show(quote.unitPrice), show(quote.total)];
  return {
    headline: price({ amount: unit, currency }),
    total: { label: t(texts.totalOf, { count: quantity }), price: price({ amount: total, currency }) },
    amounts: { unit, total, currency },
  };
}

import { findCustomer, findCustomerByEmail, findDefaultAddresses } from '#features/customers/index.ts';
import { checkVatNumber, vatNumberTexts } from '#features/vat-numbers/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem, ValuesOf } from '#platform/forms/field.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { findPriceRefusal } from '../agreed-prices.ts';
import { describeManualOrderFailure } from '../describe-failure.ts';
import type { ManualOrderInput } from '../order-file.ts';
import { type ManualOrderFailure, quoteManualOrder } from '../price-manual-order.ts';
import type { createDraftFields } from './draft-fields.tsx';
import { draftTexts as texts } from './draft-texts.ts';

export type DraftValues = ValuesOf<ReturnType<typeof createDraftFields>>;

export const emptyDraft: DraftValues = {
  ...{ customer: null, email: '', phone: '', billing: null, vatNumber: '', delivery: null, lines: [] },
  ...{ coupons: '', shippingMethod: '', shippingTitle: '', shippingPrice: null, note: '', internalNote: '' },
};

export function toDraftValues(
  { choices: { currency } }: Shop,
  input: ManualOrderInput,
  ids: readonly number[],
): DraftValues {
  const { customerId, email, phone, billing, delivery, lines, coupons, shipping, note, internalNote } = input;
  const { shippingMethod = '', vatNumber = '' } = input;
  const toMinor = (amount: string | undefined) => (amount === undefined ? null : readAmount(amount, currency));
  return {
    ...{ customer: customerId ?? null, email, phone, billing, delivery: delivery ?? null, note, internalNote },
    lines: lines.map(({ quantity, price, priceReason: reason, choices, addons, uploads }, index) => ({
      ...{ variation: ids[index] ?? null, quantity, price: toMinor(price), reason },
      details:
        Object.keys(choices).length + Object.keys(addons).length > 0 || uploads.length > 0
          ? { choices, addons, uploads }
          : null,
    })),
    coupons: coupons.join(', '),
    vatNumber,
    ...{ shippingMethod, shippingTitle: shipping?.title ?? '', shippingPrice: toMinor(shipping?.amount) },
  };
}

type ReadDraft =
  | { readonly ok: true; readonly input: ManualOrderInput }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

const refuse = (field: string, message: string): ReadDraft => ({ ok: false, problems: [{ field, message }] });

const fieldsOfFailures: Readonly<Record<ManualOrderFailure['code'], string>> = {
  ...{ SKU_NOT_FOUND: 'lines', LINE_UNAVAILABLE: 'lines', ADDONS_INVALID: 'lines', AMOUNT_INVALID: 'lines' },
  ...{ OUT_OF_STOCK: 'lines', ORDER_NOT_FOUND: 'lines', PAYMENT_UNAVAILABLE: 'lines', PRICE_NOT_ALLOWED: 'lines' },
  ...{ COUPON_REFUSED: 'coupons', SHIPPING_UNAVAILABLE: 'shippingMethod' },
};

/**
 * Reads form values as the input of an order that can be priced, with data of the customer's account and prices that
 * the actor may set.
 * @param before the former input; its file add-ons and further fields are kept
 */
export async function readDraftValues(
  shop: Shop,
  db: Db,
  values: DraftValues,
  { before, actor }: { readonly before: ManualOrderInput | null; readonly actor: Actor },
): Promise<ReadDraft> {
  const { t, choices } = shop;
  const toText = (amount: number) => toDecimal({ amount, currency: choices.currency });
  const account = await findAccount(db, values.customer);
  if (account === 'gone') return refuse('customer', t(texts.customerGone));
  const email = values.email || (account?.email ?? '');
  if (email === '') return refuse('email', t(texts.emailMissing));
  const billing = values.billing ?? account?.billing ?? null;
  if (billing === null) return refuse('billing_first_name', t(texts.addressMissing));
  const delivery = values.delivery ?? (values.billing === null ? account?.shipping : undefined) ?? undefined;
  const number = await readVatNumber(shop, values.vatNumber, billing.country);
  if (!number.ok) return number;
  const codes = values.coupons.split(',').map((code) => code.trim());
  const { shippingPrice, shippingTitle } = values;
  const input: ManualOrderInput = {
    ...{ fees: [], ...before, isTaxExempt: account?.isTaxExempt ?? false },
    customerId: values.customer ?? undefined,
    ...{ email, phone: values.phone, note: values.note, internalNote: values.internalNote, billing, delivery },
    lines: values.lines.map(({ variation, quantity, price, reason, details }) => ({
      ...{ sku: '', variationId: variation ?? 0, quantity: quantity ?? 1 },
      ...(price === null ? {} : { price: toText(price) }),
      ...{ priceReason: reason, ...(details ?? { choices: {}, addons: {}, uploads: [] }) },
    })),
    coupons: codes.filter((code) => code !== ''),
    vatNumber: number.value,
    shippingMethod: values.shippingMethod || undefined,
    shipping:
      shippingPrice === null ? undefined : { title: shippingTitle || t(texts.shipping), amount: toText(shippingPrice) },
  };
  const quote = await quoteManualOrder(shop, db, input, { kind: 'account' });
  if (!quote.ok) return refuse(fieldsOfFailures[quote.code], describeManualOrderFailure(shop, quote));
  const unexplained = values.lines.findIndex(({ price, reason }) => price !== null && reason === '');
  if (unexplained >= 0) return refuse('lines', t(texts.reasonMissing, { name: quote.lines[unexplained]?.name ?? '' }));
  const refusal = await findPriceRefusal(shop, db, { input, quote }, actor);
  if (!refusal) return { ok: true, input };
  const field = input.lines.some(({ price }) => price !== undefined) ? 'lines' : 'shippingPrice';
  return refuse(field, describeManualOrderFailure(shop, refusal));
}

async function readVatNumber({ t, choices }: Shop, typed: string, country: string) {
  if (typed === '') return { ok: true, value: undefined } as const;
  const checked = await checkVatNumber(typed, country);
  if (checked.ok) return { ok: true, value: checked.number } as const;
  const named = { country: getCountryName(checked.country, choices.locale) };
  return { ok: false, problems: [{ field: 'vatNumber', message: t(vatNumberTexts.invalid, named) }] } as const;
}

async function findAccount(db: Db, id: number | null) {
  if (id === null) return null;
  const [customer, addresses] = await Promise.all([findCustomer(db, id), findDefaultAddresses(db, id)]);
  const details = customer && (await findCustomerByEmail(db, customer.email));
  return details ? { ...addresses, email: details.email, isTaxExempt: details.isTaxExempt } : 'gone';
}

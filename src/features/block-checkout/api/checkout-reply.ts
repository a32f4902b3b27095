import { renderToStaticMarkup } from 'react-dom/server';
import {
  type AddressKind,
  addressFieldName,
  createAddressFields,
  getSelectedCountry,
} from '#features/addresses/index.ts';
import {
  type CheckoutView,
  createAddressForm,
  findNextOrderId,
  hasShippingAddress,
  needsFullAddress,
  readCheckoutForm,
  readTaxAddress,
} from '#features/checkout/index.ts';
import type { Order } from '#features/orders/index.ts';
import { createHeldContent } from '#features/payments/index.ts';
import {
  calculationToTotalsView,
  formatShippingRefusals,
  formatTotals,
  getOnlyPackage,
} from '#features/pricing/index.ts';
import { type StoreCart, toStoreCart } from '#features/store-api/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { blockCheckoutTexts as texts } from '../texts.ts';
import { noAddress, toAdditionalFields, toParam, toTypedFields } from './checkout-fields.ts';
import type { AddressFieldData, CheckoutExtensionData, ExtraFieldData, StoreCheckout } from './checkout-schemas.ts';

const openStatus = 'checkout-draft';

/**
 * Loads the checkout of a cart in its public shape.
 * @param customerId null for a guest
 */
export async function loadStoreCheckout(
  view: CheckoutView,
  customerId: number | null,
  hasCart: boolean,
): Promise<StoreCheckout> {
  const { shop, form, order } = view;
  const orderId = (await findNextOrderId(shop.db, order.cart.id)) ?? 0;
  const typed = toTypedFields(shop.wire, form);
  const { billing, shipping, email, phone, note, paymentMethod } = typed;
  const deliveryKind = hasShippingAddress(form) ? 'shipping' : 'billing';
  return {
    order_id: orderId,
    status: openStatus,
    ...{ order_key: '', order_number: '' },
    customer_note: note,
    customer_id: customerId ?? 0,
    billing_address: { ...billing, country: readCountry(view, 'billing'), phone, email },
    shipping_address: { ...shipping, country: readCountry(view, deliveryKind), phone },
    payment_method: paymentMethod,
    payment_result: { payment_status: '', payment_details: [], redirect_url: '' },
    additional_fields: toAdditionalFields(shop.wire, typed),
    ...(hasCart ? { __experimentalCart: await toCheckoutCart(view) } : {}),
    extensions: { checkout: await toExtensionData(view) },
  };
}

const getDemand = ({ form, order: { cart } }: CheckoutView) => ({ form, needsFullAddress: needsFullAddress(cart) });

/** Returns the typed country, or else the first country of the shop. */
function readCountry(view: CheckoutView, kind: AddressKind): string {
  return getSelectedCountry(view.form, createAddressForm(view.shop, kind, getDemand(view)));
}

/** Calculates the cart for the addresses of the checkout, which the cart may not store yet. */
function toCheckoutCart(view: CheckoutView): Promise<StoreCart> {
  const { shop, form } = view;
  const { cart, vatNumber } = view.order;
  const { billing, shipping, email, phone } = toTypedFields(shop.wire, form);
  const demand = getDemand(view);
  const billingAddress = readTaxAddress(shop, 'billing', demand);
  const destination = hasShippingAddress(form) ? readTaxAddress(shop, 'shipping', demand) : billingAddress;
  return toStoreCart(
    shop,
    { ...cart, destination, billingAddress, vatNumber },
    { billing, shipping, email, phone, shippingPhone: phone },
  );
}

async function toExtensionData(view: CheckoutView): Promise<CheckoutExtensionData> {
  const { shop, context, form, order, extraFields, suggestions } = view;
  const { calculation, methods, cart } = order;
  const read = await readCheckoutForm(shop, form, {
    extras: extraFields,
    needsFullAddress: () => needsFullAddress(cart),
  });
  const problems = read.ok ? [] : read.problems;
  const rows = formatTotals(context, calculationToTotalsView(calculation, context.taxDisplay));
  const delivery = readCountry(view, hasShippingAddress(form) ? 'shipping' : 'billing');
  const isBlocked = cart.needsShipping && getOnlyPackage(calculation).options.length === 0;
  return {
    billing_fields: listAddressFields(view, 'billing'),
    shipping_fields: listAddressFields(view, 'shipping'),
    payment_methods: methods.map(({ id, title, description }) => ({
      ...{ id, title },
      description_html: renderToStaticMarkup(description),
    })),
    shipping_problems: isBlocked ? formatShippingRefusals(context, calculation, delivery) : [],
    totals: rows.map(({ label, value, isGrandTotal = false }) => ({ label, value, is_total: isGrandTotal })),
    total: String(calculation.totals.total),
    total_parts: createHeldContent(calculation, cart.needsShipping).breakdown,
    is_taxed: calculation.untaxedReason === null,
    notes: [...view.fieldNotes],
    problems: problems.map(({ field, message }) => ({ param: toParam(shop.wire, field), message })),
    suggestions: suggestions.map(({ field, value }) => ({ param: toParam(shop.wire, field), value })),
    extra_fields: renderExtraFields(view, problems),
  };
}

export function renderExtraFields(
  { form, extraFields }: Pick<CheckoutView, 'form' | 'extraFields'>,
  problems: readonly FormProblem[],
): ExtraFieldData[] {
  return extraFields.map(({ name, section = 'note' as const, render }) => ({
    ...{ name, section },
    html: renderToStaticMarkup(render(form, problems)),
  }));
}

/**
 * Lists the fields of an address for its country. The delivery address equals the billing address unless the shopper
 * enters another.
 */
function listAddressFields(view: CheckoutView, kind: AddressKind): AddressFieldData[] {
  const { shop, context, form } = view;
  const address = createAddressForm(shop, kind, getDemand(view));
  const folded = (address.folded ?? []).map((field) => addressFieldName(kind, field));
  const country = readCountry(view, kind === 'shipping' && hasShippingAddress(form) ? 'shipping' : 'billing');
  const toKey = (name: string) => name.slice(kind.length + 1);
  return createAddressFields(context, address, country).map((field) => ({
    key: toKey(field.name),
    label: field.label,
    note: field.note ?? '',
    required: field.required ?? false,
    max: field.max,
    autocomplete: field.autoComplete ?? '',
    width: field.width ?? 'full',
    options: toKey(field.name) === 'country' ? [] : [...(field.options ?? [])],
    folded: !field.required && folded.includes(field.name),
  }));
}

interface PlacedFacts {
  readonly form: CheckoutView['form'];
  readonly redirectUrl: string;
  /** Data with which a script of the payment's provider continues. Null for other payments. */
  readonly client: Readonly<Record<string, unknown>> | null;
}

/** Converts the checkout after its order was placed. */
export function toPlacedCheckout(
  { wire, t }: Pick<Shop, 'wire' | 't'>,
  order: Order,
  { form, redirectUrl, client }: PlacedFacts,
): StoreCheckout {
  const { id, status, token, number, note, customerId, email, phone, delivery, paymentMethod } = order;
  const billing = order.billing ?? noAddress;
  const shipping = delivery ?? billing;
  return {
    order_id: id,
    status,
    order_key: token,
    order_number: String(number),
    customer_note: note,
    customer_id: customerId ?? 0,
    billing_address: { ...billing, phone, email },
    shipping_address: { ...shipping, phone },
    payment_method: paymentMethod,
    payment_result: toPaymentResult(t, status, redirectUrl, client ?? {}),
    additional_fields: toAdditionalFields(wire, toTypedFields(wire, form)),
    extensions: {},
  };
}

/**
 * Tells whether the shopper can continue. A refused payment leaves the order, whose page offers other payment
 * methods.
 */
function toPaymentResult(
  t: Shop['t'],
  status: Order['status'],
  redirectUrl: string,
  client: Readonly<Record<string, unknown>>,
): StoreCheckout['payment_result'] {
  const known = Object.entries(client).flatMap(([key, value]) => (typeof value === 'string' ? [{ key, value }] : []));
  if (status !== 'failed') return { payment_status: 'success', payment_details: known, redirect_url: redirectUrl };
  const details = [{ key: 'message', value: t(texts.paymentRefused) }];
  return { payment_status: 'failure', payment_details: details, redirect_url: redirectUrl };
}

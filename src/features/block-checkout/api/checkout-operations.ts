import { createAccountField } from '#features/accounts/index.ts';
import {
  type Address,
  type AddressKind,
  addressFieldName,
  addressFields,
  readAddress,
  toAddressForm,
} from '#features/addresses/index.ts';
import { type Cart, getCart, setVatNumber } from '#features/cart/index.ts';
import {
  checkoutSettings,
  describeOrderFailure,
  findNextStep,
  loadCheckout,
  placeTypedOrder,
  readDataExtensions,
  requestKeyField,
  saveForm,
  shippingMethodField,
  type TypedOrderFailure,
  termsField,
  withoutExtensionFields,
} from '#features/checkout/index.ts';
import { createOrderLink, getOrder, orderPath } from '#features/orders/index.ts';
import {
  type AnyStoreOperation,
  createStoreFailure,
  defineStoreOperation,
  type StoreCall,
  type StoreErrorCode,
  type StoreFailure,
  type StoreSuccess,
  setDelivery,
} from '#features/store-api/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { mergeFields, noFields, toForm, toParam, toTypedFields } from './checkout-fields.ts';
import { loadStoreCheckout, toPlacedCheckout } from './checkout-reply.ts';
import {
  type OrderInput,
  orderInput,
  readInput,
  storeCheckout,
  type UpdateInput,
  updateInput,
} from './checkout-schemas.ts';

type Result = StoreSuccess | StoreFailure;

/** Changes no data. */
async function answerCheckout({ shop, session }: StoreCall, form: FormBody | null, hasCart: boolean): Promise<Result> {
  const view = await loadCheckout(shop, session.actor, form === null ? {} : { form });
  if (!view) return refuseCart(shop, await getCart(shop, session.owner));
  if (form !== null) await setVatNumber(shop.db, view.order.cart, view.order.vatNumber);
  return { ok: true, body: await loadStoreCheckout(view, session.customerId, hasCart) };
}

function refuseCart(shop: Shop, { lines }: Cart): StoreFailure {
  const code = lines.length === 0 ? 'EMPTY_CART' : 'CART_CHANGED';
  return toFailure(shop, { ok: false, code }, {});
}

/** Stores the typed values, and with the cart those addresses and methods that are valid. */
async function updateCheckout(call: StoreCall, input: UpdateInput): Promise<Result> {
  const { shop, session } = call;
  const receivedAt = shop.clock.now();
  const known = await loadCheckout(shop, session.actor, {});
  if (!known) return refuseCart(shop, await getCart(shop, session.owner));
  const { cart } = known.order;
  const fields = mergeFields(toTypedFields(shop.wire, known.form), input);
  const form = { ...toForm(shop.wire, fields, cart.needsShipping), ...toShippingField(cart) };
  const kept = withoutExtensionFields(shop, form);
  const billing = readValidAddress(shop, 'billing', fields.billing);
  const shipping = readValidAddress(shop, 'shipping', fields.shipping);
  await setDelivery(call, { billing, shipping, email: fields.email, phone: fields.phone });
  await saveForm(shop, await getCart(shop, session.owner), { form: kept, receivedAt });
  return answerCheckout(call, kept, input.__experimental_calc_totals);
}

const toShippingField = ({ shippingMethod }: Cart): FormBody =>
  shippingMethod === null ? {} : { [shippingMethodField]: shippingMethod };

/**
 * Returns the valid fields only, which the cart stores. Without a country that the shop sells to, no field is stored.
 */
function readValidAddress({ t, choices: { countries } }: Shop, kind: AddressKind, typed: Address): Address {
  const { address, problems } = readAddress(t, toAddressForm(typed, kind), { kind, countries, required: [] });
  const invalid = new Set(problems.map(({ field }) => field));
  const fields = addressFields.map((field) => [
    field,
    invalid.has(addressFieldName(kind, field)) ? '' : address[field],
  ]);
  return Object.fromEntries(fields) as Address;
}

/** Orders the whole cart with the rules, limits and request keys of the checkout's form. */
async function placeCheckout(call: StoreCall, input: OrderInput): Promise<Result> {
  const { shop, session, request, ip, requestKey = null } = call;
  const { actor, owner } = session;
  const cart = await getCart(shop, owner);
  // When a request is repeated, the cart is empty because it was ordered already.
  const needsShipping = cart.needsShipping || cart.lines.length === 0;
  const account = { [`${shop.wire.storePlugin}/${createAccountField}`]: input.create_account ?? false };
  const sent = {
    ...input,
    additional_fields: { ...account, ...listAssumedFields(shop), ...input.additional_fields },
  };
  const form = toForm(shop.wire, mergeFields(noFields, sent), needsShipping);
  const { expected_total: expectedTotal } = input;
  const placed = await placeTypedOrder(shop, actor, {
    // The key of a repeated request lets it pass the bot check that it has passed before.
    form: { ...form, [requestKeyField]: requestKey ?? '' },
    extensions: readDataExtensions(shop, request, input.extensions),
    ipAddress: ip,
    overrides: {
      requestKey,
      shippingMethod: null,
      expectedTotal: expectedTotal === undefined ? null : Number(expectedTotal),
    },
  });
  if (!placed.ok) return toFailure(shop, placed, form);
  const { path: next, client } = await findNextStep(shop, placed);
  const order = await getOrder(shop.db, { token: placed.token });
  if (!order) throw new Error(`order ${placed.number} was placed and is not there`);
  // A client with a token has no cookies, which the order's page needs to recognise the shopper.
  const path = session.hasToken && next === orderPath(order.token) ? createOrderLink(shop, order) : next;
  const redirectUrl = new URL(path, shop.config.publicUrl).href;
  return { ok: true, body: toPlacedCheckout(shop, order, { form, redirectUrl, client }) };
}

/** A client whose own form asks for the terms may omit them. A value that it sends takes precedence. */
function listAssumedFields({ settings, wire }: Shop): Readonly<Record<string, boolean>> {
  const { storeApiTerms } = settings(checkoutSettings);
  return storeApiTerms === 'when-sent' ? { [`${wire.storePlugin}/${termsField}`]: true } : {};
}

const failureCodes: Readonly<Record<TypedOrderFailure['code'], StoreErrorCode>> = {
  FORM_INVALID: 'rest_invalid_param',
  EMPTY_CART: 'cart_empty',
  CART_CHANGED: 'cart_item_error',
  OUT_OF_STOCK: 'checkout_out_of_stock',
  PRICE_CHANGED: 'checkout_total_mismatch',
  COUPONS_LOST: 'cart_coupons_lost',
  SHIPPING_UNAVAILABLE: 'checkout_shipping_unavailable',
  PAYMENT_UNAVAILABLE: 'checkout_payment_method_unavailable',
  PAYMENT_IN_PROGRESS: 'checkout_payment_in_progress',
  TOO_MANY_ORDERS: 'rate_limit_exceeded',
  RESERVATION_LIMIT: 'checkout_reservation_limit',
  REQUEST_KEY_USED: 'checkout_request_key_used',
};

function toFailure(shop: Shop, failure: TypedOrderFailure, form: FormBody): StoreFailure {
  const { problems = [], notices = [] } = describeOrderFailure(shop, failure, form);
  const message = [...notices.map(({ text }) => text), ...problems.map((problem) => problem.message)].join(' ');
  const params = problems.map((problem) => [toParam(shop.wire, problem.field), problem.message]);
  return {
    ...createStoreFailure(failureCodes[failure.code], message),
    ...(failure.code === 'FORM_INVALID' ? { params: Object.fromEntries(params) } : {}),
    ...(failure.code === 'TOO_MANY_ORDERS' ? { retryAfter: failure.retryAfter } : {}),
  };
}

/** The calls of the checkout. They can't be part of a batch, because an order is more than a change of the cart. */
export const checkoutOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.get-checkout', description: 'Returns the checkout of the cart.', method: 'GET' },
    ...{ path: 'checkout', subject: 'checkout', input: readInput, response: storeCheckout },
    run: (call, { __experimental_calc_totals: hasCart }) => answerCheckout(call, null, hasCart),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.update-checkout', description: 'Keeps what was typed into the checkout.', method: 'PUT' },
    ...{ path: 'checkout', subject: 'checkout', input: updateInput, response: storeCheckout },
    run: updateCheckout,
  }),
  defineStoreOperation({
    ...{ name: 'store-api.place-order', description: 'Orders the cart and begins its payment.', method: 'POST' },
    ...{ path: 'checkout', subject: 'checkout', input: orderInput, response: storeCheckout },
    run: placeCheckout,
  }),
];

import { z } from 'zod';
import {
  type Address,
  type AddressKind,
  addressFields,
  readAddress,
  toAddressForm,
} from '#features/addresses/index.ts';
import {
  addToCart,
  formatQuantityProblem,
  getCart,
  removeAllCoupons,
  removeLine,
  reserveNewCart,
  setQuantities,
} from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldText } from '#platform/input/fold-text.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import {
  type AnyStoreOperation,
  createStoreFailure,
  defineStoreOperation,
  integerInput,
  type StoreCall,
  type StoreFailure,
  type StoreSuccess,
} from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { loadStoreCart, loadStoreCartItems } from './cart-reply.ts';
import { cartCoupon, cartItem, storeCart } from './cart-schemas.ts';
import { applyCoupon, readDelivery, removeCoupon, selectRate, setDelivery } from './delivery.ts';
import { addFailureCodes, quantityProblemCodes } from './problem-codes.ts';
import { toAddRequest } from './requested-item.ts';

type Result = { readonly ok: true } | StoreFailure;

const emptyInput = z.object({});
const keyInput = z.object({ key: z.string().max(200) });
const quantityInput = z.object({ key: z.string().max(200), quantity: integerInput });
const codeInput = z.object({ code: z.string().trim().min(1).max(200) });

/** Ids, quantity and `variation` have fixed names; add-ons have the names of the product form's fields. */
const itemInput = z.looseObject({
  id: integerInput,
  quantity: integerInput.default(1),
  variation: z
    .array(z.object({ attribute: z.string().max(200), value: z.string().max(200) }))
    .max(50)
    .default([])
    .describe('Choices: names or slugs of attributes, and slugs of terms'),
});

type ItemInput = z.infer<typeof itemInput>;

async function addItem(
  call: StoreCall,
  input: ItemInput,
): Promise<{ readonly ok: true; readonly key: string } | StoreFailure> {
  const { shop, ip, session, requestKey = null } = call;
  const requested = await toAddRequest(shop, input);
  if (!requested.ok) return requested;
  const allowance = await reserveNewCart(shop, session.owner, ip);
  if (!allowance.ok) return createStoreFailure('rate_limit_exceeded', shop.t(texts.tooManyCarts));
  const added = await addToCart(shop, session.owner, { ...requested.request, requestKey });
  if (added.ok) return { ok: true, key: added.lines[0]?.key ?? '' };
  await allowance.giveBack();
  return createStoreFailure(addFailureCodes[added.code], shop.t(added.text, added.values));
}

async function updateItem(
  { shop, session }: StoreCall,
  { key, quantity }: z.infer<typeof quantityInput>,
): Promise<Result> {
  const [problem] = (await setQuantities(shop, session.owner, new Map([[key, quantity]]))).problems;
  if (!problem) return { ok: true };
  return createStoreFailure(quantityProblemCodes[problem.code], formatQuantityProblem(shop.t, problem));
}

async function removeItem({ shop, session }: StoreCall, key: string): Promise<Result> {
  const isRemoved = z.uuid().safeParse(key).success && (await removeLine(shop, session.owner, key));
  return isRemoved ? { ok: true } : createStoreFailure('cart_invalid_key', shop.t(texts.lineMissing));
}

async function removeAllItems({ shop, session }: StoreCall): Promise<void> {
  const { lines } = await getCart(shop, session.owner);
  await setQuantities(shop, session.owner, new Map(lines.map(({ key }) => [key, 0])));
}

/** Wraps an operation: a success is answered with the whole cart. */
function withCart<Input>(run: (call: StoreCall, input: Input) => Promise<Result>) {
  return async (call: StoreCall, input: Input): Promise<StoreSuccess | StoreFailure> => {
    const result = await run(call, input);
    return result.ok ? { ok: true, body: await loadStoreCart(call.shop, call.session) } : result;
  };
}

async function answerItem({ shop, session }: StoreCall, key: string): Promise<StoreSuccess | StoreFailure> {
  const item = (await loadStoreCartItems(shop, session)).find((each) => each.key === key);
  return item ? { ok: true, body: item } : createStoreFailure('cart_invalid_key', shop.t(texts.lineMissing));
}

/** Operations of the cart. Each is answered with the whole cart. */
const wholeCartOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.get-cart', description: 'Returns the cart.', method: 'GET', path: 'cart', subject: 'cart' },
    ...{ input: emptyInput, response: storeCart },
    run: withCart(async () => ({ ok: true })),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.add-item', description: 'Adds a product or a variation to the cart.', method: 'POST' },
    ...{ path: 'cart/add-item', subject: 'cart', input: itemInput, status: 201, response: storeCart },
    run: withCart(addItem),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.update-item', description: 'Sets the quantity of a line; 0 removes it.', method: 'POST' },
    ...{ path: 'cart/update-item', subject: 'cart', input: quantityInput, response: storeCart },
    run: withCart(updateItem),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.remove-item', description: 'Removes a line.', method: 'POST', path: 'cart/remove-item' },
    ...{ subject: 'cart', input: keyInput, response: storeCart },
    run: withCart((call, { key }: { key: string }) => removeItem(call, key)),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.apply-coupon', description: 'Applies a coupon.', method: 'POST', path: 'cart/apply-coupon' },
    ...{ subject: 'cart', input: codeInput, response: storeCart },
    run: withCart((call: StoreCall, { code }: { code: string }) => applyCoupon(call, code)),
  }),
  defineStoreOperation({
    ...{
      name: 'store-api.remove-coupon',
      description: 'Removes a coupon.',
      method: 'POST',
      path: 'cart/remove-coupon',
    },
    ...{ subject: 'cart', input: codeInput, response: storeCart },
    run: withCart((call: StoreCall, { code }: { code: string }) => removeCoupon(call, code)),
  }),
];

const itemOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{
      name: 'store-api.list-items',
      description: 'Lists the lines of the cart.',
      method: 'GET',
      path: 'cart/items',
    },
    ...{ subject: 'cart', input: emptyInput, response: z.array(cartItem) },
    run: async ({ shop, session }) => ({ ok: true, body: await loadStoreCartItems(shop, session) }),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.create-item', description: 'Adds to the cart and returns the line.', method: 'POST' },
    ...{ path: 'cart/items', subject: 'cart', input: itemInput, status: 201, response: cartItem },
    run: async (call, input: ItemInput) => {
      const added = await addItem(call, input);
      return added.ok ? answerItem(call, added.key) : added;
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.delete-items', description: 'Removes all lines.', method: 'DELETE', path: 'cart/items' },
    ...{ subject: 'cart', input: emptyInput, response: z.array(z.never()) },
    run: async (call) => {
      await removeAllItems(call);
      return { ok: true, body: [] };
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-item', description: 'Returns a line.', method: 'GET', path: 'cart/items/:key' },
    ...{ subject: 'cart', input: keyInput, response: cartItem },
    run: (call, { key }: { key: string }) => answerItem(call, key),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.replace-item', description: 'Sets the quantity of a line and returns it.', method: 'PUT' },
    ...{ path: 'cart/items/:key', subject: 'cart', input: quantityInput, response: z.union([cartItem, z.null()]) },
    run: async (call, input: z.infer<typeof quantityInput>) => {
      const result = await updateItem(call, input);
      if (!result.ok) return result;
      return input.quantity === 0 ? { ok: true, body: null } : answerItem(call, input.key);
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.delete-item', description: 'Removes a line.', method: 'DELETE', path: 'cart/items/:key' },
    ...{ subject: 'cart', input: keyInput, status: 204, response: z.null() },
    run: (call, { key }: { key: string }) => removeItem(call, key),
  }),
];

const couponOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.list-coupons', description: 'Lists the applied coupons.', method: 'GET' },
    ...{ path: 'cart/coupons', subject: 'cart', input: emptyInput, response: z.array(cartCoupon) },
    run: async ({ shop, session }) => ({ ok: true, body: (await loadStoreCart(shop, session)).coupons }),
  }),
  defineStoreOperation({
    ...{ name: 'store-api.create-coupon', description: 'Applies a coupon and returns it.', method: 'POST' },
    ...{ path: 'cart/coupons', subject: 'cart', input: codeInput, status: 201, response: cartCoupon },
    run: async (call, { code }: { code: string }) => {
      const { shop, session } = call;
      const result = await applyCoupon(call, code);
      if (!result.ok) return result;
      const { coupons } = await loadStoreCart(shop, session);
      const coupon = coupons.find((each) => each.code === result.code);
      return coupon
        ? { ok: true, body: coupon }
        : createStoreFailure('cart_coupon_invalid_code', shop.t(texts.couponNotApplied, { code }));
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.get-coupon', description: 'Returns an applied coupon.', method: 'GET' },
    ...{ path: 'cart/coupons/:code', subject: 'cart', input: codeInput, response: cartCoupon },
    run: async (call, { code }: { code: string }) => {
      const { coupons } = await loadStoreCart(call.shop, call.session);
      const coupon = coupons.find((each) => foldText(each.code) === foldText(code));
      return coupon ? { ok: true, body: coupon } : createMissingCoupon(call, code);
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.delete-coupons', description: 'Removes all coupons.', method: 'DELETE' },
    ...{ path: 'cart/coupons', subject: 'cart', input: emptyInput, response: z.array(z.never()) },
    run: async ({ shop, session }) => {
      await removeAllCoupons(shop, session.owner);
      return { ok: true, body: [] };
    },
  }),
  defineStoreOperation({
    ...{ name: 'store-api.delete-coupon', description: 'Removes a coupon.', method: 'DELETE' },
    ...{ path: 'cart/coupons/:code', subject: 'cart', input: codeInput, status: 204, response: z.null() },
    run: async (call, { code }: { code: string }) => {
      const removed = await removeCoupon(call, code);
      return removed.ok ? removed : createMissingCoupon(call, code);
    },
  }),
];

const createMissingCoupon = ({ shop }: StoreCall, code: string): StoreFailure =>
  createStoreFailure('cart_coupon_not_found', shop.t(texts.couponNotApplied, { code }));

const text = z.string().max(200);
const addressInput = z.object({
  ...{ first_name: text.optional(), last_name: text.optional(), company: text.optional() },
  ...{ address_1: text.optional(), address_2: text.optional(), city: text.optional(), state: text.optional() },
  ...{ postcode: text.optional(), country: text.optional(), phone: text.optional(), email: text.optional() },
});

const customerInput = z.object({ billing_address: addressInput.optional(), shipping_address: addressInput.optional() });

const rateInput = z.object({
  package_id: z.union([integerInput, z.string().max(50)]).optional(),
  rate_id: z.string().max(200),
});

const deliveryOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.update-customer', description: 'Sets where the cart goes.', method: 'POST' },
    ...{ path: 'cart/update-customer', subject: 'cart', input: customerInput, response: storeCart },
    run: updateCustomer,
  }),
  defineStoreOperation({
    ...{ name: 'store-api.select-shipping-rate', description: 'Selects a shipping rate of a package.', method: 'POST' },
    ...{ path: 'cart/select-shipping-rate', subject: 'cart', input: rateInput, response: storeCart },
    run: withCart(selectShippingRate),
  }),
];

const extensionInput = z.object({ namespace: z.string().min(1).max(200), data: z.unknown() });

const extensionOperations: readonly AnyStoreOperation[] = [
  defineStoreOperation({
    ...{ name: 'store-api.update-extension', description: 'Gives data to an extension of the cart.', method: 'POST' },
    ...{ path: 'cart/extensions', subject: 'cart', input: extensionInput, response: storeCart },
    // No feature accepts data of clients here: features have their own requests.
    run: async ({ shop }, { namespace }: { namespace: string }) =>
      createStoreFailure('cart_extensions_error', shop.t(texts.noExtension, { namespace })),
  }),
];

type AddressInput = z.infer<typeof addressInput>;

async function updateCustomer(
  call: StoreCall,
  { billing_address, shipping_address }: z.infer<typeof customerInput>,
): Promise<StoreSuccess | StoreFailure> {
  const { shop, session } = call;
  const known = readDelivery(await getCart(shop, session.owner));
  const billing = readStoreAddress(shop, 'billing', known.billing, billing_address);
  const shipping = readStoreAddress(shop, 'shipping', known.shipping, shipping_address);
  const problem = billing.problem ?? shipping.problem;
  if (problem) return problem;
  const email = normalizeEmail(billing_address?.email ?? '');
  if (email !== '' && !isEmail(email)) {
    const message = shop.t(texts.invalidEmail);
    return createStoreFailure('rest_invalid_param', message, { billing_address: message });
  }
  const shown = await setDelivery(call, {
    ...{ billing: billing.address, shipping: shipping.address, email },
    phone: normaliseCode(billing_address?.phone ?? ''),
    shippingPhone: normaliseCode(shipping_address?.phone ?? ''),
  });
  return { ok: true, body: await loadStoreCart(shop, session, shown) };
}

/** Fields that a request leaves out keep their values, and none is required. */
function readStoreAddress(
  { t, choices: { countries } }: Shop,
  kind: AddressKind,
  known: Address,
  given: AddressInput = {},
): { readonly address: Address; readonly problem: StoreFailure | null } {
  const merged = Object.fromEntries(addressFields.map((field) => [field, given[field] ?? known[field]])) as Address;
  const form = toAddressForm({ ...merged, country: merged.country.toUpperCase() }, kind);
  const { address, problems } = readAddress(t, form, { kind, countries, required: [] });
  const [first] = problems;
  if (!first) return { address, problem: null };
  const params = { [`${kind}_address`]: first.message };
  return { address, problem: createStoreFailure('rest_invalid_param', first.message, params) };
}

async function selectShippingRate(
  call: StoreCall,
  { package_id: packageId = 0, rate_id: rateId }: z.infer<typeof rateInput>,
): Promise<Result> {
  const isKnown = String(packageId) === '0';
  return isKnown ? selectRate(call, rateId) : createStoreFailure('cart_invalid_rate', call.shop.t(texts.noRate));
}

export const cartOperations: readonly AnyStoreOperation[] = [
  ...wholeCartOperations,
  ...itemOperations,
  ...couponOperations,
  ...deliveryOperations,
  ...extensionOperations,
];

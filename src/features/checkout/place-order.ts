import { createHash } from 'node:crypto';
import { type Cart, type CartRows, lockCart, priceCart } from '#features/cart/index.ts';
import {
  type ConfirmedBy,
  createOrder,
  findAdvanceConfirmation,
  lockOrder,
  type ReservationRefused,
} from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { addAttempt, type CheckoutAttempt, findAttempts, findOpenOrder } from './attempts.ts';
import { authorizePayment } from './authorize-payment.ts';
import { calculateOrder } from './calculate-order.ts';
import { countRefusal } from './limit-warning.ts';
import { toOrderInput } from './order-input.ts';
import { consumeOrderLimits, type OrderAllowance } from './order-limits.ts';
import type { LineShortage, PlaceOrderFailure, PlaceOrderSuccess } from './place-order-result.ts';
import type { CheckoutInput } from './read-form.ts';

/** What is known before the transaction begins. */
interface OrderAttempt {
  readonly visitor: string;
  readonly input: CheckoutInput;
  readonly requestHash: string;
  readonly confirmedBy: ConfirmedBy | null;
  readonly allowance: OrderAllowance;
}

/**
 * Creates an order of the visitor's whole cart in one transaction, or changes nothing. A repeated
 * form, at the same time or after a lost reply, returns the order of the first. Only created orders
 * count towards the limits.
 * @param ipAddress of the request, null without one
 */
export function placeOrder(
  shop: Shop,
  visitor: string,
  input: CheckoutInput,
  ipAddress: string | null = null,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  // The second of two equal requests finds the first one's order, and is not counted.
  return runSequentially(`${visitor} ${input.requestKey}`, () =>
    placeOrderWithinLimits(shop, visitor, input, ipAddress),
  );
}

async function placeOrderWithinLimits(
  shop: Shop,
  visitor: string,
  input: CheckoutInput,
  ipAddress: string | null,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  const { requestKey: _, ...content } = input;
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const { email } = input;
  const confirmedBy = await findAdvanceConfirmation(shop, shop.db, { visitorId: visitor, email });
  const isEmailConfirmed = confirmedBy === 'shopper';
  const allowance = await consumeOrderLimits(shop, { visitor, email, ipAddress, isEmailConfirmed });
  const attempt = { visitor, input, requestHash, confirmedBy, allowance };
  let isCreated = false;
  try {
    const result = await placeOrderAtomically(shop, attempt);
    isCreated = result.ok && !result.isRepeated;
    if (!result.ok) await countLimitRefusal(shop, result);
    return result;
  } finally {
    if (allowance.ok && !isCreated) await allowance.giveBack();
  }
}

/** The order that the cart's open attempt belongs to changed before it was locked. */
class OpenOrderChanged extends Error {}

const maxTries = 5;

async function placeOrderAtomically(
  shop: Shop,
  attempt: OrderAttempt,
  tries = 1,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  try {
    return await inTransaction(shop.db, (tx) => placeOrderInTransaction(shop, tx, attempt));
  } catch (error) {
    if (error instanceof OpenOrderChanged && tries < maxTries) return placeOrderAtomically(shop, attempt, tries + 1);
    // Another visitor's form has the same key. Their order is not revealed.
    if (postgresError(error)?.constraint === 'orders_request_key_key')
      return { ok: false, code: 'REQUEST_KEY_USED', order: null };
    throw error;
  }
}

async function countLimitRefusal(shop: Shop, failure: PlaceOrderFailure): Promise<void> {
  if (failure.code === 'TOO_MANY_ORDERS') await countRefusal(shop, failure.limit);
  if (failure.code === 'RESERVATION_LIMIT') await countRefusal(shop, failure.cap);
}

/** Lock order: the open order of the cart, cart, stock by id. */
async function placeOrderInTransaction(
  shop: Shop,
  tx: Tx,
  attempt: OrderAttempt,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  const { visitor, input, requestHash, confirmedBy, allowance } = attempt;
  const openOrderId = await findOpenOrder(tx, visitor);
  const openOrder = openOrderId === null ? null : await lockOrder(tx, openOrderId);
  const rows = await lockCart(tx, visitor);
  const { repeated, open } = await findAttempts(tx, input.requestKey, rows.id);
  if (repeated) return answerRepeatedRequest(repeated, attempt, rows);
  if ((open?.orderId ?? null) !== openOrderId) throw new OpenOrderChanged();
  if (!allowance.ok) return { ...allowance, code: 'TOO_MANY_ORDERS' };
  const cart = await priceCart(shop, tx, rows);
  if (cart.id === null || cart.lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  const cartFailure = findCartFailure(cart);
  if (cartFailure) return cartFailure;
  const { billing, shipping, shippingMethod } = input;
  const destination = { shippingAddress: shipping, billingAddress: billing, shippingMethod };
  const order = await calculateOrder(shop, tx, cart, destination);
  const { calculation } = order;
  if (cart.needsShipping && calculation.shipping.selected?.methodId !== shippingMethod)
    return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const method = order.methods.find(({ id }) => id === input.paymentMethod);
  if (!method) return { ok: false, code: 'PAYMENT_UNAVAILABLE' };
  const { total } = calculation.totals;
  if (total !== input.expectedTotal) return { ok: false, code: 'PRICE_CHANGED', total };
  const source = { visitorId: visitor, confirmedBy, supersedes: openOrder };
  const created = await createOrder(shop, tx, toOrderInput(order, source, input, method));
  if (!created.ok)
    return created.code === 'OUT_OF_STOCK'
      ? createStockFailure(cart, created.shortages)
      : createCapFailure(cart, created);
  const { requestKey } = input;
  await addAttempt(shop, tx, rows, { orderId: created.order.id, requestKey, requestHash });
  await authorizePayment(shop, tx, created.order, method);
  const { number, token } = created.order;
  return { ok: true, number, token, isRepeated: false };
}

function answerRepeatedRequest(
  repeated: CheckoutAttempt,
  { visitor, requestHash }: OrderAttempt,
  rows: CartRows,
): PlaceOrderSuccess | PlaceOrderFailure {
  const { number, token } = repeated;
  if (repeated.visitorId !== visitor) return { ok: false, code: 'REQUEST_KEY_USED', order: null };
  const isCartOpen = repeated.cartId !== null && repeated.cartId === rows.id;
  // The order no longer matches the cart, or has ended: this form is for another order.
  const isOutdated = isCartOpen && (!repeated.isOpen || repeated.cartVersion !== rows.version);
  if (repeated.requestHash !== requestHash || isOutdated)
    return { ok: false, code: 'REQUEST_KEY_USED', order: { number, token } };
  return { ok: true, number, token, isRepeated: true };
}

/** Returns the failure of a cart with lines that cannot be ordered. */
function findCartFailure(cart: Cart): PlaceOrderFailure | null {
  const shortages = cart.lines.flatMap(({ problem, variationId, name }) => {
    if (problem?.code === 'OUT_OF_STOCK') return [{ variationId, name, available: 0 }];
    return problem?.code === 'NOT_ENOUGH_STOCK' ? [{ variationId, name, available: problem.max }] : [];
  });
  if (shortages.length > 0) return { ok: false, code: 'OUT_OF_STOCK', shortages };
  return cart.lines.some(({ problem }) => problem !== null) ? { ok: false, code: 'CART_CHANGED' } : null;
}

function createStockFailure(cart: Cart, shortages: readonly Omit<LineShortage, 'name'>[]): PlaceOrderFailure {
  const named = shortages.map((line) => ({ ...line, name: findProductName(cart, line.variationId) }));
  return { ok: false, code: 'OUT_OF_STOCK', shortages: named };
}

function createCapFailure(cart: Cart, { cap, max, variationId }: ReservationRefused): PlaceOrderFailure {
  return { ok: false, code: 'RESERVATION_LIMIT', cap, max, name: findProductName(cart, variationId) };
}

function findProductName({ lines }: Cart, id: number | null): string {
  return lines.find(({ variationId }) => variationId === id)?.name ?? '';
}

/** The last call by key. */
const latestCalls = new Map<string, Promise<void>>();

/** Runs calls with the same key one after another within this process. */
async function runSequentially<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const previous = latestCalls.get(key);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  latestCalls.set(key, done);
  try {
    await previous;
    return await work();
  } finally {
    resolve();
    if (latestCalls.get(key) === done) latestCalls.delete(key);
  }
}

import { createHash } from 'node:crypto';
import { type Cart, type CartRows, lockCart, priceCart } from '#features/cart/index.ts';
import {
  type ConfirmedBy,
  type CreateOrderResult,
  createOrder,
  DiscountsUsedUp,
  findAdvanceConfirmation,
  getVatNumber,
  type LockedOrder,
  lockOrder,
  nameShortages,
} from '#features/orders/index.ts';
import { choosePaymentMethod, lockHeldPayment, type PaymentMethod } from '#features/payments/index.ts';
import { getOnlyPackage } from '#features/pricing/index.ts';
import { awaitAll, inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner, getOwnerKey, isOwnedBy, type Owner } from '#platform/sessions/owner.ts';
import { addAttempt, type CheckoutAttempt, deriveRequestKey, findAttempts, findNextOrderId } from '../attempts.ts';
import { calculateOrder } from '../calculate-order.ts';
import type { HeldPayment } from '../express/held-attempts.ts';
import type { CheckoutInput } from '../read-form.ts';
import { authorizePayment } from './authorize-payment.ts';
import { countRefusal } from './limit-warning.ts';
import { toOrderInput } from './order-input.ts';
import { consumeOrderLimits, type OrderAllowance } from './order-limits.ts';
import type { PlaceOrderFailure, PlaceOrderSuccess } from './place-order-result.ts';

interface OrderAttempt {
  readonly actor: Actor;
  readonly owner: Owner;
  readonly input: CheckoutInput;
  readonly requestKey: string;
  readonly requestHash: string;
  readonly confirmedBy: ConfirmedBy | null;
  readonly allowance: OrderAllowance;
  readonly held: HeldPayment | undefined;
  readonly agreedTotal: number | undefined;
  readonly isRepeatOnly: boolean;
  /** Client network of the request (`getClientNetwork`); null without one. */
  readonly network: string | null;
}

export interface OrderRequest {
  readonly ipAddress?: string | null;
  /** The payment that started before the order. Default: a new payment. */
  readonly held?: HeldPayment | undefined;
  /** Total that the shopper has approved for `held`, in minor units. Default: the expected total of the input. */
  readonly agreedTotal?: number | undefined;
  /**
   * Whether only the order of an earlier equal request may be returned; without one, the cart is treated as empty.
   * Default: false.
   */
  readonly isRepeatOnly?: boolean;
}

/**
 * Creates an order of the actor's whole cart in one transaction, or changes nothing. A repeated form, concurrent or
 * after a lost reply, returns the order of the first request. Only created orders count towards the limits.
 */
export async function placeOrder(
  shop: Shop,
  actor: Actor,
  input: CheckoutInput,
  { ipAddress = null, held, agreedTotal, isRepeatOnly = false }: OrderRequest = {},
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  const owner = getOwner(actor);
  if (owner === null) return { ok: false, code: 'EMPTY_CART' };
  // Of two concurrent equal requests, the second one finds the order of the first, and is not counted.
  return runSequentially(`${getOwnerKey(owner)} ${input.requestKey ?? ''}`, () =>
    placeOrderWithinLimits(shop, { actor, owner, input, held, agreedTotal, isRepeatOnly }, ipAddress),
  );
}

async function placeOrderWithinLimits(
  shop: Shop,
  {
    actor,
    owner,
    input,
    ...payment
  }: Pick<OrderAttempt, 'actor' | 'owner' | 'input' | 'held' | 'agreedTotal' | 'isRepeatOnly'>,
  ipAddress: string | null,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  const { requestKey: sentKey, extensions: _extensions, ...content } = input;
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const requestKey = sentKey ?? (await deriveRequestKey(shop, owner, requestHash));
  if (requestKey === null) return { ok: false, code: 'EMPTY_CART' };
  const { email } = input;
  const network = ipAddress === null ? null : getClientNetwork(ipAddress);
  const confirmedBy = await findAdvanceConfirmation(shop, shop.db, actor, email);
  const isEmailConfirmed = confirmedBy === 'shopper';
  const allowance = await consumeOrderLimits(shop, {
    owner: getOwnerKey(owner),
    email,
    network,
    isEmailConfirmed,
  });
  const attempt = { actor, owner, input, requestKey, requestHash, confirmedBy, allowance, network, ...payment };
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

/**
 * Thrown with the ids of the cart's open orders that were not locked: the transaction is repeated with these orders
 * locked.
 */
class OpenOrdersFound extends Error {
  readonly openOrders: readonly number[];

  constructor(openOrders: readonly number[]) {
    super('the cart has other open orders than were locked');
    this.openOrders = openOrders;
  }
}

const maxTries = 5;

/** Assumes at first that the cart has no open orders, which is true for most carts. */
async function placeOrderAtomically(
  shop: Shop,
  attempt: OrderAttempt,
  openOrders: readonly number[] = [],
  tries = 1,
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  try {
    return await inTransaction(shop.db, (tx) => placeOrderInTransaction(shop, tx, attempt, openOrders), {
      reusePlans: true,
    });
  } catch (error) {
    if (error instanceof OpenOrdersFound && tries < maxTries)
      return placeOrderAtomically(shop, attempt, error.openOrders, tries + 1);
    // The next calculation omits the discount; its total then differs from the expected one.
    if (error instanceof DiscountsUsedUp && tries < maxTries)
      return placeOrderAtomically(shop, attempt, openOrders, tries + 1);
    // A form of another visitor has an equal key. The order of that visitor is not revealed.
    if (postgresError(error)?.constraint === 'orders_request_key_key')
      return { ok: false, code: 'REQUEST_KEY_USED', order: null };
    throw error;
  }
}

async function countLimitRefusal(shop: Shop, failure: PlaceOrderFailure): Promise<void> {
  if (failure.code === 'TOO_MANY_ORDERS') await countRefusal(shop, failure.limit);
  if (failure.code === 'RESERVATION_LIMIT') await countRefusal(shop, failure.cap);
}

/**
 * Lock order: open orders of the cart by id, the payment that started before the order, cart, stock by id, coupons by
 * id, the customer of a first order.
 */
async function placeOrderInTransaction(
  shop: Shop,
  tx: Tx,
  attempt: OrderAttempt,
  expectedOrders: readonly number[],
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  const { actor, owner, input, requestKey, requestHash, confirmedBy, allowance, held, isRepeatOnly, network } = attempt;
  const supersedes = await lockOrders(tx, expectedOrders);
  const isHeld = held === undefined || (await lockHeldPayment(shop, tx, held.paymentId));
  const [rows, { repeated, openOrders }] = await awaitAll([lockCart(tx, owner), findAttempts(tx, requestKey, owner)]);
  if (repeated) return answerRepeatedRequest(repeated, attempt, rows);
  if (isRepeatOnly) return { ok: false, code: 'EMPTY_CART' };
  if (!isEqual(openOrders, supersedes)) throw new OpenOrdersFound(openOrders);
  if (!isHeld) return { ok: false, code: 'PAYMENT_UNAVAILABLE' };
  if (!allowance.ok) return { ...allowance, code: 'TOO_MANY_ORDERS' };
  const [cart, orderId] = await awaitAll([priceCart(shop, tx, rows), findNextOrderId(tx, rows.id)]);
  if (cart.id === null || cart.lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  const cartFailure = findCartFailure(cart);
  if (cartFailure) return cartFailure;
  const { email, billing, shipping } = input;
  const shippingMethod = input.shippingMethod ?? cart.shippingMethod;
  const destination = {
    email,
    shippingAddress: shipping,
    billingAddress: billing,
    shippingMethod: shippingMethod ?? '',
    vatNumber: getVatNumber(input.meta),
  };
  const order = await calculateOrder(shop, tx, cart, destination);
  const { calculation } = order;
  const selected = getOnlyPackage(calculation).selected?.methodId;
  if (cart.needsShipping && (selected === undefined || selected !== (shippingMethod ?? selected)))
    return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const { total } = calculation.totals;
  const method = choosePaymentMethod(order.methods, input.paymentMethod, { total });
  if (!method || (held && method.id !== input.paymentMethod)) return { ok: false, code: 'PAYMENT_UNAVAILABLE' };
  if (total !== (attempt.agreedTotal ?? input.expectedTotal ?? total))
    return { ok: false, code: 'PRICE_CHANGED', total };
  const lostCoupons = calculation.problems.flatMap((problem) => ('coupon' in problem ? [problem.coupon] : []));
  if (input.expectedTotal === null && lostCoupons.length > 0)
    return { ok: false, code: 'COUPONS_LOST', codes: lostCoupons };
  const source = {
    ...{ id: orderId, requestKey, owner, placedBy: actor, confirmedBy, supersedes },
    ...{ isPaymentHeld: held !== undefined, network },
  };
  const created = await createOrder(shop, tx, toOrderInput(order, source, input, method));
  if (!created.ok) {
    const isRemote = ({ provider }: PaymentMethod) => provider.kind === 'remote';
    const canPayNow = !isRemote(method) && order.methods.some(isRemote);
    return createFailure(cart, created, { canPayNow, isSignedIn: actor.customer !== null });
  }
  const [, start] = await awaitAll([
    addAttempt(shop, tx, rows, { orderId: created.order.id, requestKey, requestHash, heldId: held?.attemptId ?? null }),
    authorizePayment(shop, tx, created.order, method, { network: actor.network, heldId: held?.paymentId }),
  ]);
  const { number, token } = created.order;
  return { ok: true, number, token, isRepeated: false, isPaymentOpen: start.status === 'pending' };
}

async function lockOrders(tx: Tx, orderIds: readonly number[]): Promise<LockedOrder[]> {
  const locked: LockedOrder[] = [];
  for (const orderId of orderIds) {
    const order = await lockOrder(tx, orderId);
    if (order) locked.push(order);
  }
  return locked;
}

function isEqual(openOrders: readonly number[], locked: readonly LockedOrder[]): boolean {
  return openOrders.join() === locked.map(({ id }) => id).join();
}

function answerRepeatedRequest(
  repeated: CheckoutAttempt,
  { owner, requestHash }: OrderAttempt,
  rows: CartRows,
): PlaceOrderSuccess | PlaceOrderFailure {
  const { number, token } = repeated;
  if (!isOwnedBy(repeated, owner)) return { ok: false, code: 'REQUEST_KEY_USED', order: null };
  const isCartOpen = repeated.cartId !== null && repeated.cartId === rows.id;
  // The order no longer matches the cart, or has ended: the form is meant for another order.
  const isOutdated = isCartOpen && (repeated.isOpen ? repeated.cartVersion : repeated.restVersion) !== rows.version;
  if (repeated.requestHash !== requestHash || isOutdated)
    return { ok: false, code: 'REQUEST_KEY_USED', order: { number, token } };
  return { ok: true, number, token, isRepeated: true, isPaymentOpen: repeated.isOpen };
}

function findCartFailure(cart: Cart): PlaceOrderFailure | null {
  const shortages = cart.lines.flatMap(({ problem, variationId, name }) => {
    if (problem?.code === 'OUT_OF_STOCK') return [{ variationId, name, available: 0 }];
    return problem?.code === 'NOT_ENOUGH_STOCK' ? [{ variationId, name, available: problem.max }] : [];
  });
  if (shortages.length > 0) return { ok: false, code: 'OUT_OF_STOCK', shortages };
  return cart.lines.some(({ problem }) => problem !== null) ? { ok: false, code: 'CART_CHANGED' } : null;
}

/** The shopper's alternatives to ordering a smaller quantity. */
type LimitAlternatives = Pick<Extract<PlaceOrderFailure, { code: 'RESERVATION_LIMIT' }>, 'canPayNow' | 'isSignedIn'>;

function createFailure(
  { lines }: Cart,
  failure: Exclude<CreateOrderResult, { ok: true }>,
  alternatives: LimitAlternatives,
): PlaceOrderFailure {
  switch (failure.code) {
    case 'OUT_OF_STOCK':
      return { ...failure, shortages: nameShortages(failure.shortages, lines) };
    case 'RESERVATION_LIMIT': {
      const { variationId, ...limit } = failure;
      const name = lines.find((line) => line.variationId === variationId)?.name ?? '';
      return { ...limit, name, ...alternatives };
    }
    case 'PAYMENT_IN_PROGRESS':
      return failure;
  }
}

/** Completion of the latest call by key. */
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

import { createHash } from 'node:crypto';
import { type Cart, type CartRows, describeCart, lockCart } from '#features/cart/index.ts';
import {
  type Acceptance,
  acceptOrder,
  factsOf,
  findPlaced,
  type LockedOrder,
  markPaid,
  type OrderDraft,
  openOrder,
  orderPlaced,
  type PlacedOrder,
} from '#features/orders/index.ts';
import type { PaymentMethod, PaymentStart } from '#features/payments/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/failures.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CheckoutInput } from './read-form.ts';
import { type Review, reviewCart } from './review.ts';

export interface Placed {
  readonly ok: true;
  readonly number: number;
  readonly token: string;
  /** The form was sent before: this is the order that it made. */
  readonly repeated: boolean;
}

export type PlaceFailure =
  | {
      readonly ok: false;
      readonly code: 'EMPTY_CART' | 'CART_CHANGED' | 'SHIPPING_UNAVAILABLE' | 'PAYMENT_UNAVAILABLE';
    }
  /** `total`: what it comes to now, in minor units. */
  | { readonly ok: false; readonly code: 'PRICE_CHANGED'; readonly total: number }
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly short: readonly ShortLine[] }
  /** The key has made another order: `order`, where it is this visitor's. */
  | {
      readonly ok: false;
      readonly code: 'REQUEST_KEY_USED';
      readonly order: Pick<PlacedOrder, 'number' | 'token'> | null;
    };

/** `available`: how many the shopper could have. */
export interface ShortLine {
  readonly variationId: number;
  readonly name: string;
  readonly available: number;
}

/**
 * Makes an order of the visitor's cart: all of it, or nothing, in one transaction. Whoever has the pieces when it commits, has them. The same
 * form sent again, at the same time or after an answer got lost, answers with the order that it made.
 */
export async function placeOrder(shop: Shop, visitor: string, input: CheckoutInput): Promise<Placed | PlaceFailure> {
  const { requestKey: _, ...content } = input;
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  try {
    return await inTransaction(shop.db, (tx) => place(shop, tx, visitor, input, hash));
  } catch (error) {
    // Somebody else's form has the same key; their order is none of this visitor's business.
    if (postgresError(error)?.constraint === 'orders_request_key_key')
      return { ok: false, code: 'REQUEST_KEY_USED', order: null };
    throw error;
  }
}

async function place(
  shop: Shop,
  tx: Tx,
  visitor: string,
  input: CheckoutInput,
  hash: string,
): Promise<Placed | PlaceFailure> {
  const rows = await lockCart(tx, visitor);
  const known = await findPlaced(tx, input.requestKey);
  if (known) return answerAgain(known, visitor, hash, rows);
  const cart = await describeCart(shop, tx, rows);
  if (cart.id === null || cart.lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  const unfit = problemsOf(cart);
  if (unfit) return unfit;
  const destination = { country: (input.shipping ?? input.billing).country, billingCountry: input.billing.country };
  const review = await reviewCart(shop, cart, { ...destination, shippingMethod: input.shippingMethod });
  if (cart.needsShipping && review.shipping?.id !== input.shippingMethod)
    return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const method = review.methods.find(({ id }) => id === input.paymentMethod);
  if (!method) return { ok: false, code: 'PAYMENT_UNAVAILABLE' };
  const { total } = review.totals;
  if (total !== input.expectedTotal) return { ok: false, code: 'PRICE_CHANGED', total };
  const opened = await openOrder(shop, tx, draftOf(review, cart.id, visitor, input, hash, method));
  if (!opened.ok) return { ok: false, code: 'OUT_OF_STOCK', short: named(cart, opened.short) };
  await startPayment(shop, tx, opened.order, method);
  const { number, token } = opened.order;
  return { ok: true, number, token, repeated: false };
}

function answerAgain(known: PlacedOrder, visitor: string, hash: string, rows: CartRows): Placed | PlaceFailure {
  const { number, token } = known;
  if (known.visitorId !== visitor) return { ok: false, code: 'REQUEST_KEY_USED', order: null };
  const cartIsOpen = known.cartId !== null && known.cartId === rows.id;
  // The order still waits for its payment, and meanwhile the cart has changed or the order has ended: this would be another one.
  const outdated = cartIsOpen && (known.status !== 'pending' || known.cartVersion !== rows.version);
  if (known.requestHash !== hash || outdated) return { ok: false, code: 'REQUEST_KEY_USED', order: { number, token } };
  return { ok: true, number, token, repeated: true };
}

/** What the cart page would have to say about it. */
function problemsOf(cart: Cart): PlaceFailure | null {
  const short = cart.lines.flatMap(({ problem, variationId, name }) => {
    if (problem?.code === 'OUT_OF_STOCK') return [{ variationId, name, available: 0 }];
    return problem?.code === 'NOT_ENOUGH_STOCK' ? [{ variationId, name, available: problem.max }] : [];
  });
  if (short.length > 0) return { ok: false, code: 'OUT_OF_STOCK', short };
  return cart.lines.some(({ problem }) => problem !== null) ? { ok: false, code: 'CART_CHANGED' } : null;
}

function named(cart: Cart, short: readonly Omit<ShortLine, 'name'>[]): ShortLine[] {
  return short.map((line) => ({
    ...line,
    name: cart.lines.find(({ variationId }) => variationId === line.variationId)?.name ?? '',
  }));
}

function draftOf(
  { cart, lines, shippingLines, pricesIncludeTax }: Review,
  cartId: string,
  visitorId: string,
  { email, phone, note, billing, shipping, meta, requestKey }: CheckoutInput,
  requestHash: string,
  method: PaymentMethod,
): OrderDraft {
  return {
    cartId,
    cartVersion: cart.version,
    visitorId,
    currency: cart.currency,
    pricesIncludeTax,
    lines,
    shipping: shippingLines,
    email,
    phone,
    note,
    billing,
    delivery: cart.needsShipping ? (shipping ?? billing) : null,
    paymentMethod: method.id,
    paymentTitle: method.title,
    requestKey,
    requestHash,
    meta,
  };
}

async function startPayment(shop: Shop, tx: Tx, order: LockedOrder, method: PaymentMethod): Promise<void> {
  const started = await method.start(shop, tx, order);
  if (started.status === 'processing' && started.paid) await markPaid(shop, tx, { orderId: order.id, by: method.id });
  else await acceptOrder(shop, tx, order, acceptanceOf(started), method.id);
  await shop.emit(orderPlaced, tx, { ...factsOf(order), status: started.status });
}

function acceptanceOf(started: PaymentStart): Acceptance {
  switch (started.status) {
    case 'pending':
      return { to: 'pending' };
    case 'on-hold':
      return { to: 'on-hold', dueAt: started.dueAt, instructions: started.instructions };
    case 'processing':
      return { to: 'processing', instructions: started.instructions };
  }
}

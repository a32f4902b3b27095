import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { CartHoldsInput } from '#features/cart/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import type { Address } from './contract.ts';
import { orderCancelled } from './events.ts';
import { type Hold, heldBy, moveHolds, takeHolds } from './holds.ts';
import type { OrderLine, OrderShippingLine } from './order.ts';
import { orderSettings } from './settings.ts';
import { factsOf, type LockedOrder, lockOrder, moveOrder } from './status.ts';
import { orderAddresses, orderHistory, orderLines, orderShippingLines, orders } from './tables.ts';
import { orderTotals } from './totals.ts';

/** All that an order is made of, worked out and agreed. Amounts in minor units of `currency`. */
export interface OrderDraft {
  readonly cartId: string;
  readonly cartVersion: number;
  readonly visitorId: string;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly OrderLine[];
  readonly shipping: readonly OrderShippingLine[];
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly billing: Address;
  /** Null: nothing is sent. */
  readonly delivery: Address | null;
  readonly paymentMethod: string;
  readonly paymentTitle: string;
  readonly requestKey: string;
  readonly requestHash: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

export type OpenResult =
  | { readonly ok: true; readonly order: LockedOrder }
  | {
      readonly ok: false;
      readonly code: 'OUT_OF_STOCK';
      readonly short: readonly { readonly variationId: number; readonly available: number }[];
    };

const minute = 60 * 1000;
const nextNumber = sqlQuery<{ number: number }>('orders.next-number', `select nextval('order_numbers') as number`);

/**
 * Makes a pending order with its pieces taken out of stock, or nothing at all. A pending order of the same cart is superseded: its pieces
 * become this one's. The caller holds the cart's lock, and then says with `acceptOrder` how it goes on.
 */
export async function openOrder(shop: Shop, tx: Tx, draft: OrderDraft): Promise<OpenResult> {
  const previous = await lockOrder(tx, sql`${orders.cartId} = ${draft.cartId} and ${orders.status} = 'pending'`);
  const held = previous ? await heldBy(tx, previous.id) : [];
  const number = (await nextNumber(tx, []))[0]?.number ?? 0;
  const holds = await takeHolds(shop, tx, draft.lines, held, `order:${number}`);
  if (!holds.ok) return holds;
  // There can be only one pending order of a cart, so the old one goes first.
  const cancelled = previous && (await supersede(shop, tx, previous));
  const order = await insertOrder(shop, tx, draft, number);
  await insertParts(tx, order, draft);
  await moveHolds(tx, previous?.id ?? null, order.id, holds.holds);
  if (cancelled) await tellSuperseded(shop, tx, cancelled, order);
  return { ok: true, order };
}

async function insertOrder(shop: Shop, tx: Tx, draft: OrderDraft, number: number): Promise<LockedOrder> {
  const { lines, shipping, billing: _, delivery: __, ...facts } = draft;
  const now = shop.clock.now();
  const { pendingMinutes } = shop.settings(orderSettings);
  const [order] = await tx
    .insert(orders)
    .values({
      ...facts,
      ...orderTotals({ lines, shipping, pricesIncludeTax: draft.pricesIncludeTax }),
      number,
      token: randomBytes(24).toString('base64url'),
      status: 'pending',
      createdAt: now,
      updatedAt: now,
      dueAt: new Date(now.getTime() + pendingMinutes * minute),
    })
    .returning();
  if (!order) throw new Error('the order was not written');
  return order;
}

async function insertParts(
  tx: Tx,
  { id, createdAt }: LockedOrder,
  { lines, shipping, billing, delivery }: OrderDraft,
): Promise<void> {
  const addresses = [
    { ...billing, kind: 'billing' as const },
    ...(delivery ? [{ ...delivery, kind: 'shipping' as const }] : []),
  ];
  await tx.insert(orderAddresses).values(addresses.map((address) => ({ ...address, orderId: id })));
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: id, position })));
  if (shipping.length > 0) {
    await tx.insert(orderShippingLines).values(shipping.map((line, position) => ({ ...line, orderId: id, position })));
  }
  await tx
    .insert(orderHistory)
    .values({ orderId: id, at: createdAt, kind: 'status', toStatus: 'pending', by: 'shopper' });
}

async function supersede(shop: Shop, tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const now = shop.clock.now();
  const set = { cancelReason: 'superseded', cancelledAt: now, dueAt: null } as const;
  return moveOrder(tx, order, { to: 'cancelled', now, by: 'shopper', set });
}

async function tellSuperseded(shop: Shop, tx: Tx, cancelled: LockedOrder, by: LockedOrder): Promise<void> {
  await tx.update(orders).set({ supersededBy: by.id }).where(eq(orders.id, cancelled.id));
  await shop.emit(orderCancelled, tx, { ...factsOf(cancelled), reason: 'superseded' });
}

type Held = Pick<Hold, 'variationId' | 'quantity'>;

const heldQuery = sqlQuery<Held>(
  'orders.held-for-cart',
  `select h.variation_id as "variationId", sum(h.quantity)::integer as quantity
  from orders o join stock_holds h on h.order_id = o.id and h.state = 'held'
  where o.cart_id = $1 and o.status = 'pending' group by h.variation_id`,
);

/** Fills `cart.holds`. */
export const heldForCart: Filler<CartHoldsInput, Held[]> = (_shop, _context, { db, cartId }) => heldQuery(db, [cartId]);

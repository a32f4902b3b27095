import { eq } from 'drizzle-orm';
import type { CartReservationsInput } from '#features/cart/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import type { OrderDraft } from './draft.ts';
import { orderCancelled } from './events.ts';
import { dropHolds, type Hold, heldBy, type ShortHold, takeHolds } from './holds.ts';
import { insertOrder } from './insert-order.ts';
import { checkReservation, type ReservationRefused } from './reservation-limits.ts';
import { orderSettings } from './settings.ts';
import { type LockedOrder, lockPending, moveOrder, toOrderEvent } from './status.ts';
import { orders } from './tables.ts';

export type OpenResult =
  | { readonly ok: true; readonly order: LockedOrder }
  | ReservationRefused
  | { readonly ok: false; readonly code: 'OUT_OF_STOCK'; readonly short: readonly ShortHold[] };

const minute = 60 * 1000;
const nextNumber = sqlQuery<{ number: number }>('orders.next-number', `select nextval('order_numbers') as number`);

/**
 * Makes a pending order with its pieces taken out of stock, or nothing at all. A pending order of the same cart is superseded: its pieces
 * become this one's. The caller holds the cart's lock, and then says with `acceptOrder` how it goes on.
 */
export async function openOrder(shop: Shop, tx: Tx, draft: OrderDraft): Promise<OpenResult> {
  const previous = await lockPending(tx, draft.cartId);
  const held = previous ? await heldBy(tx, previous.id) : [];
  const refused = await checkReservation(shop, tx, draft, { id: previous?.id ?? null, held });
  if (refused) return refused;
  const number = (await nextNumber(tx, []))[0]?.number ?? 0;
  const taken = await takeHolds(shop, tx, draft.lines, held, `order:${number}`);
  if (!taken.ok) return taken;
  const now = shop.clock.now();
  // There can be only one pending order of a cart, so the old one goes first.
  const cancelled = previous && (await supersede(tx, previous, now));
  const dueAt = new Date(now.getTime() + shop.settings(orderSettings).pendingMinutes * minute);
  const order = await insertOrder(tx, draft, { number, now, dueAt, holds: taken.holds });
  if (cancelled) await tellSuperseded(shop, tx, cancelled, order);
  return { ok: true, order };
}

async function supersede(tx: Tx, order: LockedOrder, now: Date): Promise<LockedOrder> {
  await dropHolds(tx, order.id);
  const set = { cancelReason: 'superseded', cancelledAt: now, dueAt: null } as const;
  return moveOrder(tx, order, { to: 'cancelled', now, by: 'shopper', set });
}

async function tellSuperseded(shop: Shop, tx: Tx, cancelled: LockedOrder, by: LockedOrder): Promise<void> {
  await tx.update(orders).set({ supersededBy: by.id }).where(eq(orders.id, cancelled.id));
  await shop.emit(orderCancelled, tx, { ...toOrderEvent(cancelled), reason: 'superseded' });
}

type Held = Pick<Hold, 'variationId' | 'quantity'>;

const heldQuery = sqlQuery<Held>(
  'orders.held-for-cart',
  `select h.variation_id as "variationId", sum(h.quantity)::integer as quantity
  from orders o join stock_holds h on h.order_id = o.id and h.state = 'held'
  where o.cart_id = $1 and o.status = 'pending' group by h.variation_id`,
);

/** Fills `cart.holds`. */
export const reservedForCart: Filler<CartReservationsInput, Held[]> = (_shop, _context, { db, cartId }) =>
  heldQuery(db, [cartId]);

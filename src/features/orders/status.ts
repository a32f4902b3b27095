import { eq, type SQL } from 'drizzle-orm';
import type { Tx } from '#platform/database/database.ts';
import type { OrderStatus } from './contract.ts';
import type { OrderFacts } from './events.ts';
import { orderHistory, orders } from './tables.ts';

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['on-hold', 'processing', 'failed', 'cancelled'],
  failed: ['pending', 'processing', 'cancelled'],
  'on-hold': ['processing', 'cancelled'],
  processing: ['completed', 'refunded', 'cancelled'],
  completed: ['refunded'],
  cancelled: [],
  refunded: [],
};

export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to);
}

export type LockedOrder = typeof orders.$inferSelect;

export interface OrderNotFound {
  readonly ok: false;
  readonly code: 'ORDER_NOT_FOUND';
}

/** The order can't become what was asked; `status` is what it is. */
export interface StatusNotAllowed {
  readonly ok: false;
  readonly code: 'STATUS_NOT_ALLOWED';
  readonly status: OrderStatus;
}

/** `changed` is false when it was so already: asking twice is no mistake. */
export interface Moved {
  readonly ok: true;
  readonly changed: boolean;
}

export const orderNotFound: OrderNotFound = { ok: false, code: 'ORDER_NOT_FOUND' };

export function statusNotAllowed(status: OrderStatus): StatusNotAllowed {
  return { ok: false, code: 'STATUS_NOT_ALLOWED', status };
}

/** Whoever changes an order holds its row until the end of the transaction: changes of one order happen one after another. */
export async function lockOrder(tx: Tx, where: SQL | number): Promise<LockedOrder | null> {
  const condition = typeof where === 'number' ? eq(orders.id, where) : where;
  const [order] = await tx.select().from(orders).where(condition).for('update');
  return order ?? null;
}

interface Move {
  readonly to: OrderStatus;
  readonly now: Date;
  readonly by: string;
  readonly text?: string | undefined;
  readonly set?: Partial<typeof orders.$inferInsert>;
}

/**
 * Changes the status of a locked order and writes it down.
 * @throws when the transition is not allowed: callers ask `mayBecome` first
 */
export async function moveOrder(
  tx: Tx,
  order: LockedOrder,
  { to, now, by, text = '', set = {} }: Move,
): Promise<LockedOrder> {
  if (!mayBecome(order.status, to)) throw new Error(`order ${order.number} can't go from ${order.status} to ${to}`);
  const [moved] = await tx
    .update(orders)
    .set({ ...set, status: to, updatedAt: now })
    .where(eq(orders.id, order.id))
    .returning();
  if (!moved) throw new Error(`order ${order.number} is gone`);
  await tx
    .insert(orderHistory)
    .values({ orderId: order.id, at: now, kind: 'status', fromStatus: order.status, toStatus: to, text, by });
  return moved;
}

export function factsOf({ id, number, status, visitorId, email, currency, total }: LockedOrder): OrderFacts {
  return { id, number, status, visitorId, email, currency, total };
}

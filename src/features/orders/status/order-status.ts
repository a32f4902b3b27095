import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, type AuthorColumns, toAuthorColumns } from '#platform/sessions/author.ts';
import type { OrderStatus } from '../contract.ts';
import { type OrderEvent, orderStatusChanged } from '../events.ts';
import { listColumns } from '../list-columns.ts';
import { orders } from '../tables.ts';

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['on-hold', 'processing', 'completed', 'failed', 'cancelled'],
  failed: ['pending', 'on-hold', 'processing', 'completed', 'cancelled'],
  'on-hold': ['processing', 'completed', 'cancelled'],
  processing: ['completed', 'refunded', 'cancelled'],
  completed: ['refunded'],
  // Only `reopenOrder` uses this transition.
  cancelled: ['pending'],
  refunded: [],
};

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to);
}

type CancelRequest = Pick<LockedOrder, 'status' | 'cancelRequestedAt' | 'cancelDeclinedAt'>;

/** True when the shopper has requested to cancel the order, and the shop has neither refunded it nor declined. */
export function isCancelRequested({ status, cancelRequestedAt, cancelDeclinedAt }: CancelRequest): boolean {
  return cancelRequestedAt !== null && cancelDeclinedAt === null && canTransition(status, 'cancelled');
}

/**
 * True when parcels of the order may be sent: the order is accepted, paid or not, and has no open cancellation
 * request.
 */
export function canBeShipped(order: CancelRequest): boolean {
  return order.status === 'processing' && !isCancelRequested(order);
}

/**
 * True when an order is shipped although a part of its payment is missing, because it was changed and costs more now.
 * A refund of the received money changes nothing: the rest is then still not paid on delivery.
 */
export function awaitsRest({
  status,
  paidAt,
  capturedTotal,
}: Pick<LockedOrder, 'status' | 'paidAt' | 'capturedTotal'>): boolean {
  return status === 'processing' && paidAt === null && capturedTotal > 0;
}

export type LockedOrder = typeof orders.$inferSelect;

/** True when the order waits for its confirmation. Its stock stays reserved for the confirmation period only. */
export function isAwaitingConfirmation(order: Pick<LockedOrder, 'status' | 'confirmedAt' | 'suspicion'>): boolean {
  return order.status === 'on-hold' && isUnconfirmedSuspicion(order);
}

/** True when an order was suspicious and was not confirmed since. Its emails show no text that the shopper typed. */
export function isUnconfirmedSuspicion({
  suspicion,
  confirmedAt,
}: Pick<LockedOrder, 'suspicion' | 'confirmedAt'>): boolean {
  return suspicion !== null && confirmedAt === null;
}

export type OrderNotFound = Refusal<'ORDER_NOT_FOUND'>;

/** `status` is the order's current status. */
export type StatusNotAllowed = Refusal<'STATUS_NOT_ALLOWED', { status: OrderStatus }>;

/** `changed` is false when the order already had the requested state. */
export interface OrderChanged {
  readonly ok: true;
  readonly changed: boolean;
}

export const orderNotFound: OrderNotFound = { ok: false, code: 'ORDER_NOT_FOUND' };

export function statusNotAllowed(status: OrderStatus): StatusNotAllowed {
  return { ok: false, code: 'STATUS_NOT_ALLOWED', status };
}

export const orderColumns = listColumns(orders);

const lockOrderRow = sqlQuery<LockedOrder>(
  'orders.lock-order',
  `select ${orderColumns} from orders where id = $1 for update`,
);

/**
 * Locks an order's row until the end of the transaction. Every change of an order starts with this lock.
 * Lock order everywhere: order, payment, cart, stock by id.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | null> {
  return (await lockOrderRow(tx, [orderId]))[0] ?? null;
}

type ChangeableColumn =
  | ('dueAt' | 'paidAt' | 'replacedPaidAt' | 'completedAt' | 'cancelledAt' | 'cancelReason')
  | ('paymentInstructions' | 'paymentSeconds' | 'confirmedAt' | 'confirmedBy');

interface StatusChange {
  readonly to: OrderStatus;
  readonly now: Date;
  readonly by: Author;
  readonly text?: string | undefined;
  readonly set?: Partial<Pick<LockedOrder, ChangeableColumn>>;
}

type UpdatedOrder = Omit<LockedOrder, 'paymentInstructions'> &
  Omit<HistoryEntry, 'by'> &
  AuthorColumns & { readonly paymentInstructions: string };

const updateStatus = namedQuery<UpdatedOrder, { id: number }>(
  'orders.update-status',
  `with changed as (
    update orders set status = $status, updated_at = $updatedAt, due_at = $dueAt, paid_at = $paidAt, completed_at = $completedAt, cancelled_at = $cancelledAt, cancel_reason = $cancelReason,
      payment_instructions = $paymentInstructions, payment_seconds = $paymentSeconds, confirmed_at = $confirmedAt, confirmed_by = $confirmedBy, replaced_paid_at = $replacedPaidAt
    where id = $id returning id
  ), history as (
    insert into order_history (order_id, at, kind, from_status, to_status, text, by, by_staff_id)
    values ($id, $updatedAt, 'status', $from, $status, $text, $by, $byStaffId)
  )
  select id from changed`,
);

/**
 * Changes the status of a locked order, adds it to the history and emits `orderStatusChanged`.
 * @throws when the transition is not allowed: check `canTransition` first
 */
export async function changeOrderStatus(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { to, now, by, text = '', set }: StatusChange,
): Promise<LockedOrder> {
  if (!canTransition(order.status, to)) throw new Error(`order ${order.number} can't go from ${order.status} to ${to}`);
  const changed: LockedOrder = { ...order, ...set, status: to, updatedAt: now };
  await awaitAll([
    updateOrder(tx, changed, { from: order.status, by, text }),
    shop.emit(orderStatusChanged, tx, { ...toOrderEvent(changed), from: order.status }),
  ]);
  return changed;
}

interface HistoryEntry {
  readonly from: OrderStatus;
  readonly by: Author;
  readonly text: string;
}

async function updateOrder(tx: Tx, order: LockedOrder, { from, by, text }: HistoryEntry): Promise<void> {
  const paymentInstructions = JSON.stringify(order.paymentInstructions);
  const updated = await updateStatus(tx, { ...order, paymentInstructions, from, text, ...toAuthorColumns(by) });
  if (updated.length === 0) throw new Error(`order ${order.number} no longer exists`);
}

export function toOrderEvent(order: LockedOrder): OrderEvent {
  const { id, number, status, visitorId, customerId, email, currency, total } = order;
  return { id, number, status, visitorId, customerId, email, currency, total };
}

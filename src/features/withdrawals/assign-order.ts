import { findOrderByNumber, getOrder, lockOrder, type Order, readOrderNumber } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Withdrawal } from './find-withdrawals.ts';
import { isContract } from './is-contract.ts';
import { getPeriodEnd } from './settings.ts';
import { isClosed, recordDeclaredLines } from './withdrawal-lines.ts';

type FindResult = { readonly ok: true; readonly order: Order } | Refusal<'ORDER_NOT_FOUND' | 'ORDER_NOT_BINDING'>;

/**
 * Finds an order from which a withdrawal is possible.
 * @param typed order number as people write it
 */
export async function findBindingOrder(tx: Tx, typed: string): Promise<FindResult> {
  const number = readOrderNumber(typed);
  const found = number === null ? null : await findOrderByNumber(tx, number);
  const order = found && (await getOrder(tx, { id: found.id }));
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  return isContract(order) ? { ok: true, order } : { ok: false, code: 'ORDER_NOT_BINDING' };
}

const selectShipped = sqlQuery<{ at: Date | null }>(
  'withdrawals.find-shipment-before',
  'select max(shipped_at) as at from shipments where order_id = $1 and shipped_at <= $2',
);
const updateOrder = sqlQuery<{ id: number }>(
  'withdrawals.assign-order',
  'update withdrawals set order_id = $2, period_ends_at = $3 where id = $1 and order_id is null returning id',
);

type AssignResult =
  | { readonly ok: true; readonly order: Order }
  | Refusal<'WITHDRAWAL_CLOSED' | 'WITHDRAWAL_MATCHED' | 'ORDER_NOT_FOUND' | 'ORDER_NOT_BINDING'>;

/**
 * Assigns an open withdrawal that matched no order to an order. Period and lines become as if the typed number and
 * address had matched. Lock order: the order, then the withdrawal.
 */
export async function assignOrder(
  shop: Shop,
  tx: Tx,
  { id, scope, items, declaredAt }: Withdrawal,
  typed: string,
): Promise<AssignResult> {
  const found = await findBindingOrder(tx, typed);
  if (!found.ok) return found;
  const { id: orderId } = found.order;
  await lockOrder(tx, orderId);
  const order = await getOrder(tx, { id: orderId });
  if (!order || !isContract(order)) return { ok: false, code: 'ORDER_NOT_BINDING' };
  const [shipped] = await selectShipped(tx, [orderId, declaredAt]);
  const [assigned] = await updateOrder(tx, [id, orderId, getPeriodEnd(shop, shipped?.at ?? null)]);
  if (!assigned) return { ok: false, code: 'WITHDRAWAL_MATCHED' };
  if (await isClosed(tx, id)) return { ok: false, code: 'WITHDRAWAL_CLOSED' };
  await recordDeclaredLines(shop, tx, { id, orderId, scope, items });
  return { ok: true, order };
}

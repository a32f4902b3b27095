import { defineBulkAction, type RowResult, type Skip } from '#platform/admin/runs/bulk-action.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line } from '#platform/forms/kinds.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Actor, getAmountLimit } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { confirmOrder } from '../confirm/confirm-order.ts';
import { cancelOrder, type OrderChangeResult } from '../status/change-order.ts';
import { orderListTexts as texts } from './list-texts.ts';

/** State of an order before and after an action, as the audit log stores it. */
type OrderStates = {
  readonly number: number;
  readonly status: string;
  readonly paid: boolean;
  readonly confirmed: boolean;
  readonly shipment: string;
};

const orderStatesSql = `select number, status, paid_at is not null as paid, confirmed_at is not null as confirmed,
  shipment_state as shipment from orders where id = $1`;
const selectOrderStates = sqlQuery<OrderStates>('orders.find-facts-of-action', orderStatesSql);
/** Takes the row lock with which every change of an order starts. */
const lockOrderStates = sqlQuery<OrderStates>('orders.lock-facts-of-action', `${orderStatesSql} for update`);

const refusals: ReadonlyMap<string, Text> = new Map([
  ['CANCEL_NEEDS_REFUND', texts.cancelNeedsRefund],
  ['CANCELLATION_REQUESTED', texts.cancelToAnswer],
]);

type OrderActionResult = OrderChangeResult | Refusal<string>;

/**
 * Does the work of a bulk action on one order: locks the order, changes it by a rule of its feature, and reports the
 * change as the order's states before and after.
 */
export async function changeOrderRow(
  { t }: Shop,
  tx: Tx,
  id: number,
  change: () => Promise<OrderActionResult>,
): Promise<RowResult> {
  const [facts] = await lockOrderStates(tx, [id]);
  if (!facts) return { ok: false, code: 'ORDER_NOT_FOUND', message: t(texts.orderGone) };
  const { number, ...before } = facts;
  const label = String(number);
  const result = await change();
  if (!result.ok)
    return { ok: false, code: result.code, message: t(refusals.get(result.code) ?? texts.orderNotChangeable), label };
  if (!result.changed)
    return { ok: false, code: 'ORDER_UNCHANGED', message: t(texts.orderUnchanged), label, isSkipped: true };
  const [{ number: _, ...after } = facts] = await selectOrderStates(tx, [id]);
  return { ok: true, change: { label, before, after } };
}

/**
 * Largest amount that an actor may refund. It also limits which orders the actor may cancel, since cancelling returns
 * money.
 */
export const getActorRefundLimit = (actor: Actor): number => getAmountLimit(actor, 'orders.refund');

type FindOrders = (db: Db, values: [readonly number[]]) => Promise<readonly { readonly id: number }[]>;

/**
 * Creates the check of a bulk action.
 * @param findUnfit finds the orders that the action would leave unchanged
 */
export const checkOrders =
  (findUnfit: FindOrders) =>
  async ({ t }: Shop, db: Db, ids: readonly number[]): Promise<readonly Skip[]> => {
    const unfit = await findUnfit(db, [ids]);
    return unfit.map(({ id }) => ({ id, code: 'STATUS_NOT_ALLOWED', message: t(texts.orderNotChangeable) }));
  };

const findUnconfirmable = sqlQuery<{ id: number }>(
  'orders.find-unconfirmable',
  `select id from orders where id = any($1::bigint[]) and not (status in ('on-hold', 'processing') and confirmed_at is null)`,
);

export const confirmOrders = defineBulkAction({
  ...{ name: 'orders.confirm-orders', text: texts.confirmOrders, subject: 'order', requires: 'orders.write' },
  check: checkOrders(findUnconfirmable),
  run: (shop, tx, id, _input, by) => changeOrderRow(shop, tx, id, () => confirmOrder(shop, tx, { orderId: id, by })),
});

const findUncancellable = sqlQuery<{ id: number }>(
  'orders.find-uncancellable',
  `select id from orders o where id = any($1::bigint[]) and (
    status not in ('pending', 'failed', 'on-hold', 'processing') or (paid_at is not null and total > 0)
    or exists (select from shipments s where s.order_id = o.id)
  )`,
);

export const cancelOrders = defineBulkAction({
  ...{ name: 'orders.cancel-orders', text: texts.cancelOrders, subject: 'order', requires: 'orders.write' },
  isDangerous: true,
  fields: ({ t }) => ({ why: line({ label: t(texts.cancelReason), hint: t(texts.cancelReasonHint), max: 500 }) }),
  check: checkOrders(findUncancellable),
  run: (shop, tx, id, { why }, by) =>
    changeOrderRow(shop, tx, id, () =>
      cancelOrder(shop, tx, { orderId: id, by, text: why, reason: 'by-shop', mostReturned: getActorRefundLimit(by) }),
    ),
});

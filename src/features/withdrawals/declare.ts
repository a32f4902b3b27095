import { lockOrder, type Order, readOrderNumber } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Declaration } from './declaration.ts';
import { enqueueWithdrawalMails } from './emails.ts';
import { isContract } from './is-contract.ts';
import { getPeriodEnd } from './settings.ts';
import { recordDeclaredLines } from './withdrawal-lines.ts';

interface WithdrawalValues extends Declaration {
  readonly orderId: number | null;
  readonly now: Date;
  readonly periodEndsAt: Date | null;
}

const insertWithdrawal = namedQuery<WithdrawalValues, { id: number; declaredAt: Date }>(
  'withdrawals.insert-withdrawal',
  `insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, reason, declared_at, period_ends_at)
  values ($requestKey, $orderId, $orderNumber, $email, $name, $scope, $items, $reason, $now, $periodEndsAt) on conflict (request_key) do nothing returning id, declared_at as "declaredAt"`,
);

const selectByKey = sqlQuery<{ declaredAt: Date }>(
  'withdrawals.find-by-key',
  'select declared_at as "declaredAt" from withdrawals where request_key = $1',
);

const selectMatch = sqlQuery<Pick<Order, 'id' | 'status' | 'confirmedAt' | 'suspicion'> & { shippedAt: Date | null }>(
  'withdrawals.find-order',
  `select id, status, confirmed_at as "confirmedAt", suspicion, (select max(shipped_at) from shipments where order_id = o.id) as "shippedAt"
  from orders o where number = $1 and lower(email) = lower($2)`,
);

/**
 * Records a declaration of withdrawal with the moment it was made, and enqueues the receipt. A declaration that
 * matches no order is recorded, too, so that the shop can look at it. Units are stored as far as they were
 * recognized. Nothing is refunded. Idempotent by the request key.
 * @returns when the withdrawal was declared
 */
export async function declareWithdrawal(shop: Shop, tx: Tx, declaration: Declaration): Promise<Date> {
  const { requestKey, scope, items } = declaration;
  const now = shop.clock.now();
  const order = await findMatch(tx, declaration);
  // The order is locked before the withdrawal that refers to it is inserted: after the insert, two transactions would
  // wait for each other.
  if (order) await lockOrder(tx, order.id);
  const periodEndsAt = getPeriodEnd(shop, order?.shippedAt ?? null);
  const [inserted] = await insertWithdrawal(tx, { ...declaration, orderId: order?.id ?? null, now, periodEndsAt });
  if (inserted) {
    if (order) await recordDeclaredLines(shop, tx, { id: inserted.id, orderId: order.id, scope, items });
    await enqueueWithdrawalMails(shop, tx, inserted.id);
    return inserted.declaredAt;
  }
  return (await selectByKey(tx, [requestKey]))[0]?.declaredAt ?? now;
}

async function findMatch(db: Db, { orderNumber, email }: Declaration) {
  const number = readOrderNumber(orderNumber);
  const [order] = number === null ? [] : await selectMatch(db, [number, email]);
  return order && isContract(order) ? order : undefined;
}

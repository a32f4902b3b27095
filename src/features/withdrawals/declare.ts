import type { Order } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Declaration } from './declaration.ts';
import { enqueueWithdrawalMails } from './emails.ts';
import { withdrawalSettings } from './settings.ts';

const insertWithdrawal = sqlQuery<{ id: number; declaredAt: Date }>(
  'withdrawals.insert-withdrawal',
  `insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, reason, declared_at, period_ends_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (request_key) do nothing returning id, declared_at as "declaredAt"`,
);

const selectByKey = sqlQuery<{ declaredAt: Date }>(
  'withdrawals.find-by-key',
  'select declared_at as "declaredAt" from withdrawals where request_key = $1',
);

/** Mails to an unconfirmed address contain nothing that was typed, so its order gets no receipt. */
const selectMatch = sqlQuery<{ id: number; shippedAt: Date | null }>(
  'withdrawals.find-order',
  `select id, (select max(shipped_at) from shipments where order_id = o.id) as "shippedAt"
  from orders o where number = $1 and lower(email) = lower($2) and confirmed_at is not null`,
);

/**
 * Records a declaration of withdrawal with the moment it was made, and enqueues the receipt. One that
 * matches no order is recorded, too: the shop looks at it. Nothing is refunded. Idempotent by the key.
 * @returns when it was declared
 */
export async function declareWithdrawal(shop: Shop, tx: Tx, declaration: Declaration): Promise<Date> {
  const { requestKey, orderNumber, email, name, scope, items, reason } = declaration;
  const now = shop.clock.now();
  const order = await findMatch(tx, declaration);
  const values = [requestKey, order?.id ?? null, orderNumber, email, name, scope, items, reason, now];
  const [inserted] = await insertWithdrawal(tx, [...values, getPeriodEnd(shop, order?.shippedAt ?? null)]);
  if (inserted) {
    await enqueueWithdrawalMails(shop, tx, inserted.id);
    return inserted.declaredAt;
  }
  return (await selectByKey(tx, [requestKey]))[0]?.declaredAt ?? now;
}

async function findMatch(db: Db, { orderNumber, email }: Declaration) {
  const number = /^\D{0,3}(\d{1,15})$/.exec(orderNumber.replaceAll(' ', ''))?.[1];
  return number === undefined ? undefined : (await selectMatch(db, [Number(number), email]))[0];
}

const dayMs = 24 * 60 * 60 * 1000;

/** Directive 2011/83/EU, article 9(2)(b): the period begins when the consumer has the last of the goods. */
function getPeriodEnd({ settings }: Shop, shippedAt: Date | null): Date | null {
  const { periodDays, deliveryDays } = settings(withdrawalSettings);
  return shippedAt && new Date(shippedAt.getTime() + (deliveryDays + periodDays) * dayMs);
}

/** Units of a line of an order. `position`: from 1. */
export interface ProposedUnits {
  readonly position: number;
  readonly quantity: number;
}

export interface RefundProposal {
  /** Null for the whole order. */
  readonly units: readonly ProposedUnits[] | null;
  /** Minor units. */
  readonly amount: number;
}

/**
 * Proposes what to give back; staff decides. The whole order includes its shipping costs (Directive
 * 2011/83/EU, article 13(1)).
 * @returns null when the items can't be told from what was written
 */
export function proposeRefund(order: Order, scope: 'whole' | 'part', items: string): RefundProposal | null {
  const left = order.capturedTotal - order.refundedTotal;
  if (scope === 'whole') return { units: null, amount: left };
  const units: ProposedUnits[] = [];
  for (const text of items.split('\n').filter((line) => line.trim() !== '')) {
    const [, count = '1', name = ''] = /^\s*(?:(\d{1,4})\s*[x×*]\s*)?(.+?)\s*$/i.exec(text) ?? [];
    const index = order.lines.findIndex((line) => line.name.toLowerCase() === name.toLowerCase());
    const line = order.lines[index];
    const isKnown = units.some(({ position }) => position === index + 1);
    if (!line || isKnown || Number(count) < 1 || Number(count) > line.quantity) return null;
    units.push({ position: index + 1, quantity: Number(count) });
  }
  const amount = units.reduce((sum, { position, quantity }) => {
    const line = order.lines[position - 1];
    return sum + (line ? Math.round((line.gross * quantity) / line.quantity) : 0);
  }, 0);
  return units.length === 0 ? null : { units, amount: Math.min(amount, left) };
}

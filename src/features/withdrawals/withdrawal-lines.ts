import { getOrder, lockOrder } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Withdrawal } from './find-withdrawals.ts';
import { recognizeItems } from './recognize-items.ts';

export interface WithdrawableLine {
  readonly lineId: number;
  /** Position in the order, from 1. */
  readonly position: number;
  readonly name: string;
  /** Units that the withdrawal may contain: neither given back nor in another open withdrawal. */
  readonly left: number;
  readonly quantity: number;
  /** Units of the withdrawal that have arrived at the shop. */
  readonly received: number;
  /** Units of the withdrawal that were refunded since it was declared. */
  readonly refunded: number;
}

const selectLines = sqlQuery<WithdrawableLine>(
  'withdrawals.list-lines',
  `select l.id as "lineId", (row_number() over (order by l.position))::integer as position, l.name,
    greatest(units_to_withdraw(l.id, $2::bigint), 0) as left, coalesce(w.quantity, 0) as quantity, coalesce(w.received, 0) as received,
    coalesce((select r.units from refunds_of_withdrawals(l.id) r where r.withdrawal_id = w.withdrawal_id), 0) as refunded
  from order_lines l left join withdrawal_lines w on w.order_line_id = l.id and w.withdrawal_id = $2::bigint
  where l.order_id = $1 order by l.position`,
);

/** @param withdrawalId null for a withdrawal that is not declared yet */
export const listWithdrawableLines = (db: Db, orderId: number, withdrawalId: number | null) =>
  selectLines(db, [orderId, withdrawalId]);

const upsertLine = sqlQuery(
  'withdrawals.set-line',
  `insert into withdrawal_lines (withdrawal_id, order_id, order_line_id, quantity) values ($1, $2, $3, $4)
  on conflict (withdrawal_id, order_line_id) do update set quantity = excluded.quantity, received = least(withdrawal_lines.received, excluded.quantity)`,
);
const deleteLine = sqlQuery(
  'withdrawals.delete-line',
  'delete from withdrawal_lines where withdrawal_id = $1 and order_line_id = $2',
);
const updateReceived = sqlQuery(
  'withdrawals.set-received',
  'update withdrawal_lines set received = $3 where withdrawal_id = $1 and order_line_id = $2',
);

/**
 * Stores the units of a new declaration that are recognized in its text and still left. The declaration
 * is valid whatever the units are. The caller has locked the order.
 */
export async function recordDeclaredLines(
  shop: Shop,
  tx: Tx,
  { id, orderId, scope, items }: Pick<Withdrawal, 'id' | 'scope' | 'items'> & { readonly orderId: number },
): Promise<void> {
  const [order, lines] = [await getOrder(tx, { id: orderId }), await listWithdrawableLines(tx, orderId, id)];
  if (!order) return;
  const units = scope === 'part' ? recognizeItems(shop, order, items) : null;
  if (scope === 'part' && units === null) return;
  for (const { lineId, position, left } of lines) {
    const asked = units === null ? left : (units.find((each) => each.position === position)?.quantity ?? 0);
    const quantity = Math.min(asked, left);
    if (quantity > 0) await upsertLine(tx, [id, orderId, lineId, quantity]);
  }
}

export type LineUnits = ReadonlyMap<number, number>;

const selectClosing = sqlQuery<{ id: number }>(
  'withdrawals.is-closed',
  'select withdrawal_id as id from withdrawal_closings where withdrawal_id = $1',
);

export const isClosed = async (tx: Tx, id: number): Promise<boolean> => (await selectClosing(tx, [id])).length > 0;

type LinesResult =
  | { readonly ok: true; readonly before: readonly WithdrawableLine[] }
  | Refusal<'WITHDRAWAL_CLOSED' | 'WITHDRAWAL_UNMATCHED' | 'UNITS_NOT_LEFT' | 'UNITS_NOT_WITHDRAWN'>;

/** Locks the order of an open withdrawal, and returns the lines of the order. */
async function lockLines(tx: Tx, { id, orderId }: Pick<Withdrawal, 'id' | 'orderId'>): Promise<LinesResult> {
  if (orderId === null || !(await lockOrder(tx, orderId))) return { ok: false, code: 'WITHDRAWAL_UNMATCHED' };
  if (await isClosed(tx, id)) return { ok: false, code: 'WITHDRAWAL_CLOSED' };
  return { ok: true, before: await listWithdrawableLines(tx, orderId, id) };
}

/** Sets the units of a withdrawal. Lines that are not named are removed from it. */
export async function chooseLines(tx: Tx, withdrawal: Withdrawal, units: LineUnits): Promise<LinesResult> {
  const locked = await lockLines(tx, withdrawal);
  if (!locked.ok) return locked;
  for (const { lineId, left, quantity: before } of locked.before) {
    const quantity = units.get(lineId) ?? 0;
    if (quantity === before) continue;
    if (quantity > left) return { ok: false, code: 'UNITS_NOT_LEFT' };
    if (quantity === 0) await deleteLine(tx, [withdrawal.id, lineId]);
    else await upsertLine(tx, [withdrawal.id, withdrawal.orderId, lineId, quantity]);
  }
  return locked;
}

/** Records the total units that have come back. Stock and money are not changed here: a refund asks for both. */
export async function recordReceived(tx: Tx, withdrawal: Withdrawal, units: LineUnits): Promise<LinesResult> {
  const locked = await lockLines(tx, withdrawal);
  if (!locked.ok) return locked;
  for (const { lineId, quantity, received: before } of locked.before) {
    const received = units.get(lineId) ?? 0;
    if (received > quantity) return { ok: false, code: 'UNITS_NOT_WITHDRAWN' };
    if (received !== before) await updateReceived(tx, [withdrawal.id, lineId, received]);
  }
  return locked;
}

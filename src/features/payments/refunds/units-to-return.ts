import type { LineUnits } from '#features/inventory/index.ts';
import type { LockedOrder } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { NewRefundLine } from './refund-lines.ts';

/**
 * Counts units of lines that came back and are not covered by a refund. In the order of time, each refund covers
 * returned units first, as far as there are any. Units that a refund returned to stock itself belong to that refund;
 * if it failed, these units are free.
 */
const selectFree = sqlQuery<LineUnits>(
  'payments.find-free-returned-units',
  `select "lineId", (sum(change) - least(min(balance), 0))::integer as quantity from (
    select "lineId", change, sum(change) over (partition by "lineId" order by at, change desc rows unbounded preceding) as balance from (
      select l.id as "lineId", u.quantity as change, u.returned_at as at
      from order_lines l join returned_units u on u.line_id = l.id left join refunds r on r.id = u.refund_id
      where l.order_id = $1 and (u.refund_id is null or r.status = 'failed')
      union all
      select rl.order_line_id, -rl.quantity, r.created_at
      from refunds r join refund_lines rl on rl.refund_id = r.id
      where r.order_id = $1 and r.status <> 'failed' and rl.order_line_id is not null
    ) changes
  ) balances group by 1`,
);

/** Finds the units of a new refund of a locked order that are not back yet. */
export async function findUnitsToReturn(
  tx: Tx,
  { id }: Pick<LockedOrder, 'id'>,
  lines: readonly NewRefundLine[],
): Promise<LineUnits[]> {
  const free = new Map((await selectFree(tx, [id])).map(({ lineId, quantity }) => [lineId, quantity]));
  return lines.flatMap(({ lineId, quantity }) => {
    if (lineId === null || quantity === null) return [];
    const taken = Math.min(free.get(lineId) ?? 0, quantity);
    free.set(lineId, (free.get(lineId) ?? 0) - taken);
    return quantity > taken ? [{ lineId, quantity: quantity - taken }] : [];
  });
}

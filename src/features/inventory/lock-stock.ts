import { sqlQuery, type Tx } from '#platform/database/database.ts';

/** A counted stock and those of the asked variations that draw on it. */
export interface LockedStock {
  readonly stockId: number;
  /** Pieces. */
  readonly onHand: number;
  readonly variationIds: readonly number[];
}

/** In the order of their numbers, as `reserveStock` locks them. */
const queryLockStock = sqlQuery<LockedStock & { managed: boolean }>(
  'inventory.lock-stock',
  `with asked as (
    select v.stock_id, array_agg(v.id order by v.id) as ids from variations v where v.id = any($1::integer[]) group by v.stock_id
  )
  select s.variation_id as "stockId", s.managed, s.on_hand as "onHand", a.ids as "variationIds"
  from stock s join asked a on a.stock_id = s.variation_id order by s.variation_id for update of s`,
);

/** Nobody takes of these stocks until the transaction ends. Stock that is not counted is locked and left out of the answer. */
export async function lockStock(tx: Tx, variationIds: readonly number[]): Promise<LockedStock[]> {
  const rows = await queryLockStock(tx, [variationIds]);
  return rows.flatMap(({ managed, ...stock }) => (managed ? [stock] : []));
}

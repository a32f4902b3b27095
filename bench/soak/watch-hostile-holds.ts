import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import type { Check } from './checks/check.ts';
import { hostileDomain } from './hostile-clients.ts';
import type { StartStock } from './products.ts';

/** The most pieces that hostile clients had of each stock at once, by its id. */
export type HostileHolds = ReadonlyMap<number, number>;

const selectHolds = `select r.stock_id as "stockId", sum(greatest(r.quantity - r.backordered - r.shipped - r.returned, 0))::integer as held
  from stock_reservations r join orders o on o.id = r.order_id
  where o.email like '%${hostileDomain}' and o.confirmed_at is null and r.state <> 'released' group by r.stock_id`;

/**
 * Looks all the time what hostile clients keep from others, until stopped. What the clerk has confirmed
 * is no longer theirs.
 * @param withDatabase rejects while the database is down
 */
export async function watchHostileHolds(
  withDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>,
  stopped: AbortSignal,
): Promise<HostileHolds> {
  const most = new Map<number, number>();
  while (!stopped.aborted) {
    await sleep(300, undefined, { signal: stopped }).catch(() => {});
    await withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ stockId: number; held: number }>(selectHolds);
      for (const { stockId, held } of rows) most.set(stockId, Math.max(most.get(stockId) ?? 0, held));
    }).catch(() => {});
  }
  return most;
}

/** Half of a stock stays with those who are known or pay; of the smallest, one piece is placed at once and one is held. */
export function checkHostileHolds(holds: HostileHolds, start: readonly StartStock[]): Check {
  const limitOf = ({ startQuantity }: StartStock) => Math.max(Math.floor(startQuantity / 2), 2);
  return {
    what: 'hostile clients never hold more than half of a stock, or two pieces',
    checked: [...holds.values()].filter((held) => held > 0).length,
    failures: start
      .filter((stock) => (holds.get(stock.stockId) ?? 0) > limitOf(stock))
      .map((stock) => `${stock.sku}: ${holds.get(stock.stockId)} of ${stock.startQuantity}`),
  };
}

import type { Database } from '#platform/database/database.ts';
import type { Diary } from '../attempts.ts';
import type { Check } from './check.ts';

/** Compares the withdrawals that were acknowledged with those in the database. */
export async function checkWithdrawals(
  { pool }: Database,
  { withdrawals }: Pick<Diary, 'withdrawals'>,
): Promise<Check[]> {
  const { rows } = await pool.query<{ requestKey: string; number: string; hasOrder: boolean; isOfOrder: boolean }>(
    `select w.request_key as "requestKey", w.order_number as number, w.order_id is not null as "hasOrder",
      w.order_id is null or (o.number::text, lower(o.email)) = (w.order_number, lower(w.email)) as "isOfOrder"
    from withdrawals w left join orders o on o.id = w.order_id`,
  );
  const byKey = new Map(rows.map((row) => [row.requestKey, row]));
  const declared = new Set(withdrawals.map(({ requestKey }) => requestKey));
  return [
    {
      what: 'every withdrawal that was acknowledged exists once, and matches an order only with its email address',
      checked: withdrawals.length,
      failures: [
        ...withdrawals
          .filter(({ requestKey, number, isMistyped }) => {
            const row = byKey.get(requestKey);
            return row?.number !== number || !row.isOfOrder || (isMistyped && row.hasOrder);
          })
          .map(({ number }) => number),
        ...rows.filter(({ requestKey }) => !declared.has(requestKey)).map(({ number }) => `${number} was not sent`),
      ],
    },
  ];
}

import type { Database } from '#platform/database/database.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import type { Check } from './check.ts';

/** Compares what the back office's list of orders says, row by row, with the transactions of the orders. */
export async function checkOrderList(url: string, database: Database): Promise<Check> {
  const owner = newShopper({ url });
  const [name = '', value = ''] = (await signInOwner(database)).split('=');
  owner.cookies.set(name, value);
  const { status, body } = await owner.visit('/admin/orders/-/rows.csv?columns=number,total,captured,refunded');
  const listed = new Set(body.trim().split('\r\n').slice(1));
  const { rows } = await database.pool.query<{ line: string }>(
    `select concat_ws(',', o.number, (o.total / 100.0)::numeric(14, 2),
      (coalesce(sum(t.amount) filter (where t.kind = 'capture'), 0) / 100.0)::numeric(14, 2),
      (coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0) / 100.0)::numeric(14, 2)) as line
    from orders o left join payments p on p.order_id = o.id
    left join payment_transactions t on t.payment_id = p.id and t.status = 'succeeded' group by o.id`,
  );
  const missing = rows.filter(({ line }) => !listed.has(line)).map(({ line }) => `the ledger has ${line}`);
  const hasOthers = listed.size !== rows.length ? [`${listed.size} rows, answered with ${status}`] : [];
  return {
    what: 'the list of orders has the sums of the ledger',
    checked: rows.length,
    failures: [...missing, ...hasOthers],
  };
}

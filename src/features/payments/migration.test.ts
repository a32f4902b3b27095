import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { migrate } from '#platform/database/migrate.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';

const { database, pool } = useDatabase({ empty: true });

it('the migration of refunds invents no taxes, and corrects refunds that were given back in part', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
  const from = join(projectRoot, 'migrations');
  for (const file of readdirSync(from).filter((name) => name < '0024')) cpSync(join(from, file), join(folder, file));
  await migrate(database, [{ owner: 'vitrine', folder }]);
  await pool.query(`
    insert into orders (id, token, source, status, currency, items_total, total, tax_total, prices_include_tax, taxes_recorded, email, payment_method,
      payment_title, request_key, paid_at) overriding system value
    values (1, repeat('t', 32), 'checkout', 'processing', 'EUR', 1230, 1230, 230, true, true, 'a@example.com', 'x', 'x', repeat('k', 32), now());
    insert into order_lines (id, order_id, position, key, product_id, variation_id, name, quantity, unit_price, total, tax_class, virtual, downloadable,
      subtotal_net, subtotal_gross, net, tax, gross) overriding system value
    values (1, 1, 0, 'a', 7, 7, 'Mug', 1, 1230, 1230, 'standard', false, false, 1000, 1230, 1000, 230, 1230);
    insert into order_tax_lines (order_id, line_id, position, rate_key, name, tax_class, rate, is_compound, net, amount)
    values (1, 1, 0, 'rate:1', 'VAT', 'standard', 230000, false, 1000, 230);
    insert into payments (id, order_id, provider, amount, currency, status) overriding system value values (1, 1, 'x', 1230, 'EUR', 'open');
    insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
    values (1, 'capture', 'succeeded', 1230, 'capture-1', 'x', now(), now());
    insert into refunds (id, order_id, status, cause, amount, request_key, by, finished_at) overriding system value values
      (1, 1, 'succeeded', 'staff', 100, 'refund-01', 'x', now()), (2, 1, 'failed', 'staff', 500, 'refund-02', 'x', now()),
      (3, 1, 'failed', 'staff', 700, 'refund-03', 'x', now()), (4, 1, 'requested', 'staff', 50, 'refund-04', 'x', null);
    insert into payment_transactions (payment_id, refund_id, kind, status, amount, request_key, by, requested_at, finished_at) values
      (1, 1, 'refund', 'succeeded', 100, 'money-01', 'x', now(), now()), (1, 2, 'refund', 'succeeded', 200, 'money-02', 'x', now(), now()),
      (1, 2, 'refund', 'failed', 300, 'money-03', 'x', now(), now()), (1, 3, 'refund', 'failed', 700, 'money-04', 'x', now(), now())`);
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  const { rows } =
    await pool.query(`select r.id::int, r.status, r.amount::int, r.requested_amount::int as requested, l.kind, l.gross::int, l.tax::int
    from refunds r join refund_lines l on l.refund_id = r.id order by 1`);
  expect(rows).toEqual([
    { id: 1, status: 'succeeded', amount: 100, requested: 100, kind: 'unallocated', gross: 100, tax: 0 },
    { id: 2, status: 'succeeded', amount: 200, requested: 500, kind: 'unallocated', gross: 200, tax: 0 },
    { id: 3, status: 'failed', amount: 700, requested: 700, kind: 'unallocated', gross: 700, tax: 0 },
    { id: 4, status: 'requested', amount: 50, requested: 50, kind: 'unallocated', gross: 50, tax: 0 },
  ]);
  await pool.query(`update refunds set status = 'succeeded', amount = 50, finished_at = now() where id = 4`);
});

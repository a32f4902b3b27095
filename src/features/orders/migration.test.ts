import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assembleFeatures, listMigrationSets } from '#app/app.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { migrate } from '#platform/database/migrate.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/database.ts';

const { database, pool } = useDatabase({ empty: true });

it('the migration marks older orders as confirmed by the shop, and keeps their due date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
  const from = join(projectRoot, 'migrations');
  for (const file of readdirSync(from).filter((name) => name < '0013')) cpSync(join(from, file), join(folder, file));
  await migrate(database, [{ owner: 'vitrine', folder }]);
  await pool.query(`insert into orders (token, cart_version, status, currency, items_total, total, prices_include_tax, email, payment_method,
      payment_title, request_key, request_hash, created_at, due_at)
    values (repeat('t', 32), 1, 'on-hold', 'EUR', 1000, 1000, true, 'ada@example.com', 'bank_transfer', 'Bank transfer', repeat('k', 32),
      repeat('h', 43), '2026-03-01', '2026-03-15')`);
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  const { rows } = await pool.query(
    'select confirmed_at = created_at as "atOnce", confirmed_by as by, due_at as due, payment_seconds as later from orders',
  );
  expect(rows).toEqual([{ atOnce: true, by: 'shop', due: new Date('2026-03-15'), later: null }]);
});

import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { formatOrderTotals } from './format-order.ts';
import { getOrder } from './order.ts';

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

describe('the migration of amounts', () => {
  const old = useDatabase({ empty: true });

  it('invents no taxes for older orders: gross is what was paid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
    const from = join(projectRoot, 'migrations');
    for (const file of readdirSync(from).filter((name) => name < '0015')) cpSync(join(from, file), join(folder, file));
    await migrate(old.database, [{ owner: 'vitrine', folder }]);
    await old.pool.query(`
      insert into orders (id, token, cart_version, status, currency, items_total, discount_total, shipping_total, total, prices_include_tax, email,
        payment_method, payment_title, request_key, request_hash, due_at) overriding system value
      values (1, repeat('t', 32), 1, 'on-hold', 'EUR', 2000, 100, 500, 2400, true, 'a@example.com', 'x', 'x', repeat('k', 32), repeat('h', 43), now());
      insert into order_lines (order_id, position, product_id, variation_id, name, quantity, unit_price, total, tax_class, virtual, downloadable)
      values (1, 0, 7, 7, 'Mug', 2, 1000, 1900, 'standard', false, false);
      insert into order_shipping_lines (order_id, position, method_id, title, total) values (1, 0, 'flat_rate:1', 'Parcel', 500)`);
    await migrate(old.database, listMigrationSets(assembleFeatures(shopConfig)));
    const order = await getOrder(old.db, { id: 1 });
    expect(order).toMatchObject({
      taxesRecorded: false,
      total: 2400,
      taxTotal: 0,
      taxes: [],
      adjustments: [],
      fees: [],
    });
    expect(order?.lines).toMatchObject([{ subtotalGross: 2000, total: 1900, net: 1900, tax: 0, gross: 1900 }]);
    expect(order?.shipping).toMatchObject([{ total: 500, net: 500, tax: 0, gross: 500 }]);
    const context = {
      ...{ locale: 'en', taxDisplay: 'including' as const, t: (text: Text) => text.message },
      price: ({ amount }: { amount: number }) => String(amount),
    };
    const rows = order && formatOrderTotals(context as unknown as RenderContext, order);
    expect(rows?.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Subtotal 2000',
      'Discount −100',
      'Parcel 500',
      'Total 2400',
    ]);
  });
});

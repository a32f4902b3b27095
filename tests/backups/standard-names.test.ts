import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listJobs, listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { backup } from '#platform/database/backup.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { restore } from '#platform/database/restore.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { temporaryFolder } from '../processes/start-built.ts';

const migrated = useDatabase({ empty: true });
const restored = useDatabase({ empty: true });
const sets = listMigrationSets(assembleFeatures(shopConfig));

/** Job names before and after, and a key that a job had. */
const jobs = [
  ['carts:purge', 'cart:purge-carts', 'every:carts:purge'],
  ['catalog:fetch-image', 'catalog:fetch-remote-image', null],
  ['catalog:turn-prices', 'catalog:apply-scheduled-prices', 'every:catalog:turn-prices'],
  ['checkout:limit-warning', 'checkout:send-limit-warning', 'checkout:limit-warning:2026-03-01T10:00:00.000Z'],
  ['limits:clear', 'limits:purge-counts', 'every:limits:clear'],
  ['mail-send', 'mail:send-mail', null],
  ['mail:purge', 'mail:purge-mail', 'every:mail:purge'],
  ['media-make-sizes', 'media:make-sizes', 'media:7'],
  ['orders:expire', 'orders:expire-orders', 'orders:expire:12'],
  ['orders:mail', 'orders:send-mail', null],
  ['search:index', 'search:index-products', 'search:index'],
  ['search:tidy', 'search:optimize-index', 'every:search:tidy'],
  ['visitors:purge', 'sessions:purge-visitors', 'every:visitors:purge'],
] as const;

/** Creates a shop by the migrations up to 0014, with rows in everything that 0015 renames. */
async function createEarlierShop(database: Database): Promise<void> {
  const folder = temporaryFolder();
  const from = join(projectRoot, 'migrations');
  for (const file of readdirSync(from).filter((name) => name < '0015')) cpSync(join(from, file), join(folder, file));
  await migrate(database, [{ owner: 'vitrine', folder }]);
  await migrateJobs(database);
  await database.pool.query(`
    begin;
    insert into products (id, type, status, slug, name, published_at, price_min, price_max, price_turns_at)
      values (1, 'simple', 'published', 'bowl', 'Tide bowl', '2026-01-01', 1000, 1000, '2040-01-01');
    insert into variations (id, product_id, regular_price, sale_price, sale_to, currency, stock_id)
      values (1, 1, 1500, 1000, '2040-01-01', 'EUR', 1);
    insert into stock (variation_id, managed, on_hand, low_at) values (1, true, 7, 9);
    insert into stock_movements (variation_id, delta, reason) values (1, 7, 'set');
    insert into categories (slug, name) values ('bowls', 'Bowls');
    insert into product_categories (product_id, category_id, position) select 1, id, 0 from categories;
    select refresh_product_listing(array[1], now());
    commit;
    update products set slug = 'tide-bowl';
    update categories set slug = 'all-bowls';
    insert into orders (number, token, cart_version, status, currency, items_total, total, prices_include_tax, email, payment_method,
        payment_title, request_key, request_hash, due_at, paid_at, cancel_reason, cancelled_at)
      select 1000 + n, repeat(n::text, 32), 1, (array['on-hold', 'processing', 'cancelled'])[n], 'EUR', 1000, 1000, true, 'ada@example.com',
        'bank_transfer', 'Bank transfer', repeat(n::text, 32), repeat(n::text, 43), '2040-01-01', case n when 2 then now() end,
        case n when 3 then 'by-shop' end, case n when 3 then now() end
      from generate_series(1, 3) n;
    insert into order_lines (order_id, position, product_id, variation_id, name, quantity, unit_price, total, tax_class, virtual, downloadable)
      select id, 0, 1, 1, 'Tide bowl', number - 1000, 0, 0, 'standard', false, false from orders;
    insert into stock_holds (order_id, stock_id, variation_id, quantity, state)
      select id, 1, 1, number - 1000, (array['held', 'sold', 'released'])[number - 1000] from orders;
    insert into search_missed (query, times, first_at, last_at) values ('bicycle', 3, '2026-02-01', '2026-03-01');
    insert into search_documents (product_id, name, name_words, merit, named, titled) values (1, 'tide bowl', 2, 3, 'tide bowl', 'tide bowl bowls');
    insert into search_texts (product_id, lexemes) values (1, 'tide bowl bowls');
    insert into tax_rates (country, percent, name, on_shipping) values ('IE', 23, 'VAT', false);
    insert into platform.media (sha256, key, mime, width, height, bytes, color, failed)
      values (repeat('a', 64), 'a.jpg', 'image/jpeg', 1, 1, 1, '#000000', 'ENOENT');
    insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('search:tidy', '2026-01-01')`);
  for (const [name, , key] of jobs) {
    await database.pool.query(
      `select graphile_worker.add_job($1, '{}', job_key := $2, run_at := '2026-01-01', max_attempts := 1)`,
      [name, key],
    );
  }
}

async function expectSameShop({ pool }: Database): Promise<void> {
  const read = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows;
  expect(await read('select variation_id, managed, on_hand, low_stock_threshold from stock_levels')).toEqual([
    [1, true, 7, 9],
  ]);
  expect(await read('select quantity, state from stock_reservations order by quantity')).toEqual([
    [1, 'reserved'],
    [2, 'committed'],
    [3, 'released'],
  ]);
  expect(await read('select number, status from orders order by number')).toEqual([
    [1001, 'on-hold'],
    [1002, 'processing'],
    [1003, 'cancelled'],
  ]);
  expect(await read('select kind, slug from slug_redirects order by slug')).toEqual([
    ['product', 'bowl'],
    ['category', 'bowls'],
  ]);
  expect(await read('select query, times, last_at from zero_result_searches')).toEqual([
    ['bicycle', 3, new Date('2026-03-01')],
  ]);
  expect(await read('select price_changes_at from products')).toEqual([[new Date('2040-01-01')]]);
  expect(await read('select name, ranking_boost from search_documents where name_lexemes @@ $$tide$$')).toEqual([
    ['tide bowl', 3],
  ]);
  expect(await read('select applies_to_shipping from tax_rates')).toEqual([[false]]);
  expect(await read('select failure from platform.media')).toEqual([['ENOENT']]);
  expect(await read(`select bit_count(bits) from facet_bits where kind in ('listed', 'sale')`)).toEqual([[1], [1]]);
  const named = await read('select task_identifier, key from graphile_worker.jobs order by 1');
  expect(named).toEqual(
    jobs
      .map(([earlier, name, key]) => [name, key?.replace(earlier, name) ?? null])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
  expect(await read('select identifier from graphile_worker._private_known_crontabs')).toEqual([
    ['search:optimize-index'],
  ]);
}

describe('a database from before the standard names', () => {
  it('keeps its rows and waiting jobs, also when a backup of it is restored', async () => {
    await createEarlierShop(migrated);
    const file = join(temporaryFolder(), 'shop.tar.gz');
    await backup({ database: migrated, file });
    await migrate(migrated, sets);
    await expectSameShop(migrated);
    await restore({ file, database: restored, sets });
    await migrate(restored, sets);
    await expectSameShop(restored);
  });

  it('serves pages, leads from old slugs and runs the jobs that waited', async () => {
    const { http, shop, assembly } = await testShop(migrated);
    const redirect = await http.inject('/product/bowl');
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/product/tide-bowl']);
    expect((await http.inject('/product/tide-bowl')).body).toContain('Tide bowl');
    expect((await http.inject('/category/all-bowls')).body).toContain('Tide bowl');
    const all = listJobs(assembly);
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(jobs.map(([, name]) => name)));
    // Jobs with a payload of their own fail for the empty one: they were found by their new names.
    const { done, failed } = await runJobsNow(shop, all);
    expect([...done, ...failed.map(({ name }) => name)].sort()).toEqual(jobs.map(([, name]) => name).sort());
    expect(done).toEqual(expect.arrayContaining(['catalog:apply-scheduled-prices', 'search:optimize-index']));
    expect((await http.inject('/search?q=bowl')).body).toContain('Tide bowl');
  });

  it('keeps redirects, facets and the ledger by its triggers', async () => {
    const { pool } = migrated;
    await pool.query(`update products set slug = 'third-bowl'; update categories set slug = 'more-bowls'`);
    expect((await pool.query('select slug from slug_redirects order by slug')).rows.map(({ slug }) => slug)).toEqual([
      ...['all-bowls', 'bowl', 'bowls', 'tide-bowl'],
    ]);
    await pool.query(`update products set status = 'draft'; select refresh_product_listing(array[1], now())`);
    expect((await pool.query('select from facet_bits')).rowCount).toBe(0);
    await expect(pool.query('delete from stock_movements')).rejects.toThrow('is only ever added to');
  });

  it('has no object left with an earlier name', async () => {
    const { rows } = await migrated.pool.query<{ name: string }>(`
      select name from (
        select relname::text as name from pg_class union select conname from pg_constraint
        union select proname from pg_proc union select tgname from pg_trigger
        union select attname from pg_attribute join pg_class c on c.oid = attrelid and c.relkind = 'r'
      ) named where name ~ '^stock(_low_at|_holds|_(managed|on_hand|backorder|status|variation_id|pkey))'
        or name ~ 'old_slug|search_missed|listing_(counts|pairs)|price_turns|on_shipping|refuse_change|count_(un|re)?listed|^merit$|^low_at$'`);
    expect(rows).toEqual([]);
  });
});

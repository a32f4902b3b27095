import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveProduct } from '#features/catalog/products/save/save-product.ts';
import { publishStockChanges, reserveStock } from '#features/inventory/index.ts';
import type { CliOutput } from '#platform/cli/command.ts';
import { runProgram } from '#platform/cli/program.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { searchCommands } from './commands.ts';
import { readDocuments } from './documents.ts';
import { indexChanges, indexProducts, optimizeIndex, optimizeSearch } from './indexing.ts';
import { getPopularProducts } from './overview.ts';
import { getSearchEngine, suggestProducts } from './search.ts';
import { recordZeroResultSearch } from './zero-result-searches.ts';

const { database, db, pool } = useDatabase();
let app: App;
const ids: number[] = [];

beforeAll(async () => {
  app = await testShop(database, { choices: { currency: 'EUR' } });
  for (const name of ['Bud vase one', 'Bud vase two']) {
    const stock = { managed: true, onHand: 1 };
    ids.push((await saveTestProduct(app.shop, { name, status: 'published', master: { regularPrice: 900, stock } })).id);
  }
  await indexChanges(app.shop);
});

const findProductIds = async () => (await suggestProducts(app.shop, { text: 'bud vase' })).map(({ id }) => id);

/** Runs a command, and returns what it prints. */
async function run(...args: string[]) {
  const lines: string[] = [];
  let result: unknown;
  const output: CliOutput = {
    json: false,
    line: (text) => void lines.push(text),
    warn: (text) => void lines.push(text),
    table: (_head, rows) => void lines.push(...rows.map((cells) => cells.slice(0, 2).join(' '))),
    result: (data) => {
      result = data;
    },
    progress: () => ({ advance() {}, end() {} }),
  };
  const commands = searchCommands.map((command) => ({
    ...command,
    run: (...[of, input]: Parameters<typeof command.run>) => command.run(of, input, output),
  }));
  const code = await runProgram({ commands, standaloneCommands: [], withShop: (work) => work(app.shop) }, args);
  return { code, lines, result };
}

describe('the ranking', () => {
  it('puts sold-out products last', async () => {
    expect(await findProductIds()).toEqual(ids);
    await inTransaction(db, async (tx) => {
      const taken = await reserveStock(tx, [{ variationId: ids[0] ?? 0, quantity: 1 }], 'test');
      if (taken.ok) await publishStockChanges(app.shop, tx, taken.changes);
    });
    expect((await runJobsNow(app.shop, [indexProducts])).failed).toEqual([]);
    await indexChanges(app.shop);
    expect(await findProductIds()).toEqual(ids.toReversed());
    await pool.query('update stock_levels set on_hand = 1');
    await pool.query('select refresh_product_listing($1, now())', [ids]);
    await run('search', 'reindex');
    expect(await findProductIds()).toEqual(ids);
  });

  it('counts sales nightly', async () => {
    await db.execute(sql`
      with o as (
        insert into orders (token, source, status, currency, locale, items_total, total, prices_include_tax, email, payment_method, payment_title)
        values ('token-for-a-test-of-search', 'checkout', 'processing', 'EUR', 'en', 900, 900, true, 'a@example.com', 'x', 'x') returning id
      )
      insert into order_lines (order_id, position, key, product_id, variation_id, name, quantity, unit_price, total, subtotal_net, subtotal_gross,
        net, gross, tax_class, virtual, downloadable)
      select o.id, 0, 'a', ${ids[1]}, ${ids[1]}, 'Bud vase two', 1, 900, 900, 900, 900, 900, 900, 'standard', false, false from o`);
    await optimizeSearch.run(app.shop, {}, { number: 1, isLast: false });
    expect(await findProductIds()).toEqual(ids.toReversed());
  });

  it('is the same after reindexing', async () => {
    const before = await pool.query('select * from search_documents order by 1');
    await pool.query('truncate search_documents, search_texts, search_name_words, search_words');
    expect(await findProductIds()).toEqual([]);
    expect(await run('search', 'reindex')).toMatchObject({ code: 0, result: { products: 2 } });
    expect((await pool.query('select * from search_documents order by 1')).rows).toEqual(before.rows);
  });

  it('puts groups of sold-out products last', async () => {
    const master = { regularPrice: 900, stock: { managed: true, onHand: 1 } };
    const cruet = await saveTestProduct(app.shop, { name: 'Cruet', status: 'published', master });
    const group = { name: 'Cruet set', type: 'grouped', status: 'published', grouped: [cruet.id] } as const;
    const { id } = await saveTestProduct(app.shop, group);
    await indexChanges(app.shop);
    const canBeBought = async () =>
      (await pool.query('select from search_documents where product_id = $1 and ranking_boost >= 3', [id])).rowCount ===
      1;
    expect(await canBeBought()).toBe(true);
    await inTransaction(db, async (tx) => {
      const taken = await reserveStock(tx, [{ variationId: cruet.id, quantity: 1 }], 'test');
      if (taken.ok) await publishStockChanges(app.shop, tx, taken.changes);
    });
    await indexChanges(app.shop);
    expect(await canBeBought()).toBe(false);
  });
});

describe('optimizing the index', () => {
  it('keeps the words of products indexed concurrently', async () => {
    const { shop } = app;
    const { id } = await saveTestProduct(shop, { name: 'Zeppelinbecher', status: 'published' });
    await indexChanges(shop);
    const documents = await readDocuments(db, [id]);
    await inTransaction(db, (tx) => saveProduct(shop, tx, { id, status: 'draft' }));
    await indexChanges(shop);
    const engine = getSearchEngine(shop);
    const [hasSaved, canCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const indexing = inTransaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search:index-products'))`);
      await engine.saveDocuments(tx, documents);
      hasSaved.resolve();
      await canCommit.promise;
    });
    await hasSaved.promise;
    const optimizing = optimizeIndex(shop);
    let isDone = false;
    const setDone = () => {
      isDone = true;
    };
    void optimizing.then(setDone, setDone);
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while (!isDone && (await pool.query(waiting)).rowCount === 0);
    canCommit.resolve();
    await Promise.all([indexing, optimizing]);
    const { rows } = await pool.query(`select word from search_words where word = 'zeppelinbecher'`);
    expect(rows).toHaveLength(1);
  });
});

let clients = 0;
function nextAddress(): string {
  clients += 1;
  return `203.0.${clients >> 8}.${clients & 255}`;
}

describe('zero-result searches', () => {
  it('are normalized, counted and listed', async () => {
    for (const text of ['Fahrräder', 'FAHRRADER!', 'bicycle'])
      expect(await recordZeroResultSearch(app.shop, text, nextAddress())).toBe(true);
    expect(await run('search', 'zero-results', '--limit', '1')).toMatchObject({ code: 0, lines: ['fahrrader 2'] });
    expect(await run('search', 'zero-results', '--limit', 'all')).toMatchObject({ code: 2 });
  });

  it.each(['bud vase', '', '…', 'maeve@example.com', '+353 91 555 0123', '4111 1111 1111 1111'])(
    'leaves out %j',
    async (text) => {
      expect(await recordZeroResultSearch(app.shop, text, nextAddress())).toBe(false);
    },
  );

  it('are limited to a thousand and can be deleted', async () => {
    await pool.query(`insert into zero_result_searches (query, first_at, last_at)
      select 'old ' || n, now() - interval '1 year', now() - interval '1 year' from generate_series(1, 1200) n`);
    await recordZeroResultSearch(app.shop, 'unicycle', nextAddress());
    const { rows } = await pool.query<{ all: number; fresh: number }>(
      `select count(*)::integer as all, count(*) filter (where query not like 'old%')::integer as fresh from zero_result_searches`,
    );
    expect(rows).toEqual([{ all: 1000, fresh: 3 }]);
    expect(await run('search', 'zero-results', '--clear')).toMatchObject({ code: 0, result: { deleted: 1000 } });
    expect(await run('search', 'zero-results')).toMatchObject({ lines: ['No searches without results.'] });
  });
});

describe('popular products', () => {
  it('are in stock, at once after the bestseller has sold out', async () => {
    const master = { regularPrice: 900, stock: { managed: true, onHand: 1 } };
    const saved = await saveTestProduct(app.shop, { name: 'Best vase', status: 'published', master });
    await indexChanges(app.shop);
    await pool.query('update search_documents set ranking_boost = 6 where product_id = $1', [saved.id]);
    const findIds = async () => (await getPopularProducts(app.shop, 4)).map(({ id }) => id);
    const before = await findIds();
    expect(before[0]).toBe(saved.id);
    await inTransaction(db, async (tx) => {
      const taken = await reserveStock(tx, [{ variationId: saved.id, quantity: 1 }], 'test');
      if (taken.ok) await publishStockChanges(app.shop, tx, taken.changes);
    });
    await expect.poll(findIds).not.toContain(saved.id);
    const cards = await getPopularProducts(app.shop, 100);
    expect(cards).not.toEqual([]);
    expect(cards.every(({ inStock }) => inStock)).toBe(true);
  });
});

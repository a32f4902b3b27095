import type { AvailabilityChange } from '#features/inventory/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Handler } from '#platform/features/events.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { readDocuments, salesDays } from './documents.ts';
import type { SearchEngine } from './engine.ts';
import { getSearchEngine } from './search.ts';
import { searchSettings } from './settings.ts';
import { purgeZeroResultSearches } from './zero-result-searches.ts';

const batchSize = 500;
/** Number of changed products from which the index is optimized at once. */
const optimizeThreshold = 200;

/** Includes grouped products, whose availability depends on their members. */
const enqueueProducts = sqlQuery(
  'search.enqueue-products',
  `insert into search_changes (product_id)
  select unnest($1::integer[]) union select product_id from product_links where kind = 'grouped' and linked_id = any($1::integer[])`,
);

/**
 * Handles `catalog.products-changed`: enqueues the products and a job that runs at once. Two statements for any
 * number of products.
 */
export const enqueueChangedProducts: Handler<{ readonly productIds: readonly number[] }> = async (
  shop,
  tx,
  { productIds },
) => {
  await enqueueProducts(tx, [productIds]);
  await shop.jobs.add(tx, indexProducts, {}, { key: 'search:index-products', keyMode: 'preserve_run_at' });
};

/**
 * Handles `catalog.stock-rose` and `catalog.stock-fell`: only enqueues the product for the job that runs every
 * minute, so that no order waits.
 */
export const enqueueStockChange: Handler<AvailabilityChange> = async (_shop, tx, { productId }) => {
  await enqueueProducts(tx, [[productId]]);
};

export const indexProducts = defineJob({
  name: 'search:index-products',
  every: '* * * * *',
  run: async (shop) => void (await indexChanges(shop)),
});

const dequeueProducts = sqlQuery<{ productId: number }>(
  'search.dequeue-products',
  `delete from search_changes where id in (select id from search_changes order by id limit ${batchSize}) returning product_id as "productId"`,
);

/** Serializes indexing, so that documents read later are also written later. */
const lockIndex = sqlQuery('search.lock-index', `select pg_advisory_xact_lock(hashtext('search:index-products'))`);

/**
 * Updates the documents of all enqueued products.
 * @param onProgress called with the number of products done
 * @returns number of products indexed
 */
export async function indexChanges(shop: Shop, onProgress: (done: number) => void = () => {}): Promise<number> {
  const engine = getSearchEngine(shop);
  let done = 0;
  for (;;) {
    const count = await inTransaction(shop.db, (tx) => indexBatch(tx, engine));
    done += count;
    onProgress(done);
    if (count === 0) break;
  }
  if (done > 0) await engine.flush(shop.db);
  if (done >= optimizeThreshold) await optimizeIndex(shop);
  return done;
}

/** Takes the index lock: unused words that are deleted could be needed by documents being written. */
export async function optimizeIndex(shop: Shop): Promise<void> {
  const engine = getSearchEngine(shop);
  await inTransaction(shop.db, async (tx) => {
    await lockIndex(tx, []);
    await engine.optimize(tx);
  });
}

async function indexBatch(tx: Tx, engine: SearchEngine): Promise<number> {
  await lockIndex(tx, []);
  const changes = await dequeueProducts(tx, []);
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  if (ids.length === 0) return 0;
  const documents = await readDocuments(tx, ids);
  const found = new Set(documents.map(({ productId }) => productId));
  await engine.saveDocuments(tx, documents);
  await engine.removeDocuments(
    tx,
    ids.filter((id) => !found.has(id)),
  );
  return ids.length;
}

const enqueueAll = sqlQuery<{ productId: number }>(
  'search.enqueue-all-products',
  'insert into search_changes (product_id) select id from products order by id returning product_id as "productId"',
);

/** @returns number of products */
export async function enqueueAllProducts(db: Db): Promise<number> {
  return (await enqueueAll(db, [])).length;
}

/** Enqueues products with recent sales, because their documents contain the number of units sold. */
const enqueueSoldProducts = sqlQuery(
  'search.enqueue-sold-products',
  `insert into search_changes (product_id)
  select distinct l.product_id from order_lines l join orders o on o.id = l.order_id
  where o.created_at > $1::timestamptz - interval '${salesDays} days 25 hours' order by 1`,
);

/** Updates sales counts, optimizes the index and deletes old zero-result searches. */
export const optimizeSearch = defineJob({
  name: 'search:optimize-index',
  every: '40 3 * * *',
  run: async (shop) => {
    await enqueueSoldProducts(shop.db, [shop.clock.now()]);
    await indexChanges(shop);
    await optimizeIndex(shop);
    await purgeZeroResultSearches(
      shop.db,
      daysBefore(shop.clock.now(), shop.settings(searchSettings).keepZeroResultDays),
    );
  },
});

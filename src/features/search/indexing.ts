import { z } from 'zod';
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

/** Products in one transaction. */
const batchSize = 500;
/** From so many changed products on it pays to tidy at once. */
const optimizeThreshold = 200;

/** Groups too: they can be bought when one of their members can. */
const enqueueProducts = sqlQuery(
  'search.note',
  `insert into search_changes (product_id)
  select unnest($1::integer[]) union select product_id from product_links where kind = 'grouped' and linked_id = any($1::integer[])`,
);

/** Handles `catalog.products-changed`: a note, and a job that follows at once. However many are saved together, that costs two statements. */
export const queueChangedProducts: Handler<{ readonly productIds: readonly number[] }> = async (
  shop,
  tx,
  { productIds },
) => {
  await enqueueProducts(tx, [productIds]);
  await shop.jobs.add(tx, indexProducts, {}, { key: 'search:index', keyMode: 'preserve_run_at' });
};

/** Handles `catalog.stock-rose` and `catalog.stock-fell`: a note alone, so that no order waits for another; the job comes every minute. */
export const queueStockChange: Handler<AvailabilityChange> = async (_shop, tx, { productId }) => {
  await enqueueProducts(tx, [[productId]]);
};

export const indexProducts = defineJob({
  name: 'search:index',
  schema: z.object({}),
  every: '* * * * *',
  run: async (shop) => void (await indexChanges(shop)),
});

const dequeueProducts = sqlQuery<{ productId: number }>(
  'search.take',
  `delete from search_changes where id in (select id from search_changes order by id limit ${batchSize}) returning product_id as "productId"`,
);

/** One at a time: who has read a product later must write it later. */
const lockIndex = sqlQuery('search.lock', `select pg_advisory_xact_lock(hashtext('search:index'))`);

/**
 * Brings the documents up to the products that were noted.
 * @param onProgress gets the number of products done so far
 * @returns how many that were
 */
export async function indexChanges(shop: Shop, onProgress: (done: number) => void = () => {}): Promise<number> {
  const engine = await getSearchEngine(shop);
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

/** Not while documents are written: what goes because nothing has it may be what they are about to have. */
export async function optimizeIndex(shop: Shop): Promise<void> {
  const engine = await getSearchEngine(shop);
  await inTransaction(shop.db, async (tx) => {
    await lockIndex(tx, []);
    await engine.optimize(tx);
  });
}

async function indexBatch(tx: Tx, engine: SearchEngine): Promise<number> {
  await lockIndex(tx, []);
  const taken = await dequeueProducts(tx, []);
  const ids = [...new Set(taken.map(({ productId }) => productId))];
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
  'search.note-all',
  'insert into search_changes (product_id) select id from products order by id returning product_id as "productId"',
);

/** Notes every product of the catalogue. @returns how many there are */
export async function enqueueAllProducts(db: Db): Promise<number> {
  return (await enqueueAll(db, [])).length;
}

/** Products that were sold in these days: their documents say how often. */
const enqueueSoldProducts = sqlQuery(
  'search.note-sold',
  `insert into search_changes (product_id)
  select distinct l.product_id from order_lines l join orders o on o.id = l.order_id
  where o.created_at > $1::timestamptz - interval '${salesDays} days 25 hours' order by 1`,
);

/** What sells changes slowly: counted each night, beside whatever is cheaper done for all products together. */
export const optimizeSearch = defineJob({
  name: 'search:tidy',
  schema: z.object({}),
  every: '40 3 * * *',
  run: async (shop) => {
    await enqueueSoldProducts(shop.db, [shop.clock.now()]);
    await indexChanges(shop);
    await optimizeIndex(shop);
    await purgeZeroResultSearches(shop.db, daysBefore(shop.clock.now(), shop.settings(searchSettings).keepMissedDays));
  },
});

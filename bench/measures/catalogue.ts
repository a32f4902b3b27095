import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { startShop } from '#tests/support/shop-process.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import type { Measure } from '../bench.ts';
import { countStatements, startQueryCounter } from '../query-counter.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand, waitForJobs } from '../shop.ts';
import { median } from '../statistics.ts';

const variations = 2_000;
const glazes = ['Celadon', 'Ash', 'Iron', 'Cobalt'];
const importedRows = 10_000;
const tries = 15;
const longestWait = 1_800_000;

/** The grid of a product with 2,000 variations, and 10,000 rows that are imported as the back office does it. */
export const catalogue: Measure = async ({ dataDir, share }) => {
  const folder = `${dataDir}-catalogue`;
  rmSync(folder, { recursive: true, force: true });
  await runShopCommand(folder, 'migrate');
  const file = join(folder, 'variations.csv');
  writeFileSync(file, createVariations());
  await runShopCommand(folder, 'import', 'products', file);
  const owner = await openShop(folder);
  const database = openShopDatabase(folder);
  const counter = await startQueryCounter(findRunningDatabase(folder)?.socketDir ?? '');
  const countedDir = `${folder}-counted`;
  const env = { MODE: 'demo', DATA_DIR: countedDir, DATABASE_URL: counter.connectionString, LOG_LEVEL: 'error' };
  try {
    await waitForJobs(database, 600_000);
    const cookie = await signInOwner(database);
    const shop = await startShop({ env, logFile: '/dev/null' });
    const count = (work: () => Promise<unknown>) => countStatements(counter, 5, work);
    const grid = await measureGrid(database, { url: shop.url, cookie, count }).finally(() => shop.stop('SIGKILL'));
    return [...grid, ...(await measureImport(database, owner.url, cookie, Math.round(importedRows * share)))];
  } finally {
    counter.close();
    await database.close();
    await owner.stop();
    rmSync(countedDir, { recursive: true, force: true });
  }
};

function createVariations(): string {
  const sizes = Array.from({ length: variations / glazes.length }, (_, index) => `Size ${index + 1}`);
  const head =
    'Type,SKU,Parent,Name,Regular price,Stock,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 2 name,Attribute 2 value(s),Attribute 2 global';
  const parent = `variable,GRID,,Tide bowl,,,Glaze,"${glazes.join(', ')}",1,Size,"${sizes.join(', ')}",1`;
  const rows = sizes.flatMap((size, place) =>
    glazes.map((glaze, each) => `variation,GRID-${place * 4 + each},GRID,,10.00,5,Glaze,${glaze},1,Size,${size},1`),
  );
  return [head, parent, ...rows].join('\n');
}

interface GridCall {
  readonly url: string;
  readonly cookie: string;
  readonly count: (work: () => Promise<unknown>) => Promise<number>;
}

interface SeenRow {
  readonly id: number;
  readonly cells: readonly string[];
}

/** Opened, one cell, all prices. Each beside the same rows read or written by plain SQL. */
async function measureGrid({ pool }: Database, { url, cookie, count }: GridCall): Promise<Row[]> {
  const { rows } = await pool.query<{ id: number }>(`select product_id as id from variations where sku = 'GRID-0'`);
  const path = `${url}/admin/products/${rows[0]?.id}/variations`;
  const headers = { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const open = async (): Promise<readonly SeenRow[]> => {
    const { statusCode, body } = await request(path, { headers });
    const answer = (await body.json()) as { readonly rows: readonly SeenRow[] };
    if (statusCode !== 200) throw new Error(`the grid answered ${statusCode}`);
    return answer.rows;
  };
  const page = async () => {
    const { statusCode, body } = await request(path, { headers: { cookie, accept: 'text/html' } });
    await body.dump();
    if (statusCode !== 200) throw new Error(`the page of the grid answered ${statusCode}`);
  };
  const ids = (await open()).map(({ id }) => id);
  if (ids.length !== variations) throw new Error(`the grid has ${ids.length} rows`);
  let bytes = 0;
  const save = async (column: string, cells: readonly (readonly [number, string, string])[]) => {
    const text = JSON.stringify({ changes: { [column]: cells } });
    bytes = Math.max(bytes, text.length);
    const named = { ...headers, 'content-type': 'application/json' };
    const { statusCode, body } = await request(path, { method: 'PUT', headers: named, body: text });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`saving cells answered ${statusCode}: ${answer.slice(0, 300)}`);
  };
  let [gtin, cents] = [0, 1000];
  const setOne = async () => {
    const seen = gtin === 0 ? '' : String(gtin);
    gtin += 1;
    await save('gtin', [[ids[0] ?? 0, seen, String(gtin)]]);
  };
  const write = (amount: number) => (amount / 100).toFixed(2);
  const setAll = async () => {
    cents += 1;
    const cells = ids.map((id) => [id, write(cents - 1), write(cents)] as const);
    await save('regularPrice', cells);
  };
  const read = () =>
    pool.query(
      `select v.id, v.sku, v.gtin, v.enabled, v.weight_grams, p.regular_price, p.sale_price, s.on_hand, s.backorders from variations v
      join stock_levels s on s.variation_id = v.id left join variation_prices p on p.variation_id = v.id where v.id = any($1)`,
      [ids],
    );
  const update = () =>
    pool.query(
      `with changed as (update variation_prices set regular_price = regular_price where variation_id = any($1) returning 1)
      update variations set gtin = gtin where id = any($1)`,
      [ids],
    );
  const [plainRead, plainUpdate] = [await time(read), await time(update)];
  const row = async (what: string, work: () => Promise<unknown>, plain: number, of: string): Promise<Row[]> => [
    { what: `${what}: queries`, value: await count(work), unit: 'queries' },
    { what, value: await time(work), unit: 'ms', against: { what: of, value: plain } },
  ];
  const same = 'the same rows read by select';
  return [
    ...(await row('grid of 2,000 variations: opened', page, plainRead, same)),
    ...(await row('grid of 2,000 variations: its rows', open, plainRead, same)),
    ...(await row('grid of 2,000 variations: one cell saved', setOne, plainRead, same)),
    ...(await row(
      'grid of 2,000 variations: all prices saved',
      setAll,
      plainUpdate,
      'the same rows written by update',
    )),
    { what: 'grid of 2,000 variations: body of all prices', value: bytes / 1000, unit: 'kB', goal: { atMost: 256 } },
  ];
}

/** @returns milliseconds, the median */
async function time(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let index = 0; index < tries; index += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Uploaded, tried, stopped, continued, changed by a second file, and taken back; by forms, as a browser sends them. */
async function measureImport(database: Database, url: string, cookie: string, total: number): Promise<Row[]> {
  const { pool } = database;
  const person = newShopper({ url });
  person.cookies.set('session', cookie.slice('session='.length));
  const first = await tryFile(person, database, createProducts(total, '10.00'));
  await post(person, `${first.path}/begin`);
  const stopped = await waitForRun(database, first.id, ({ done }) => done > 0);
  await post(person, `/admin/runs/${stopped.id}/stop`);
  await waitForRun(database, first.id, ({ state }) => state !== 'running');
  const atStop = await countImported(database, first.id);
  await post(person, `${first.path}/begin`);
  await waitForRun(database, first.id, ({ state }) => state !== 'running');
  const created = await countImported(database, first.id);
  const changed = await tryFile(person, database, createProducts(total, '11.00'));
  await post(person, `${changed.path}/begin`);
  const second = await waitForRun(database, changed.id, ({ state }) => state !== 'running');
  const updated = await countImported(database, changed.id);
  const countPrice = async (amount: number) =>
    (
      await pool.query<{ count: number }>(
        `select count(*)::integer from variations v join main_prices p on p.variation_id = v.id where v.sku like 'IMPORTED-%' and p.regular_price = $1`,
        [amount],
      )
    ).rows[0]?.count ?? 0;
  const raised = await countPrice(1100);
  const start = performance.now();
  await post(person, `/admin/runs/${second.id}/undo`);
  await waitForUndo(database, second.id);
  const undoSeconds = (performance.now() - start) / 1000;
  const taken = await countPrice(1000);
  const differ = (what: string, value: number): Row => ({ what, value, unit: 'rows', goal: { atMost: 0 } });
  const name = `import of ${total.toLocaleString('en-GB')} rows in the office`;
  return [
    { what: `${name}: tried`, value: total / first.seconds, unit: 'rows/s' },
    { what: `${name}: rows that change a price`, value: total / second.seconds, unit: 'rows/s' },
    { what: `${name}: undone`, value: total / undoSeconds, unit: 'rows/s' },
    {
      what: `${name}: rows done when it was stopped`,
      value: atStop.reported,
      unit: 'rows',
      goal: { atMost: total - 1 },
    },
    differ(`${name}: report when it was stopped, less rows in the database`, Math.abs(atStop.reported - atStop.stored)),
    differ(`${name}: rows that are missing after it was continued`, total - created.stored),
    differ(
      `${name}: report when it was continued, less rows in the database`,
      Math.abs(created.reported - created.stored),
    ),
    differ(`${name}: report of changed rows, less rows changed in the database`, Math.abs(updated.reported - raised)),
    differ(`${name}: rows that undoing left changed`, total - taken),
  ];
}

const createProducts = (count: number, price: string): string =>
  [
    'Type,SKU,Name,Regular price,Categories',
    ...Array.from({ length: count }, (_, index) => `simple,IMPORTED-${index},"Row ${index}",${price},Table > Bowls`),
  ].join('\n');

async function post(person: Shopper, path: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, location } = await person.submit(path, fields);
  if (status !== 303) throw new Error(`${path} answered ${status}`);
  return location;
}

async function tryFile(person: Shopper, database: Database, text: string) {
  const form = new FormData();
  form.append('kind', '');
  form.append('file', new Blob([text], { type: 'text/csv' }), 'products.csv');
  const { location } = await person.submitFiles('/admin/import', form);
  const id = Number(/^\/admin\/import\/(\d+)$/.exec(location)?.[1] ?? 0);
  const read = async () =>
    (await database.pool.query<{ state: string; kind: string }>('select state, kind from imports where id = $1', [id]))
      .rows[0];
  const start = performance.now();
  await post(person, `${location}/check`, { kind: (await read())?.kind ?? '' });
  await waitFor('the dry run', async () => (await read())?.state === 'checked');
  return { id, path: location, seconds: (performance.now() - start) / 1000 };
}

interface LastRun {
  readonly id: number;
  readonly state: string;
  readonly done: number;
  readonly seconds: number;
}

/** Waits for the last run of an import. */
async function waitForRun({ pool }: Database, importId: number, isMet: (run: LastRun) => boolean): Promise<LastRun> {
  let found: LastRun | undefined;
  await waitFor('a run', async () => {
    const { rows } = await pool.query<LastRun>(
      `select r.id::integer, r.state, r.done, extract(epoch from coalesce(r.ended_at, now()) - r.created_at)::float8 as seconds
      from imports i join platform.runs r on r.id = i.run_ids[cardinality(i.run_ids)] where i.id = $1`,
      [importId],
    );
    [found] = rows;
    return found !== undefined && isMet(found);
  });
  if (!found) throw new Error('the import has no run');
  return found;
}

const waitForUndo = ({ pool }: Database, runId: number) =>
  waitFor('the undo', async () => {
    const { rows } = await pool.query(`select from platform.runs where undoes = $1 and state <> 'running'`, [runId]);
    return rows.length > 0;
  });

async function waitFor(what: string, isMet: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += 50) {
    if (await isMet()) return;
    await sleep(50);
  }
  throw new Error(`${what} has not ended within ${longestWait / 1000} s`);
}

/** Rows that the report of an import says are done, and those that the shop has. */
async function countImported({ pool }: Database, importId: number) {
  const { rows } = await pool.query<{ reported: number; stored: number }>(
    `select (select count(*)::integer from import_rows where import_id = $1 and result in ('created', 'updated')) as reported,
      (select count(*)::integer from variations where sku like 'IMPORTED-%') as stored`,
    [importId],
  );
  return rows[0] ?? { reported: 0, stored: 0 };
}

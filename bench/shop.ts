import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { silentLog } from '#platform/database/log.ts';
import { type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { createExampleCatalogue } from './example-catalogue.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** About the size of the shops that this one is compared with. */
const productCount = 100;

/** Environment of a shop that uses this data folder, without its port. */
export const createShopEnvironment = (dataDir: string) => ({ MODE: 'demo', DATA_DIR: dataDir, LOG_LEVEL: 'info' });

/** Starts the shop of a data folder as a service would: in production, logging to a file. */
export function openShop(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ShopProcess> {
  return startShop({ env: { ...createShopEnvironment(dataDir), ...env }, logFile: join(dataDir, 'shop.log') });
}

/** Runs `shop <args>` on a data folder. Rejects unless it exits with 0. */
export function runShopCommand(dataDir: string, ...args: readonly string[]): Promise<string> {
  return runBuiltCommand('dist/server', createShopEnvironment(dataDir), args);
}

/** @param server folder of the built server, from the root */
export async function runBuiltCommand(
  server: string,
  shopEnv: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...shopEnv };
  const { stdout } = await run(process.execPath, [join(root, server, 'shop.js'), ...args], { cwd: root, env });
  return stdout;
}

/** Connects to the database of the shop that runs from this folder. */
export function openShopDatabase(dataDir: string): Database {
  const running = findRunningDatabase(dataDir);
  if (!running) throw new Error(`no shop runs from ${dataDir}; start it first`);
  return openDatabase({ ...running, max: 2, log: silentLog });
}

/** Loads the demo shop and more products, 100 in all; does nothing if that was done before. */
export async function fillShop(dataDir: string, print: (line: string) => void): Promise<void> {
  const stamp = join(dataDir, 'bench-is-filled');
  if (existsSync(stamp)) return;
  print('Filling a shop with 100 products …');
  await runShopCommand(dataDir, 'migrate');
  await runShopCommand(dataDir, 'demo').catch((error: Error) =>
    print(`The demo shop could not be loaded: ${error.message}`),
  );
  const file = join(dataDir, 'catalogue.csv');
  writeFileSync(file, createExampleCatalogue(productCount - (await countProducts(dataDir))));
  await runShopCommand(dataDir, 'import', 'products', file);
  const shop = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  try {
    await shareImages(database);
    await waitForJobs(database, 600_000);
  } finally {
    await database.close();
    await shop.stop();
  }
  writeFileSync(stamp, '');
}

/**
 * Fills another data folder with the generated catalogue, unless that was done before.
 * @returns the folder
 */
export async function fillGeneratedShop(dataDir: string, products = 10_000): Promise<string> {
  const folder = `${dataDir}-${products === 10_000 ? 'large' : products}`;
  const stamp = join(folder, 'bench-is-filled');
  if (existsSync(stamp)) return folder;
  await runShopCommand(folder, 'migrate');
  await runShopCommand(folder, 'demo', '--generated', '--products', String(products));
  await runShopCommand(folder, 'search', 'reindex');
  const shop = await openShop(folder);
  const database = openShopDatabase(folder);
  try {
    await waitForJobs(database, 600_000);
  } finally {
    await database.close();
    await shop.stop();
  }
  writeFileSync(stamp, '');
  return folder;
}

async function countProducts(dataDir: string): Promise<number> {
  const { total } = JSON.parse(await runShopCommand(dataDir, 'products', 'list', '--json')) as { total: number };
  return total;
}

/** Imports fetch images from public addresses only, so new products get those of the demo shop. */
async function shareImages({ pool }: Database): Promise<void> {
  await pool.query(`
    with pictures as (select id, row_number() over (order by id) - 1 as at, count(*) over () as many from platform.media)
    insert into product_images (product_id, position, media_id)
    select p.id, place, m.id from products p cross join generate_series(0, 2) place
    join pictures m on m.at = (p.id * 3 + place) % m.many
    where not exists (select from product_images where product_id = p.id)`);
}

/**
 * Waits for all jobs that are due.
 * @param timeout milliseconds
 * @throws Error on timeout, or when a job has failed all its attempts
 */
export async function waitForJobs({ pool }: Database, timeout: number): Promise<void> {
  const limit = Date.now() + timeout;
  for (;;) {
    const { rows } = await pool.query<{ name: string; waiting: number; failed: number }>(
      `select task_identifier as name, count(*) filter (where attempts < max_attempts)::integer as waiting,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed
      from graphile_worker.jobs where run_at <= now() or attempts > 0 group by task_identifier`,
    );
    const waiting = rows.filter((row) => row.waiting > 0);
    const failed = rows.filter((row) => row.failed > 0);
    if (failed.length > 0) throw new Error(`jobs have failed: ${failed.map(({ name }) => name).join(', ')}`);
    if (waiting.length === 0) return;
    if (Date.now() > limit)
      throw new Error(`jobs still wait: ${waiting.map((row) => `${row.waiting} ${row.name}`).join(', ')}`);
    await sleep(250);
  }
}

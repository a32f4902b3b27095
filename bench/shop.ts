import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { silentLog } from '#platform/database/log.ts';
import { type ShopProcess, startShop } from '#tests/shop-process.ts';
import { exampleCatalogue } from './catalogue.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** About as many as the shops had that this one is compared with. */
const products = 100;

/** Of the shop of a data folder, besides its port. */
export const shopEnvironment = (dataDir: string) => ({ MODE: 'demo', DATA_DIR: dataDir, LOG_LEVEL: 'info' });

/** The shop of a data folder, in production and with its log in a file, as a service would run it. */
export function openShop(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ShopProcess> {
  return startShop({ env: { ...shopEnvironment(dataDir), ...env }, logFile: join(dataDir, 'shop.log') });
}

/** Runs `shop <args>` of the built command line on a data folder. Rejects when it ends with anything but 0. */
export async function shopCommand(dataDir: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...shopEnvironment(dataDir) };
  const { stdout } = await run(process.execPath, [join(root, 'dist/server/shop.js'), ...args], { cwd: root, env });
  return stdout;
}

/** The database of the shop that runs from this folder. */
export function databaseOf(dataDir: string): Database {
  const running = findRunningDatabase(dataDir);
  if (!running) throw new Error(`no shop runs from ${dataDir}`);
  return openDatabase({ ...running, max: 2, log: silentLog });
}

/** Fills the data folder with the demo shop and further products up to a hundred, unless that was done before. */
export async function fillShop(dataDir: string, say: (line: string) => void): Promise<void> {
  const stamp = join(dataDir, 'bench-is-filled');
  if (existsSync(stamp)) return;
  say('Filling a shop with 100 products …');
  await shopCommand(dataDir, 'migrate');
  await shopCommand(dataDir, 'demo').catch((error: Error) =>
    say(`The demo shop could not be loaded: ${error.message}`),
  );
  const file = join(dataDir, 'catalogue.csv');
  writeFileSync(file, exampleCatalogue(products - (await countProducts(dataDir))));
  await shopCommand(dataDir, 'import', 'products', file);
  const shop = await openShop(dataDir);
  const database = databaseOf(dataDir);
  try {
    await sharePictures(database);
    await untilJobsAreDone(database, 600_000);
  } finally {
    await database.close();
    await shop.stop();
  }
  writeFileSync(stamp, '');
}

async function countProducts(dataDir: string): Promise<number> {
  const { total } = JSON.parse(await shopCommand(dataDir, 'products', 'list', '--json')) as { total: number };
  return total;
}

/** An import takes pictures from public addresses alone, so the new products get those of the demo shop. */
async function sharePictures({ pool }: Database): Promise<void> {
  await pool.query(`
    with pictures as (select id, row_number() over (order by id) - 1 as at, count(*) over () as many from platform.media)
    insert into product_images (product_id, position, media_id)
    select p.id, place, m.id from products p cross join generate_series(0, 2) place
    join pictures m on m.at = (p.id * 3 + place) % m.many
    where not exists (select from product_images where product_id = p.id)`);
}

/** Waits for every job but those that wait for their day. Rejects after `longest` milliseconds, or when one has failed for good. */
export async function untilJobsAreDone({ pool }: Database, longest: number): Promise<void> {
  const limit = Date.now() + longest;
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

/** Resident memory in bytes; null where the system doesn't say. */
export function residentMemory(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

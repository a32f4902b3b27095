import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import { newShopper } from '#tests/support/shopper.ts';
import type { ShopKeeper } from '../keep-shop-running.ts';
import type { Pace } from '../pace.ts';
import type { Check } from './check.ts';

/** Paths of the pages that show products and are kept: what orders and staff change is on them. */
export async function listPagePaths({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ path: string }>(
    `select '/product/' || slug as path from products where status = 'published'
    union all select '/category/' || slug from categories order by path`,
  );
  const lists = ['/', '/shop', '/shop?orderby=price', '/shop?orderby=newest'];
  return [...lists, ...rows.map(({ path }) => path)];
}

/** Opens page after page until stopped, so that the shop keeps them while orders change them. */
export async function browsePages(
  url: string,
  paths: readonly string[],
  pace: Pace,
  stopped: AbortSignal,
): Promise<void> {
  const shopper = newShopper({ url });
  while (!stopped.aborted) {
    for (const path of paths) {
      await pace.next();
      if (stopped.aborted) return;
      // While the shop is down, there is no answer.
      await shopper.visit(path).catch(() => sleep(200));
    }
  }
}

/**
 * Reads all pages twice, the second time from the memory of the shop, and compares them with those
 * of a shop that keeps none. Leaves the shop running without its page cache.
 */
export async function checkPages(keeper: ShopKeeper, paths: readonly string[]): Promise<Check[]> {
  const kept = await readPages(keeper.url, paths);
  const hitsBefore = await keeper.readPageCacheHits();
  await readPages(keeper.url, paths);
  const hits = (await keeper.readPageCacheHits()) - hitsBefore;
  await keeper.reopen({ PAGE_CACHE_MB: '0' });
  const fresh = await readPages(keeper.url, paths);
  return [
    {
      what: 'every kept page is what a fresh render shows',
      checked: paths.length,
      failures: paths.filter((path) => kept.get(path) !== fresh.get(path)),
    },
    {
      what: 'the shop answered with its kept pages',
      checked: hits,
      failures: hits < paths.length ? [`${paths.length - hits} of ${paths.length} pages were rendered`] : [],
    },
  ];
}

async function readPages(url: string, paths: readonly string[]): Promise<Map<string, string>> {
  const shopper = newShopper({ url });
  const bodies = new Map<string, string>();
  for (const path of paths) {
    const { status, body } = await shopper.visit(path);
    bodies.set(path, `${status} ${body}`);
  }
  return bodies;
}

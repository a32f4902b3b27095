import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { changeSettings } from './change-settings.ts';

const database = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
const key = 'storefront.notice';
const paths = ['/', '/search', '/?page=2', '/search?s=bowl'];
let app: App;
let other: ShopProcess;
let urls: readonly string[];

beforeAll(async () => {
  app = await testShop(database, { env: { PAGE_CACHE_MB: '64' } });
  // The other process would load the demo catalogue into a shop without products.
  await addProduct(app.shop, { name: 'Tide bowl', stock: 5 });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const env = { MODE: 'demo', DATABASE_URL: database.connectionString, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  other = await startShop({ env });
  urls = [url, other.url];
});
afterAll(async () => {
  await other?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The number in the notice above the header. */
async function readNotice(url: string, path: string): Promise<number> {
  const reply = await fetch(url + path);
  return Number(/notice number (\d+)\./.exec(await reply.text())?.[1] ?? Number.NaN);
}

function changeNotice(number: number) {
  const change = { key, value: `This is notice number ${number}.`, version: number };
  return changeSettings(app.shop, [change], { name: 'Ada', staffId: null });
}

describe('two processes on one database', () => {
  it('keep no page with an old setting, whenever it was rendered', async () => {
    expect(await changeNotice(0)).toMatchObject({ ok: true });
    let isDone = false;
    const load = Promise.all(
      urls.flatMap((url) =>
        paths.map(async (path) => {
          // The pause leaves the processors to the change: a kept page takes less than a millisecond.
          for (; !isDone; await sleep(2)) await readNotice(url, path);
        }),
      ),
    );
    const read = (url: string) => Promise.all(paths.map((path) => readNotice(url, path)));
    const [own = '', another = ''] = urls;
    try {
      for (let number = 1; number <= 12; number += 1) {
        const shown = paths.map(() => number);
        expect(await changeNotice(number)).toMatchObject({ ok: true });
        // The process that changed it shows the new value when the change is answered.
        expect(await read(own)).toEqual(shown);
        await expect.poll(() => read(another), { interval: 5 }).toEqual(shown);
        // No render that began before replaces the new page by an old one.
        expect(await read(own)).toEqual(shown);
        await expect.poll(() => read(another)).toEqual(shown);
      }
    } finally {
      isDone = true;
      await load;
    }
    const { stored, hits, tooLate } = app.shop.pages.statistics;
    expect(hits).toBeGreaterThan(stored);
    expect(tooLate).toBeGreaterThan(0);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { inTransaction } from '#platform/database/database.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type ShopProcess, spawnShop, waitUntilOpen } from '#tests/support/shop-process.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import { getTestBrowser } from '#tests/support/test-browser.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { addRevision, findEntry, publish } from '../entries/save-entry.ts';

const { database, connectionString } = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-content-'));
const env = {
  ...{ MODE: 'demo', DATABASE_URL: connectionString, DATABASE_CONNECTIONS: '6', DATA_DIR: dataDir },
  ...{ SECRET: randomUUID(), LOG_LEVEL: 'error' },
};
let app: App;
let process: ShopProcess;

const text = (html: string) => ({ id: 'a', type: 'text', values: { html } });

beforeAll(async () => {
  app = await testShop(database);
  // A shop that has products does not load the demo catalogue.
  await addProduct(app.shop, { name: 'Tide bowl' });
  process = await waitUntilOpen(await spawnShop({ env }));
});
afterAll(async () => {
  await process.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const visit = async (path: string) => (await fetch(process.url + path)).text();

describe('two processes of a shop', () => {
  it('show what one of them published at a guest’s next request after the commit was announced', async () => {
    const id = await addBlocks(app.shop, 'kiln', [text('<p>It is cold.</p>')]);
    await expect.poll(() => visit('/pages/kiln')).toContain('It is cold.');
    for (const word of ['warm', 'hot', 'red']) {
      await inTransaction(database.db, async (tx) => {
        const entry = await findEntry(tx, id, true);
        if (!entry) throw new Error('the page is gone');
        const tree = { version: 1, blocks: [text(`<p>It is ${word}.</p>`)] } as const;
        await publish(app.shop, tx, id, await addRevision(app.shop, tx, id, { ...entry, tree }, 'shop'));
      });
      // PostgreSQL delivers notifications in the order of commits: this process has its own by now.
      await app.shop.pages.awaitInvalidations();
      await expect.poll(() => visit('/pages/kiln'), { timeout: 10_000, interval: 5 }).toContain(`It is ${word}.`);
    }
  });
});

describe('the editor of a page, when its server is killed', () => {
  const open = async (page: Page, id: number) => {
    await page.goto(`${process.url}/admin/content/${id}`);
    await page.waitForFunction(() => {
      const behaviour = document.querySelector('vt-behaviour[name="platform/admin/forms/admin-form"]');
      return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
    });
  };

  it('has lost nothing of what was typed when the server is back, in a new tab', async () => {
    const id = await addBlocks(app.shop, 'typed', [{ id: 'c', type: 'code', values: { code: 'one' } }]);
    const [name = '', value = ''] = (await signInOwner(database)).split('=');
    const context = await (await getTestBrowser()).newContext();
    try {
      await context.addCookies([{ name, value, url: process.url }]);
      const page = await context.newPage();
      await open(page, id);
      await page.locator('#blocks-row-c').click();
      const code = page.locator('[name="blocks.values.code"]');
      await code.fill('one, typed before the end');
      const { port } = new URL(process.url);
      await process.stop('SIGKILL');
      await page.keyboard.press('Control+s');
      await page.getByText('the shop can’t be reached').waitFor();
      const drafts = () => page.evaluate(() => Object.values(localStorage).join());
      await expect.poll(drafts).toContain('typed+before');
      await page.close({ runBeforeUnload: false });
      process = await waitUntilOpen(await spawnShop({ env, port: Number(port) }));
      const again = await context.newPage();
      await open(again, id);
      await again.getByRole('button', { name: 'Restore' }).click();
      await again.locator('#blocks-row-c').click();
      await expect
        .poll(() => again.locator('[name="blocks.values.code"]').inputValue())
        .toBe('one, typed before the end');
    } finally {
      await context.close();
    }
  });
});

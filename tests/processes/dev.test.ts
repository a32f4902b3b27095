import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { getTestBrowser } from '#tests/support/test-browser.ts';

const root = join(import.meta.dirname, '../..');
const parts = ['src', 'demo', 'examples', 'public', 'migrations', 'scripts', 'server.ts', 'shop.ts', 'shop.config.ts'];
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

const database = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-dev-'));
let page: Page;
let stop = async () => {};
let url = '';

/** Edits a file in the copy of the sources that the development server runs. */
function edit(file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(path, text.replace(before, after));
}

beforeAll(async () => {
  await saveTestProduct(catalogShop(database), {
    type: 'simple',
    status: 'published',
    name: 'Plain cup',
    master: { regularPrice: 1_800 },
  });
  for (const part of [...parts, ...settings]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const child = spawn('sh', ['scripts/node', 'scripts/dev.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.connectionString,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the development server ended')));
    child.stdout.on('data', (chunk) => String(chunk).includes('follows every change') && resolve());
  });
  page = await (await getTestBrowser()).newPage();
});

afterAll(async () => {
  await page?.context().close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run dev', () => {
  it('replaces a changed island in the open page, and reloads the page for changed server code', async () => {
    await page.goto(`${url}/product/plain-cup`);
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    expect(await quantity.inputValue()).toBe('2');

    edit('src/ui/islands/quantity.tsx', 'className="quantity"', 'className="quantity" data-edited=""');
    await page.locator('[data-edited]').waitFor();
    expect(await quantity.inputValue()).toBe('2');

    edit('src/features/product-form/texts.ts', "'Add to cart'", "'Into the basket'");
    await page.locator('.buy').getByRole('button', { name: 'Into the basket' }).waitFor();
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect.poll(() => quantity.inputValue()).toBe('2');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/index.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const clerk = createStaffCookie('Ada', 'admin.open', 'orders.read', 'orders.write', 'documents.read');
let [first, second]: (Order | undefined)[] = [];

beforeAll(async () => {
  const { shop } = open.app;
  const save = async (name: string, gtin?: string) => {
    const master = { regularPrice: 1000, sku: name.toUpperCase(), ...(gtin && { gtin }) };
    return (await saveTestProduct(shop, { name, slug: name, status: 'published', master })).id;
  };
  const [bowl, jug] = [await save('bowl'), await save('jug', '5901234123457')];
  const place = async (...wanted: (readonly [number, number])[]) => {
    const order = await placeTestOrder(shop, wanted, { note: 'Please wrap it.\nIt is a present.' });
    await payTestOrder(shop, order);
    return order;
  };
  first = await place([bowl, 2], [jug, 1]);
  second = await place([bowl, 1]);
});

async function openPage(hasScript = true) {
  const opened = await open.shopper({ hasScript });
  const [name = '', value = ''] = clerk.split('=');
  await opened.page.goto('/healthz');
  await opened.context.addCookies([{ name, value, url: opened.page.url() }]);
  await opened.page.goto(`/admin/orders/-/pack?id=${first?.id}&id=${second?.id}`);
  return opened;
}

describe('packing with a scanner', () => {
  it('ticks the next open line, and takes the tracking number when an order is complete', async () => {
    const { page, context } = await openPage();
    const field = page.getByLabel('Scan an item');
    const scan = async (code: string) => {
      await field.waitFor();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    await field.focus();
    await scan(String(first?.number));
    await scan('bowl');
    expect(await page.locator('[data-scan-result]').textContent()).toBe('bowl: 1 of 2');
    await scan('nothing');
    expect(await page.locator('[data-scan-result]').textContent()).toBe('No item left to pack has this code.');
    await page.reload();
    await scan('5901234123457');
    expect(await page.locator('[data-line]:checked').count()).toBe(1);
    await scan(String(first?.number));
    await scan('BOWL');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tracking');
    await scan('RR123456785IE');
    await page.getByText('The order was shipped.').waitFor();
    expect(await page.getByText(`Order ${first?.number}`).count()).toBe(0);
    await scan('BOWL');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tracking');
    await context.close();
  });

  it('is a list to tick without script, is accessible, and fits every screen', async () => {
    const plain = await openPage(false);
    expect(await plain.page.locator('[data-line]').count()).toBeGreaterThan(0);
    expect(await plain.page.getByLabel('Scan an item').isVisible()).toBe(false);
    await plain.context.close();
    const { page, context } = await openPage();
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${width}`,
      ).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await checkAxe(page);
      }
    }
    await context.close();
  });
});

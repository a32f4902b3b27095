import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/index.ts';
import { shopConfig } from '#shop.config';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const permissions = ['admin.open', 'orders.read', 'orders.write', 'payments.read', 'audit.read'] as const;
const [cookie = '', value = ''] = createStaffCookie('Cleo', ...permissions).split('=');
let products: number[];

beforeAll(async () => {
  const { shop } = open.app;
  const names = ['Tide bowl', 'Dune cup for the morning and the long evening'];
  products = await Promise.all(names.map((name) => addProduct(shop, { name, stock: 50 })));
});

async function placePaid(): Promise<Order> {
  const { shop } = open.app;
  const order = await placeTestOrder(
    shop,
    products.map((product) => [product, 2] as const),
  );
  await payTestOrder(shop, order);
  return order;
}

async function openPage(order: Pick<Order, 'id'>, path: string, hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await opened.page.goto('/healthz');
  await opened.context.addCookies([{ name: cookie, value, url: opened.page.url() }]);
  await opened.page.goto(`/admin/orders/${order.id}${path}`);
  return opened;
}

type Page = Awaited<ReturnType<typeof openPage>>['page'];

async function checkLooks(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name}: pixels wider than ${width}`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      await checkAxe(page);
    }
  }
}

describe('changing what is ordered in a browser', () => {
  it('is accessible and fits every screen, light and dark, with its preview and the panel of the result', async () => {
    const order = await placePaid();
    const { page, context, watch } = await openPage(order, '/amend-order');
    await checkLooks(page, 'amend');
    await page.locator('input[name="lines.line1"]').fill('1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#preview').waitFor();
    await checkLooks(page, 'preview');
    const result = await amendTestOrder(open.app.shop, order, { quantities: [1, 2] });
    if (!result.ok) throw new Error(result.code);
    await page.goto(`/admin/orders/${result.after.id}`);
    await checkLooks(page, 'replacing');
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('works by keyboard alone, without script', async () => {
    const order = await placePaid();
    const { page, context } = await openPage(order, '', false);
    await page.getByRole('link', { name: 'Edit order' }).press('Enter');
    await page.locator('input[name="lines.line2"]').fill('0');
    await page.getByRole('radio', { name: 'Ship the order right away' }).press('Space');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    expect(await page.locator('#preview').textContent()).toContain('€20.00 too much');
    await page.getByRole('button', { name: 'Edit order' }).press('Enter');
    await page.getByText('The order was changed: a new order replaces it.').waitFor();
    await page.getByRole('link', { name: /^Open order/ }).press('Enter');
    await page.getByText('This order replaces order').waitFor();
    expect(await page.locator('#items').textContent()).not.toContain('Dune cup');
    await context.close();
  });
});

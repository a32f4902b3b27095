import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { shopConfig } from '#shop.config';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const clerk = createStaffCookie(
  'Cleo',
  'admin.open',
  'orders.read',
  'orders.write',
  'orders.set-prices',
  'payments.read',
);

beforeAll(async () => {
  await addProduct(open.app.shop, { name: 'Moon jar', price: 4000, stock: 5 });
  await addProduct(open.app.shop, { name: 'Moon bowl', price: 1000, stock: 5 });
});

const readOrder = async () => {
  const [row] = (await database.db.execute<{ number: number }>('select max(number) as number from orders')).rows;
  return getOrder(open.app.shop.db, { number: Number(row?.number) });
};

describe('an order by phone in a browser', () => {
  it('is placed without script on a phone, for a new customer with its own shipping price', async () => {
    const { page, context } = await open.shopper({ hasScript: false });
    await page.setViewportSize({ width: 390, height: 844 });
    await setSessionCookie(page, clerk);
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'New order' }).first().click();
    await page.getByLabel('Email').fill('phone@example.com');
    await page.locator('[name="billing_first_name"]').fill('Ada');
    await page.locator('[name="billing_last_name"]').fill('Byrne');
    await page.locator('[name="billing_address_1"]').fill('1 Quay Lane');
    await page.locator('[name="billing_city"]').fill('Cork');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('[name="lines.0.variation.search"]').fill('moon');
    await page.locator('[name="lines.0.variation.search"]').press('Enter');
    await page.getByText(/Moon jar/).click();
    await page.locator('[name="lines.0.quantity"]').fill('2');
    await page.getByLabel('Name of the shipping').fill('Courier');
    await page.getByLabel(/Agreed shipping price/).fill('12.50');
    expect(await page.getByLabel('Email').inputValue()).toBe('phone@example.com');
    await page.getByRole('button', { name: 'Save' }).first().click();
    expect(await page.locator('#totals').textContent()).toMatch(/Courier.*€12\.50.*€92\.50/s);
    await page.getByRole('link', { name: 'Place the order' }).first().click();
    await page.getByText('On account').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.locator('#preview').textContent()).toContain('€92.50');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('The order was placed.').waitFor();
    expect(await readOrder()).toMatchObject({
      total: 9250,
      shippingTotal: 1250,
      email: 'phone@example.com',
      status: 'processing',
    });
    await context.close();
  });

  it('is written down by keyboard with script, quoted, and accepted, on pages that fit and are accessible', {
    timeout: 300_000,
  }, async () => {
    const { page, context, watch } = await open.shopper();
    const look = async (name: string) => {
      const folder = process.env.SCREENSHOTS;
      if (folder)
        for (const width of [390, 768, 1280])
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme });
            await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
          }
      await page.emulateMedia({ colorScheme: 'light' });
      await checkScreens(page, [390, 768, 1280]);
    };
    await setSessionCookie(page, clerk);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/admin/order-drafts');
    await page.getByRole('link', { name: 'New order' }).first().press('Enter');
    await page.getByLabel('Email').focus();
    await page.keyboard.type('keys@example.com');
    for (const [name, value] of [
      ['first_name', 'Ada'],
      ['last_name', 'Byrne'],
      ['address_1', '1 Quay Lane'],
      ['city', 'Cork'],
    ] as const) {
      await page.locator(`[name="billing_${name}"]`).focus();
      await page.keyboard.type(value);
    }
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.locator('[name="lines.0.variation.search"]').focus();
    await page.keyboard.type('moon bowl');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: /Moon bowl/ }).press('Space');
    await look('new');
    await page.getByRole('button', { name: 'Save' }).first().press('Enter');
    await page.locator('#totals').waitFor();
    await look('draft');
    await page.getByRole('link', { name: 'Send as quote' }).first().press('Enter');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.locator('#preview').waitFor();
    await look('send');
    await page.getByRole('button', { name: 'Send as quote' }).press('Enter');
    await page.getByText('The quote is on its way.').waitFor();
    await look('quoted');
    await page.goto('/admin/order-drafts');
    await look('list');
    await page.goto('/admin/order-drafts?view=quotes');
    await page.getByRole('link', { name: '2', exact: true }).press('Enter');
    await page.locator('#quote a[href^="/quote/"]').press('Enter');
    await page.getByRole('button', { name: 'Accept and order' }).waitFor();
    await look('customer');
    await page.getByRole('button', { name: 'Accept and order' }).press('Enter');
    await page.waitForURL(/\/order\/[\w-]+/);
    expect(await readOrder()).toMatchObject({ total: 1500, email: 'keys@example.com' });
    expect(watch.problems()).toEqual([]);
    await context.close();
  });
});

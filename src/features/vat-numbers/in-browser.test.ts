import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { startTestVies, type TestVies } from '#tests/support/vies.ts';

const { database, db } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    ...{ pricesIncludeTax: true, taxDisplay: 'including', baseAddress: { country: 'IE' } },
    settings: {
      ...{ ...shopConfig.settings, ...salesSettings },
      'vat-numbers': { field: 'optional', reverseCharge: true },
      documents: { mail: 'off', vatId: 'IE6388047V' },
    },
  },
});
let vies: TestVies;
let bowl = 0;

beforeAll(async () => {
  vies = await startTestVies();
  const { shop } = open.app;
  await change('vat-numbers.service', vies.url);
  await db.execute(sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT'), ('DE', 19, 'MwSt')`);
  bowl = await addProduct(shop, { name: 'Bowl', price: 1230, stock: 100 });
});

afterAll(() => vies.stop());

async function change(key: string, value: unknown): Promise<void> {
  expect(await changeSettings(open.app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
}

/** Fills in the address of a business in Berlin. @param kind of the address that the form asks for first */
async function fillIn(page: Page, kind: 'billing' | 'shipping'): Promise<void> {
  await page.goto('/cart');
  await page.evaluate(
    (id) => fetch('/cart/add', { method: 'POST', body: new URLSearchParams({ product_id: id, quantity: '1' }) }),
    String(bowl),
  );
  await page.goto('/checkout');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.locator(`#${kind}-country, #${kind}_country`).selectOption('DE');
  const fields = { first_name: 'Ada', last_name: 'Byrne', address_1: 'Hauptstr. 1', postcode: '10115', city: 'Berlin' };
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${kind}_${name}"]`).fill(value);
}

describe('the reverse charge in a browser', () => {
  it.each(['classic', 'block'] as const)(
    '[E9] takes the tax out of the totals while the %s form is typed',
    async (form) => {
      await change('checkout.form', form);
      const { page, watch } = await open.sharedShopper();
      await fillIn(page, form === 'classic' ? 'billing' : 'shipping');
      const total = page.locator('.totals__row--grand dd');
      await expect.poll(() => total.textContent()).toContain('17.30');
      await page.getByLabel('VAT number').fill('136695976');
      await page.getByLabel('VAT number').blur();
      await page.getByText('No VAT is charged: reverse charge.').waitFor();
      expect(await total.textContent()).toContain('14.07');
      expect(await page.getByText('Total includes tax').count()).toBe(0);
      await checkAxe(page);
      await page.getByRole('checkbox', { name: /terms and conditions/ }).check({ force: true });
      await page.getByRole('button', { name: 'Place order' }).last().click();
      await page.waitForURL(/\/order\//);
      const order = page.locator('main');
      await order.getByText('No VAT was charged: reverse charge.').waitFor();
      expect(await order.textContent()).toContain('14.07');
      expect(watch.problems()).toEqual([]);
    },
  );
});

import { expect, it } from 'vitest';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { suppliers, suppliersOfCoupons } from './index.ts';

const database = useDatabase();
const shop = useOpenShop(database, {
  choices: {
    ...withTestSession,
    features: [...withTestSession.features, suppliers],
    extends: suppliersOfCoupons,
  },
});

it('pages of suppliers are accessible and fit a phone, light and dark', { timeout: 60_000 }, async () => {
  const { rows } = await database.pool.query(
    `insert into suppliers (name, email, reorder_note, created_at)
    values ('Clay & Co', 'clay@example.com', '20 kg of white stoneware, before the fair', now()) returning id`,
  );
  const id = rows[0].id;
  await database.pool.query(
    `with coupon as (
      insert into coupons (code, code_key, description, percent, currency, created_at) values ('CLAY', 'clay', '', 10, 'EUR', now()) returning id
    ) insert into supplier_coupons select id, $1 from coupon`,
    [id],
  );
  const { page, context, watch } = await shop.sharedShopper();
  const [name = '', value = ''] = createStaffCookie(
    ...(['Dora', 'admin.open', 'suppliers.read', 'suppliers.write', 'promotions.read', 'promotions.write'] as const),
  ).split('=');
  await page.goto('/healthz');
  await context.addCookies([{ name, value, url: page.url() }]);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['suppliers', `suppliers/${id}`, 'suppliers/new', `coupons?supplier=${id}`, 'coupons/1']) {
    await page.goto(`/admin/${path}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${path}: pixels wider than the screen`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAxe(page);
    }
  }
  expect(watch.problems()).toEqual([]);
});

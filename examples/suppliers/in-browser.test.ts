import { expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
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

it('pages of suppliers are accessible and fit every screen, light and dark', async () => {
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
  const { page, watch } = await shop.sharedShopper();
  await setSessionCookie(
    page,
    createStaffCookie(
      ...(['Dora', 'admin.open', 'suppliers.read', 'suppliers.write', 'promotions.read', 'promotions.write'] as const),
    ),
  );
  for (const path of ['suppliers', `suppliers/${id}`, 'suppliers/new', `coupons?supplier=${id}`, 'coupons/1']) {
    await page.goto(`/admin/${path}`);
    await checkScreens(page);
  }
  expect(watch.problems()).toEqual([]);
});

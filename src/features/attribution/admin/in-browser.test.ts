import { beforeAll, describe, expect, it } from 'vitest';
import { findListRows } from '#tests/lists/list-rows.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const cookie = createStaffCookie('Ada', 'admin.open', 'attribution.read', 'orders.read');

beforeAll(async () => {
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(findListRows('attribution.orders'), [120]);
  client.release(true);
});

describe('sources of orders in a browser', () => {
  it('lead from a number to its orders and to one of them, without script', async () => {
    const { page } = await open.shopper({ hasScript: false });
    await setSessionCookie(page, cookie);
    await page.goto('/admin/order-sources');
    const number = page
      .getByRole('row', { name: /google/ })
      .getByRole('link')
      .first();
    const count = await number.textContent();
    await number.click();
    await page.getByText(`${count} orders`).first().waitFor();
    await page.locator('.data__open').first().click();
    await page.getByRole('heading', { name: /^Order / }).waitFor();
    expect(await page.locator('#source').textContent()).toContain('google');
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrderLink, getOrder, orderPath, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, placeTestOrder, salesPayments } from '#tests/support/sales.ts';
import { startTestProvider } from '#tests/support/test-provider.ts';
import { testWallet, testWalletId } from '#tests/support/test-wallet.ts';

const { database } = useDatabase();
const server = await startTestProvider();
const unlimited = { visitor: null, address: null, email: null, domain: null, all: null };
const settings = { payments: salesPayments, shipping: flatRateZones(500), checkout: { ordersPerHour: unlimited } };
const open = useOpenShop(database, { choices: { ...testWallet(server), settings } });
let jar = 0;

beforeAll(async () => {
  jar = await addProduct(open.app.shop, { name: 'Moon jar', stock: 50 });
});
afterAll(() => server.stop());

const placeOrder = () => placeTestOrder(open.app.shop, [[jar, 1]], { paymentMethod: testWalletId });
type Placed = Awaited<ReturnType<typeof placeOrder>>;

async function listPayments({ id }: Placed) {
  const { rows } = await open.app.shop.db.execute<{ publicId: string; status: string; captured: string }>(
    sql`select public_id as "publicId", status, captured::text from payments where order_id = ${id} order by id`,
  );
  return rows;
}

/** Opens the order by its link, and presses 'Pay' for the wallet. */
async function startPayment(
  order: Placed,
  shopper: { readonly page: Awaited<ReturnType<typeof open.shopper>>['page'] },
) {
  const { page } = shopper;
  await page.goto(createOrderLink(open.app.shop, order, orderPayPath(order.token)));
  await page.getByText('Wallet', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(`**${orderPayStepPath(order.token)}`);
}

it('a payment that a script goes on with has a page at 390, 768 and 1,280 px, and leads to the order when it is paid [2.5/6]', async () => {
  const order = await placeOrder();
  const shopper = await open.sharedShopper();
  const { page, watch } = shopper;
  await startPayment(order, shopper);
  const approve = page.getByRole('button', { name: /^Approve pay_/ });
  await approve.waitFor();
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true);
    await checkAxe(page);
  }
  await approve.click();
  await page.waitForURL(`**${orderPath(order.token)}`);
  expect(await getOrder(open.app.shop.db, { id: order.id })).toMatchObject({
    status: 'processing',
    capturedTotal: 1500,
    paymentMethod: testWalletId,
  });
  expect(watch.problems()).toEqual([]);
});

it('goes on with the same payment after a reload, after going back, and in a second tab; both are led on when it is paid', async () => {
  const order = await placeOrder();
  const shopper = await open.shopper();
  const { page, context } = shopper;
  await startPayment(order, shopper);
  const name = await page.getByRole('button', { name: /^Approve pay_/ }).innerText();
  await page.reload();
  await page.getByRole('button', { name }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.getByRole('button', { name }).waitFor();
  const other = await context.newPage();
  await startPayment(order, { page: other });
  await other.getByRole('button', { name }).click();
  await other.waitForURL(`**${orderPath(order.token)}`);
  // The first tab asks by itself once it is in front again.
  await page.bringToFront();
  await page.waitForURL(`**${orderPath(order.token)}`);
  expect(await listPayments(order)).toMatchObject([{ captured: '1500' }]);
  await page.goto(orderPayStepPath(order.token));
  expect(new URL(page.url()).pathname).toBe(orderPath(order.token));
});

it('that the shopper has given up leads to the other ways to pay, with the reason', async () => {
  const order = await placeOrder();
  const shopper = await open.sharedShopper();
  await startPayment(order, shopper);
  const [payment] = await listPayments(order);
  server.cancel(payment?.publicId ?? '');
  await shopper.page.evaluate(() => document.dispatchEvent(new CustomEvent('vt:payment-done')));
  await shopper.page.waitForURL(`**${orderPayPath(order.token)}`);
  await shopper.page.getByText('Bank transfer', { exact: true }).waitFor();
});

it('says that what the shopper chose to pay with was declined, and goes on with another choice [2.5/6] (wallet 7)', async () => {
  const order = await placeOrder();
  const shopper = await open.sharedShopper();
  const { page, watch } = shopper;
  server.mode = 'approve';
  server.fail('capture', 'needs-shopper');
  await startPayment(order, shopper);
  const approve = page.getByRole('button', { name: /^Approve pay_/ });
  await approve.click();
  await page.getByText('Wallet: Your card was declined. Nothing was charged.').waitFor();
  await checkAxe(page);
  await approve.click();
  await page.waitForURL(`**${orderPath(order.token)}`);
  server.mode = 'authorize';
  expect(await listPayments(order)).toMatchObject([{ status: 'open', captured: '1500' }]);
  expect(watch.problems()).toEqual([]);
});

it('says without script what to do, and offers the other ways', async () => {
  const order = await placeOrder();
  const shopper = await open.sharedShopper({ hasScript: false });
  await startPayment(order, shopper);
  const { page } = shopper;
  expect(await page.locator('main').innerText()).toContain('This payment method needs JavaScript.');
  await checkAxe(page);
  await page.getByRole('link', { name: 'I have paid' }).click();
  expect(new URL(page.url()).pathname).toBe(orderPayStepPath(order.token));
  await page.getByRole('link', { name: 'Pay another way' }).click();
  await page.getByText('Bank transfer', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(`**${orderPath(order.token)}`);
  expect(await getOrder(open.app.shop.db, { id: order.id })).toMatchObject({ status: 'on-hold' });
});

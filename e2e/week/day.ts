import type { Browser, Page } from '@playwright/test';
import { newShopper } from '#tests/support/shopper.ts';
import type { LiveShop } from '../support/live-shop.ts';
import type { Office } from '../support/office.ts';
import { expect, test } from '../support/test.ts';

interface Day {
  readonly live: LiveShop;
  readonly browser: Browser;
}

/** What shoppers have left overnight, and what an owner does about it until the evening. */
export async function spendDay(office: Office, { live, browser }: Day): Promise<void> {
  await test.step('what came in', () => comeIn(office, live, browser));
  await test.step('what waits opens the list that it counts', () => openWhatWaits(office));
  await test.step('orders', () => sendOrders(office));
  await test.step('a message and a review', () => answer(office, live));
  await test.step('a withdrawal', () => returnMoney(office));
  await test.step('stock', () => correctStock(office));
  await test.step('a mail and a job that failed', () => tryAgain(office, live));
  await test.step('people', () => seeToPeople(office));
}

async function comeIn({ page, go, fill, press, tick, save, see }: Office, live: LiveShop, browser: Browser) {
  await go('Marketing', 'Coupons');
  await press('New coupon');
  await fill({ code: 'DRIFT10' });
  await tick('A percentage');
  await fill({ amount: '10' });
  await save('Created.');
  await see('coupon');
  for (const name of ['kim', 'lou']) await order(live, name);
  await refuseMails(live, () => order(live, 'sam'));
  const shopper = await (await browser.newContext({ baseURL: live.url })).newPage();
  await writeToShop(shopper);
  await shopper.context().close();
  await addFailedJob(live);
  await page.goto('/admin');
}

/** By calls: journeys of shoppers prove the pages. */
async function order(live: LiveShop, name: string): Promise<void> {
  const shopper = newShopper({ url: live.url }, { email: `${name}@${name}-buyers.ie` });
  await shopper.addToCart(1);
  const form = await shopper.fillInCheckout();
  if (form === null) throw new Error('the cart can’t be ordered');
  if (name === 'kim') await shopper.submit('/checkout', { ...form, coupon_code: 'DRIFT10', apply_coupon: '1' });
  const placed = await shopper.placeOrder((await shopper.fillInCheckout()) ?? form);
  expect(placed.location).toMatch(/^\/order\//);
}

/** The mail server refuses what is sent by this work. */
async function refuseMails({ mail, query }: LiveShop, work: () => Promise<void>): Promise<void> {
  const count = async (where: string) => (await query(`select id from platform.mail where ${where}`)).length;
  // Two of each of the three orders before.
  await expect.poll(() => count(`state = 'sent' and id ~ '^order:.*:(owner|confirmation)$'`)).toBe(6);
  mail.answers.set('RCPT', '550 no such user');
  await work();
  await expect.poll(() => count(`state <> 'sent' and attempts > 0`)).toBe(2);
  mail.answers.clear();
}

async function writeToShop(page: Page): Promise<void> {
  await page.goto('/product/driftwood-lamp');
  await page.getByText('Write a review', { exact: true }).click();
  const review = page.locator('form').filter({ has: page.locator('[name="review_title"]') });
  await review.getByLabel('4 stars').check({ force: true });
  for (const [name, text] of Object.entries({
    ...{ review_title: 'Warm light', comment: 'It lights the whole hall.' },
    ...{ author: 'Ines', email: 'ines@dune-buyers.ie' },
  }))
    await review.locator(`[name="${name}"]`).fill(text);
  await review.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/review/);
  await page.goto('/withdrawal');
  for (const [name, text] of Object.entries({
    ...{ withdrawal_order: '1001', withdrawal_email: 'ines@dune-buyers.ie', withdrawal_name: 'Ines Moore' },
  }))
    await page.locator(`[name="${name}"]`).fill(text);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('main')).toContainText('We have received your withdrawal');
  await page.goto('/contact');
  for (const [name, text] of Object.entries({
    ...{ 'your-name': 'Kim', 'your-email': 'kim@kim-buyers.ie', 'your-message': 'Is there a smaller one?' },
  }))
    await page.locator(`[name="${name}"]`).fill(text);
  // Faster messages are held as those of programs.
  await page.waitForFunction(() => performance.now() > 4_000);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('main')).toContainText('Thank you for your message.');
}

/** As after weeks of attempts, which no test waits for. */
async function addFailedJob({ query }: LiveShop): Promise<void> {
  await query(`begin;
    select graphile_worker.add_job('reports:count-sales', '{}'::json, max_attempts => 1);
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'connect ECONNREFUSED'
    where id = (select max(id) from graphile_worker._private_jobs);
    commit`);
}

async function openWhatWaits({ page, go, see }: Office): Promise<void> {
  const tiles = page.locator('.waits a');
  await go('Home');
  await expect(async () => {
    await page.reload();
    await expect(tiles.filter({ hasText: 'mail' })).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await see('home-in-the-morning');
  const waiting = await tiles.evaluateAll((links) =>
    links.map((link) => ({
      path: link.getAttribute('href') ?? '',
      count: Number(link.querySelector('.waits__count')?.textContent),
    })),
  );
  expect(waiting.length).toBeGreaterThanOrEqual(6);
  for (const { path, count } of waiting) {
    await page.goto(path);
    await expect(page.locator('main tbody tr'), path).toHaveCount(count);
  }
}

/** Marks all rows, and confirms an action on them. */
async function actOnAll({ page, hands, press }: Office, action: string, fillIn = async () => {}): Promise<void> {
  // Phones have no head of the table with a box for all.
  for (const box of await page.locator('main tbody .mark').all()) await hands.press(box);
  await press(action);
  await fillIn();
  await hands.press(page.getByRole('button', { name: new RegExp(`^${action}: \\d`) }));
  await page.waitForURL(/\/admin\/runs\/\d+$/);
  await expect(page.getByRole('main')).toContainText('0 failed');
}

async function sendOrders(office: Office): Promise<void> {
  const { page, go, see, fill } = office;
  await go('Orders', 'Orders');
  await office.press('To pay');
  await page.waitForURL(/view=toPay/);
  await actOnAll(office, 'Mark as paid');
  await go('Orders', 'Orders');
  await office.press('To ship');
  await page.waitForURL(/view=toShip/);
  await see('orders-to-ship');
  await actOnAll(office, 'Ship', async () => {
    await fill({ 'all.carrier': 'An Post' });
    await see('orders-shipped-together');
  });
  await expect(page.getByRole('main')).toContainText('3 done');
}

async function answer({ page, go, press, fill, hear, see, hands }: Office, { mail }: LiveShop): Promise<void> {
  await go('Messages', 'Messages');
  await hands.press(page.getByRole('link', { name: /Is there a smaller one/ }));
  await see('message');
  await press('Answer');
  await fill({ text: 'There will be one in spring.' });
  await press('Answer');
  await hear('There will be one in spring.');
  await expect.poll(() => mail.accepted.map(({ data }) => data).join()).toContain('There will be one in spring.');
  await go('Messages', 'Reviews and comments');
  await press('Warm light');
  await see('review');
  await press('Approve');
  await hear('Done.');
  await page.goto('/product/driftwood-lamp');
  await expect(page.getByRole('main')).toContainText('It lights the whole hall.');
  await page.goto('/admin');
}

async function returnMoney({ page, go, press, fill, hear, see, hands }: Office): Promise<void> {
  await go('Orders', 'Withdrawals');
  await press('1001');
  await see('withdrawal');
  await press('Record returned items');
  await press('Record returned items');
  await hear('The returned items were saved.');
  await press('Refund');
  await expect(page.locator('[name="items.1"]')).toHaveValue('1');
  await fill({ reason: 'Withdrawn' });
  await press('Continue');
  await hear('€123.00');
  await see('refund');
  await press('Refund');
  await hear('The manual refund was recorded.');
  await go('Orders', 'Withdrawals');
  await press('1001');
  await press('Close');
  await fill({ note: 'Refunded.' });
  await press('Close');
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Closed');
  await hands.press(page.getByRole('link', { name: 'Withdrawals', exact: true }).first());
}

async function correctStock({ page, go, press, fill, hear, see, hands }: Office): Promise<void> {
  await go('Products', 'Stock');
  await hands.press(page.getByRole('link', { name: 'Change the stock of Driftwood lamp' }));
  await fill({ difference: '-2' });
  await hands.choose(page.locator('[name="reason"]'), 'Damaged');
  await see('stock-change');
  await press('Change stock');
  await hear('-2');
  await see('stock');
}

async function tryAgain(office: Office, { mail }: LiveShop): Promise<void> {
  const { page, go, press, hear, see, hands } = office;
  await go('Settings', 'Emails');
  await press('Not sent');
  await page.waitForURL(/view=failed/);
  await hands.press(page.getByRole('link', { name: /^Your order/ }));
  await see('mail');
  await press('Send again');
  await press('Send again');
  await expect.poll(() => mail.accepted.map(({ to }) => to)).toContain('sam@sam-buyers.ie');
  await go('Settings', 'Jobs');
  await press('Failed');
  await page.waitForURL(/view=failed/);
  await see('jobs');
  await actOnAll(office, 'Try again');
  await go('Home');
  await expect(page.locator('.waits').filter({ hasText: 'job' })).toHaveCount(0);
  await hear('mail');
}

async function seeToPeople({ page, go, press, fill, hear, see, hands }: Office): Promise<void> {
  await go('Customers');
  await hands.type(page.getByRole('main').getByRole('searchbox').first(), 'lou@lou-buyers.ie');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=/);
  await hands.press(page.locator('main tbody a').first());
  await press('Add note');
  await fill({ text: 'Asked to be forgotten.' });
  await press('Add note');
  await hear('Asked to be forgotten.');
  const download = page.waitForEvent('download');
  await press('As CSV, for spreadsheets');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await see('person');
  await press('Erase');
  await fill({ email: 'lou@lou-buyers.ie' });
  await see('erasure');
  await press('Erase');
  await hear('Everything was erased except orders');
}

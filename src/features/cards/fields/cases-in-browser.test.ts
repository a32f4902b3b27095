import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOrderLink, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import { paidByCard as paid, useCardCheckout } from '#tests/support/browser/card-checkout.ts';
import { checkAxe, letThrough } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { placeTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase();
const checkout = useCardCheckout(database);
const { bank, countOrders, field, openCheckout, press, readOrder, typeCard, chooseForm, waitForFields, wallet } =
  checkout;
const hour = 60 * 60 * 1000;
const [visa, declined, asks] = ['4111111111111111', '4000000000000002', '4000000000003220'];
let passed = 0;

/** Lets time pass, here and at the provider. */
async function pass(milliseconds: number): Promise<void> {
  const { clock } = wallet.open.app.shop;
  const { now } = clock;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now.call(clock).getTime() + milliseconds));
  await wallet.sandbox.control.advanceClock(milliseconds);
  passed = milliseconds;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await wallet.sandbox.control.advanceClock(-passed);
  passed = 0;
});

const countCaptures = () =>
  wallet.sandbox.control.readBooks().flatMap(({ captures }) => captures.filter(({ status }) => status === 'COMPLETED'))
    .length;

/** Opens the page on which a card pays an order that exists. */
async function openStep(page: Page) {
  const { shop } = wallet.open.app;
  const order = await placeTestOrder(shop, [[checkout.jar, 1]], { paymentMethod: 'wallet-card' });
  await page.goto(createOrderLink(shop, order, orderPayPath(order.token)));
  await chooseCard(page);
  return orderPayStepPath(order.token);
}

/** On the page of an order that is paid again. */
async function chooseCard(page: Page): Promise<void> {
  await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
  await press(page, 'Pay €15.00');
  await page.waitForURL(/\/pay\/step$/);
  await waitForFields(page);
}

describe('a shopper who pays by card', () => {
  it('presses twice, also in a field, and once more while the next page loads: one order, charged once', async () => {
    const { page } = await openCheckout();
    const before = countCaptures();
    await typeCard(page, visa);
    const button = page.getByRole('button', { name: 'Place order and pay' });
    // What the page says until the next one is there.
    await button.evaluate((element) => {
      addEventListener('pagehide', () => sessionStorage.setItem('left', `${element.ariaDisabled}`));
    });
    await button.dblclick();
    await field(page, 'cvv').press('Enter');
    expect(await readOrder(page)).toMatchObject(paid);
    expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('true');
    expect([await countOrders(page), countCaptures() - before]).toEqual([1, 1]);
  });

  it('goes back after paying, presses again, and is led to the order that is paid', async () => {
    const { page } = await openCheckout();
    const before = countCaptures();
    await typeCard(page, visa);
    await press(page);
    const order = await readOrder(page);
    await page.goBack();
    await page.waitForURL(/\/(checkout|cart|order\/[\w-]+)$/);
    const button = page.getByRole('button', { name: 'Place order and pay' });
    if (await button.isVisible()) {
      await waitForFields(page);
      await typeCard(page, visa);
      await press(page);
      expect(await readOrder(page)).toMatchObject({ token: order?.token ?? '' });
    }
    expect(countCaptures() - before).toBe(1);
  });

  it('reloads while the bank asks, and pays with the next try: one order is paid, the one before is charged nothing', async () => {
    const { page } = await openCheckout();
    const before = countCaptures();
    await typeCard(page, asks);
    await press(page);
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).waitFor();
    await page.reload();
    await waitForFields(page);
    await typeCard(page, asks);
    await press(page);
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
    expect(await readOrder(page)).toMatchObject(paid);
    expect(countCaptures() - before).toBe(1);
  });

  it.each([
    ['classic', 'billing'],
    ['block', 'shipping'],
  ] as const)('is declined at the %s checkout, and orders by bank transfer instead', async (form, kind) => {
    await chooseForm(form);
    const { page } = await openCheckout({ kind });
    await typeCard(page, declined);
    await press(page);
    await page.getByText('The bank declined the card.').waitFor();
    await page.locator('input[name=payment_method][value=bank_transfer]').check({ force: true });
    await page.getByRole('button', { name: 'Place order for €15.00' }).click();
    expect(await readOrder(page)).toMatchObject({ status: 'on-hold', paymentMethod: 'bank_transfer' });
  });

  it('changes the cart in another tab while the bank asks: what was confirmed for the old one is not charged', async () => {
    const { page } = await openCheckout();
    const before = countCaptures();
    await typeCard(page, asks);
    await press(page);
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).waitFor();
    const other = await page.context().newPage();
    await other.request.post('/cart/add', { form: { product_id: checkout.jar }, maxRedirects: 0 });
    await other.goto('/checkout');
    await other.locator('input[name=payment_method][value=bank_transfer]').check({ force: true });
    await other.getByRole('button', { name: 'Place order for €25.00' }).click();
    expect(await readOrder(other)).toMatchObject({ status: 'on-hold', total: 2500 });
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
    expect(await readOrder(page)).toMatchObject({ status: 'cancelled', capturedTotal: 0 });
    expect(countCaptures() - before).toBe(0);
    await other.close();
  });

  it('is led to the order when the session has ended meanwhile, and is charged once', async () => {
    const { page } = await openCheckout();
    const before = countCaptures();
    await typeCard(page, asks);
    await press(page);
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).waitFor();
    await page.context().clearCookies();
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
    await page.waitForURL(/\/order\/[\w-]+/);
    expect(countCaptures() - before).toBeLessThanOrEqual(1);
  });

  it('pays in a second tab after the first one was declined there, or was paid', async () => {
    const { page } = await wallet.open.sharedShopper();
    const before = countCaptures();
    const path = await openStep(page);
    const second = await page.context().newPage();
    await second.goto(path);
    await waitForFields(second);
    await typeCard(page, declined);
    await press(page, 'Pay €15.00');
    await page.getByText('The bank declined the card.').waitFor();
    // Its fields are for the order that was declined.
    await typeCard(second, visa);
    await press(second, 'Pay €15.00');
    await second.getByText('The bank declined the card.').waitFor();
    await waitForFields(second);
    await typeCard(second, visa);
    await press(second, 'Pay €15.00');
    expect(await readOrder(second)).toMatchObject(paid);
    expect(await readOrder(page)).toMatchObject(paid);
    expect(countCaptures() - before).toBe(1);
    await second.close();
  });
});

describe('who comes back when the provider has ended its order', () => {
  it.each([
    ['classic', 'billing'],
    ['block', 'shipping'],
  ] as const)('is told so at the %s checkout, and pays the same order once', async (form, kind) => {
    await chooseForm(form);
    const { page } = await openCheckout({ kind });
    const before = countCaptures();
    await typeCard(page, declined);
    await press(page);
    await page.getByText('The bank declined the card.').waitFor();
    await pass(7 * hour);
    await field(page, 'number').fill(visa);
    await press(page);
    await page.waitForURL(/\/order\/[\w-]+\/pay$/);
    await page.getByText(/was not completed in time\. Nothing was charged\./).waitFor();
    await checkAxe(page);
    await chooseCard(page);
    await typeCard(page, visa);
    await press(page, 'Pay €15.00');
    expect(await readOrder(page)).toMatchObject(paid);
    expect([await countOrders(page), countCaptures() - before]).toEqual([1, 1]);
  });

  it('is told so on the page of an order, and pays it once', async () => {
    const { page } = await wallet.open.sharedShopper();
    const before = countCaptures();
    await openStep(page);
    await typeCard(page, visa);
    await pass(7 * hour);
    await press(page, 'Pay €15.00');
    await page.waitForURL(/\/order\/[\w-]+\/pay$/);
    await page.getByText(/was not completed in time\. Nothing was charged\./).waitFor();
    await chooseCard(page);
    await typeCard(page, visa);
    await press(page, 'Pay €15.00');
    expect(await readOrder(page)).toMatchObject(paid);
    expect(countCaptures() - before).toBe(1);
  });
});

/** Sums what has moved on the page since it was opened, but for what follows a press. */
const readShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

describe('where cards can’t be typed into the page, nothing is empty and nothing moves', () => {
  it('since the account has no fields: the provider’s own form is there', async () => {
    wallet.sandbox.faults.hasCardFields = false;
    for (const width of [390, 1280]) {
      const { page } = await openCheckout({ width, waits: false });
      const height = await page.locator('.card-fields').evaluate((element) => element.parentElement?.offsetHeight);
      await page.locator('.card-fields').scrollIntoViewIfNeeded();
      await page.locator('[data-card-form] .wallet[data-state=ready]').waitFor();
      const after = await page.locator('.card-fields').evaluate((element) => element.parentElement?.offsetHeight);
      expect(after).toBe(height);
      expect(await readShift(page)).toBe(0);
      await checkAxe(page);
    }
  });

  it('since the provider’s script does not load: it says so, and loads again when it is asked to', async () => {
    const script = /\/sdk\/js/;
    const { page } = await openCheckout({
      waits: false,
      prepare: (opened) => opened.route(script, (route) => route.abort()),
    });
    // The faces may arrive after the first paint, which moves lines by a pixel.
    await page.evaluate(() => document.fonts.ready);
    const before = await readShift(page);
    await page.locator('.card-fields').scrollIntoViewIfNeeded();
    await page.getByText('The fields for your card couldn’t be loaded here.').waitFor();
    expect(await readShift(page)).toBe(before);
    await checkAxe(page);
    await letThrough(page, script);
    await press(page, 'Try again');
    await waitForFields(page);
    await typeCard(page, visa);
    await press(page);
    expect(await readOrder(page)).toMatchObject(paid);
  });
});

it('nothing of a card but brand and last digits was sent to the shop, stored in its database or logged', () =>
  checkout.expectNoCardData());

import { beforeAll, describe, expect, it } from 'vitest';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { payInWindow } from '#tests/support/browser/open-wallet-shop.ts';
import { paidOrder, typedAddress, useWalletCheckout, walletPlace } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const checkout = useWalletCheckout(database);
let song = 0;

beforeAll(async () => {
  const { shop } = checkout.wallet.open.app;
  song = await addProduct(shop, { name: 'Song', price: 300, virtual: true });
  await addTestCoupon(shop, { code: 'ALL', amount: '100', freeShipping: 'yes' });
});

describe('the wallet in all kinds of checkouts', () => {
  it.each(['classic', 'block'] as const)(
    'orders goods that are not sent, whose form has no street: %s [5.3/5]',
    async (form) => {
      await checkout.useForm(form);
      const { page } = await checkout.open({ product: song });
      await checkout.fillIn(page, 'billing', { first_name: 'Ada', last_name: 'Byrne' });
      await checkout.choose(page);
      const calls: string[] = [];
      page.on('request', (request) => /\/checkout(\/order)?$/.test(request.url()) && calls.push(request.method()));
      await payInWindow(await checkout.openWindow(page));
      expect(await checkout.readOrder(page)).toMatchObject({
        ...paidOrder,
        total: 300,
        capturedTotal: 300,
        delivery: null,
      });
      expect(
        calls.filter((method) => method === 'POST'),
        'one call orders',
      ).toHaveLength(1);
    },
  );

  it('takes addresses without a county where the country has none to ask for (pitfall 25)', async () => {
    const { page } = await checkout.open();
    await page.locator('[name=billing_country]').selectOption('GB');
    await checkout.fillIn(page, 'billing', { ...typedAddress, city: 'London', postcode: 'NW1 6XE' });
    await page.locator('#ship_to_different_address').check({ force: true });
    await page.locator('[name=shipping_country]').selectOption('IE');
    await checkout.fillIn(page, 'shipping');
    await checkout.choose(page);
    await payInWindow(await checkout.openWindow(page));
    const order = await checkout.readOrder(page);
    expect(order).toMatchObject(paidOrder);
    expect(order?.billing).toMatchObject({ country: 'GB', state: '', city: 'London' });
    expect(order?.delivery).toMatchObject({ country: 'IE', city: 'Cork' });
  });

  it.each(['classic', 'block'] as const)(
    'says what the %s form lacks, and begins nothing [5.3/3] (pitfall 27)',
    async (form) => {
      await checkout.change([
        { key: 'checkout.form', value: form },
        { key: 'checkout.termsPath', value: '/pages/terms' },
      ]);
      const kind = form === 'classic' ? 'billing' : 'shipping';
      const { page } = await checkout.open({ width: 390 });
      await checkout.fillIn(page, kind, { ...typedAddress, city: ' ' });
      await checkout.choose(page);
      const since = await checkout.startCount();
      await checkout.beRefused(page);
      const alert = page.getByRole('alert').filter({ hasText: /town or city/i });
      await alert.first().waitFor();
      expect(await page.locator(`[name=${kind}_city]`).getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator(`[name=${kind}_address_1]`).inputValue()).toBe('1 Quay Lane');
      await expect
        .poll(() => alert.first().evaluate((element) => element.getBoundingClientRect().top))
        .toBeGreaterThan(0);
      await checkAxe(page);
      await page.locator(`[name=${kind}_city]`).fill('Cork');
      await checkout.choose(page);
      await checkout.beRefused(page);
      await page.getByRole('alert').filter({ hasText: /terms/i }).first().waitFor();
      expect([await since.orders(), since.books()]).toEqual([[], 0]);
      await page.locator('input[name=terms]').press('Space');
      await checkout.choose(page);
      await payInWindow(await checkout.openWindow(page));
      expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
    },
  );

  it.each([
    ['classic', 1280],
    ['block', 390],
  ] as const)('lists once what the %s form lacks at %i px, each with a link to its field', async (form, width) => {
    await checkout.change([
      { key: 'checkout.form', value: form },
      { key: 'checkout.termsPath', value: '/pages/terms' },
    ]);
    const { page } = await checkout.open({ width });
    await checkout.choose(page);
    await checkout.beRefused(page);
    const links = page.locator('#problems li a');
    await expect.poll(() => links.count()).toBe(6);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    expect(await page.title()).toMatch(/^Error/);
    const messages = (await links.allInnerTexts()).map((text) => /“(.+)”/.exec(text)?.[1] ?? text);
    expect(messages.slice(0, 5)).toEqual(['Email', 'First name', 'Last name', 'Street address', 'Town or city']);
    expect(messages[5]).toMatch(/terms/i);
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    await checkAxe(page);
    const kind = form === 'classic' ? 'billing' : 'shipping';
    for (const [index, name] of [
      [0, 'billing_email'],
      [4, `${kind}_city`],
      [5, 'terms'],
    ] as const) {
      await links.nth(index).press('Enter');
      const readName = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      await expect.poll(readName).toBe(name);
    }
  });

  it('is reached and paid by keyboard alone', async () => {
    const { page } = await checkout.open();
    await checkout.fillIn(page);
    await checkout.choose(page);
    await page.locator('input[name=payment_method][value=wallet]').focus();
    const isInPlace = () =>
      page.evaluate((selector) => document.activeElement?.closest(selector) !== null, walletPlace);
    for (let press = 0; press < 12 && !(await isInPlace()); press += 1) await page.keyboard.press('Tab');
    expect(await isInPlace()).toBe(true);
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const popup = await opened;
    await popup.getByLabel('Email').press('Enter');
    await popup.getByRole('button', { name: 'Pay now' }).press('Enter');
    expect(await checkout.readOrder(page)).toMatchObject(paidOrder);
  });

  it.each(['classic', 'block'] as const)(
    'gives the order button of the %s form back for others, and moves nothing (pitfall 33)',
    async (form) => {
      await checkout.useForm(form);
      const { page } = await checkout.open({ width: 390 });
      await checkout.fillIn(page, form === 'classic' ? 'billing' : 'shipping');
      await page.route('**/sdk/js?*', async (route) => {
        await page.locator(`${walletPlace}`).waitFor();
        heights.push(await readHeight());
        await route.continue();
      });
      const heights: number[] = [];
      const readHeight = () => page.locator(walletPlace).evaluate((element) => element.getBoundingClientRect().height);
      const orderButton = page.getByRole('button', { name: /^Place order/ });
      await checkout.choose(page);
      await page.locator('.checkout__place').getByText('Total: €15.00').waitFor();
      heights.push(await readHeight());
      expect(new Set(heights).size, 'as high before as after').toBe(1);
      await page.locator('input[name=payment_method][value=bank_transfer]').check({ force: true });
      await orderButton.waitFor();
      await page.locator(walletPlace).waitFor({ state: 'detached' });
      expect(await page.locator('.checkout__place').getByText('Total:').filter({ visible: true }).count()).toBe(0);
      await checkout.choose(page);
      await orderButton.waitFor({ state: 'hidden' });
      expect(await readHeight()).toBe(heights[0]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.locator('details:has(input[name=coupon_code]) > summary').click();
      await page.locator('input[name=coupon_code]').fill('ALL');
      await page.locator('input[name=coupon_code]').press('Enter');
      await orderButton.waitFor();
      expect(await page.locator(walletPlace).count()).toBe(0);
      await orderButton.click();
      expect(await checkout.readOrder(page)).toMatchObject({ status: 'processing', total: 0, paymentMethod: 'free' });
    },
  );

  it('offers the card form, and paying later in its range (pitfall 39)', async () => {
    await checkout.change([{ key: 'wallet.payLater', value: true }]);
    const { page } = await checkout.open({ quantity: 3 });
    await checkout.fillIn(page);
    await checkout.choose(page);
    expect(await page.locator(`${walletPlace} [data-funding=paylater]`).isVisible()).toBe(true);
    const opened = page.waitForEvent('popup');
    await page.frameLocator(`${walletPlace} [data-funding=card] iframe`).getByRole('button').click();
    const popup = await opened;
    await popup.getByRole('button', { name: 'Continue' }).click();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    expect(await checkout.readOrder(page)).toMatchObject({ ...paidOrder, total: 3500, capturedTotal: 3500 });
    await page.request.post('/cart/add', { form: { product_id: checkout.jar }, maxRedirects: 0 });
    await page.goto('/checkout');
    await checkout.choose(page);
    expect(await page.locator(`${walletPlace} [data-funding=paylater]`).isVisible()).toBe(false);
  });
});

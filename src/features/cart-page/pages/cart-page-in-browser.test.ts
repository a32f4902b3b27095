import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';

const { database, db } = useDatabase();
const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 } as const;
const express = { type: 'flat_rate', id: 'flat_rate:2', title: 'Express', cost: 900 } as const;
const zones = [{ name: 'Ireland', places: [{ country: 'IE' }], methods: [parcel, express] }];
const open = useOpenShop(database, { choices: { settings: { shipping: { zones } } } });
let cup = 0;

beforeAll(async () => {
  const { shop } = open.app;
  cup = await addProduct(shop, { name: 'Cup', price: 1000, stock: 50 });
  await db.execute(sql`insert into coupons (code, code_key, percent, currency, min_spend) values
    ('TEN', 'ten', 10, 'EUR', null), ('HALF', 'half', 50, 'EUR', null), ('LARGE', 'large', 20, 'EUR', 5000)`);
});

async function openCart({ width = 1280, hasScript = true } = {}) {
  const shopper = await open.sharedShopper({ hasScript });
  const { page, watch } = shopper;
  await page.setViewportSize({ width, height: 900 });
  await page.request.post('/cart/add', { form: { product_id: String(cup) }, maxRedirects: 0 });
  await page.goto('/cart');
  if (hasScript) await waitForHydration(page, 'vt-behaviour[name="cart-page/cart-page"]');
  let loads = 0;
  page.on('framenavigated', () => {
    loads += 1;
  });
  return {
    ...{ page, watch },
    countLoads: () => loads,
    summary: page.getByRole('complementary', { name: 'Order summary' }),
    code: page.getByLabel('Coupon code'),
    announced: page.locator('#vt-status'),
  };
}

const openCoupons = (page: Page) => page.getByText('Do you have a coupon code?').click();
const openDelivery = (page: Page) => page.getByText(/Estimate delivery|Change delivery address/).click();
const getFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim());
const quantity = (page: Page) => page.locator('.cart-lines').getByLabel('Quantity of Cup');
const choose = (page: Page, method: string) => page.locator('.choice__label', { hasText: method }).click();
const country = (page: Page) => page.getByLabel('Country');
const postcode = (page: Page) => page.getByLabel(/Eircode|Postcode|Postal code/);

describe('a coupon', () => {
  it('is applied and removed without leaving the page', async () => {
    const { page, summary, code, announced, countLoads, watch } = await openCart({ width: 390 });
    await openCoupons(page);
    await code.fill('ten');
    await page.keyboard.press('Enter');
    await summary.getByText('−€1.00').waitFor();
    expect(await announced.textContent()).toContain('The coupon was applied.');
    expect([await getFocus(page), await code.inputValue()]).toEqual(['coupon_code', '']);
    await code.fill('half');
    await page.getByRole('button', { name: 'Apply' }).click();
    await summary.getByText('Remove coupon HALF').waitFor();
    expect(await getFocus(page)).toBe('Apply');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Remove coupon TEN' }).press('Enter');
    await summary.getByText('Remove coupon TEN').waitFor({ state: 'detached' });
    expect(await getFocus(page)).toContain('Remove coupon HALF');
    await page.getByRole('button', { name: 'Remove coupon HALF' }).press('Enter');
    await summary.getByText('Remove coupon HALF').waitFor({ state: 'detached' });
    expect(await getFocus(page)).toContain('Do you have a coupon code?');
    expect(await announced.textContent()).toContain('The coupon was removed.');
    expect([countLoads(), watch.problems()]).toEqual([0, []]);
  });

  it('that is refused stays in its field, with the reason beside it, until it is changed', async () => {
    const { page, code, announced, watch } = await openCart();
    watch.allow('409', '/cart/coupon');
    await openCoupons(page);
    await code.fill('large');
    await page.getByRole('button', { name: 'Apply' }).click();
    const error = page.locator('#coupon_code-error');
    await error.waitFor();
    const reason = 'Spend €40.00 more to use this coupon.';
    expect([await error.textContent(), await code.inputValue(), await getFocus(page)]).toEqual([
      ...[reason, 'large', 'coupon_code'],
    ]);
    expect(await announced.textContent()).toContain(reason);
    expect(await code.getAttribute('aria-describedby')).toBe('coupon_code-error');
    await checkAxe(page);
    await code.press('End');
    await code.press('x');
    await error.waitFor({ state: 'detached' });
    expect(await code.getAttribute('aria-invalid')).toBe(null);
  });

  it('that is refused stays in its field without script, too, once', async () => {
    const { page, code } = await openCart({ hasScript: false });
    await openCoupons(page);
    await code.fill('  Large <b>');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This coupon code is not valid.').waitFor();
    expect(await code.inputValue()).toBe('Large <b>');
    expect(page.url()).not.toContain('Large');
    await page.reload();
    expect(await code.inputValue()).toBe('');
  });

  it('is checked with the quantity that was typed just before', async () => {
    const { page, summary, code } = await openCart();
    await openCoupons(page);
    await quantity(page).fill('5');
    await code.fill('large');
    await page.keyboard.press('Enter');
    await summary.getByText('−€10.00').waitFor();
    expect(await quantity(page).inputValue()).toBe('5');
  });

  it('keeps a quantity that is typed and not saved', async () => {
    const { page, summary, code } = await openCart();
    await openCoupons(page);
    await code.fill('ten');
    let isTyped = false;
    await page.route('**/cart/coupon', async (route) => {
      const reply = await route.fetch();
      await quantity(page).fill('7');
      isTyped = true;
      await route.fulfill({ response: reply });
    });
    await code.press('Enter');
    // The cookie of the reply is stored before the page has the reply: it may ask for the new cart meanwhile.
    await expect.poll(() => isTyped).toBe(true);
    await expect.poll(() => code.inputValue()).toBe('');
    await summary.getByText('−€1.00').waitFor();
    expect(await quantity(page).inputValue()).toBe('7');
    expect(await getFocus(page)).toMatch(/^q-/);
  });
});

describe('the delivery', () => {
  it.each([390, 1280])('is estimated and chosen without leaving the page at %i px', async (width) => {
    const { page, summary, announced, countLoads, watch } = await openCart({ width });
    // The button supersedes the call of the country.
    watch.allow(/ERR_ABORTED: POST .*\/cart\/destination/);
    await openDelivery(page);
    await country(page).selectOption('IE');
    await postcode(page).fill('t12w8kp');
    await page.getByRole('button', { name: 'Update delivery' }).press('Enter');
    await summary.getByText('Delivery to T12 W8KP, Ireland').waitFor();
    expect(await announced.textContent()).toContain('Delivery: Parcel, €5.00.');
    expect([await getFocus(page), await postcode(page).inputValue()]).toEqual(['Update delivery', 'T12 W8KP']);
    await page.getByLabel('Parcel').focus();
    await page.keyboard.press('ArrowDown');
    await summary.getByText('€19.00').waitFor();
    expect(await announced.textContent()).toContain('Delivery: Express, €9.00.');
    expect(await page.getByLabel('Express').evaluate((radio) => radio === document.activeElement)).toBe(true);
    await checkAxe(page);
    expect([countLoads(), watch.problems()]).toEqual([0, []]);
    await page.reload();
    await summary.getByText('€19.00').waitFor();
  });

  it('says beside the field what is wrong with a postcode, and keeps what was typed', async () => {
    const { page, announced, watch } = await openCart();
    watch.allow('422', '/cart/destination');
    await openDelivery(page);
    await country(page).selectOption('IE');
    await postcode(page).fill('nowhere');
    await page.getByRole('button', { name: 'Update delivery' }).click();
    const error = page.locator('#shipping_postcode-error');
    await error.waitFor();
    expect([await postcode(page).inputValue(), await getFocus(page)]).toEqual(['nowhere', 'shipping_postcode']);
    expect(await announced.textContent()).toContain(await error.textContent());
    await checkAxe(page);
  });

  it('shows that a call takes long, and drops the call that a later choice supersedes', async () => {
    const { page, summary, announced } = await openCart();
    await openDelivery(page);
    await country(page).selectOption('IE');
    const button = page.getByRole('button', { name: 'Update delivery' });
    await button.click();
    await page.getByLabel('Express').waitFor();
    const sent: string[] = [];
    await page.route('**/cart/shipping', async (route) => {
      sent.push(String(route.request().postDataJSON().shipping_method));
      await new Promise((resume) => setTimeout(resume, sent.length === 1 ? 2_000 : 1_500));
      await route.continue().catch(() => {});
    });
    await choose(page, 'Express');
    await page.locator('form[action="/cart/shipping"][aria-busy=true]').waitFor();
    await expect.poll(() => sent.length).toBe(1);
    await choose(page, 'Parcel');
    await expect.poll(() => announced.textContent()).toContain('Loading…');
    await page.locator('form[action="/cart/shipping"]:not([aria-busy])').waitFor();
    expect(sent).toEqual(['flat_rate:2', 'flat_rate:1']);
    await summary.getByText('€15.00').waitFor();
  });

  it('that is being saved is not lost on the way to the checkout', async () => {
    const { page } = await openCart();
    await openDelivery(page);
    await country(page).selectOption('IE');
    await page.getByRole('button', { name: 'Update delivery' }).click();
    await page.getByLabel('Express').waitFor();
    await page.route('**/cart/shipping', async (route) => {
      await new Promise((resume) => setTimeout(resume, 500));
      await route.continue();
    });
    await choose(page, 'Express');
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    expect(await page.getByLabel('Express').isChecked()).toBe(true);
  });
});

describe('a broken network', () => {
  it('loses nothing that was typed, and the call can be repeated', async () => {
    const { page, summary, code, announced, watch } = await openCart();
    watch.allow('0 fetch_error', '/cart/coupon');
    await openCoupons(page);
    await code.fill('ten');
    await page.route('**/cart/coupon', (route) => route.abort());
    await page.keyboard.press('Enter');
    const retry = summary.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await announced.textContent()).toContain('The change could not be saved.');
    expect([await code.inputValue(), await getFocus(page)]).toEqual(['ten', 'coupon_code']);
    await checkAxe(page);
    await letThrough(page, '**/cart/coupon');
    await retry.press('Enter');
    await summary.getByText('−€1.00').waitFor();
    expect([await retry.count(), await getFocus(page)]).toEqual([0, 'coupon_code']);
  });
});

it('the estimate of delivery has the fields of the country as soon as it is chosen', async () => {
  const { page, countLoads, watch } = await openCart({ width: 390 });
  await openDelivery(page);
  await postcode(page).fill('D01 F5P2');
  const state = page.getByRole('combobox', { name: 'State' });
  expect(await state.count()).toBe(0);
  await country(page).focus();
  await country(page).selectOption('US');
  await state.waitFor();
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('');
  expect(await getFocus(page)).toBe('shipping_country');
  await state.selectOption({ label: 'California' });
  await country(page).selectOption('IE');
  await page.getByLabel('Eircode').waitFor();
  expect(await state.count()).toBe(0);
  await checkAxe(page);
  expect([countLoads(), watch.problems()]).toEqual([0, []]);
});

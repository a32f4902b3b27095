import { describe, expect, it } from 'vitest';
import { createOrderLink, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import { paidByCard as paid, useCardCheckout } from '#tests/support/browser/card-checkout.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { typedAddress } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { placeTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase();
const checkout = useCardCheckout(database);
const { bank, countOrders, field, openCheckout, press, readOrder, typeCard, chooseForm, waitForFields, wallet } =
  checkout;

describe('a card at the checkout', () => {
  it.each([
    ['classic', 1280, 'billing'],
    ['classic', 390, 'billing'],
    ['block', 768, 'shipping'],
    ['block', 390, 'shipping'],
  ] as const)('pays the %s form at %i px, and the order’s page names it', async (form, width, kind) => {
    await chooseForm(form);
    const { page, watch } = await openCheckout({ width, kind });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await checkAxe(page);
    await typeCard(page, '4111111111111111');
    await press(page);
    expect(await readOrder(page)).toMatchObject(paid);
    await page.getByText('Card, Visa ending in 1111').first().waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('is asked about by its bank over the page, and pays when the shopper has confirmed', async () => {
    const { page } = await openCheckout();
    await typeCard(page, '4000000000003220');
    await press(page);
    await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
    expect(await readOrder(page)).toMatchObject(paid);
  });

  it.each([
    ['refused', 'Enter a wrong code', 'The bank did not confirm the payment.'],
    ['failed', 'Let the bank fail', 'Your bank could not confirm the payment. Please try again, or use another card.'],
    ['closed by the shopper', 'Cancel', 'You closed your bank’s confirmation window.'],
  ])(
    'whose bank’s question is %s keeps what was typed, says why, and pays when it is tried again',
    async (_, button, text) => {
      const { page } = await openCheckout();
      await typeCard(page, '4000000000003220');
      await press(page);
      await bank(page).getByRole('button', { name: button }).click();
      await page.getByText(text).waitFor();
      expect(await field(page, 'number').inputValue()).toBe('4000 0000 0000 3220');
      await press(page);
      await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
      expect(await readOrder(page)).toMatchObject(paid);
      expect(await countOrders(page)).toBe(1);
    },
  );

  it('that is declined is told in words, and another one pays the same order; the third decline leads to other ways', async () => {
    const { page } = await openCheckout({ colours: 'dark' });
    await typeCard(page, '4000000000009995');
    await press(page);
    await page.getByText('because of insufficient funds').waitFor();
    await checkAxe(page);
    await field(page, 'number').fill('4000000000000127');
    await press(page);
    await page.getByText('The security code does not match the card. Please check it.').waitFor();
    await field(page, 'number').fill('4000000000000002');
    await press(page);
    await page.waitForURL(/\/order\/[\w-]+\/pay/);
    await page.getByText('The bank declined the card.').waitFor();
    await page.getByText('Bank transfer', { exact: true }).waitFor();
  });

  it('says beside each field what is wrong, leads to the first one, and orders nothing', async () => {
    const { page } = await openCheckout({ width: 390 });
    const before = wallet.sandbox.control.readBooks().length;
    await press(page);
    await page.getByText('Please enter the name on the card.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('Card name');
    await checkAxe(page);
    await typeCard(page, '4111111111111112');
    await field(page, 'cvv').press('Enter');
    await page.getByText('Please check the card number: it seems to have a typing error.').waitFor();
    await expect.poll(() => page.getByText('Please enter the name on the card.').count()).toBe(0);
    expect(wallet.sandbox.control.readBooks()).toHaveLength(before);
  });

  it('pays by keyboard alone', async () => {
    const { page } = await openCheckout();
    await field(page, 'name').focus();
    for (const text of ['Ada Byrne', '4111111111111111', '1239', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await readOrder(page)).toMatchObject(paid);
  });

  it('says what is missing in the form, keeps the card, and pays once that is there', async () => {
    const { page } = await openCheckout();
    await page.locator('[name=billing_city]').fill('');
    await typeCard(page, '4111111111111111');
    await press(page);
    await page.locator('[name=billing_city][aria-invalid=true]').waitFor();
    await page.locator('[name=billing_city]').fill('Cork');
    await press(page);
    expect(await readOrder(page)).toMatchObject(paid);
  });

  it('is typed into the provider’s own form where the account may have no fields', async () => {
    wallet.sandbox.faults.hasCardFields = false;
    const { page } = await wallet.open.sharedShopper();
    await page.request.post('/cart/add', { form: { product_id: checkout.jar }, maxRedirects: 0 });
    await page.goto('/checkout');
    await page.getByLabel('Email').fill('ada@example.com');
    for (const [name, value] of Object.entries(typedAddress)) await page.locator(`[name=billing_${name}]`).fill(value);
    await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
    await page.locator('[data-card-form] .wallet[data-state=ready]').waitFor();
    const opened = page.waitForEvent('popup');
    await page.frameLocator('[data-card-form] iframe').getByRole('button').click();
    const popup = await opened;
    await popup.getByRole('button', { name: 'Continue' }).click();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    expect(await readOrder(page)).toMatchObject(paid);
  });
});

it('a card pays an order that exists, also after a decline', async () => {
  const { shop } = wallet.open.app;
  const order = await placeTestOrder(shop, [[checkout.jar, 1]], { paymentMethod: 'wallet-card' });
  const { page, watch } = await wallet.open.sharedShopper();
  await page.goto(createOrderLink(shop, order, orderPayPath(order.token)));
  await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(`**${orderPayStepPath(order.token)}`);
  await waitForFields(page);
  await checkAxe(page);
  await typeCard(page, '4000000000000069');
  await press(page, 'Pay €15.00');
  await page.getByText('The card has expired.').waitFor();
  await waitForFields(page);
  await typeCard(page, '5555555555554444');
  await press(page, 'Pay €15.00');
  expect(await readOrder(page)).toMatchObject(paid);
  await page.getByText('Card, Mastercard ending in 4444').first().waitFor();
  expect(watch.problems()).toEqual([]);
});

it('nothing of a card but brand and last digits was sent to the shop, stored in its database or logged', () =>
  checkout.expectNoCardData());

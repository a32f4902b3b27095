import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createKeyboard, type Hands, mouse } from './support/hands.ts';
import { checkAxe, expect, getOverflow, test } from './support/test.ts';

/** From a product page to the checkout. */
async function openCheckout(page: Page, { press }: Hands): Promise<void> {
  await page.goto('/product/slipway-tray');
  await press(page.locator('.buy__form').getByRole('button', { name: 'Buy now' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
}

async function fillIn(page: Page, { press, type }: Hands): Promise<string> {
  const email = `maeve-${randomUUID()}@example.com`;
  await type(page.getByLabel('Email'), email);
  for (const [label, text] of [
    ['First name', 'Maeve'],
    ['Last name', 'O’Brien'],
    ['Street address', '4 Quay Street'],
    ['Town', 'Sligo'],
  ] as const)
    await type(page.getByLabel(label).first(), text);
  await press(page.getByRole('radio', { name: 'Bank transfer' }));
  await expect(page.getByRole('button', { name: /^Place order/ })).toBeVisible();
  await press(page.getByRole('checkbox', { name: /terms/i }));
  return email;
}

/** The mails about an order that were written for an address. */
async function listMails(page: Page, number: string): Promise<string[]> {
  const kinds = ['confirmation', 'confirm-request', 'paid', 'payment-request'];
  await expect.poll(async () => (await page.request.get(`/outbox/order:${number}:confirmation`)).status()).toBe(200);
  const replies = await Promise.all(
    kinds.map(async (kind) => ({ kind, reply: await page.request.get(`/outbox/order:${number}:${kind}`) })),
  );
  return replies.filter(({ reply }) => reply.status() === 200).map(({ kind }) => kind);
}

/** One click on the button places the order: bank details on the page, one mail. */
async function buyByTransfer(page: Page, hands: Hands): Promise<void> {
  await openCheckout(page, hands);
  await fillIn(page, hands);
  await hands.press(page.getByRole('button', { name: /^Place order/ }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order');
  const main = page.getByRole('main');
  for (const words of ['IE64 IRCE 9205 0112 3456 78', 'How to pay', 'Awaiting bank transfer'])
    await expect(main).toContainText(words);
  await expect(main).not.toContainText(/confirm/i);
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
  const number = /^Order (\d+)/.exec(await page.title())?.[1] ?? '';
  expect(await listMails(page, number)).toEqual(['confirmation']);
}

test.describe('a guest buys by bank transfer: one click on Place order, bank details on the page, one mail (D1)', () => {
  test('with mouse or finger', async ({ page }) => {
    await buyByTransfer(page, mouse);
  });

  test('by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
    await buyByTransfer(page, createKeyboard(page));
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('with mouse or finger', { tag: '@desktop' }, async ({ page }) => {
      await buyByTransfer(page, mouse);
    });
  });
});

/** Takes more of a small stock than is placed at once. */
async function orderTooMany(page: Page): Promise<string> {
  await page.goto('/product/tideline-mug');
  await page.getByRole('radio', { name: 'Ink' }).check();
  await page.locator('.buy__form').getByLabel('Quantity', { exact: true }).fill('7');
  await page.locator('.buy__form').getByRole('button', { name: 'Buy now' }).click();
  const email = await fillIn(page, mouse);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please confirm your order');
  return email;
}

test.describe('a guest whose order would take much of a small stock (D1)', () => {
  test('is told which address to look at, corrects it, and confirms', { tag: '@phone' }, async ({ page }) => {
    const email = await orderTooMany(page);
    const main = page.getByRole('main');
    await expect(main).toContainText(email);
    await expect(main).not.toContainText('IE64 IRCE');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(main).toContainText(`We have sent the email to ${email}`);
    await page.getByText('Change email address').click();
    const other = `maeve-${randomUUID()}@example.com`;
    await page.getByLabel('New email address').fill(other);
    await page.getByRole('button', { name: 'Change and send' }).click();
    await expect(main).toContainText(`We have sent the email to ${other}`);
    await expect(main).not.toContainText(email);
    await checkAxe(page);
    const number = /^Order (\d+)/.exec(await page.title())?.[1] ?? '';
    await confirmByMail(page, number, other);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order');
    await expect(main).toContainText('IE64 IRCE 9205 0112 3456 78');
  });
});

/** Follows the link in the newest mail to an address, and presses the button on its page. */
async function confirmByMail(page: Page, number: string, email: string): Promise<void> {
  await expect(async () => {
    await page.goto('/outbox');
    await page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click();
    await expect(page.locator('.outbox__frame')).toBeVisible();
  }).toPass();
  const link = page.frameLocator('.outbox__frame').getByRole('link', { name: 'Confirm this order' });
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '');
  await page.goto(`${pathname}${search}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Please confirm your order ${number}`);
  await expect(page.getByRole('main')).not.toContainText('Quay Street');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Confirm this order' }).click();
}

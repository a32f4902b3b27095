import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { type DemoShop, openDemoShop } from './support/shop.ts';
import { checkAxe, checkAxeInFrame, expect, getOverflow, test } from './support/test.ts';

const cards = {
  paysAtOnce: '4111111111111111',
  asks: '4000000000003220',
  notEnrolled: '4000000000003055',
  hasTooLittle: '4000000000009995',
} as const;

const folder = makeTemporaryFolder();
/** Another one than that of the other journeys: they pay by the form that this one changes. */
let shop: DemoShop;

test.beforeAll(async () => {
  shop = await openDemoShop(folder);
});
test.afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
});

async function chooseForm(form: 'classic' | 'block'): Promise<void> {
  const args = ['dist/server/shop.js', 'settings', 'set', 'checkout.form', form];
  const env = { ...process.env, NODE_ENV: 'production', MODE: 'demo', DATA_DIR: shop.dataDir };
  await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env });
}

/** Tells the test wallet beside the shop what goes wrong. */
async function control(page: Page, action: string, input: object): Promise<void> {
  const addresses = JSON.parse(readFileSync(join(shop.dataDir, 'test-wallet', 'addresses.json'), 'utf8'));
  const url = `${addresses.TEST_WALLET_REST_URL}/control/${action}`;
  expect((await page.request.post(url, { data: input })).ok()).toBe(true);
}

async function openCheckout(page: Page, kind: string): Promise<void> {
  await page.goto(`${shop.url}/product/slipway-tray`);
  await page.locator('.buy__form').getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  const email = page.getByLabel('Email');
  // The details of the last order are there.
  if ((await email.inputValue()) === '') {
    await email.fill(`maeve-${randomUUID()}@example.com`);
    const address = { first_name: 'Maeve', last_name: 'Byrne', address_1: '4 Quay Street', city: 'Sligo' };
    for (const [name, text] of Object.entries(address)) await page.locator(`[name=${kind}_${name}]`).fill(text);
  }
  await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
  await page.getByRole('checkbox', { name: /terms/i }).check({ force: true });
  await waitForFields(page);
}

async function waitForFields(page: Page): Promise<void> {
  await page.locator('.card-fields').scrollIntoViewIfNeeded();
  await expect(page.locator('.card-fields[data-state=ready]')).toBeVisible();
}

const field = (page: Page, name: string) => page.frameLocator(`[data-card-field=${name}] iframe`).getByRole('textbox');

async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'name').fill('Maeve Byrne');
  await field(page, 'number').fill(number);
  await field(page, 'expiry').fill('1239');
  await field(page, 'cvv').fill('123');
}

const pay = (page: Page, name: RegExp | string = 'Place order and pay') => page.getByRole('button', { name }).click();

const bankTitle = 'Confirm the payment with your bank';
const answerBank = (page: Page, button: string) =>
  page.frameLocator(`iframe[title="${bankTitle}"]`).getByRole('button', { name: button }).click();

async function checkFrames(page: Page, path: string, count: number): Promise<void> {
  const frames = page.frames().filter((frame) => frame.url().includes(path));
  expect(frames).toHaveLength(count);
  for (const frame of frames) await checkAxeInFrame(frame);
}

async function expectPaid(page: Page, lastDigits: string): Promise<void> {
  await expect(page).toHaveURL(/\/order\/[\w-]+$/);
  await expect(page.getByRole('main')).toContainText(`ending in ${lastDigits}`);
  await expect(page.getByRole('main')).not.toContainText('still to be paid');
}

/** The bank's question is closed, answered wrongly, and can't be asked: the same order is paid in the end. */
async function payAfterQuestions(page: Page, kind: string): Promise<void> {
  await openCheckout(page, kind);
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
  await typeCard(page, cards.asks);
  await checkFrames(page, '/sdk/card-field', 4);
  await pay(page);
  await expect(page.frameLocator(`iframe[title="${bankTitle}"]`).getByRole('heading').first()).toBeVisible();
  await checkFrames(page, '/checkout/bank', 1);
  for (const [button, text] of [
    ['Cancel', 'You closed your bank’s confirmation window.'],
    ['Enter a wrong code', 'The bank did not confirm the payment.'],
    ['Let the bank fail', 'Your bank could not confirm the payment. Please try again, or use another card.'],
  ] as const) {
    await answerBank(page, button);
    await expect(page.getByText(text)).toBeVisible();
    await expect(field(page, 'number')).toHaveValue('4000 0000 0000 3220');
    await pay(page);
  }
  await answerBank(page, 'Confirm the payment');
  await expectPaid(page, '3220');
}

async function payAfterDecline(page: Page, kind: string): Promise<void> {
  await openCheckout(page, kind);
  await typeCard(page, cards.hasTooLittle);
  await pay(page);
  await expect(page.getByText('because of insufficient funds')).toBeVisible();
  await checkAxe(page);
  await field(page, 'number').fill(cards.paysAtOnce);
  await pay(page);
  // Of this visitor three cards were declined in an hour. The check runs by itself, and what was typed stays.
  await expect(
    page
      .getByText(
        'Please wait for the security check to finish, then send the form again. Without JavaScript, try again in an hour or contact us.',
      )
      .first(),
  ).toBeVisible();
  await expect(field(page, 'number')).toHaveValue('4111 1111 1111 1111');
  await pay(page);
  await expectPaid(page, '1111');
}

async function payAtOnce(page: Page, kind: string): Promise<void> {
  await openCheckout(page, kind);
  await typeCard(page, cards.notEnrolled);
  await pay(page);
  await expectPaid(page, '3055');
}

/** What the shopper has approved has lapsed when the shop asks for the money. */
async function payAfterExpiry(page: Page, kind: string): Promise<void> {
  await openCheckout(page, kind);
  await typeCard(page, cards.paysAtOnce);
  // The page and the event about the approval both ask for the money.
  await control(page, 'script', { operation: 'captureOrder', fault: 'ORDER_EXPIRED', times: 100 });
  await pay(page);
  await expect(page).toHaveURL(/\/order\/[\w-]+\/pay$/);
  await expect(page.getByText(/was not completed in time\..*Nothing was charged/)).toBeVisible();
  await control(page, 'clearFaults', {});
  await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
  await pay(page, /^Pay €/);
  await expect(page).toHaveURL(/\/pay\/step$/);
  await waitForFields(page);
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
  await checkAxe(page);
  await typeCard(page, cards.paysAtOnce);
  await pay(page, /^Pay €/);
  await expectPaid(page, '1111');
}

for (const [form, kind] of [
  ['classic', 'billing'],
  ['block', 'shipping'],
] as const)
  test.describe(`a shopper pays by card at the ${form} checkout`, { tag: '@desktop' }, () => {
    test.describe.configure({ mode: 'default' });
    test.beforeAll(() => chooseForm(form));

    for (const width of [390, 1280])
      test(`whatever 3-D Secure says, after a decline and when the approval has expired, at ${width} px`, async ({
        page,
        watch,
      }) => {
        // Of the check for robots.
        watch.allow(
          /checkout(\/order)?: 4\d\d (FORM_INVALID|rest_invalid_param)/,
          /response 4(00|22): POST .*\/checkout(\/order)?$/,
        );
        await page.setViewportSize({ width, height: 844 });
        await payAfterQuestions(page, kind);
        await payAfterDecline(page, kind);
        await payAtOnce(page, kind);
        await payAfterExpiry(page, kind);
      });
  });

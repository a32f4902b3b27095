import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { LiveShop } from '../support/live-shop.ts';
import type { Office } from '../support/office.ts';
import { expect, getOverflow, test } from '../support/test.ts';

const iban = 'IE29 AIBK 9311 5212 3456 78';

interface Opening {
  readonly live: LiveShop;
  readonly browser: Browser;
}

/** From the printed link to the first parcel. */
export async function openFreshShop(office: Office, { live, browser }: Opening): Promise<void> {
  await test.step('the owner', () => becomeOwner(office, live.firstRunPath));
  await test.step('seller, logo and mail', () => setUp(office, live));
  await test.step('payment, taxes and shipping', () => setTaxesAndShipping(office));
  await test.step('a legal page', () => publishImprint(office));
  await test.step('a product', () => addProduct(office));
  const shopper = await (await browser.newContext({ baseURL: live.url })).newPage();
  const number = await test.step('a shopper buys it', () => buy(shopper, 'ines@dune-buyers.ie'));
  await test.step('the first order', () => shipFirstOrder(office, live, number));
  await shopper.context().close();
}

async function becomeOwner({ page, fill, press, hear, see }: Office, path: string): Promise<void> {
  await page.goto(path);
  await fill({
    ...{ owner_name: 'Maeve Byrne', owner_email: 'maeve@dune-lamps.ie', owner_password: 'nine slow herons' },
    ...{ shop_name: 'Dune', tagline: 'Lamps of driftwood', shop_address: '4 Quay Street\nSligo\nF91 XY12' },
    ...{ shop_email: 'hello@dune-lamps.ie', account_name: 'Dune Lamps Ltd', iban: iban.replace(/8$/, '9') },
  });
  await press('Open my shop');
  await hear('This is not a valid IBAN. Please check it for typing errors.');
  await see('first-run-refused');
  await fill({ owner_password: 'nine slow herons', iban });
  await press('Open my shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The shop is yours');
  await see('welcome');
  await press('See what to do next');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Maeve Byrne');
  await see('home-of-a-new-shop');
}

/** Finds a section of the settings by words, as somebody does who does not know where it is. */
async function findSettings({ page, go, hands }: Office, words: string): Promise<void> {
  await go('Settings', 'All settings');
  await hands.type(page.getByRole('main').getByRole('searchbox'), words);
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?]q=/);
}

async function setUp(office: Office, { mail }: LiveShop): Promise<void> {
  const { page, go, fill, press, save, hear, see, hands } = office;
  await findSettings(office, 'vat id');
  await see('settings-found');
  await press('Change: Invoices');
  await fill({ 'documents.sellerName': 'Dune Lamps Ltd', 'documents.vatId': 'IE1234567A' });
  await save("'IE1234567A' is no VAT number: a digit or letter is wrong or missing");
  await see('invoices-refused');
  await fill({ 'documents.vatId': 'IE1234567T' });
  await save('Saved.');

  await go('Settings', 'Logo and footer');
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#8a5a3c' } })
      .png()
      .toBuffer();
  await hands.upload(page.locator('[name="logo.files"]'), picture('logo', await draw(320, 96)));
  await hands.upload(page.locator('[name="icon.files"]'), picture('icon', await draw(256, 256)));
  await fill({ notice: 'Every lamp is one of a kind.' });
  // It waits for the uploads.
  await save('Saved.');
  for (const name of ['logo', 'icon']) await expect(page.getByRole('link', { name: `${name}.png` })).toBeVisible();
  await see('logo');

  await findSettings(office, 'mail keep days');
  await press('Check: Mail');
  await hear('the mail server answers');
  await see('mail-checked');
  await press('Send a test email');
  await hear('We sent a test email to hello@dune-lamps.ie.');
  await expect.poll(() => mail.accepted.map(({ to }) => to)).toEqual(['hello@dune-lamps.ie']);
}

const picture = (name: string, buffer: Buffer) => ({ name: `${name}.png`, mimeType: 'image/png', buffer });

async function setTaxesAndShipping(office: Office): Promise<void> {
  const { page, go, fill, press, tick, save, hear, see, hands } = office;
  await findSettings(office, 'cash on delivery');
  await press('Check: Bank transfer and cash');
  await hear(iban);
  await see('payment-checked');

  await go('Settings', 'Tax rates');
  await press('Add selected rates');
  await hear('10 rates were added.');
  await see('taxes');

  await go('Settings', 'Shipping');
  await press('Add a zone');
  await fill({ zone_name: 'Iceland' });
  await hands.press(page.locator('summary').filter({ hasText: 'Whole countries' }));
  await tick('Iceland');
  await save('Iceland');
  await press('Flat rate');
  await hands.choose(page.locator('[name="zone"]'), 'Iceland');
  await fill({ method_title: 'By boat', cost: '12.50' });
  await see('flat-rate');
  await save('By boat');
  await hands.choose(page.locator('[name="country"]'), 'Ireland');
  await press('Test');
  await hear('Zone: Ireland and the United Kingdom');
  await see('shipping-tested');
}

async function publishImprint({ page, go, press, hands, save, see, hear }: Office): Promise<void> {
  await go('Content', 'Pages');
  await press('Imprint');
  await hands.press(page.getByRole('button', { name: /^Text: / }));
  await hands.type(
    page.locator('main [contenteditable="true"]'),
    'Dune Lamps Ltd, 4 Quay Street, Sligo. VAT IE1234567T.',
  );
  await see('imprint');
  await save('Saved.');
  await press('Publish draft');
  await hear('Done.');
}

async function addProduct(office: Office): Promise<void> {
  const { page, go, fill, press, tick, save, see, hands } = office;
  await go('Products', 'Categories');
  await press('New category');
  await fill({ name: 'Lamps' });
  await save('Created.');
  await go('Products', 'Products');
  await press('Add product');
  await fill({ name: 'Driftwood lamp' });
  await hands.choose(page.locator('[name="status"]'), 'Live');
  const photograph = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#b98a5a' } })
    .png()
    .toBuffer();
  await hands.upload(page.locator('[name="images.files"]'), picture('lamp', photograph));
  await fill({ regularPrice: '123.00', sku: 'LAMP-1' });
  await tick('Track stock');
  await fill({ onHand: '40', lowStockThreshold: '5', 'categories.search': 'Lamps' });
  await page.keyboard.press('Enter');
  await tick('Lamps');
  await see('product');
  await save('Created.');
  await expect(page.getByRole('link', { name: 'lamp.png' })).toBeVisible();
}

/** By mouse or finger: journeys of the checkout prove the keyboard. */
async function buy(page: Page, email: string): Promise<string> {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('driftwood');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Driftwood lamp' }).first().click();
  await page.locator('.buy__form').getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  const fields = {
    ...{ billing_email: email, billing_first_name: 'Ines', billing_last_name: 'Moore' },
    ...{ billing_address_1: '9 Strand Road', billing_city: 'Sligo' },
  };
  for (const [name, text] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(text);
  await page.getByLabel('Bank transfer').check({ force: true });
  await page.getByLabel(/terms and conditions/).check({ force: true });
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order');
  await expect(page.getByRole('main')).toContainText(iban);
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
  return /^Order (\d+)/.exec(await page.title())?.[1] ?? '';
}

async function shipFirstOrder(office: Office, { mail }: LiveShop, number: string): Promise<void> {
  const { page, hands, go, fill, press, hear, see } = office;
  await go('Home');
  await see('home-with-an-order');
  await hands.press(page.getByRole('link', { name: /awaiting a bank transfer/ }));
  await press(number);
  await see('order');
  await press('Mark as paid');
  await hear('Done.');
  await press('Ship');
  await fill({ 'parcels.0.carrier': 'An Post', 'parcels.0.trackingNumber': 'RR123456785IE' });
  await see('ship');
  await press('Ship');
  await hear('RR123456785IE');
  await see('order-shipped');
  const subjects = () => mail.accepted.map(({ to, data }) => `${to} ${/^Subject: (.*)$/m.exec(data)?.[1]}`);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^ines@dune-buyers\.ie .*on (its|their) way/));
  await page.goto('/admin');
}

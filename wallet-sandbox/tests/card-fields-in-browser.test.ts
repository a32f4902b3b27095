import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkAxe } from '#e2e/support/axe.ts';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { captureOrder, getPayment, requestKey } from './orders.ts';
import { openShopPage, type ShopPage } from './shop-page.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;
let shop: ShopPage;
const sent: string[] = [];

beforeAll(async () => {
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
beforeEach(async () => {
  shop = await openShopPage(sandbox);
  sent.length = 0;
  shop.page.on('request', (request) => {
    if (request.frame() === shop.page.mainFrame()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
});
afterEach(async () => {
  sandbox.faults.hasCardFields = true;
  await shop.close();
});
afterAll(() => sandbox.stop());

async function createOrder(): Promise<string> {
  const body = {
    ...{ intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '18.50' } }] },
    payment_source: { card: { attributes: { verification: { method: 'SCA_WHEN_REQUIRED' } } } },
  };
  const { body: reply } = await target.send('POST', '/v2/checkout/orders', { body, headers: requestKey() });
  return String(reply.id);
}

/** Mounts the fields, whose callbacks are noted; `pay` presses the shop's own button. */
async function mountFields(orderId: string): Promise<void> {
  await shop.mount({ script: { components: 'buttons,card-fields' }, orderId });
  await shop.page.evaluate(`(async (orderId) => {
    window.noted.length = 0;
    const note = (...parts) => { window.noted.push(parts.join(' ')); };
    window.cardFields = window.paypal.CardFields({
      createOrder: async () => { note('create'); return orderId; },
      onApprove: async ({ orderID, liabilityShift }) => note('approve', orderID === orderId, liabilityShift),
      onCancel: () => note('cancel'),
      onError: (error) => note('error', error.message),
      inputEvents: { onChange: ({ emittedBy, isFormValid }) => { window.last = emittedBy + ' ' + isFormValid; } },
      style: { input: { 'font-size': '18px', background: 'url(javascript:1); } body { display: none' } },
    });
    for (const type of ['Name', 'Number', 'Expiry', 'CVV']) await window.cardFields[type + 'Field']().render('#more');
  })(${JSON.stringify(orderId)})`);
}

const field = (name: string) => shop.page.frameLocator(`iframe[title="Card ${name}"]`).getByRole('textbox');

async function type(number: string): Promise<void> {
  await field('name').fill('Ada Byrne');
  await field('number').fill(number);
  await field('expiry').fill('1239');
  await field('cvv').fill('123');
}

const press = () => shop.page.evaluate('window.cardFields.submit().catch(() => {})');

describe('the fields of a card', () => {
  it('pay, and the shop’s page learns the brand and nothing that was typed', async () => {
    const orderId = await createOrder();
    await mountFields(orderId);
    await type('4111 1111 1111 1111');
    await expect.poll(() => shop.page.evaluate('window.last')).toBe('cvv true');
    expect(await field('number').inputValue()).toBe('4111 1111 1111 1111');
    const state = await shop.page.evaluate('window.cardFields.getState()');
    expect(state).toMatchObject({ isFormValid: true, errors: [], cards: [{ type: 'visa', code: { size: 3 } }] });
    expect(JSON.stringify(state)).not.toMatch(/4111|123/);
    await press();
    await expect.poll(shop.events).toEqual(['create', 'approve true ']);
    expect(getPayment(await captureOrder(target, orderId)).status).toBe('COMPLETED');
    expect(sent.join('\n')).not.toMatch(/4111/);
    await checkAxe(shop.page);
  });

  it('are asked about by the bank in a frame over the page, which the shopper may close', async () => {
    const orderId = await createOrder();
    await mountFields(orderId);
    await type('4000000000003220');
    void press();
    const bank = shop.page.frameLocator('iframe[title="Confirm the payment with your bank"]');
    await bank.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(shop.events).toEqual(['create', 'cancel']);
    void press();
    await bank.getByRole('button', { name: 'Confirm the payment' }).click();
    await expect.poll(async () => (await shop.events()).slice(2)).toEqual(['create', 'approve true POSSIBLE']);
  });

  it('refuse what can’t be a card before anything is created, and tell of one that the wallet refuses', async () => {
    await mountFields(await createOrder());
    await type('4111111111111112');
    await press();
    expect(await shop.events()).toEqual([]);
    expect(await shop.page.evaluate('window.cardFields.getState()')).toMatchObject({ errors: ['INVALID_NUMBER'] });
    // A right check digit, and a brand that the wallet does not take.
    await field('number').fill('9111111111111110');
    await press();
    await expect.poll(shop.events).toEqual(['create', 'error CARD_BRAND_NOT_SUPPORTED']);
  });

  it('are not eligible for an account without them', async () => {
    sandbox.faults.hasCardFields = false;
    await shop.mount({ script: { components: 'buttons,card-fields' } });
    expect(await shop.page.evaluate('window.paypal.CardFields({}).isEligible()')).toBe(false);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkAxe } from '#e2e/support/axe.ts';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { captureOrder, createOrder, getIssue, getPayment } from './orders.ts';
import { openShopPage, type ShopPage, signIn } from './shop-page.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;
let shop: ShopPage;

beforeAll(async () => {
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null });
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
beforeEach(async () => {
  shop = await openShopPage(sandbox);
});
afterEach(async () => {
  sandbox.faults.clear();
  sandbox.faults.onClose = 'cancel';
  await shop.close();
});
afterAll(() => sandbox.stop());

const fromFile = { shipping_preference: 'GET_FROM_FILE', brand_name: 'Kiln & Co' };
const euros = (value: string) => ({ currency_code: 'EUR', value });

describe('the SDK’s buttons', () => {
  it('load by the provider’s loader under a strict policy, and pay in a popup', async () => {
    const problems: string[] = [];
    shop.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const orderId = await createOrder(target, { context: fromFile });
    await shop.mount({ orderId });
    const popup = await shop.openPopup();
    await signIn(popup);
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect.poll(shop.events).toEqual(['init', 'click paypal', 'create paypal', 'approve true ADA4BYRNE2CRK']);
    expect(getPayment(await captureOrder(target, orderId)).status).toBe('COMPLETED');
    expect(problems).toEqual([]);
    const look = await shop.page.evaluate(() => {
      const frame = document.querySelector('iframe');
      return { border: frame && getComputedStyle(frame).borderTopWidth, height: frame?.offsetHeight };
    });
    expect(look).toEqual({ border: '0px', height: 106 });
  });

  it('tell of cancelling, and of closing the window early, late or as an error', async () => {
    const orderId = await createOrder(target);
    await shop.mount({ orderId });
    const popup = await shop.openPopup();
    await popup.getByRole('button', { name: 'Cancel and return' }).click();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('cancel true');
    await shop.openPopup();
    await shop.closePopup();
    await expect.poll(async () => (await shop.events()).filter((each) => each === 'cancel true').length).toBe(2);
    sandbox.faults.onClose = 'both';
    await shop.mount({ orderId, script: { integrationDate: '2026-01-01' } });
    const other = await shop.openPopup();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    await shop.closePopup();
    await expect
      .poll(async () => (await shop.events()).slice(-2))
      .toEqual(['error Detected popup close', 'cancel true']);
  });

  it('close silently when the click is rejected, and report what can’t be paid', async () => {
    const orderId = await createOrder(target, { currency: 'USD' });
    await shop.mount({ orderId, buttons: '{ onClick: (_, { reject }) => { note("rejected"); return reject(); } }' });
    const popup = await shop.openPopup();
    await expect.poll(() => popup.isClosed()).toBe(true);
    expect(await shop.events()).toEqual(['init', 'rejected']);
    await shop.page.evaluate('component.close()');
    await shop.mount({ orderId, buttons: '{ createOrder: () => undefined }' });
    await shop.openPopup();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('error Expected an order id to be passed');
    await shop.page.evaluate('component.close()');
    await shop.mount({ orderId });
    await shop.openPopup();
    await expect.poll(async () => (await shop.events()).at(-1)).toMatch(/^error Expected currency .* EUR, got USD/);
  });

  it('ask the shop about address and shipping, show its changes and its refusal', async () => {
    const option = (id: string, value: string, selected: boolean) => ({
      id,
      label: id,
      selected,
      amount: euros(value),
    });
    const amount = (shipping: string) => ({
      ...euros((6 + Number(shipping)).toFixed(2)),
      breakdown: { item_total: euros('6.00'), shipping: euros(shipping) },
    });
    const options = [option('Post', '4.00', true), option('Courier', '9.00', false)];
    const orderId = await createOrder(target, {
      context: fromFile,
      more: { amount: amount('4.00'), shipping: { options } },
    });
    await shop.page.exposeFunction('patch', async () => {
      const at = "/purchase_units/@reference_id=='default'";
      const changed = [option('Post', '4.00', false), option('Courier', '9.00', true)];
      const body = [
        { op: 'replace', path: `${at}/amount`, value: amount('9.00') },
        { op: 'replace', path: `${at}/shipping/options`, value: changed },
      ];
      return (await target.send('PATCH', `/v2/checkout/orders/${orderId}`, { body })).status;
    });
    await shop.mount({
      orderId,
      buttons: `{
        onShippingAddressChange: async ({ shippingAddress, errors }, { reject }) => {
          note('address', JSON.stringify(shippingAddress));
          if (shippingAddress.countryCode === 'US') return reject(errors.COUNTRY_ERROR);
        },
        onShippingOptionsChange: async ({ selectedShippingOption: { id, amount } }) => note(id, amount.value, await patch()),
      }`,
    });
    const popup = await shop.openPopup();
    await signIn(popup);
    const pay = popup.getByRole('button', { name: 'Pay now' });
    await popup.getByRole('radio', { name: 'Courier' }).check();
    await expect.poll(() => popup.locator('dd.total').textContent()).toBe('€15.00');
    await popup.getByRole('combobox').selectOption({ index: 2 });
    await expect.poll(() => popup.getByRole('alert').textContent()).toContain('doesn’t ship to this country');
    expect(await pay.isDisabled()).toBe(true);
    await popup.getByRole('combobox').selectOption({ index: 1 });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    await pay.click();
    await expect.poll(async () => (await shop.events()).at(-1)).toContain('approve true');
    const events = await shop.events();
    expect(events).toContain('Courier 9.00 204');
    expect(events[3]).toBe('address {"city":"Cork","state":"Co. Cork","countryCode":"IE","postalCode":"T12 X0Y1"}');
    const { body } = await target.send('GET', `/v2/checkout/orders/${orderId}`);
    expect(body).toMatchObject({ purchase_units: [{ shipping: { address: { address_line_1: '221 Baker Street' } } }] });
  });

  it('restart the same order after a declined instrument', async () => {
    const orderId = await createOrder(target);
    await shop.page.exposeFunction('capture', async () => getIssue(await captureOrder(target, orderId)));
    await shop.mount({
      orderId,
      buttons: `{ onApprove: async (_, actions) => {
        const issue = await capture();
        note(issue);
        if (issue.includes('INSTRUMENT_DECLINED')) return actions.restart();
      } }`,
    });
    const popup = await shop.openPopup();
    await signIn(popup);
    await popup.getByRole('radio', { name: 'ending in 0002' }).check();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(() => popup.getByRole('alert').textContent()).toContain('declined');
    await popup.getByRole('radio', { name: 'Wallet balance' }).check();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect
      .poll(shop.events)
      .toEqual([...['init', 'click paypal', 'create paypal', '422 INSTRUMENT_DECLINED', '201 undefined']]);
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  it('pay in a frame where popups are blocked, and by card without an account', async () => {
    const orderId = await createOrder(target, { context: fromFile });
    await shop.page.evaluate('window.open = () => null');
    await shop.mount({ orderId });
    await shop.buttons.getByRole('button', { name: 'Debit or credit card' }).click();
    const dialog = shop.page.getByRole('dialog', { name: 'Test wallet' });
    const frame = dialog.locator('iframe').contentFrame();
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(async () => (await shop.events()).at(-1)).toContain('approve true');
    expect(await dialog.count()).toBe(0);
    await shop.buttons.getByRole('button', { name: 'Test wallet', exact: true }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('cancel true');
  });

  it('report a blocked popup where the wallet has no frame, and an order that the wallet doesn’t know', async () => {
    sandbox.faults.onBlocked = 'error';
    await shop.mount({ orderId: 'NOTHING' });
    await shop.openPopup();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('error Order NOTHING could not be found');
    await shop.page.evaluate('window.open = () => null');
    await shop.buttons.getByRole('button', { name: 'Test wallet', exact: true }).click();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('error Can not open popup window - blocked');
    sandbox.faults.onBlocked = 'frame';
  });

  it('do what the plan of a payment has the shopper do: close the window, or pay and not come back', async () => {
    sandbox.faults.planNext({ popupClosed: true, noReturn: true });
    const orderId = await createOrder(target);
    await shop.mount({ orderId });
    await signIn(await shop.openPopup());
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('cancel true');
    const popup = await shop.openPopup();
    await signIn(popup);
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('cancel true');
    expect((await target.send('GET', `/v2/checkout/orders/${orderId}`)).body.status).toBe('APPROVED');
  });

  it('open nothing while they are disabled, and take new options', async () => {
    const orderId = await createOrder(target);
    await shop.mount({
      orderId,
      buttons: '{ onInit: (_, actions) => { note("init"); window.actions = actions; actions.disable(); } }',
    });
    const button = shop.buttons.getByRole('button', { name: 'Test wallet', exact: true });
    await button.click();
    await expect.poll(shop.events).toEqual(['init', 'click paypal']);
    expect(shop.context.pages()).toHaveLength(1);
    await shop.page.evaluate('actions.enable()');
    await shop.page.evaluate(
      'component.updateProps({ style: { label: "pay", layout: "horizontal" }, onClick: undefined })',
    );
    await shop.openPopup('Pay with Test wallet');
    await shop.closePopup();
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('cancel true');
  });

  it('are destroyed by a second script of their name, and live beside one of another', async () => {
    await shop.mount();
    const settings = {
      clientId: sandbox.credentials.clientId,
      sdkBaseUrl: `${sandbox.publicUrl}/sdk/js`,
      dataNamespace: 'other',
    };
    await shop.page.evaluate(`paypalLoadScript(${JSON.stringify(settings)}).then(() => null)`);
    expect(await shop.page.locator('#buttons iframe').count()).toBe(1);
    await shop.mount({ script: { locale: 'en_IE' } });
    expect(await shop.page.locator('#buttons iframe').count()).toBe(1);
    expect(await shop.events()).toEqual(['init', 'init']);
  });

  it('throw for wrong styles, and refuse what isn’t eligible', async () => {
    await shop.mount({ script: { components: 'buttons,messages,marks', enableFunding: 'paylater' } });
    const attempt = (source: string) =>
      shop.page.evaluate(`(async () => { try { return await ${source} } catch (error) { return error.message } })()`);
    expect(await attempt('paypal.Buttons({ style: { height: 60 } })')).toContain('between 25px and 55px');
    expect(await attempt('paypal.Buttons({ style: { color: "pink" } })')).toContain('Unexpected style.color');
    expect(await attempt('paypal.Buttons({ style: { tagline: true } })')).toContain('Unexpected style.tagline');
    const later = (amount: number) => `paypal.Buttons({ fundingSource: 'paylater', message: { amount: ${amount} } })`;
    expect(await attempt(`${later(100)}.isEligible()`)).toBe(true);
    expect(await attempt(`${later(10)}.render('#more')`)).toBe('paylater is not eligible');
    expect(await attempt("paypal.Buttons().render('#none')")).toContain('does not exist');
    await attempt("paypal.Messages({ amount: 90 }).render('#more')");
    expect(await shop.page.locator('#more').textContent()).toContain('Pay in 3 parts of €30.00');
    await attempt("paypal.Messages({ amount: 9 }).render('#more')");
    expect(await shop.page.locator('#more').textContent()).toBe('');
    expect(await attempt('[paypal.FUNDING.CARD, paypal.isFundingEligible("venmo"), typeof paypal.version]')).toEqual([
      ...['card', false, 'string'],
    ]);
  });

  it('come back from the wallet’s app with the result in the address', async () => {
    sandbox.faults.hasApp = true;
    const orderId = await createOrder(target);
    const options = { orderId, buttons: '{ appSwitchWhenAvailable: true }' };
    await shop.mount(options);
    await shop.buttons.getByRole('button', { name: 'Test wallet', exact: true }).click();
    await shop.page.waitForURL('**/checkoutnow?*');
    await signIn(shop.page);
    await shop.page.getByRole('button', { name: 'Continue' }).click();
    await shop.page.waitForURL(/#onApprove&token=/);
    await shop.mount(options);
    expect(await shop.page.evaluate('component.hasReturned()')).toBe(true);
    await shop.page.evaluate('component.resume()');
    await expect.poll(async () => (await shop.events()).at(-1)).toBe('approve true ADA4BYRNE2CRK');
    sandbox.faults.hasApp = false;
  });
});

describe('the page to pay on', () => {
  it('goes back to the shop by itself, where no page of the shop waits', async () => {
    const { origin } = new URL(shop.page.url());
    const context = { return_url: `${origin}/return?a=1`, cancel_url: `${origin}/cancel`, user_action: 'PAY_NOW' };
    const orderId = await createOrder(target, { context });
    const { body } = await target.send('GET', `/v2/checkout/orders/${orderId}`);
    const link = (body.links as { rel: string; href: string }[]).find(({ rel }) => rel === 'payer-action');
    await shop.page.goto(link?.href ?? '');
    await shop.page.getByRole('button', { name: 'Cancel and return' }).click();
    await shop.page.waitForURL(`${origin}/cancel?token=${orderId}`);
    await shop.page.goto(link?.href ?? '');
    await signIn(shop.page, 'plato@example.com');
    await shop.page.getByRole('button', { name: 'Pay now' }).click();
    await shop.page.waitForURL(`${origin}/return?a=1&token=${orderId}&PayerID=PL4T00NE7NAME`);
  });

  it('works by keyboard at 390 px, without violations that axe finds', async () => {
    const orderId = await createOrder(target, { context: fromFile });
    const { page } = shop;
    await page.setViewportSize({ width: 390, height: 760 });
    await page.goto(`${sandbox.publicUrl}/checkoutnow?token=${orderId}`);
    await page.getByLabel('Email').waitFor();
    await checkAxe(page);
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('combobox').waitFor();
    await checkAxe(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect.poll(() => page.getByRole('heading').textContent()).toContain('Returning to Kiln & Co');
    await page.goto(`${sandbox.restUrl}/books`);
    await checkAxe(page);
  });
});

describe('the SDK’s address', () => {
  const load = async (query: string) => {
    const response = await fetch(`${sandbox.publicUrl}/sdk/js?${query}`);
    return {
      status: response.status,
      cors: response.headers.get('access-control-allow-origin'),
      text: await response.text(),
    };
  };
  const id = `client-id=${'test-wallet-client'}`;

  it.each([
    ['', 'Expected client-id to be passed'],
    ['client-id=somebody', 'client-id not recognized for either production or sandbox: somebody'],
    ['client-id=%3Cb%3E', 'Invalid query value for client-id: <b>'],
    [`${id}&currency=XXX`, 'Invalid query value for currency: XXX'],
    [`${id}&locale=en`, 'Invalid query value for locale: en'],
    [`${id}&components=buttons,nothing`, 'Invalid query value for components: buttons,nothing'],
    [`${id}&color=red`, 'Invalid query key: color'],
  ])('refuses %s', async (query, text) => {
    const refusal = await load(query);
    expect([refusal.status, refusal.cors]).toEqual([400, null]);
    expect(refusal.text.startsWith(`throw new Error("SDK Validation error: '${text}'");`)).toBe(true);
    expect(refusal.text).toMatch(/Original Error:\n\n.* \(debug id: [0-9a-f]{13}\)/);
  });

  it('may fail, and may let pages read why it was refused', async () => {
    sandbox.faults.script('sdk', 'sdkFails');
    expect((await load(id)).status).toBe(503);
    expect((await load(id)).status).toBe(200);
    sandbox.faults.allowsRefusalReading = true;
    expect((await load('')).cors).toBe('*');
    sandbox.faults.allowsRefusalReading = false;
  });

  it.each([
    [{ dataPageType: 'nowhere' }, 'Invalid page type'],
    [{ merchantId: ['TESTWALLET4ME', 'TESTWALLET4ME'] }, 'Duplicates'],
  ])('is refused in the page for %o', async (script, text) => {
    const errors: string[] = [];
    shop.page.on('pageerror', ({ message }) => errors.push(message));
    await expect(shop.mount({ script })).rejects.toThrow('is not available');
    expect(errors.join()).toContain(text);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { saveAddress } from '#features/customers/index.ts';
import { createCode, createSecret, getStep } from '#features/two-factor/code/totp.ts';
import { confirmSetup, findNewSecret, writeSecret } from '#features/two-factor/code/two-factor-rows.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createTestAccount, startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesSettings, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';
import { hashPassword } from '../passwords/password.ts';

const { database, pool } = useDatabase();
const clock = testClock();
const password = 'three grey herons';
const address = {
  ...{ country: 'IE', first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '7 Book Street', address_2: '' },
  ...{ postcode: 'T12 X4Y5', city: 'Cork', state: '' },
};
const forms = ['classic', 'block'] as const;
let hash = '';
const apps = new Map<string, App>();
let [bowl, plate] = [0, 0];

beforeAll(async () => {
  hash = await hashPassword(password);
  for (const form of forms) {
    const checkout = { ...salesSettings.checkout, form };
    apps.set(form, await salesShop(database, { clock, settings: { checkout, 'bot-check': { use: null } } }));
  }
  bowl = await addProduct(getApp('classic').shop, { price: 1000 });
  plate = await addProduct(getApp('classic').shop, { price: 700 });
});

function getApp(form: string): App {
  const app = apps.get(form);
  if (!app) throw new Error(`no shop with the form ${form}`);
  return app;
}

/** A customer with an address, who is not signed in anywhere. */
async function createAccount(app: App): Promise<{ readonly id: number; readonly email: string }> {
  const { id, email } = await createTestAccount(app, newShopper(app), { email: `${randomUUID()}@example.com`, hash });
  const defaults = { isDefaultBilling: true, isDefaultShipping: true };
  await inTransaction(app.shop.db, (tx) =>
    saveAddress(tx, { customerId: id, id: null, address, now: clock.now(), ...defaults }),
  );
  return { id, email };
}

async function openCheckout(app: App): Promise<Shopper> {
  const guest = newShopper(app);
  await guest.addToCart(bowl);
  return guest;
}

const readCheckout = async (shopper: Shopper) => (await shopper.visit('/checkout')).body;
const post = (shopper: Shopper, { email }: { readonly email: string }, more: Record<string, string> = {}) =>
  shopper.submit('/account/sign-in', { username: email, password, return: '/checkout', ...more });

describe.each(forms)('signing in at the checkout with the %s form, without script (D2)', (form) => {
  it('is offered above the email field, the same whoever types which address', async () => {
    const app = getApp(form);
    const { email } = await createAccount(app);
    const readOffer = async (typed: string) => {
      const guest = await openCheckout(app);
      const left = await guest.submit('/checkout/sign-in', { billing_email: typed });
      const page = await readCheckout(guest);
      expect(page).toMatch(
        /Already have an account\?.*<button[^>]*formAction="\/checkout\/sign-in"[^>]*>Sign in<\/button>/is,
      );
      expect(page.indexOf('Already have an account?')).toBeLessThan(page.indexOf('name="billing_email"'));
      return { left: [left.status, left.location], page: page.replaceAll(typed, '').replace(/[\w-]{20,}|\d{2,}/g, '') };
    };
    expect(await readOffer(email)).toEqual(await readOffer(`${randomUUID()}@example.com`));
    const guest = await openCheckout(app);
    expect((await guest.submit('/checkout/sign-in', {})).location).toBe('/account/sign-in?return=%2Fcheckout');
  });

  it('keeps what was typed, merges the carts, and fills in email and address book', async () => {
    const app = getApp(form);
    const account = await createAccount(app);
    const other = newShopper(app);
    await startTestSession(app, other, account);
    await other.addToCart(plate, 2);
    const guest = await openCheckout(app);
    await guest.submit('/checkout/sign-in', {
      billing_first_name: 'Zoë',
      billing_country: 'IE',
      order_comments: 'Ring twice',
    });
    const answer = await post(guest, account);
    expect([answer.status, answer.location]).toEqual([303, '/checkout']);
    const page = await readCheckout(guest);
    expect(page).toContain(`Signed in as ${account.email}.`);
    expect(page).not.toContain('Already have an account?');
    expect(page).toContain('Ring twice');
    expect(page).toContain('2 items saved in your account’s cart are now part of this order.');
    for (const value of [account.email, 'Zoë', '7 Book Street', 'Cork', 'T12 X4Y5']) expect(page).toContain(value);
    // It is said once, and the form stays as it is from now on.
    expect(await readCheckout(guest)).not.toContain('now part of this order');
  });

  it('leaves an address that was typed as it is', async () => {
    const app = getApp(form);
    const account = await createAccount(app);
    const guest = await openCheckout(app);
    const typed = {
      billing_country: 'IE',
      billing_address_1: '1 Gift Lane',
      billing_city: 'Sligo',
      billing_email: 'gift@example.com',
    };
    await guest.submit('/checkout/sign-in', typed);
    await post(guest, account);
    const page = await readCheckout(guest);
    for (const value of ['1 Gift Lane', 'Sligo', 'gift@example.com']) expect(page).toContain(value);
    expect(page).not.toMatch(/7 Book Street|T12 X4Y5|now part of this order/);
  });

  it('comes back with a second factor, and by a mailed link', async () => {
    const app = getApp(form);
    const account = await createAccount(app);
    const mailed = await openCheckout(app);
    const asked = await mailed.visit('/account/sign-in-link?return=%2Fcheckout');
    expect(readInputValue(asked.body, 'return')).toBe('/checkout');
    await mailed.submit('/account/sign-in-link', { email: account.email, return: '/checkout' });
    expect((await mailed.submit(await readLink(app, account.email), {})).location).toBe('/checkout');
    expect(await readCheckout(mailed)).toContain('7 Book Street');
    const forgot = await openCheckout(app);
    await forgot.submit('/account/forgot-password', { email: account.email, return: '/checkout' });
    const set = await forgot.submit(await readLink(app, account.email), { new_password: password });
    expect(set.location).toBe('/checkout');

    const secret = createSecret();
    await writeSecret(app.shop, app.shop.db, account.id, { secret, isAnew: true });
    const { encrypted = '' } = (await findNewSecret(app.shop, app.shop.db, account.id)) ?? {};
    await inTransaction(app.shop.db, (tx) => confirmSetup(tx, account.id, { now: clock.now(), step: 0, encrypted }));
    const guest = await openCheckout(app);
    await guest.submit('/checkout/sign-in', { order_comments: 'Ring twice' });
    expect((await post(guest, account)).location).toBe('/account/second-step');
    const code = await createCode(secret, getStep(clock.now()));
    expect((await guest.submit('/account/second-step', { code })).location).toBe('/checkout');
    const page = await readCheckout(guest);
    for (const value of ['Ring twice', '7 Book Street']) expect(page).toContain(value);
  });
});

describe('the link of a mail that was asked for at the checkout', () => {
  it('leads to pages of the shop only', async () => {
    const app = getApp('classic');
    const account = await createAccount(app);
    const device = newShopper(app);
    await device.submit('/account/sign-in-link', { email: account.email, return: 'https://evil.example/checkout' });
    expect((await device.submit(await readLink(app, account.email), {})).location).toBe('/account');
  });
});

describe('a failed sign-in from the popup of the checkout', () => {
  it('leads back to the checkout, which opens the popup again', async () => {
    const app = getApp('classic');
    const guest = await openCheckout(app);
    const failed = await post(guest, { email: 'nobody@example.com' }, { popup: '1' });
    expect(failed.location).toBe('/checkout#sign-in:SIGN_IN_FAILED');
  });
});

describe('the details of a guest’s last order', () => {
  it('are the customer’s after a sign-in, and are not shown once the customer has signed out', async () => {
    const app = getApp('classic');
    const account = await createAccount(app);
    const guest = await openCheckout(app);
    const form = { ...(await guest.fillInCheckout()), billing_address_1: '4 Quay Street', payment_method: 'pay_later' };
    expect((await guest.placeOrder(form)).location).toMatch(/^\/order\//);
    await guest.addToCart(bowl);
    expect(await readCheckout(guest)).toContain('4 Quay Street');
    await post(guest, account);
    await guest.submit('/account/sign-out', {});
    await guest.addToCart(bowl);
    expect(await readCheckout(guest)).not.toMatch(/4 Quay Street|7 Book Street|Not you/);
  });
});

describe.each(forms)('the details of another address of the last order, with the %s form', (form) => {
  it('give way to those of the account when nobody has changed them', async () => {
    const app = getApp(form);
    const account = await createAccount(app);
    const guest = await openCheckout(app);
    const typed = {
      billing_address_1: '4 Quay Street',
      payment_method: 'pay_later',
      billing_email: 'guest@example.com',
    };
    await guest.placeOrder({ ...(await guest.fillInCheckout()), ...typed });
    await guest.addToCart(bowl);
    const page = await readCheckout(guest);
    const inputs = [...page.matchAll(/<input[^>]*\bname="([\w-]+)"[^>]*?\bvalue="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    const kept = Object.fromEntries(inputs.filter(([name = '']) => /^(billing|shipping)_|delivery_first/.test(name)));
    await guest.submit('/checkout/sign-in', {
      ...kept,
      billing_country: 'IE',
      shipping_country: 'IE',
      use_delivery_address: '1',
      order_comments: 'Ring twice',
    });
    await post(guest, account);
    const after = await readCheckout(guest);
    for (const value of [account.email, '7 Book Street', 'Ring twice']) expect(after).toContain(value);
    expect(after).not.toMatch(/4 Quay Street|guest@example.com/);
  });
});

describe('what the customer typed on another device', () => {
  it('stays when a guest who signs in has hardly begun the form', async () => {
    const app = getApp('classic');
    const account = await createAccount(app);
    const other = newShopper(app);
    await startTestSession(app, other, account);
    await other.addToCart(plate);
    await other.submit('/checkout', { billing_address_1: '9 Earlier Road', billing_country: 'IE' });
    const guest = await openCheckout(app);
    await guest.submit('/checkout/sign-in', { billing_country: 'IE' });
    await post(guest, account);
    expect(await readCheckout(guest)).toContain('9 Earlier Road');
  });
});

/** The path of the link in the last mail to an address. */
async function readLink({ shop, assembly }: App, email: string): Promise<string> {
  await runJobsNow(shop, listJobs(assembly));
  const { rows } = await pool.query<{ plain: string }>(
    `select plain from platform.mail where recipient = $1 and id like 'account:%' order by created_at desc limit 1`,
    [email],
  );
  return /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
}

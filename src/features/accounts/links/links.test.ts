import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { confirmTestOrder, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';
import { hashPassword } from '../passwords/password.ts';

const { database, pool } = useDatabase();
const password = 'three grey herons';
let app: App;

/** Of `password`, for all accounts of the file. */
let hash = '';

beforeAll(async () => {
  hash = await hashPassword(password);
  app = await salesShop(database, { env: { TRUST_PROXY: '127.0.0.1' } });
});

const newDevice = (address?: string) => newShopper(app, { address });
const newEmail = () => `${randomUUID().slice(0, 8)}@example.com`;

/** The path of the link in the last mail to an address; null without one. */
async function readLink(email: string, { shop, assembly } = app): Promise<string | null> {
  await runJobsNow(shop, listJobs(assembly));
  const { rows } = await pool.query<{ plain: string }>(
    `select plain from platform.mail where recipient = $1 and id like 'account:%' order by created_at desc limit 1`,
    [email],
  );
  return /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? null;
}

const register = (device: Shopper, email: string, name = 'Ada Byrne') =>
  device.submit('/account/register', { reg_name: name, reg_email: email, reg_password: password });

const signIn = (device: Shopper, email: string) => device.submit('/account/sign-in', { username: email, password });

/** A customer with a password, signed in on this device. */
async function createAccount(device: Shopper, email = newEmail()): Promise<string> {
  return (await createTestAccount(app, device, { email, hash })).email;
}

/** Asks for another email address. @returns the path of the link that was mailed there */
async function askToChangeEmail(device: Shopper, email: string): Promise<string> {
  await device.submit('/account/details/email', { new_email: email, email_password: password });
  return (await readLink(email)) ?? '';
}

describe('a link to an account', () => {
  const countMails = async (recipient: string) =>
    (await pool.query('select from platform.mail where recipient = $1', [recipient])).rowCount;

  it('is mailed with the time until which it works, and with its first sentence as preview', async () => {
    const email = newEmail();
    await register(newDevice(), email);
    await readLink(email);
    const { rows } = await pool.query<{ html: string; plain: string }>(
      'select html, plain from platform.mail where recipient = $1',
      [email],
    );
    expect(rows[0]?.plain).toMatch(/The link works until \d+ \w+ at \d\d:\d\d UTC\./);
    expect(rows[0]?.html).toMatch(/<div style="display:none[^>]*>Someone, most likely you, wants to create an account/);
  });

  it('is not asked for with other letters that mean the same to PostgreSQL', async () => {
    const email = `v${randomUUID().slice(0, 8)}@mail-i.example`;
    await createAccount(newDevice(), email);
    const [domain, local] = [email.replace('-i', '-İ'), email.replace('v', 'ᴠ')];
    expect((await pool.query('select lower($1) = $2 as same', [domain, email])).rows).toEqual([{ same: true }]);
    for (const path of ['/account/forgot-password', '/account/sign-in-link']) {
      expect((await newDevice().submit(path, { email: domain })).status).toBe(200);
      expect((await newDevice().submit(path, { email: local })).status).toBe(422);
    }
    await readLink(email);
    expect(await countMails(domain)).toBe(0);
    expect((await pool.query('select email from account_links where lower(email) = lower($1)', [domain])).rows).toEqual(
      [],
    );
  });

  it('is mailed to the address of the account, not to the one that was typed', async () => {
    const email = await createAccount(newDevice());
    const typed = email.toUpperCase();
    await newDevice().submit('/account/forgot-password', { email: typed });
    expect(await readLink(email)).not.toBeNull();
    expect(await countMails(email)).toBe(1);
    await register(newDevice(), typed);
    await readLink(email);
    expect(await countMails(email)).toBe(2);
  });
});

describe('a link that confirms a registration', () => {
  it('knows its browser by a cookie that other subdomains can not set, once', async () => {
    const env = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '127.0.0.1' };
    const secure = await salesShop(database, { env });
    const device = newShopper(secure);
    const email = newEmail();
    const planted = newShopper(secure);
    await register(device, email);
    expect([...device.cookies.keys()]).toContain('__Host-registration');
    expect(device.cookies.has('registration')).toBe(false);
    planted.cookies.set('registration', device.cookies.get('__Host-registration') ?? '');
    const link = (await readLink(email, secure)) ?? '';
    expect((await planted.visit(link)).body).toContain('name="new_password"');
    expect((await device.visit(link)).body).not.toContain('name="new_password"');
    expect((await device.submit(link, {})).location).toBe('/account');
    expect([...device.cookies.keys()]).not.toContain('__Host-registration');
  });
});

describe('an account with an order', () => {
  const order = async (device: Shopper, email: string) => {
    await device.addToCart(await addProduct(app.shop));
    const { body } = await device.visit('/checkout');
    expect(body).toContain('name="create_account"');
    const address = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' };
    const sent = {
      ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`billing_${name}`, value])),
      ...{ billing_email: email, create_account: '1', terms: '1' },
      ...{ shipping_method: 'flat_rate:1', payment_method: 'bank_transfer' },
      ...{ request_key: readInputValue(body, 'request_key'), expected_total: readInputValue(body, 'expected_total') },
    };
    const placed = await device.placeOrder(sent);
    expect(placed.location).toMatch(/^\/order\//);
    expect((await device.placeOrder(sent)).location).toBe(placed.location);
    return (await device.visit(placed.location)).body;
  };
  const countLinks = async (email: string) =>
    (await pool.query('select from account_links where email = $1', [email])).rowCount;

  it('is made by the mailed link, without a password, and nobody’s before', async () => {
    const [device, mailbox, email] = [newDevice(), newDevice(), newEmail()];
    await order(device, email);
    expect(await countLinks(email)).toBe(1);
    const link = (await readLink(email)) ?? '';
    expect((await pool.query('select from customers where email = $1', [email])).rowCount).toBe(0);
    expect((await mailbox.visit(link)).body).not.toContain('new_password');
    expect((await mailbox.submit(link, {})).location).toBe('/account');
    const { body } = await mailbox.visit('/account');
    expect(body).toContain(email);
    // Not within a token of the page.
    expect(body).not.toMatch(/(?<![\w-])Ada(?![\w-])/);
    expect((await mailbox.submit(link, {})).location).not.toBe('/account');
  });

  it('is answered the same when the address has one, whose owner is told by mail', async () => {
    const known = await createAccount(newDevice());
    const hide = (page: string) =>
      page.replace(/[\w.-]*…?@|nonce="[^"]*"|<path[^>]*>|\/order\/[\w-]+|#?\d+|[\w-]{22,}/g, '');
    const [one, other] = [await order(newDevice(), known), await order(newDevice(), newEmail())];
    expect(hide(one)).toBe(hide(other));
    await readLink(known);
    const { rows } = await pool.query<{ plain: string }>(
      `select plain from platform.mail where recipient = $1 and id like 'account:%' order by created_at desc limit 1`,
      [known],
    );
    expect(rows[0]?.plain).not.toContain('/account/link/');
  });

  it('is not offered to customers, and not made for who did not ask', async () => {
    const device = newDevice();
    const email = await createAccount(device);
    const before = await countLinks(email);
    await device.addToCart(await addProduct(app.shop));
    expect((await device.visit('/checkout')).body).not.toContain('create_account');
    await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]], { email });
    expect(await countLinks(email)).toBe(before);
  });
});

describe('a link that confirms the registration of a stranger', () => {
  it('gives the account nothing that the stranger typed', async () => {
    const [mallory, victim, email] = [newDevice(), newDevice(), newEmail()];
    await register(mallory, email, 'Mallory says pay here');
    const link = (await readLink(email)) ?? '';
    expect((await victim.submit(link, { new_password: password })).location).toBe('/account');
    const { body } = await victim.visit('/account');
    expect(body).toContain(email);
    expect(body).not.toContain('Mallory');
  });
});

describe('a link that changes the email address', () => {
  it('does nothing for a guest: the owner of the address gives no stranger her mailbox', async () => {
    const [mallory, victim] = [newDevice(), newDevice()];
    const email = newEmail();
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]], { email });
    await confirmTestOrder(app.shop, order, 'shopper');
    const account = await createAccount(mallory);
    const link = await askToChangeEmail(mallory, email);
    const toSignIn = `/account/sign-in?return=${encodeURIComponent(link)}`;
    expect((await victim.visit(link)).location).toBe(toSignIn);
    expect((await victim.submit(link, {})).location).toBe(toSignIn);
    expect((await mallory.visit('/account')).body).toContain(account);
    expect((await mallory.visit('/account/orders')).body).not.toContain(order.token);
    expect((await signIn(newDevice(), email)).status).toBe(401);
    // The link still works for who asked for it.
    expect((await mallory.visit(link)).status).toBe(200);
  });

  it('does nothing for another customer, who is told so and not sent in a circle', async () => {
    const [mallory, victim] = [newDevice(), newDevice()];
    const account = await createAccount(mallory);
    await createAccount(victim);
    const link = await askToChangeEmail(mallory, newEmail());
    expect((await victim.visit(link)).status).toBe(403);
    const answer = await victim.submit(link, {});
    expect([answer.status, answer.body.includes('a different account')]).toEqual([403, true]);
    expect((await mallory.visit('/account')).body).toContain(account);
  });

  it('works on a device that signs in for it', async () => {
    const [device, phone] = [newDevice(), newDevice()];
    const [email, next] = [await createAccount(device), newEmail()];
    const link = await askToChangeEmail(device, next);
    const fields = { username: email, password, return: link };
    expect((await phone.submit('/account/sign-in', fields)).location).toBe(link);
    expect((await phone.submit(link, {})).location).toBe('/account/details');
    expect((await phone.visit('/account')).body).toContain(next);
    expect((await device.visit('/account')).status).toBe(303);
  });
});

describe('mails with links', () => {
  const createShop = (mailsPerHour: Record<string, number>) =>
    salesShop(database, { settings: { accounts: { mailsPerHour } }, env: { TRUST_PROXY: '127.0.0.1' } });

  it('that nobody gets do not keep others from theirs', async () => {
    const small = await createShop({ all: 3 });
    const email = newEmail();
    await register(newShopper(small), email);
    expect(await readLink(email, small)).not.toBeNull();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const device = newShopper(small, { address: `203.0.113.${attempt}` });
      statuses.push((await device.submit('/account/forgot-password', { email: newEmail() })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const other = newEmail();
    await register(newShopper(small), other);
    expect(await readLink(other, small)).not.toBeNull();
  });

  it('wait once the shop has sent as many as it may', async () => {
    const small = await createShop({ all: 1 });
    const [first, second] = [newEmail(), newEmail()];
    await register(newShopper(small), first);
    expect(await readLink(first, small)).not.toBeNull();
    await register(newShopper(small), second);
    expect((await runJobsNow(small.shop, listJobs(small.assembly))).failed).toMatchObject([
      { name: 'accounts:send-link', error: { message: expect.stringContaining('accounts.mailsPerHour.all') } },
    ]);
    expect(await readLink(second, small)).toBeNull();
  });

  it('are limited for the networks of one owner together', async () => {
    const small = await createShop({ network: 2 });
    const ask = async (address: string) =>
      (await newShopper(small, { address }).submit('/account/forgot-password', { email: newEmail() })).status;
    const statuses: number[] = [];
    for (let network = 0; network < 7; network += 1) statuses.push(await ask(`2a02:8109:1:${network}::1`));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await ask('2a02:8109:2:1::1')).toBe(200);
  });
});

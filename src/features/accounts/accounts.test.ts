import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { findCustomerByEmail } from '#features/customers/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readMail } from '#platform/mail/records.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { createTestAccount, startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { confirmTestOrder, payTestOrder, placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { changeStaff, giveTestRole } from '#tests/support/staff.ts';
import { hashPassword } from './passwords/password.ts';
import { readReturnPath } from './sign-in/return-path.ts';
import { removeFromStaff } from './staff/change-staff.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;

const password = 'three grey herons';

/** Of `password`, for all accounts of the file. */
let hash = '';

beforeAll(async () => {
  hash = await hashPassword(password);
  app = await salesShop(database, {
    clock,
    settings: { accounts: { signInFailures: { account: 5, network: 8 }, mailsPerHour: { email: 8 } } },
    env: { TRUST_PROXY: '127.0.0.1' },
  });
});

const newDevice = (address?: string) => newShopper(app, { address });
const newEmail = () => `${randomUUID().slice(0, 8)}@example.com`;
const runJobs = () => runJobsNow(app.shop, listJobs(app.assembly));

interface SentMail {
  readonly id: string;
  readonly subject: string;
  readonly plain: string;
}

async function listMailsTo(email: string): Promise<SentMail[]> {
  const { rows } = await pool.query(
    `select id, subject, plain from platform.mail where recipient = $1 and (id like 'account:%') order by created_at`,
    [email],
  );
  return rows;
}

/** The path of the link in the last mail to an address; null without one. */
async function readLink(email: string): Promise<string | null> {
  await runJobs();
  const mails = await listMailsTo(email);
  return /\/account\/link\/[\w-]{43}/.exec(mails.at(-1)?.plain ?? '')?.[0] ?? null;
}

const register = (device: Shopper, email: string, chosen = password) =>
  device.submit('/account/register', { reg_name: 'Ada Byrne', reg_email: email, reg_password: chosen });

const signIn = (device: Shopper, email: string, typed = password, more: Record<string, string> = {}) =>
  device.submit('/account/sign-in', { username: email, password: typed, ...more });

/** A customer with a password, signed in on this device. */
async function createAccount(device: Shopper = newDevice(), email = newEmail()): Promise<string> {
  return (await createTestAccount(app, device, { email, hash })).email;
}

/** Signs in on another device, where the test is not about the password. */
async function openSession(device: Shopper, email: string): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select id from customers where email = $1', [email]);
  await startTestSession(app, device, { id: rows[0]?.id ?? 0 });
}

const isSignedIn = async (device: Shopper) => (await device.visit('/account')).status === 200;

describe('registering', () => {
  it('creates the account when the mailed link is used, and signs in', async () => {
    const [device, email] = [newDevice(), newEmail()];
    expect((await register(device, email)).body).toContain('Check your email');
    expect(await isSignedIn(device)).toBe(false);
    const link = await readLink(email);
    expect((await device.visit(link ?? '')).body).toContain(`Create the account for ${email}`);
    expect((await device.submit(link ?? '', {})).location).toBe('/account');
    const overview = await device.visit('/account');
    expect(overview.body).toContain('Hello Ada Byrne');
    expect(overview.body).toContain('Your account is ready');
    expect(overview.headers['cache-control']).toBe('private, no-store');
    expect(overview.body).toContain('name="robots" content="noindex"');
  });

  it('has an empty element in its form that scripts of a shop that moved here fill', async () => {
    const { body } = await newDevice().visit('/account/sign-in');
    expect(body).toMatch(
      /action="\/account\/register".*<st-order-attribution-inputs[^>]*><\/st-order-attribution-inputs>/s,
    );
  });

  it('keeps what was typed after an error, and never the password', async () => {
    const answer = await register(newDevice(), 'no-address', 'short');
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('value="no-address"');
    expect(answer.body).toContain('value="Ada Byrne"');
    expect(answer.body).toContain('href="#reg_password"');
    expect(answer.body).not.toContain('"short"');
  });

  it.each([
    ['a short one', 'abcdefghi'],
    ['a common one', 'Password123'],
    ['one of few characters', 'aaaaaaaaaaaa'],
    ['none', ''],
    ['a long one', 'x1'.repeat(101)],
  ])('refuses a weak password: %s', async (_, weak) => {
    expect((await register(newDevice(), newEmail(), weak)).status).toBe(422);
  });

  it('answers a known address the same, with the same statements, and only its owner learns of it', async () => {
    const known = await createAccount();
    const unknown = newEmail();
    const ask = async (email: string) => {
      const device = newDevice();
      let body = '';
      const { queries } = await countQueries(async () => {
        ({ body } = await register(device, email));
      });
      return { queries, body: body.replaceAll(email, '(address)') };
    };
    expect(await ask(known)).toEqual(await ask(unknown));
    expect(await readLink(known)).toBeNull();
    expect((await listMailsTo(known)).at(-1)?.subject).toContain('You have an account');
  });

  it('with the address of somebody else gives nothing: its owner chooses the password', async () => {
    const [attacker, owner, email] = [newDevice(), newDevice(), newEmail()];
    await register(attacker, email, 'attacker knows this');
    const link = (await readLink(email)) ?? '';
    const page = await owner.visit(link);
    expect(page.body).toContain('You registered in a different browser, so please choose a password for');
    expect((await owner.submit(link, {})).status).toBe(422);
    expect((await owner.submit(link, { new_password: password })).status).toBe(303);
    expect((await signIn(attacker, email, 'attacker knows this')).status).toBe(401);
    expect((await signIn(newDevice(), email)).status).toBe(303);
  });
});

describe('signing in', () => {
  it('returns to where one was, with the guest’s cart, and says so', async () => {
    const email = await createAccount();
    const bowl = await addProduct(app.shop);
    const device = newDevice();
    await device.addToCart(bowl, 2);
    const answer = await signIn(device, email, password, { return: '/cart' });
    expect(answer.location).toBe('/cart');
    const cart = await device.visit('/cart');
    expect(cart.body).toContain('We have added the 2 items you had in your cart.');
    const hint = new URLSearchParams(decodeURIComponent(device.cookies.get(hintCookie) ?? ''));
    expect([hint.get('s'), hint.get('c')]).toEqual(['1', '2']);
    const other = newDevice();
    await other.addToCart(bowl, 1);
    expect((await signIn(other, email, password, { return: '/shop?orderby=price' })).location).toBe(
      '/shop?orderby=price#sign-in:merged',
    );
  });

  it('changes the ids of session and visitor, and ends the session before', async () => {
    const device = newDevice();
    const email = await createAccount(device);
    const before = new Map(device.cookies);
    const planted = newDevice();
    for (const [name, value] of before) planted.cookies.set(name, value);
    await signIn(device, email);
    for (const name of ['session', 'visitor']) expect(device.cookies.get(name)).not.toBe(before.get(name));
    expect([await isSignedIn(device), await isSignedIn(planted)]).toEqual([true, false]);
  });

  it('takes no session id that the shop has not made', async () => {
    const device = newDevice();
    device.cookies.set('session', 'A'.repeat(43));
    expect(await isSignedIn(device)).toBe(false);
    await createAccount(device);
    expect(device.cookies.get('session')).not.toBe('A'.repeat(43));
  });

  it('answers an unknown address as a wrong password, with the same statements', async () => {
    const known = await createAccount();
    const ask = async (email: string) => {
      const device = newDevice();
      let answer = { status: 0, body: '' };
      const { queries } = await countQueries(async () => {
        answer = await signIn(device, email, 'not the password');
      });
      return { queries, status: answer.status, body: answer.body.replaceAll(email, '(address)') };
    };
    const answer = await ask(known);
    expect(answer).toEqual(await ask(newEmail()));
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('value="(address)"');
    expect(answer.body).not.toContain('not the password');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\u2028',
    'account',
    '/account/sign-in?return=/account/sign-in',
    `/${'x'.repeat(2_000)}`,
    `/shop?search=${'ü'.repeat(1_000)}`,
  ])('does not lead out of the shop, or nowhere: %s', (target) => {
    expect(readReturnPath(target)).toBe('/account');
  });

  it('leads to a page of the shop only', async () => {
    const device = newDevice();
    const email = await createAccount(device);
    const answer = await signIn(newDevice(), email, password, { return: '//evil.example' });
    expect(answer.location).toBe('/account');
    expect((await device.visit('/account/sign-in?return=//evil.example')).location).toBe('/account');
    expect((await device.visit('/account/sign-in?return=/shop')).location).toBe('/shop');
  });

  it('is limited per account, also across networks, and a link still signs in', async () => {
    const email = await createAccount();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn(newDevice(`203.0.113.${attempt}`), email, 'wrong password')).status).toBe(401);
    const device = newDevice('203.0.113.77');
    expect((await signIn(device, email)).status).toBe(429);
    await device.submit('/account/sign-in-link', { email });
    const link = (await readLink(email)) ?? '';
    expect((await device.submit(link, {})).location).toBe('/account');
    expect(await isSignedIn(device)).toBe(true);
    clock.forward(15 * 60_000);
    expect((await signIn(newDevice(), email)).status).toBe(303);
  });

  it('is limited per network', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1)
      statuses.push((await signIn(newDevice('198.51.100.7'), newEmail(), 'x')).status);
    expect(statuses.slice(-2)).toEqual([401, 429]);
  });

  it('from the popup returns a failure to the page below it', async () => {
    const answer = await signIn(newDevice(), newEmail(), 'wrong', { popup: '1', return: '/shop' });
    expect([answer.status, answer.location]).toEqual([303, '/shop#sign-in:SIGN_IN_FAILED']);
  });

  it('needs the origin of the shop', async () => {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url: '/account/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: 'username=a@example.com&password=x',
    });
    expect(statusCode).toBe(403);
  });

  it('sets a cookie that scripts and other sites do not get', async () => {
    const email = await createAccount();
    const answer = await signIn(newDevice(), email);
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((each) => String(each).startsWith('session='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  it('costs one query per request, and none for guests', async () => {
    const [guest, customer] = [newDevice(), newDevice()];
    await createAccount(customer);
    const count = async (device: Shopper) => (await countQueries(() => device.visit('/cart'))).queries;
    await count(guest);
    expect(await count(customer)).toBeGreaterThan(await count(guest));
    expect((await countQueries(() => guest.visit('/account'))).queries).toBe(0);
  });
});

describe('signing out', () => {
  it('ends the session, not only the cookie', async () => {
    const device = newDevice();
    await createAccount(device);
    const copy = newDevice();
    for (const [name, value] of device.cookies) copy.cookies.set(name, value);
    expect((await device.submit('/account/sign-out', {})).location).toBe('/account/sign-in');
    expect(device.cookies.has('session')).toBe(false);
    expect(device.cookies.has(hintCookie)).toBe(false);
    expect(await isSignedIn(copy)).toBe(false);
  });
});

describe('a mailed link', () => {
  const askForPassword = (email: string) => newDevice().submit('/account/forgot-password', { email });

  it('sets a password once: a replay is refused, and all other sessions end', async () => {
    const [before, device] = [newDevice(), newDevice()];
    const email = await createAccount(before);
    await askForPassword(email);
    const link = (await readLink(email)) ?? '';
    const tries = await Promise.all(
      [device, newDevice()].map((each) => each.submit(link, { new_password: 'four grey herons' })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 410]);
    expect((await device.submit(link, { new_password: 'five grey herons' })).status).toBe(410);
    expect((await device.visit(link)).status).toBe(410);
    expect(await isSignedIn(before)).toBe(false);
    expect((await signIn(newDevice(), email, 'four grey herons')).status).toBe(303);
    await runJobs();
    expect((await listMailsTo(email)).at(-1)?.subject).toContain('was changed');
  });

  it('is useless after its time, and after the password was changed by another', async () => {
    const email = await createAccount();
    await askForPassword(email);
    const old = (await readLink(email)) ?? '';
    clock.forward(31 * 60_000);
    expect((await newDevice().submit(old, { new_password: 'four grey herons' })).status).toBe(410);
    await askForPassword(email);
    const first = (await readLink(email)) ?? '';
    await askForPassword(email);
    const second = (await readLink(email)) ?? '';
    expect(second).not.toBe(first);
    expect((await newDevice().submit(second, { new_password: 'four grey herons' })).status).toBe(303);
    expect((await newDevice().submit(first, { new_password: 'five grey herons' })).status).toBe(410);
  });

  it('can not be guessed or made of another', async () => {
    for (const token of ['A'.repeat(43), 'x', `${'A'.repeat(42)}%00`])
      expect([404, 410]).toContain((await newDevice().visit(`/account/link/${token}`)).status);
  });

  it('does nothing when it is opened only: scanners of mails open links', async () => {
    const email = await createAccount();
    await newDevice().submit('/account/sign-in-link', { email });
    const link = (await readLink(email)) ?? '';
    const scanner = newDevice();
    await scanner.visit(link);
    expect(await isSignedIn(scanner)).toBe(false);
    const page = await newDevice().visit(link);
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'same-origin']);
  });

  it('is not sent to an unknown address, which is answered the same', async () => {
    const [known, unknown] = [await createAccount(), newEmail()];
    const ask = async (email: string) => {
      const device = newDevice();
      let body = '';
      const { queries } = await countQueries(async () => {
        ({ body } = await device.submit('/account/forgot-password', { email }));
      });
      return { queries, body: body.replaceAll(email, '(address)') };
    };
    expect(await ask(known)).toEqual(await ask(unknown));
    await runJobs();
    expect(await listMailsTo(unknown)).toEqual([]);
  });

  it('is nowhere in the database but as a hash, and its mail can not be sent again', async () => {
    const email = await createAccount();
    await askForPassword(email);
    const { rows: waiting } = await pool.query('select payload::text as payload from graphile_worker._private_jobs');
    const link = (await readLink(email)) ?? '';
    const token = link.split('/').at(-1) ?? '';
    expect(JSON.stringify(waiting)).not.toContain(token);
    const { rows } = await pool.query('select l::text as row from account_links l');
    expect(JSON.stringify(rows)).not.toContain(token);
    const mail = (await listMailsTo(email)).at(-1);
    expect((await readMail(app.shop.db, mail?.id ?? ''))?.message).toBeNull();
  });

  it('is limited per address', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) statuses.push((await askForPassword(email)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe('the account', () => {
  it('sends guests to sign in, and back', async () => {
    for (const path of ['', '/orders', '/addresses', '/addresses/new', '/details', '/sessions'])
      expect((await newDevice().visit(`/account${path}`)).location).toBe(
        `/account/sign-in?return=${encodeURIComponent(`/account${path}`)}`,
      );
    const late = await newDevice().submit('/account/details/name', { name: 'Mallory' });
    expect(late.location).toBe('/account/sign-in?return=%2Faccount%2Fdetails');
  });

  it('lists orders in a table, to their customer only', async () => {
    const device = newDevice();
    const email = await createAccount(device);
    await device.addToCart(await addProduct(app.shop), 2);
    const form = await device.fillInCheckout();
    expect(form?.billing_email).toBeDefined();
    const placed = await device.placeOrder({ ...form, billing_email: email, payment_method: 'bank_transfer' });
    const token = readOrderToken(placed);
    const { body } = await device.visit('/account/orders');
    expect(body).toMatch(/<section class="table-scroll" aria-label="Your orders" tabindex="0"><table/);
    expect(body).toContain(`href="/order/${token}"`);
    expect(body).toContain('2 items');
    const order = await device.visit(`/order/${token}`);
    expect(order.status).toBe(200);
    expect(order.body).toContain(`action="/order/${token}/reorder"`);
    const stranger = newDevice();
    await createAccount(stranger);
    expect((await stranger.visit(`/order/${token}`)).status).toBe(404);
    expect((await stranger.visit('/account/orders')).body).not.toContain(`/order/${token}`);
  });

  it('has the guest orders of its address once that is verified, if the shopper has confirmed them', async () => {
    const email = newEmail();
    const bowl = await addProduct(app.shop);
    const [confirmed, paid, byShop, unconfirmed, foreign] = [
      await placeTestOrder(app.shop, [[bowl, 1]], { email: email.toUpperCase() }),
      await placeTestOrder(app.shop, [[bowl, 1]], { email }),
      await placeTestOrder(app.shop, [[bowl, 1]], { email }),
      await placeTestOrder(app.shop, [[bowl, 1]], { email }),
      await placeTestOrder(app.shop, [[bowl, 1]], { email: newEmail() }),
    ];
    for (const order of [confirmed, foreign]) await confirmTestOrder(app.shop, order, 'shopper');
    await payTestOrder(app.shop, paid);
    await confirmTestOrder(app.shop, byShop);
    const device = newDevice();
    await register(device, email);
    const orders = async () => (await device.visit('/account/orders')).body;
    const { rows } = await pool.query('select from orders where customer_id is not null and id = any($1)', [
      [confirmed.id, paid.id, byShop.id, unconfirmed.id, foreign.id],
    ]);
    expect(rows).toHaveLength(0);
    await device.submit((await readLink(email)) ?? '', {});
    expect(await orders()).toContain(confirmed.token);
    for (const { token } of [paid, byShop, unconfirmed, foreign]) expect(await orders()).not.toContain(token);
  });

  it('changes the email address by a link to the new one, and tells the old one', async () => {
    const [device, other] = [newDevice(), newDevice()];
    const [email, next] = [await createAccount(device), newEmail()];
    await openSession(other, email);
    const wrong = await device.submit('/account/details/email', { new_email: next, email_password: 'wrong password' });
    expect([wrong.status, wrong.body.includes(`value="${next}"`)]).toEqual([422, true]);
    await device.submit('/account/details/email', { new_email: next, email_password: password });
    const link = (await readLink(next)) ?? '';
    expect((await signIn(newDevice(), email)).status).toBe(303);
    expect((await device.submit(link, {})).location).toBe('/account/details');
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(newDevice(), email)).status).toBe(401);
    expect((await signIn(newDevice(), next)).status).toBe(303);
    await runJobs();
    expect((await listMailsTo(email)).at(-1)?.subject).toContain('email address');
    expect((await newDevice().submit(link, {})).status).toBe(410);
  });

  it('can not take the address of another account', async () => {
    const [device, victim] = [newDevice(), await createAccount()];
    await createAccount(device);
    const answer = await device.submit('/account/details/email', { new_email: victim, email_password: password });
    expect(answer.location).toBe('/account/details');
    expect(await readLink(victim)).toBeNull();
    const links = (await listMailsTo(victim)).filter(({ subject }) => subject.includes('new email'));
    expect(links).toEqual([]);
  });

  it('changes the password: other sessions end, the current one stays', async () => {
    const [device, other] = [newDevice(), newDevice()];
    const email = await createAccount(device);
    await openSession(other, email);
    const send = (current: string) =>
      device.submit('/account/details/password', { current_password: current, new_password: 'four grey herons' });
    expect((await send('wrong password')).status).toBe(422);
    expect((await send(password)).location).toBe('/account/details');
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
  });

  it('lists sessions and ends them, only its own', async () => {
    const [device, other, stranger] = [newDevice(), newDevice(), newDevice()];
    const email = await createAccount(device);
    await openSession(other, email);
    await createAccount(stranger);
    const { body } = await device.visit('/account/sessions');
    const path = /action="(\/account\/sessions\/[0-9a-f-]{36}\/end)"/.exec(body)?.[1] ?? '';
    expect((await stranger.submit(path, {})).status).toBe(404);
    expect((await device.submit(path, {})).location).toBe('/account/sessions');
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
    await openSession(other, email);
    await device.submit('/account/sessions/others/end', {});
    expect([await isSignedIn(device), await isSignedIn(other), await isSignedIn(stranger)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('ends after its days', async () => {
    const device = newDevice();
    await createAccount(device);
    clock.forward(30 * 24 * 60 * 60_000 + 1000);
    expect(await isSignedIn(device)).toBe(false);
    await runJobs();
  });

  it('changes the name', async () => {
    const device = newDevice();
    await createAccount(device);
    await device.submit('/account/details/name', { name: '<b>Bea</b>' });
    expect((await device.visit('/account')).body).toContain('Hello &lt;b&gt;Bea&lt;/b&gt;');
  });
});

describe('the address book', () => {
  const address = {
    shipping_country: 'IE',
    shipping_first_name: 'Ada',
    shipping_last_name: 'Byrne',
    shipping_address_1: '7 Harbour Row',
    shipping_city: 'Cork',
    shipping_postcode: 'T12 X4Y5',
  };

  it('fills in the checkout with its defaults', async () => {
    const device = newDevice();
    const email = await createAccount(device);
    await device.submit('/account/addresses/new', address);
    await device.submit('/account/addresses/new', {
      ...address,
      shipping_address_1: '9 Quarry Road',
      default_shipping: '1',
    });
    await device.addToCart(await addProduct(app.shop));
    const { body } = await device.visit('/checkout');
    expect(body).toMatch(/name="billing_address_1"[^>]*value="7 Harbour Row"/);
    expect(body).toMatch(/name="shipping_address_1"[^>]*value="9 Quarry Road"/);
    expect(body).toContain(`value="${email}"`);
  });

  it('refuses what is no address, and addresses of others', async () => {
    const [device, stranger] = [newDevice(), newDevice()];
    await createAccount(device);
    await createAccount(stranger);
    const wrong = await device.submit('/account/addresses/new', { ...address, shipping_city: '' });
    expect([wrong.status, wrong.body.includes('value="7 Harbour Row"')]).toEqual([422, true]);
    const american = { ...address, shipping_country: 'US', shipping_state: '', update_address: '1' };
    const renewed = (await device.submit('/account/addresses/new', american)).body;
    expect(renewed, 'the button shows the states of the country, without script (B2)').toContain(
      '>California</option>',
    );
    expect(renewed).not.toContain('id="problems"');
    const other = { ...american, shipping_state: 'CA', shipping_postcode: '90001', shipping_state_country: 'IT' };
    const { update_address: _button, ...sent } = other;
    expect((await device.submit('/account/addresses/new', sent)).body).toContain('href="#shipping_state"');
    const unknown = { ...sent, shipping_state: 'XX', shipping_state_country: 'US' };
    expect((await device.submit('/account/addresses/new', unknown)).body).toContain(
      '“XX” isn’t on the list for State.',
    );
    await device.submit('/account/addresses/new', address);
    const { body } = await device.visit('/account/addresses');
    const path = /href="(\/account\/addresses\/\d+)"/.exec(body)?.[1] ?? '';
    expect((await device.visit(path)).status).toBe(200);
    expect((await stranger.visit(path)).status).toBe(404);
    expect((await stranger.submit(path, address)).status).toBe(404);
    expect((await stranger.submit(`${path}/remove`, {})).status).toBe(404);
    expect((await device.submit(`${path}/remove`, {})).location).toBe('/account/addresses');
    expect((await device.submit('/account/addresses/0x1', address)).status).toBe(404);
  });

  it('has at most twenty addresses', async () => {
    const device = newDevice();
    await createAccount(device);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await device.submit('/account/addresses/new', address)).status);
    expect(statuses.slice(-2)).toEqual([303, 409]);
  });
});

describe('staff', () => {
  /** An account that is staff. */
  async function createStaff(device: Shopper, role: string): Promise<string> {
    const email = await createAccount(device);
    expect(await giveTestRole(app.shop, email, role)).toBeNull();
    return email;
  }

  it('signs in to the back office as shoppers do', async () => {
    const device = newDevice();
    const email = await createStaff(device, 'support');
    // Their sessions as a customer have ended.
    expect((await device.visit('/admin')).location).toBe('/account/sign-in?return=%2Fadmin');
    expect((await signIn(device, email, password, { return: '/admin' })).location).toBe('/admin');
    expect((await device.visit('/admin')).status).toBe(200);
    expect(await isSignedIn(device)).toBe(true);
    clock.forward(12 * 60 * 60_000 + 1000);
    expect((await device.visit('/admin')).status).toBe(303);
  });

  it('loses the back office and all sessions when removed', async () => {
    const device = newDevice();
    const email = await createStaff(device, 'manager');
    await openSession(device, email);
    const remove = async () => {
      const customer = await findCustomerByEmail(app.shop.db, email);
      return customer && changeStaff(app.shop, (change) => removeFromStaff(change, customer));
    };
    expect(await remove()).toBeNull();
    expect(await isSignedIn(device)).toBe(false);
    await signIn(device, email);
    expect((await device.visit('/admin')).status).toBe(403);
    expect(await remove()).toBe('STAFF_NOT_FOUND');
  });

  it('signs out in the back office', async () => {
    const device = newDevice();
    await openSession(device, await createStaff(device, 'support'));
    expect((await device.visit('/admin')).body).toMatch(
      /<form[^>]* action="\/account\/sign-out" method="post">.*Sign out/,
    );
    expect((await device.submit('/account/sign-out', {})).location).toBe('/account/sign-in');
    expect((await device.visit('/admin')).location).toBe('/account/sign-in?return=%2Fadmin');
  });

  it('is nobody by a forged role', async () => {
    const device = newDevice();
    const email = newEmail();
    await device.submit('/account/register', {
      ...{ reg_name: 'Mallory', reg_email: email, reg_password: password },
      ...{ role: 'manager', permissions: 'admin.open', customer_id: '1' },
    });
    await device.submit((await readLink(email)) ?? '', { role: 'manager' });
    device.cookies.set('role', 'owner');
    device.cookies.set('test-staff', 'Mallory|admin.open');
    expect((await device.visit('/admin')).status).toBe(403);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import {
  type AnswerOptions,
  createAssertion,
  createRegistration,
  createTestCredential,
  type TestCredential,
} from '#tests/support/authenticator.ts';
import { runWhileCustomerIsLocked } from '#tests/support/customer-race.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, {
    clock,
    env: { PUBLIC_URL: 'http://shop.example' },
  });
  await pool.query(`update staff_roles set needs_second_factor = true where name = 'support'`);
});

const newDevice = () => newShopper(app);
const rpId = 'shop.example';
const origin = 'http://shop.example';

interface CallAnswer {
  readonly status: number;
  readonly data: {
    readonly challenge?: string;
    readonly options?: { readonly challenge: string; readonly user: { readonly id: string } };
    readonly proof?: string;
    readonly code?: string;
    readonly redirectTo?: string;
  };
}

/** A call as scripts make it, with the cookies of a device. */
async function send(device: Shopper, path: string, payload: object = {}): Promise<CallAnswer> {
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const url = `${app.shop.wire.rest}/passkeys${path}`;
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const answer = await app.http.inject({ method: 'POST', url, headers, payload });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value !== '') device.cookies.set(name, value);
  }
  return { status: answer.statusCode, data: answer.json() };
}

async function askForOptions(device: Shopper) {
  const { data } = await send(device, '/options');
  return { challenge: data.options?.challenge ?? '', userId: data.options?.user.id ?? '', proof: data.proof ?? '' };
}

/** A customer with a passkey, signed in on a device. */
async function createPasskeyAccount() {
  const [{ customer }, device] = [await createCustomer(app.shop), newDevice()];
  await startTestSession(app, device, customer);
  const { challenge, userId, proof } = await askForOptions(device);
  const credential = createTestCredential(userId);
  const registration = createRegistration(credential, { challenge, origin, rpId });
  const added = await send(device, '', { credential: registration, userId, proof });
  expect(added).toEqual({ status: 200, data: { redirectTo: '/account/passkeys' } });
  return { customer, device, credential, registration, userId, proof };
}

async function askToSignIn(device: Shopper): Promise<string> {
  return (await send(device, '/sign-in/options')).data.challenge ?? '';
}

const answerSignIn = (device: Shopper, credential: TestCredential, options: AnswerOptions, returnTo?: string) =>
  send(device, '/sign-in', { credential: createAssertion(credential, options), return: returnTo });

async function signIn(device: Shopper, credential: TestCredential, changes: Partial<AnswerOptions> = {}) {
  const challenge = await askToSignIn(device);
  return answerSignIn(device, credential, { challenge, origin, rpId, ...changes });
}

const isSignedIn = async (device: Shopper) => (await device.visit('/account')).status === 200;

describe('a passkey', () => {
  it('signs in, with two factors, with the guest’s cart, to where one was', async () => {
    const { credential, customer } = await createPasskeyAccount();
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'support')`, [customer.id]);
    const device = newDevice();
    await device.addToCart(await addProduct(app.shop), 2);
    const challenge = await askToSignIn(device);
    const answer = await answerSignIn(device, credential, { challenge, origin, rpId }, '/cart');
    expect(answer).toEqual({ status: 200, data: { redirectTo: '/cart' } });
    expect((await device.visit('/cart')).body).toContain('2 items');
    expect(await isSignedIn(device)).toBe(true);
    expect((await device.visit('/admin')).status).toBe(200);
    expect((await device.visit('/account/passkeys')).body).toContain('last used');
  });

  it('leads to a page of the shop only', async () => {
    const { credential } = await createPasskeyAccount();
    const device = newDevice();
    const challenge = await askToSignIn(device);
    const answer = await answerSignIn(device, credential, { challenge, origin, rpId }, '//evil.example');
    expect(answer.data.redirectTo).toBe('/account');
  });

  it('is listed, renamed and removed by its owner alone, who is told by mail', async () => {
    const { device, customer, credential } = await createPasskeyAccount();
    const stranger = await createPasskeyAccount();
    const { body } = await device.visit('/account/passkeys');
    const path = /action="(\/account\/passkeys\/\d+)\/rename"/.exec(body)?.[1] ?? '';
    expect((await stranger.device.submit(`${path}/rename`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.device.submit(`${path}/remove`, {})).status).toBe(404);
    await device.submit(`${path}/rename`, { name: '<b>Phone</b>' });
    expect((await device.visit('/account/passkeys')).body).toContain('&lt;b&gt;Phone&lt;/b&gt;');
    const other = newDevice();
    await signIn(other, credential);
    expect((await device.submit(`${path}/remove`, {})).location).toBe('/account/passkeys');
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(newDevice(), credential)).status).toBe(401);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows } = await pool.query('select subject from platform.mail where recipient = $1 order by created_at', [
      customer.email,
    ]);
    expect(rows.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('was added'),
      expect.stringContaining('was removed'),
    ]);
  });
});

describe('a sign-in is refused', () => {
  const expectRefused = async (device: Shopper, answer: CallAnswer) => {
    expect([answer.status, answer.data.code]).toEqual([401, 'PASSKEY_REFUSED']);
    expect(await isSignedIn(device)).toBe(false);
  };

  it('with an answer that was sent before, also by the same browser, also at once', async () => {
    const { credential } = await createPasskeyAccount();
    const [device, thief] = [newDevice(), newDevice()];
    const challenge = await askToSignIn(device);
    for (const [name, value] of device.cookies) thief.cookies.set(name, value);
    const answer = createAssertion(credential, { challenge, origin, rpId });
    const tries = await Promise.all([device, thief].map((each) => send(each, '/sign-in', { credential: answer })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const again = newDevice();
    again.cookies.set('passkey', thief.cookies.get('passkey') ?? '');
    await expectRefused(again, await send(again, '/sign-in', { credential: answer }));
    // The same challenge, signed anew.
    await expectRefused(again, await answerSignIn(again, credential, { challenge, origin, rpId }));
  });

  it('with the challenge of another browser, of another purpose, an invented or an old one', async () => {
    const { credential, device: owner } = await createPasskeyAccount();
    const device = newDevice();
    const foreign = await askToSignIn(newDevice());
    const { challenge: toAdd } = await askForOptions(owner);
    const invented = Buffer.from(`${'A'.repeat(22)}.${clock.now().getTime() + 60_000}.${'A'.repeat(43)}`);
    await askToSignIn(device);
    for (const challenge of [foreign, toAdd, invented.toString('base64url'), 'AAAA'])
      await expectRefused(device, await answerSignIn(device, credential, { challenge, origin, rpId }));
    const old = await askToSignIn(device);
    clock.forward(5 * 60_000 + 1000);
    await expectRefused(device, await answerSignIn(device, credential, { challenge: old, origin, rpId }));
  });

  it('from another origin, for another shop, or without a check of who uses it', async () => {
    const { credential } = await createPasskeyAccount();
    const device = newDevice();
    for (const changes of [
      { origin: 'http://evil.example' },
      { origin: 'http://shop.example:8080' },
      { rpId: 'evil.example' },
      { isUserVerified: false },
    ])
      await expectRefused(device, await signIn(device, credential, changes));
  });

  it('with a credential that the shop does not know, another key, or another user', async () => {
    const [mine, theirs] = [await createPasskeyAccount(), await createPasskeyAccount()];
    const device = newDevice();
    await expectRefused(device, await signIn(device, createTestCredential(mine.userId)));
    const forged = { ...createTestCredential(mine.userId), id: mine.credential.id, counter: 10 };
    await expectRefused(device, await signIn(device, forged));
    await expectRefused(device, await signIn(device, { ...mine.credential, userHandle: theirs.userId }));
  });

  it('with a counter that has not gone up: the passkey was copied', async () => {
    const { credential } = await createPasskeyAccount();
    expect((await signIn(newDevice(), credential)).status).toBe(200);
    const device = newDevice();
    await expectRefused(device, await signIn(device, { ...credential, counter: credential.counter - 1 }));
  });

  it('as JSON that is no answer, or from another site', async () => {
    const { credential } = await createPasskeyAccount();
    const device = newDevice();
    const challenge = await askToSignIn(device);
    const answer = createAssertion(credential, { challenge, origin, rpId });
    for (const wrong of [{}, { ...answer, id: 'x'.repeat(2_000) }, { ...answer, response: {} }])
      expect((await send(device, '/sign-in', { credential: wrong })).status).toBe(400);
    const foreign = await app.http.inject({
      method: 'POST',
      url: `${app.shop.wire.rest}/passkeys/sign-in`,
      headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
      payload: { credential: answer },
    });
    expect(foreign.statusCode).toBe(403);
  });
});

describe('adding is refused', () => {
  it('to a session that another device ends meanwhile, as is removing', async () => {
    const { customer, device } = await createPasskeyAccount();
    const { rows } = await pool.query('select id from passkeys where customer_id = $1', [customer.id]);
    const endSessions = () => pool.query('delete from account_sessions where customer_id = $1', [customer.id]);
    const { challenge, userId, proof } = await askForOptions(device);
    const credential = createRegistration(createTestCredential(userId), { challenge, origin, rpId });
    const added = await runWhileCustomerIsLocked(pool, customer.id, {
      start: () => send(device, '', { credential, userId, proof }),
      change: endSessions,
    });
    expect([added.status, added.data.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    await startTestSession(app, device, customer);
    await runWhileCustomerIsLocked(pool, customer.id, {
      start: () => device.submit(`/account/passkeys/${rows[0].id}/remove`, {}),
      change: endSessions,
    });
    expect((await pool.query('select id from passkeys where customer_id = $1', [customer.id])).rows).toEqual(rows);
  });

  it('without a fresh sign-in', async () => {
    const { device } = await createPasskeyAccount();
    expect((await send(newDevice(), '/options')).data.code).toBe('SIGN_IN_REQUIRED');
    clock.forward(16 * 60_000);
    expect((await send(device, '/options')).data.code).toBe('FRESH_SIGN_IN_REQUIRED');
    const page = await device.visit('/account/passkeys');
    expect(page.body).toContain('again=1');
    const path = /action="(\/account\/passkeys\/\d+)\/remove"/.exec(page.body)?.[1] ?? '';
    expect((await device.submit(`${path}/remove`, {})).location).toContain('again=1');
  });

  it('for a challenge or a user of somebody else, a replay, another origin, and a known credential', async () => {
    const [mine, theirs] = [await createPasskeyAccount(), await createPasskeyAccount()];
    const asked = await askForOptions(mine.device);
    const foreign = await askForOptions(theirs.device);
    const attempt = async (
      credential: TestCredential,
      changes: Partial<AnswerOptions>,
      handle = { userId: asked.userId, proof: asked.proof },
    ) => {
      const options = { challenge: asked.challenge, origin, rpId, ...changes };
      const { data } = await send(mine.device, '', { credential: createRegistration(credential, options), ...handle });
      return data.code;
    };
    const fresh = createTestCredential(asked.userId);
    expect(await attempt(fresh, { challenge: foreign.challenge })).toBe('PASSKEY_NOT_ADDED');
    expect(await attempt(fresh, {}, { userId: foreign.userId, proof: foreign.proof })).toBe('PASSKEY_NOT_ADDED');
    expect(await attempt(fresh, { origin: 'http://evil.example' })).toBe('PASSKEY_NOT_ADDED');
    expect(await attempt(fresh, { isUserVerified: false })).toBe('PASSKEY_NOT_ADDED');
    expect(await attempt(theirs.credential, {})).toBe('PASSKEY_NOT_ADDED');
    const again = await askForOptions(mine.device);
    expect(await attempt(fresh, { challenge: again.challenge })).toBeUndefined();
    expect(await attempt(createTestCredential(asked.userId), { challenge: again.challenge })).toBe('PASSKEY_NOT_ADDED');
    expect(again.userId).toBe(asked.userId);
  });

  it('as JSON that is no answer of an authenticator', async () => {
    const { device } = await createPasskeyAccount();
    const { challenge, userId, proof } = await askForOptions(device);
    const { response, ...rest } = createRegistration(createTestCredential(userId), { challenge, origin, rpId });
    const credential = { ...rest, response: { ...response, transports: ['in\0ternal'] } };
    expect(await send(device, '', { credential, userId, proof })).toMatchObject({ data: { code: 'invalid_input' } });
  });

  it('beyond twenty of one account', async () => {
    const { device, customer } = await createPasskeyAccount();
    await pool.query(
      `insert into passkeys (customer_id, credential_id, public_key, user_handle, name)
      select $1::bigint, sha256(($1::bigint || ' ' || n)::bytea), 'x', sha256('x'), 'Phone' from generate_series(1, 19) n`,
      [customer.id],
    );
    expect((await send(device, '/options')).data.code).toBe('PASSKEY_NOT_ADDED');
  });
});

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runWhileCustomerIsLocked } from '#tests/support/customer-race.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { giveTestRole } from '#tests/support/staff.ts';
import { hashPassword, isPasswordOf } from '../passwords/password.ts';
import { writePassword } from '../passwords/password-rows.ts';
import { listSessions } from '../sessions/session-rows.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;

const password = 'three grey herons';

interface Account {
  readonly id: number;
  readonly email: string;
}

async function createAccount(): Promise<Account> {
  const { id, email } = (await createCustomer(app.shop)).customer;
  await inTransaction(app.shop.db, (tx) => writePassword(tx, id, hash, clock.now()));
  return { id, email };
}

const newDevice = (address?: string) => newShopper(app, { address });

const signIn = (device: Shopper, email: string, typed = password) =>
  device.submit('/account/sign-in', { username: email, password: typed });

const isSignedIn = async (device: Shopper) => (await device.visit('/account')).status === 200;

async function countSessions({ id }: Account): Promise<number> {
  const { rows } = await pool.query('select from account_sessions where customer_id = $1', [id]);
  return rows.length;
}

const changePassword = (device: Shopper) =>
  device.submit('/account/details/password', { current_password: password, new_password: 'four grey herons' });

const insertSessions = (client: pg.PoolClient | typeof pool, { id }: Account, count = 1) =>
  client.query(
    `insert into account_sessions (id, token_hash, customer_id, created_at, expires_at)
    select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), $1, $2, $2::timestamptz + interval '1 day'
    from generate_series(1, $3)`,
    [id, clock.now(), count],
  );

/** Of `password`, for all accounts of the file. */
let hash = '';

beforeAll(async () => {
  hash = await hashPassword(password);
  app = await salesShop(database, {
    clock,
    settings: {
      accounts: { signInFailures: { account: 4, network: 6 }, signInAttempts: { account: 6, network: 8 } },
    },
    env: { TRUST_PROXY: '127.0.0.1' },
  });
});

describe('checking passwords', () => {
  it('makes few wait, also before the first check of an unknown account, and recovers', async () => {
    const busy = Array.from({ length: 10 }, () => isPasswordOf(null, 'x'));
    await expect(isPasswordOf(null, 'x')).rejects.toThrow();
    expect(await Promise.all(busy)).toEqual(Array(10).fill(false));
    expect(await isPasswordOf(null, 'x')).toBe(false);
  });

  it('answers 503 when too many wait, and counts no failure', async () => {
    const account = await createAccount();
    let isAnswered = false;
    const keepBusy = async () => {
      while (!isAnswered) await isPasswordOf(null, 'x');
    };
    const busy = Array.from({ length: 10 }, keepBusy);
    const refused = await signIn(newDevice(), account.email, 'wrong');
    isAnswered = true;
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    await Promise.all(busy);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await signIn(newDevice(), account.email, 'wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  it('is limited for who knows the password, per account and per network', async () => {
    const [first, second] = [await createAccount(), await createAccount()];
    const signInTimes = async (times: number, { email }: Account, address: string) => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < times; attempt += 1)
        statuses.push((await signIn(newDevice(address), email)).status);
      return statuses.slice(-2);
    };
    expect(await signInTimes(7, first, '203.0.113.1')).toEqual([303, 429]);
    expect(await signInTimes(3, second, '203.0.113.1')).toEqual([303, 429]);
    clock.forward(15 * 60_000);
    expect(await signInTimes(1, first, '203.0.113.1')).toEqual([303]);
  });
});

describe('a stranger who guesses', () => {
  const guessOften = async (email: string, address?: string) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await signIn(newDevice(address), email, 'wrong')).status);
    return statuses.at(-1);
  };

  it('keeps nobody out of a device on which they have signed in, nor out of their details', async () => {
    const [account, home] = [await createAccount(), newDevice()];
    await signIn(home, account.email);
    expect(await guessOften(account.email)).toBe(429);
    expect((await signIn(newDevice(), account.email)).status).toBe(429);
    expect((await signIn(home, account.email)).status).toBe(303);
    await home.submit('/account/sign-out', {});
    expect((await signIn(home, account.email)).status).toBe(303);
    expect((await changePassword(home)).location).toBe('/account/details');
  });

  it('from the same network keeps no known device out', async () => {
    const address = '203.0.113.9';
    const [account, home] = [await createAccount(), newDevice(address)];
    await signIn(home, account.email);
    await guessOften(account.email, address);
    const { email } = await createAccount();
    expect(await guessOften(email, address)).toBe(429);
    expect((await signIn(home, account.email)).status).toBe(303);
  });

  it('is limited on a known device, and unknown after a new password', async () => {
    const [account, thief, home] = [await createAccount(), newDevice(), newDevice()];
    await signIn(thief, account.email);
    await signIn(home, account.email);
    const guess = async () => (await signIn(thief, account.email, 'wrong')).status;
    expect([await guess(), await guess(), await guess(), await guess(), await guess()]).toEqual([
      401, 401, 401, 401, 429,
    ]);
    expect((await changePassword(home)).location).toBe('/account/details');
    clock.forward(15 * 60_000);
    await guessOften(account.email);
    expect(await guess()).toBe(429);
    expect((await signIn(home, account.email, 'four grey herons')).status).toBe(303);
  });

  it('is not known by a cookie of another account, or a forged one', async () => {
    const [account, other, device] = [await createAccount(), await createAccount(), newDevice()];
    await signIn(device, other.email);
    await guessOften(account.email);
    expect((await signIn(device, account.email)).status).toBe(429);
    device.cookies.set('device', `${'A'.repeat(22)}.${'A'.repeat(43)}`);
    expect((await signIn(device, account.email)).status).toBe(429);
  });

  it('does not make a device unknown for the second account that signs in there', async () => {
    const [first, second, home] = [await createAccount(), await createAccount(), newDevice()];
    for (const { email } of [first, second]) await signIn(home, email);
    for (const { email } of [first, second]) {
      await guessOften(email);
      expect((await signIn(home, email)).status).toBe(303);
    }
  });
});

/** Starts requests that wait for the account, and continue after a change that another one makes meanwhile. */
const changeMeanwhile = <T>(
  { id }: Account,
  start: () => Promise<T>,
  change: (client: pg.PoolClient) => Promise<unknown>,
): Promise<T> => runWhileCustomerIsLocked(pool, id, { start, change });

const setHash = (client: pg.PoolClient, { id }: Account, hash: string) =>
  client.query('update account_passwords set hash = $2 where customer_id = $1', [id, hash]);

describe('a sign-in under way', () => {
  it('fails when the password changes meanwhile', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    const other = await hashPassword('four grey herons');
    const answer = await changeMeanwhile(
      account,
      () => signIn(device, account.email),
      (client) => setHash(client, account, other),
    );
    expect([answer.status, await isSignedIn(device), await countSessions(account)]).toEqual([401, false, 0]);
    expect((await signIn(device, account.email, 'four grey herons')).status).toBe(303);
  });

  it('of a customer who becomes staff meanwhile is as short as those of staff', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await changeMeanwhile(
      account,
      () => signIn(device, account.email),
      (client) => client.query(`insert into staff_members (customer_id, role) values ($1, 'support')`, [account.id]),
    );
    expect(await isSignedIn(device)).toBe(true);
    clock.forward(12 * 60 * 60_000 + 1000);
    expect(await isSignedIn(device)).toBe(false);
  });

  it('is ended by a new role', async () => {
    const account = await createAccount();
    const refusal = await changeMeanwhile(
      account,
      () => giveTestRole(app.shop, account.email, 'support'),
      (client) => insertSessions(client, account),
    );
    expect([refusal, await countSessions(account)]).toEqual([null, 0]);
  });

  it('is ended by a change of the password', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await signIn(device, account.email);
    const answer = await changeMeanwhile(
      account,
      () => changePassword(device),
      (client) => insertSessions(client, account),
    );
    expect([answer.location, await countSessions(account)]).toEqual(['/account/details', 1]);
  });
});

describe('a change of the password', () => {
  it('changes the token of the session that stays: a copy of its cookie is worthless', async () => {
    const [account, device, thief] = [await createAccount(), newDevice(), newDevice()];
    await signIn(device, account.email);
    const [before] = await listSessions(app.shop.db, account.id, clock.now());
    for (const [name, value] of device.cookies) thief.cookies.set(name, value);
    clock.forward(24 * 60 * 60_000);
    const { headers } = await changePassword(device);
    expect([await isSignedIn(device), await isSignedIn(thief)]).toEqual([true, false]);
    expect(String(headers['set-cookie'])).toMatch(/session=[\w-]{43}; Max-Age=2505600; Path=\/; HttpOnly/);
    expect((await listSessions(app.shop.db, account.id, clock.now())).map(({ id }) => id)).toEqual([before?.id]);
  });

  it('fails in a session that ends meanwhile', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await signIn(device, account.email);
    const answer = await changeMeanwhile(
      account,
      () => changePassword(device),
      (client) => client.query('delete from account_sessions where customer_id = $1', [account.id]),
    );
    expect(answer.location).toBe('/account/sign-in?return=%2Faccount%2Fdetails');
    expect((await signIn(device, account.email)).status).toBe(303);
  });

  it('fails when another one came first', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await signIn(device, account.email);
    const other = await hashPassword('five grey herons');
    const answer = await changeMeanwhile(
      account,
      () => changePassword(device),
      (client) => setHash(client, account, other),
    );
    expect(answer.status).toBe(422);
    expect((await signIn(newDevice(), account.email, 'five grey herons')).status).toBe(303);
  });
});

describe('sessions', () => {
  it('are at most fifty of a customer: the oldest ends', async () => {
    const account = await createAccount();
    const [first, second, newest] = [newDevice(), newDevice(), newDevice()];
    for (const device of [first, second]) {
      await signIn(device, account.email);
      clock.forward(1000);
    }
    await insertSessions(pool, account, 48);
    await signIn(newest, account.email);
    expect(await countSessions(account)).toBe(50);
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(newest)]).toEqual([false, true, true]);
  });
});

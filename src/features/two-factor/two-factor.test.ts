import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { findStaffActor } from '#platform/sessions/actor.ts';
import { decrypt, encrypt } from '#platform/sessions/encryption.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { runWhileCustomerIsLocked } from '#tests/support/customer-race.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { createCode, createSecret, findStep, getStep } from './code/totp.ts';
import { confirmSetup, encryptAgain, findNewSecret } from './code/two-factor-rows.ts';
import { twoFactorCommands } from './commands.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;
/** One hash for all accounts of the file. */
let hash = '';
const password = 'three grey herons';

beforeAll(async () => {
  hash = await hashPassword(password);
  app = await salesShop(database, {
    clock,
    settings: { accounts: { signInAttempts: { network: 1000 } } },
  });
  await pool.query(`update staff_roles set needs_second_factor = true where name = 'manager'`);
});

const newDevice = () => newShopper(app);

interface Account {
  readonly id: number;
  readonly email: string;
}

async function createAccount(): Promise<Account> {
  const { id, email } = (await createCustomer(app.shop)).customer;
  await pool.query('insert into account_passwords (customer_id, hash) values ($1, $2)', [id, hash]);
  return { id, email };
}

const signIn = (device: Shopper, { email }: Account, more: Record<string, string> = {}) =>
  device.submit('/account/sign-in', { username: email, password, ...more });
const sendCode = (device: Shopper, code: string) => device.submit('/account/second-step', { code });
const isSignedIn = async (device: Shopper) => (await device.visit('/account')).status === 200;

const decodeBase32 = (text: string) => {
  const bits = [...text.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
};

/** An account that asks for codes, set up through the pages. */
async function createTwoFactorAccount() {
  const [account, device] = [await createAccount(), newDevice()];
  await startTestSession(app, device, account);
  await device.submit('/account/two-factor/start', {});
  const page = await device.visit('/account/two-factor');
  const secret = decodeBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? '');
  const code = await createCode(secret, getStep(clock.now()));
  const confirmed = await device.submit('/account/two-factor/confirm', { code });
  expect(confirmed.status).toBe(200);
  const recovery = [...confirmed.body.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(([, each = '']) => each);
  // The code of the set-up can't be used again.
  clock.forward(60_000);
  return { account, device, secret, recovery, page, confirmed };
}

const currentCode = (secret: string, steps = 0) => createCode(secret, getStep(clock.now()) + steps);

async function listNotices({ email }: Account): Promise<string[]> {
  await runJobsNow(app.shop, listJobs(app.assembly));
  const { rows } = await pool.query<{ subject: string }>(
    `select subject from platform.mail where recipient = $1 order by created_at`,
    [email],
  );
  return rows.map(({ subject }) => subject);
}

describe('codes', () => {
  it('are those of RFC 6238, six digits, of this step and its neighbours', async () => {
    const secret = '12345678901234567890';
    expect(await createCode(secret, getStep(new Date(59_000)))).toBe('287082');
    expect(await createCode(secret, getStep(new Date(1_111_111_109_000)))).toBe('081804');
    const step = getStep(clock.now());
    for (const [steps, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const)
      expect(await findStep(secret, await createCode(secret, step + steps), clock.now())).toBe(found);
  });

  it('come from a secret that the database has encrypted only, for its customer only', async () => {
    const { account, secret, recovery } = await createTwoFactorAccount();
    const { rows } = await pool.query('select t::text as row, r::text as code from totp_secrets t, recovery_codes r');
    const stored = JSON.stringify(rows);
    for (const each of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(each);
    const context = { purpose: 'totp-secret', owner: String(account.id) };
    const secrets = ['a'.repeat(40), 'b'.repeat(40)] as const;
    const text = encrypt(secrets, 'hidden', context);
    expect(decrypt(secrets, text, context)).toBe('hidden');
    expect(decrypt(['c'.repeat(40), secrets[0]], text, context)).toBe('hidden');
    expect(decrypt(secrets, text, { ...context, owner: '0' })).toBeNull();
    expect(decrypt(secrets, text, { ...context, purpose: 'other' })).toBeNull();
    expect(decrypt([secrets[1]], text, context)).toBeNull();
    const changed = `${text.slice(0, -2)}${text.endsWith('AA') ? 'BA' : 'AA'}`;
    expect(decrypt(secrets, changed, context)).toBeNull();
  });

  it('outlive a new secret of the shop', async () => {
    const { account, secret } = await createTwoFactorAccount();
    const { config } = app.shop;
    const newer = ['new secret of the shop, forty letters long', ...config.secrets] as const;
    await encryptAgain({ db: app.shop.db, config: { ...config, secrets: newer } });
    const { rows } = await pool.query<{ secret: string }>('select secret from totp_secrets where customer_id = $1', [
      account.id,
    ]);
    const context = { purpose: 'totp-secret', owner: String(account.id) };
    expect(decrypt([newer[0]], rows[0]?.secret ?? '', context)).toBe(secret);
    await encryptAgain({ db: app.shop.db, config: { ...config, secrets: [config.secrets[0], newer[0]] } });
  });
});

describe('setting up', () => {
  it('shows secret and QR code, asks for a code before it counts, and shows ten recovery codes once', async () => {
    const { account, device, page, confirmed, recovery, secret } = await createTwoFactorAccount();
    expect(secret).toHaveLength(25);
    expect(page.body).toMatch(/<svg class="qr-code"[^>]*role="img"/);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(new Set(recovery).size).toBe(10);
    expect(confirmed.headers['cache-control']).toBe('private, no-store');
    const later = (await device.visit('/account/two-factor')).body;
    expect(later).toContain('You have 10 recovery codes left');
    for (const each of recovery) expect(later).not.toContain(each);
    expect(await listNotices(account)).toEqual([expect.stringContaining('Two-factor sign-in is on')]);
  });

  it('changes nothing with a wrong code, or after half an hour', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await startTestSession(app, device, account);
    await device.submit('/account/two-factor/start', {});
    const wrong = await device.submit('/account/two-factor/confirm', { code: '000000' });
    expect([
      wrong.status,
      wrong.body.includes('This code is incorrect or was already used. Please enter the code your app shows now.'),
    ]).toEqual([422, true]);
    expect((await signIn(newDevice(), account)).location).toBe('/account');
    clock.forward(31 * 60_000);
    await startTestSession(app, device, account);
    expect((await device.visit('/account/two-factor')).body).not.toContain('<svg class="qr-code"');
    expect((await device.submit('/account/two-factor/confirm', { code: '000000' })).location).toBe(
      '/account/two-factor',
    );
  });

  it('needs a fresh sign-in: an open session that somebody finds can neither switch it on nor off', async () => {
    const { device } = await createTwoFactorAccount();
    const [account, other] = [await createAccount(), newDevice()];
    await startTestSession(app, other, account);
    await other.submit('/account/two-factor/start', {});
    clock.forward(16 * 60_000);
    expect((await other.visit('/account/two-factor')).body).not.toContain('<code>');
    const again = '/account/sign-in?return=%2Faccount%2Ftwo-factor&again=1';
    for (const path of ['start', 'confirm', 'recovery-codes', 'disable']) {
      expect((await device.submit(`/account/two-factor/${path}`, { code: '123456' })).location).toBe(again);
      expect((await newDevice().submit(`/account/two-factor/${path}`, {})).location).toBe(
        '/account/sign-in?return=%2Faccount%2Ftwo-factor',
      );
    }
    const page = await device.visit(again);
    expect(page.body).toContain('Please sign in again');
    expect(page.body).not.toContain('reg_password');
    expect((await device.visit('/account/sign-in?return=/shop')).location).toBe('/shop');
  });

  it('in two tabs goes on with one secret; only one that was asked for replaces it, and its code alone counts', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await startTestSession(app, device, account);
    const readSecret = async () =>
      decodeBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec((await device.visit('/account/two-factor')).body)?.[1] ?? '');
    await device.submit('/account/two-factor/start', {});
    const first = await readSecret();
    await device.submit('/account/two-factor/start', {});
    expect(await readSecret()).toBe(first);
    const begun = await findNewSecret(app.shop, app.shop.db, account.id);
    await device.submit('/account/two-factor/start', { anew: '1' });
    expect(await readSecret()).not.toBe(first);
    const step = getStep(clock.now());
    const late = { now: clock.now(), step, encrypted: begun?.encrypted ?? '' };
    expect(await inTransaction(app.shop.db, (tx) => confirmSetup(tx, account.id, late))).toBe(false);
    const old = await device.submit('/account/two-factor/confirm', { code: await currentCode(first) });
    expect(old.status).toBe(422);
    const confirmed = await device.submit('/account/two-factor/confirm', {
      code: await currentCode(await readSecret()),
    });
    expect(confirmed.status).toBe(200);
  });

  it('is refused to a session that another device ends meanwhile, as are new recovery codes', async () => {
    const { account, device } = await createTwoFactorAccount();
    const endMeanwhile = (path: string, fields: Record<string, string>) =>
      runWhileCustomerIsLocked(pool, account.id, {
        start: () => device.submit(`/account/two-factor/${path}`, fields),
        change: () => pool.query('delete from account_sessions where customer_id = $1', [account.id]),
      });
    const readRows = async () =>
      (
        await pool.query(
          `select t.confirmed_at, array(select r::text from recovery_codes r where r.customer_id = $1 order by 1) as codes
          from totp_secrets t where t.customer_id = $1`,
          [account.id],
        )
      ).rows;
    const before = await readRows();
    for (const path of ['recovery-codes', 'disable']) {
      await startTestSession(app, device, account);
      expect([path, (await endMeanwhile(path, {})).status]).toEqual([path, 303]);
      expect(await readRows()).toEqual(before);
    }
    const [other, found] = [await createAccount(), newDevice()];
    await startTestSession(app, found, other);
    await found.submit('/account/two-factor/start', {});
    const { body } = await found.visit('/account/two-factor');
    const secret = decodeBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(body)?.[1] ?? '');
    const code = await currentCode(secret);
    const answer = await runWhileCustomerIsLocked(pool, other.id, {
      start: () => found.submit('/account/two-factor/confirm', { code }),
      change: () => pool.query('delete from account_sessions where customer_id = $1', [other.id]),
    });
    expect(answer.body).not.toMatch(/<code>[a-z2-7-]{19}<\/code>/);
    expect((await signIn(newDevice(), other)).location).not.toBe('/account/second-step');
  });

  it('ends other sessions', async () => {
    const [account, device, other] = [await createAccount(), newDevice(), newDevice()];
    await startTestSession(app, device, account);
    await startTestSession(app, other, account);
    await device.submit('/account/two-factor/start', {});
    const secret = decodeBase32(
      /<code>([A-Z2-7 ]+)<\/code>/.exec((await device.visit('/account/two-factor')).body)?.[1] ?? '',
    );
    await device.submit('/account/two-factor/confirm', { code: await currentCode(secret) });
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
  });
});

describe('the second step', () => {
  it('follows a password, opens nothing before, and leads where the sign-in began', async () => {
    const { account, secret } = await createTwoFactorAccount();
    const device = newDevice();
    expect((await device.visit('/account/second-step')).location).toBe('/account/sign-in');
    expect((await signIn(device, account, { return: '/account/orders' })).location).toBe('/account/second-step');
    expect(await isSignedIn(device)).toBe(false);
    expect(device.cookies.has('session')).toBe(false);
    const page = await device.visit('/account/second-step');
    expect(page.body).toContain('autoComplete="one-time-code"');
    expect(page.body).not.toContain(account.email);
    expect((await sendCode(device, await currentCode(secret))).location).toBe('/account/orders');
    expect(await isSignedIn(device)).toBe(true);
  });

  it('follows a page with an address that grows when it is encoded', async () => {
    const { account, secret } = await createTwoFactorAccount();
    const device = newDevice();
    const begun = await signIn(device, account, { return: `/shop?search=${'ü'.repeat(1_000)}` });
    expect(begun.location).toBe('/account/second-step');
    expect((await sendCode(device, await currentCode(secret))).location).toBe('/account');
  });

  it('follows a mailed link and a reset, too', async () => {
    const { account, secret } = await createTwoFactorAccount();
    for (const [path, form] of [
      ['/account/sign-in-link', {}],
      ['/account/forgot-password', { new_password: 'four grey herons' }],
    ] as const) {
      clock.forward(60_000);
      const device = newDevice();
      await device.submit(path, { email: account.email });
      await runJobsNow(app.shop, listJobs(app.assembly));
      const { rows } = await pool.query<{ plain: string }>(
        `select plain from platform.mail where recipient = $1 and plain like '%/account/link/%' order by created_at desc`,
        [account.email],
      );
      const link = /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
      expect((await device.submit(link, form)).location).toBe('/account/second-step');
      expect(await isSignedIn(device)).toBe(false);
      expect((await sendCode(device, await currentCode(secret))).location).toBe('/account');
    }
  });

  it('takes no code twice, and none that is older than one that was used', async () => {
    const { account, secret } = await createTwoFactorAccount();
    const [first, second] = [newDevice(), newDevice()];
    for (const device of [first, second]) await signIn(device, account);
    const code = await currentCode(secret);
    const tries = await Promise.all([first, second].map((device) => sendCode(device, code)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const late = newDevice();
    await signIn(late, account);
    expect((await sendCode(late, await currentCode(secret, -1))).status).toBe(422);
    expect((await sendCode(late, await currentCode(secret, 1))).status).toBe(303);
  });

  it('tells the customer of the fifth wrong code, once a day', async () => {
    const { account } = await createTwoFactorAccount();
    const device = newDevice();
    await signIn(device, account);
    for (let count = 1; count < 5; count += 1) await sendCode(device, '000000');
    expect((await listNotices(account)).filter((subject) => subject.startsWith('Wrong codes'))).toEqual([]);
    for (let count = 5; count < 8; count += 1) await sendCode(device, '000000');
    expect((await listNotices(account)).filter((subject) => subject.startsWith('Wrong codes'))).toHaveLength(1);
  });

  const burn = async (account: Account, code: string, tries: number) => {
    const thief = newDevice();
    await signIn(thief, account);
    for (let count = 0; count < tries; count += 1) expect((await sendCode(thief, code)).status).toBe(422);
    expect((await sendCode(thief, code)).status).toBe(429);
  };
  const guess = 'aaaa-aaaa-aaaa-aaaa';

  it('takes a recovery code when whoever knows the password has used up the tries of the app (F5)', async () => {
    const { account, secret, recovery } = await createTwoFactorAccount();
    await burn(account, '000000', 10);
    const owner = newDevice();
    await signIn(owner, account);
    expect((await sendCode(owner, await currentCode(secret))).status).toBe(429);
    expect((await sendCode(owner, recovery[0] ?? '')).location).toBe('/account');
  });

  it('takes codes of app and recovery on a known device when strangers have used up all tries (F5)', async () => {
    const { account, device, secret, recovery } = await createTwoFactorAccount();
    await signIn(device, account);
    expect((await sendCode(device, await currentCode(secret))).location).toBe('/account');
    await burn(account, guess, 20);
    await burn(account, '000000', 10);
    await device.submit('/account/sign-out', {});
    await signIn(device, account);
    expect((await sendCode(device, recovery[0] ?? '')).location).toBe('/account');
    await device.submit('/account/sign-out', {});
    await signIn(device, account);
    clock.forward(30_000);
    expect((await sendCode(device, await currentCode(secret))).location).toBe('/account');
    // It has a limit, too, and it is that of this account alone.
    await device.submit('/account/sign-out', {});
    await signIn(device, account);
    for (let count = 0; count < 10; count += 1) expect((await sendCode(device, '000000')).status).toBe(422);
    expect((await sendCode(device, await currentCode(secret, 1))).status).toBe(429);
  });

  it('refuses recovery codes after 20 wrong ones of strangers in 15 minutes, and 200 in a day (F5)', async () => {
    const { account, recovery } = await createTwoFactorAccount();
    const quarter = 15 * 60_000;
    const day = 24 * 60 * 60_000;
    clock.forward(day - (clock.now().getTime() % day));
    for (let round = 0; round < 10; round += 1) {
      await burn(account, guess, 20);
      clock.forward(quarter);
    }
    const owner = newDevice();
    await signIn(owner, account);
    expect((await sendCode(owner, recovery[0] ?? '')).status).toBe(429);
    clock.forward(day);
    await signIn(owner, account);
    expect((await sendCode(owner, recovery[0] ?? '')).location).toBe('/account');
  });

  it('takes each recovery code once, and tells the customer', async () => {
    const { account, recovery } = await createTwoFactorAccount();
    const [code = ''] = recovery;
    const [first, second] = [newDevice(), newDevice()];
    for (const device of [first, second]) await signIn(device, account);
    expect((await sendCode(first, code.toUpperCase().replaceAll('-', ' '))).status).toBe(303);
    expect((await sendCode(second, code)).status).toBe(422);
    expect((await first.visit('/account/two-factor')).body).toContain('You have 9 recovery codes left');
    expect((await listNotices(account)).at(-1)).toContain('A recovery code was used');
    const renewed = await first.submit('/account/two-factor/recovery-codes', {});
    expect(renewed.body.match(/<code>[a-z2-7-]{19}<\/code>/g)).toHaveLength(10);
    expect((await sendCode(second, recovery[1] ?? '')).status).toBe(422);
  });

  it('takes no code of another account', async () => {
    const [mine, theirs] = [await createTwoFactorAccount(), await createTwoFactorAccount()];
    const device = newDevice();
    await signIn(device, mine.account);
    expect((await sendCode(device, await currentCode(theirs.secret))).status).toBe(422);
    expect((await sendCode(device, theirs.recovery[0] ?? '')).status).toBe(422);
  });

  it('is limited for who guesses, also with new sign-ins', async () => {
    const { account, secret } = await createTwoFactorAccount();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const device = newDevice();
      if (attempt % 6 === 0) await signIn(device, account);
      else await pendingOf(account, device);
      statuses.push((await sendCode(device, '000000')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const device = newDevice();
    await pendingOf(account, device);
    expect((await sendCode(device, await currentCode(secret))).status).toBe(429);
    clock.forward(15 * 60_000);
    await pendingOf(account, device);
    expect((await sendCode(device, await currentCode(secret))).status).toBe(303);
  });

  it('ends after ten minutes, with a new password, and once it was done', async () => {
    const { account, secret, recovery } = await createTwoFactorAccount();
    const late = newDevice();
    await signIn(late, account);
    clock.forward(10 * 60_000 + 1000);
    expect((await sendCode(late, await currentCode(secret))).location).toBe('/account/sign-in');
    const ended = newDevice();
    await pendingOf(account, ended);
    const owner = newDevice();
    await startTestSession(app, owner, account, { hasSecondFactor: true });
    await owner.submit('/account/sessions/others/end', {});
    expect((await sendCode(ended, recovery[0] ?? '')).location).toBe('/account/sign-in');
    const device = newDevice();
    await pendingOf(account, device);
    const copy = newDevice();
    for (const [name, value] of device.cookies) copy.cookies.set(name, value);
    expect((await sendCode(device, await currentCode(secret))).status).toBe(303);
    expect((await sendCode(copy, recovery[1] ?? '')).location).toBe('/account/sign-in');
  });
});

/** A first step without its hash: a row and its cookie. */
async function pendingOf({ id }: Account, device: Shopper): Promise<void> {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  await pool.query(
    `insert into pending_sign_ins (token_hash, customer_id, return_to, created_at, expires_at)
    values (sha256($1::bytea), $2, '/account', $3, $3::timestamptz + interval '10 minutes')`,
    [Buffer.from(token), id, clock.now()],
  );
  device.cookies.set('pending-sign-in', token);
}

describe('switching off', () => {
  it('works after a fresh sign-in, ends other sessions, and tells the customer', async () => {
    const { account, device } = await createTwoFactorAccount();
    const other = newDevice();
    await startTestSession(app, other, account);
    expect((await device.submit('/account/two-factor/disable', {})).location).toBe('/account/two-factor');
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(newDevice(), account)).location).toBe('/account');
    expect((await listNotices(account)).at(-1)).toContain('Two-factor sign-in is off');
    expect((await device.submit('/account/two-factor/disable', {})).location).toBe('/account/two-factor');
  });

  it('is done by a command for who has lost phone and codes', async () => {
    const { account, device } = await createTwoFactorAccount();
    const run = () => runCommand(app.shop, twoFactorCommands, 'two-factor off', [account.email], {});
    expect((await run()).code).toBe(0);
    expect(await isSignedIn(device)).toBe(false);
    expect((await run()).data).toEqual({ ok: false, code: 'TWO_FACTOR_OFF' });
  });

  it('is not done by a command for somebody who may do more than who runs it', async () => {
    const { account, device, secret } = await createTwoFactorAccount();
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [account.id]);
    const { account: helper } = await createTwoFactorAccount();
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'manager')`, [helper.id]);
    const runAs = async ({ email }: Account) => {
      const actor = await findStaffActor(app.shop, email);
      if (actor === null) throw new Error(`${email} is no staff`);
      return runCommand(app.shop, twoFactorCommands, 'two-factor off', [account.email], {}, actor);
    };
    expect(await runAs(helper)).toMatchObject({ code: 1, data: { ok: false, code: 'ROLE_ABOVE_YOURS' } });
    expect(await isSignedIn(device)).toBe(true);
    const asked = newDevice();
    expect((await signIn(asked, account)).location).toContain('/account/second-step');
    expect((await sendCode(asked, await currentCode(secret))).status).toBe(303);
    expect((await runAs(account)).code, 'who may do all').toBe(0);
  });
});

describe('staff of a role that must have two factors', () => {
  it('is led to the set-up, and opens the back office after it', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'manager')`, [account.id]);
    await startTestSession(app, device, account);
    expect((await device.visit('/admin')).location).toBe('/account/two-factor');
    await device.submit('/account/two-factor/start', {});
    const { body } = await device.visit('/account/two-factor');
    const secret = decodeBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(body)?.[1] ?? '');
    await device.submit('/account/two-factor/confirm', { code: await currentCode(secret) });
    expect((await device.visit('/admin')).status).toBe(200);
    await device.submit('/account/two-factor/disable', {});
    expect((await device.visit('/admin')).location).toBe('/account/two-factor');
  });

  it('does not concern other roles', async () => {
    const [account, device] = [await createAccount(), newDevice()];
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'support')`, [account.id]);
    await startTestSession(app, device, account);
    expect((await device.visit('/admin')).status).toBe(200);
  });
});

it('makes another secret for each set-up', () => {
  expect(createSecret()).not.toBe(createSecret());
});

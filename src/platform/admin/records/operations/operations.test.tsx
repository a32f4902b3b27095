import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { flag, money, number } from '#platform/forms/kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { extendRecord } from '../extend-record.ts';
import { defineAdminRecord } from '../record.ts';
import { defineAdminOperation } from './operation.ts';

const { database, pool } = useDatabase();

const texts = defineTexts('safes', {
  ...{ safe: 'Safe', take: 'Take money', taken: 'The money was taken.', waits: 'The bank has not answered.' },
  ...{ burn: 'Burn money', part: 'Part' },
});

interface Safe {
  readonly id: number;
  readonly cents: number;
}

const selectSafe = sqlQuery<Safe>('test.safes-find', 'select id, cents from safes where id = $1');
const lockSafe = sqlQuery<Safe>('test.safes-lock', 'select id, cents from safes where id = $1 for no key update');
const takeCents = sqlQuery('test.safes-take', 'update safes set cents = cents - $2 where id = $1');

const calls: string[] = [];
let bank: () => Promise<string | undefined> = async () => undefined;

const take = defineAdminOperation({
  ...{ name: 'safes.take', description: 'Takes money.', text: texts.take, subject: 'safe', requires: 'safes.write' },
  load: async (_shop, db, id) => (await selectSafe(db, [id]))[0] ?? null,
  label: (_shop, { id }) => `Safe ${id}`,
  fields: (_shop, { cents }) => ({
    sum: money({ label: 'Sum', currency: 'EUR', required: true }),
    ...{ coins: number({ label: 'Coins' }), all: flag({ label: `All ${cents}` }) },
  }),
  values: () => ({ sum: null, coins: null, all: false }),
  lead: (_shop, { cents }) => `It has ${cents}.`,
  preview: async (_shop, db, id, { sum }) => {
    const [safe] = await selectSafe(db, [id]);
    if ((sum ?? 0) === 666) return { ok: false, code: 'SAFE_CURSED', message: 'Not this sum.', field: 'sum' };
    return { ok: true, what: `${(safe?.cents ?? 0) - (sum ?? 0)} stay.` };
  },
  run: async (_shop, tx, id, { sum }, { actor, requestKey }) => {
    const [safe] = await lockSafe(tx, [id]);
    if (!safe) return { ok: false, code: 'SAFE_GONE', message: 'It is gone.' };
    await takeCents(tx, [id, sum ?? 0]);
    if (safe.cents < (sum ?? 0)) return { ok: false, code: 'SAFE_EMPTY', message: 'It has <less>.' };
    return {
      ok: true,
      change: { label: `Safe ${id}`, before: { cents: safe.cents }, after: { cents: safe.cents - (sum ?? 0) } },
      afterCommit: async () => {
        calls.push(`${actor.name} ${requestKey.length}`);
        return bank();
      },
    };
  },
  outcomes: { done: texts.taken, waits: texts.waits },
});

const burn = defineAdminOperation({
  ...{ name: 'safes.burn', description: 'Burns money.', text: texts.burn, subject: 'safe', requires: 'safes.write' },
  isDangerous: true,
  load: async (_shop, db, id) => (await selectSafe(db, [id]))[0] ?? null,
  ...{ label: () => 'Safe', fields: () => ({}), values: () => ({}) },
  run: async (_shop, tx, id) => {
    await takeCents(tx, [id, 1]);
    return { ok: true, change: { label: 'Safe', before: null, after: null } };
  },
});

const safeRecord = defineAdminRecord<Safe>({
  ...{ name: 'safes.safe', path: adminPath('safes/:id'), requires: 'safes.read', subject: 'safe' },
  load: async (_shop, db, id) => (await selectSafe(db, [id]))[0] ?? null,
  head: () => ({ title: 'Safe' }),
  panels: [{ id: 'part', title: texts.part, column: 'main', render: () => 'The part' }],
  operations: [{ operation: take, isShown: ({ cents }) => cents > 0, isNext: () => true }],
});

const safes: Feature = {
  ...{ name: 'safes', needs: [], texts: [texts] },
  permissions: ['safes.read', 'safes.write'].map((name) => definePermission(name, 'Safes')),
  admin: { records: [safeRecord], auditKinds: [{ kind: 'safe', text: texts.safe }] },
};

let app: App;
const ada = createStaffCookie('Ada', openBackOffice.name, 'safes.read', 'safes.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'safes.read');

const start = (extensions: ReturnType<typeof extendRecord>) =>
  testShop(database, {
    choices: { ...withTestSession, features: [...withTestSession.features, safes], extends: extensions },
    env: { LOG_LEVEL: 'silent' },
  });

beforeAll(async () => {
  await pool.query('create table safes (id integer primary key, cents integer not null)');
  app = await start(extendRecord(safeRecord, { operations: [{ operation: burn, panel: 'part' }] }));
});

beforeEach(async () => {
  calls.length = 0;
  bank = async () => undefined;
  await pool.query('truncate safes; insert into safes values (1, 1000)');
});

async function get(path: string, { cookie = ada, accept = 'text/html' } = {}) {
  const reply = await app.http.inject({ url: `/admin/safes/${path}`, headers: { cookie, accept } });
  return { statusCode: reply.statusCode, body: reply.body.replaceAll('<!-- -->', ''), headers: reply.headers };
}

async function post(path: string, fields: Readonly<Record<string, string>>, cookie = ada) {
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/safes/${path}`, payload: new URLSearchParams(fields).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  const notice = reply.cookies.find(({ name }) => name === 'vt_notice');
  return {
    ...{ statusCode: reply.statusCode, location: reply.headers.location, body: reply.body.replaceAll('<!-- -->', '') },
    notice: notice ? `vt_notice=${notice.value}` : '',
  };
}

async function call(values: object, key?: string, path = '1/take') {
  const headers = { cookie: ada, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const reply = await app.http.inject({
    ...{ method: 'PUT', url: `/admin/safes/${path}`, payload: values },
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  });
  return { statusCode: reply.statusCode, ...reply.json() };
}

const readField = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const readCents = async () => (await pool.query('select cents from safes where id = 1')).rows[0].cents;
const countEntries = async () =>
  (await pool.query(`select count(*)::integer as count from platform.audit_entries where subject_kind = 'safe'`))
    .rows[0].count;

/** Both steps of a person. */
async function confirm(sum: string) {
  const _request = readField((await get('1/take')).body, '_request');
  const asked = await post('1/take', { _request, sum });
  const fields = { _request, sum, _confirmed: readField(asked.body, '_confirmed') };
  return { asked, fields, done: await post('1/take', fields) };
}

describe('an operation', () => {
  it('is linked where it makes sense, above the page or in a panel, for who may do it', async () => {
    const { body } = await get('1');
    expect(body).toContain('href="/admin/safes/1/take"');
    expect(body.indexOf('href="/admin/safes/1/burn"')).toBeGreaterThan(body.indexOf('id="part-title"'));
    expect((await get('1', { cookie: bea })).body).not.toMatch(/safes\/1\/(take|burn)/);
    expect((await get('1/take', { cookie: bea })).statusCode).toBe(403);
    await pool.query('update safes set cents = 0');
    expect((await get('1')).body).not.toContain('safes/1/take');
    expect((await get('77/take')).statusCode).toBe(404);
  });

  it('asks for its fields, says what will happen, does it, and tells the outcome', async () => {
    const page = await get('1/take');
    expect(page.body).toContain('It has 1000.');
    expect(page.body).toContain('>Continue<');
    const { asked, done } = await confirm('2.50');
    expect([asked.statusCode, asked.body.includes('750 stay.'), asked.body.includes('value="2.50"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect([done.statusCode, done.location, await readCents(), calls]).toEqual([
      303,
      '/admin/safes/1',
      750,
      ['Ada 36'],
    ]);
    expect((await get('1', { cookie: `${ada}; ${done.notice}` })).body).toContain('The money was taken.');
  });

  it('asks again when something else would happen', async () => {
    const _request = readField((await get('1/take')).body, '_request');
    const asked = await post('1/take', { _request, sum: '2.50' });
    const _confirmed = readField(asked.body, '_confirmed');
    expect((await post('1/take', { _request, sum: '3.50', _confirmed })).body).toContain('650 stay.');
    await pool.query('update safes set cents = 900');
    expect((await post('1/take', { _request, sum: '2.50', _confirmed })).body).toContain('650 stay.');
    expect(await readCents()).toBe(900);
  });

  it('happens once however often its form arrives, one after the other or at the same time', async () => {
    const before = await countEntries();
    const { fields, done } = await confirm('1.00');
    expect(done.statusCode).toBe(303);
    expect((await post('1/take', fields)).statusCode).toBe(303);
    const values = { sum: 200, coins: null, all: false };
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3, 4].map(() => call(values, key)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await readCents()).toBe(700);
    expect(await countEntries()).toBe(before + 2);
    expect(calls).toHaveLength(2);
    await pool.query('insert into safes values (2, 1000)');
    expect(await call(values, key, '2/take')).toMatchObject({
      statusCode: 409,
      data: { params: { reason: 'REQUEST_KEY_USED' } },
    });
  });

  it('is refused with the key of another input, as a call and as a form', async () => {
    const key = crypto.randomUUID();
    const values = { sum: 200, coins: null, all: false };
    const used = { statusCode: 409, code: 'OPERATION_REFUSED', data: { params: { reason: 'REQUEST_KEY_USED' } } };
    expect(await call(values, key)).toMatchObject({ statusCode: 200 });
    expect(await call({ ...values, sum: 300 }, key)).toMatchObject(used);
    // The same in another order of its fields.
    expect(await call({ all: false, coins: null, sum: 200 }, key)).toMatchObject({ statusCode: 200, outcome: 'done' });
    const { fields } = await confirm('1.00');
    const asked = await post('1/take', { ...fields, sum: '5.00' });
    const again = await post('1/take', { ...fields, sum: '5.00', _confirmed: readField(asked.body, '_confirmed') });
    expect([
      again.statusCode,
      again.body.includes('This key was already used for something else. Please reload the page.'),
    ]).toEqual([409, true]);
    expect((await post('1/take', fields)).statusCode).toBe(303);
    expect(await readCents()).toBe(700);
  });

  it('shows problems at their fields, and refusals above them, with what was typed', async () => {
    const before = await countEntries();
    const _request = readField((await get('1/take')).body, '_request');
    const invalid = await post('1/take', { _request, sum: '', coins: 'seven' });
    expect([invalid.statusCode, invalid.body.includes('href="#sum"')]).toEqual([422, true]);
    expect(readField(invalid.body, '_request')).toBe(_request);
    expect((await post('1/take', { _request, sum: '6.66' })).body).toContain('Not this sum.');
    const { done } = await confirm('20.00');
    expect([done.statusCode, done.body.includes('It has &lt;less&gt;.'), await readCents()]).toEqual([409, true, 1000]);
    expect(done.body).toContain('value="20.00"');
    expect(await countEntries()).toBe(before);
  });

  it('is a call too, in one step, with the codes of its refusals', async () => {
    const values = { sum: null, coins: null, all: false };
    expect(JSON.parse((await get('1/take', { accept: 'application/json' })).body)).toEqual({ id: 1, values });
    expect(await call({ ...values, sum: 100 })).toEqual({ statusCode: 200, id: 1, outcome: 'done' });
    expect(await call({ ...values, sum: 9900 })).toMatchObject({
      ...{
        statusCode: 409,
        code: 'OPERATION_REFUSED',
        message: 'It has <less>.',
        data: { params: { reason: 'SAFE_EMPTY' } },
      },
    });
    expect(await call({ ...values, sum: 100 }, 'a:key:with:colons')).toMatchObject({
      ...{ statusCode: 422, code: 'OPERATION_INVALID', data: { params: { 'Idempotency-Key': expect.any(String) } } },
    });
    expect(await call({ ...values, sum: 'much' })).toMatchObject({ statusCode: 400 });
    expect(await readCents()).toBe(900);
  });

  it('tells what is known after the commit, and stays done when that fails', async () => {
    bank = async () => 'waits';
    const { done } = await confirm('1.00');
    expect((await get('1', { cookie: `${ada}; ${done.notice}` })).body).toContain('The bank has not answered.');
    bank = async () => {
      throw new Error('the line is dead');
    };
    expect((await confirm('1.00')).done.statusCode).toBe(303);
    expect(await readCents()).toBe(800);
  });
});

describe('the start of the shop', () => {
  it.each([
    [
      'an unknown panel',
      { operations: [{ operation: burn, panel: 'nowhere' }] },
      /'safes.burn' of 'safes.safe' has another/,
    ],
    [
      'an unknown permission',
      { operations: [{ operation: { ...burn, requires: 'safes.no' } }] },
      /requires 'safes.no'/,
    ],
    ['two of one name', { operations: [{ operation: take }] }, /'safes.safe' has two .*'safes.take'/],
  ])('stops for %s', async (_what, additions, message) => {
    await expect(start(extendRecord(safeRecord, additions))).rejects.toThrow(message);
  });
});

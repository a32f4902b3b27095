import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const permissions = [openBackOffice.name, 'promotions.read', 'promotions.write'] as const;
const ada = createStaffCookie('Ada', ...permissions);
const bea = createStaffCookie('Bea', ...permissions);
const reader = createStaffCookie('Rita', openBackOffice.name, 'promotions.read');

let app: App;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
});

type Fields = Readonly<Record<string, string>>;

async function get(path: string, cookie = ada) {
  const { body, statusCode } = await app.http.inject({
    url: `/admin/coupons/${path}`,
    headers: { cookie, accept: 'text/html' },
  });
  return { statusCode, body: body.replaceAll('<!-- -->', '') };
}

/** What a browser would send of an untouched form. */
function readFields(html: string): Fields {
  const form = /<form[^>]* data-admin-form=[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const decode = (text = '') => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
  const inputs = [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const read = (name: string) => decode(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]);
    const isOff = /type="(checkbox|radio)"/.test(attributes) && !/ checked/.test(attributes);
    return isOff || read('name') === '' ? [] : [[read('name'), read('value')] as const];
  });
  const texts = [...form.matchAll(/<textarea ([^>]*)>([^<]*)<\/textarea>/g)].map(
    ([, attributes = '', value = '']) => [/name="([^"]*)"/.exec(attributes)?.[1] ?? '', decode(value)] as const,
  );
  return Object.fromEntries([...inputs, ...texts]);
}

async function post(path: string, fields: Fields, cookie = ada) {
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/coupons/${path}`, payload: new URLSearchParams(fields).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  const { location } = reply.headers;
  return {
    statusCode: reply.statusCode,
    location,
    body: reply.body.replaceAll('<!-- -->', ''),
    cookies: reply.cookies,
  };
}

async function create(code: string): Promise<string> {
  const fields = readFields((await get('new')).body);
  const reply = await post('new', { ...fields, code, type: 'percent', amount: '10' });
  expect(reply.statusCode, reply.body).toBe(303);
  return String(reply.location).split('/').at(-1) ?? '';
}

const find = async (id: string) => (await pool.query('select * from coupons where id = $1', [id])).rows[0];
const listEntries = async (id: string) =>
  (
    await pool.query(
      `select by, action, before, after from platform.audit_entries where subject_kind = 'coupon' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('the form of a coupon', () => {
  it('creates a coupon and records it', async () => {
    const id = await create('SPRING');
    expect(await find(id)).toMatchObject({ code: 'SPRING', code_key: 'spring', percent: '10.0000', priority: 10 });
    const [entry] = await listEntries(id);
    expect(entry).toMatchObject({ by: 'Ada', action: 'promotions.save-coupon', before: null });
    expect(entry.after).toMatchObject({ code: 'SPRING', type: 'percent', amount: '10' });
    const page = await get(id);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('value="SPRING"');
  });

  it('changes what was changed, and records only that', async () => {
    const id = await create('SUMMER');
    const fields = readFields((await get(id)).body);
    const reply = await post(id, { ...fields, minSpend: '20', endsAt: '2030-01-02T03:04' });
    expect([reply.statusCode, reply.location]).toEqual([303, `/admin/coupons/${id}`]);
    expect(await find(id)).toMatchObject({ min_spend: 2000, ends_at: new Date('2030-01-02T03:04') });
    const [, entry] = await listEntries(id);
    expect(entry).toMatchObject({
      before: { endsAt: null, minSpend: null },
      after: { minSpend: { amount: 2000, currency: 'EUR' } },
    });
    expect(Object.keys(entry.after)).toEqual(['endsAt', 'minSpend']);
    await post(id, readFields((await get(id)).body));
    expect(await listEntries(id)).toHaveLength(2);
  });

  it('shows problems at their fields, with what was typed', async () => {
    const id = await create('AUTUMN');
    const fields = readFields((await get(id)).body);
    const reply = await post(id, { ...fields, code: 'Spring', maxSpend: 'much' });
    expect(reply.statusCode).toBe(422);
    expect(reply.body).toContain('href="#maxSpend"');
    expect(reply.body).toContain('value="much"');
    const taken = await post(id, { ...fields, code: 'Spring' });
    expect([taken.statusCode, taken.body.includes('href="#code"')]).toEqual([422, true]);
  });

  it.each([
    ['amount', { type: 'cart', amount: '' }, 'Enter a discount, or choose free shipping.'],
    ['amount', { type: 'percent', amount: '101' }, 'Enter a percentage above 0 and up to 100'],
    ['amount', { type: 'item', amount: 'much' }, 'Enter an amount in EUR above 0'],
    [
      'amount',
      { type: 'free-shipping', amount: '5' },
      'Leave this empty or choose a discount: this coupon only gives free shipping.',
    ],
    ['maxSpend', { minSpend: '20', maxSpend: '10' }, 'Enter at least the minimum spend'],
    [
      'endsAt',
      { startsAt: '2030-01-02T00:00', endsAt: '2030-01-01T00:00' },
      'Choose an end date after the start date.',
    ],
    ['maxItems', { type: 'cart', maxItems: '2' }, 'choose a percentage or an amount off each item'],
    ['emails', { emails: 'ada@example.com\nbea' }, '“bea” is not a valid email address.'],
    ['usageLimit', { usageLimit: '3000000000' }, '“Total uses” can be at most'],
  ])('says at the field %s what to do about %j', async (field, typed, message) => {
    const fields = { code: 'RULES', type: 'percent', amount: '10', priority: '10', ...typed };
    const { statusCode, body } = await post('new', { ...readFields((await get('new')).body), ...fields });
    expect([statusCode, body.match(/href="#(?!main)\w+"/g)]).toEqual([422, [`href="#${field}"`]]);
    expect(body).toContain(message);
  });

  it('keeps the changes of two people to different fields, and tells both', async () => {
    const id = await create('WINTER');
    const [hers, mine] = [readFields((await get(id, bea)).body), readFields((await get(id)).body)];
    await post(id, { ...hers, description: 'For the fair' }, bea);
    const reply = await post(id, { ...mine, usageLimit: '5' });
    expect(reply.statusCode).toBe(303);
    expect(await find(id)).toMatchObject({ description: 'For the fair', usage_limit: 5 });
    const notice = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await get(id, `${ada}; ${notice}`)).body).toContain('Bea changed other fields in the meantime: Note');
    expect((await get(id, bea)).body).toContain('Ada has changed this after you: Total uses');
  });

  it('asks what to keep when two people changed one field, and saves nothing before', async () => {
    const id = await create('MONSOON');
    const [hers, mine] = [readFields((await get(id, bea)).body), readFields((await get(id)).body)];
    await post(id, { ...hers, amount: '15', description: 'Hers' }, bea);
    const asked = await post(id, { ...mine, amount: '20', usageLimit: '7' });
    expect(asked.statusCode).toBe(409);
    expect(asked.body).toContain('Bea saved changes while you were editing');
    expect(await find(id)).toMatchObject({ percent: '15.0000', usage_limit: null });
    const again = readFields(asked.body);
    expect(again).toMatchObject({ amount: '20', usageLimit: '7', description: 'Hers' });
    const [choice = ''] = /_keep\.amount\.[\w-]+/.exec(asked.body) ?? [];
    expect((await post(id, again)).statusCode).toBe(409);
    expect((await post(id, { ...again, [choice]: 'mine' })).statusCode).toBe(303);
    expect(await find(id)).toMatchObject({ percent: '20.0000', usage_limit: 7, description: 'Hers' });
    const third = { ...mine, amount: '30' };
    const [other = ''] = /_keep\.amount\.[\w-]+/.exec((await post(id, third)).body) ?? [];
    // A choice between other values does not count.
    expect((await post(id, { ...third, [choice]: 'mine' })).statusCode).toBe(409);
    expect((await post(id, { ...third, [other]: 'theirs' })).statusCode).toBe(303);
    expect(await find(id)).toMatchObject({ percent: '20.0000' });
  });

  it('names records in a conflict, in what a call is told, in the history and for who may only read', async () => {
    await pool.query(
      `insert into brands (id, slug, name) overriding system value values (71, 'kiln', 'Kiln & Co'), (72, 'wheel', 'Wheel')`,
    );
    const id = await create('BRANDED');
    const version = async () =>
      (
        await app.http.inject({ url: `/admin/coupons/${id}`, headers: { cookie: ada, accept: 'application/json' } })
      ).json();
    const old = await version();
    const [hers, mine] = [readFields((await get(id, bea)).body), readFields((await get(id)).body)];
    await post(id, { ...hers, brandIds: '71' }, bea);
    const asked = await post(id, { ...mine, brandIds: '72' });
    expect(asked.statusCode).toBe(409);
    const conflict = /class="conflicts"[\s\S]*?<\/fieldset>/.exec(asked.body)?.[0] ?? '';
    expect(conflict).toMatch(/>Wheel<[\s\S]*>Kiln &amp; Co</);
    const stale = await app.http.inject({
      ...{ method: 'PUT', url: `/admin/coupons/${id}`, headers: { cookie: ada, accept: 'application/json' } },
      payload: { version: old.version, values: { ...old.values, brandIds: [72] } },
    });
    expect(stale.json().data.params).toEqual({ brandIds: 'Now “Kiln & Co”.' });
    for (const cookie of [ada, reader]) {
      const { body } = await get(id, cookie);
      expect(/id="history"[\s\S]*/.exec(body)?.[0]).toContain('<ins>Kiln &amp; Co</ins>');
    }
    expect((await get(id, reader)).body).toContain('<dd>Kiln &amp; Co</dd>');
  });

  it('loses none of many changes at once', async () => {
    const id = await create('STORM');
    const fields = readFields((await get(id)).body);
    const changes = [
      { description: 'a' },
      { usageLimit: '3' },
      { minSpend: '4' },
      { priority: '5' },
      { maxItems: '6' },
    ];
    const replies = await Promise.all(changes.map((change) => post(id, { ...fields, ...change })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303]);
    expect(await find(id)).toMatchObject({
      description: 'a',
      usage_limit: 3,
      min_spend: 400,
      priority: 5,
      max_items: 6,
    });
  });

  it('answers calls by the same rules', async () => {
    const id = await create('HAIL');
    const call = (method: 'GET' | 'PUT', payload?: object) =>
      app.http.inject({
        ...{ method, url: `/admin/coupons/${id}`, headers: { cookie: ada, accept: 'application/json' } },
        ...(payload ? { payload } : {}),
      });
    const { version, values } = (await call('GET')).json();
    expect(values).toMatchObject({ code: 'HAIL', amount: '10', minSpend: null });
    const saved = await call('PUT', { version, values: { ...values, minSpend: 300 } });
    expect([saved.statusCode, saved.json().values.minSpend]).toEqual([200, 300]);
    const stale = await call('PUT', { version, values: { ...values, minSpend: 400 } });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'FORM_CONFLICT']);
    expect(stale.json().data.params).toEqual({ minSpend: 'Now “€3.00”.' });
    const wrong = await call('PUT', { version, values: { ...values, minSpend: 'much' } });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_input']);
    const refused = await call('PUT', { version: saved.json().version, values: { ...values, maxItems: 0 } });
    expect([refused.statusCode, Object.keys(refused.json().data.params)]).toEqual([422, ['maxItems']]);
  });

  it('keeps the code once an order has the coupon', async () => {
    const id = await create('FOG');
    await pool.query(
      `set session_replication_role = replica; insert into coupon_uses (coupon_id, order_id, state, created_at, updated_at)
      values (${Number(id)}, 999, 'held', now(), now()); set session_replication_role = origin`,
    );
    const fields = readFields((await get(id)).body);
    expect((await post(id, { ...fields, code: 'MIST' })).body).toContain(
      'Orders have used this code, so it can’t be changed. End this coupon and create a new one instead.',
    );
    expect((await post(id, { ...fields, amount: '12' })).statusCode).toBe(303);
    expect(await find(id)).toMatchObject({ code: 'FOG', percent: '12.0000' });
  });

  it('shows the values to who may only read, and hides what is not there', async () => {
    const id = await create('RAIN');
    const page = await get(id, reader);
    expect([page.statusCode, page.body.includes('data-admin-form')]).toEqual([200, false]);
    expect(page.body).toContain('<dd>RAIN</dd>');
    expect((await get('new', reader)).statusCode).toBe(403);
    expect((await post(id, {}, reader)).statusCode).toBe(403);
    expect((await get('999999')).statusCode).toBe(404);
    expect((await get('0')).statusCode).toBe(404);
    expect((await get('2147483648')).statusCode).toBe(404);
    expect((await post('2147483648', {})).statusCode).toBe(404);
    expect((await post('2147483648/end-coupon', {})).location).toBe('/admin/coupons');
    expect((await post('999999', {})).statusCode).toBe(404);
  });
});

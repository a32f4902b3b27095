import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const cookie = createStaffCookie('Ada', openBackOffice.name, 'promotions.read', 'promotions.write');
let app: App;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  await pool.query(`insert into brands (slug, name) values ('kiln-works', 'Kiln Works')`);
});

const get = async (path = '') =>
  (
    await app.http.inject({ url: `/admin/promotions${path}`, headers: { cookie, accept: 'text/html' } })
  ).body.replaceAll('<!-- -->', '');

async function post(path: string, fields: Readonly<Record<string, string>>) {
  const version = /name="_version" value="([^"]*)"/.exec(await get(path.replace(/\/end-.*/, '')))?.[1] ?? '';
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/promotions${path}` },
    payload: new URLSearchParams({ minQuantity: '1', priority: '10', ...fields, _version: version }).toString(),
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  return { statusCode: reply.statusCode, body: reply.body, id: String(reply.headers.location).split('/').at(-1) ?? '' };
}

/** @returns the id at the end of the page that follows */
async function submit(url: string, fields: readonly string[][]): Promise<{ readonly id: string }> {
  const { headers } = await app.http.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(fields as string[][]).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  return { id: String(headers.location).split('/').at(-1) ?? '' };
}

const find = async (id: string) => (await pool.query('select * from promotions where id = $1', [id])).rows[0];

describe('promotions in the back office', () => {
  it('are created, changed, listed and ended', async () => {
    const { id } = await post('/new', { name: 'Three for two', bundleQuantity: '3', bundleFree: '1', brandIds: '1' });
    expect(await find(id)).toMatchObject({ bundle_quantity: 3, bundle_free: 1, brand_ids: [1], product_ids: null });
    expect((await post(`/${id}`, { name: 'Ten off', percent: '10,5', tierGroup: 'spend' })).statusCode).toBe(303);
    expect(await find(id)).toMatchObject({
      ...{ name: 'Ten off', percent: '10.5000', bundle_quantity: null, brand_ids: null, tier_group: 'spend' },
    });
    expect(await get()).toContain(`href="/admin/promotions/${id}"`);
    expect((await post(`/${id}/end-promotion`, {})).statusCode).toBe(303);
    expect((await find(id)).ends_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await get(`/${id}`)).toContain('Expired');
    expect((await post(`/${id}/end-promotion`, {})).body).toContain('It has already ended.');
  });

  it.each([
    ['two discounts', { name: 'A', percent: '10', amount: '5' }, 'percent'],
    ['no discount', { name: 'A' }, 'percent'],
    ['a bundle that is all free', { name: 'A', bundleQuantity: '2', bundleFree: '2' }, 'bundleFree'],
    [
      'an end before the start',
      { name: 'A', percent: '1', startsAt: '2030-01-02T00:00', endsAt: '2030-01-01T00:00' },
      'endsAt',
    ],
    ['a tier group with a space', { name: 'A', percent: '1', tierGroup: 'A b' }, 'tierGroup'],
  ])('are refused with %s', async (_what, fields, field) => {
    const reply = await post('/new', fields);
    expect([reply.statusCode, reply.body.includes(`href="#${field}"`)]).toEqual([422, true]);
  });

  it('are not there by an id that none can have', async () => {
    const reply = await app.http.inject({ url: '/admin/promotions/2147483648', headers: { cookie } });
    expect(reply.statusCode).toBe(404);
  });

  it('end before they began, and can be changed after that', async () => {
    const { id } = await post('/new', { name: 'Later', percent: '5', startsAt: '2090-01-01T10:00' });
    await post(`/${id}/end-promotion`, {});
    const page = await get(`/${id}`);
    expect(page).toContain('Expired');
    const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const period = { startsAt: read('startsAt'), endsAt: read('endsAt') };
    expect((await post(`/${id}`, { name: 'Never', percent: '5', ...period })).statusCode).toBe(303);
  });

  it('say beforehand which have ended, and get their period back when that is undone', async () => {
    const { id: over } = await post('/new', { name: 'Long ago', percent: '5', endsAt: '2020-01-01T10:00' });
    const { id: planned } = await post('/new', { name: 'Soon', percent: '5', startsAt: '2090-01-01T10:00' });
    const { id: running } = await post('/new', { name: 'Now', percent: '5', endsAt: '2095-01-01T10:00' });
    const before = await Promise.all([planned, running].map(find));
    const page = await get(`/-/actions/promotions.end-promotion?id=${over}&id=${planned}&id=${running}`);
    expect(page).toContain('This will change 2 promotions of the 3 promotions you selected.');
    expect(page).toContain('Long ago: It has already ended.');
    const end = async () => {
      const { id } = await submit('/admin/promotions/-/actions/promotions.end-promotion', [
        ...[over, planned, running].map((each) => ['id', each]),
        ['count', '3'],
      ]);
      const { rows } = await pool.query('select done, skipped from platform.runs where id = $1', [id]);
      expect(rows).toEqual([{ done: 2, skipped: 1 }]);
      return id;
    };
    const undo = async (run: string) => {
      const { id } = await submit(`/admin/runs/${run}/undo`, []);
      return (await pool.query('select done, skipped from platform.runs where id = $1', [id])).rows;
    };
    expect(await undo(await end())).toEqual([{ done: 2, skipped: 0 }]);
    expect(await Promise.all([planned, running].map(find))).toEqual(before);
    const run = await end();
    await pool.query(`update promotions set ends_at = '2099-01-01Z' where id = $1`, [running]);
    expect(await undo(run)).toEqual([{ done: 1, skipped: 1 }]);
    expect((await find(running)).ends_at).toEqual(new Date('2099-01-01Z'));
  });

  it('end at a whole second, so that saving them unchanged does not keep the end from being undone', async () => {
    const { id } = await post('/new', { name: 'Saved since', percent: '5' });
    const { id: run } = await submit('/admin/promotions/-/actions/promotions.end-promotion', [
      ['id', id],
      ['count', '1'],
    ]);
    const [, endsAt = ''] = /name="endsAt" value="([^"]*)"/.exec(await get(`/${id}`)) ?? [];
    expect((await post(`/${id}`, { name: 'Saved since', percent: '5', endsAt })).statusCode).toBe(303);
    await submit(`/admin/runs/${run}/undo`, []);
    expect((await find(id)).ends_at).toBeNull();
  });

  it('refuse what none can be for', async () => {
    const reply = await post('/new', { name: 'For nothing', percent: '5', productIds: '2147483648' });
    expect([reply.statusCode, reply.body.includes('href="#productIds"')]).toEqual([422, true]);
  });

  it('find what they are for without script', async () => {
    const found = await post('/new', { name: 'For a brand', 'brandIds.search': 'kiln', _search: 'brandIds' });
    expect([found.statusCode, found.body.includes('Kiln Works')]).toEqual([200, true]);
    const kept = await post('/new', { name: 'For a brand that is gone', percent: '5', brandIds: '77' });
    expect(await get(`/${kept.id}`)).toContain('#77');
  });
});

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { shareViews } from '#platform/admin/lists/views/share-views.ts';
import { countQueries } from '#platform/database/database.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, testClock } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, db, pool } = useDatabase();
const clock = testClock(new Date('2026-11-20T12:00:00Z'));

const reader = createStaffCookie('Ada', openBackOffice.name, 'promotions.read');
const writer = createStaffCookie('Bea', openBackOffice.name, 'promotions.read', 'promotions.write');
const sharer = createStaffCookie('Cleo', openBackOffice.name, 'promotions.read', shareViews.name);

let app: App;

/** 120 coupons, newest first `c120` to `c1`: every tenth was ended, every sixth is over, every seventh is planned. */
beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, clock, env: { LOG_LEVEL: 'silent' } });
  await pool.query(`insert into coupons (code, code_key, description, is_enabled, percent, currency, starts_at, ends_at, created_at)
    select 'C' || n, 'c' || n, case n when 7 then '=2+3' when 8 then 'For the fair, 10% off' else '' end, n % 10 <> 0, 10, 'EUR',
      case when n % 7 = 0 then timestamptz '2026-12-01Z' end, case when n % 6 = 0 and n % 7 <> 0 then timestamptz '2026-11-01Z' + interval '1 hour' * n end,
      timestamptz '2026-10-01Z' + interval '1 minute' * (n / 2)
    from generate_series(1, 120) n`);
});

async function ask(url: string, cookie = reader) {
  const { body, statusCode, headers } = await app.http.inject({
    url: `/admin/coupons${url}`,
    headers: { accept: 'text/html', cookie },
  });
  return { statusCode, headers, body: body.replaceAll('<!-- -->', '') };
}

function post(url: string, body: Record<string, string | string[]>, cookie: string) {
  const payload = new URLSearchParams(
    Object.entries(body).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return app.http.inject({ method: 'POST', url: `/admin/coupons${url}`, headers, payload: String(payload) });
}

const listCodes = (html: string) => [...html.matchAll(/<code>(C\d+)<\/code>/g)].map(([, code]) => code);

const decode = (text: string) => text.replaceAll('&amp;', '&');

/** The query of the link to another page. */
function findLink(html: string, text: string): string {
  const [, href] = new RegExp(`<a class="cursor__link" href="/admin/coupons([^"]*)" rel="${text}"`).exec(html) ?? [];
  if (href === undefined) throw new Error(`no link ${text}`);
  return decode(href);
}

describe('the list of coupons', () => {
  it('shows the newest first, with how many there are', async () => {
    const { body, statusCode } = await ask('');
    expect(statusCode).toBe(200);
    expect(listCodes(body)).toHaveLength(50);
    expect(listCodes(body).slice(0, 2)).toEqual(['C120', 'C119']);
    expect(body).toContain('120 coupons');
    expect(body).toContain('href="/admin/coupons/120"');
  });

  it('goes through its pages, and back the same way, whatever the order', async () => {
    for (const sort of ['newest', '-newest', 'code', '-code', 'end', '-end']) {
      const pages: (string | undefined)[][] = [];
      let query = `?sort=${sort}`;
      for (;;) {
        const { body } = await ask(query);
        pages.push(listCodes(body));
        if (!body.includes('rel="next"')) break;
        query = findLink(body, 'next');
      }
      expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
      expect(new Set(pages.flat()).size).toBe(120);
      const back: (string | undefined)[][] = [];
      for (;;) {
        const { body } = await ask(query);
        back.push(listCodes(body));
        if (!body.includes('rel="prev"')) break;
        query = findLink(body, 'prev');
      }
      expect(back.flat().length).toBeGreaterThanOrEqual(120);
      expect(back.slice(0, 2)).toEqual([pages[2], pages[1]]);
    }
  });

  it('begins at the first page after a place that no row can have', async () => {
    for (const key of [
      '2026-02-31 10:00:00+00',
      '9999-99-99 99:99:99+00',
      '999999-01-01 00:00:00+00',
      '0000-01-01 00:00:00+00',
    ]) {
      const { statusCode, body } = await ask(`?after=${encodeURIComponent(`1 ${key}`)}`);
      expect([statusCode, listCodes(body)[0], body.includes('was ignored')], key).toEqual([200, 'C120', true]);
    }
  });

  it('keeps its place when rows come and go between two pages', async () => {
    const { body } = await ask('?sort=code');
    const next = findLink(body, 'next');
    const before = listCodes((await ask(next)).body);
    const last = listCodes(body).at(-1);
    await pool.query(`create table kept as select * from coupons where code = '${last}'`);
    await pool.query('delete from coupons where code = $1', [last]);
    await pool.query(`insert into coupons (code, code_key, percent, currency) values ('A1', 'a1', 5, 'EUR')`);
    expect(listCodes((await ask(next)).body)).toEqual(before);
    await pool.query(`delete from coupons where code = 'A1'`);
    await pool.query('insert into coupons overriding system value select * from kept; drop table kept');
  });

  it('filters, and drops the page when a filter is removed', async () => {
    const { body } = await ask('?state=planned&state=ended');
    expect(body).toContain('28 coupons');
    expect(body).toContain('State: Scheduled, Ended by the shop');
    const { body: second } = await ask(`${findLink((await ask('?state=running')).body, 'next')}`);
    expect(second).toContain('after=');
    const removing = /<a class="chosen" href="([^"]*)"/.exec(second)?.[1];
    expect(removing).toBe('/admin/coupons');
    expect((await ask('?ends.from=2026-11-02&ends.to=2026-11-03')).body).toContain('7 coupons');
    expect((await ask('?state=running&limited=yes')).body).toContain('Nothing matches');
  });

  it('finds a code before parts of codes', async () => {
    expect(listCodes((await ask('?q=c12')).body)).toEqual(['C12']);
    expect(listCodes((await ask('?q=c1&state=over')).body).sort()).toEqual(['C102', 'C108', 'C114', 'C12', 'C18']);
    expect(listCodes((await ask('?q=10%25')).body)).toEqual(['C8']);
  });

  it('has three texts for no rows', async () => {
    expect((await ask('?q=nothing')).body).toContain('Nothing matches');
    expect((await ask('?q=c1%00')).body).not.toContain('could not be loaded');
    await pool.query('alter table coupons rename to hidden');
    const failed = await ask('');
    await pool.query('alter table hidden rename to coupons');
    expect([failed.statusCode, failed.body.includes('The list could not be loaded')]).toEqual([500, true]);
    await pool.query('create table kept as select * from coupons; delete from coupons');
    const empty = await ask('');
    await pool.query('insert into coupons overriding system value select * from kept; drop table kept');
    expect(empty.body).toContain('Coupons are discounts for shoppers who enter a code.');
  });

  it('tells what of an address it does not know', async () => {
    const wrong = [
      ['colour=red', 'The filter “colour” does not exist.'],
      ['state=lost', 'State: “lost” is not one of the choices'],
      ['ends.from=2026-02-30', 'Ends: “2026-02-30” is not a date'],
      ['ends.from=2026-03-02&ends.to=2026-03-01', 'the first day is after the last'],
      ['sort=price', 'This sort order does not exist.'],
      ['columns=price', 'This column does not exist.'],
      ['after=x', 'This page does not exist. The list starts from the beginning.'],
      ['after=12+yesterday', 'This page does not exist. The list starts from the beginning.'],
      ['view=gone', 'This view does not exist, or you can’t access it. All rows are shown.'],
      ['view=running&state=over', 'Filters in addition to a view were ignored.'],
      [`q=${'x'.repeat(201)}`, 'Searches can have at most 200 characters'],
      [`q=${'x'.repeat(9000)}`, 'The address is too long'],
    ] as const;
    for (const [query, message] of wrong) {
      const { body, statusCode } = await ask(`?${query}`);
      expect([statusCode, body.includes(message)], query).toEqual([200, true]);
    }
    expect((await ask('')).body).not.toContain('was ignored');
  });

  it('runs at most four queries with a real session', async () => {
    const real = await testShop(database, { clock, env: { LOG_LEVEL: 'silent' } });
    const { customer } = await createCustomer(real.shop, 'owner@example.com');
    await db.execute(sql`insert into staff_members (customer_id, role) values (${customer.id}, 'owner')`);
    const device = newShopper(real);
    await startTestSession(real, device, customer, { hasSecondFactor: true });
    const cookie = `session=${device.cookies.get('session')}`;
    for (const query of ['', '?q=c12', '?q=nothing', '?view=running&own=1&state=over', '?sort=code']) {
      const { value, queries, texts } = await countQueries(() =>
        real.http.inject({ url: `/admin/coupons${query}`, headers: { accept: 'text/html', cookie } }),
      );
      expect(value.statusCode).toBe(200);
      expect(queries, `${query}: ${texts.join('\n')}`).toBeLessThanOrEqual(4);
    }
  });
});

describe('the palette', () => {
  const search = async (query: string, cookie = reader) => {
    const url = `/admin/search?${new URLSearchParams({ q: query })}`;
    const reply = await app.http.inject({ url, headers: { accept: 'application/json', cookie } });
    const { hits } = reply.json<{ hits: { group: string; title: string; href: string }[] }>();
    return hits.filter(({ group, title }) => group === 'Coupons' && title !== group);
  };

  it('finds rows of lists: one that matches exactly alone, or a few that match in part', async () => {
    const { rows } = await pool.query<{ id: number }>(`select id from coupons where code_key = 'c12'`);
    expect(await search('C12')).toEqual([{ group: 'Coupons', title: 'C12', href: `/admin/coupons/${rows[0]?.id}` }]);
    expect((await search('the fair')).map(({ title }) => title)).toEqual(['C8']);
    expect(await search('C11 or C12')).toEqual([]);
    await pool.query(`update coupons set description = 'Autumn' where code_key < 'c2'`);
    expect(await search('autumn')).toHaveLength(5);
    await pool.query(`update coupons set description = '' where description = 'Autumn'`);
  });

  it('finds nothing that somebody may not see', async () => {
    expect(await search('C12', createStaffCookie('Dora', openBackOffice.name))).toEqual([]);
  });
});

describe('a search that shows exact matches alone', () => {
  it('says so, and a link shows all that contain the text', async () => {
    const { body } = await ask('?q=c12');
    expect(listCodes(body)).toEqual(['C12']);
    expect(body).toContain('href="/admin/coupons?q=c12&amp;contains=1">Show everything that contains “c12”</a>');
    const all = await ask('?q=c12&contains=1');
    expect(listCodes(all.body)).toEqual(['C120', 'C12']);
    expect(all.body).not.toContain('Show everything that contains “');
    expect((await ask('/-/rows.csv?q=c12&contains=1')).body.trim().split('\r\n')).toHaveLength(3);
  });

  it('says nothing where it shows parts, or nothing', async () => {
    for (const q of ['the fair', 'nothing'])
      expect((await ask(`?q=${q}`)).body).not.toContain('Show everything that contains “');
  });
});

describe('the CSV file of a list', () => {
  it('has all rows that match with the columns that are shown, and no formulas', async () => {
    const reply = await ask('/-/rows.csv?columns=code,state,description&sort=code');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain('coupons-2026-11-20.csv');
    const lines = reply.body.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toHaveLength(121);
    expect(lines[0]).toBe('Code,State,Note');
    expect(lines).toContain("C7,Scheduled,'=2+3");
    expect(lines).toContain('C8,Running,"For the fair, 10% off"');
    expect((await ask('/-/rows.csv?state=planned')).body.trim().split('\r\n')).toHaveLength(17);
  });

  it('is refused for filters that are wrong, and recorded', async () => {
    expect((await ask('/-/rows.csv?state=lost')).statusCode).toBe(422);
    const { rows } = await pool.query(
      `select by, after from platform.audit_entries where action = 'admin.export-list' order by id`,
    );
    expect(rows.at(-1)).toEqual({ by: 'Ada', after: { view: 'state=planned', search: '' } });
  });
});

const findIds = async (...codes: string[]) =>
  (await pool.query<{ id: number }>('select id from coupons where code = any($1) order by id', [codes])).rows.map(
    ({ id }) => String(id),
  );

describe('an action on marked rows', () => {
  it('says what it will do, which rows it leaves and why, and changes nothing yet', async () => {
    const ids = await findIds('C1', 'C2', 'C10');
    const query = `?from=${encodeURIComponent('sort=code')}&${ids.map((id) => `id=${id}`).join('&')}`;
    const { body } = await ask(`/-/actions/promotions.end-coupon${query}`, writer);
    expect(body).toContain('This will change 2 coupons of the 3 coupons you selected.');
    expect(body).toContain('C10: It has already ended.');
    expect(body).toContain('href="/admin/coupons?sort=code"');
    expect((await pool.query('select from coupons where not is_enabled')).rowCount).toBe(12);
    expect((await ask(`/-/actions/promotions.end-coupon${query}`)).statusCode).toBe(403);
    expect((await ask('')).body).not.toContain('promotions.end-coupon');
  });

  it('does it as a run that can be undone', async () => {
    const ids = await findIds('C1', 'C2', 'C10');
    const reply = await post('/-/actions/promotions.end-coupon', { id: ids, count: '3', from: '' }, writer);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, expect.stringMatching(/^\/admin\/runs\/\d+$/)]);
    const { rows } = await pool.query('select done, skipped, failed from platform.runs order by id desc limit 1');
    expect(rows).toEqual([{ done: 2, skipped: 1, failed: 0 }]);
    expect((await pool.query(`select from coupons where code in ('C1', 'C2') and not is_enabled`)).rowCount).toBe(2);
  });

  it('takes all that match by their query, and asks again when the number has changed', async () => {
    const asked = { all: '1', from: 'state=planned' };
    const page = await ask('/-/actions/promotions.end-coupon?all=1&from=state%3Dplanned', writer);
    expect(page.body).toContain('This will change 16 coupons of the 16 coupons you selected.');
    await pool.query(`update coupons set is_enabled = false where code = 'C7'`);
    const changed = await post('/-/actions/promotions.end-coupon', { ...asked, count: '16' }, writer);
    expect(changed.statusCode).toBe(409);
    expect(changed.body).toContain('There were 16 coupons, and now there are 15 coupons.');
    expect((await post('/-/actions/promotions.end-coupon', { ...asked, count: '15' }, writer)).statusCode).toBe(303);
    expect((await ask('?state=planned')).body).toContain('Nothing matches');
  });

  it('is refused without rows, with filters that are wrong, and without its permission', async () => {
    const end = { from: '', count: '0' };
    expect((await post('/-/actions/promotions.end-coupon', end, writer)).body).toContain(
      'Select at least one row first.',
    );
    expect(
      (await post('/-/actions/promotions.end-coupon', { ...end, all: '1', from: 'state=lost' }, writer)).body,
    ).toContain('needs exact filters');
    expect(
      (await post('/-/actions/promotions.end-coupon', { ...end, all: '1', count: '120' }, reader)).statusCode,
    ).toBe(403);
    expect((await post('/-/actions/promotions.delete', end, writer)).statusCode).toBe(404);
  });
});

describe('views of a list', () => {
  it('are chosen by their name, changed, reset and saved', async () => {
    const { body } = await ask('?view=running');
    expect(body).toContain('State: Running');
    const changed = await ask('?view=running&own=1&state=over');
    expect(changed.body).toContain('Running<span class="views__changed">changed');
    expect(decode(changed.body)).toContain('/admin/coupons/-/view?from=');
    const saved = await post(
      '/-/view',
      { from: 'view=running&own=1&state=over&columns=code,ends', name: 'My old ones', share: 'nobody' },
      reader,
    );
    expect(saved.headers.location).toMatch(/^\/admin\/coupons\?view=\d+$/);
    const own = await ask(String(saved.headers.location).replace('/admin/coupons', ''));
    expect(own.body).toContain('State: Expired');
    expect(own.body).toContain('Edit view');
    expect(own.body).not.toContain('data-title="Discount"');
    expect((await ask('', writer)).body).not.toContain('My old ones');
  });

  it('are shared by a role or with all, by those who may', async () => {
    const base = { from: 'state=planned', name: 'Soon' };
    expect((await post('/-/view', { ...base, share: 'all' }, reader)).statusCode).toBe(422);
    await ask('', writer);
    const { rows } = await db.execute<{ role: string }>(
      sql`select role from staff_members m join customers c on c.id = m.customer_id where c.email = 'bea@staff.example'`,
    );
    expect((await post('/-/view', { ...base, share: `role:${rows[0]?.role}` }, sharer)).statusCode).toBe(303);
    expect((await post('/-/view', { ...base, name: 'Other', share: 'role:nobody' }, sharer)).statusCode).toBe(422);
    expect((await ask('', writer)).body).toContain('Soon');
    expect((await ask('', reader)).body).not.toContain('Soon');
    expect((await post('/-/view', { ...base, share: 'all', name: 'For all' }, sharer)).statusCode).toBe(303);
    expect((await ask('', writer)).body).toContain('For all');
  });

  it('are changed and deleted by who made them only', async () => {
    const { rows } = await pool.query<{ id: number }>(`select id from platform.list_views where name = 'For all'`);
    const [{ id } = { id: 0 }] = rows;
    const body = { from: `view=${id}&own=1&state=over`, edit: '1', name: 'Old', share: 'all' };
    expect((await post('/-/view', { ...body, delete: '1' }, writer)).statusCode).not.toBe(500);
    expect((await pool.query('select name from platform.list_views where id = $1', [id])).rows).toEqual([
      { name: 'For all' },
    ]);
    expect((await post('/-/view', body, sharer)).headers.location).toBe(`/admin/coupons?view=${id}`);
    expect((await ask(`?view=${id}`)).body).toContain('State: Expired');
    await post('/-/view', { ...body, delete: '1' }, sharer);
    expect((await ask(`?view=${id}`)).body).toContain(
      'This view does not exist, or you can’t access it. All rows are shown.',
    );
  });

  it('are recorded: saved, changed, shared and deleted', async () => {
    const { rows } = await pool.query(
      `select by, action, label, before, after from platform.audit_entries where subject_kind = 'list-view' and label in ('For all', 'Old') order by id`,
    );
    const view = {
      list: 'promotions.coupons',
      name: 'For all',
      address: 'state=planned',
      sharedWith: 'all',
      role: null,
    };
    const changed = { name: 'Old', address: 'state=over' };
    expect(rows).toEqual([
      { by: 'Cleo', action: 'admin.save-view', label: 'For all', before: null, after: view },
      {
        ...{ by: 'Cleo', action: 'admin.save-view', label: 'Old' },
        ...{ before: { name: 'For all', address: 'state=planned' }, after: changed },
      },
      { by: 'Cleo', action: 'admin.delete-view', label: 'Old', before: { ...view, ...changed }, after: null },
    ]);
  });

  it('refuses a name that is missing or taken', async () => {
    for (const name of ['', ' ', 'x'.repeat(61), 'My old ones'])
      expect((await post('/-/view', { from: '', name, share: 'nobody' }, reader)).statusCode, name).toBe(422);
  });
});

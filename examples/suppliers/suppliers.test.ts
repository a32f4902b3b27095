import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { adminHome } from '#platform/admin/home.ts';
import { maxCount } from '#platform/admin/lists/statements/compose.ts';
import { listStatementsOf } from '#platform/admin/lists/statements/list-statements.ts';
import { providePort } from '#platform/features/ports.ts';
import { findListRows } from '#tests/lists/list-rows.ts';
import { findScans } from '#tests/lists/plans.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { suppliers, suppliersOfCoupons, suppliersToOrderFrom } from './index.ts';

const database = useDatabase();
const { pool } = database;

const staff = createStaffCookie(
  ...(['Dora', 'admin.open', 'suppliers.read', 'suppliers.write', 'promotions.read', 'promotions.write'] as const),
);
const reader = createStaffCookie('Rita', 'admin.open', 'suppliers.read');
const seller = createStaffCookie('Sam', 'admin.open', 'promotions.read', 'promotions.write');

let app: App;

beforeAll(async () => {
  app = await testShop(database, {
    choices: {
      features: [...withTestSession.features, suppliers],
      provides: [...withTestSession.provides, ...providePort(adminHome, [suppliersToOrderFrom])],
      extends: suppliersOfCoupons,
    },
  });
});

/** A request of a browser without script. Without a form it reads a page. */
async function ask(path: string, form?: Readonly<Record<string, string>>, cookie = staff) {
  const { statusCode, headers, body } = await app.http.inject({
    method: form ? 'POST' : 'GET',
    url: adminPath(path),
    headers: {
      ...{ cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  return { statusCode, location: String(headers.location), body: body.replaceAll('<!-- -->', '') };
}

async function createSupplier(name: string, reorderNote = ''): Promise<string> {
  const { statusCode, location, body } = await ask('suppliers/new', { name, reorderNote });
  expect(statusCode, body).toBe(303);
  return location.split('/').at(-1) ?? '';
}

const readVersion = (html: string) =>
  /name="_version" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';

const listEntries = async (kind: string, id: string) =>
  (
    await pool.query(
      'select action, before, after from platform.audit_entries where subject_kind = $1 and subject_id = $2 order by id',
      [kind, id],
    )
  ).rows;

describe('suppliers', () => {
  it('are added, listed, found and filtered', async () => {
    const id = await createSupplier('Clay & Co');
    await createSupplier('Blue Glazes', '20 kg of cobalt');
    const { body } = await ask('suppliers');
    expect(body).toContain('Search by name or email');
    expect(body).toContain(`href="/admin/suppliers/${id}"`);
    expect(body.indexOf('Blue Glazes')).toBeLessThan(body.indexOf('Clay &amp; Co'));
    for (const query of ['q=glaz', 'toOrder=yes', 'view=toOrder']) {
      const found = await ask(`suppliers?${query}`);
      expect([found.body.includes('Blue Glazes'), found.body.includes('Clay &amp; Co')], query).toEqual([true, false]);
    }
    expect((await ask('suppliers?added.to=2020-01-01')).body).not.toContain('Blue Glazes');
  });

  it('are changed on their page, with an entry in the audit; two have no name in common', async () => {
    const id = await createSupplier('Kiln Works');
    const _version = readVersion((await ask(`suppliers/${id}`)).body);
    const fields = { _version, name: 'Kiln Works Ltd', email: 'kilns@example.com', reorderNote: 'Shelves' };
    expect((await ask(`suppliers/${id}`, fields)).statusCode).toBe(303);
    const { body } = await ask(`suppliers/${id}`);
    expect(body).toContain('value="kilns@example.com"');
    expect((await listEntries('supplier', id)).at(-1)).toEqual({
      action: 'suppliers.save-supplier',
      before: { name: 'Kiln Works', email: '', reorderNote: '' },
      after: { name: 'Kiln Works Ltd', email: 'kilns@example.com', reorderNote: 'Shelves' },
    });
    const again = await ask('suppliers/new', { name: 'KILN works ltd', email: 'a@example.com' });
    expect([again.statusCode, again.body.includes('Another supplier has this name.')]).toEqual([422, true]);
    expect(again.body).toContain('value="a@example.com"');
  });

  it('are marked as ordered by a run, which is undone unless somebody wrote a new note', async () => {
    const ids = [await createSupplier('First', 'Pots'), await createSupplier('Second', 'Pans')];
    const readNotes = async () =>
      (await pool.query('select reorder_note from suppliers where id = any($1) order by id', [ids])).rows.map(
        ({ reorder_note }) => reorder_note,
      );
    const form = new URLSearchParams([...ids.map((id) => ['id', id]), ['count', '2'], ['from', '']]);
    const started = await app.http.inject({
      ...{ method: 'POST', url: '/admin/suppliers/-/actions/suppliers.mark-ordered', payload: form.toString() },
      headers: {
        ...{ cookie: staff, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(started.statusCode, started.body).toBe(303);
    expect(await readNotes()).toEqual(['', '']);
    await pool.query(`update suppliers set reorder_note = 'Bowls' where id = $1`, [ids[1]]);
    const run = (await pool.query('select id from platform.runs order by id desc limit 1')).rows[0].id;
    expect((await ask(`runs/${run}/undo`, {})).statusCode).toBe(303);
    expect(await readNotes()).toEqual(['Pots', 'Bowls']);
  });

  it('that have something to order are on the start page', async () => {
    await createSupplier('Waiting', 'Cups');
    const { body } = await ask('');
    expect(body).toContain('href="/admin/suppliers?toOrder=yes"');
    expect(body).toMatch(/suppliers? to order from/);
    expect((await ask('', undefined, seller)).body).not.toContain('to order from');
  });

  it('need their permissions', async () => {
    const id = await createSupplier('Secret', 'Gold');
    for (const path of ['suppliers', `suppliers/${id}`]) {
      expect((await ask(path, undefined, seller)).statusCode).toBe(403);
      expect((await ask(path, undefined, reader)).statusCode).toBe(200);
    }
    expect((await ask(`suppliers/${id}`, { name: 'Mine' }, reader)).statusCode).toBe(403);
    expect((await ask(`suppliers/${id}/mark-ordered`, {}, reader)).statusCode).toBe(403);
    expect((await ask(`suppliers/${id}/mark-ordered`, {})).statusCode).toBe(303);
    expect((await listEntries('supplier', id)).at(-1)?.action).toBe('suppliers.mark-ordered');
  });
});

describe('the supplier that pays for a coupon', () => {
  const coupon = { type: 'percent', amount: '10' };
  const createCoupon = async (form: Readonly<Record<string, string>>, cookie = staff) => {
    const { statusCode, location, body } = await ask('coupons/new', { ...coupon, ...form }, cookie);
    expect(statusCode, body).toBe(303);
    return location.split('/').at(-1) ?? '';
  };

  it('is a field of its form, a column and a filter of the list, and a panel of the record', async () => {
    const supplier = await createSupplier('Patron');
    const id = await createCoupon({ code: 'PATRON', 'supplier.paidBy': supplier });
    await createCoupon({ code: 'OURS' });
    expect((await listEntries('coupon', id))[0]?.after).toMatchObject({ 'supplier.paidBy': Number(supplier) });
    expect((await ask('coupons')).body).toContain('Patron');
    const { body } = await ask(`coupons?supplier=${supplier}`);
    expect([body.includes('PATRON'), body.includes('OURS')]).toEqual([true, false]);
    expect((await ask(`coupons/${id}`)).body).toContain(`href="/admin/suppliers/${supplier}"`);
    const page = (await ask(`suppliers/${supplier}`)).body;
    expect(page).toContain(`href="/admin/coupons/${id}"`);
    expect(page).toContain(`href="/admin/coupons?supplier=${supplier}"`);
  });

  it('is removed again, and is one that exists', async () => {
    const supplier = await createSupplier('Short Patron');
    const id = await createCoupon({ code: 'SHORT', 'supplier.paidBy': supplier });
    const _version = readVersion((await ask(`coupons/${id}`)).body);
    const change = { _version, ...coupon, code: 'SHORT' };
    const gone = await ask(`coupons/${id}`, { ...change, 'supplier.paidBy': '999999' });
    expect([gone.statusCode, gone.body.includes('This supplier was deleted.')]).toEqual([422, true]);
    expect((await ask(`suppliers/${supplier}`)).body).toContain('SHORT');
    expect((await ask(`coupons/${id}`, { ...change, 'supplier.paidBy': '' })).statusCode).toBe(303);
    expect((await ask(`suppliers/${supplier}`)).body).not.toContain('SHORT');
  });

  it('is not shown on the page of the coupon to who may not see suppliers', async () => {
    const supplier = await createSupplier('Hidden Patron');
    const id = await createCoupon({ code: 'HIDDEN', 'supplier.paidBy': supplier });
    expect((await ask(`coupons/${id}`, undefined, seller)).body).not.toContain('Hidden Patron');
  });
});

describe('the external feature', () => {
  it('reads no large table from end to end, in its own list and in that of coupons', async () => {
    await pool.query(findListRows('promotions.coupons'), [50_000]);
    await pool.query(`
      insert into suppliers (name, email, reorder_note, created_at)
      select 'Supplier ' || n, n || '@example.com', case when n % 100 = 0 then 'Pots' else '' end, now() - interval '1 hour' * n
      from generate_series(1, 50000) n`);
    await pool.query(
      `insert into supplier_coupons select c.id, s.id from coupons c join suppliers s on s.id = c.id on conflict do nothing`,
    );
    await pool.query('analyze');
    const large = new Set(['suppliers', 'supplier_coupons', 'coupons']);
    const scans: string[] = [];
    for (const name of ['suppliers.suppliers', 'promotions.coupons']) {
      const list = app.shop.adminLists.get(name);
      if (!list) throw new Error(`no list ${name}`);
      for (const { name: statement, text, values } of listStatementsOf(app.shop, list)) {
        const { rows } = await pool.query(`explain (format json) ${text}`, [...values]);
        const found = findScans(rows[0]['QUERY PLAN'][0].Plan, (table) => large.has(table), maxCount);
        scans.push(...found.map((scan) => `${statement}: ${scan}`));
      }
    }
    expect(scans).toEqual([]);
  });
});

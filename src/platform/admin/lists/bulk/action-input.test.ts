import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type BulkAction, defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { choice, flag, line, number, record, secret } from '#platform/forms/kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { listPaths } from '../page/list-view.ts';

const { database, pool } = useDatabase();

const texts = defineTexts('kilns', {
  title: 'Kilns',
  count: '{count, plural, one {# kiln} other {# kilns}}',
  empty: 'Kilns fire pots.',
  name: 'Name',
  fire: 'Fire',
  ship: 'Ship',
  label: 'Label',
});

const fire = defineBulkAction({
  ...{ name: 'kilns.fire', text: texts.fire, subject: 'kiln', requires: 'kilns.write' },
  fields: () => ({
    degrees: number({ label: 'Degrees', required: true, max: 1400 }),
    mode: choice({ label: 'Mode', options: [{ value: 'slow', label: 'Slow' }], required: true }),
    helper: record({
      label: 'Helper',
      picker: {
        load: async (_context, ids) => ids.map((id) => ({ id, label: `Helper ${id}` })),
        search: async (_context, query) => [{ id: 7, label: `Found ${query}` }],
      },
    }),
  }),
  initial: () => ({ mode: 'slow' as const }),
  run: async (_shop, tx, id, { degrees, mode, helper }) => {
    await tx.execute(sql`insert into done values (${id}, ${`${degrees} ${mode} ${helper}`})`);
    return { ok: true, change: { label: `Kiln ${id}`, before: null, after: { degrees } } };
  },
});

/** Kiln 3 was shipped before. */
const ship = defineBulkAction({
  ...{ name: 'kilns.ship', text: texts.ship, subject: 'kiln', requires: 'kilns.write', isDangerous: true },
  fields: () => ({ carrier: line({ label: 'Carrier', max: 20 }) }),
  perRow: () => ({
    tracking: line({ label: 'Tracking number', required: true, max: 20 }),
    boxes: number({ label: 'Boxes' }),
    gate: line({ label: 'Gate', max: 20 }),
    seal: line({ label: 'Seal', max: 20 }),
  }),
  check: async (_shop, _db, ids) =>
    ids.filter((id) => id === 3).map((id) => ({ id, code: 'SHIPPED', message: 'It is away.' })),
  run: async (_shop, tx, id, { carrier, tracking, boxes }) => {
    await tx.execute(sql`insert into done values (${id}, ${`${carrier} ${tracking} ${boxes}`})`);
    return { ok: true, change: { label: `Kiln ${id}`, before: null, after: { tracking } } };
  },
});

/** Kiln 3 is repaired while somebody looks at the page. */
let broken = [3];
const label = defineBulkAction({
  ...{ name: 'kilns.label', text: texts.label, subject: 'kiln', requires: 'kilns.write' },
  perRow: () => ({ note: line({ label: 'Note', max: 20 }), isFragile: flag({ label: 'Fragile' }) }),
  check: async (_shop, _db, ids) =>
    ids.filter((id) => broken.includes(id)).map((id) => ({ id, code: 'BROKEN', message: 'It is broken.' })),
  run: async (_shop, tx, id, { note }) => {
    await tx.execute(sql`insert into done values (${id}, ${note})`);
    return { ok: true, change: { label: `Kiln ${id}`, before: null, after: { note } } };
  },
});

const kilnList = defineAdminList<{ readonly id: number; readonly name: string }>({
  ...{ name: 'kilns.kilns', path: adminPath('kilns'), requires: 'kilns.read', texts },
  source: {
    ...{ from: sql`kilns k`, id: sql`k.id`, select: sql`k.id, k.name` },
    sorts: { name: { title: texts.name, by: sql`k.name`, type: 'text', direction: 'asc' } },
  },
  columns: { name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title' } },
  filters: {},
  actions: [fire, ship],
});

const createKilns = (actions: readonly BulkAction[], bulkActions: readonly BulkAction[] = []): Feature => ({
  ...{ name: 'kilns', needs: [], texts: [texts] },
  permissions: [definePermission('kilns.read', 'See kilns'), definePermission('kilns.write', 'Change kilns')],
  admin: { lists: [{ ...kilnList, actions }], bulkActions, auditKinds: [{ kind: 'kiln', text: texts.name }] },
});

let app: App;
let owner: Shopper;
const firePath = listPaths(kilnList.path).action(fire.name);
const shipPath = listPaths(kilnList.path).action(ship.name);
const labelPath = listPaths(kilnList.path).action(label.name);

beforeAll(async () => {
  await pool.query(`create table kilns (id int primary key, name text not null);
    create table done (kiln int not null, what text not null);
    insert into kilns select n, 'Kiln ' || n from generate_series(1, 70) n`);
  app = await testShop(database, { choices: { features: [createKilns([fire, ship, label])] } });
  owner = newShopper(app);
  const { customer } = await createCustomer(app.shop, 'ada@example.com');
  await startTestSession(app, owner, customer);
  await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [customer.id]);
});

beforeEach(async () => {
  await pool.query('truncate done');
  await pool.query('update account_sessions set created_at = now()');
});

const listDone = async () =>
  (await pool.query<{ what: string }>(`select kiln || ': ' || what as what from done order by kiln`)).rows.map(
    ({ what }) => what,
  );
const visit = async (path: string) => {
  const { status, body } = await owner.visit(path);
  return { status, body: body.replaceAll('<!-- -->', '') };
};
const submit = async (path: string, form: Record<string, string | string[]>) => {
  const { status, body, location } = await owner.submit(path, form);
  return { status, location, body: body.replaceAll('<!-- -->', '') };
};

describe('an action that asks for something once', () => {
  it('shows its fields on the page that confirms it, which any page can link to', async () => {
    const { body } = await visit(`${firePath}?id=12`);
    expect(body).toContain('This will change 1 kiln of the 1 kiln you selected.');
    expect(body).toMatch(/<input[^>]*name="all\.degrees"/);
    expect(body).toMatch(/<option value="slow" selected/);
    expect(body).not.toContain('name="rows.');
  });

  it('gets the values with each row', async () => {
    const form = { id: ['1', '2'], count: '2', from: '', 'all.degrees': '900', 'all.mode': 'slow', 'all.helper': '7' };
    expect((await submit(firePath, form)).location).toMatch(/^\/admin\/runs\/\d+$/);
    expect(await listDone()).toEqual(['1: 900 slow 7', '2: 900 slow 7']);
    const { rows } = await pool.query(`select r.input, e.after -> 'input' as recorded from platform.runs r
      join platform.audit_entries e on e.run_id = r.id and e.action = 'runs.start' order by r.id desc limit 1`);
    // Erasing a customer finds the entries of the audit, and not what a run has kept.
    expect(rows).toEqual([{ input: null, recorded: { degrees: 900, mode: 'slow', helper: 7 } }]);
  });

  it('gets them for all that match, too', async () => {
    const form = { all: '1', count: '70', from: '', 'all.degrees': '900', 'all.mode': 'slow' };
    expect((await submit(firePath, form)).status).toBe(303);
    const { rows } = await pool.query('select total, input from platform.runs order by id desc limit 1');
    expect(rows).toEqual([{ total: 70, input: { all: { degrees: 900, mode: 'slow', helper: null }, rows: {} } }]);
  });

  it('says what is wrong at each field, keeps what was typed, and changes nothing', async () => {
    const form = { id: ['1', '2'], count: '2', from: 'sort=-name', 'all.degrees': '2000', 'all.mode': 'slow' };
    const { status, body } = await submit(firePath, form);
    expect(status).toBe(422);
    expect(body).toContain('<a href="#all.degrees">“Degrees” can be at most 1,400.</a>');
    expect(body).toMatch(/<input[^>]*name="all\.degrees"[^>]*value="2000"/);
    expect(body).toContain('href="/admin/kilns?sort=-name"');
    expect(await listDone()).toEqual([]);
  });

  it('keeps what was typed when the number of rows has changed', async () => {
    const form = { id: ['1', '999'], count: '2', from: '', 'all.degrees': '900' };
    const { status, body } = await submit(firePath, form);
    expect([status, body]).toEqual([409, expect.stringMatching(/name="all\.degrees"[^>]*value="900"/)]);
  });

  it('shows what a button of a field finds, and does nothing yet', async () => {
    const form = {
      id: '1',
      count: '1',
      from: '',
      'all.degrees': '900',
      'all.helper.search': 'Bo',
      _search: 'all.helper',
    };
    const { status, body } = await submit(firePath, form);
    expect([status, body]).toEqual([200, expect.stringContaining('Found Bo')]);
    expect(body).toMatch(/name="all\.degrees"[^>]*value="900"/);
    expect(await listDone()).toEqual([]);
  });
});

describe('an action that asks for something for each row', () => {
  it('asks for the rows that it would change, by their names', async () => {
    const { body } = await visit(`${shipPath}?id=1&id=2&id=3`);
    expect(body).toContain('Kiln 3: It is away.');
    expect([...body.matchAll(/<legend[^>]*>(Kiln \d+)/g)].map(([, name]) => name)).toEqual(['Kiln 1', 'Kiln 2']);
    expect([...body.matchAll(/name="(rows\.\d+\.tracking)"/g)].map(([, name]) => name)).toEqual([
      'rows.1.tracking',
      'rows.2.tracking',
    ]);
  });

  it('gets the values of its row', async () => {
    const form = { id: ['1', '2', '3'], count: '3', from: '', 'all.carrier': 'Post' };
    const rows = { 'rows.1.tracking': 'T1', 'rows.2.tracking': 'T2', 'rows.2.boxes': '4' };
    expect((await submit(shipPath, { ...form, ...rows })).location).toMatch(/^\/admin\/runs\/\d+$/);
    expect(await listDone()).toEqual(['1: Post T1 null', '2: Post T2 4']);
    expect((await visit(`/admin/audit?action=${ship.name}`)).body).toContain('<dt>Tracking number</dt>');
  });

  it('names the row of a problem, and keeps what was typed for the others', async () => {
    const form = { id: ['1', '2'], count: '2', from: '', 'rows.1.tracking': 'T1', 'rows.2.tracking': ' ' };
    const { status, body } = await submit(shipPath, form);
    expect(status).toBe(422);
    expect(body).toContain('<a href="#rows.2.tracking">Kiln 2: Please fill in “Tracking number”.</a>');
    expect(body).toMatch(/name="rows\.1\.tracking"[^>]*value="T1"/);
    expect(await listDone()).toEqual([]);
  });

  it('refuses what was typed for a row that is not marked', async () => {
    const form = { id: '1', count: '1', from: '', 'rows.1.tracking': 'T1', 'rows.2.tracking': 'T2' };
    const { status, body } = await submit(shipPath, form);
    expect([status, body]).toEqual([422, expect.stringContaining('for a row that is not selected')]);
    expect(await listDone()).toEqual([]);
  });

  it('asks for a row that can be changed only now, before it changes any', async () => {
    const { body } = await visit(`${labelPath}?id=2&id=3`);
    const [, asked = ''] = /name="asked" value="([^"]*)"/.exec(body) ?? [];
    expect(asked).toBe('2');
    broken = [];
    const form = { id: ['2', '3'], count: '2', from: '', asked, 'rows.2.note': 'N2' };
    const refused = await submit(labelPath, form);
    expect([refused.status, refused.body]).toEqual([422, expect.stringContaining('name="rows.3.note"')]);
    expect(refused.body).toContain('name="asked" value="2 3"');
    expect(await listDone()).toEqual([]);
    expect((await submit(labelPath, { ...form, asked: '2 3' })).location).toMatch(/^\/admin\/runs\/\d+$/);
    expect(await listDone()).toEqual(['2: N2', '3: ']);
  });

  it('takes 50 marked rows, and never all that match', async () => {
    const ids = Array.from({ length: 51 }, (_each, index) => `id=${index + 1}`);
    expect((await visit(`${shipPath}?${ids.slice(1).join('&')}`)).status).toBe(200);
    for (const query of [ids.join('&'), 'all=1'])
      expect(await visit(`${shipPath}?${query}`)).toMatchObject({
        ...{ status: 422, body: expect.stringContaining('at most 50 rows') },
      });
    expect((await submit(shipPath, { all: '1', count: '70', from: '' })).status).toBe(422);
    const buttons = (await visit('/admin/kilns')).body.match(/<button[^>]*formAction[^>]*>/gi) ?? [];
    expect(buttons.map((button) => button.includes('data-marked-only'))).toEqual([false, true, true]);
  });

  it('keeps everything that was typed through a fresh sign-in, for 50 rows with four fields each', async () => {
    const ids = Array.from({ length: 50 }, (_each, index) => String(index + 4));
    const typed = ids.flatMap((id) => [
      ...[`rows.${id}.tracking`, `rows.${id}.boxes`, `rows.${id}.gate`, `rows.${id}.seal`].map((name) => [name, id]),
    ]);
    await pool.query(`update account_sessions set created_at = created_at - interval '16 minutes'`);
    const asked = await submit(shipPath, {
      id: ids,
      count: '50',
      from: '',
      'all.carrier': 'Post',
      ...Object.fromEntries(typed),
    });
    const again = new URLSearchParams(asked.location.split('?')[1]).get('return') ?? '';
    await pool.query('update account_sessions set created_at = now()');
    const { body } = await visit(again);
    const kept = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    expect(kept).toHaveLength(50 + 3 + 200);
    const form = new Map<string, string[]>();
    for (const [, name = '', value = ''] of kept) form.set(name, [...(form.get(name) ?? []), value]);
    expect((await submit(shipPath, Object.fromEntries(form))).location).toMatch(/^\/admin\/runs\/\d+$/);
    expect(await listDone()).toEqual(ids.map((id) => `${id}: Post ${id} ${id}`));
  });
});

describe('the shop does not start with an action', () => {
  const start = (perRow: NonNullable<BulkAction['perRow']>) =>
    testShop(database, { choices: { features: [createKilns([{ ...ship, perRow }])] }, env: { LOG_LEVEL: 'silent' } });

  it('that asks for what can’t be stored, or for the same twice', async () => {
    await expect(start(() => ({ pin: secret({ label: 'PIN', max: 4, setAt: null }) }))).rejects.toThrow(
      "the bulk action 'kilns.ship' asks for a secret, which can't be stored with a run",
    );
    await expect(start(() => ({ carrier: line({ label: 'Carrier', max: 4 }) }))).rejects.toThrow(
      "asks for 'carrier' once and for each row",
    );
    const hidden = { ...ship, perRow: () => ({ pin: secret({ label: 'PIN', max: 4, setAt: null }) }) };
    const choices = { features: [createKilns([fire], [hidden])] };
    await expect(testShop(database, { choices, env: { LOG_LEVEL: 'silent' } })).rejects.toThrow('asks for a secret');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { extendForm } from '#platform/admin/forms/extend-form.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { type BulkAction, defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { choice, group, line, list, number, secret } from '#platform/forms/kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { extendRecord } from './extend-record.ts';
import { type AdminPanel, defineAdminRecord } from './record.ts';

const { database, pool } = useDatabase();

const texts = defineTexts('kilns', {
  ...{ kiln: 'Kiln', kilns: 'Kilns', create: 'New kiln', sell: 'Sell', fire: 'Fire', gift: 'Gift wrap' },
  ...{ broken: 'Broken', first: 'First', money: 'Money', between: 'Between' },
});

interface Kiln {
  readonly id: number;
  readonly name: string;
  readonly degrees: number | null;
  readonly key: string | null;
  readonly shelves: readonly { readonly wood: string; readonly size: { readonly width: number | null } }[];
}

const selectKiln = sqlQuery<Kiln>('test.kilns-find', 'select * from kilns where id = $1');
const lockKiln = sqlQuery<Kiln>('test.kilns-lock', 'select * from kilns where id = $1 for no key update');
const insertKiln = sqlQuery<{ id: number }>(
  'test.kilns-insert',
  'insert into kilns (name, degrees, shelves) values ($1, $2, $3) returning id',
);
const updateKiln = sqlQuery(
  'test.kilns-update',
  'update kilns set name = $2, degrees = $3, shelves = $4, key = coalesce($5, key) where id = $1',
);
const selectGift = sqlQuery<{ paper: string }>('test.kilns-gift', 'select paper from kiln_gifts where id = $1');
const setGift = sqlQuery(
  'test.kilns-set-gift',
  'insert into kiln_gifts values ($1, $2) on conflict (id) do update set paper = excluded.paper',
);

const kilnForm = defineAdminForm({
  ...{ name: 'kilns.save-kiln', description: 'Saves a kiln.', path: adminPath('kilns/:id') },
  ...{ requires: 'kilns.write', subject: 'kiln', create: texts.create },
  fields: (_shop, kiln: Kiln | null) => ({
    name: line({ label: 'Name', required: true, max: 50 }),
    degrees: number({ label: 'Degrees', max: 1400 }),
    key: secret({ label: 'Key', max: 50, setAt: kiln?.key ? new Date(0) : null }),
    shelves: list({
      label: 'Shelves',
      fields: {
        wood: choice({
          label: 'Wood',
          options: [
            { value: 'oak', label: 'Oak' },
            { value: 'ash', label: 'Ash' },
          ],
        }),
        size: group({ label: 'Size', fields: { width: number({ label: 'Width' }) } }),
      },
    }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    const empty = { name: '', degrees: null, key: undefined, shelves: [] };
    if (id === null) return { values: empty, subject: null, label: '' };
    const [kiln] = await (isLocking ? lockKiln : selectKiln)(db, [id]);
    if (!kiln) return null;
    const shelves = kiln.shelves as readonly {
      readonly wood: 'oak';
      readonly size: { readonly width: number | null };
    }[];
    return { values: { ...kiln, key: undefined, shelves }, subject: kiln, label: kiln.name };
  },
  save: async (_shop, tx, { name, degrees, shelves, key }, { id }) => {
    if (name === 'Cold') return { ok: false, problems: [{ field: 'name', message: 'No kiln is cold.' }] };
    if (id === null) {
      const [added] = await insertKiln(tx, [name, degrees, JSON.stringify(shelves)]);
      return { ok: true, id: added?.id ?? 0 };
    }
    await updateKiln(tx, [id, name, degrees, JSON.stringify(shelves), key ?? null]);
    return { ok: true, id };
  },
});

const act = (
  name: string,
  text: BulkAction['text'],
): Pick<BulkAction<null>, 'name' | 'text' | 'subject' | 'requires' | 'run'> => ({
  ...{ name, text, subject: 'kiln', requires: 'kilns.write' },
  run: async (_shop, tx, id) => {
    const [kiln] = await lockKiln(tx, [id]);
    if (!kiln) return { ok: false, code: 'KILN_GONE', message: 'It is gone.' };
    if (kiln.degrees === 20) return { ok: false, code: 'KILN_COLD', message: 'It takes <no> heat.' };
    await updateKiln(tx, [id, kiln.name, 900, JSON.stringify(kiln.shelves), null]);
    return { ok: true, change: { label: kiln.name, before: { degrees: kiln.degrees }, after: { degrees: 900 } } };
  },
});
const fire = defineBulkAction(act('kilns.fire', texts.fire));
const sell = defineBulkAction({ ...act('kilns.sell', texts.sell), isDangerous: true });

const panel = (id: string, text: BulkAction['text'], rest: Partial<AdminPanel> = {}): AdminPanel => ({
  ...{ id, title: text, column: 'main', render: () => `The panel ${id}` },
  ...rest,
});
function Throws(): never {
  throw new Error('a component of a panel fails');
}

const kilnRecord = defineAdminRecord<Kiln>({
  ...{ name: 'kilns.kiln', path: adminPath('kilns/:id'), requires: 'kilns.read', subject: 'kiln' },
  load: async (_shop, db, id) => (await selectKiln(db, [id]))[0] ?? null,
  head: (_shop, { name }) => ({ title: name }),
  form: kilnForm,
  panels: [
    panel('broken', texts.broken, { render: () => <Throws /> }),
    panel('money', texts.money, { requires: 'kilns.money' }),
  ],
  actions: [
    { action: fire, isNext: () => true },
    { action: sell, isShown: (kiln) => kiln.degrees !== 900 },
  ],
});

const kilns: Feature = {
  ...{ name: 'kilns', needs: [], texts: [texts] },
  permissions: ['kilns.read', 'kilns.write', 'kilns.money'].map((name) => definePermission(name, 'Kilns')),
  admin: { records: [kilnRecord], auditKinds: [{ kind: 'kiln', text: texts.kiln }] },
};

const gift = extendForm(kilnForm, {
  ...{ name: 'gift', title: texts.gift },
  fields: () => ({ paper: line({ label: 'Paper', max: 20 }) }),
  load: async (_shop, db, id) => ({ paper: (await selectGift(db, [id]))[0]?.paper ?? '' }),
  save: async (_shop, tx, id, { paper }) => {
    if (paper === 'none') return { ok: false, problems: [{ field: 'paper', message: 'Paper is needed.' }] };
    await setGift(tx, [id, paper]);
    return { ok: true };
  },
});
const panels = extendRecord(kilnRecord, {
  panels: [
    panel('first', texts.first, { place: { before: 'form' } }),
    panel('between', texts.between, { place: { after: 'broken' } }),
  ],
});

const startShop = (extensions: readonly unknown[]) =>
  testShop(database, {
    choices: { ...withTestSession, features: [...withTestSession.features, kilns], extends: extensions as typeof gift },
    env: { LOG_LEVEL: 'silent' },
  });

let app: App;
const ada = createStaffCookie('Ada', openBackOffice.name, 'kilns.read', 'kilns.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'kilns.read', 'kilns.write');

beforeAll(async () => {
  await pool.query(`create table kilns (id serial primary key, name text, degrees integer, key text, shelves json);
    create table kiln_gifts (id integer primary key, paper text)`);
  app = await startShop([...gift, ...panels]);
});

async function get(path: string, cookie = ada) {
  const reply = await app.http.inject({ url: `/admin/kilns/${path}`, headers: { cookie, accept: 'text/html' } });
  return { statusCode: reply.statusCode, body: reply.body.replaceAll('<!-- -->', '') };
}

async function post(path: string, fields: Readonly<Record<string, string | string[]>>, cookie = ada) {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/kilns/${path}`, payload: new URLSearchParams(pairs).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  const { statusCode, body, headers } = reply;
  return { statusCode, body: body.replaceAll('<!-- -->', ''), location: String(headers.location) };
}

const readVersion = (html: string) => /name="_version" value="([^"]*)"/.exec(html)?.[1] ?? '';

async function create(fields: Readonly<Record<string, string | string[]>>): Promise<string> {
  const reply = await post('new', fields);
  expect(reply.statusCode, reply.body).toBe(303);
  return reply.location.split('/').at(-1) ?? '';
}

const listEntries = async (id: string) =>
  (
    await pool.query(
      `select action, before, after from platform.audit_entries where subject_kind = 'kiln' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('a record', () => {
  it('shows its form, panels and history in their places, and one that throws as failed', async () => {
    const id = await create({ name: 'Anagama' });
    const { body, statusCode } = await get(id);
    expect(statusCode).toBe(200);
    const places = ['first-title', 'id="admin-form"', 'broken-title', 'between-title', 'history-title'];
    const found = places.map((place) => body.indexOf(place));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
    expect(body).toContain('This part can’t be shown at the moment');
    expect(body).toContain('Save kiln');
    expect(body).not.toContain('The panel money');
  });

  it('does an action in one transaction with its entry, or says why not', async () => {
    const id = await create({ name: 'Noborigama', degrees: '100' });
    expect((await post(`${id}/fire`, {})).location).toBe(`/admin/kilns/${id}`);
    expect((await listEntries(id)).at(-1)).toEqual({
      ...{ action: 'kilns.fire', before: { degrees: 100 }, after: { degrees: 900 } },
    });
    const cold = await create({ name: 'Raku', degrees: '20' });
    const refused = await post(`${cold}/fire`, {});
    expect([refused.statusCode, refused.body.includes('It takes &lt;no&gt; heat.')]).toEqual([409, true]);
    expect(await listEntries(cold)).toHaveLength(1);
    expect((await post('9999/fire', {})).statusCode).toBe(303);
  });

  it('asks before something dangerous', async () => {
    const id = await create({ name: 'Old', degrees: '100' });
    expect((await get(id)).body).toContain(`href="/admin/kilns/${id}/sell"`);
    expect((await post(`${id}/sell`, {})).location).toBe(`/admin/kilns/${id}/sell`);
    expect(await listEntries(id)).toHaveLength(1);
    const page = await get(`${id}/sell`);
    expect(page.body).toContain('Sell: Old?');
    expect((await post(`${id}/sell`, { _confirmed: '1' })).location).toBe(`/admin/kilns/${id}`);
    expect((await get(id)).body).not.toContain(`href="/admin/kilns/${id}/sell"`);
  });
});

describe('a form with fields of other features', () => {
  it('saves them in the same transaction, and names them in the audit', async () => {
    const id = await create({ name: 'Wrapped', 'gift.paper': 'red' });
    expect((await listEntries(id))[0].after).toMatchObject({ name: 'Wrapped', 'gift.paper': 'red' });
    const refused = await post(id, {
      ...{ name: 'Changed', 'gift.paper': 'none' },
      _version: readVersion((await get(id)).body),
    });
    expect([refused.statusCode, refused.body.includes('href="#gift.paper"')]).toEqual([422, true]);
    expect((await pool.query('select name from kilns where id = $1', [id])).rows).toEqual([{ name: 'Wrapped' }]);
  });

  it('merges and asks about them like its own', async () => {
    const id = await create({ name: 'Shared', 'gift.paper': 'red' });
    const _version = readVersion((await get(id)).body);
    await post(id, { name: 'Shared', 'gift.paper': 'blue', _version }, bea);
    expect((await post(id, { name: 'Mine', 'gift.paper': 'red', _version })).statusCode).toBe(303);
    const rows = await pool.query('select name, paper from kilns join kiln_gifts using (id) where id = $1', [id]);
    expect(rows.rows).toEqual([{ name: 'Mine', paper: 'blue' }]);
    const asked = await post(id, { name: 'Mine', 'gift.paper': 'green', _version });
    expect([asked.statusCode, asked.body.includes('name="_keep.gift.paper.')]).toEqual([409, true]);
  });
});

describe('values of a form', () => {
  it('never show, record or ask about a secret', async () => {
    const id = await create({ name: 'Locked' });
    const _version = readVersion((await get(id)).body);
    await post(id, { name: 'Locked', key: 'hunter2', _version });
    expect((await pool.query('select key from kilns where id = $1', [id])).rows).toEqual([{ key: 'hunter2' }]);
    expect((await get(id)).body).not.toContain('hunter2');
    expect(JSON.stringify(await listEntries(id))).not.toContain('hunter2');
    expect((await listEntries(id)).at(-1)).toMatchObject({ after: { key: 'replaced' } });
    await post(id, { name: 'Still locked', _version: readVersion((await get(id)).body) });
    expect((await pool.query('select key from kilns where id = $1', [id])).rows).toEqual([{ key: 'hunter2' }]);
  });

  it('are rows and groups too, which are added without saving', async () => {
    const rows = {
      'shelves.row': ['0', '1'],
      'shelves.0.wood': 'oak',
      'shelves.0.size.width': '40',
      'shelves.1.wood': 'ash',
    };
    const id = await create({ name: 'Shelved', ...rows });
    const { body } = await get(id);
    const added = await post(id, { name: 'Shelved', ...rows, _add: 'shelves', _version: readVersion(body) });
    expect([added.statusCode, added.body.includes('shelves.2.wood')]).toEqual([200, true]);
    // An empty row is nothing that leaving the page would lose.
    expect(added.body).not.toContain('data-state="changed"');
    const typed = { name: 'Shelved anew', ...rows, _add: 'shelves', _version: readVersion(body) };
    expect((await post(id, typed)).body).toContain('data-state="changed"');
    // As it was opened: nothing changes.
    await post(id, { name: 'Shelved', ...rows, _version: readVersion(body) });
    expect(await listEntries(id)).toHaveLength(1);
  });

  it('are refused without a version where something is stored', async () => {
    const id = await create({ name: 'Blind' });
    expect((await post(id, { name: 'Overwritten' })).statusCode).toBe(409);
    expect((await post(id, { name: 'Cold', _version: readVersion((await get(id)).body) })).body).toContain(
      'No kiln is cold.',
    );
  });
});

describe('the start of the shop', () => {
  const misplaced = extendRecord(kilnRecord, {
    panels: [panel('lost', texts.first, { place: { before: 'nowhere' } })],
  });
  const forbidden = extendRecord(kilnRecord, { panels: [panel('lost', texts.first, { requires: 'kilns.unknown' })] });

  it.each([
    ['a place that no panel has', misplaced, /'lost' of 'kilns.kiln' is placed beside 'nowhere'/],
    ['an unknown permission', forbidden, /'lost' of 'kilns.kiln' requires 'kilns.unknown'/],
    ['a panel twice', [...panels, ...panels], /has two panels 'first'/],
    ['an unknown record', extendRecord({ name: 'kilns.other' }, {}), /record 'kilns.other' is extended/],
    ['an unknown form', [{ ...gift[0], target: 'kilns.other' }], /form 'kilns.other' is extended/],
    ['a part of a form twice', [...gift, ...gift], /'gift' of the form 'kilns.save-kiln' was added twice/],
  ])('stops for %s', async (_what, extensions, message) => {
    await expect(startShop(extensions)).rejects.toThrow(message);
  });
});

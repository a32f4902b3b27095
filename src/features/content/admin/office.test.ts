import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { findContentId, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { blockTexts } from '../blocks/kinds/texts.ts';
import { publishJob } from '../entries/publish-job.ts';
import { menuTexts } from '../menus/texts.ts';
import { blockFieldsPath, renderBlocksPath } from './builder/contract.shared.ts';
import { contentTexts } from './texts.ts';

const { database, pool } = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'content.read', 'content.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'content.read', 'content.write');
const reader = createStaffCookie('Rita', openBackOffice.name, 'content.read');
const other = createStaffCookie('Otto', openBackOffice.name);

let app: App;
let office: ReturnType<typeof openOffice>;
let now = new Date('2026-05-01T10:00:00Z');

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, clock: { now: () => now } });
  office = openOffice(app, ada);
});

type Form = Readonly<Record<string, string | readonly string[]>>;

/** Presses a button of the outline. @returns the fields that the page has then */
async function press(path: string, fields: Form, button: string): Promise<Record<string, string | string[]>> {
  const reply = await office.post(path, { ...fields, _blocks: button });
  expect(reply.statusCode, reply.body.slice(0, 2000)).toBe(200);
  return reply.fields;
}

const readTree = (fields: Form) => JSON.parse([fields.blocks ?? '[]'].flat().join(''));
const readTypes = (fields: Form): unknown => {
  const toTypes = (blocks: readonly { type: string; children?: [] }[]): unknown =>
    blocks.map(({ type, children }) => (children ? [type, toTypes(children)] : type));
  return toTypes(readTree(fields));
};

const visit = (url: string, cookie = '') => app.http.inject({ url, headers: { cookie, accept: 'text/html' } });

/** Makes a page of one text. @returns its id */
async function createPage(title: string, html: string): Promise<number> {
  let { fields }: { fields: Form } = await office.get('content/new');
  fields = await press('content/new', { ...fields, title, 'blocks.new': 'text' }, 'blocks.add');
  const saved = await office.post('content/new', { ...fields, 'blocks.values.html': html });
  expect(saved.statusCode, saved.body.slice(0, 2000)).toBe(303);
  return Number(String(saved.location).split('/').at(-1));
}

describe('a page in the back office', () => {
  it('is made of blocks by buttons alone, published, seen at the next request, and compared and restored', async () => {
    const id = await createPage('Our kiln', '<p>It is hot.</p>');
    const path = `content/${id}`;
    expect((await visit('/pages/our-kiln')).statusCode).toBe(404);
    expect((await visit(`/admin/${path}/preview`, ada)).body).toContain('<p>It is hot.</p>');
    expect((await office.post(`${path}/publish`, {})).statusCode).toBe(303);
    expect((await visit('/pages/our-kiln')).body).toContain('<p>It is hot.</p>');

    let { fields } = await office.get(path);
    const [{ id: block }] = readTree(fields);
    fields = await press(path, fields, `blocks.open.${block}`);
    expect(fields['blocks.values.html']).toBe('<p>It is hot.</p>');
    const saved = await office.post(path, { ...fields, 'blocks.values.html': '<p>It is very cold.</p>' });
    expect(saved.statusCode).toBe(303);
    expect((await visit('/pages/our-kiln')).body).toContain('<p>It is hot.</p>');
    const { body } = await office.get(path);
    expect(body).toContain('Published, with a newer draft');

    const compare = /content\/\d+\/compare\?revision=(\d+)/.exec(body) ?? [];
    const differences = await office.get(compare[0] ?? '');
    expect(differences.body).toMatch(/<del>hot<\/del>.*<ins>very cold<\/ins>/s);
    expect(differences.body).not.toContain('&lt;p&gt;');
    await office.post(`${path}/publish`, {});
    expect((await visit('/pages/our-kiln')).body).toContain('It is very cold.');

    const restored = await office.put(`${path}/restore`, { revision: compare[1] });
    expect(restored).toMatchObject({ statusCode: 200, outcome: 'done' });
    expect((await visit('/pages/our-kiln')).body).toContain('It is very cold.');
    await office.post(`${path}/publish`, {});
    expect((await visit('/pages/our-kiln')).body).toContain('<p>It is hot.</p>');
    await office.post(`${path}/unpublish`, {});
    expect((await visit('/pages/our-kiln')).statusCode).toBe(404);
    const { rows } = await pool.query(
      `select action, by from platform.audit_entries where subject_kind = 'content' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...['content.save-entry', 'content.publish', 'content.save-entry', 'content.publish'],
      ...['content.restore', 'content.publish', 'content.unpublish'],
    ]);
    expect(new Set(rows.map(({ by }) => by))).toEqual(new Set(['Ada']));
  });

  it('has an outline whose buttons move blocks up, down, in and out, duplicate and delete them', async () => {
    const path = 'content/new';
    let { fields }: { fields: Form } = await office.get(path);
    fields = { ...fields, title: 'Outline' };
    const add = async (type: string, button = 'blocks.add') => {
      fields = await press(path, { ...fields, 'blocks.new': type }, button);
      return String(fields['blocks.open']);
    };
    const edit = async (button: string) => {
      fields = await press(path, fields, `blocks.${button}`);
      return readTypes(fields);
    };
    const text = await add('text');
    fields = { ...fields, 'blocks.values.html': '<p>kept</p>' };
    const columns = await add('columns');
    expect(readTypes(fields)).toEqual(['text', ['columns', ['group', 'group']]]);
    expect(readTree(fields)[0].values).toEqual({ html: '<p>kept</p>' });
    expect(await edit(`up.${columns}`)).toEqual([['columns', ['group', 'group']], 'text']);
    // Only groups stand in columns.
    expect(await edit(`in.${text}`)).toEqual([['columns', ['group', 'group']], 'text']);
    expect(await edit(`down.${columns}`)).toEqual(['text', ['columns', ['group', 'group']]]);
    const [, { children }] = readTree(fields);
    const image = await add('image', `blocks.add.${children[1].id}.inside`);
    expect(readTypes(fields)).toEqual(['text', ['columns', ['group', ['group', ['image']]]]]);
    expect(await edit(`duplicate.${image}`)).toEqual(['text', ['columns', ['group', ['group', ['image', 'image']]]]]);
    expect(await edit(`out.${image}`)).toEqual(['text', ['columns', ['group', ['group', ['image', 'image']]]]]);
    expect(await edit(`delete.${image}`)).toEqual(['text', ['columns', ['group', ['group', ['image']]]]]);
    expect(await edit(`delete.${columns}`)).toEqual(['text']);
    const ids = JSON.stringify(readTree(fields)).match(/"id":"[a-z0-9]+"/g);
    expect(new Set(ids).size).toBe(ids?.length);
    expect((await office.post(path, fields)).statusCode).toBe(303);
  });

  it('keeps what was typed, and says at the field what is wrong in the block that is open', async () => {
    const path = 'content/new';
    let { fields }: { fields: Form } = await office.get(path);
    fields = await press(path, { ...fields, title: 'Wrong', 'blocks.new': 'hero' }, 'blocks.add');
    const wrong = { ...fields, 'blocks.values.title': 'Hello', 'blocks.values.linkHref': 'javascript:alert(1)' };
    for (const form of [wrong, { ...wrong, _blocks: 'blocks.close' }]) {
      const { statusCode, body } = await office.post(path, form);
      expect([statusCode, body.includes('Enter a path of the shop'), body.includes('value="Hello"')]).toEqual([
        422,
        true,
        true,
      ]);
    }
  });

  it.each([
    ['no JSON', '{'],
    ['no tree', '{"a":1}'],
    [
      'a tree of too many levels',
      `${'[{"id":"a","type":"group","values":{},"children":'.repeat(40)}[]${'}]'.repeat(40)}`,
    ],
    ['a text that can’t be stored', String.raw`[{"id":"a","type":"text","values":{"html":"\u0000"}}]`],
    ['half of a character', String.raw`[{"id":"a","type":"text","values":{"html":"\ud800"}}]`],
    ['a type with markup', '[{"id":"a","type":"<script>","values":{}}]'],
    ['a value of another type', '[{"id":"a","type":"text","values":{"html":{"$gt":1}}}]'],
  ])('refuses %s', async (_, blocks) => {
    const { fields } = await office.get('content/new');
    const { statusCode } = await office.post('content/new', { ...fields, title: 'Bad', blocks });
    expect(statusCode).toBe(422);
  });

  it('takes a long text of any script beside the form of the block that is open', async () => {
    const html = `<p>${'Условия доставки. '.repeat(2_500)}</p>`;
    const id = await createPage('Long', '<p>Short.</p>');
    const { fields } = await office.get(`content/${id}`);
    const [block] = readTree(fields);
    const form = new FormData();
    const typed = { 'blocks.open': block.id, 'blocks.values.html': html };
    const tree = JSON.stringify([{ ...block, values: { html } }]);
    for (const [name, value] of Object.entries({ ...fields, ...typed, blocks: tree }))
      for (const each of [value].flat()) form.append(name, each);
    const { headers, body } = new Request('http://shop.example', { method: 'POST', body: form });
    const reply = await app.http.inject({
      ...{ method: 'POST', url: `/admin/content/${id}`, payload: Buffer.from(await new Response(body).arrayBuffer()) },
      headers: {
        ...{ cookie: ada, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
        'content-type': headers.get('content-type') ?? '',
      },
    });
    expect(reply.statusCode).toBe(303);
    expect((await office.get(`content/${id}`)).body).toContain('encType="multipart/form-data"');
  });

  it('adds no revision when nothing changed, and has changed nothing when a block was opened', async () => {
    const id = await createPage('Same', '<p>Same.</p>');
    const count = async () =>
      (await pool.query('select count(*)::integer as count from content_revisions where entry_id = $1', [id])).rows[0];
    const { fields } = await office.get(`content/${id}`);
    const opened = await office.post(`content/${id}`, { ...fields, _blocks: `blocks.open.${readTree(fields)[0].id}` });
    expect(opened.body).toContain('data-state="clean"');
    const typed = await office.post(`content/${id}`, { ...opened.fields, title: 'Other', _blocks: 'blocks.close' });
    expect(typed.body).toContain('data-state="changed"');
    expect((await office.post(`content/${id}`, opened.fields)).statusCode).toBe(303);
    expect(await count()).toEqual({ count: 1 });
  });

  it('takes no address from a page when it is a reusable block, and has none to change', async () => {
    const { fields } = await office.get('content/new');
    const block = await office.post('content/new', { ...fields, title: 'Shared name', kind: 'block' });
    expect(block.statusCode).toBe(303);
    expect(await createPage('Shared name', '')).toBeGreaterThan(0);
    const path = String(block.location).replace('/admin/', '');
    const changed = await office.put(`${path}/change-address`, { slug: 'other' });
    expect(changed.statusCode).toBe(404);
  });

  it('tells who saves later, and shows both values of what both changed', async () => {
    const id = await createPage('Two editors', '<p>One.</p>');
    const path = `content/${id}`;
    const [mine, theirs] = [(await office.get(path)).fields, (await office.get(path, bea)).fields];
    expect((await office.post(path, { ...theirs, title: 'Hers' }, bea)).statusCode).toBe(303);
    expect((await office.post(path, { ...mine, lead: 'My lead.' })).statusCode).toBe(303);
    expect((await office.get(path)).body).toMatch(/value="Hers".*value="My lead\."/s);
    const conflict = await office.post(path, { ...mine, title: 'Mine' });
    expect([conflict.statusCode, conflict.body.includes('Mine'), conflict.body.includes('Hers')]).toEqual([
      409,
      true,
      true,
    ]);
  });

  it('is published at its time by a job, and not before', async () => {
    const id = await createPage('Later', '<p>Later.</p>');
    const run = () => publishJob.run(app.shop, { entryId: id }, { number: 1, isLast: false });
    const at = '2026-05-02T10:00:00.000Z';
    expect(await office.put(`content/${id}/schedule`, { at: '2026-04-01T10:00:00.000Z' })).toMatchObject({
      statusCode: 409,
    });
    expect(await office.put(`content/${id}/schedule`, { at })).toMatchObject({ statusCode: 200 });
    await run();
    expect((await visit('/pages/later')).statusCode).toBe(404);
    // A job that came too early is queued again: its clock may be behind that of the database.
    const { rows } = await pool.query('select run_at from graphile_worker.jobs where key = $1', [
      `content:publish:${id}`,
    ]);
    expect(rows).toEqual([{ run_at: new Date(at) }]);
    now = new Date('2026-05-02T10:00:01Z');
    await run();
    expect((await visit('/pages/later')).statusCode).toBe(200);
    await run();
    expect((await office.get(`content/${id}`)).body).toContain('>Published<');
  });

  it('gets another address, to which the earlier one leads', async () => {
    const id = await findContentId(app.shop, 'later');
    expect(await office.put(`content/${id}/change-address`, { slug: 'soon' })).toMatchObject({ statusCode: 200 });
    expect((await visit('/pages/later')).headers.location).toBe('/pages/soon');
    await createPage('Taken', '');
    const taken = await office.put(`content/${id}/change-address`, { slug: 'taken' });
    expect([taken.statusCode, (await visit('/pages/soon')).statusCode]).toEqual([409, 200]);
  });

  it('is the home page when it is one', async () => {
    const heading = `<h1 class="hero__line">${app.shop.choices.tagline}</h1>`;
    expect((await visit('/')).body).toContain(heading);
    const path = `content/${await findContentId(app.shop, 'home.home')}`;
    const { fields } = await office.get(path);
    const values = { title: 'Made of *mud*', lead: '', pictures: [], linkText: '', linkHref: '' };
    await office.post(path, { ...fields, blocks: JSON.stringify([{ id: 'a', type: 'hero', values }]) });
    await office.post(`${path}/publish`, {});
    const { body } = await visit('/');
    expect(body).toContain('<h1 class="hero__line">Made of <em>mud</em></h1>');
    expect(body).not.toContain('href="/shop" class="button"');
    const { fields: empty } = await office.get('content/new');
    expect((await office.post('content/new', { ...empty, title: 'Home', kind: 'home' })).statusCode).toBe(422);
  });

  it('is the home page that the shop began with while none is published', async () => {
    await setPublished(app.shop, ['home.home'], false);
    const { statusCode, body } = await visit('/');
    expect([statusCode, body.includes('href="/shop" class="button"')]).toEqual([200, true]);
    expect(body).toContain(`<meta name="description" content="${app.shop.choices.tagline}"/>`);
    await setPublished(app.shop, ['home.home'], true);
    expect((await visit('/')).body).toContain('Made of <em>mud</em>');
  });
});

describe('texts of pages', () => {
  it('have keys of their own: the list is sorted by what its text says', async () => {
    const keys = [blockTexts, contentTexts, menuTexts].flatMap((texts) => Object.values(texts).map(({ key }) => key));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect((await office.get('content')).body).toContain('Recently changed first');
  });
});

describe('who may do what', () => {
  it('a shopper gets no answer from any address, and a form of another site none', async () => {
    const id = await findContentId(app.shop, 'soon');
    const shopper = 'test-customer=1';
    for (const path of ['', '/new', `/${id}`, `/${id}/preview`, `/${id}/compare?revision=1`, `/${id}/schedule`]) {
      for (const cookie of ['', shopper]) {
        const { statusCode, body } = await visit(`/admin/content${path}`, cookie);
        expect([path, [302, 303, 401, 403].includes(statusCode)]).toEqual([path, true]);
        expect(body).not.toContain('Later');
      }
    }
    for (const path of [`content/${id}`, `content/${id}/publish`, `content/${id}/unpublish`, `content/${id}/restore`])
      for (const cookie of ['', shopper, other, reader]) {
        const { statusCode } = await office.post(path, { title: 'Mine' }, cookie);
        expect([path, cookie, [303, 401, 403].includes(statusCode)]).toEqual([path, cookie, true]);
      }
    expect((await visit('/pages/soon')).statusCode).toBe(200);
    expect((await pool.query('select title from content_entries where id = $1', [id])).rows[0].title).toBe('Later');
  });

  it('the builder and its calls answer only who may edit pages', async () => {
    const id = await findContentId(app.shop, 'soon');
    const call = async (path: string, payload: object, cookie: string) =>
      (
        await app.http.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
        })
      ).statusCode;
    const block = { id: 'a', type: 'text', values: { html: '<p>Words.</p>' } };
    const { id: _, ...shown } = block;
    for (const [cookie, isAllowed] of [
      ['', false],
      ['test-customer=1', false],
      [other, false],
      [reader, false],
      [ada, true],
    ] as const) {
      const codes = [
        await call(renderBlocksPath, { blocks: [block] }, cookie),
        await call(blockFieldsPath, { ...shown, form: null }, cookie),
        (await visit(`/admin/content/${id}/build`, cookie)).statusCode,
        (await visit('/admin/content/styles/build', cookie)).statusCode,
      ];
      expect([cookie, codes.map((code) => (isAllowed ? code === 200 : [302, 303, 401, 403].includes(code)))]).toEqual([
        cookie,
        [true, true, true, true],
      ]);
    }
  });

  it('who may only read sees the page without its form', async () => {
    const id = await findContentId(app.shop, 'soon');
    const { statusCode, body } = await office.get(`content/${id}`, reader);
    expect([statusCode, body.includes('data-admin-form'), body.includes(`/admin/content/${id}/publish`)]).toEqual([
      200,
      false,
      false,
    ]);
    expect((await office.get('content', other)).statusCode).toBe(403);
  });

  it('previews are never cached', async () => {
    const id = await findContentId(app.shop, 'soon');
    expect((await visit(`/admin/content/${id}/preview`, ada)).headers['cache-control']).toBe('private, no-store');
  });
});

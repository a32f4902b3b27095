import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { addBlocks, findContentId } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'content.read', 'content.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'content.read', 'content.write');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, ada);
});

const text = (id: string, html: string) => ({ id, type: 'text', values: { html } });
const put = (path: string, payload: object, cookie: string) =>
  app.http.inject({
    ...{ method: 'PUT', url: `/admin/${path}`, payload },
    headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
  });
const readBlocks = async (id: number) =>
  (
    await pool.query(
      'select r.tree from content_entries e join content_revisions r on r.id = e.draft_id where e.id = $1',
      [id],
    )
  ).rows[0].tree.blocks;

describe('two editors of one page', () => {
  it('keep both changes when they changed different blocks', async () => {
    const id = await addBlocks(app.shop, 'two', [text('a', '<p>One.</p>'), text('b', '<p>Two.</p>')]);
    const path = `content/${id}`;
    const opened = (await office.get(path)).fields;
    const save = (cookie: string, blocks: readonly object[]) =>
      office.post(path, { ...opened, blocks: JSON.stringify(blocks) }, cookie);
    const hers = [text('a', '<p>Hers.</p>'), text('b', '<p>Two.</p>'), text('c', '<p>Added.</p>')];
    expect((await save(bea, hers)).statusCode).toBe(303);
    const reply = await save(ada, [text('b', '<p>His.</p>'), text('a', '<p>One.</p>')]);
    expect(reply.statusCode, reply.body.slice(0, 500)).toBe(303);
    expect(await readBlocks(id)).toEqual([
      text('b', '<p>His.</p>'),
      text('c', '<p>Added.</p>'),
      text('a', '<p>Hers.</p>'),
    ]);
    expect((await office.get(path)).statusCode).toBe(200);
  });

  it('keep both changes of a menu', async () => {
    const id = await findContentId(app.shop, 'menu.main');
    const path = `content/${id}`;
    const initial = (await readBlocks(id)) as readonly { id: string }[];
    const opened = (await office.get(path)).fields;
    const save = (cookie: string, key: string) => {
      const values = { text: key, entry: null, category: null, product: null, href: '/shop' };
      const blocks = [...initial, { id: key, type: 'menu-link', values }];
      return office.post(path, { ...opened, blocks: JSON.stringify(blocks) }, cookie);
    };
    expect((await save(bea, 'hers')).statusCode).toBe(303);
    expect((await save(ada, 'his')).statusCode).toBe(303);
    const ids = (await readBlocks(id)).map((block: { id: string }) => block.id);
    expect(ids.toSorted()).toEqual([...initial.map((block) => block.id), 'hers', 'his'].toSorted());
  });

  it('are told of a block that both changed: whoever saves later compares block by block and chooses', async () => {
    const id = await addBlocks(app.shop, 'both', [text('a', '<p>The kiln is hot.</p>'), text('b', '<p>Same.</p>')]);
    const path = `content/${id}`;
    const opened = (await office.get(path)).fields;
    const tree = (html: string) => JSON.stringify([text('a', html), text('b', '<p>Same.</p>')]);
    await office.post(path, { ...opened, blocks: tree('<p>The kiln is cold.</p>') }, bea);
    const told = await office.post(path, { ...opened, blocks: tree('<p>The kiln is new.</p>') });
    expect(told.statusCode).toBe(409);
    expect(told.body).toContain('Bea saved changes while you were editing');
    const [comparison = ''] =
      /<section aria-label="Differences in.*?<\/section><\/div><\/section>/s.exec(told.body) ?? [];
    expect(comparison).toMatch(/<del>new<\/del>.*<ins>cold<\/ins>/s);
    expect(comparison).not.toContain('Same.');
    const choice = /name="(_keep\.blocks\.[^"]+)"/.exec(told.body)?.[1] ?? '';
    const chosen = await office.post(path, { ...told.fields, [choice]: 'mine' });
    expect(chosen.statusCode).toBe(303);
    expect((await readBlocks(id))[0]).toEqual(text('a', '<p>The kiln is new.</p>'));
  });
});

describe('addresses of pages', () => {
  it('are refused at the field when somebody gives another page the same one at the same moment', async () => {
    const [first, second] = [await addBlocks(app.shop, 'race-1', []), await addBlocks(app.shop, 'race-2', [])];
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`update content_entries set slug = 'race' where id = $1`, [first]);
      const later = put(`content/${second}/change-address`, { slug: 'race' }, ada);
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await pool.query(waiting)).rowCount;
        })
        .toBe(1);
      await client.query('commit');
      const reply = await later;
      expect([reply.statusCode, reply.json().data.params]).toEqual([409, { slug: 'Another page uses this address.' }]);
    } finally {
      client.release();
    }
    const { rows } = await pool.query('select slug from content_entries where id = any($1) order by id', [
      [first, second],
    ]);
    expect(rows).toEqual([{ slug: 'race' }, { slug: 'race-2' }]);
    expect((await put(`content/${second}/change-address`, { slug: 'race-3' }, ada)).statusCode).toBe(200);
  });

  it('go to one of two pages that ask for them at once, whichever is first', async () => {
    const ids = [await addBlocks(app.shop, 'once-1', []), await addBlocks(app.shop, 'once-2', [])];
    const replies = await Promise.all(ids.map((id) => put(`content/${id}/change-address`, { slug: 'once' }, ada)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('a preview', () => {
  it('bypasses the page cache, and leaves the page of shoppers as it is', async () => {
    const id = await addBlocks(app.shop, 'preview', [text('a', '<p>Published.</p>')]);
    const visit = () => app.http.inject('/pages/preview');
    await visit();
    const opened = (await office.get(`content/${id}`)).fields;
    await office.post(`content/${id}`, { ...opened, blocks: JSON.stringify([text('a', '<p>Draft.</p>')]) });
    const before = { ...app.shop.pages.statistics };
    for (const _ of [1, 2]) {
      const preview = await app.http.inject({ url: `/admin/content/${id}/preview`, headers: { cookie: ada } });
      expect(preview.headers['cache-control']).toBe('private, no-store');
      expect(preview.body).toContain('Draft.');
    }
    expect(app.shop.pages.statistics).toEqual(before);
    expect((await visit()).body).toContain('Published.');
    expect(app.shop.pages.statistics.hits).toBe(before.hits + 1);
  });

  it('runs under the policy of the shop’s pages, and the back office keeps its own', async () => {
    const id = await findContentId(app.shop, 'preview');
    const readPolicy = async (url: string) =>
      String((await app.http.inject({ url, headers: { cookie: ada } })).headers['content-security-policy']);
    const ofShop = await readPolicy('/pages/preview');
    expect(ofShop).toContain("'sha256-");
    expect(await readPolicy(`/admin/content/${id}/preview`)).toBe(ofShop);
    expect(await readPolicy(`/admin/content/${id}`)).not.toContain('sha256-');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTerm } from '#tests/support/journal.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { staffPicker } from '../posts/pickers.ts';

const { database } = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'content.read', 'content.write');
const rita = createStaffCookie('Rita', openBackOffice.name, 'content.read');

let app: App;
let office: ReturnType<typeof openOffice>;
let path: string;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, ada);
});

const visit = async (url: string) => (await app.http.inject({ url, headers: { accept: 'text/html' } })).body;

describe('a post in the back office', () => {
  it('is made, gets its author, categories and tags in the editor of pages, and is published with them', async () => {
    const author = await office.post('journal-authors/new', {
      name: 'Ines Marsh',
      slug: '',
      bio: 'Throws.',
      staffId: '',
    });
    expect(author.statusCode, author.body.slice(0, 1500)).toBe(303);
    const authorId = String(author.location).split('/').at(-1) ?? '';
    const term = await office.post('journal-terms/new', { name: 'Glaze', kind: 'category', slug: '', description: '' });
    const termId = String(term.location).split('/').at(-1) ?? '';
    const tag = String(await addTerm(app.shop, 'tag', 'Kiln'));
    const created = await office.post('posts/new', { title: 'First firing', slug: '' });
    expect(created.statusCode, created.body.slice(0, 1500)).toBe(303);
    path = String(created.location).replace('/admin/', '');
    expect(path).toMatch(/^content\/\d+$/);
    const page = await office.get(path);
    expect(page.body).toContain('Excerpt');
    expect(page.body).not.toContain('Link in the footer');
    const saved = await office.post(path, {
      ...page.fields,
      ...{ lead: 'It was hot.', 'details.author': authorId, 'details.categories': [termId], 'details.tags': [tag] },
    });
    expect(saved.statusCode, saved.body.slice(0, 2000)).toBe(303);
    const preview = (await office.get(`${path}/preview`)).body;
    expect(preview).toContain('By Ines Marsh');
    expect(preview).toContain('Glaze');
    expect((await app.http.inject('/journal/first-firing')).statusCode).toBe(404);
    await setPublished(app.shop, ['first-firing'], true);
    expect(await visit('/journal/first-firing')).toMatch(/It was hot\..*By Ines Marsh.*\/journal\/tag\/kiln/s);
    expect(await visit('/journal/category/glaze')).toContain('First firing');
  });

  it('keeps what it has besides when its text is saved, and compares and restores it', async () => {
    const before = await office.get(path);
    await office.post(path, { ...before.fields, title: 'The first firing' });
    const { rows } = await database.pool.query(
      `select r.details from content_revisions r join content_entries e on e.draft_id = r.id where e.slug = 'first-firing'`,
    );
    expect(rows[0].details).toMatchObject({
      categories: [expect.any(Number)],
      tags: [expect.any(Number)],
      isOpen: true,
    });
    const again = await office.get(path);
    const { 'details.isOpen': _, ...closed } = again.fields as Record<string, string>;
    expect((await office.post(path, closed)).statusCode).toBe(303);
    const [first] = (
      await database.pool.query(
        `select r.id from content_revisions r join content_entries e on e.published_id = r.id where e.slug = 'first-firing'`,
      )
    ).rows;
    const compared = (await office.get(`${path}/compare?revision=${first.id}`)).body;
    expect(compared).toContain('Allow comments');
    expect(compared).toContain('The first firing');
    const restore = await office.get(`${path}/restore`);
    const reply = await office.post(`${path}/restore`, { ...restore.fields, revision: String(first.id) });
    expect(reply.statusCode).toBeLessThan(400);
  });

  it('is in a list of posts, and terms and authors in lists of theirs; readers of the back office change none', async () => {
    expect((await office.get('posts')).body).toMatch(/first firing.*Ines Marsh.*Glaze/is);
    expect((await office.get('journal-terms')).body).toMatch(/Glaze.*Kiln/s);
    expect((await office.get('journal-authors')).body).toContain('Ines Marsh');
    const readers = openOffice(app, rita);
    for (const target of ['posts/new', 'journal-terms/new', 'journal-authors/new'])
      expect((await readers.post(target, { title: 'No', name: 'No', kind: 'tag' })).statusCode, target).toBe(403);
    const twice = await office.post('journal-terms/new', {
      name: 'GLAZE',
      kind: 'category',
      slug: '',
      description: '',
    });
    expect([twice.statusCode, twice.body.includes('This name is already in use.')]).toEqual([422, true]);
  });

  it('shows people of staff by their names, never by their email addresses, and finds none by these', async () => {
    const context = { shop: app.shop, db: app.shop.db, actor: createSystemActor('shop') };
    const { rows } = await database.pool.query(
      `select s.id, c.id as customer from staff_members s join customers c on c.id = s.customer_id order by s.id`,
    );
    const [named, unnamed] = rows;
    expect(unnamed).toBeDefined();
    await database.pool.query(`update customers set name = 'Ines Marsh' where id = $1`, [named.customer]);
    const ids = [named.id, unnamed.id].map(Number);
    const labels = (await staffPicker.load(context, ids)).map(({ label }) => label);
    expect(labels.sort()).toEqual([`#${unnamed.id}`, 'Ines Marsh']);
    expect(await staffPicker.search(context, 'staff.example')).toEqual([]);
    expect(await staffPicker.search(context, 'ines')).toMatchObject([{ label: 'Ines Marsh' }]);
  });
});

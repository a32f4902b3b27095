import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addRevision, changeSlug, findEntry, publish } from '#features/content/entries/save-entry.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { addBlocks, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addAuthor, addPost, addTerm } from '#tests/support/journal.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { findPosts } from './posts/find-posts.ts';
import { removeAuthor, removeTerm, saveTerm } from './posts/terms.ts';

const { database } = useDatabase();
const hostile = `<script>alert(1)</script>"' & ]]> <b>`;

let app: App;
let ids: { glaze: number; kiln: number; first: number; ines: number };

beforeAll(async () => {
  app = await testShop(database, { choices: { settings: { journal: { perPage: 2 } } } });
  const { shop } = app;
  const glaze = await addTerm(shop, 'category', 'Glaze & colour', `About ${hostile}`);
  const kiln = await addTerm(shop, 'tag', 'Kiln');
  const ines = await addAuthor(shop, `Ines ${hostile}`, `Throws ${hostile}`);
  const details = { author: ines, categories: [glaze], tags: [kiln], date: '2024-03-01T10:00:00.000Z', isOpen: true };
  const first = await addPost(shop, 'first', { title: `First ${hostile}`, lead: `Excerpt ${hostile}`, details });
  await addPost(shop, 'second', { details: { date: '2024-04-01T10:00:00.000Z' } });
  await addPost(shop, 'third', { details: { date: '2024-05-01T10:00:00.000Z', categories: [glaze] } });
  ids = { glaze, kiln, first, ines };
});

const visit = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } });
const readMain = async (url: string) => /<main.*<\/main>/s.exec((await visit(url)).body)?.[0] ?? '';
const readJsonLd = (body: string): { '@graph': Record<string, unknown>[] } =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');

/** The titles of posts in their order on a page. */
const readTitles = async (url: string) =>
  [...(await readMain(url)).matchAll(/post-card__title"><a href="\/journal\/([^"]*)"/g)].map(([, slug]) => slug);

async function edit(slug: string, change: object): Promise<void> {
  const { rows } = await database.pool.query('select id from content_entries where slug = $1', [slug]);
  await inTransaction(app.shop.db, async (tx) => {
    const entry = await findEntry(tx, rows[0].id, true);
    if (!entry) throw new Error(slug);
    await publish(app.shop, tx, entry.id, await addRevision(app.shop, tx, entry.id, { ...entry, ...change }, 'shop'));
  });
  await app.shop.pages.awaitInvalidations();
}

/** How many of the paths have to be rendered again. */
async function countDropped(paths: readonly string[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const path of paths) {
    const before = app.shop.pages.statistics.misses;
    await visit(path);
    if (app.shop.pages.statistics.misses > before) dropped.push(path);
  }
  return dropped;
}

describe('the journal', () => {
  it('lists posts by their date, in pages, by category, tag and author', async () => {
    expect(await readTitles('/journal')).toEqual(['third', 'second']);
    expect(await readTitles('/journal?page=2')).toEqual(['first']);
    expect((await visit('/journal?page=2')).body).toMatch(/rel="canonical" href="[^"]*\/journal\?page=2"/);
    expect(await readTitles('/journal/category/glaze-colour')).toEqual(['third', 'first']);
    expect(await readTitles('/journal/tag/kiln')).toEqual(['first']);
    expect(
      await readTitles(/href="(\/journal\/author\/[^"]*)"/.exec(await readMain('/journal/first'))?.[1] ?? ''),
    ).toEqual(['first']);
    for (const path of [
      '/journal?page=3',
      '/journal?page=0',
      '/journal?page=x',
      '/journal/tag/glaze-colour',
      '/journal/author/nobody',
    ])
      expect((await visit(path)).statusCode, path).toBe(404);
  });

  it('has a page for each post: author, categories, tags, neighbours, structured data and a canonical address', async () => {
    const { body, statusCode } = await visit('/journal/second');
    expect(statusCode).toBe(200);
    expect(body).toMatch(/rel="canonical" href="[^"]*\/journal\/second"/);
    expect(body).toMatch(/href="\/journal\/first" rel="prev"/);
    expect(body).toMatch(/href="\/journal\/third" rel="next"/);
    expect(body).toContain('<p>Words of second.</p>');
    const nodes = readJsonLd((await visit('/journal/first')).body)['@graph'];
    expect(nodes[1]).toMatchObject({
      ...{ '@type': 'BlogPosting', headline: `First ${hostile}`, datePublished: '2024-03-01T10:00:00.000Z' },
      ...{ description: `Excerpt ${hostile}`, author: { '@type': 'Person', name: `Ines ${hostile}` } },
    });
  });

  it('escapes what its fields have, in pages, structured data and feeds', async () => {
    const author = /href="(\/journal\/author\/[^"]*)"/.exec(await readMain('/journal/first'))?.[1] ?? '';
    for (const path of ['/journal/first', '/journal?page=2', '/journal/category/glaze-colour', author]) {
      const { body } = await visit(path);
      expect(body, path).not.toContain('<script>alert');
      expect(body, path).not.toContain('<b>');
    }
    await addPost(app.shop, 'hostile', {
      blocks: [
        {
          id: 'a',
          type: 'text',
          values: { html: '<p onclick="x()">Fair<script>alert(2)</script><iframe src="//x"></iframe></p>' },
        },
      ],
      details: { date: '2020-01-01T00:00:00.000Z' },
    });
    expect(await readMain('/journal/hostile')).not.toMatch(/alert\(2\)|onclick|<iframe/);
  });

  it('has feeds in RSS 2.0, whole and by category, with escaped content', async () => {
    for (const [path, count] of [
      ['/journal/feed.xml', 4],
      ['/journal/category/glaze-colour/feed.xml', 2],
    ] as const) {
      const { body, headers } = await visit(path);
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const found: string[] = [];
      const texts: string[] = [];
      const parser = new SaxesParser({ xmlns: true });
      parser.on('opentag', ({ name }) => found.push(name));
      parser.on('text', (text) => texts.push(text));
      parser.on('error', (error) => {
        throw error;
      });
      parser.write(body).close();
      expect(found.filter((name) => name === 'item')).toHaveLength(count);
      expect(found).toEqual(
        expect.arrayContaining(['rss', 'channel', 'title', 'link', 'description', 'guid', 'pubDate', 'atom:link']),
      );
      // Programs read the description of an item as HTML: a text is escaped for it, too.
      expect(texts).toEqual(
        expect.arrayContaining([`First ${hostile}`, `Excerpt ${escapeHtml(hostile)}`, `Ines ${hostile}`]),
      );
      expect(texts).not.toContain(`Excerpt ${hostile}`);
    }
    expect((await visit('/journal/category/none/feed.xml')).statusCode).toBe(404);
    expect((await visit('/journal/feed.xml')).body).toContain('<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate>');
  });

  it('is in the sitemap and in the search of the shop, except for posts that are not to be listed', async () => {
    const rare = await addTerm(app.shop, 'tag', 'Rare');
    const details = { date: '2024-02-01T10:00:00.000Z', categories: [ids.glaze], tags: [ids.kiln, rare] };
    await addPost(app.shop, 'quiet', { isListed: false, details });
    const { body } = await visit('/sitemap-pages.xml');
    expect(body).toMatch(/\/journal<.*\/journal\/third<.*\/journal\/category\/glaze-colour<.*\/journal\/tag\/kiln</s);
    expect(body).not.toContain('/journal/quiet');
    expect((await visit('/journal/quiet')).body).toContain('<meta name="robots" content="noindex"/>');
    expect(await readTitles('/journal?page=2')).not.toContain('quiet');
    // It has its terms, and links to their pages where these list something.
    expect(await readMain('/journal/quiet')).toMatch(
      /href="\/journal\/category\/glaze-colour">.*href="\/journal\/tag\/kiln" rel="tag">.*<li><span>Rare<\/span><\/li>/s,
    );
    expect(await readTitles('/journal/tag/kiln')).not.toContain('quiet');
    expect((await visit('/journal/tag/rare')).statusCode).toBe(404);
    expect((await visit('/search?q=words')).body).toContain('/journal/second');
  });

  it('takes as many statements for twelve posts as for one', async () => {
    const { shop } = app;
    for (let index = 0; index < 11; index++)
      await addPost(shop, `many-${index}`, {
        details: {
          author: ids.ines,
          categories: [ids.glaze],
          tags: [ids.kiln],
          date: `2023-01-${10 + index}T00:00:00.000Z`,
        },
      });
    const count = async (perPage: number) =>
      (await countQueries(() => findPosts(shop, { term: ids.glaze }, { page: 1, perPage }))).queries;
    expect(await count(1)).toBe(await count(12));
    expect(await count(12)).toBeLessThanOrEqual(2);
    const of = async (path: string) => (await countQueries(() => visit(path))).queries;
    await of('/journal/many-0');
    expect(await of('/journal/many-1')).toBeLessThanOrEqual(6);
    expect(await of('/journal/many-1')).toBe(0);
  });

  it('drops a post alone when its text changes, pages of the journal when lists change, and nothing else', async () => {
    await addBlocks(app.shop, 'about', [{ id: 'a', type: 'text', values: { html: '<p>Us.</p>' } }]);
    const paths = [
      '/journal',
      '/journal/first',
      '/journal/second',
      '/journal/feed.xml',
      '/sitemap-pages.xml',
      '/pages/about',
      '/shop',
    ];
    for (const path of paths) await visit(path);
    expect(await countDropped(paths)).toEqual([]);
    const tree = { version: 1, blocks: [{ id: 'text', type: 'text', values: { html: '<p>Changed.</p>' } }] };
    await edit('second', { tree });
    expect(await countDropped(paths)).toEqual(['/journal/second']);
    expect((await visit('/journal/second')).body).toContain('<p>Changed.</p>');
    await edit('second', { title: 'Renamed' });
    expect(await countDropped(paths)).toEqual(paths.slice(0, 5));
    expect(await readMain('/journal')).toContain('Renamed');
  });

  it('shows nothing of a draft, keeps the date of a post that comes back, and leads from earlier addresses', async () => {
    const { shop } = app;
    const id = await addPost(shop, 'later', { isPublished: false });
    expect((await visit('/journal/later')).statusCode).toBe(404);
    await setPublished(shop, ['later'], true);
    const readDate = async () => /<time dateTime="([^"]*)"/i.exec(await readMain('/journal/later'))?.[1];
    const date = await readDate();
    expect(date).toBeDefined();
    await setPublished(shop, ['later'], false);
    expect((await visit('/journal/later')).statusCode).toBe(404);
    expect((await visit('/journal/feed.xml')).body).not.toContain('/journal/later');
    await setPublished(shop, ['later'], true);
    expect(await readDate()).toBe(date);
    await inTransaction(shop.db, (tx) => changeSlug(shop, tx, id, 'moved'));
    const { statusCode, headers } = await visit('/journal/later');
    expect([statusCode, headers.location]).toEqual([301, '/journal/moved']);
    expect((await visit('/pages/moved')).statusCode).toBe(404);
  });

  it('refuses two terms that readers could not tell apart, and posts lose a deleted term or author at once', async () => {
    const { shop } = app;
    const save = (name: string, slug = '') =>
      inTransaction(shop.db, (tx) => saveTerm(shop, tx, null, { kind: 'category', name, slug, description: '' }));
    expect(await save('GLAZE & colour', 'other')).toEqual({ ok: false, code: 'NAME_TAKEN' });
    expect(await save('Other', 'glaze-colour')).toEqual({ ok: false, code: 'ADDRESS_TAKEN' });
    const both = await Promise.all([save('Twice'), save('Twice')]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await readMain('/journal/first')).toContain('/journal/tag/kiln');
    await inTransaction(shop.db, (tx) => removeTerm(shop, tx, ids.kiln));
    await inTransaction(shop.db, (tx) => removeAuthor(shop, tx, ids.ines));
    const body = await readMain('/journal/first');
    expect(body).not.toContain('/journal/tag/kiln');
    expect(body).not.toContain('/journal/author/');
    expect((await visit('/journal/tag/kiln')).statusCode).toBe(404);
    // The draft has the ids that are gone; publishing it again works.
    await edit('first', { lead: 'Again' });
    expect((await visit('/journal/first')).body).toContain('Again');
  });

  it.each(['term', 'author'] as const)('is published without a %s that is deleted at the same moment', async (kind) => {
    const { shop } = app;
    const slug = `with-${kind}`;
    const term = await addTerm(shop, 'tag', `Tag beside ${kind}`);
    const author = await addAuthor(shop, `Writer beside ${kind}`);
    const id = await addPost(shop, slug, { isPublished: false, details: { tags: [term], author } });
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      if (kind === 'term') await client.query('delete from journal_terms where id = $1', [term]);
      else await client.query('delete from journal_authors where id = $1', [author]);
      const publishing = inTransaction(shop.db, async (tx) => {
        const entry = await findEntry(tx, id, true);
        await publish(shop, tx, id, entry?.draftId ?? 0);
      });
      const countWaiting = async () =>
        (
          await client.query(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rows[0].n;
      await expect.poll(countWaiting).toBe(1);
      await client.query('commit');
      await publishing;
    } finally {
      client.release();
    }
    const body = await readMain(`/journal/${slug}`);
    expect([body.includes('Tag beside'), body.includes('Writer beside')]).toEqual([kind === 'author', kind === 'term']);
  });
});

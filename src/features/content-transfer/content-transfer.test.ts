import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureCategories } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createMedia } from '#platform/media/media.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { addBlocks, findContentId, publishMenu } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addAuthor, addPost, addTerm } from '#tests/support/journal.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { type ContentFile, readContentFile } from './content-file.ts';
import { exportContent } from './export-content.ts';
import { importContent, type TransferRow } from './import-content.ts';

const [one, two] = [useDatabase(), useDatabase()];
const actor = createSystemActor('shop');

let from: App;
let to: App;
let file: ContentFile;

const createPicture = (color: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer();

beforeAll(async () => {
  [from, to] = [await testShop(one.database), await testShop(two.database)];
  const bytes = await createPicture('#884422');
  const ids: number[] = [];
  for (const { shop } of [from, to]) {
    // Other ids in the other shop.
    if (shop === to.shop)
      await shop.media.store(shop.db, { bytes: await createPicture('#000000'), name: 'x', alt: '' });
    const stored = await shop.media.store(shop.db, { bytes, name: 'kiln.png', alt: 'Kiln' });
    if (stored.ok) ids.push(stored.id);
    if (shop === to.shop) await addProduct(shop, { name: 'Other' });
    const master = { regularPrice: 1000, sku: 'BOWL', stockQuantity: 5 };
    await saveTestProduct(shop, { name: 'Bowl', slug: 'bowl', status: 'published', master });
  }
  expect(ids[0]).not.toBe(ids[1]);
  const { shop } = from;
  const { rows } = await one.database.pool.query(`select id from products where slug = 'bowl'`);
  const shared = await addBlocks(shop, 'shared', [{ id: 'a', type: 'text', values: { html: '<p>Shared.</p>' } }], {
    kind: 'block',
  });
  const products = {
    title: '',
    source: 'chosen',
    products: [rows[0].id],
    count: 4,
    hasLead: false,
    linkText: '',
    linkHref: '',
  };
  await addBlocks(shop, 'story', [
    { id: 'a', type: 'image', values: { pictures: [ids[0]], alt: '', caption: 'Our kiln' } },
    { id: 'b', type: 'products', values: products },
    { id: 'c', type: 'reusable', values: { entry: shared } },
    {
      id: 'd',
      type: 'columns',
      values: { count: '2' },
      children: [
        {
          id: 'e',
          type: 'group',
          values: { title: '' },
          children: [{ id: 'f', type: 'gallery', values: { title: '', pictures: [ids[0]] } }],
        },
      ],
    },
    { id: 'g', type: 'gone', values: { kept: 1 } },
  ]);
  const details = {
    author: await addAuthor(shop, 'Ines'),
    categories: [await addTerm(shop, 'category', 'Glaze')],
    tags: [await addTerm(shop, 'tag', 'Kiln')],
    date: '2024-03-01T10:00:00.000Z',
  };
  await addPost(shop, 'firing', { title: 'Firing', lead: 'Hot.', imageId: ids[0] ?? null, details });
  await addPost(shop, 'draft', { isPublished: false });
  // Other ids in the other shop.
  await inTransaction(to.shop.db, (tx) => ensureCategories(to.shop, tx, [['Vases'], ['Bowls', 'Deep']]));
  const categories = await inTransaction(shop.db, (tx) => ensureCategories(shop, tx, [['Bowls', 'Deep']]));
  await publishMenu(shop, 'main', [
    { id: 'a', type: 'menu-link', values: { entry: await findContentId(shop, 'story') } },
    {
      ...{ id: 'b', type: 'menu-group', values: { text: 'More', product: rows[0].id } },
      children: [
        { id: 'c', type: 'menu-link', values: { category: [...categories.values()].flat().at(-1) ?? 0 } },
        { id: 'd', type: 'menu-link', values: { entry: await findContentId(shop, 'firing') } },
        { id: 'e', type: 'menu-link', values: { text: 'Home', entry: await findContentId(shop, 'home.home') } },
        { id: 'f', type: 'reusable', values: { entry: shared } },
      ],
    },
  ]);
  file = await exportContent(shop);
});

const toOutcomes = (rows: readonly TransferRow[]) =>
  rows.filter(({ outcome }) => outcome !== 'unchanged').map(({ kind, slug, outcome }) => `${outcome} ${kind} ${slug}`);
const count = async () =>
  (
    await two.database.pool.query(
      'select (select count(*) from content_entries) + (select count(*) from content_revisions) as n',
    )
  ).rows[0].n;
const visit = async (app: App, url: string) => (await app.http.inject({ url, headers: { accept: 'text/html' } })).body;
const pick = (...slugs: string[]): ContentFile => ({
  ...file,
  entries: file.entries.filter(({ slug }) => slugs.includes(slug)),
});

describe('a content file', () => {
  it('names pictures by media addresses, and all else by its address', () => {
    const story = file.entries.find(({ slug }) => slug === 'story');
    const text = JSON.stringify(story?.blocks);
    expect(text).toMatch(/"pictures":\["http[^"]*\/media\/[0-9a-f]{16}-\d+\.\w+"\]/);
    expect(text).toContain('"products":["bowl"]');
    expect(text).toContain('"entry":"shared"');
    expect(text).toContain('"kept":1');
    expect(file.entries.find(({ slug }) => slug === 'firing')).toMatchObject({
      ...{ kind: 'post', isPublished: true, picture: expect.stringContaining('/media/') },
      details: { author: 'ines', categories: ['glaze'], tags: ['kiln'], date: '2024-03-01T10:00:00.000Z' },
    });
    expect(file.entries.find(({ slug }) => slug === 'draft')?.isPublished).toBe(false);
    expect(readContentFile(JSON.stringify(file))).toEqual(file);
  });

  it('is tried without changing anything, then imported into another shop, and changes nothing a second time', async () => {
    const wanted = pick('shared', 'story', 'firing', 'draft');
    const before = await count();
    const dry = await importContent(to.shop, wanted, { actor, dryRun: true });
    expect(await count()).toBe(before);
    const done = await importContent(to.shop, wanted, { actor, dryRun: false });
    expect(done.rows).toEqual(dry.rows.map((row) => ({ ...row, entryId: row.entryId && expect.any(Number) })));
    expect(toOutcomes(done.rows)).toEqual([
      ...['created journal-terms category/glaze', 'created journal-terms tag/kiln', 'created journal-authors ines'],
      ...['created block shared', 'created page story', 'created post firing', 'created post draft'],
    ]);
    await to.shop.pages.awaitInvalidations();
    const story = await visit(to, '/pages/story');
    expect(story).toContain('Our kiln');
    expect(story).toContain('/product/bowl');
    expect(story).toContain('<p>Shared.</p>');
    expect(await visit(to, '/journal/firing')).toMatch(/By Ines.*\/journal\/tag\/kiln/s);
    expect((await to.http.inject('/journal/draft')).statusCode).toBe(404);
    const after = await count();
    expect(toOutcomes((await importContent(to.shop, wanted, { actor, dryRun: false })).rows)).toEqual([]);
    expect(await count()).toBe(after);
    const again = await exportContent(to.shop);
    const own = ({ entries }: ContentFile) => entries.find(({ slug }) => slug === 'story')?.blocks;
    expect(own(again)).toEqual(own(file));
  });

  it('[7.2] has menus, which name what they link to by addresses and lead to the same in another shop', async () => {
    const menu = pick('main');
    expect(menu.entries[0]).toMatchObject({
      ...{ kind: 'menu', slug: 'main', isPublished: true },
      blocks: [
        { values: { entry: 'page/story' } },
        {
          values: { product: 'bowl' },
          children: [
            { values: { category: 'deep' } },
            { values: { entry: 'post/firing' } },
            { values: { entry: 'home/home' } },
            { values: { entry: 'shared' } },
          ],
        },
      ],
    });
    const dry = await importContent(to.shop, menu, { actor, dryRun: true });
    expect(toOutcomes(dry.rows)).toEqual(['updated menu main']);
    await importContent(to.shop, menu, { actor, dryRun: false });
    await to.shop.pages.awaitInvalidations();
    const main = /<nav class="site-menu".*?<\/nav>/s.exec(await visit(to, '/shop'))?.[0];
    expect(main).toMatch(
      /"\/pages\/story">story<.*"\/product\/bowl">More<.*"\/category\/deep">Deep<.*"\/journal\/firing">Firing.*"\/">Home<.*<p>Shared\.<\/p>/s,
    );
    expect(toOutcomes((await importContent(to.shop, menu, { actor, dryRun: false })).rows)).toEqual([]);
    expect((await exportContent(to.shop)).entries.find(({ slug }) => slug === 'main')?.blocks).toEqual(
      menu.entries[0]?.blocks,
    );
  });

  it('tells all that a menu links to and the shop does not have, and refuses menus that there are not', async () => {
    const [menu] = pick('main').entries;
    if (!menu) throw new Error();
    const link = (id: string, values: object) => ({ id, type: 'menu-link', values });
    const blocks = [
      ...[link('a', { entry: 'page/gone' }), link('b', { category: 'gone' }), link('c', { product: 'gone' })],
      ...['d', 'e', 'f', 'g'].map((id) => link(id, { entry: `post/${id}` })),
    ];
    const more = [{ id: 'a', type: 'text', values: { html: '<p>On the bar.</p>' } }];
    const entries = [
      { ...menu, blocks },
      { ...menu, slug: 'third' },
      { ...menu, slug: 'footer', blocks: more },
    ];
    const { rows } = await importContent(to.shop, { ...file, parts: {}, entries }, { actor, dryRun: true });
    expect(rows.map(({ problem }) => problem)).toEqual([
      "there is no page, post or home page 'page/gone', page, post or home page 'post/d', page, post or home page 'post/e', page, post or home page 'post/f', page, post or home page 'post/g', category 'gone', product 'gone'",
      "there is no menu 'third'",
      'BLOCK_MISPLACED a',
    ]);
  });

  it('says what differs, and makes it a revision that is published as the file says', async () => {
    const [entry] = pick('firing').entries;
    if (!entry) throw new Error();
    const changed = {
      ...file,
      parts: {},
      entries: [{ ...entry, title: 'Firing again', details: { ...entry.details, tags: [] } }],
    };
    const dry = await importContent(to.shop, changed, { actor, dryRun: true });
    expect(dry.rows).toMatchObject([{ outcome: 'updated', slug: 'firing' }]);
    expect(dry.rows[0]?.differences?.map(({ title }) => title)).toEqual(['Title', 'Tags']);
    await importContent(to.shop, changed, { actor, dryRun: false });
    await to.shop.pages.awaitInvalidations();
    expect(await visit(to, '/journal/firing')).toContain('<h1>Firing again</h1>');
  });

  it('is refused where it does not fit, entry by entry with the reason; the others are imported', async () => {
    const [base] = pick('draft').entries;
    if (!base) throw new Error();
    const toEntry = (slug: string, change: object) => ({ ...base, slug, details: {}, ...change });
    const text = (html: unknown) => [{ id: 'a', type: 'text', values: { html } }];
    const deep = (level: number): object => ({
      id: `l${level}`,
      type: 'group',
      values: { title: '' },
      ...(level < 9 ? { children: [deep(level + 1)] } : {}),
    });
    const entries = [
      toEntry('Bad Address', {}),
      toEntry('other-language', { locale: 'fr' }),
      toEntry('no-picture', { picture: 'gone.png' }),
      toEntry('no-block-picture', {
        blocks: [{ id: 'a', type: 'image', values: { pictures: ['gone.png'], alt: '', caption: '' } }],
      }),
      toEntry('no-author', { details: { author: 'nobody' } }),
      toEntry('bad-date', { details: { date: 'soon' } }),
      toEntry('bad-block', { blocks: text(5) }),
      toEntry('deep', { blocks: [deep(1)] }),
      toEntry('no-values', { blocks: [{ id: 'a', type: 'image', values: null, children: 5 }] }),
      toEntry('endless', {
        blocks: [
          JSON.parse(`${'{"id":"a","type":"group","values":{},"children":['.repeat(20_000)}${']}'.repeat(20_000)}`),
        ],
      }),
      toEntry('story', {}),
      toEntry('hostile', {
        kind: 'page',
        details: {},
        isPublished: true,
        blocks: text('<p onclick="x()">Fine<script>alert(1)</script></p>'),
      }),
    ];
    const { rows } = await importContent(to.shop, { ...file, parts: { menus: [{}] }, entries } as ContentFile, {
      actor,
      dryRun: false,
    });
    const reasons = Object.fromEntries(rows.map(({ slug, kind, problem }) => [slug || kind, problem]));
    expect(reasons).toMatchObject({
      menus: 'this shop has no such part',
      'Bad Address': expect.stringContaining('other characters'),
      'other-language': expect.stringContaining('fr'),
      'no-picture': "there is no picture 'gone.png'",
      'no-block-picture': "there is no picture 'gone.png'",
      'no-author': "there is no author 'nobody'",
      'bad-date': expect.stringContaining('Date'),
      'no-values': 'TREE_INVALID',
      endless: expect.stringMatching(/TREE_INVALID|BLOCK_ID_TWICE|TOO_MANY/),
      'bad-block': expect.stringContaining('BLOCK_INVALID'),
      story: expect.stringContaining('another kind'),
    });
    expect(reasons.deep).toMatch(/TOO_MANY_LEVELS|BLOCK_MISPLACED/);
    expect(reasons.hostile).toBeUndefined();
    await to.shop.pages.awaitInvalidations();
    expect(await visit(to, '/pages/hostile')).not.toMatch(/alert\(1\)|onclick/);
    for (const json of ['', '[]', '{"format":"other"}', JSON.stringify({ ...file, more: 1 })])
      expect(typeof readContentFile(json), json).toBe('string');
  });

  it('with characters that the database can’t store is refused as a whole, with the place', () => {
    for (const text of ['zero\0', 'half\ud800']) {
      const json = JSON.stringify({ ...file, entries: [{ kind: 'post', slug: 'x', title: text }] });
      expect(readContentFile(json), text).toMatch(/title/);
    }
  });

  it('makes no entry one of another kind, whatever its import key is', async () => {
    const [base] = pick('draft').entries;
    if (!base) throw new Error();
    const entry = { ...base, kind: 'page' as const, slug: 'keyed', importKey: 'key-1', details: {} };
    const importEntry = (change: object) =>
      importContent(to.shop, { ...file, parts: {}, entries: [{ ...entry, ...change }] }, { actor, dryRun: false });
    expect((await importEntry({})).rows).toMatchObject([{ outcome: 'created' }]);
    expect((await importEntry({ kind: 'post', slug: 'keyed-post' })).rows).toMatchObject([
      { outcome: 'refused', problem: expect.stringContaining('another kind') },
    ]);
  });

  it('has pictures of other sites fetched, but none of the shop’s own network', async () => {
    const bytes = await createPicture('#123456');
    let asked = 0;
    const server = createServer((_request, reply) => {
      asked += 1;
      reply.setHeader('content-type', 'image/png').end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const picture = `http://127.0.0.1:${port}/kiln.png`;
    const [base] = pick('draft').entries;
    if (!base) throw new Error();
    const wanted: ContentFile = { ...file, parts: {}, entries: [{ ...base, slug: 'fetched', picture }] };
    try {
      const guarded = await importContent(to.shop, wanted, { actor, dryRun: false });
      expect(guarded.rows).toMatchObject([
        { outcome: 'refused', problem: expect.stringContaining('there is no picture') },
      ]);
      expect(asked).toBe(0);
      const media = createMedia(to.shop.config, { allowPrivate: ['127.0.0.1'] });
      const shop = { ...to.shop, media };
      expect(await importContent(shop, wanted, { actor, dryRun: true })).toMatchObject({
        fetched: 1,
        rows: [{ outcome: 'created' }],
      });
      expect(asked).toBe(0);
      expect(await importContent(shop, wanted, { actor, dryRun: false })).toMatchObject({
        fetched: 1,
        rows: [{ outcome: 'created' }],
      });
      expect(toOutcomes((await importContent(shop, wanted, { actor, dryRun: false })).rows)).toEqual([]);
    } finally {
      server.close();
    }
  });
});

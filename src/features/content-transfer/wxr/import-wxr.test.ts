import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { createMedia } from '#platform/media/media.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { convertHtml } from './convert-blocks.ts';
import { importWxr } from './import-wxr.ts';

const { database } = useDatabase();
const actor = createSystemActor('shop');
const file = join(mkdtempSync(join(tmpdir(), 'vitrine-wxr-')), 'export.xml');

let app: App;
let server: Server;
let site: string;
let asked = 0;

beforeAll(async () => {
  app = await testShop(database);
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, reply) => {
    asked += 1;
    if (request.url?.endsWith('.jpg')) reply.setHeader('content-type', 'image/jpeg').end(bytes);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface TestItem {
  readonly id: number;
  readonly slug: string;
  readonly type?: string;
  readonly title?: string;
  readonly content?: string;
  readonly more?: string;
  readonly status?: string;
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const toItem = ({ id, slug, type = 'post', title = slug, content = '', more = '', status = 'publish' }: TestItem) =>
  `<item><title>${cdata(title)}</title><link>${site}/2023/04/${slug}/</link><guid isPermaLink="false">${site}/?p=${id}</guid>
<dc:creator>${cdata('ines')}</dc:creator><content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata('An <b>excerpt</b> &amp; more')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_name>${cdata(slug)}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>
<wp:post_date_gmt>2023-04-05 06:07:08</wp:post_date_gmt><wp:comment_status>open</wp:comment_status>${more}</item>`;
const write = (...items: TestItem[]) =>
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="x" xmlns:content="y" xmlns:excerpt="z"><channel>
<wp:author><wp:author_login>${cdata('ines')}</wp:author_login><wp:author_display_name>${cdata('Ines Marsh')}</wp:author_display_name></wp:author>
${items.map(toItem).join('\n')}</channel></rss>`,
  );

const run = (dryRun = false) => {
  const media = createMedia(app.shop.config, { allowPrivate: ['127.0.0.1'] });
  return importWxr({ ...app.shop, media }, file, { actor, dryRun });
};
const toOutcomes = ({ rows }: Awaited<ReturnType<typeof run>>) =>
  rows
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ kind, slug, outcome, problem }) => `${outcome} ${kind} ${slug}${problem ?? ''}`);
const visit = async (url: string) => {
  await app.shop.pages.awaitInvalidations();
  return app.http.inject({ url, headers: { accept: 'text/html' } });
};

const context = {
  attachments: new Map(),
  reusable: new Map(),
  embedHosts: ['player.vimeo.com', 'www.youtube-nocookie.com'],
  baseUrl: 'https://old.example/',
};
const convert = (html: string) => convertHtml(html, context);
const toTypes = (html: string) =>
  convert(html).blocks.map(({ type, values }) => `${type} ${Object.values(values).flat().join('|')}`);

describe('blocks of WordPress', () => {
  it('become those of the shop: texts together, pictures, columns, code, spaces, links and videos', () => {
    expect(
      toTypes(`<!-- wp:paragraph {"align":"left"} --><p>One</p><!-- /wp:paragraph -->
<!-- wp:heading --><h2 class="x">Two</h2><!-- /wp:heading -->
<!-- wp:list --><ul><!-- wp:list-item --><li>Three</li><!-- /wp:list-item --></ul><!-- /wp:list -->
<!-- wp:image {"id":7} --><figure><img src="/a.jpg" alt="A &quot;jug&quot;"/><figcaption>Cap<b>tion</b></figcaption></figure><!-- /wp:image -->
<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>Four</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->
<!-- wp:code --><pre><code>if (a &lt; b) {}</code></pre><!-- /wp:code -->
<!-- wp:spacer {"height":"200px"} --><div></div><!-- /wp:spacer -->
<!-- wp:embed {"url":"https://youtu.be/abcdefghij"} --><figure>https://youtu.be/abcdefghij</figure><!-- /wp:embed -->
<!-- wp:gallery --><figure><!-- wp:image --><figure><img src="https://old.example/b.jpg"/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->
<!-- wp:buttons --><div><!-- wp:button --><div><a href="https://old.example/x">Buy</a></div><!-- /wp:button --></div><!-- /wp:buttons -->
<!-- wp:separator --><hr/><!-- /wp:separator -->`),
    ).toEqual([
      'text <p>One</p>\n<h2>Two</h2>\n<ul><li>Three</li></ul>',
      'image https://old.example/a.jpg|A "jug"|Caption',
      'text <blockquote><p>Four</p></blockquote>',
      'code if (a < b) {}',
      'spacer large',
      'embed https://www.youtube-nocookie.com/embed/abcdefghij|',
      'gallery |https://old.example/b.jpg',
      expect.stringMatching(/^text .*<a href="https:\/\/old\.example\/x">Buy<\/a>[\s\S]*<hr \/>$/),
    ]);
    const { blocks } = convert(
      '<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:paragraph --><p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->',
    );
    expect(blocks).toMatchObject([{ type: 'columns', children: [{ type: 'group', children: [{ type: 'text' }] }] }]);
  });

  it('that are unknown, and short codes, are kept for staff and listed, never shown as text', () => {
    const { blocks, unknown } = convert(`<p>Before</p>[products limit="4"] after [box]inner[/box] [sic]
<!-- wp:acme/slider {"a":1} --><div>slides</div><!-- /wp:acme/slider --><!-- wp:shortcode -->[form id="1"]<!-- /wp:shortcode -->
<!-- wp:embed {"url":"https://evil.example/x"} /--><!-- wp:html --><script>alert(1)</script><!-- /wp:html -->`);
    expect(unknown).toEqual(['[products]', '[box]', 'acme/slider', '[form id="1"]', 'embed evil.example', 'HTML']);
    const texts = blocks
      .filter(({ type }) => type === 'text')
      .map(({ values }) => String(values.html))
      .join('');
    expect(texts).toContain('[sic]');
    expect(texts).not.toMatch(/products|box|inner|slides|form id|evil|alert/);
    expect(JSON.stringify(blocks.filter(({ type }) => type === 'imported'))).toContain('[box]inner[/box]');
  });

  it('of an older editor are paragraphs and pictures', () => {
    expect(
      toTypes(
        'First\nline\n\nSecond [caption id="a"]<img class="wp-image-3" src="https://old.example/c.jpg"> A kiln[/caption] third',
      ),
    ).toEqual([
      expect.stringContaining('text <p>First<br />\nline</p>'),
      'image https://old.example/c.jpg||A kiln',
      expect.stringContaining('third'),
    ]);
  });

  it('with broken or hostile comments are read in one pass', () => {
    for (const html of [
      '<!-- wp:a',
      '<!-- wp:a {"b": --><p>x</p>',
      '<!-- /wp:x -->',
      '<!-- wp:group -->'.repeat(5000),
      '<!-- '.repeat(50_000),
      '<img '.repeat(50_000),
      '[aaa'.repeat(50_000),
      '[aaa]'.repeat(50_000),
      `<!-- wp:image -->${'<figcaption>'.repeat(100_000)}<!-- /wp:image -->`,
    ])
      expect(Array.isArray(convert(html).blocks), html.slice(0, 30)).toBe(true);
  });
});

describe('an export of WordPress', () => {
  it('is tried, then imported once with pictures, terms, authors, dates, comments and former addresses', async () => {
    await addBlocks(app.shop, 'taken', [{ id: 'a', type: 'text', values: { html: '<p>Ours.</p>' } }]);
    const comment = (id: number, parent: number, text: string, approved = '1') =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_author>${cdata('Ada')}</wp:comment_author><wp:comment_author_email>ada@example.com</wp:comment_author_email><wp:comment_date_gmt>2023-05-01 10:00:00</wp:comment_date_gmt><wp:comment_content>${cdata(text)}</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>comment</wp:comment_type></wp:comment>`;
    const terms =
      '<category domain="category" nicename="from-the-kiln"><![CDATA[From the kiln]]></category><category domain="post_tag" nicename="glaze"><![CDATA[Glaze]]></category>';
    const meta = '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>';
    const body = `<!-- wp:paragraph --><p onclick="x()">Hot <script>alert(1)</script>words</p><!-- /wp:paragraph --><!-- wp:image {"id":9} --><figure><img src="${site}/a-300x200.jpg"/></figure><!-- /wp:image --><!-- wp:block {"ref":8} /--><!-- wp:paragraph --><p>Then [booking id="3"]</p><!-- /wp:paragraph -->`;
    write(
      {
        id: 9,
        slug: 'a',
        type: 'attachment',
        status: 'inherit',
        more: `<wp:attachment_url>${site}/a.jpg</wp:attachment_url>`,
      },
      {
        id: 8,
        slug: 'shared-note',
        type: 'wp_block',
        content: '<!-- wp:paragraph --><p>Shared note.</p><!-- /wp:paragraph -->',
      },
      {
        id: 1,
        slug: 'first-firing',
        title: 'The &#8220;first&#8221; <b>firing</b>',
        content: body.replace('<script>alert(1)</script>', ''),
        more:
          terms +
          meta +
          comment(2, 1, 'An answer') +
          comment(1, 0, 'Lovely <b>post</b>') +
          comment(3, 0, 'Waiting', '0') +
          comment(4, 0, 'Pills', 'spam'),
      },
      { id: 2, slug: 'taken', content: `<p>Theirs.</p><img src="${site}/missing.gif">` },
      { id: 3, slug: 'about-us', type: 'page', content: 'About us' },
      { id: 4, slug: 'unfinished', status: 'draft', content: 'Draft' },
      { id: 5, slug: 'product', type: 'product' },
    );
    const dry = await run(true);
    expect(asked).toBe(0);
    expect((await visit('/journal/first-firing')).statusCode).toBe(404);
    const done = await run();
    expect(toOutcomes(done)).toEqual(toOutcomes(dry));
    expect(toOutcomes(done)).toEqual([
      'created block shared-note',
      ...[
        'created journal-terms category/from-the-kiln',
        'created journal-terms tag/glaze',
        'created journal-authors ines-marsh',
      ],
      ...['created page about-us', 'created post first-firing', 'created post taken-2', 'created post unfinished'],
    ]);
    expect(done.notes).toEqual(
      expect.arrayContaining([{ slug: 'first-firing', note: 'not understood and not shown: [booking]' }]),
    );
    const post = (await visit('/journal/first-firing')).body;
    expect(post).toContain('<h1>The “first” firing</h1>');
    expect(post).toMatch(/By Ines Marsh.*Hot words.*Shared note\..*\/journal\/tag\/glaze.*Lovely post.*An answer/s);
    expect(post).not.toMatch(/booking|onclick|Waiting|Pills|ada@example|127\.0\.0\.1:\d+\/a/);
    expect(post.match(/<img[^>]*\/media\//g)?.length).toBeGreaterThanOrEqual(2);
    expect(post).toContain('2023-04-05T06:07:08.000Z');
    expect((await visit('/journal/taken-2')).body).toContain('Theirs.');
    expect((await visit('/pages/taken')).body).toContain('Ours.');
    expect((await visit('/journal/unfinished')).statusCode).toBe(404);
    for (const [from, to] of [
      ['/2023/04/taken', '/journal/taken-2'],
      ['/2023/04/about-us/', '/pages/about-us'],
    ] as const)
      expect((await visit(from)).headers.location, from).toBe(to);
  });

  it('changes nothing when it is run again, also after staff have changed what it brought', async () => {
    const state = async () =>
      (
        await database.pool.query(`select (select count(*) from content_revisions) r, (select count(*) from comments) c, (select count(*) from platform.media) m,
        (select count(*) from url_redirects) u, (select count(*) from journal_terms) t, (select count(*) from journal_authors) a`)
      ).rows[0];
    await database.pool.query(`update journal_authors set bio = 'Throws pots.'`);
    const [before, asks] = [await state(), asked];
    const again = await run();
    expect(toOutcomes(again)).toEqual([]);
    expect(await state()).toEqual(before);
    expect(asked).toBe(asks);
  });

  it('gives back no name or text of a term or an author that staff have changed since', async () => {
    await database.pool.query(
      `update journal_authors set name = 'I. Marsh', bio = 'Throws pots.' where slug = 'ines-marsh'`,
    );
    await database.pool.query(
      `update journal_terms set name = 'Kiln news', description = 'Ours.' where slug = 'from-the-kiln'`,
    );
    await database.pool.query(`update journal_terms set name = 'Glazes' where slug = 'glaze'`);
    expect(toOutcomes(await run())).toEqual([]);
    const { rows } = await database.pool.query(
      `select name, bio as text from journal_authors union all select name, description from journal_terms order by 1`,
    );
    expect(rows).toEqual([
      { name: 'Glazes', text: '' },
      { name: 'I. Marsh', text: 'Throws pots.' },
      { name: 'Kiln news', text: 'Ours.' },
    ]);
  });

  it('with two posts that have one number, or one long address, brings both', async () => {
    const long = `${'long-'.repeat(25)}address`;
    write({ id: 21, slug: `${long}-a`, content: 'One' }, { id: 22, slug: `${long}-b`, content: 'Two' });
    const done = await run();
    expect(done.rows.filter(({ kind }) => kind === 'post').map(({ outcome }) => outcome)).toEqual([
      'created',
      'created',
    ]);
    expect(done.rows.every(({ slug }) => slug.length <= 100)).toBe(true);
    write({ id: 31, slug: 'same-number', content: 'One' }, { id: 31, slug: 'same-number-too', content: 'Two' });
    expect(toOutcomes(await run())).toEqual(['created post same-number', 'created post same-number-too']);
    expect(toOutcomes(await run())).toEqual([]);
    expect((await visit('/journal/same-number')).body).toContain('One');
  });

  it('shows its reusable block where the shop has one of that address already', async () => {
    await addBlocks(app.shop, 'note', [{ id: 'a', type: 'text', values: { html: '<p>Our note.</p>' } }], {
      kind: 'block',
    });
    const note = '<!-- wp:paragraph --><p>Their note.</p><!-- /wp:paragraph -->';
    write(
      { id: 41, slug: 'note', type: 'wp_block', content: note },
      { id: 42, slug: 'with-note', content: '<!-- wp:block {"ref":41} /-->' },
    );
    expect(toOutcomes(await run())).toEqual(expect.arrayContaining(['created block note-2', 'created post with-note']));
    const { body } = await visit('/journal/with-note');
    expect(body).toContain('Their note.');
    expect(body).not.toContain('Our note.');
  });

  it('with entities of its own, or cut off, is refused', async () => {
    write({ id: 1, slug: 'x' });
    writeFileSync(file, '<!DOCTYPE x [<!ENTITY a "aaaa">]><rss><channel><item></item></channel></rss>');
    await expect(run()).rejects.toThrow('document type');
    writeFileSync(file, '<rss><channel><item><title>x');
    await expect(run()).rejects.toThrow();
  });
});

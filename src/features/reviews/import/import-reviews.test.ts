import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { approveComments } from '#features/comments/admin/comment-actions.ts';
import { fetchPhotographsJob } from '#features/comments/fetch-photographs.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createMedia } from '#platform/media/media.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { importReviews } from './import-reviews.ts';

const { database } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-reviews-'));
let app: App;
let id: number;

beforeAll(async () => {
  app = await testShop(database);
  const master = { regularPrice: 1000, sku: 'TB-1' };
  ({ id } = await saveTestProduct(app.shop, { name: 'Tide bowl', slug: 'tide-bowl', status: 'published', master }));
});

async function importText(text: string, dryRun = false) {
  const file = join(folder, 'reviews');
  writeFileSync(file, text);
  const report = await importReviews(app.shop, file, { source: 'Judge.me', dryRun });
  return { ...report, codes: report.messages.map(({ line, code }) => `${line} ${code}`) };
}

/** @returns what was added since `before` */
const readRowsAfter = async (before: number) => (await readRows()).slice(before);

const readRows = async () =>
  (await database.pool.query('select * from comments where product_id = $1 order by id', [id])).rows;

describe('a file of reviews', () => {
  it('is imported once, approved and without a badge; a dry run adds nothing', async () => {
    const text = `title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls
Lovely,"<p>It pours, <b>well</b></p>",5,2024-03-05 10:00:00 UTC,web,ok,Ada,ada@example.com,999,tide-bowl,Thank you,2024-03-06,https://gone.example/1.jpg
,Fine,4,2024-03-06,web,ok,ada@example.com,ada@example.com,,tide-bowl,,,
`;
    expect(await importText(text, true)).toMatchObject({ created: 2 });
    expect(await readRows()).toEqual([]);
    expect(await importText(text)).toMatchObject({ created: 2, codes: ['2 PICTURES_HELD'] });
    expect(await importText(text)).toMatchObject({ created: 0, unchanged: 2 });
    expect(await readRows()).toMatchObject([
      {
        body: 'It pours, well',
        stars: 5,
        author: 'Ada',
        email: null,
        state: 'held',
        reasons: ['pictures'],
        is_verified: false,
        is_source_verified: false,
        source: 'Judge.me',
      },
      { body: 'Thank you', is_from_shop: true, stars: null, source: null },
      { body: 'Fine', author: '', state: 'approved' },
    ]);
    expect((await newShopper(app).visit(productPath('tide-bowl'))).body).toContain('From Judge.me');
  });

  it('has heads of other programs in any case; what is unclear, hidden or of no product is reported', async () => {
    const text = `Review Creation Date;Review Status;Review Score;Review Content;Reviewer Display Name;Product SKU
2024-01-02T03:04:05;Published;3;Good;Ben;tb-1
2024-01-02;Hidden;5;Great;Cleo;TB-1
05/03/2024;Published;5;Great;Cleo;TB-1
2024-01-02;Published;4,5;Great;Cleo;TB-1
2024-01-02;Published;8/10;Great;Cleo;TB-1
2024-01-02;Published;5;Great;Cleo;NONE
2024-01-02;Published;5;;Cleo;TB-1
`;
    const { created, codes } = await importText(text);
    expect(created).toBe(1);
    expect(codes).toEqual([
      ...[
        '3 REVIEW_HIDDEN',
        '4 DATE_UNCLEAR',
        '5 STARS_UNCLEAR',
        '6 STARS_UNCLEAR',
        '7 PRODUCT_UNKNOWN',
        '8 REVIEW_EMPTY',
      ],
    ]);
  });
});

describe('an export of WordPress', () => {
  const createComment = (fields: Readonly<Record<string, string>>, meta: Readonly<Record<string, string>> = {}) =>
    `<wp:comment>${Object.entries(fields)
      .map(([name, value]) => `<wp:comment_${name}><![CDATA[${value}]]></wp:comment_${name}>`)
      .join('')}${Object.entries(meta)
      .map(
        ([key, value]) =>
          `<wp:commentmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:commentmeta>`,
      )
      .join('')}</wp:comment>`;
  const createFile = (comments: string, type = 'product', slug = 'tide-bowl') =>
    `<?xml version="1.0" encoding="UTF-8" ?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>A &amp; B</title>
<wp:post_id>12</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:post_type>${type}</wp:post_type>${comments}</item></channel></rss>`;
  const base = { date_gmt: '2023-01-02 03:04:05', author_email: 'ada@example.com', author_IP: '192.0.2.1' };

  it('has reviews with stars, comments without, threads in any order, states and dates', async () => {
    const before = (await readRows()).length;
    const text = createFile(
      [
        createComment({ ...base, id: '3', parent: '2', author: 'Ben', content: 'Thank\u0001 you', approved: '1' }),
        createComment(
          { ...base, id: '2', parent: '0', author: 'Ada', content: 'Pours <b>well</b>', approved: '1', type: 'review' },
          { rating: '5', verified: '1' },
        ),
        createComment({
          ...base,
          id: '4',
          parent: '0',
          author: 'Cy',
          content: 'A question',
          approved: '0',
          type: 'comment',
        }),
        createComment({ ...base, id: '5', parent: '0', author: 'Eve', content: 'Pills', approved: 'spam' }),
        createComment({ ...base, id: '6', parent: '5', author: 'Eve', content: 'More', approved: '1' }),
        createComment({
          ...base,
          id: '7',
          parent: '0',
          author: 'Shop',
          content: 'Note',
          approved: '1',
          type: 'order_note',
        }),
      ].join('\n'),
    );
    const codes = ['REVIEW_HIDDEN', 'PARENT_LEFT', 'REVIEW_HIDDEN'];
    const dry = await importText(text, true);
    expect([dry.created, dry.messages.map(({ code }) => code)]).toEqual([3, codes]);
    expect(await readRowsAfter(before)).toEqual([]);
    expect(await importText(text)).toMatchObject({ created: 3 });
    expect(await importText(text)).toMatchObject({ created: 0, unchanged: 3 });
    const rows = await readRowsAfter(before);
    const review = { body: 'Pours well', stars: 5, state: 'approved', is_verified: false, is_source_verified: true };
    expect(rows).toMatchObject([
      { ...review, created_at: new Date('2023-01-02T03:04:05Z'), email: null, network: null },
      { body: 'A question', stars: null, parent_id: null, state: 'held', reasons: ['imported'] },
      { body: 'Thank you', stars: null, parent_id: rows[0].id, root_id: rows[0].id, depth: 1 },
    ]);
    const html = (await newShopper(app).visit(productPath('tide-bowl'))).body;
    expect(html).toContain('From Judge.me, marked there as a verified purchase');
    expect(html).not.toContain('Verified purchase</span>');
  });

  it('of posts and unknown products is listed; entities of its own and broken files are refused', async () => {
    const one = createComment({ ...base, id: '20', parent: '0', author: 'Ada', content: 'Hello', approved: '1' });
    expect((await importText(createFile(one, 'post'))).messages.map(({ code }) => code)).toEqual(['PRODUCT_UNKNOWN']);
    expect((await importText(createFile(one, 'product', 'gone'))).messages[0]?.message).toContain('12');
    const bomb = createFile(one).replace('<rss', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss');
    for (const text of [bomb, createFile(one).replace('</item>', ''), createFile(`${'<a>'.repeat(60)}`)]) {
      const { created, messages } = await importText(text);
      expect([created, messages.map(({ code }) => code)]).toEqual([0, ['UNREADABLE']]);
    }
  });

  it('that WordPress has made HTML keep their marks and paragraphs', async () => {
    await database.pool.query(`update products set import_id = '77' where id = $1`, [id]);
    const before = (await readRows()).length;
    const rendered = '<p>It&#8217;s &#8220;round&#8221; &amp; 5 &lt; 6<br />\nReally</p>\n<p>Second <b>part</b></p>\n';
    const comment = { id: 301, post: 77, author_name: 'Cy', date_gmt: '2024-02-04T04:05:06', content: { rendered } };
    await importText(JSON.stringify([comment]));
    const one = createComment({
      ...base,
      id: '302',
      parent: '0',
      author: 'D&#039;Arc',
      approved: '1',
      content: 'One\nline\n\nnext',
    });
    await importText(createFile(one));
    expect(await readRowsAfter(before)).toMatchObject([
      { body: 'It’s “round” & 5 < 6\nReally\n\nSecond part' },
      { body: 'One\nline\n\nnext', author: "D'Arc" },
    ]);
  });

  it('is read piece by piece: 50 MB need little memory', async () => {
    const comments = Array.from(
      { length: 50 },
      () => `<content:encoded><![CDATA[${'x'.repeat(1_000_000)}]]></content:encoded>`,
    );
    const one = createComment({ ...base, id: '30', parent: '0', author: 'Ada', content: 'Large', approved: '1' });
    expect(await importText(createFile(comments.join('') + one))).toMatchObject({ created: 1 });
    const endless = createFile(`<content:encoded>${'x'.repeat(5_000_000)}</content:encoded>${one}`);
    expect((await importText(endless)).messages).toMatchObject([{ code: 'UNREADABLE' }]);
  });
});

describe('saved answers of the REST interface', () => {
  it('of reviews and of comments are imported with their states', async () => {
    await database.pool.query(`update products set import_id = '77' where id = $1`, [id]);
    const before = (await readRows()).length;
    const review = {
      id: 101,
      date_created_gmt: '2024-02-03T04:05:06',
      product_id: 77,
      reviewer: 'Ada',
      verified: true,
    };
    const comment = { post: 77, parent: 0, author_name: 'Cy', date_gmt: '2024-02-04T04:05:06', status: 'approved' };
    const text = JSON.stringify([
      { ...review, status: 'approved', review: '<p>REST is fine</p>', rating: 4 },
      { ...review, id: 102, status: 'hold', review: 'Wait', rating: 1 },
      { ...comment, id: 105, type: 'comment', content: { rendered: '<p>Hello</p>' }, meta: [] },
      { ...comment, id: 106, parent: 105, type: 'comment', content: { rendered: 'Hi' }, meta: { rating: '3' } },
      { name: 'other' },
      { ...review, id: 9, product_id: 404, status: 'approved', review: 'Lost', rating: 4 },
    ]);
    const { created, codes } = await importText(text);
    expect([created, codes]).toEqual([4, ['5 BROKEN_ROW', '6 PRODUCT_UNKNOWN']]);
    const rows = await readRowsAfter(before);
    expect(rows).toMatchObject([
      { body: 'REST is fine', stars: 4, state: 'approved', is_source_verified: true },
      { body: 'Wait', stars: 1, state: 'held' },
      { body: 'Hello', stars: null, parent_id: null },
      { body: 'Hi', stars: null, parent_id: rows[2].id },
    ]);
    expect((await importText('[{"id": 1')).codes).toEqual(['1 UNREADABLE']);
  });
});

describe('states of other programs', () => {
  it('that say nothing of approval are held: not-yet of Judge.me, and unknown ones', async () => {
    const before = (await readRows()).length;
    const text = `body,rating,review_date,curated,reviewer_name,product_handle
Not yet,5,2024-03-05,not-yet,Ada,tide-bowl
Curious,5,2024-03-05,whatever,Ada,tide-bowl
Good,5,2024-03-05,ok,Ada,tide-bowl
`;
    expect(await importText(text)).toMatchObject({ created: 3 });
    expect((await readRowsAfter(before)).map(({ state }) => state)).toEqual(['held', 'held', 'approved']);
  });
});

describe('pictures of imported reviews', () => {
  it('are fetched by a job, encoded anew and held; what is gone, private or none is left out', async () => {
    const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#88aa99' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    let busy = false;
    const server = createServer((request, response) =>
      request.url === '/a.jpg'
        ? response.writeHead(busy ? 429 : 200).end(busy ? 'wait' : picture)
        : response.writeHead(request.url === '/no' ? 404 : 200).end('no'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { shop } = app;
    const fetching = { ...shop, media: createMedia(shop.config, { allowPrivate: ['127.0.0.1'] }) };
    const importPictures = async (body: string) => {
      await importText(`body,rating,review_date,reviewer_name,product_handle,picture_urls
${body},5,2024-03-05,Ada,tide-bowl,"${origin}/a.jpg,${origin}/no,${origin}/text"
`);
      return (await readRows()).at(-1);
    };
    const readPhotographs = async (comment: number) =>
      (await database.pool.query('select * from comment_photographs where comment_id = $1', [comment])).rows;
    const readWaiting = async () => (await database.pool.query('select * from comment_remote_photographs')).rowCount;
    try {
      await database.pool.query('delete from comment_remote_photographs');
      const row = await importPictures('With pictures');
      expect([row.state, await readWaiting()]).toEqual(['held', 3]);
      const approve = (seenAt: Date) =>
        inTransaction(shop.db, (tx) =>
          approveComments.run(shop, tx, Number(row.id), null, createSystemActor('Cleo'), seenAt),
        );
      const opened = shop.clock.now();
      expect(await approve(opened)).toMatchObject({ code: 'COMMENT_PHOTOGRAPHS' });
      busy = true;
      expect((await runJobsNow(fetching, [fetchPhotographsJob])).failed).toHaveLength(1);
      busy = false;
      const later = { ...fetching, clock: { now: () => new Date(opened.getTime() + 600_000) } };
      expect((await runJobsNow(later, [fetchPhotographsJob])).failed).toEqual([]);
      expect(await approve(opened)).toMatchObject({ code: 'COMMENT_PHOTOGRAPHS' });
      expect(await readPhotographs(row.id)).toMatchObject([{ position: 0, width: 960, height: 540 }]);
      expect(await readWaiting()).toBe(0);
      const [{ id: photograph }] = await readPhotographs(row.id);
      const url = `/comments/photographs/${photograph}`;
      expect((await app.http.inject({ url })).statusCode).toBe(404);
      expect(await approve(new Date(opened.getTime() + 700_000))).toMatchObject({ ok: true });
      const shown = await app.http.inject({ url });
      const { format, exif } = await sharp(shown.rawPayload).metadata();
      expect([shown.statusCode, format, exif]).toEqual([200, 'webp', undefined]);
      const other = await importPictures('With private pictures');
      expect((await runJobsNow(shop, [fetchPhotographsJob])).failed).toEqual([]);
      expect([await readPhotographs(other.id), await readWaiting()]).toEqual([[], 0]);
    } finally {
      server.close();
    }
  });
});

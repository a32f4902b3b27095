import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createMedia } from '#platform/media/media.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { importFileJob, purgeContentImportsJob } from './import-job.ts';

const { database, pool } = useDatabase();
const writer = createStaffCookie('Ada', openBackOffice.name, 'content.read', 'content.write');
const reader = createStaffCookie('Bea', openBackOffice.name, 'content.read');

let app: App;
let office: ReturnType<typeof openOffice>;
let server: Server;
let site: string;
/** Addresses that the shop has asked for. */
const asked: string[] = [];
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  app = await testShop(database, {
    ...{ choices: withTestSession, env: { LOG_LEVEL: 'silent' }, clock: { now: () => now } },
  });
  office = openOffice(app, writer);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    if (request.url?.includes('gone')) reply.writeHead(404).end();
    else reply.setHeader('content-type', 'image/png').end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function upload(content: string, cookie = writer) {
  const head = '--example\r\ncontent-disposition: form-data; name="file"; filename="site.json"\r\n\r\n';
  const reply = await app.http.inject({
    ...{ method: 'POST', url: '/admin/content-transfer', payload: `${head}${content}\r\n--example--\r\n` },
    headers: {
      ...{ cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      'content-type': 'multipart/form-data; boundary=example',
    },
  });
  return { ...reply, path: String(reply.headers.location ?? '').replace('/admin/', '') };
}

const work = () => {
  const media = createMedia(app.shop.config, { allowPrivate: ['127.0.0.1'] });
  return runJobsNow({ ...app.shop, media }, [importFileJob]);
};
const count = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

const text = (html: string) => [{ id: 'a', type: 'text', values: { html } }];
const toFile = (...entries: object[]) => JSON.stringify({ format: 'vitrine-content', version: 1, entries });
const wordpress = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="x" xmlns:content="y" xmlns:excerpt="z"><channel>${items}</channel></rss>`;

describe('an import in the back office', () => {
  it('tries the file by a job, which fetches nothing and changes nothing, then fetches pictures and imports', async () => {
    const entry = { kind: 'page', title: 'Kiln', isPublished: true, blocks: text('<p>Hot.</p>') };
    const { path } = await upload(
      toFile(
        { ...entry, slug: 'kiln', picture: `${site}/kiln.png` },
        { ...entry, slug: 'gone', picture: `${site}/gone.png` },
        { ...entry, slug: 'Bad Address' },
      ),
    );
    expect(path).toMatch(/^content-transfer\/\d+$/);
    const before = await count('content_entries');
    expect((await office.get(path)).body).toMatch(/Checking.*role="status".*This page refreshes itself/s);
    expect((await office.post(path, { run: 'import' })).location).toBe(`/admin/${path}`);
    await work();
    expect([await count('content_entries'), asked]).toEqual([before, []]);
    const tried = (await office.get(path)).body;
    expect(tried).toMatch(/2 new, 0 changed, 0 unchanged, 1 refused.*2 pictures are fetched.*Import/s);
    expect(tried).toContain('the address has other characters');
    const begun = await Promise.all([office.post(path, { run: 'import' }), office.post(path, { run: 'import' })]);
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect((await office.get(path)).body).toMatch(/Fetching pictures.*0 of 2/s);
    await work();
    expect(asked).toEqual(['/kiln.png', '/gone.png']);
    const { body } = await office.get(path);
    expect(body).toMatch(/What the import did.*1 new, 0 changed, 0 unchanged, 2 refused/s);
    expect(body).toMatch(/there is no picture 'http.*gone\.png'.*href="\/admin\/content\/\d+"/s);
    await app.shop.pages.awaitInvalidations();
    expect((await app.http.inject('/pages/kiln')).body).toMatch(/og:image" content="[^"]*\/media\/.*Hot\./s);
    expect((await office.get('content-transfer')).body).toMatch(/site\.json.*Imported/s);
    // Imported once.
    const after = await count('content_revisions');
    await office.post(path, { run: 'import' });
    await work();
    expect(await count('content_revisions')).toBe(after);
  });

  it('takes an export of WordPress in the same way, and says what could not be kept', async () => {
    const item = `<item><title>Moved</title><link>https://old.example/moved/</link><guid>g1</guid><dc:creator>ines</dc:creator>
<content:encoded><![CDATA[<p>From there.</p><img src="${site}/b.png"/><p>[booking id="3"]</p>]]></content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>1</wp:post_id><wp:post_name>moved</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>`;
    const { path } = await upload(wordpress(item));
    await work();
    expect((await office.get(path)).body).toMatch(/1 new.*1 picture is fetched.*not understood and not shown/s);
    await office.post(path, { run: 'import' });
    asked.length = 0;
    await work();
    expect(asked).toEqual(['/b.png']);
    await app.shop.pages.awaitInvalidations();
    expect((await app.http.inject('/pages/moved')).body).toMatch(/From there\..*<img[^>]*\/media\//s);
  });

  it('fetches no picture twice when a process ends after some of them', async () => {
    const entry = { kind: 'page', title: 'Two', slug: 'two', picture: `${site}/c.png` };
    const image = { id: 'a', type: 'image', values: { pictures: [`${site}/d.png`], alt: '', caption: '' } };
    const { path } = await upload(toFile({ ...entry, blocks: [image] }));
    await work();
    await office.post(path, { run: 'import' });
    const id = Number(path.split('/').at(-1));
    await pool.query(
      `update content_import_pictures set is_waiting = false, media_id = (select min(id) from platform.media)
      where import_id = $1 and url like '%/c.png'`,
      [id],
    );
    asked.length = 0;
    await work();
    expect(asked).toEqual(['/d.png']);
    expect((await office.get(path)).body).toContain('1 new, 0 changed, 0 unchanged, 0 refused');
  });

  it('takes texts that are cut within a character', async () => {
    const item = `<item><title>Cut</title><guid>g2</guid><content:encoded><![CDATA[<!-- wp:shortcode -->[${'x'.repeat(98)}😀]<!-- /wp:shortcode -->]]></content:encoded>
<wp:post_id>2</wp:post_id><wp:post_name>cut</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>`;
    const { path } = await upload(wordpress(item));
    await work();
    expect((await office.get(path)).body).toMatch(/1 new, 0 changed, 0 unchanged, 0 refused.*not understood/s);
    await office.post(path, { run: 'import' });
    await work();
    expect((await office.get(path)).body).toContain('1 new, 0 changed, 0 unchanged, 0 refused');
  });

  it('says why a file can’t be read, and tries it again', async () => {
    const { path } = await upload('{"format":"other"}');
    await work();
    expect((await office.get(path)).body).toMatch(/The file was not imported: format: .*Check again/s);
    await office.post(path, { run: 'try' });
    expect((await office.get(path)).body).toContain('Checking');
    await work();
    const broken = await upload('<rss><channel><item>');
    await work();
    expect((await office.get(broken.path)).body).toContain('The file was not imported');
    for (const content of ['', 'SKU,Price']) expect((await upload(content)).statusCode, content).toBe(422);
  });

  it('is for who may write content alone, also when the job comes to it', async () => {
    const content = toFile({ kind: 'page', slug: 'denied', title: 'Denied' });
    expect((await upload(content, reader)).statusCode).toBe(403);
    const { path } = await upload(content);
    expect((await office.get(path, reader)).statusCode).toBe(403);
    expect((await office.post(path, { run: 'try' }, reader)).statusCode).toBe(403);
    await pool.query('update staff_members set left_at = now()');
    await work();
    await pool.query('update staff_members set left_at = null');
    expect((await office.get(path)).body).toContain('Ada may not change content any more');
    expect((await office.get('content-transfer/999999')).statusCode).toBe(404);
  });

  it('is deleted with its file after some days', async () => {
    const { path } = await upload(toFile({ kind: 'page', slug: 'old', title: 'Old' }));
    const { rows } = await pool.query('select file_id from content_imports order by id desc limit 1');
    const key = `content-imports/${rows[0].file_id.slice(0, 2)}/${rows[0].file_id}`;
    expect(await app.shop.files.find(key)).not.toBeNull();
    now = new Date(now.getTime() + 15 * 24 * 60 * 60 * 1000);
    await app.shop.jobs.add(app.shop.db, purgeContentImportsJob, {});
    await runJobsNow(app.shop, [purgeContentImportsJob]);
    expect((await office.get(path)).statusCode).toBe(404);
    expect(await app.shop.files.find(key)).toBeNull();
  });
});

import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { countQueries } from '#platform/database/database.ts';
import type { RecordPicker } from '#platform/forms/field.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { deleteContentJob } from '#platform/media/delete-content.ts';
import { makeSizesJob } from '#platform/media/media.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { encodeFiles, newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { mediaCallPath, mediaItemPath, postProcessPath } from './contract.ts';
import { getMediaPicker } from './picker/media-picker.ts';

const { database } = useDatabase();
let app: App;
let rest: string;
const reader = createStaffCookie('Ada', 'admin.open', 'media.read');
const writer = createStaffCookie('Bea', 'admin.open', 'media.read', 'media.write');

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  rest = app.shop.wire.platformRest;
});

let seed = 0;
/** Each one has other bytes. */
const createImage = (size = 40): Promise<Buffer> => {
  seed += 1;
  return sharp({ create: { width: size, height: size, channels: 3, background: { r: seed % 256, g: 90, b: 40 } } })
    .png()
    .toBuffer();
};

async function send(
  url: string,
  files: readonly (readonly [Buffer, string])[],
  cookie = writer,
  accept = 'application/json',
) {
  const form = new FormData();
  for (const [bytes, name] of files) form.append('file', new File([new Uint8Array(bytes)], name));
  const { type, body } = await encodeFiles(form);
  return app.http.inject({
    ...{ method: 'POST', url, payload: body },
    headers: { 'content-type': type, cookie, accept, 'sec-fetch-site': 'same-origin' },
  });
}

const upload = async (bytes: Buffer, name = 'bowl.png') => send(mediaCallPath(rest), [[bytes, name]]);
const addPicture = async (name?: string): Promise<number> => (await upload(await createImage(), name)).json().id;
const call = (method: 'POST' | 'DELETE', url: string, cookie = writer) =>
  app.http.inject({
    ...{ method, url, headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' } },
    ...(method === 'POST' ? { payload: {} } : {}),
  });
const readRow = async (id: number) =>
  (await database.pool.query('select *, left(sha256, 16) as hash from platform.media where id = $1', [id])).rows[0];
const addProduct = async (imageId: number, slug: string) => {
  const { id } = await saveTestProduct(app.shop, {
    name: `Bowl ${slug}`,
    slug,
    status: 'published',
    master: { regularPrice: 1000 },
  });
  await app.shop.db.execute(
    sql`insert into product_images (product_id, position, media_id) values (${id}, 0, ${imageId})`,
  );
  return id;
};

/** What the form of a picture sends without a change. */
async function readForm(id: number) {
  const { body } = await openOffice(app, writer).get(`media/${id}`);
  const version = /name="_version" value="([^>]*)"\/?>/.exec(body)?.[1] ?? '';
  const { alt, title, folder, focal_x: focalX, focal_y: focalY } = await readRow(id);
  return { body, fields: { _version: version, alt, title, folder, focalX: String(focalX), focalY: String(focalY) } };
}

describe('a call that uploads a picture', () => {
  it('[7.3/9] stores it at once, has its sizes made by the post-process step, and is answered with both', async () => {
    const reply = await upload(await createImage(), '../../Größe.png');
    expect([reply.statusCode, reply.json()]).toEqual([
      ...[
        200,
        {
          id: expect.any(Number),
          name: 'Größe.png',
          alt: '',
          image: expect.stringMatching(/^\/media\//),
          isReady: false,
        },
      ],
    ]);
    const { id } = reply.json();
    const processed = await call('POST', postProcessPath(rest, id));
    expect([processed.statusCode, processed.json()]).toMatchObject([200, { id, isReady: true }]);
    expect((await call('POST', postProcessPath(rest, id))).statusCode, 'again').toBe(200);
    expect((await call('POST', postProcessPath(rest, 999_999))).statusCode).toBe(404);
  });

  it('[7.3/9] deletes it with ?force=true, with its files, unless something shows it', async () => {
    const id = await addPicture();
    await call('POST', postProcessPath(rest, id));
    const { hash } = await readRow(id);
    const path = `/media/${hash}-160.webp`;
    expect((await app.http.inject(path)).statusCode).toBe(200);
    expect((await call('DELETE', mediaItemPath(rest, id))).json()).toMatchObject({ code: 'NOT_FORCED' });
    const deleted = await call('DELETE', `${mediaItemPath(rest, id)}?force=true`);
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { deleted: true, id }]);
    expect((await runJobsNow(app.shop, [makeSizesJob, deleteContentJob])).failed).toEqual([]);
    expect((await app.http.inject(path)).statusCode).toBe(404);

    const shown = await addPicture();
    await addProduct(shown, 'shown');
    expect((await call('DELETE', `${mediaItemPath(rest, shown)}?force=true`)).json()).toMatchObject({
      code: 'MEDIA_IN_USE',
    });
    expect(await readRow(shown)).toBeDefined();
  });

  it('keeps a picture that a page shows, also as a block inside another one, and says where', async () => {
    const id = await addPicture('of-page.png');
    const picture = { id: 'p', type: 'image', values: { pictures: [id], alt: '', caption: '' } };
    const group = { id: 'g', type: 'group', values: {}, children: [picture] };
    await addBlocks(app.shop, 'kiln-page', [{ id: 'c', type: 'columns', values: { count: '2' }, children: [group] }]);
    expect((await call('DELETE', `${mediaItemPath(rest, id)}?force=true`)).json()).toMatchObject({
      code: 'MEDIA_IN_USE',
    });
    expect((await openOffice(app, reader).get('media?q=of-page&columns=name,uses')).body).toContain('kiln-page');
    await database.pool.query(
      `update content_entries set draft_id = null, published_id = null where slug = 'kiln-page'`,
    );
    expect((await call('DELETE', `${mediaItemPath(rest, id)}?force=true`)).statusCode).toBe(200);
  });

  it('[7.3/9] tells a script that the sizes could not be made, so that it tries again', async () => {
    const id = await addPicture();
    const { key } = await readRow(id);
    await app.shop.files.delete([`media/${key}`]);
    const reply = await call('POST', postProcessPath(rest, id));
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { code: 'MEDIA_NOT_PROCESSED' }]);
    expect((await call('DELETE', `${mediaItemPath(rest, id)}?force=true`)).statusCode).toBe(200);
  });

  it('refuses what is no picture, whatever it is called, and what would need too much memory', async () => {
    const png = await createImage();
    const bomb = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    const cases: readonly [string, Buffer, string][] = [
      ['NOT_AN_IMAGE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'a.svg'],
      ['NOT_AN_IMAGE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png'],
      ['NOT_AN_IMAGE', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'), 'a.gif'],
      ['NOT_AN_IMAGE', Buffer.from('<?php echo 1; ?>'), 'a.php.jpg'],
      ['TOO_MANY_PIXELS', bomb, 'bomb.png'],
    ];
    for (const [code, bytes, name] of cases)
      expect((await upload(bytes, name)).json(), name).toMatchObject({ code, message: expect.stringContaining(name) });
    expect((await send(mediaCallPath(rest), [])).json()).toMatchObject({ code: 'FILE_MISSING' });
    // A picture with a script at its end is a picture: it is only ever sent as its sizes, without what is behind its pixels.
    const polyglot = await upload(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 'polyglot.html');
    const { image } = polyglot.json();
    const sent = await app.http.inject(image);
    expect([sent.headers['content-type'], sent.headers['x-content-type-options']]).toEqual(['image/webp', 'nosniff']);
    expect(sent.rawPayload.includes('alert')).toBe(false);
  });

  it('needs the permission, and so does each other write', async () => {
    const id = await addPicture();
    const replies = [
      await send(mediaCallPath(rest), [[await createImage(), 'a.png']], reader),
      await call('POST', postProcessPath(rest, id), reader),
      await call('DELETE', `${mediaItemPath(rest, id)}?force=true`, reader),
      await send(`/admin/media/${id}/replace`, [[await createImage(), 'a.png']], reader),
      await app.http.inject({ url: '/admin/media/upload', headers: { cookie: reader } }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('the audit', () => {
  it('has every write of the library as the fields that it changed', async () => {
    const id = await addPicture('audited.png');
    const office = openOffice(app, writer);
    const { fields } = await office.get(`media/${id}`);
    await office.post(`media/${id}`, { ...fields, alt: 'A jug', folder: 'jugs' });
    await send(`/admin/media/${id}/replace`, [[await createImage(), 'other.png']], writer, 'text/html');
    await call('DELETE', `${mediaItemPath(rest, id)}?force=true`);
    const { rows } = await database.pool.query(
      `select action, before, after from platform.audit_entries where subject_kind = 'media' and subject_id = $1 order by id`,
      [String(id)],
    );
    const bytes = expect.any(Number);
    expect(rows).toEqual([
      { action: 'media-library.upload', before: null, after: { name: 'audited.png', bytes } },
      { action: 'media-library.save', before: { alt: '', folder: '' }, after: { alt: 'A jug', folder: 'jugs' } },
      expect.objectContaining({
        action: 'media-library.replace',
        after: expect.objectContaining({ name: 'other.png' }),
      }),
      { action: 'media-library.delete', before: { name: 'other.png', alt: 'A jug' }, after: null },
    ]);
  });
});

describe('the library as tiles', () => {
  it('has the same filters, order and marks as the list, and leads back to it', async () => {
    await addPicture('tiled.png');
    const office = openOffice(app, writer);
    const list = (await office.get('media?q=tiled&sort=name')).body;
    const toTiles = /href="\/admin\/(media\?[^"]*)"[^>]*>Show as tiles</.exec(list)?.[1] ?? '';
    expect(toTiles).toContain('q=tiled');
    const tiles = (await office.get(toTiles)).body;
    expect(tiles).toContain('class="data data--tiles"');
    expect(tiles).toContain('tiled.png');
    expect(tiles).not.toContain('of-page');
    expect(tiles).toContain('data-mark="" name="id"');
    const toList = /href="\/admin\/(media\?[^"]*)"[^>]*>Show as list</.exec(tiles)?.[1] ?? '';
    expect(new URLSearchParams(toList.split('?')[1])).toEqual(new URLSearchParams('sort=name&q=tiled'));
    expect((await office.get(toList)).body).toContain('class="data"');
  });
});

describe('the pictures that a form offers', () => {
  it('are found by who may see the library or save that form, and by nobody else', async () => {
    await addPicture('offered.png');
    const search = async (picker: RecordPicker, ...permissions: string[]) => {
      const granted = new Map(permissions.map((permission) => [permission, null]));
      const actor: Actor = { ...createSystemActor('Ada'), kind: 'staff', permissions: granted };
      return (await picker.search({ shop: app.shop, db: app.shop.db, actor }, 'offered')).length;
    };
    const [library, form] = [getMediaPicker(), getMediaPicker('products.write')];
    expect(await Promise.all([search(library, 'media.read'), search(form, 'media.read')])).toEqual([1, 1]);
    expect(await Promise.all([search(library, 'products.write'), search(form, 'products.write')])).toEqual([0, 1]);
    expect(await Promise.all([search(library, 'orders.read'), search(form, 'orders.read')])).toEqual([0, 0]);
    expect(getMediaPicker('products.write')).toBe(form);
  });
});

describe('the library', () => {
  it('takes many files without script, names those that it refuses, and lists the others', async () => {
    const files = [
      [await createImage(), 'form-one.png'],
      [Buffer.from('no picture'), 'form-two.png'],
      [await createImage(), 'form-three.png'],
    ] as const;
    const reply = await send('/admin/media/upload', files, writer, 'text/html');
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining('form-two.png')]);
    const { body } = await openOffice(app, reader).get('media?q=form-');
    expect(body).toMatch(/form-three\.png[\s\S]*form-one\.png/);
    expect(body).not.toContain('form-two.png');
  });

  it('finds what has no alt text and what nothing shows', async () => {
    const [used, unused] = [await addPicture('is-used.png'), await addPicture('is-unused.png')];
    await addProduct(used, 'used');
    await database.pool.query(`update platform.media set alt = 'A bowl' where id = $1`, [unused]);
    const office = openOffice(app, reader);
    const [withoutAlt, notUsed] = [await office.get('media?alt=yes&q=is-'), await office.get('media?unused=yes&q=is-')];
    expect([withoutAlt.body.includes('is-used.png'), withoutAlt.body.includes('is-unused.png')]).toEqual([true, false]);
    expect([notUsed.body.includes('is-used.png'), notUsed.body.includes('is-unused.png')]).toEqual([false, true]);
    expect((await office.get('media?q=is-used&columns=name,uses')).body).toContain('Bowl used');
  });

  it('runs as many statements for fifty pictures with uses as for two', async () => {
    const office = openOffice(app, reader);
    const count = async (query: string) =>
      (await countQueries(() => office.get(`media?q=${query}&columns=name,uses`))).queries;
    const [few, many] = ['few-', 'many-'];
    for (let index = 0; index < 52; index += 1) {
      const id = await addPicture(`${index < 2 ? few : many}${index}.png`);
      if (index % 2 === 0) await addProduct(id, `counted-${index}`);
    }
    expect(await count(many)).toBe(await count(few));
  });

  it('saves texts, asks when two people change one field, and says who uses the picture', async () => {
    const id = await addPicture('record.png');
    await addProduct(id, 'record');
    const office = openOffice(app, writer);
    const page = await readForm(id);
    expect(page.body).toContain('Product: Bowl record');
    const [first, second] = [
      { ...page.fields, alt: 'A blue bowl' },
      { ...page.fields, alt: 'A bowl' },
    ];
    expect((await office.post(`media/${id}`, first)).statusCode).toBe(303);
    expect(
      (await office.post(`media/${id}`, { ...page.fields, title: 'Bowls', folder: 'glazes/blue' })).statusCode,
    ).toBe(303);
    expect((await office.post(`media/${id}`, second)).statusCode).toBe(409);
    expect(await readRow(id)).toMatchObject({ alt: 'A blue bowl', title: 'Bowls', folder: 'glazes/blue' });
    expect((await office.post(`media/${id}`, { ...(await readForm(id)).fields, folder: '/a//b' })).body).toContain(
      'names with / between them',
    );
    const { rows } = await database.pool.query(
      `select action from platform.audit_entries where subject_kind = 'media' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'media-library.upload',
      'media-library.save',
      'media-library.save',
    ]);
  });

  it('shows crops at the focal point on the pages of products, at once', async () => {
    const id = await addPicture('focus.png');
    await addProduct(id, 'focus');
    const visit = async () => (await newShopper(app).visit(productPath('focus'))).body;
    expect(await visit()).not.toContain('object-position');
    const office = openOffice(app, writer);
    const { fields } = await readForm(id);
    await office.post(`media/${id}`, { ...fields, focalX: '20', focalY: '75' });
    expect(await visit()).toContain('object-position:20% 75%');
  });

  it('replaces a picture: pages show the new one, the former address leads to it, and its files go', async () => {
    const id = await addPicture('replaced.png');
    await addProduct(id, 'replaced');
    const before = await readRow(id);
    await call('POST', postProcessPath(rest, id));
    const visit = async () => (await newShopper(app).visit(productPath('replaced'))).body;
    expect(await visit()).toContain(before.hash);
    const reply = await send(`/admin/media/${id}/replace`, [[await createImage(60), 'new.png']], writer, 'text/html');
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/admin/media/${id}`]);
    const after = await readRow(id);
    expect([after.hash === before.hash, after.name]).toEqual([false, 'new.png']);
    const body = await visit();
    expect([body.includes(before.hash), body.includes(after.hash)]).toEqual([false, true]);
    expect((await runJobsNow(app.shop, [makeSizesJob, deleteContentJob])).failed).toEqual([]);
    const old = await app.http.inject(`/media/${before.hash}-160.webp`);
    expect([old.statusCode, old.headers.location]).toEqual([302, `/media/${after.hash}-160.webp`]);
    expect((await app.http.inject(String(old.headers.location))).statusCode).toBe(200);
    expect(await app.shop.files.find(`media/${before.key}`)).toBeNull();
    // The former content can be added again, and is a picture of its own then.
    const other = await addPicture('other.png');
    const { key } = await readRow(other);
    const taken = await send(`/admin/media/${id}/replace`, [[await readWholeFile(key), 'x.png']]);
    expect(taken.json()).toMatchObject({ code: 'MEDIA_TAKEN' });
  });

  it('deletes marked pictures that nothing shows, and says of the others where they are', async () => {
    const [used, unused] = [await addPicture('del-used.png'), await addPicture('del-unused.png')];
    await addProduct(used, 'del');
    const page = await openOffice(app, writer).get(
      `media/-/actions/media-library.delete-pictures?id=${used}&id=${unused}`,
    );
    expect(page.body).toContain('It is used in one place: Bowl del');
  });
});

async function readWholeFile(key: string): Promise<Buffer> {
  const { readWhole } = await import('#platform/files/store/file-store.ts');
  return readWhole(app.shop.files, `media/${key}`);
}

import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addToCartPath, cartPath, getCart } from '#features/cart/index.ts';
import { getOrder } from '#features/orders/index.ts';
import { incomingFolder, uploadsFolder } from '#platform/config/data-folders.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesShop, signInGuest, testClock, testGuest } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { addFileProduct, createTestImage, pdf, sendUpload, toFile, uploadTestFile } from '#tests/support/uploads.ts';
import { type UploadReply, uploadPath } from './contract.ts';
import { deleteStrayFiles, getPurgeTime, purgeUploads } from './purge-uploads.ts';

const { database } = useDatabase();
const clock = testClock();
const hourMs = 60 * 60 * 1000;
let app: App;
let dataDir: string;
let png: Buffer;
let product: number;
let jsonPath: string;
let cartItemPath: string;

beforeAll(async () => {
  const settings = { uploads: { maxMegabytes: 1, filesPerHour: 1000, megabytesPerHour: 1000 } };
  app = await salesShop(database, { clock, settings });
  ({ dataDir } = app.shop.config);
  jsonPath = `${app.shop.wire.rest}/uploads`;
  cartItemPath = `${app.shop.wire.rest}/cart/item`;
  png = await createTestImage();
  product = await addFileProduct(app.shop);
});

const send = (shopper: Shopper, file: File, fields: Record<string, string> = {}) =>
  sendUpload(app.shop, shopper, file, fields);

const upload = (shopper: Shopper, bytes: Buffer | string = png, name = 'drawing.png') =>
  uploadTestFile(app.shop, shopper, bytes, name);

const addWith = (shopper: Shopper, ...ids: string[]) =>
  shopper.submit(addToCartPath, { product_id: String(product), 'addon-drawing[]': ids });

const pathOf = (id: string) => join(uploadsFolder(dataDir), id.slice(0, 2), id);
const countRows = async () =>
  (await app.shop.db.execute<{ count: number }>(sql`select count(*)::integer as count from uploads`)).rows[0]?.count ??
  0;
const listIncoming = () => (existsSync(incomingFolder(dataDir)) ? readdirSync(incomingFolder(dataDir)) : []);

async function order(shopper: Shopper): Promise<string> {
  const form = await shopper.fillInCheckout();
  const token = readOrderToken(await shopper.placeOrder(form ?? {}));
  expect(token).not.toBeNull();
  return token ?? '';
}

describe('an uploaded file', () => {
  it('is private: its owner downloads it, and others get the answer for an unknown one', async () => {
    const [ada, bea] = [newShopper(app), newShopper(app)];
    const { id, name, bytes, shown } = await upload(ada, png, '../../Größe "1".png');
    expect([name, bytes, shown]).toEqual([
      'Größe _1_.png',
      png.length,
      `Größe _1_.png (${(png.length / 1e3).toFixed(1)} kB)`,
    ]);
    expect(readFileSync(pathOf(id)).equals(png)).toBe(true);
    const { status, headers } = await ada.visit(uploadPath(id));
    expect([status, headers]).toMatchObject([
      200,
      {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_1_.png`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    ]);
    await upload(bea);
    const foreign = await bea.visit(uploadPath(id));
    const unknown = await bea.visit(uploadPath('00000000-0000-4000-8000-000000000000'));
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect((await bea.visit(uploadPath('..%2f..%2fsecret'))).status).toBe(404);
    expect((await newShopper(app).visit(`/media/${id}`)).status).toBe(404);
    expect((await newShopper(app).visit(`/admin/uploads/${id}`)).status).not.toBe(200);
  });

  it.each([
    ['HTML as an image', '<script>alert(1)</script>', 415, 'FILE_TYPE_NOT_ACCEPTED'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'FILE_TYPE_NOT_ACCEPTED'],
    ['nothing', '', 400, 'FILE_EMPTY'],
    ['a damaged image', '\u0089PNG\r\n\u001a\n broken', 422, 'FILE_UNREADABLE'],
    ['more than a file may have', 'x'.repeat(1_000_001), 413, 'FILE_TOO_LARGE'],
  ])('with %s is refused, and leaves nothing', async (_, content, status, code) => {
    const before = await countRows();
    const answer = await send(newShopper(app), toFile(Buffer.from(content, 'latin1')));
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([status, code]);
    expect((answer.json() as { message: string }).message).toContain('drawing.png');
    expect(await countRows()).toBe(before);
    await expect.poll(listIncoming).toEqual([]);
  });

  it('of enormous dimensions is refused by its header', async () => {
    const bomb = Buffer.from(png);
    // The dimensions in the first chunk, with its checksum.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect((await send(newShopper(app), toFile(bomb))).json()).toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('is checked by its content, and named after it', async () => {
    const shopper = newShopper(app);
    expect(await upload(shopper, pdf, 'virus.exe')).toMatchObject({ name: 'virus.exe.pdf' });
    const refused = await send(shopper, toFile(pdf, 'drawing.png'), { types: 'png' });
    expect(refused.json()).toMatchObject({ code: 'FILE_TYPE_NOT_ACCEPTED', message: expect.stringContaining('PNG') });
    expect((await send(shopper, toFile(png), { types: '__proto__,exe' })).status).toBe(415);
  });

  it('may have a name of a megabyte, but not 10,000 neighbours', async () => {
    const shopper = newShopper(app);
    const long = await send(shopper, toFile(png, `${'n'.repeat(1_000_000)}.png`));
    expect(long.status).toBeLessThan(500);
    if (long.status === 200) expect((long.json() as UploadReply).name.length).toBeLessThanOrEqual(100);
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b', accept: 'application/json' };
    const payload = `${part.repeat(10_000)}--b--`;
    const many = await app.http.inject({ method: 'POST', url: jsonPath, payload, headers });
    expect([many.statusCode, many.json().code]).toEqual([413, 'too_many_files']);
    expect((await shopper.submitFiles(jsonPath, new FormData(), { accept: 'application/json' })).status).toBe(400);
    await expect.poll(listIncoming).toEqual([]);
  });

  it('that is aborted leaves nothing', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as { port: number };
    const before = await countRows();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    socket.write(
      `POST ${jsonPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${part}`,
    );
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => listIncoming().length).toBe(1);
    socket.destroy();
    await expect.poll(listIncoming).toEqual([]);
    expect(await countRows()).toBe(before);
  });

  it('is removed by its owner alone, and not from a cart', async () => {
    const [ada, bea] = [newShopper(app), newShopper(app)];
    const [first, second] = [await upload(ada), await upload(ada, pdf, 'plan.pdf')];
    await upload(bea);
    await addWith(ada, second.id);
    const remove = (shopper: Shopper, id: string) => shopper.submit(`${jsonPath}/remove`, { id });
    for (const { id } of [first, second]) expect((await remove(bea, id)).status).toBe(200);
    expect([existsSync(pathOf(first.id)), existsSync(pathOf(second.id))]).toEqual([true, true]);
    for (const { id } of [first, second]) expect((await remove(ada, id)).status).toBe(200);
    expect([existsSync(pathOf(first.id)), existsSync(pathOf(second.id))]).toEqual([false, true]);
  });
});

describe('limits of uploads', () => {
  const limit = (values: Record<string, number>) =>
    changeSettings(
      app.shop,
      Object.entries(values).map(([key, value]) => ({ key: `uploads.${key}`, value, version: null })),
      'shop',
    );

  it('count files and bytes of a shopper in an hour, refused ones too', async () => {
    clock.forward(hourMs);
    await limit({ filesPerHour: 3 });
    const shopper = newShopper(app);
    await upload(shopper);
    await send(shopper, toFile('no image'));
    const results = await Promise.all([send(shopper, toFile(png)), send(shopper, toFile(png))]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 429]);
    clock.forward(hourMs);
    await limit({ filesPerHour: 1000, megabytesPerHour: 1 });
    await upload(shopper, Buffer.concat([pdf, Buffer.alloc(700_000)]), 'a.pdf');
    const large = await send(shopper, toFile(Buffer.concat([pdf, Buffer.alloc(700_000)]), 'b.pdf'));
    expect(large.json()).toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    await limit({ megabytesPerHour: 1000 });
  });

  it('hold for all files without an order, also when they come at once', async () => {
    await app.shop.db.execute(sql`delete from uploads where id not in (select upload_id from order_uploads)`);
    await limit({ maxUnorderedMegabytes: 1 });
    const file = () => toFile(Buffer.concat([pdf, Buffer.alloc(400_000)]), 'a.pdf');
    const results = await Promise.all(Array.from({ length: 6 }, () => send(newShopper(app), file())));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503, 503]);
    expect(await countRows()).toBe(2);
    await limit({ maxUnorderedMegabytes: 2000 });
  });
});

describe('a line with files', () => {
  it('is one line for the same file, and another for another file', async () => {
    const shopper = newShopper(app);
    const [first, again, other] = [
      await upload(shopper),
      await upload(shopper),
      await upload(shopper, pdf, 'plan.pdf'),
    ];
    for (const { id } of [first, again, other]) expect((await addWith(shopper, id)).location).toBe(cartPath);
    const page = await shopper.visit(cartPath);
    expect(page.body).toContain(`href="${uploadPath(first.id)}"`);
    expect(page.body).toContain(other.shown);
    expect(page.body).not.toContain(again.id);
    expect(page.body.match(/class="cart-line"/g)).toHaveLength(2);
  });

  it('takes only files of the shopper, of its types, sizes and number', async () => {
    const [ada, bea] = [newShopper(app), newShopper(app)];
    const { id } = await upload(ada);
    await upload(bea);
    const webp = await sharp(png).webp().toBuffer();
    const wrong = await upload(bea, webp, 'a.webp');
    const ids = [await upload(bea), await upload(bea, pdf, 'b.pdf'), await upload(bea, pdf, 'c.pdf')].map(
      (each) => each.id,
    );
    const getCode = async (...values: string[]) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const payload = JSON.stringify({ product_id: product, 'addon-drawing[]': values });
      const cookie = [...bea.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await app.http.inject({
        method: 'POST',
        url: cartItemPath,
        payload,
        headers: { ...headers, cookie },
      });
      return answer.json().code;
    };
    const unknown = await getCode('00000000-0000-4000-8000-000000000000');
    expect([unknown, await getCode(id), await getCode("' or 1=1"), await getCode('../../etc/passwd')]).toEqual(
      Array(4).fill('ADDON_FILE_UNKNOWN'),
    );
    expect(await getCode(wrong.id)).toBe('ADDON_FILE_TYPE');
    expect(await getCode(...ids)).toBe('ADDON_TOO_MANY_FILES');
    expect(await getCode()).toBe('ADDON_REQUIRED');
    expect(await getCode(...ids.slice(0, 2))).toBeUndefined();
  });

  it('is added without script, with the file in the form', async () => {
    const shopper = newShopper(app);
    const form = new FormData();
    form.set('product_id', String(product));
    form.append('addon-drawing[]', toFile(png, 'mine.png'));
    form.append('addon-drawing[]', toFile(pdf, 'plan.pdf'));
    const answer = await shopper.submitFiles(addToCartPath, form);
    expect([answer.status, answer.location]).toEqual([303, cartPath]);
    const page = await shopper.visit(cartPath);
    for (const name of ['mine.png', 'plan.pdf']) expect(page.body).toContain(name);
  });

  it('without script asks again for a file that is refused, and keeps one that is not', async () => {
    const shopper = newShopper(app);
    const form = new FormData();
    form.set('product_id', String(product));
    form.set('quantity', '2');
    form.append('addon-drawing[]', toFile('no image', 'mine.png'));
    const refused = await shopper.submitFiles(addToCartPath, form);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('encType="multipart/form-data"');
    expect(refused.body).toMatch(/type="file"[^>]*name="addon-drawing\[\]"|name="addon-drawing\[\]"[^>]*type="file"/);
    expect(refused.body).toContain('types: PNG, PDF');
    form.set('addon-drawing[]', toFile(png, 'mine.png'));
    form.set('quantity', '1000');
    const corrected = await shopper.submitFiles(addToCartPath, form);
    const [, id = ''] = /name="addon-drawing\[\]" value="([0-9a-f-]{36})"/.exec(corrected.body) ?? [];
    expect((await addWith(shopper, id)).location).toBe(cartPath);
  });

  it('without script and without a file is refused where one is required', async () => {
    const form = new FormData();
    form.set('product_id', String(product));
    form.append('addon-drawing[]', new File([], ''));
    const answer = await newShopper(app).submitFiles(addToCartPath, form);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('Your drawing');
  });

  it('follows its guest who signs in', async () => {
    const shopper = newShopper(app);
    const { id } = await upload(shopper);
    await addWith(shopper, id);
    const visitorId = decodeURIComponent(shopper.cookies.get('visitor') ?? '').split('.')[0] ?? '';
    const ada = await createCustomer(app.shop);
    await signInGuest(app.shop, testGuest(visitorId), ada);
    const { lines } = await getCart(app.shop, ada.owner);
    expect(lines).toMatchObject([{ problem: null, addons: [{ files: [{ id }] }] }]);
    const { rows } = await app.shop.db.execute(sql`select customer_id, visitor_id from uploads where id = ${id}`);
    expect(rows).toEqual([{ customer_id: ada.customer.id, visitor_id: null }]);
  });
});

describe('an order with files', () => {
  it('shows them on its page and in its mails, and gives them to whoever may see it', async () => {
    const shopper = newShopper(app);
    const { id, shown } = await upload(shopper);
    await addWith(shopper, id);
    const token = await order(shopper);
    const page = await shopper.visit(`/order/${token}`);
    const path = `/order/${token}/files/${id}`;
    expect(page.body).toContain(shown);
    expect(page.body).toContain(`href="${path}"`);
    expect((await shopper.visit(path)).headers['content-disposition']).toContain('attachment');
    expect((await newShopper(app).visit(path)).status).not.toBe(200);
    const { id: other } = await upload(shopper);
    expect((await shopper.visit(`/order/${token}/files/${other}`)).status).toBe(404);
    const stored = await getOrder(app.shop.db, { token });
    expect(stored?.lines[0]?.addons).toEqual([
      { label: 'Your drawing', value: shown, price: 500, files: [{ id, name: 'drawing.png' }] },
    ]);
    // A file may be named as an address of the web, and nobody has proved the address of the mail.
    await runJobsNow(
      app.shop,
      app.assembly.features.flatMap(({ jobs = [] }) => jobs),
    );
    const { rows } = await app.shop.db.execute<{ text: string }>(
      sql`select message::text as text from platform.mail where message::text like ${`%${stored?.number}%`}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows)
      expect(text).toContain(text.includes(`:${stored?.number}:owner`) ? 'drawing.png' : 'drawing. png');
  });

  it('keeps them when the purge runs at the same time', async () => {
    const shopper = newShopper(app);
    const { id } = await upload(shopper);
    const unused = await upload(newShopper(app));
    await addWith(shopper, id);
    const form = (await shopper.fillInCheckout()) ?? {};
    const before = new Date(clock.now().getTime() + 1000);
    const [placed] = await Promise.all([
      shopper.placeOrder(form),
      ...Array.from({ length: 5 }, () => purgeUploads(app.shop, before)),
    ]);
    expect(readOrderToken(placed)).not.toBeNull();
    // The cart is gone, only the order has it.
    await app.shop.db.execute(sql`delete from cart_lines where ${id} = any(uploads)`);
    await purgeUploads(app.shop, before);
    expect([existsSync(pathOf(id)), existsSync(pathOf(unused.id))]).toEqual([true, false]);
    await expect(app.shop.db.execute(sql`delete from uploads where id = ${id}`)).rejects.toThrow();
  });
});

describe('the purge of uploads', () => {
  it('deletes what was never used, keeps what a cart has, and a file that is gone says so', async () => {
    const shopper = newShopper(app);
    const [kept, unused] = [await upload(shopper), await upload(shopper, pdf, 'plan.pdf')];
    await addWith(shopper, kept.id);
    clock.forward(23 * hourMs);
    await purgeUploads(app.shop, getPurgeTime(app.shop));
    expect(existsSync(pathOf(unused.id))).toBe(true);
    clock.forward(2 * hourMs);
    await purgeUploads(app.shop, getPurgeTime(app.shop));
    expect([existsSync(pathOf(kept.id)), existsSync(pathOf(unused.id))]).toEqual([true, false]);
    const late = await addWith(shopper, unused.id);
    expect([late.status, late.body]).toEqual([422, expect.stringContaining('Please upload it again')]);
  });

  it('deletes files that a crash has left without a row', async () => {
    const stray = '00000000-0000-4000-8000-0000000000aa';
    const { id } = await upload(newShopper(app));
    const old = new Date(Date.now() - 2 * hourMs);
    mkdirSync(join(uploadsFolder(dataDir), '00'), { recursive: true });
    for (const path of [pathOf(stray), join(incomingFolder(dataDir), 'left')]) writeFileSync(path, 'x');
    for (const path of [pathOf(stray), join(incomingFolder(dataDir), 'left'), pathOf(id)]) utimesSync(path, old, old);
    expect(await deleteStrayFiles(app.shop)).toBe(2);
    expect([existsSync(pathOf(stray)), existsSync(pathOf(id))]).toEqual([false, true]);
  });
});

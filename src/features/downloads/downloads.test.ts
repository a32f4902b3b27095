import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { createOrderLink, type Order, orderPath } from '#features/orders/index.ts';
import { downloadsFolder } from '#platform/config/data-folders.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import {
  confirmTestOrder,
  createCustomer,
  payTestOrder,
  placeTestOrder,
  refundTestOrder,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { type Answer, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { downloadCommands } from './commands.ts';
import { fetchFileJob } from './files/fetch-file.ts';
import { getFileName, getStoredName, isStored, storeFetched } from './files/stored-files.ts';
import { findOrderDownloads } from './grants/grants.ts';
import { accountDownloadsPath, downloadPath } from './paths.ts';

const { database } = useDatabase();
const clock = testClock();
const day = 24 * 60 * 60 * 1000;
const content = 'Every glaze we make may go in a dishwasher.';
let app: App;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-downloads-'));
  afterAll(() => rm(dataDir, { recursive: true }));
  app = await salesShop(database, { clock, env: { DATA_DIR: dataDir } });
  await mkdir(downloadsFolder(dataDir));
  await writeFile(join(downloadsFolder(dataDir), 'glaze care.pdf'), content);
  await writeFile(join(dataDir, 'secret'), 'the secret of the shop');
});

interface BookletOptions {
  readonly location?: string;
  readonly limit?: number | null;
  readonly days?: number | null;
  readonly quantity?: number;
}

async function orderBooklet({ location = 'glaze care.pdf', limit = 2, days = 30, quantity = 1 }: BookletOptions = {}) {
  const { id } = await saveTestProduct(app.shop, {
    name: 'Glaze care',
    slug: `booklet-${crypto.randomUUID()}`,
    status: 'published',
    master: {
      regularPrice: 300,
      virtual: true,
      downloadable: true,
      downloads: [{ name: 'Glaze care (PDF)', location }],
      downloadLimit: limit,
      downloadExpiryDays: days,
      stock: { isOwn: true, managed: false, backorders: 'no' },
    },
  });
  return placeTestOrder(app.shop, [[id, quantity]]);
}

/** The buyer, who opened the link of a mail, and the path of the form. */
async function buyBooklet(options: BookletOptions = {}) {
  const order = await orderBooklet(options);
  await payTestOrder(app.shop, order);
  const buyer = newShopper(app);
  await buyer.visit(createOrderLink(app.shop, order));
  const [download] = await findOrderDownloads(app.shop.db, order.id);
  if (!download) throw new Error('nothing can be downloaded');
  return { order, buyer, form: downloadPath(order.token, download.id) };
}

const begin = (buyer: Shopper, form: string): Promise<Answer> => buyer.submit(form, {});
const getFile = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers });
const showOrder = async (buyer: Shopper, order: Order) => (await buyer.visit(orderPath(order.token))).body;

describe('a download', () => {
  it('is offered once the order is paid, counted, and sent whole', async () => {
    const unpaid = await orderBooklet();
    expect(await findOrderDownloads(app.shop.db, unpaid.id)).toEqual([]);
    const { order, buyer, form } = await buyBooklet();
    expect(await showOrder(buyer, order)).toMatch(/Download Glaze care \(PDF\).*2 downloads left, until /s);
    const { status, location } = await begin(buyer, form);
    expect(status).toBe(303);
    const file = await getFile(location ?? '');
    expect([file.statusCode, file.body]).toEqual([200, content]);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="glaze care.pdf"; filename*=UTF-8''glaze%20care.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(await showOrder(buyer, order)).toContain('1 download left');
  });

  it('is announced by the mail about the payment, whose link leads to it', async () => {
    const { order, buyer } = await buyBooklet();
    const unpaid = await orderBooklet();
    await confirmTestOrder(app.shop, unpaid);
    expect((await runJobsNow(app.shop, [orderMailJob])).failed).toEqual([]);
    const readMail = async (id: string) => (await readOutboxMail(app.shop.db, id))?.text ?? '';
    const paid = await readMail(`order:${order.number}:paid`);
    expect(paid).toContain('DOWNLOADS\n\nYour files are ready. You can find them on your order page.');
    const link = /https?:\/\/[^/]+(\/order\/\S+)/.exec(paid)?.[1] ?? '';
    await buyer.visit(link);
    expect(await showOrder(buyer, order)).toContain('Download Glaze care (PDF)');
    const confirmation = await readMail(`order:${unpaid.number}:confirmation`);
    expect([confirmation.includes('Glaze care'), confirmation.includes('DOWNLOADS')]).toEqual([true, false]);
  });

  it('never keeps an order from being paid, whatever numbers the product has for "without limit"', async () => {
    const { order } = await buyBooklet({ limit: 2_147_483_647, days: 2_147_483_647, quantity: 3 });
    const [download] = await findOrderDownloads(app.shop.db, order.id);
    expect(download?.remaining).toBe(2_147_483_647);
    expect(download?.expiresAt?.getTime()).toBeGreaterThan(clock.now().getTime() + 90 * 365 * day);
  });

  it('is continued where it broke off, without being counted again', async () => {
    const { order, buyer, form } = await buyBooklet({ limit: 1 });
    const { location = '' } = await begin(buyer, form);
    const head = await getFile(location ?? '', {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(content.length), '']);
    const etag = String(head.headers.etag);
    const rest = await getFile(location ?? '', { range: 'bytes=6-', 'if-range': etag });
    expect([rest.statusCode, rest.body]).toEqual([206, content.slice(6)]);
    expect(rest.headers['content-range']).toBe(`bytes 6-${content.length - 1}/${content.length}`);
    const changed = await getFile(location ?? '', { range: 'bytes=6-', 'if-range': '"another"' });
    expect([changed.statusCode, changed.body]).toEqual([200, content]);
    const beyond = await getFile(location ?? '', { range: 'bytes=900-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
    expect((await findOrderDownloads(app.shop.db, order.id))[0]).toMatchObject({ downloads: 1, remaining: 0 });
  });

  it('ends with its last time and with its last day, and says so', async () => {
    const { order, buyer, form } = await buyBooklet({ limit: 1, quantity: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => begin(buyer, form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 403, 403]);
    const page = await showOrder(buyer, order);
    expect(page).toContain('no download left');
    expect(page).not.toContain(form);

    const timed = await buyBooklet({ limit: null, days: 30 });
    clock.forward(31 * day);
    const late = await begin(timed.buyer, timed.form);
    expect([late.status, late.body]).toEqual([410, expect.stringContaining('The download period has ended. Write to')]);
    expect(await showOrder(timed.buyer, timed.order)).toContain('ended on');
  });

  it('has no end without limit and days', async () => {
    const { order, buyer, form } = await buyBooklet({ limit: null, days: null });
    clock.forward(900 * day);
    await buyer.visit(createOrderLink(app.shop, order));
    expect((await begin(buyer, form)).status).toBe(303);
  });

  it('that the shop has not got is not counted', async () => {
    const { order, buyer, form } = await buyBooklet({ location: 'missing.pdf' });
    expect((await begin(buyer, form)).status).toBe(503);
    expect((await findOrderDownloads(app.shop.db, order.id))[0]?.remaining).toBe(2);
  });
});

describe('the downloads of a customer', () => {
  it('are on a page of the account, by order, and on nobody else’s', async () => {
    const { order } = await buyBooklet();
    const [device, stranger] = [newShopper(app), newShopper(app)];
    const { customer } = await createCustomer(app.shop);
    await startTestSession(app, device, customer);
    await startTestSession(app, stranger, (await createCustomer(app.shop)).customer);
    expect((await device.visit(accountDownloadsPath)).body).toContain('No downloads yet');
    await app.shop.db.execute(
      sql`update orders set customer_id = ${customer.id}, visitor_id = null where id = ${order.id}`,
    );
    const page = await device.visit(accountDownloadsPath);
    expect(page.body).toContain(`Order ${order.number}`);
    expect(page.body).toContain('Download Glaze care (PDF)');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect((await stranger.visit(accountDownloadsPath)).body).toContain('No downloads yet');
    expect((await newShopper(app).visit(accountDownloadsPath)).location).toContain('/account/sign-in');
  });
});

describe('nobody else gets a file', () => {
  it('without the order, with the order of somebody else, with a changed or an old key', async () => {
    const { buyer, form } = await buyBooklet();
    const other = await buyBooklet();
    expect((await begin(newShopper(app), form)).status).toBe(404);
    const [, token] = /^\/order\/([^/]+)/.exec(other.form) ?? [];
    const id = form.slice(form.lastIndexOf('/') + 1);
    expect((await begin(other.buyer, downloadPath(String(token), id))).status).toBe(404);
    expect((await begin(other.buyer, downloadPath(String(token), 'x'))).status).toBe(404);

    const { location } = await begin(buyer, form);
    const [key = ''] = (location ?? '').split('/').slice(-1);
    const otherId = other.form.slice(other.form.lastIndexOf('/') + 1);
    const forged = [
      `/downloads/${otherId}/${key}`,
      `/downloads/${id}/z${key}`,
      `/downloads/${id}/1`,
      `/downloads/x/${key}`,
    ];
    for (const url of forged) expect([url, (await getFile(url)).statusCode]).toEqual([url, 404]);
    clock.forward(day);
    expect((await getFile(location ?? '')).statusCode).toBe(404);
  });

  it('after the money was given back, not even with a link from before', async () => {
    const { order, buyer, form } = await buyBooklet();
    const { location } = await begin(buyer, form);
    await refundTestOrder(app.shop, order, { amount: order.total });
    expect((await getFile(location ?? '')).statusCode).toBe(404);
    expect((await begin(buyer, form)).status).toBe(404);
    expect(await showOrder(buyer, order)).not.toContain(form);
  });

  it.each(['../secret', '..\\secret', '/etc/passwd', '..', '.', '%2e%2e/secret'])(
    'out of the folder of downloads: %s',
    async (location) => {
      const { buyer, form } = await buyBooklet({ location });
      expect((await begin(buyer, form)).status).toBe(503);
    },
  );

  it('more than 60 times an hour of one order', async () => {
    const { buyer, form } = await buyBooklet({ limit: null });
    const statuses = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await begin(buyer, form)).status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a file that the catalogue names by its address', () => {
  const location = 'https://files.example/books/Glaze%20care.pdf?v=2';

  it('is kept by its hash and named as at its address', async () => {
    expect(getStoredName(location)).toMatch(/^fetched\/[0-9a-f]{64}$/);
    expect(getFileName(location)).toBe('Glaze care.pdf');
    expect(getFileName('https://files.example/')).toBe('download');
    await storeFetched(app.shop.files, location, Buffer.from(content));
    expect(await isStored(app.shop.files, location)).toBe(true);
    const { buyer, form } = await buyBooklet({ location });
    const answer = await begin(buyer, form);
    expect((await getFile(answer.location ?? '')).body).toBe(content);
  });

  it('is asked for after the sale, from public addresses alone', async () => {
    const inside = 'http://127.0.0.1:1/private.pdf';
    await buyBooklet({ location: inside });
    const { rows } = await app.shop.db.execute(
      sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where identifier = ${fetchFileJob.name}`,
    );
    expect(rows).toContainEqual({ payload: expect.objectContaining({ location: inside }) });
    await expect(fetchFileJob.run(app.shop, { location: inside }, { number: 1, isLast: false })).rejects.toThrow(
      'PRIVATE_ADDRESS',
    );
    expect(await isStored(app.shop.files, inside)).toBe(false);
  });
});

describe('the owner', () => {
  it('adds a file, and sees which ones are missing', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'vitrine-file-')), 'notes.txt');
    await writeFile(file, 'notes');
    await orderBooklet({ location: 'notes.txt' });
    const add = (options = {}) => runCommand(app.shop, downloadCommands, 'downloads add', [file], options);
    const list = async () => (await runCommand(app.shop, downloadCommands, 'downloads list')).text;
    expect(await list()).toContain('notes.txt missing');
    expect((await add()).code).toBe(0);
    expect(await list()).toContain('notes.txt ready');
    expect(await add()).toMatchObject({ code: 1, warnings: expect.stringContaining('--replace') });
    expect((await add({ replace: true })).code).toBe(0);
    expect(await runCommand(app.shop, downloadCommands, 'downloads add', ['/none'])).toMatchObject({ code: 1 });
  });

  it('renews the downloads of an order', async () => {
    const { order, buyer, form } = await buyBooklet({ limit: 1 });
    await begin(buyer, form);
    clock.forward(40 * day);
    const renewed = await runCommand(app.shop, downloadCommands, 'downloads renew', [String(order.number)]);
    expect(renewed).toMatchObject({ code: 0, text: `Order ${order.number} has 1 download again.` });
    await buyer.visit(createOrderLink(app.shop, order));
    expect((await begin(buyer, form)).status).toBe(303);
    const unpaid = await orderBooklet();
    expect((await runCommand(app.shop, downloadCommands, 'downloads renew', [String(unpaid.number)])).code).toBe(1);
  });
});

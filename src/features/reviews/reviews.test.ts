import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { commentPath, editPath, moveCommentsToCustomer, reportPath, votePath } from '#features/comments/index.ts';
import { purgeCommentsJob } from '#features/comments/owner-data.ts';
import { eraseTextsOfAddress, readTextsOfAddress } from '#features/comments/personal-data.ts';
import { lockComment, publishEdit, setCommentState } from '#features/comments/write/change-comment.ts';
import { checkRatingsJob } from '#features/comments/write/refresh-pages-and-rating.ts';
import { countVotesJob } from '#features/comments/write/vote.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { toFile } from '#tests/support/uploads.ts';
import { formPath, reviewsPagePath, writePath } from './contract.ts';
import { createReviewLink } from './write/purchases.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock, env: { TRUST_PROXY: 'true' } });
});

async function runJob(job: typeof purgeCommentsJob) {
  await inTransaction(app.shop.db, (tx) => app.shop.jobs.add(tx, job, {}));
  expect((await runJobsNow(app.shop, [job])).failed).toEqual([]);
}

interface TestProduct {
  readonly id: number;
  readonly slug: string;
}

async function createProduct(): Promise<TestProduct> {
  const id = await addProduct(app.shop);
  const { rows } = await database.pool.query('select slug from products where id = $1', [id]);
  return { id, slug: rows[0].slug };
}

const createForm = ({ id }: TestProduct, more: Readonly<Record<string, string>> = {}) => ({
  ...{ comment_post_ID: String(id), comment_parent: '0', rating: '4', review_title: 'Lovely' },
  ...{ comment: `It pours well. ${randomUUID()}`, author: 'Ada', email: 'ada@example.com', ...more },
});

const send = (shopper: Shopper, product: TestProduct, more: Readonly<Record<string, string>> = {}) =>
  shopper.submit(writePath(product.slug), createForm(product, more));

const readRows = async ({ id }: TestProduct) =>
  (await database.pool.query('select * from comments where product_id = $1 order by id', [id])).rows;

async function setState(id: number, state: 'approved' | 'held' | 'spam' = 'approved') {
  await inTransaction(app.shop.db, (tx) => setCommentState(app.shop, tx, id, state));
}

async function countVotes() {
  clock.forward(11 * 60_000);
  expect((await runJobsNow(app.shop, [countVotesJob])).failed).toEqual([]);
}

/** Publishes the change of an approved comment. */
const publish = (id: number) =>
  inTransaction(app.shop.db, async (tx) => {
    const comment = await lockComment(tx, id);
    if (comment) await publishEdit(app.shop, tx, comment);
  });

/** Writes and approves. @returns the id */
async function addReview(product: TestProduct, more: Readonly<Record<string, string>> = {}, by = newShopper(app)) {
  const sent = await send(by, product, more);
  expect(sent.status).toBe(303);
  const id = Number((await readRows(product)).at(-1).id);
  await setState(id);
  return id;
}

const visit = async ({ slug }: TestProduct, more = '') => (await newShopper(app).visit(productPath(slug) + more)).body;

const readJsonLd = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')['@graph'].find(
    (node: { '@type': string }) => node['@type'] === 'Product' || node['@type'] === 'ProductGroup',
  );

async function createMember(): Promise<Shopper & { id: number }> {
  const device = newShopper(app);
  const { id } = await createTestAccount(app, device, { email: device.email, hash: `$argon2id$${'x'.repeat(60)}` });
  return { ...device, id };
}

describe('a review', () => {
  it('[2.8/3, 3.9/1] is written without script, by comment_parent and comment_post_ID, waits, and is then shown', async () => {
    const product = await createProduct();
    const shopper = newShopper(app);
    const before = await visit(product);
    expect(before).toContain(`action="${writePath(product.slug)}"`);
    expect(before).toMatch(new RegExp(`name="comment_post_ID" value="${product.id}"`));
    expect(before).toMatch(/name="comment_parent" value="0"/);
    const sent = await send(shopper, product, { comment: 'It pours well.' });
    expect(sent.status).toBe(303);
    const page = await shopper.visit(sent.location);
    expect(page.body).toContain('We will read it before it is published. Until then, only you can see it.');
    expect(page.body).toContain('It pours well.');
    expect(await visit(product)).not.toContain('It pours well.');
    const [row] = await readRows(product);
    expect(row).toMatchObject({ state: 'held', reasons: ['first'], stars: 4, is_verified: false });
    await setState(Number(row.id));
    const shown = await visit(product);
    expect(shown).toContain('It pours well.');
    expect(shown).toContain(`id="comment-${row.id}"`);
  });

  it('that waits is shown to its author by the private state alone', async () => {
    const product = await createProduct();
    const shopper = newShopper(app);
    await send(shopper, product, { comment: 'Only for me.' });
    expect((await shopper.visit(productPath(product.slug))).body).not.toContain('Only for me.');
    const readState = async (by: Shopper) => (await by.visit(`${app.shop.wire.platformRest}/private-state`)).json();
    expect((await readState(shopper)).hint.cp).toMatch(/^1-\d+$/);
    expect((await readState(shopper)).state.comments.own).toMatchObject([
      { productId: product.id, parentId: null, isShown: false, html: expect.stringContaining('Only for me.') },
    ]);
    expect(JSON.stringify(await readState(newShopper(app)))).not.toContain('Only for me.');
  });

  it('has no stars before somebody chooses them, and needs them', async () => {
    const product = await createProduct();
    expect(await visit(product)).not.toMatch(/name="rating"[^>]*checked/);
    const sent = await send(newShopper(app), product, { rating: '' });
    expect(sent.status).toBe(422);
    expect(sent.body).toContain('Your rating');
    for (const rating of ['0', '6', '4.5', '-1'])
      expect((await send(newShopper(app), product, { rating })).status).toBe(422);
    expect(await readRows(product)).toEqual([]);
  });

  it('is text: scripts and markup are shown as they were typed', async () => {
    const product = await createProduct();
    const body = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const id = await addReview(product, {
      comment: body,
      author: '<b>Eve</b>',
      review_title: '"><svg onload=alert(1)>',
    });
    const html = await visit(product);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).not.toContain('<svg onload');
    expect(html).not.toContain('<b>Eve');
    expect(readJsonLd(html).review[0].reviewBody).toBe(body);
    expect(id).toBeGreaterThan(0);
  });

  it('of one megabyte is refused, and shown again with what is wrong where it can be', async () => {
    const product = await createProduct();
    const long = await send(newShopper(app), product, { comment: 'x'.repeat(6000) });
    expect([long.status, long.body.includes('at most 5,000 characters')]).toEqual([422, true]);
    expect((await send(newShopper(app), product, { comment: 'x'.repeat(1_000_000) })).status).toBe(413);
    expect(await readRows(product)).toEqual([]);
  });

  it('is one for each customer, visitor and line of an order', async () => {
    const product = await createProduct();
    const shopper = newShopper(app);
    await send(shopper, product);
    expect((await send(shopper, product)).status).toBe(409);
    expect(await readRows(product)).toHaveLength(1);
  });

  it('that is sent twice, also at once, is stored once', async () => {
    const product = await createProduct();
    const shopper = newShopper(app);
    await send(shopper, await createProduct());
    const form = createForm(product);
    const answers = await Promise.all([1, 2, 3, 4].map(() => shopper.submit(writePath(product.slug), form)));
    const again = await shopper.submit(writePath(product.slug), form);
    expect(new Set([...answers, again].map(({ location }) => location)).size).toBe(1);
    expect(await readRows(product)).toHaveLength(1);
  });

  it('of a customer has the name that was sent with it, never that of the account unseen', async () => {
    const product = await createProduct();
    const member = await createMember();
    await database.pool.query(`update customers set name = 'Jane Q. Public' where id = $1`, [member.id]);
    expect((await send(member, product, { author: '' })).status).toBe(422);
    expect((await member.visit(formPath(product.slug))).body).toMatch(/name="author"[^>]*value="Jane Q\. Public"/);
    await send(member, product, { author: 'JQ' });
    expect(await readRows(product)).toMatchObject([{ author: 'JQ', email: member.email }]);
  });

  it('can’t be written where the product or the shop takes none', async () => {
    const product = await createProduct();
    await database.pool.query('update products set reviews_allowed = false where id = $1', [product.id]);
    expect((await send(newShopper(app), product)).status).toBe(409);
    expect(await readRows(product)).toEqual([]);
  });

  it('is changed by its author alone, keeps what it said, and is looked at again', async () => {
    const product = await createProduct();
    const author = newShopper(app);
    const id = await addReview(product, { comment: 'First.' }, author);
    const edit = { edited_comment: String(id), comment: 'Second.', rating: '2' };
    expect((await send(newShopper(app), product, edit)).status).toBe(403);
    const form = await author.visit(`${formPath(product.slug)}?edited_comment=${id}`);
    expect(form.body).toContain('First.');
    expect((await send(author, product, edit)).status).toBe(303);
    expect((await readRows(product))[0]).toMatchObject({ state: 'approved', body: 'First.', stars: 4, version: 1 });
    const before = await visit(product);
    expect([before.includes('First.'), before.includes('Second.')]).toEqual([true, false]);
    await publish(id);
    expect((await readRows(product))[0]).toMatchObject({ state: 'approved', body: 'Second.', stars: 2, version: 2 });
    const versions = await database.pool.query('select * from comment_versions where comment_id = $1', [id]);
    expect(versions.rows).toMatchObject([{ version: 1, body: 'First.', stars: 4 }]);
    const after = await visit(product);
    expect([after.includes('First.'), after.includes('Second.'), after.includes('Edited')]).toEqual([
      false,
      true,
      true,
    ]);
    const { rows } = await database.pool.query('select rating_sum from products where id = $1', [product.id]);
    expect(rows).toEqual([{ rating_sum: 2 }]);
  });

  it('that is published has a link to change it, and what waits of that, for its author alone', async () => {
    const product = await createProduct();
    const author = newShopper(app);
    const id = await addReview(product, { comment: 'First.' }, author);
    const readOwn = async () =>
      (await author.visit(`${app.shop.wire.platformRest}/private-state`)).json().state.comments.own;
    expect(await readOwn()).toMatchObject([{ id, isShown: true, html: expect.stringContaining(editPath(id)) }]);
    const { location } = await author.visit(editPath(id));
    expect((await author.visit(location)).body).toContain('First.');
    expect((await newShopper(app).visit(editPath(id))).status).toBe(404);
    await send(author, product, { edited_comment: String(id), comment: 'Second.' });
    await send(author, product, { edited_comment: String(id), comment: 'Third.' });
    expect(await readOwn()).toMatchObject([{ id, isShown: true, html: expect.stringContaining('Third.') }]);
    expect((await author.visit(location)).body).toContain('Third.');
    expect(await visit(product)).not.toMatch(/Second|Third|>Edit</);
    await setState(id, 'held');
    expect((await readRows(product))[0]).toMatchObject({ state: 'held', body: 'Third.' });
    clock.forward(40 * 86_400_000);
    await setState(id);
    expect(await readOwn()).toEqual([]);
    expect((await send(author, product, { edited_comment: String(id), comment: 'Fourth.' })).status).toBe(403);
  });
});

describe('an answer', () => {
  it('[2.8/3] belongs to a thread of the same product: a forged parent is refused', async () => {
    const [product, other] = [await createProduct(), await createProduct()];
    const [id, foreign] = [await addReview(product), await addReview(other)];
    const answer = (parent: string, more = {}) => send(newShopper(app), product, { comment_parent: parent, ...more });
    expect((await answer(String(id))).status).toBe(303);
    for (const parent of [String(foreign), '999999999', '-1', 'x', '1e3'])
      expect((await answer(parent)).status).toBe(422);
    const ofOther = { comment_parent: String(foreign), comment_post_ID: String(other.id) };
    expect((await send(newShopper(app), product, ofOther)).status).toBe(422);
    const rows = await readRows(product);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ parent_id: id, root_id: id, depth: 1, stars: null });
    const { rows: foreignRows } = await database.pool.query(
      'select count(*)::int as n from comments where product_id = $1',
      [other.id],
    );
    expect(foreignRows[0].n).toBe(1);
  });

  it('to what waits is refused, and deep ones go no deeper than the setting', async () => {
    const product = await createProduct();
    const id = await addReview(product);
    let parent = id;
    for (let depth = 1; depth <= 5; depth += 1) parent = await addReview(product, { comment_parent: String(parent) });
    expect((await readRows(product)).map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 3, 3]);
    await setState(id, 'held');
    expect((await send(newShopper(app), product, { comment_parent: String(id) })).status).toBe(422);
    expect(await visit(product)).not.toContain(`comment-${parent}`);
  });

  it('is written without script on a page of its own', async () => {
    const product = await createProduct();
    const id = await addReview(product);
    expect(await visit(product)).toContain(`href="${formPath(product.slug)}?replytocom=${id}"`);
    const page = await newShopper(app).visit(`${formPath(product.slug)}?replytocom=${id}`);
    expect(page.body).toMatch(new RegExp(`name="comment_parent" value="${id}"`));
    expect(page.body).not.toContain('name="rating"');
  });
});

describe('a verified purchase', () => {
  async function buy(customer: { readonly id: number; readonly email: string } | null, product: TestProduct) {
    const order = await placeTestOrder(app.shop, [[product.id, 1]], customer ? { email: customer.email } : {});
    await payTestOrder(app.shop, order);
    if (customer)
      await database.pool.query('update orders set customer_id = $2, visitor_id = null where id = $1', [
        order.id,
        customer.id,
      ]);
    return order;
  }

  it('needs the order of the account or of its verified address, and stays when the order goes', async () => {
    const product = await createProduct();
    const member = await createMember();
    const order = await buy(member, product);
    await addReview(product, {}, member);
    const [row] = await readRows(product);
    expect(row).toMatchObject({ is_verified: true, is_address_proved: true, email: member.email });
    await database.pool.query(`update comments set order_line_id = null where id = $1`, [row.id]);
    expect(await visit(product)).toContain('Verified purchase</span>');
    expect(order.id).toBeGreaterThan(0);
  });

  it('is not made of a typed address', async () => {
    const product = await createProduct();
    const order = await buy(null, product);
    await addReview(product, { email: order.email });
    expect((await readRows(product))[0]).toMatchObject({ is_verified: false, is_address_proved: false });
  });

  it('comes with the signed link of a mail, once, and with no other', async () => {
    const product = await createProduct();
    const order = await buy(null, product);
    const { rows } = await database.pool.query('select id from order_lines where order_id = $1', [order.id]);
    const line = Number(rows[0].id);
    const link = new URL(createReviewLink(app.shop, product.slug, line), 'http://shop.example');
    const key = link.searchParams.get('key') ?? '';
    const page = await newShopper(app).visit(link.pathname + link.search);
    expect(page.body).toContain(`name="key" value="${key}"`);
    expect(page.body).not.toContain('name="email"');
    await addReview(product, { line: String(line), key: `${key}x`, email: 'eve@example.com' });
    await addReview(product, { line: String(line), key });
    const again = await send(newShopper(app), product, { line: String(line), key });
    expect([again.status, again.body.includes('>Edit<')]).toEqual([409, true]);
    expect((await readRows(product)).map((row) => [row.is_verified, row.email])).toEqual([
      [false, 'eve@example.com'],
      [true, order.email],
    ]);
  });

  it('leads back to its review by the link of the mail, which changes it without cookies', async () => {
    const product = await createProduct();
    const order = await buy(null, product);
    const { rows } = await database.pool.query('select id from order_lines where order_id = $1', [order.id]);
    const line = Number(rows[0].id);
    const path = createReviewLink(app.shop, product.slug, line);
    const key = new URL(path, 'http://shop.example').searchParams.get('key') ?? '';
    const id = await addReview(product, { line: String(line), key, comment: 'First.' });
    const page = await newShopper(app).visit(path);
    expect(page.body).toContain('First.');
    expect(page.body).toContain(`name="edited_comment" value="${id}"`);
    const edit = { edited_comment: String(id), comment: 'Second.' };
    expect((await send(newShopper(app), product, { ...edit, line: String(line), key: `${key}x` })).status).toBe(403);
    expect((await send(newShopper(app), product, { ...edit, line: String(line), key })).status).toBe(303);
    // The address has an approved review, so that the change is published at once.
    expect(await readRows(product)).toMatchObject([{ body: 'Second.', is_verified: true, version: 2 }]);
  });

  it('of an order that was given back or never paid counts nothing', async () => {
    const product = await createProduct();
    const member = await createMember();
    const order = await buy(member, product);
    await database.pool.query(
      `set session_replication_role = replica; update orders set status = 'refunded' where id = ${order.id}; set session_replication_role = origin`,
    );
    await addReview(product, {}, member);
    expect((await readRows(product))[0]).toMatchObject({ is_verified: false });
  });
});

describe('photographs of a review', () => {
  const createPhotograph = () =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background: '#c9b8a0' } })
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
  const createFormData = (product: TestProduct, ...files: File[]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(createForm(product))) form.append(name, value);
    for (const file of files) form.append('photographs', file);
    return form;
  };

  it('are encoded anew without their place, held with the review, and gone with it', async () => {
    const product = await createProduct();
    const author = newShopper(app);
    const file = toFile(await createPhotograph(), 'garden.jpg');
    expect((await author.submitFiles(writePath(product.slug), createFormData(product, file, file))).status).toBe(303);
    const [row] = await readRows(product);
    const { rows } = await database.pool.query('select * from comment_photographs where comment_id = $1', [row.id]);
    expect(rows).toMatchObject([
      { width: 960, height: 540 },
      { width: 960, height: 540 },
    ]);
    const fetchPhotograph = (cookie = '') =>
      app.http.inject({ url: `/comments/photographs/${rows[0].id}`, headers: { cookie } });
    const cookie = [...author.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await fetchPhotograph()).statusCode).toBe(404);
    const own = await fetchPhotograph(cookie);
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { format, exif } = await sharp(own.rawPayload).metadata();
    expect([format, exif]).toEqual(['webp', undefined]);
    await setState(Number(row.id));
    expect((await fetchPhotograph()).statusCode).toBe(200);
    expect(await visit(product)).toContain(`/comments/photographs/${rows[0].id}`);
    await setState(Number(row.id), 'spam');
    expect((await fetchPhotograph()).statusCode).toBe(404);
  });

  it('that are none are refused, and nothing of them is kept', async () => {
    const product = await createProduct();
    const script = toFile('<svg onload="alert(1)"/>', 'a.png');
    const good = toFile(await createPhotograph(), 'b.jpg');
    const sent = await newShopper(app).submitFiles(writePath(product.slug), createFormData(product, good, script));
    expect([
      sent.status,
      sent.body.includes('A photo can’t be read. Please send JPEG, PNG, WebP or AVIF files.'),
    ]).toEqual([422, true]);
    const many = Array.from({ length: 5 }, () => good);
    expect(
      (await newShopper(app).submitFiles(writePath(product.slug), createFormData(product, ...many))).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await readRows(product)).toEqual([]);
  });
});

describe('moderation', () => {
  it('never sees stars: one and five are judged alike', async () => {
    const product = await createProduct();
    for (const rating of ['1', '2', '3', '4', '5']) await send(newShopper(app), product, { rating });
    const rows = await readRows(product);
    expect(new Set(rows.map(({ state, reasons }) => `${state} ${reasons}`)).size).toBe(1);
  });

  it('trusts who had one approved with a proved address, and nobody who types that address', async () => {
    const member = await createMember();
    await addReview(await createProduct(), {}, member);
    const [own, forged] = [await createProduct(), await createProduct()];
    const sent = await send(member, own);
    expect((await readRows(own))[0]).toMatchObject({ state: 'approved', reasons: [] });
    expect(sent.location).toBe(commentPath(Number((await readRows(own))[0].id)));
    await send(newShopper(app), forged, { email: member.email });
    expect((await readRows(forged))[0]).toMatchObject({ state: 'held', reasons: ['first'] });
  });

  it('holds links, names like that of the shop and repeated texts, also of trusted authors; the trap is spam', async () => {
    const member = await createMember();
    await addReview(await createProduct(), {}, member);
    const judge = async (more: Readonly<Record<string, string>>) => {
      const product = await createProduct();
      await send(member, product, more);
      const [row] = await readRows(product);
      return [row.state, row.reasons];
    };
    expect(await judge({ comment: 'See https://a.example and https://b.example' })).toEqual(['held', ['links']]);
    expect(await judge({ author: `${app.shop.choices.name} team` })).toEqual(['held', ['name']]);
    expect(await judge({ url: 'http://spam.example' })).toEqual(['spam', ['trap']]);
    const same = { comment: `The same text for everybody ${randomUUID()}` };
    expect([await judge(same), await judge(same), await judge(same)].map(([state]) => state)).toEqual([
      'approved',
      'approved',
      'held',
    ]);
  });

  it('holds a flood of 1,000 reviews from 50 addresses, and stores few of them', async () => {
    const product = await createProduct();
    const flood = Array.from({ length: 1000 }, (_, n) => ({ ip: `203.0.113.${n % 50}`, rating: String((n % 5) + 1) }));
    const statuses: number[] = [];
    for (let start = 0; start < flood.length; start += 50) {
      const batch = flood.slice(start, start + 50);
      const answers = await Promise.all(
        batch.map(({ ip, rating }) => send(newShopper(app, { address: ip }), product, { rating })),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    const rows = await readRows(product);
    expect(rows).toHaveLength(500);
    expect(statuses.filter((status) => status === 429)).toHaveLength(500);
    expect(rows.every(({ state }) => state === 'held')).toBe(true);
    expect(rows.filter(({ reasons }) => reasons.includes('burst')).length).toBeGreaterThanOrEqual(470);
    expect(await visit(product)).toContain('No reviews yet.');
  });
});

describe('helpful votes', () => {
  const vote = (shopper: Shopper, id: number, helpful = 'yes') => shopper.submit(votePath(id), { helpful });
  const readVotes = async (id: number) => {
    await countVotes();
    const { rows } = await database.pool.query('select helpful, unhelpful from comments where id = $1', [id]);
    return rows[0];
  };

  it('count once for each visitor and customer, may be changed, and never for one’s own', async () => {
    const author = newShopper(app);
    const id = await addReview(await createProduct(), {}, author);
    expect((await vote(author, id)).status).toBe(409);
    const voter = newShopper(app);
    for (let n = 0; n < 5; n += 1) await vote(voter, id);
    expect(await readVotes(id)).toMatchObject({ helpful: 1, unhelpful: 0 });
    await vote(voter, id, 'no');
    expect(await readVotes(id)).toMatchObject({ helpful: 0, unhelpful: 1 });
  });

  it('of one network that drops its cookies are few, whatever it sends', async () => {
    const id = await addReview(await createProduct());
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => vote(newShopper(app, { address: '198.51.100.7' }), id)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(5);
    expect(await readVotes(id)).toMatchObject({ helpful: 5 });
  });

  it('drop the stored pages of a product once in ten minutes: nobody empties the cache by voting', async () => {
    await countVotes();
    const product = await createProduct();
    const ids = [await addReview(product), await addReview(product)];
    const invalidate = vi.spyOn(app.shop.pages, 'invalidate');
    for (const id of [...ids, ...ids]) expect((await vote(newShopper(app), id)).status).toBe(303);
    expect(invalidate).not.toHaveBeenCalled();
    await countVotes();
    expect(invalidate).toHaveBeenCalledTimes(1);
    invalidate.mockRestore();
    expect(await visit(product)).toContain('2 people found this helpful.');
  });

  it('sort by the bound of Wilson: 60 of 80 before 2 of 2', async () => {
    const { rows } = await database.pool.query(
      'select wilson_bound(60, 20) > wilson_bound(2, 0) as many, wilson_bound(0, 0) as none, wilson_bound(10, 0) < 1 as below',
    );
    expect(rows).toEqual([{ many: true, none: 0, below: true }]);
  });

  it('of a guest become the customer’s at sign-in, once', async () => {
    const id = await addReview(await createProduct());
    const guest = newShopper(app);
    await vote(guest, id);
    const member = await createMember();
    await vote(member, id);
    expect(await readVotes(id)).toMatchObject({ helpful: 2 });
    const { rows } = await database.pool.query(
      'select visitor_id from comment_votes where comment_id = $1 and visitor_id is not null',
      [id],
    );
    const moved = { visitorId: rows[0].visitor_id, customerId: member.id };
    await inTransaction(app.shop.db, (tx) => moveCommentsToCustomer(app.shop, tx, moved));
    await inTransaction(app.shop.db, (tx) => moveCommentsToCustomer(app.shop, tx, moved));
    expect(await readVotes(id)).toMatchObject({ helpful: 1 });
  });
});

describe('a vote of a customer', () => {
  it('on what the same person wrote as a guest goes at sign-in', async () => {
    const product = await createProduct();
    const id = await addReview(product);
    const member = await createMember();
    await member.submit(votePath(id), { helpful: 'yes' });
    const [{ visitor_id: visitorId }] = await readRows(product);
    const moved = { visitorId, customerId: member.id };
    await inTransaction(app.shop.db, (tx) => moveCommentsToCustomer(app.shop, tx, moved));
    await countVotes();
    expect((await readRows(product))[0]).toMatchObject({ customer_id: member.id, helpful: 0 });
  });
});

describe('a report of a reader', () => {
  it('tells staff and takes nothing down', async () => {
    const product = await createProduct();
    const id = await addReview(product, { comment: 'Still here.' });
    for (let n = 0; n < 3; n += 1) {
      const page = await newShopper(app).submit(reportPath(id), { reason: 'I dislike it.' });
      expect([page.status, page.body.includes('Thank you. We will check it.')]).toEqual([200, true]);
    }
    expect((await readRows(product))[0]).toMatchObject({ reports: 3, state: 'approved' });
    expect(await visit(product)).toContain('Still here.');
  });
});

describe('the page of a product with reviews', () => {
  async function fill({ id }: TestProduct, count: number) {
    await database.pool.query(
      `insert into comments (product_id, stars, title, body, author, locale, state, fingerprint, created_at)
      select $1::text::integer, n % 5 + 1, 'T' || n, 'Body ' || n, 'A', 'en', 'approved', $1::text || ' fingerprint ' || n, now() - make_interval(mins => n) from generate_series(1, $2::integer) n`,
      [id, count],
    );
    await runJob(checkRatingsJob);
  }

  it('needs as many queries with 5,000 reviews as with 5', async () => {
    const [few, many] = [await createProduct(), await createProduct()];
    await fill(few, 5);
    await fill(many, 5000);
    const count = async (path: string) => {
      await newShopper(app).visit(path);
      return (await countQueries(() => newShopper(app).visit(`${path}?stars=3&reviews_by=newest`))).queries;
    };
    const counts = [
      await count(productPath(few.slug)),
      await count(productPath(many.slug)),
      await count(reviewsPagePath(many.slug, 400)),
    ];
    expect(new Set(counts).size).toBe(1);
  });

  it('says the same to people and to machines, on each of its pages', async () => {
    const product = await createProduct();
    await fill(product, 25);
    for (const path of [
      productPath(product.slug),
      reviewsPagePath(product.slug, 3),
      `${productPath(product.slug)}?stars=5`,
    ]) {
      const { body } = await newShopper(app).visit(path);
      const node = readJsonLd(body);
      expect(node.aggregateRating).toMatchObject({ ratingValue: 3, reviewCount: 25 });
      expect(body).toContain('25 reviews');
      const shown = [...body.matchAll(/<strong>(T\d+)<\/strong>/g)].map(([, title]) => title);
      expect(node.review.map(({ name }: { name: string }) => name)).toEqual(shown);
      expect(shown.length).toBe(path.includes('page-3') || path.includes('stars') ? 5 : 10);
    }
  });

  it('has one average for people and machines', async () => {
    const product = await createProduct();
    for (const rating of ['5', '4', '4']) await addReview(product, { rating });
    const html = await visit(product);
    expect(html).toContain('4.3 out of 5');
    expect(readJsonLd(html).aggregateRating).toMatchObject({ ratingValue: 4.3, reviewCount: 3 });
  });

  it('has no structured stars without reviews, and lists have none at all', async () => {
    const product = await createProduct();
    expect(readJsonLd(await visit(product))).not.toHaveProperty('aggregateRating');
    await fill(product, 3);
    expect((await newShopper(app).visit('/shop')).body).not.toContain('AggregateRating');
  });

  it('counts stars of approved reviews alone, in every order of approvals', async () => {
    const product = await createProduct();
    const ids = [];
    for (const rating of ['5', '3', '1']) ids.push(await addReview(product, { rating }));
    const readRating = async () =>
      (
        await database.pool.query('select rating_sum as sum, rating_count as count from products where id = $1', [
          product.id,
        ])
      ).rows[0];
    expect(await readRating()).toEqual({ sum: 9, count: 3 });
    await Promise.all(ids.map((id) => setState(id, 'held')));
    expect(await readRating()).toEqual({ sum: 0, count: 0 });
    await Promise.all(ids.map((id) => setState(id)));
    expect(await readRating()).toEqual({ sum: 9, count: 3 });
    await database.pool.query('update products set rating_sum = 99, rating_count = 30 where id = $1', [product.id]);
    await runJob(checkRatingsJob);
    expect(await readRating()).toEqual({ sum: 9, count: 3 });
  });

  it('leads to one comment on whichever page it is', async () => {
    const product = await createProduct();
    await fill(product, 25);
    const oldest = (await readRows(product))[0].id;
    const { location } = await newShopper(app).visit(commentPath(Number(oldest)));
    expect(location).toBe(`${reviewsPagePath(product.slug, 3)}#comment-${oldest}`);
    expect((await newShopper(app).visit(location)).body).toContain(`id="comment-${oldest}"`);
    expect((await newShopper(app).visit(commentPath(999_999_999))).status).toBe(404);
  });
});

describe('personal data of reviews', () => {
  it('goes with the account: stars alone are left, of nobody', async () => {
    const product = await createProduct();
    const member = await createMember();
    await addReview(product, { comment: 'My secret.', rating: '5' }, member);
    const { commentData } = await import('#features/comments/index.ts');
    const customer = { id: member.id, email: member.email, isEmailVerified: true };
    expect(await commentData.read(app.shop, app.shop.db, customer)).toMatchObject([{ body: 'My secret.', stars: 5 }]);
    await inTransaction(app.shop.db, async (tx) => commentData.erase?.(app.shop, tx, customer));
    const [row] = await readRows(product);
    expect(row).toMatchObject({
      author: '',
      email: null,
      body: '',
      title: '',
      network: null,
      customer_id: null,
      stars: 5,
    });
    const html = await visit(product);
    expect(html).not.toContain('My secret.');
    expect(html).toContain('Anonymous');
  });

  it('of guests is read and erased by their address', async () => {
    const product = await createProduct();
    const email = `guest-${randomUUID()}@example.com`;
    const guest = newShopper(app);
    const id = await addReview(product, { comment: 'By a guest.', email: email.toUpperCase() }, guest);
    await send(guest, product, { edited_comment: String(id), comment: 'Changed.' });
    expect(await readTextsOfAddress(app.shop.db, email)).toMatchObject([
      { body: 'By a guest.', author: 'Ada', waitingChange: { body: 'Changed.' } },
    ]);
    await publish(id);
    await send(guest, product, { edited_comment: String(id), comment: 'Changed again.' });
    expect(await readTextsOfAddress(app.shop.db, email)).toMatchObject([
      { body: 'Changed.', earlierVersions: [{ body: 'By a guest.' }], waitingChange: { body: 'Changed again.' } },
    ]);
    expect(await inTransaction(app.shop.db, (tx) => eraseTextsOfAddress(app.shop, tx, email))).toBe(1);
    expect((await readRows(product))[0]).toMatchObject({
      author: '',
      email: null,
      body: '',
      visitor_id: null,
      stars: 4,
    });
    const kept =
      'select from comment_versions where comment_id = $1 union all select from comment_edits where comment_id = $1';
    expect((await database.pool.query(kept, [id])).rows).toEqual([]);
  });

  it('has votes and reports of the customer, and the reports go with the account', async () => {
    const id = await addReview(await createProduct());
    const member = await createMember();
    await member.submit(votePath(id), { helpful: 'no' });
    await member.submit(reportPath(id), { reason: 'It names me.' });
    await countVotes();
    const { commentData, opinionData } = await import('#features/comments/index.ts');
    const customer = { id: member.id, email: member.email, isEmailVerified: true };
    expect(await opinionData.read(app.shop, app.shop.db, customer)).toMatchObject([
      { kind: 'vote', comment: id, isHelpful: false },
      { kind: 'report', comment: id, reason: 'It names me.' },
    ]);
    await inTransaction(app.shop.db, async (tx) => commentData.erase?.(app.shop, tx, customer));
    expect(await opinionData.read(app.shop, app.shop.db, customer)).toEqual([]);
    const { rows } = await database.pool.query('select reports, unhelpful from comments where id = $1', [id]);
    expect(rows).toEqual([{ reports: 0, unhelpful: 1 }]);
  });

  it('of readers who reported is forgotten with the count that staff see', async () => {
    const product = await createProduct();
    const id = await addReview(product);
    await newShopper(app).submit(reportPath(id), { reason: 'Old.' });
    clock.forward(400 * 86_400_000);
    await newShopper(app).submit(reportPath(id), { reason: 'New.' });
    await runJob(purgeCommentsJob);
    expect((await readRows(product))[0]).toMatchObject({ reports: 1 });
  });

  it('deletes spam some days after it was called so, however old it is', async () => {
    const product = await createProduct();
    const id = await addReview(product);
    clock.forward(400 * 86_400_000);
    await setState(id, 'spam');
    await runJob(purgeCommentsJob);
    expect(await readRows(product)).toHaveLength(1);
    clock.forward(61 * 86_400_000);
    await runJob(purgeCommentsJob);
    expect(await readRows(product)).toEqual([]);
  });

  it('forgets networks and visitors after a while, and the text stays', async () => {
    const product = await createProduct();
    await addReview(product, { comment: 'Stays.' }, newShopper(app, { address: '192.0.2.9' }));
    expect((await readRows(product))[0]).toMatchObject({ network: '192.0.2.9', visitor_id: expect.any(String) });
    clock.forward(400 * 86_400_000);
    await runJob(purgeCommentsJob);
    expect((await readRows(product))[0]).toMatchObject({ network: null, visitor_id: null, body: 'Stays.' });
  });
});

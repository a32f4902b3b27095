import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { productPath } from '#features/catalog/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
let app: App;
let productId: number;

const reader = createStaffCookie('Ada', 'admin.open', 'comments.read');
const writer = createStaffCookie('Bea', 'admin.open', 'comments.read', 'comments.write');

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  const product = {
    name: 'Tide bowl',
    slug: 'tide-bowl',
    status: 'published',
    master: { regularPrice: 1000 },
  } as const;
  productId = (await saveTestProduct(app.shop, product)).id;
});

let comments = 0;

async function addHeld(network = '203.0.113.7', email = 'ada@example.com') {
  comments += 1;
  const { rows } = await database.pool.query(
    `insert into comments (product_id, stars, title, body, author, email, network, locale, state, reasons, fingerprint, created_at)
    values ($1, 5, 'Headline', $2, 'Ada', $3, $4, 'en', 'held', '{first}', $5, now()) returning id`,
    [productId, `Text ${comments}.`, email, network, `a held comment ${comments}`],
  );
  return Number(rows[0].id);
}

const readState = async (id: number) =>
  (await database.pool.query('select state, reports from comments where id = $1', [id])).rows[0];
const visit = async () => (await newShopper(app).visit(productPath('tide-bowl'))).body;

describe('moderation in the back office', () => {
  it('approves what waits, which shows it and counts its stars, and is undone', async () => {
    const id = await addHeld();
    const office = openOffice(app, writer);
    const page = await office.get(`comments/${id}`);
    expect(page.body).toContain('The author has no approved text from a verified address');
    expect(page.body).toContain('comments?network=203.0.113.7');
    const done = await office.post('comments/-/actions/comments.approve', { id: String(id), count: '1' });
    expect(done.statusCode).toBe(303);
    expect(await readState(id)).toMatchObject({ state: 'approved' });
    expect(await visit()).toContain(`Text ${comments}.`);
    const { rows } = await database.pool.query(
      `select action, before, after, by from platform.audit_entries where subject_kind = 'comment' and subject_id = $1`,
      [String(id)],
    );
    expect(rows).toMatchObject([
      { action: 'comments.approve', before: { state: 'held' }, after: { state: 'approved' } },
    ]);
    const undone = await office.post(`${String(done.location).replace('/admin/', '')}/undo`, {});
    expect(undone.statusCode).toBe(303);
    expect(await readState(id)).toMatchObject({ state: 'held' });
    expect(await visit()).not.toContain(`Text ${comments}.`);
  });

  it('marks all of an address or a network as spam at once', async () => {
    const flood = [];
    for (let n = 0; n < 5; n += 1) flood.push(await addHeld('198.51.100.9', `eve${n}@example.com`));
    const other = await addHeld('198.51.100.10', 'eve1@example.com');
    const office = openOffice(app, writer);
    const list = await office.get('comments?network=198.51.100.9');
    expect(list.body).toContain('5 reviews and comments');
    const asked = await office.get('comments/-/actions/comments.mark-spam?all=1&from=network%3D198.51.100.9');
    expect(asked.statusCode).toBe(200);
    await office.post('comments/-/actions/comments.mark-spam', { all: '1', count: '5', from: 'network=198.51.100.9' });
    for (const id of flood) expect(await readState(id)).toMatchObject({ state: 'spam' });
    expect(await readState(other)).toMatchObject({ state: 'held' });
    expect((await office.get('comments?email=EVE1@example.com')).body).toContain('2 reviews and comments');
  });

  it('answers as the shop, once, below what is approved', async () => {
    const id = await addHeld();
    const office = openOffice(app, writer);
    expect(await office.put(`comments/${id}/reply`, { body: 'Thank you.' })).toMatchObject({ statusCode: 409 });
    await office.post('comments/-/actions/comments.approve', { id: String(id), count: '1' });
    expect(await office.put(`comments/${id}/reply`, { body: 'Thank <b>you</b>.' })).toMatchObject({ statusCode: 200 });
    const html = await visit();
    expect(html).toContain('Thank &lt;b&gt;you&lt;/b&gt;.');
    expect(html).toContain('The shop</span>');
  });

  it('does not approve what its author changed after staff had opened the page, and says so', async () => {
    const office = openOffice(app, writer);
    const [id, other] = [await addHeld('192.0.2.80'), await addHeld('192.0.2.80')];
    const readSeen = (body: string, name: string) => new RegExp(`name="${name}" value="(\\d+)"`).exec(body)?.[1] ?? '';
    const record = readSeen((await office.get(`comments/${id}`)).body, '_seen');
    const list = readSeen((await office.get('comments?network=192.0.2.80')).body, 'seen');
    const marked = `id=${id}&id=${other}&seen=${list}`;
    const asked = readSeen((await office.get(`comments/-/actions/comments.approve?${marked}`)).body, 'seen');
    expect(asked).toBe(list);
    await database.pool.query(`update comments set body = 'Buy pills.', version = 2, edited_at = now() where id = $1`, [
      id,
    ]);
    const refused = await office.post(`comments/${id}/approve`, { _seen: record });
    expect(refused.body).toContain('The author changed it after you opened this page. Please read the new text first.');
    const run = await office.post('comments/-/actions/comments.approve', {
      ...{ id: [String(id), String(other)], count: '2', seen: asked },
    });
    expect(await readState(id)).toMatchObject({ state: 'held' });
    expect(await readState(other)).toMatchObject({ state: 'approved' });
    const page = await office.get(String(run.location).replace('/admin/', ''));
    expect(page.body).toContain('The author changed it after you opened this page. Please read the new text first.');
    const all = { all: '1', count: '2', from: 'network=192.0.2.80', seen: asked };
    await office.post('comments/-/actions/comments.approve', all);
    expect(await readState(id)).toMatchObject({ state: 'held' });
    const later = String(Number(readSeen(refused.body, '_seen')) + 6_000);
    await office.post(`comments/${id}/approve`, { _seen: later });
    expect(await readState(id)).toMatchObject({ state: 'approved' });
  });

  it('publishes no change that waited when a hold is undone, and approves it from the page that shows it', async () => {
    const office = openOffice(app, writer);
    const id = await addHeld();
    await office.post('comments/-/actions/comments.approve', { id: String(id), count: '1' });
    await database.pool.query(
      `insert into comment_edits (comment_id, stars, title, body, reasons, written_at) values ($1, 1, '', 'Nobody saw this.', '{links}', now() - interval '1 hour')`,
      [id],
    );
    const held = await office.post('comments/-/actions/comments.hold', { id: String(id), count: '1' });
    const page = await office.get(`comments/${id}`);
    await office.post(`${String(held.location).replace('/admin/', '')}/undo`, {});
    expect(await readState(id)).toMatchObject({ state: 'held' });
    expect(await visit()).not.toContain('Nobody saw this.');
    expect(page.body).toContain('Nobody saw this.');
    await office.post(`comments/${id}/approve`, { _seen: /name="_seen" value="(\d+)"/.exec(page.body)?.[1] ?? '' });
    expect(await readState(id)).toMatchObject({ state: 'approved' });
  });

  it('publishes a change of what is published, or discards it', async () => {
    const office = openOffice(app, writer);
    const id = await addHeld();
    await office.post('comments/-/actions/comments.approve', { id: String(id), count: '1' });
    const change = (body: string) =>
      database.pool.query(
        `insert into comment_edits (comment_id, stars, title, body, reasons, written_at) values ($1, 1, 'New', $2, '{links}', now() - interval '1 hour')`,
        [id, body],
      );
    await change('Better.');
    expect((await office.get('comments?view=edited')).body).toContain('1 review or comment');
    expect((await office.get(`comments/${id}`)).body).toContain('Better.');
    await office.post('comments/-/actions/comments.publish-edits', { id: String(id), count: '1' });
    expect(await visit()).toContain('Better.');
    await change('Worse.');
    await office.post('comments/-/actions/comments.discard-edits', { id: String(id), count: '1' });
    expect(await visit()).not.toContain('Worse.');
    expect((await office.get('comments?view=edited')).body).not.toContain('1 review or comment');
  });

  it('needs its permissions: reading changes nothing, and nothing is read without', async () => {
    const id = await addHeld();
    const office = openOffice(app, reader);
    expect((await office.get('comments')).statusCode).toBe(200);
    const change = await office.post('comments/-/actions/comments.approve', { id: String(id), count: '1' });
    expect(change.statusCode).toBe(403);
    expect(await readState(id)).toMatchObject({ state: 'held' });
    const stranger = openOffice(app, createStaffCookie('Cleo', 'admin.open'));
    expect((await stranger.get('comments')).statusCode).toBe(403);
    expect((await stranger.get(`comments/${id}`)).statusCode).toBe(403);
  });
});

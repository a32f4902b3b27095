import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { approveComments } from '#features/comments/admin/comment-actions.ts';
import { addComments, commentPath } from '#features/comments/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addPost } from '#tests/support/journal.ts';
import { openOffice } from '#tests/support/office.ts';
import { addBowl } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const hostile = '<img src=x onerror=alert(1)> <b>bold</b>';
const actor = createSystemActor('Cleo');

let app: App;
let id: number;
let addresses = 0;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  id = await addPost(app.shop, 'kiln', { title: 'The kiln' });
});

const shopper = () => {
  addresses += 1;
  return newShopper(app, { address: `198.51.100.${addresses}` });
};
const path = '/comments/post/kiln';
const form = (comment: string, more: object = {}) => ({
  ...{ comment_post_ID: String(id), comment_parent: '0', comment, author: 'Ada', email: 'ada@example.com' },
  ...more,
});
const readRow = async (body: string) =>
  (await database.pool.query('select * from comments where body = $1', [body])).rows[0];
const approve = async (commentId: number) => {
  await inTransaction(app.shop.db, (tx) => approveComments.run(app.shop, tx, commentId, null, actor, null));
  await app.shop.pages.awaitInvalidations();
};
const readPost = async (page = '/journal/kiln') => (await newShopper(app).visit(page)).body;

describe('a comment on a post', () => {
  it('is sent by a form without script, waits, and is shown to everybody after approval', async () => {
    const page = await readPost();
    expect(page).toContain(`action="${path}"`);
    expect(page).not.toContain('data-vote');
    const ada = shopper();
    const sent = await ada.submit(path, form(`Hot, ${hostile}`, { author: hostile.slice(0, 28) }));
    expect([sent.status, sent.location]).toEqual([303, `${path}?sent=held`]);
    expect((await ada.visit(sent.location)).body).toContain(
      'Your comment has been sent. It appears once we have approved it.',
    );
    expect(await readPost()).not.toContain('Hot,');
    const row = await readRow(`Hot, ${hostile}`);
    expect(row).toMatchObject({ product_id: null, entry_id: id, state: 'held', stars: null, email: 'ada@example.com' });
    await approve(Number(row.id));
    const shown = await readPost();
    expect(shown).toContain('Hot, &lt;img src=x onerror=alert(1)&gt;');
    expect(shown).not.toMatch(/<img src=x|<b>bold|ada@example|198\.51/);
    expect(shown).toContain('"commentCount":1');
    expect((await newShopper(app).visit(commentPath(Number(row.id)))).location).toBe(`/journal/kiln#comment-${row.id}`);
  });

  it('is answered below it, by a page of its own, and only where it stands', async () => {
    const row = await readRow(`Hot, ${hostile}`);
    const ben = shopper();
    expect((await ben.visit(`${path}?comment_parent=${row.id}`)).body).toContain(`value="${row.id}"`);
    await ben.submit(path, form('An answer', { comment_parent: String(row.id), author: 'Ben' }));
    const answer = await readRow('An answer');
    expect(answer).toMatchObject({ parent_id: row.id, root_id: row.id, depth: 1, entry_id: id });
    await approve(Number(answer.id));
    const page = await readPost();
    expect(page).toMatch(/comments__answers.*An answer/s);
    expect(page).toContain('2 comments');
    expect(page).toContain('"commentCount":2');
    const other = await addPost(app.shop, 'other');
    const sent = await shopper().submit('/comments/post/other', {
      ...form('Elsewhere', { comment_parent: String(row.id) }),
      comment_post_ID: String(other),
    });
    expect([sent.status, sent.body.includes('no longer exists')]).toEqual([422, true]);
    expect(await readRow('Elsewhere')).toBeUndefined();
  });

  it('is led to on its page, when there are several', async () => {
    const many = await addPost(app.shop, 'many');
    const comments = Array.from({ length: 12 }, (_, index) => ({
      ...{ key: `${index}`, body: `Thread ${index}`, author: 'Ada', writtenAt: new Date('2024-01-02') },
    }));
    await inTransaction(app.shop.db, (tx) =>
      addComments(app.shop, tx, { productId: null, entryId: many, source: 'test', comments }),
    );
    await app.shop.pages.awaitInvalidations();
    const last = await readRow('Thread 11');
    const { location } = await newShopper(app).visit(commentPath(Number(last.id)));
    expect(location).toBe(`/journal/many?cpage=2#comment-${last.id}`);
    expect(await readPost('/journal/many?cpage=2')).toContain('Thread 11');
    expect(await readPost('/journal/many')).not.toContain('Thread 11');
    expect((await newShopper(app).visit('/journal/many?cpage=3')).status).toBe(404);
  });

  it('takes no votes, since pages of posts have none', async () => {
    const row = await readRow(`Hot, ${hostile}`);
    expect((await shopper().submit(`${commentPath(Number(row.id))}/vote`, { helpful: 'yes' })).status).toBe(404);
    const { rows } = await database.pool.query('select 1 from comment_votes');
    expect(rows).toEqual([]);
  });

  it('is refused for a post or a shop that takes none; those that are there stay', async () => {
    const closed = await addPost(app.shop, 'closed', { details: { isOpen: false } });
    const comment = { key: '1', body: 'Earlier words', author: 'Ada', writtenAt: new Date('2024-01-02') };
    await inTransaction(app.shop.db, (tx) =>
      addComments(app.shop, tx, { productId: null, entryId: closed, source: 'test', comments: [comment] }),
    );
    await app.shop.pages.awaitInvalidations();
    const page = await readPost('/journal/closed');
    expect(page).toContain('Earlier words');
    expect(page).toContain('Comments are closed.');
    expect(page).not.toContain('action="/comments/post/closed"');
    const sent = await shopper().submit('/comments/post/closed', { ...form('No'), comment_post_ID: String(closed) });
    expect([sent.status, sent.body.includes('on this post are closed')]).toEqual([409, true]);
    const shut = await testShop(database, { choices: { settings: { journal: { comments: false } } } });
    expect((await newShopper(shut).submit(path, form('Nor here'))).status).toBe(409);
    expect(await readRow('Nor here')).toBeUndefined();
  });

  it('is held as spam when a hidden field is filled in, shows what is wrong, and is kept once', async () => {
    await shopper().submit(path, form('Pills', { url: 'https://spam.example' }));
    expect(await readRow('Pills')).toMatchObject({ state: 'spam', reasons: expect.arrayContaining(['trap']) });
    const empty = await shopper().submit(path, form(''));
    expect([empty.status, empty.body.includes('id="comment"') || empty.body.includes('name="comment"')]).toEqual([
      422,
      true,
    ]);
    const ada = shopper();
    await ada.submit(path, form('Twice'));
    await ada.submit(path, form('Twice'));
    const { rows } = await database.pool.query(`select 1 from comments where body = 'Twice'`);
    expect(rows).toHaveLength(1);
  });

  it('belongs to a product or a post, never to both, and a rated one to a product', async () => {
    const { product } = await addBowl(app.shop, 1);
    const insert = (columns: string, values: string) =>
      database.pool.query(
        `insert into comments (${columns}, body, author, locale, state, fingerprint, created_at) values (${values}, 'x', 'x', 'en', 'held', $1, now())`,
        [`fingerprint-${columns}${values}`],
      );
    await expect(insert('product_id, entry_id', `${product}, ${id}`)).rejects.toThrow('comment_is_about_one');
    await expect(insert('stars', '5')).rejects.toThrow('comment_is_about_one');
    await expect(insert('entry_id, stars', `${id}, 5`)).rejects.toThrow('rates_nothing');
    const row = await readRow('An answer');
    await expect(
      insert('product_id, parent_id, root_id, depth', `${product}, ${row.id}, ${row.id}, 1`),
    ).rejects.toThrow('comment_answers_one_of_its_product');
  });

  it('is moderated in the list of reviews, and in the personal data of its author', async () => {
    const office = openOffice(
      app,
      createStaffCookie('Ada', openBackOffice.name, 'comments.read', 'comments.write', 'customers.export'),
    );
    const list = await office.get('comments?onPosts=yes');
    expect(list.body).toContain('The kiln');
    const row = await readRow('An answer');
    const record = await office.get(`comments/${row.id}`);
    expect(record.body).toContain('Ben about The kiln');
    const replied = await office.post(`comments/${row.id}/reply`, { ...record.fields, body: 'Thank you!' });
    expect(replied.statusCode).toBe(303);
    await app.shop.pages.awaitInvalidations();
    expect(await readPost()).toContain('Thank you!');
  });
});

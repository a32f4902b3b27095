import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, salesShop } from '#tests/support/sales.ts';
import { type Fields, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { getWishlistCallPath, getWishlistFormPath, type WishlistWrite } from './contract.ts';
import { findItems, findOwnLists, formatWishlistNotice, isWishlistSuccess, wishlistNoticeCodes } from './index.ts';
import { wishlistCommands } from './wishlist-commands.ts';

const database = useDatabase();
let app: App;
let http: FastifyInstance;
let cup = 0;
let jar = 0;

beforeAll(async () => {
  app = await salesShop(database, { settings: { wishlists: { changesPerHour: 60, newListsPerHour: 2 } } });
  ({ http } = app);
  [cup, jar] = await Promise.all([addProduct(app.shop, { name: 'Cup' }), addProduct(app.shop, { name: 'Jar' })]);
});

const readOwner = ({ cookies }: Shopper) => getOwner(createGuest((cookies.get('visitor') ?? '').split('.')[0] ?? null));
const readLists = (shopper: Shopper) => findOwnLists(app.shop, app.shop.db, readOwner(shopper));
const readRows = async (shopper: Shopper) => {
  const lists = await readLists(shopper);
  const pages = await Promise.all(
    lists.map((list) => findItems(app.shop, app.shop.db, list, { page: 1, perPage: 100 })),
  );
  return pages.map(({ items }) => items);
};
const submit = (shopper: Shopper, write: WishlistWrite, fields: Fields) =>
  shopper.submit(getWishlistFormPath(write), fields);
const call = (shopper: Shopper, write: WishlistWrite, fields: Fields) =>
  shopper.submit(getWishlistCallPath(app.shop.wire.rest, write), fields);
const readHint = ({ cookies }: Shopper) =>
  Object.fromEntries(new URLSearchParams(decodeURIComponent(cookies.get('vt_hint') ?? '')));
const readNotice = ({ cookies }: Shopper) =>
  JSON.parse(Buffer.from(cookies.get('vt_notice') ?? '', 'base64url').toString());

describe('forms about wishlists, without script', () => {
  it('leave a notice, which has a sentence for each success and failure [8.5/1]', () => {
    for (const code of wishlistNoticeCodes) {
      const sentence = formatWishlistNotice(app.shop.t, { code, count: 2, max: 3 });
      expect(sentence, code).toMatch(/^[A-Z\d].*[.!]$/);
      expect(isWishlistSuccess(code), code).toBe(code !== code.toUpperCase());
    }
  });

  it('add for a guest, lead to the list and count it [6/3] [3.3/1]', async () => {
    const shopper = newShopper({ http });
    const added = await submit(shopper, 'add', { product_id: String(cup), quantity: '2' });
    const [list] = await readLists(shopper);
    expect([added.status, added.location]).toEqual([303, `/wishlist/view/${list?.token}`]);
    expect(readNotice(shopper)).toEqual([{ code: 'added' }]);
    expect(readHint(shopper)).toMatchObject({ w: '1', wv: expect.stringMatching(/^[1-9]/) });
    await submit(shopper, 'add', { product_id: String(cup) });
    expect(readNotice(shopper)).toEqual([{ code: 'exists' }]);
    expect(await readRows(shopper)).toMatchObject([[{ quantity: 2 }]]);
  });

  it('take the product form with its choices', async () => {
    const shopper = newShopper({ http });
    const bowl = await addBowl(app.shop);
    const choices = { attribute_size: 'large', attribute_glaze: 'ash' };
    await submit(shopper, 'add', { product_id: String(bowl.product), variation_id: String(bowl.small), ...choices });
    expect(await readRows(shopper)).toMatchObject([[{ variationId: bowl.large, choices: { glaze: 'ash' } }]]);
  });

  it('remove several rows, and restore what was removed at once', async () => {
    const shopper = newShopper({ http });
    for (const product of [cup, jar]) await submit(shopper, 'add', { product_id: String(product) });
    const [first, second] = ((await readRows(shopper))[0] ?? []).map(({ id }) => String(id));
    await submit(shopper, 'remove', { item_id: first ?? '' });
    expect(readNotice(shopper)).toEqual([{ code: 'removed', key: first }]);
    await submit(shopper, 'restore', { item_id: first ?? '' });
    await submit(shopper, 'remove', { 'item_id[]': [first ?? '', second ?? ''] });
    expect(readNotice(shopper)).toEqual([{ code: 'removed', keys: [first, second] }]);
    expect([await readRows(shopper), readHint(shopper).w]).toEqual([[[]], '0']);
    await submit(shopper, 'restore', { 'item_id[]': [first ?? '', second ?? ''] });
    expect([readNotice(shopper), readHint(shopper).w]).toEqual([[{ code: 'restored' }], '2']);
  });

  it('move several rows to a new list, and sort', async () => {
    const shopper = newShopper({ http });
    for (const product of [cup, jar]) await submit(shopper, 'add', { product_id: String(product) });
    const [first = '', second = ''] = ((await readRows(shopper))[0] ?? []).map(({ id }) => String(id));
    const fields = { 'item_id[]': [second, first], destination: 'new', wishlist_name: 'Kitchen' };
    const moved = await submit(shopper, 'move', { ...fields, return: '/wishlist/manage' });
    const kitchen = (await readLists(shopper))[1];
    expect([moved.location, readNotice(shopper)]).toEqual([
      '/wishlist/manage',
      [{ code: 'moved', count: 2, key: String(kitchen?.id) }],
    ]);
    await submit(shopper, 'sort', { wishlist_id: String(kitchen?.id), 'positions[]': [second, first] });
    expect((await readRows(shopper))[1]?.map(({ id }) => String(id))).toEqual([second, first]);
    await submit(shopper, 'place', { item_id: second, position: '2' });
    expect((await readRows(shopper))[1]?.map(({ id }) => String(id))).toEqual([first, second]);
  });

  it('say on the next page what was refused, and never lead out of the shop', async () => {
    const shopper = newShopper({ http });
    for (const target of ['https://evil.example/', '//evil.example', '/wishlist/../account', '/wishlist\\evil']) {
      const refused = await submit(shopper, 'rename', { wishlist_name: 'Mine', return: target });
      expect([refused.status, refused.location]).toEqual([303, '/wishlist']);
    }
    expect(readNotice(shopper)).toEqual([{ code: 'LIST_NOT_FOUND' }]);
    expect(shopper.cookies.has('visitor')).toBe(false);
  });

  it('show what somebody who runs the shop has deleted: the count of the next page is right', async () => {
    const shopper = newShopper({ http });
    for (const product of [cup, jar]) await submit(shopper, 'add', { product_id: String(product) });
    const [list] = await readLists(shopper);
    const [row] = (await readRows(shopper))[0] ?? [];
    const deleteList = (id = 0) => runCommand(app.shop, wishlistCommands, 'wishlists delete', [String(id)]);
    const before = readHint(shopper);
    await shopper.visit('/wishlist');
    expect(readHint(shopper), 'nothing has changed').toEqual(before);
    expect((await deleteList(list?.id)).code).toBe(0);
    const page = await shopper.visit('/wishlist');
    expect(page.body).toContain('Your wishlist is empty');
    const { w, wv } = readHint(shopper);
    expect([w, Number(wv) > Number(before.wv)]).toEqual(['0', true]);

    // A page that was opened before still offers to remove a row.
    await submit(shopper, 'add', { product_id: String(cup) });
    await deleteList((await readLists(shopper))[0]?.id);
    expect(readHint(shopper).w).toBe('1');
    const refused = await call(shopper, 'remove', { item_id: String(row?.id) });
    expect([refused.status, readHint(shopper).w]).toEqual([404, '0']);
    await submit(shopper, 'create', { wishlist_name: 'Kitchen' });
    await submit(shopper, 'add', { product_id: String(cup), wishlist_id: String((await readLists(shopper))[1]?.id) });
    await deleteList((await readLists(shopper))[1]?.id);
    expect((await shopper.visit('/wishlist/manage')).body).not.toContain('Kitchen');
    expect(readHint(shopper).w).toBe('0');
  });

  it('take the name of a giver as one line, which stays one in the terminal', async () => {
    const [owner, giver] = [newShopper({ http }), newShopper({ http })];
    await submit(owner, 'create', { wishlist_name: 'Wedding', wishlist_visibility: '1' });
    const [list] = await readLists(owner);
    const id = String(list?.id);
    await submit(owner, 'add', { product_id: String(cup), wishlist_id: id });
    await submit(owner, 'gift', { wishlist_id: id, is_gift_list: '1' });
    const item_id = String((await readRows(owner))[0]?.[0]?.id);
    const name = ' Grace\r\nWishlist 1: forged\u2028line ';
    await submit(giver, 'buy', { wishlist_token: list?.shareToken ?? '', item_id, giver: name });
    await submit(owner, 'remove', { item_id });
    const { text } = await runCommand(app.shop, wishlistCommands, 'wishlists show', [id]);
    expect(text).toContain('1 × Cup, bought by Grace Wishlist 1: forged line, no longer on the list');
  });

  it('make a gift list, which a viewer marks and follows', async () => {
    const [owner, giver] = [newShopper({ http }), newShopper({ http })];
    await submit(owner, 'create', { wishlist_name: 'Wedding', wishlist_visibility: '0' });
    const [list] = await readLists(owner);
    const id = String(list?.id);
    await submit(owner, 'add', { product_id: String(cup), wishlist_id: id });
    const gift = { is_gift_list: '1', event_date: '2027-06-05', delivery_address: 'Harbour 1', shows_bought: '1' };
    await submit(owner, 'gift', { wishlist_id: id, ...gift });
    const wishlist_token = list?.shareToken ?? '';
    const item_id = String((await readRows(owner))[0]?.[0]?.id);
    const bought = await submit(giver, 'buy', { wishlist_token, item_id, giver: 'Grace' });
    expect([bought.location, readNotice(giver)]).toEqual([`/wishlist/view/${wishlist_token}`, [{ code: 'bought' }]]);
    await submit(giver, 'buy', { wishlist_token, item_id });
    expect(readNotice(giver)).toEqual([{ code: 'GIFT_BOUGHT', count: 0 }]);
    await submit(giver, 'follow', { wishlist_token });
    expect(readNotice(giver)).toEqual([{ code: 'followed' }]);
    expect(await readRows(owner)).toMatchObject([[{ bought: 1 }]]);
    for (const [write, fields] of [
      ['gift', { wishlist_id: wishlist_token, is_gift_list: '0' }],
      ['rename', { wishlist_id: id, wishlist_name: 'Mine' }],
      ['delete', { wishlist_id: id }],
      ['renew-link', { wishlist_id: list?.token ?? '' }],
      ['remove', { item_id }],
      ['note', { item_id, note: 'mine' }],
    ] as const) {
      await submit(giver, write, fields);
      expect(readNotice(giver), write).toMatchObject([{ code: expect.stringMatching(/NOT_FOUND$/) }]);
    }
    expect(await readLists(owner)).toMatchObject([{ name: 'Wedding', gift: { showsBought: true } }]);
  });
});

describe('calls about wishlists', () => {
  it('answer with the list, all lists and the count', async () => {
    const shopper = newShopper({ http });
    const added = await call(shopper, 'add', {
      add_to_wishlist: String(cup),
      wishlist_id: 'new',
      wishlist_name: 'A<b>',
    });
    const [list] = await readLists(shopper);
    expect(added.json()).toMatchObject({
      ...{ result: 'true', message: 'Added to your wishlist.', count: 1, fragments: {} },
      wishlist: { id: list?.id, token: list?.token, name: 'A<b>', privacy: 2, default: false },
      user_wishlists: [{ id: list?.id, wishlist_name: 'A<b>', default: false }],
    });
    expect(added.json().item_id).toBe((await readRows(shopper))[0]?.[0]?.id);
    const refused = await call(shopper, 'rename', { wishlist_id: String(list?.id), wishlist_name: '' });
    expect([refused.status, refused.json().code]).toEqual([400, 'NAME_REQUIRED']);
    const invalid = await call(shopper, 'quantity', { item_id: '-1', quantity: '1' });
    expect([invalid.status, invalid.json().code]).toEqual([400, 'invalid_input']);
  });

  it('without a list mean the default list, which stays', async () => {
    const shopper = newShopper({ http });
    await call(shopper, 'add', { product_id: String(cup) });
    const refused = await call(shopper, 'delete', {});
    expect([refused.status, refused.json().code]).toEqual([409, 'DEFAULT_LIST']);
    expect(await readLists(shopper)).toMatchObject([{ isDefault: true }]);
    await submit(shopper, 'delete', { wishlist_id: '' });
    expect(readNotice(shopper)).toMatchObject([{ code: 'DEFAULT_LIST' }]);
  });

  it('are refused when they are too many', async () => {
    const shopper = newShopper({ http });
    await call(shopper, 'add', { product_id: String(cup) });
    const replies = await Promise.all(
      Array.from({ length: 61 }, () => call(shopper, 'unfollow', { wishlist_token: 'A'.repeat(22) })),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.json().code).toBe('TOO_MANY_CHANGES');
  });

  it('start no more lists of guests of one network than the setting allows, who have a cookie or none', async () => {
    const { rest } = app.shop.wire;
    const send = (write: WishlistWrite, cookie: string) =>
      http.inject({
        ...{ method: 'POST', url: getWishlistCallPath(rest, write), remoteAddress: '203.0.113.9' },
        headers: { cookie, 'content-type': 'application/json' },
        payload: JSON.stringify({ product_id: cup, wishlist_name: 'Kitchen' }),
      });
    const openForm = async () => {
      const { cookies } = await http.inject('/wishlist/create');
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    };
    const known = await openForm();
    expect(known).toMatch(/^visitor=/);
    const statuses: number[] = [];
    for (const cookie of [known, known, '', await openForm(), ''])
      statuses.push((await send('create', cookie)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await send('add', known)).statusCode, 'of a guest with a list').toBe(200);
  });

  it('from pages of other sites are refused', async () => {
    const reply = await http.inject({
      ...{ method: 'POST', url: '/wishlist/add', payload: `product_id=${cup}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.statusCode).toBe(403);
  });
});

describe('lists of a guest who registers', () => {
  it('are the customer’s once the address is confirmed: named ones too, with notes, quantities and links', async () => {
    const shopper = newShopper({ http });
    await call(shopper, 'add', { product_id: String(cup), quantity: '2' });
    await call(shopper, 'create', { wishlist_name: 'Kitchen', wishlist_visibility: '1' });
    const before = await readLists(shopper);
    const row = (await readRows(shopper)).flat()[0];
    await call(shopper, 'note', { item_id: String(row?.id), note: 'In blue' });
    const email = 'ada.lists@example.com';
    const form = { reg_name: 'Ada Byrne', reg_email: email, reg_password: 'three grey herons' };
    expect((await shopper.submit('/account/register', form)).body).toContain('Check your email');
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows } = await database.database.pool.query<{ plain: string }>(
      'select plain from platform.mail where recipient = $1',
      [email],
    );
    const link = /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
    expect((await shopper.submit(link, {})).location).toBe('/account');
    const { body } = await shopper.visit('/wishlist');
    expect(body).toContain('In blue');
    expect(body).toMatch(/name="items\[\d+\]\[quantity\]" value="2"/);
    const customer = await database.database.pool.query<{ id: number }>('select id from customers where email = $1', [
      email,
    ]);
    const owned = await findOwnLists(app.shop, app.shop.db, { customerId: Number(customer.rows[0]?.id) });
    const read = (lists: typeof owned) => lists.map(({ name, shareToken, itemCount }) => [name, shareToken, itemCount]);
    expect(read(owned)).toEqual(read(before));
    expect(await readLists(shopper)).toEqual([]);
  });
});

describe('what cached pages learn of wishlists', () => {
  const readState = async (shopper: Shopper) => (await shopper.visit('/api/platform/v1/private-state')).json();

  it('comes with the private call: count and rows, nothing for a guest who has written nothing', async () => {
    const shopper = newShopper({ http });
    expect(await readState(shopper)).toMatchObject({ hint: { w: '0', wv: '0' }, state: {} });
    const { item_id, wishlist, version } = (await call(shopper, 'add', { product_id: String(cup) })).json();
    expect(await readState(shopper)).toMatchObject({
      hint: { w: '1', wv: String(version) },
      state: {
        wishlists: {
          ...{ version, items: [[cup, cup, item_id, wishlist.id]] },
          lists: [{ id: wishlist.id, token: wishlist.token, name: 'My wishlist', default: true }],
        },
      },
    });
  });

  it('is the customer’s after the sign-in', async () => {
    const shopper = newShopper({ http });
    await startTestSession(app, shopper, (await createCustomer(app.shop)).customer);
    await call(shopper, 'add', { product_id: String(jar) });
    expect((await readState(shopper)).state.wishlists.items).toMatchObject([
      [jar, jar, expect.any(Number), expect.any(Number)],
    ]);
  });
});

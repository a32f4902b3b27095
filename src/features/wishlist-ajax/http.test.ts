import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '#app/app.ts';
import { addToCartPath, getCart } from '#features/cart/index.ts';
import { cartFragments } from '#features/cart-ajax/index.ts';
import { defineWishlistFragment, findOwnLists, wishlistFragments } from '#features/wishlists/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createCustomer, salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { estimateRequests, wishlistPageRenderers } from './index.ts';

const database = useDatabase();
let app: App;
let http: FastifyInstance;
let cup = 0;
let jar = 0;

/** Tells what a renderer of the shop's own pages gets. */
const button = defineWishlistFragment({
  name: ({ wire }) => `${wire.wishlistPrefix}-add-to-wishlist`,
  options: z.object({ product_id: z.coerce.number(), is_mobile: z.string().optional() }),
  render: async (shop, { actor, options, classes }) => {
    const [list] = await findOwnLists(shop, shop.db, getOwner(actor));
    return `<div class="${classes.join(' ')}">${options.product_id} ${options.is_mobile ?? 'no'} ${list?.itemCount ?? 0}</div>`;
  },
});

beforeAll(async () => {
  app = await salesShop(database, {
    settings: { wishlists: { removeAfterAddToCart: true, maxItems: 3 } },
    provides: [
      ...providePort(wishlistFragments, [button]),
      ...providePort(cartFragments, []),
      ...providePort(estimateRequests, [
        async (_call, fields) => ({ result: true, template: '<p>Sent</p>', message: String(fields.reply_email) }),
      ]),
      ...providePort(wishlistPageRenderers, [
        async (_shop, { list, pagination, page, perPage }) =>
          `<div><form id="wl-form">${[list, pagination, page, perPage].join(' ')}</form></div>`,
      ]),
    ],
  });
  ({ http } = app);
  [cup, jar] = await Promise.all([addProduct(app.shop, { name: 'Cup' }), addProduct(app.shop, { name: 'Jar' })]);
});

interface Configuration {
  readonly ajax_url: string;
  readonly actions: Readonly<Record<string, string>>;
  readonly nonce: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly [option: string]: unknown;
}

/** The configuration that the shop prints for a script of a page that this shopper opens. */
const readConfiguration = async (shopper: Shopper): Promise<Configuration> => {
  const { body } = await shopper.visit('/compat.js');
  return JSON.parse(/^Object\.assign\(window, (.*)\);$/m.exec(body)?.[1] ?? '{}').wl_l10n;
};

/** A client that knows the contract and nothing of the shop: names and nonces come from the configuration. */
interface Client {
  readonly shopper: Shopper;
  call(key: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Reply>;
}

/** What a script reads. */
interface ReplyBody {
  readonly result?: string | boolean;
  readonly message?: string;
  readonly user_wishlists?: readonly object[];
  readonly fragments: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly json: ReplyBody;
}

const openPage = async (shopper = newShopper({ http })): Promise<Client> => {
  const { ajax_url, actions, nonce } = await readConfiguration(shopper);
  return {
    shopper,
    call: async (key, fields) => {
      const action = actions[`${key}_action`] ?? actions[key] ?? '';
      const common = { action, nonce: nonce[`${key}_nonce`] ?? '', context: 'frontend' };
      const { status, headers, body } = await shopper.submit(ajax_url, { ...common, ...fields });
      const type = String(headers['content-type']);
      return { status, type, body, json: type.startsWith('application/json') ? JSON.parse(body) : { fragments: {} } };
    },
  };
};

const readCount = async ({ shopper }: Client): Promise<number> => {
  const { status, body } = await shopper.visit('/ajax/wishlist?action=theme_update_wishlist_count');
  expect(status).toBe(200);
  return Number(body);
};

const readOwner = ({ shopper }: Client) =>
  getOwner(createGuest((shopper.cookies.get('visitor') ?? '').split('.')[0] ?? null));

const readLists = (client: Client) => findOwnLists(app.shop, app.shop.db, readOwner(client));

const add = async (client: Client, productId: number, fields: Readonly<Record<string, string>> = {}) =>
  (await client.call('add_to_wishlist', { add_to_wishlist: String(productId), product_type: 'simple', ...fields }))
    .json;

const readRows = async (listId: number) =>
  (
    await database.pool.query(
      'select id, product_id as product, quantity from wishlist_items where wishlist_id = $1 and removed_at is null order by position',
      [listId],
    )
  ).rows as readonly { readonly id: number; readonly product: number; readonly quantity: number }[];

/** A guest with cup and jar in the default list. */
const openWithList = async () => {
  const client = await openPage();
  await add(client, cup);
  await add(client, jar);
  const [list] = await readLists(client);
  if (!list) throw new Error('there is no list');
  const rows = await readRows(list.id);
  return { client, list, rows, first: String(rows[0]?.id), second: String(rows[1]?.id) };
};

const blockKey = (id: number) => `wl-add-to-wishlist.add-to-wishlist-${id}.wishlist-fragment.on-first-load`;
const block = (id: number, options: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({ product_id: String(id), ...options }).map(([name, value]) => [
      `fragments[${blockKey(id)}][${name}]`,
      value,
    ]),
  );

describe('the configuration of wishlist scripts', () => {
  it('has an action and a nonce for each call, and text at its top [7.6/1]', async () => {
    const configuration = await readConfiguration(newShopper({ http }));
    expect(Object.keys(configuration.nonce)).toHaveLength(13);
    expect(configuration.actions).toMatchObject({
      add_to_wishlist_action: 'add_to_wishlist',
      load_mobile_action: 'load_mobile',
      sort_wishlist_items: 'sort_wishlist_items',
      ask_an_estimate: 'ask_an_estimate',
    });
    const { actions, nonce, labels, ...scalars } = configuration;
    expect(Object.values(scalars).every((value) => typeof value === 'string' && value !== 'false')).toBe(true);
    expect(scalars).toMatchObject({ redirect_to_cart: 'no', remove_from_wishlist_after_add_to_cart: '1' });
    expect(scalars).toMatchObject({ popup_timeout: '3000', mobile_media_query: '768', fragments_index_glue: '.' });
    expect(labels.cookie_disabled).toContain('allow cookies');
  });

  it('says where the button is, what is switched on, and which image and message scripts show [9.10/5]', async () => {
    const configuration = await readConfiguration(newShopper({ http }));
    expect(configuration).toMatchObject({
      ...{ wl_button_position: 'after_add_to_cart', ajax_url: '/ajax/wishlist', reload_on_found_variation: '1' },
      ...{ enable_ajax_loading: '1', enable_tooltip: '', enable_notices: '1', enable_drag_n_drop: '' },
      ...{ is_wishlist_responsive: '1', multi_wishlist: '1', modal_enable: '', hide_add_button: '1' },
      ...{ popup_timeout: '3000', time_to_close_prettyphoto: '3000', auto_close_popup: '1' },
    });
    const loader = String(configuration.ajax_loader_url);
    expect(loader, 'for url() without quotes').toMatch(/^data:image\/svg\+xml;base64,[\w+/=]+$/);
    const image = Buffer.from(loader.slice(loader.indexOf(',') + 1), 'base64').toString();
    expect(image).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="40" height="40" [\s\S]*<\/svg>$/);
    expect(configuration.labels.added_to_cart_message).toMatch(
      /^<div class="[\w-]+-notices-wrapper"><div class="[\w-]+-message" role="alert">Added to your cart\. <a href="\/cart" class="button">View cart<\/a><\/div><\/div>$/,
    );
  });

  it('follows the settings: no timeout means that the shopper closes popups and notices [9.10/1] [4.8/11] [2.3/17]', async () => {
    const shop = await salesShop(database, {
      settings: { wishlists: { popupTimeout: 0, buttonPosition: 'thumbnails', hasSortableLibrary: true, modal: true } },
    });
    expect(await readConfiguration(newShopper(shop))).toMatchObject({
      ...{ auto_close_popup: '', popup_timeout: '2147483647', time_to_close_prettyphoto: '2147483647' },
      ...{ wl_button_position: 'thumbnails', enable_drag_n_drop: '1', modal_enable: '1' },
    });
  });

  it('is refused with another nonce, context or visitor, and says so with status 200 [7.6/1-2]', async () => {
    const client = await openPage();
    for (const fields of [{ nonce: '' }, { nonce: 'forged' }, { context: 'backend' }]) {
      const reply = await client.call('add_to_wishlist', { add_to_wishlist: String(cup), ...fields });
      expect([reply.status, reply.json.result]).toEqual([200, 'error']);
      expect(reply.json.message).toContain('This page has been open for too long. Please reload it and try again.');
    }
    const { nonce } = await readConfiguration(client.shopper);
    const other = await client.call('add_to_wishlist', {
      ...{ add_to_wishlist: String(cup), nonce: nonce.save_title_nonce ?? '' },
    });
    expect(other.json.result).toBe('error');
    expect(await readCount(client)).toBe(0);
  });

  it('stays valid for a guest after the first write, but not after a sign-in', async () => {
    const client = await openPage();
    expect([(await add(client, cup)).result, (await add(client, jar)).result]).toEqual(['true', 'true']);
    await startTestSession(app, client.shopper, (await createCustomer(app.shop)).customer);
    expect((await add(client, jar)).result).toBe('error');
    expect((await add(await openPage(client.shopper), jar)).result).toBe('true');
  });
});

describe('add to wishlist [7.6/4]', () => {
  it('adds once, and then says that it exists, with the lists and their links [4.8/1] [3.8/6]', async () => {
    const client = await openPage();
    const added = await add(client, cup);
    expect(added).toMatchObject({ result: 'true', message: 'Added to your wishlist.', fragments: {} });
    const [list] = await readLists(client);
    expect(added.user_wishlists).toEqual([
      {
        ...{ id: list?.id, wishlist_name: 'My wishlist', default: true },
        add_to_this_wishlist_url: `/wishlist/add?add_to_wishlist=${cup}&wishlist_id=${list?.id}`,
      },
    ]);
    expect(await add(client, cup)).toMatchObject({ result: 'exists' });
    expect(await readCount(client)).toBe(1);
  });

  it('adds to a new list with name and visibility, and refuses one without a name [5.5/1] [4.8/2] [8.5/1]', async () => {
    const client = await openPage();
    const create = (name: string) =>
      add(client, cup, { wishlist_id: 'new', wishlist_name: name, wishlist_visibility: '1' });
    expect(await create(' ')).toMatchObject({ result: 'error', message: 'Please enter a name for the list.' });
    expect((await create('<b>Kitchen</b>')).user_wishlists).toMatchObject([
      { wishlist_name: '&lt;b&gt;Kitchen&lt;/b&gt;', default: false },
    ]);
    expect(await readLists(client)).toMatchObject([{ name: '<b>Kitchen</b>', privacy: 1, itemCount: 1 }]);
  });

  it('follows the variation, and knows the kind of the product itself [3.8/12]', async () => {
    const client = await openPage();
    const bowl = await addBowl(app.shop);
    await add(client, bowl.small, { product_type: 'simple' });
    const [list] = await readLists(client);
    expect(await readRows(list?.id ?? 0)).toMatchObject([{ product: bowl.product }]);
  });

  it.each([
    ['no product', { add_to_wishlist: '' }],
    ['an unknown one', { add_to_wishlist: '2000000000' }],
    ['a number that is too large', { add_to_wishlist: '99999999999999' }],
    ['a list of somebody else', { wishlist_id: '1' }],
    ['a forged token', { wishlist_id: 'A'.repeat(22) }],
    ['a list that is none', { wishlist_id: "1' or 1=1" }],
  ])('refuses %s with a message', async (_, fields) => {
    const reply = await add(await openPage(), cup, fields);
    expect(reply).toMatchObject({ result: 'error', message: expect.stringMatching(/no longer|not available/) });
  });

  it('refuses what does not fit into the list', async () => {
    const { client } = await openWithList();
    await add(client, await addProduct(app.shop));
    expect(await add(client, await addProduct(app.shop))).toMatchObject({
      ...{ result: 'error', message: 'This list is full: it can have at most 3 items.' },
    });
  });
});

describe('blocks of pages [3.8/13-16] [7.6/3]', () => {
  it('are rendered for their options under the requested key, after the change', async () => {
    const client = await openPage();
    const { fragments } = await add(client, cup, { ...block(cup), ...block(jar, { is_mobile: 'yes' }) });
    expect(fragments).toEqual({
      [blockKey(cup)]: `<div class="${blockKey(cup).replaceAll('.', ' ')}">${cup} no 1</div>`,
      [blockKey(jar)]: `<div class="${blockKey(jar).replaceAll('.', ' ')}">${jar} yes 1</div>`,
    });
  });

  it('are loaded without a change [7.6/11], also for the mobile layout [7.6/16]', async () => {
    const client = await openPage();
    const loaded = await client.call('load_fragments', block(cup));
    expect(loaded.type).toMatch('application/json');
    expect(Object.keys(loaded.json)).toEqual(['fragments']);
    expect(Object.values(loaded.json.fragments)).toEqual([expect.stringContaining(`${cup} no 0`)]);
    const mobile = await client.call('load_mobile', block(cup, { is_mobile: 'yes' }));
    expect(Object.values(mobile.json.fragments)).toEqual([expect.stringContaining(`${cup} yes 0`)]);
    expect(client.shopper.cookies.has('visitor')).toBe(false);
  });

  it('are not rendered for a shopper who loads them too often', async () => {
    const { client } = await openWithList();
    const set = (value: number) =>
      changeSettings(app.shop, [{ key: 'wishlists.loadsPerHour', value, version: null }], 'shop');
    await set(2);
    for (const call of ['load_fragments', 'load_mobile'])
      expect(Object.keys((await client.call(call, block(cup))).json.fragments), call).toHaveLength(1);
    const refused = await client.call('load_fragments', block(cup));
    expect([refused.status, refused.json]).toEqual([
      200,
      { result: 'error', message: expect.stringContaining('try again later'), fragments: {} },
    ]);
    expect((await add(client, cup)).result, 'writes are counted apart').toBe('exists');
    await set(5000);
  });

  it('can be named as JSON, and unknown, invalid and hostile ones are left out', async () => {
    const client = await openPage();
    const fragments = {
      ...{ [blockKey(cup)]: { product_id: cup }, 'unknown.block': {}, 'a"b.wl-add-to-wishlist': { product_id: 1 } },
      [`${blockKey(jar)}.more`]: { product_id: 'none' },
    };
    const reply = await client.call('load_fragments', { fragments: JSON.stringify(fragments) });
    expect(Object.keys(reply.json.fragments)).toEqual([blockKey(cup)]);
    const hostile = await client.call('load_fragments', {
      ...{ 'fragments[__proto__][product_id]': '1', 'fragments[a][b][c][d][e][f][g]': '1', 'fragments[]': '1' },
    });
    expect(hostile.json.fragments).toEqual({});
  });
});

describe('rows of a list', () => {
  it('are removed by row and token [7.6/5], or by the row alone [7.6/13]', async () => {
    const { client, list, first, second } = await openWithList();
    const removed = await client.call('remove_from_wishlist', {
      ...{ remove_from_wishlist: first, wishlist_id: String(list.id), wishlist_token: list.token, ...block(cup) },
    });
    expect(Object.keys(removed.json.fragments)).toEqual([blockKey(cup)]);
    expect(await readCount(client)).toBe(1);
    const deleted = await client.call('delete_item', { item_id: second });
    expect(deleted.json).toEqual({ message: 'Removed from your wishlist.', fragments: {} });
    expect(await readCount(client)).toBe(0);
  });

  it('are sorted [7.6/6] [3.8/11]', async () => {
    const { client, list, rows, first, second } = await openWithList();
    const page = { page: '1', per_page: '10', wishlist_token: list.token };
    const sorted = await client.call('sort_wishlist_items', { 'positions[]': [second, first], ...page });
    expect(sorted.status).toBe(200);
    expect((await readRows(list.id)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
  });

  it('have a quantity [7.6/7]', async () => {
    const { client, list, first } = await openWithList();
    const set = (quantity: string) =>
      client.call('update_item_quantity', { product_id: first, wishlist_token: list.token, quantity });
    expect((await set('4')).json).toMatchObject({ result: 'true' });
    for (const quantity of ['0', '-1', '1e3', ''])
      expect((await set(quantity)).json).toMatchObject({
        result: 'error',
        message: expect.stringMatching('quantity|whole'),
      });
    expect(await readRows(list.id)).toMatchObject([{ quantity: 4 }, { quantity: 1 }]);
  });

  it('are moved to another list, which may be new [7.6/8] [5.5/3]', async () => {
    const { client, list, first, second } = await openWithList();
    const move = (fields: Readonly<Record<string, string>>) =>
      client.call('move_to_another_wishlist', {
        ...{ wishlist_token: list.token, destination_wishlist_token: 'new', item_id: first, ...fields },
      });
    expect((await move({ wishlist_name: '' })).json).toMatchObject({ result: 'error', message: expect.any(String) });
    const moved = await move({ wishlist_name: 'Kitchen', wishlist_visibility: '2' });
    expect(moved.json).toMatchObject({
      ...{ message: 'Moved to the other list.', fragments: {} },
      user_wishlists: [{ wishlist_name: 'My wishlist' }, { wishlist_name: 'Kitchen' }],
    });
    const kitchen = (await readLists(client))[1];
    await move({ item_id: second, destination_wishlist_token: kitchen?.token ?? '' });
    expect(await readRows(kitchen?.id ?? 0)).toHaveLength(2);
    for (const empty of ['wishlist_token', 'destination_wishlist_token', 'item_id'])
      expect((await move({ destination_wishlist_token: kitchen?.token ?? '', [empty]: '' })).json.result).toBe('error');
  });

  it('of a product are removed from all lists [7.6/12]', async () => {
    const { client } = await openWithList();
    await add(client, cup, { wishlist_id: 'new', wishlist_name: 'Kitchen' });
    const removed = await client.call('remove_from_all_wishlists', {
      prod_id: String(cup),
      wishlist_id: '',
      ...block(cup),
    });
    expect(Object.keys(removed.json.fragments)).toEqual([blockKey(cup)]);
    expect(await readCount(client)).toBe(1);
  });
});

describe('lists', () => {
  it('are renamed by the token in wishlist_id; an empty title is false [7.6/9] [5.5/2] [8.5/3]', async () => {
    const { client, list } = await openWithList();
    const save = (title: string) => client.call('save_title', { wishlist_id: list.token, title });
    expect((await save('For spring')).json).toMatchObject({ result: true, fragments: {} });
    expect((await save('  ')).json).toMatchObject({ result: false, message: 'Please enter a name for the list.' });
    expect(await readLists(client)).toMatchObject([{ name: 'For spring' }]);
  });

  it('get a privacy [7.6/10]', async () => {
    const { client, list } = await openWithList();
    const save = (privacy: string) =>
      client.call('save_privacy', { wishlist_id: String(list.id), privacy, ...block(cup) });
    expect(Object.keys((await save('0')).json.fragments)).toEqual([blockKey(cup)]);
    expect((await save('7')).json).toMatchObject({ result: 'error', message: expect.any(String) });
    expect(await readLists(client)).toMatchObject([{ privacy: 0 }]);
  });

  it('are asked an estimate of, which has a boolean result [7.6/14]', async () => {
    const client = await openPage();
    const reply = await client.call('ask_an_estimate', { reply_email: 'ada@example.com' });
    expect(reply.json).toEqual({ result: true, template: '<p>Sent</p>', message: 'ada@example.com', fragments: {} });
  });

  it('are reloaded as HTML with an added product [7.6/15]', async () => {
    const { client, list } = await openWithList();
    const fields = { pagination: 'yes', per_page: '5', wishlist_id: String(list.id), wishlist_token: list.token };
    const other = await addProduct(app.shop);
    const reply = await client.call('reload_wishlist_and_adding_elem', { ...fields, add_to_wishlist: String(other) });
    expect([reply.status, reply.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.body).toBe(`<div><form id="wl-form">${list.token} true 1 5</form></div>`);
    expect(await readCount(client)).toBe(3);
    const refused = await client.call('reload_wishlist_and_adding_elem', { ...fields, nonce: 'forged' });
    expect([refused.status, refused.body]).toEqual([200, reply.body]);
  });

  it('that an id alone names are reloaded, those of others with nothing of the default list [7.6/15]', async () => {
    const { client, list } = await openWithList();
    const thief = (await openWithList()).client;
    const fields = { per_page: '5', wishlist_token: '', add_to_wishlist: String(await addProduct(app.shop)) };
    for (const wishlist_id of [String(list.id), 'x'])
      for (const each of [client, thief]) {
        const { status, body } = await each.call('reload_wishlist_and_adding_elem', { ...fields, wishlist_id });
        // The renderer finds the list for who asks.
        const named = `<div><form id="wl-form">${list.id} false 1 5</form></div>`;
        expect([status, body]).toEqual([200, wishlist_id === 'x' ? '' : named]);
      }
    expect([await readCount(client), await readCount(thief)]).toEqual([3, 2]);
  });

  it('are counted without creating a visitor [7.2/10-11] [3.3/1]', async () => {
    const stranger = await openPage();
    expect(await readCount(stranger)).toBe(0);
    expect(stranger.shopper.cookies.has('visitor')).toBe(false);
    const { client } = await openWithList();
    expect(await readCount(client)).toBe(2);
    expect(new URLSearchParams(decodeURIComponent(client.shopper.cookies.get('vt_hint') ?? '')).get('w')).toBe('2');
  });
});

describe('somebody else', () => {
  it('changes nothing with foreign rows, ids and tokens, not even as a viewer of a public list', async () => {
    const { client: owner, list, first, second } = await openWithList();
    await owner.call('save_privacy', { wishlist_id: list.token, privacy: '0' });
    const [{ shareToken } = { shareToken: '' }] = await readLists(owner);
    const before = await readRows(list.id);
    const thief = (await openWithList()).client;
    const own = (await readLists(thief))[0]?.token ?? '';
    for (const token of [list.token, shareToken ?? '', String(list.id), own, '', 'A'.repeat(22)]) {
      const replies = [
        await thief.call('remove_from_wishlist', { remove_from_wishlist: first, wishlist_token: token }),
        await thief.call('sort_wishlist_items', { 'positions[]': [second, first], wishlist_token: token }),
        await thief.call('update_item_quantity', { product_id: first, wishlist_token: token, quantity: '9' }),
        await thief.call('move_to_another_wishlist', {
          ...{ wishlist_token: token, destination_wishlist_token: own, item_id: first },
        }),
        await thief.call('delete_item', { item_id: first }),
      ];
      if (token !== own && token !== '')
        for (const reply of replies) expect(reply.json, token).toMatchObject({ result: 'error' });
      if (token === own || token === '') continue;
      expect((await thief.call('save_title', { wishlist_id: token, title: 'Mine' })).json.result).toBe(false);
      expect((await thief.call('save_privacy', { wishlist_id: token, privacy: '2' })).json.result).toBe('error');
    }
    expect(await readRows(list.id)).toEqual(before);
    expect(await readLists(owner)).toMatchObject([{ name: 'My wishlist', privacy: 0 }]);
  });
});

describe('an add to the cart from a row [7.6/19] [4.8/10] [6/9]', () => {
  const addToCart = (client: Client, itemId: string, listId: number) =>
    client.shopper.submit('/?st-ajax=add_to_cart', {
      ...{ product_id: String(cup), quantity: '1', remove_from_wishlist_after_add_to_cart: itemId },
      wishlist_id: String(listId),
    });

  it('removes the row of its owner, and the count of the hint falls', async () => {
    const { client, list, first } = await openWithList();
    expect((await addToCart(client, first, list.id)).json()).toHaveProperty('cart_hash');
    expect((await readRows(list.id)).map(({ product }) => product)).toEqual([jar]);
    expect(new URLSearchParams(decodeURIComponent(client.shopper.cookies.get('vt_hint') ?? '')).get('w')).toBe('1');
  });

  it('leaves the row of somebody else, and adds to the cart all the same', async () => {
    const { list, first } = await openWithList();
    const viewer = await openPage();
    await addToCart(viewer, first, list.id);
    expect(await readRows(list.id)).toHaveLength(2);
    expect((await getCart(app.shop, readOwner(viewer))).count).toBe(1);
  });

  it('leads a form back to the list, unless the setting says to the cart [7.6/20]', async () => {
    const { client, list, first } = await openWithList();
    const fields = { product_id: String(cup), remove_from_wishlist_after_add_to_cart: first };
    const { status, location } = await client.shopper.submit(addToCartPath, { ...fields, wishlist_id: list.token });
    expect([status, location]).toEqual([303, `/wishlist/view/${list.token}`]);
    expect((await client.shopper.addToCart(cup)).location).toBe('/cart');
  });
});

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { salesShop, testClock, testGuest } from '#tests/support/sales.ts';
import {
  type AddItemInput,
  addItem,
  countWishlistItems,
  createList,
  findItems,
  findItemsById,
  findList,
  findListedItems,
  findOwnLists,
  moveItems,
  placeItem,
  removeFromAllLists,
  removeItems,
  restoreItems,
  sortItems,
  updateItem,
  type Wishlist,
} from '../index.ts';
import { hashAddons } from './item-rows.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;
let products: readonly number[] = [];

beforeAll(async () => {
  const settings = { wishlists: { maxItems: 10_000 } };
  ({ shop } = await salesShop(database, { clock, settings }));
  products = await Promise.all(Array.from({ length: 6 }, () => addProduct(shop)));
});

const add = async (owner: Owner, productId: number, input: Partial<AddItemInput> = {}) => {
  const added = await addItem(shop, owner, { list: null, productId, ...input });
  if (!added.ok) throw new Error(added.code);
  return added;
};

const getDefault = async (owner: Owner): Promise<Wishlist> => {
  const list = await findList(shop, shop.db, owner, null);
  if (!list) throw new Error('there is no default list');
  return list;
};

const readItems = async (owner: Owner, list?: Wishlist) =>
  (await findItems(shop, shop.db, list ?? (await getDefault(owner)), { page: 1, perPage: 100 })).items;

const readIds = async (owner: Owner, list?: Wishlist) => (await readItems(owner, list)).map(({ id }) => id);

const addAll = async (owner: Owner) => {
  const ids: number[] = [];
  for (const product of products) ids.push((await add(owner, product)).itemId);
  return ids;
};

const createNamed = async (owner: Owner, name: string) => {
  const created = await createList(shop, shop.db, owner, { name, privacy: 2 });
  if (!created.ok) throw new Error(created.code);
  return created.list;
};

/** Positions as the database has them. */
const readPositions = async (listId: number): Promise<number[]> => {
  const { rows } = await shop.db.execute<{ position: number }>(
    sql`select position from wishlist_items where wishlist_id = ${listId} and removed_at is null order by position`,
  );
  return rows.map(({ position }) => position);
};

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('adding to a wishlist', () => {
  it('creates the default list of a guest, who needs no account, with a row [6/3] [3.8/8-12]', async () => {
    const guest = testGuest();
    const added = await add(guest, products[0] ?? 0);
    expect(added).toMatchObject({ result: 'true', list: { isDefault: true, visitorId: guest.visitorId } });
    expect(await readItems(guest)).toMatchObject([
      {
        ...{ id: added.itemId, productId: products[0], productType: 'simple', name: 'Tide bowl' },
        ...{ quantity: 1, position: 1, availability: 'available', price: { current: 1000 }, changes: [] },
      },
    ]);
  });

  it('adds the same product once, and says that it exists [4.8/1]', async () => {
    const guest = testGuest();
    const first = await add(guest, products[0] ?? 0, { quantity: 2 });
    const again = await add(guest, products[0] ?? 0, { quantity: 5 });
    expect(again).toMatchObject({ result: 'exists', itemId: first.itemId });
    expect(await readItems(guest)).toMatchObject([{ quantity: 2 }]);
  });

  it('adds one row when two tabs add at once', async () => {
    const guest = testGuest();
    const results = await Promise.all(Array.from({ length: 8 }, () => add(guest, products[0] ?? 0)));
    expect(results.filter(({ result }) => result === 'true')).toHaveLength(1);
    expect(await readItems(guest)).toHaveLength(1);
    expect(await findOwnLists(shop, shop.db, guest)).toHaveLength(1);
  });

  it('numbers rows without gaps when tabs add different products at once [3.8/11]', async () => {
    const guest = testGuest();
    await Promise.all(products.map((product) => add(guest, product)));
    expect((await readItems(guest)).map(({ position }) => position)).toEqual(numbers(products.length));
  });

  it('finds the variation of the chosen attributes, and keeps the product while they are not chosen', async () => {
    const guest = testGuest();
    const bowl = await addBowl(shop);
    const large = await add(guest, bowl.product, { choices: { size: 'large', glaze: 'ash' } });
    await add(guest, bowl.product);
    await add(guest, bowl.product, { variationId: bowl.small });
    const items = await readItems(guest);
    expect(items.map(({ variationId }) => variationId)).toEqual([bowl.large, bowl.product, bowl.small]);
    expect(items).toMatchObject([
      { id: large.itemId, choices: { glaze: 'ash' }, price: { current: 3000 }, availability: 'available' },
      { availability: 'choose-options', price: null, priceRange: { min: 1000, max: 3000 }, productType: 'variable' },
      { options: [{ value: 'celadon' }, { value: 'small' }], price: { current: 1000 } },
    ]);
  });

  it('keeps the add-ons that the product has, and refuses more than a row can have', async () => {
    const kinds = { text: 'engraving', checkboxes: 'extras' } as const;
    const { id: productId } = await saveTestProduct(shop, {
      ...{ name: 'Engraved cup', slug: 'engraved-cup', status: 'published', master: { regularPrice: 1000 } },
      addons: (['text', 'checkboxes'] as const).map((kind) => ({
        ...{ key: kinds[kind], kind, label: kind, help: '', required: false, maxLength: null, price: 0 },
        options: kind === 'text' ? [] : [{ value: 'box', label: 'Box', price: 0 }],
      })),
    });
    const guest = testGuest();
    const known = { 'addon-engraving': ['Anna'], 'addon-extras[]': ['box'] };
    const first = await add(guest, productId, { addons: known });
    expect(await shop.db.execute(sql`select addon_hash from wishlist_items where id = ${first.itemId}`)).toMatchObject({
      rows: [{ addon_hash: hashAddons({}, known) }],
    });
    const again = await add(guest, productId, {
      addons: { 'addon-engraving': [' Anna '], 'addon-extras[]': ['box', ''], 'addon-nonsense': ['1'] },
    });
    expect(again).toMatchObject({ result: 'exists', itemId: first.itemId });
    await add(guest, productId, { addons: { 'addon-nonsense': Array.from({ length: 50 }, () => 'x'.repeat(5000)) } });
    await add(guest, productId, { addons: { 'addon-engraving': ['  '], 'addon-extras[]': [''] } });
    expect((await readItems(guest)).map(({ addons }) => addons)).toEqual([known, {}]);
    const fill = (length: number) =>
      addItem(shop, guest, { list: null, productId, addons: { 'addon-extras[]': Array.from({ length }, () => 'b') } });
    // 48,000 bytes that take the most in the table, and four more.
    expect(await fill(11_995)).toMatchObject({ ok: true, result: 'true' });
    expect(await fill(11_996)).toEqual({ ok: false, code: 'ITEM_INVALID' });
  });

  it.each([
    ['an unknown product', { productId: 2_000_000_000 }, 'PRODUCT_NOT_FOUND'],
    ['no whole quantity', { quantity: 1.5 }, 'ITEM_INVALID'],
    ['a list of somebody else', { list: 999_999 }, 'LIST_NOT_FOUND'],
    ['a forged token', { list: 'A'.repeat(22) }, 'LIST_NOT_FOUND'],
  ] as const)('refuses %s', async (_, input, code) => {
    const result = await addItem(shop, testGuest(), { list: null, productId: products[0] ?? 0, ...input });
    expect(result).toMatchObject({ ok: false, code });
  });

  it('hides drafts, and says of deleted products that they are no longer available', async () => {
    const guest = testGuest();
    const draft = await addProduct(shop, { status: 'draft' });
    expect(await addItem(shop, guest, { list: null, productId: draft })).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    const gone = await addProduct(shop, { name: 'Sold jar' });
    await add(guest, gone);
    await shop.db.execute(sql`delete from products where id = ${gone}`);
    expect(await readItems(guest)).toMatchObject([
      { name: 'Sold jar', slug: null, availability: 'unavailable', changes: [{ kind: 'noLongerSold' }] },
    ]);
  });

  it('shows what has changed of price and stock since', async () => {
    const guest = testGuest();
    const [cup, jar] = [await addProduct(shop, { stock: 3 }), await addProduct(shop, { stock: 0 })];
    await add(guest, cup);
    await add(guest, jar);
    await shop.db.execute(sql`update main_prices set regular_price = 900 where variation_id = ${cup}`);
    await shop.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${cup}`);
    await shop.db.execute(sql`update stock_levels set on_hand = 2 where variation_id = ${jar}`);
    expect((await readItems(guest)).map(({ changes }) => changes)).toEqual([
      [{ kind: 'soldOut' }, { kind: 'priceFell', before: 1000, now: 900 }],
      [{ kind: 'backInStock' }],
    ]);
  });
});

describe('rows of a wishlist', () => {
  it('come page by page [3.8/7]', async () => {
    const guest = testGuest();
    const ids = await addAll(guest);
    const list = await getDefault(guest);
    const page = await findItems(shop, shop.db, list, { page: 2, perPage: 4 });
    expect(page).toMatchObject({ page: 2, perPage: 4, pageCount: 2, itemCount: 6 });
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(4));
    expect((await findItems(shop, shop.db, list, { page: 9, perPage: 4 })).page).toBe(2);
    const [first = 0, second = 0] = ids;
    const found = await findItemsById(shop, shop.db, list, [second, 999_999_999, first]);
    expect(found.map(({ id }) => id)).toEqual([first, second]);
  });

  it('are removed without a gap, and restored at their place', async () => {
    const guest = testGuest();
    const ids = await addAll(guest);
    const second = ids[1] ?? 0;
    expect(await removeItems(shop, guest, { itemIds: [second] })).toMatchObject({ ok: true, changed: true });
    expect(await removeItems(shop, guest, { itemIds: [second] })).toMatchObject({ ok: true, changed: false });
    expect(await readIds(guest)).toEqual(ids.filter((id) => id !== second));
    expect(await readPositions((await getDefault(guest)).id)).toEqual(numbers(5));
    expect(await restoreItems(shop, guest, [second])).toMatchObject({ ok: true, changed: true });
    expect(await restoreItems(shop, guest, [second])).toMatchObject({ ok: true, changed: false });
    expect(await readIds(guest)).toEqual(ids);
  });

  it('that were removed together or one by one are restored together, each at its place', async () => {
    const guest = testGuest();
    const ids = await addAll(guest);
    const [first = 0, second = 0, third = 0, , fifth = 0, last = 0] = ids;
    const { id: list } = await getDefault(guest);
    const removed = await removeItems(shop, guest, { list, itemIds: [last, second, first] });
    expect(removed).toMatchObject({ itemIds: [first, second, last] });
    clock.forward(1000);
    const rest = await removeItems(shop, guest, { list, itemIds: [first, third, fifth] });
    expect(rest, 'only those that were there').toMatchObject({ itemIds: [third, fifth] });
    const [found] = await Promise.all([1, 2].map(() => restoreItems(shop, guest, [first, second, third, fifth, last])));
    expect(found).toMatchObject({ ok: true, list: { id: list } });
    expect(await readIds(guest)).toEqual(ids);
    expect(await readPositions(list)).toEqual(numbers(6));
  });

  it('are restored together in all lists of their owner, and in no others', async () => {
    const [guest, other] = [testGuest(), testGuest()];
    const kitchen = await createNamed(guest, 'Kitchen');
    const own = await add(guest, products[0] ?? 0);
    const listed = await add(guest, products[0] ?? 0, { list: kitchen.id });
    const foreign = await add(other, products[0] ?? 0);
    await removeFromAllLists(shop, guest, products[0] ?? 0);
    await removeItems(shop, other, { itemIds: [foreign.itemId] });
    const restored = await restoreItems(shop, guest, [foreign.itemId, own.itemId, listed.itemId]);
    expect(restored).toMatchObject({ ok: true, changed: true });
    expect((await countWishlistItems(shop.db, guest)).count).toBe(2);
    expect((await countWishlistItems(shop.db, other)).count).toBe(0);
  });

  it('have a quantity and a note', async () => {
    const guest = testGuest();
    const { itemId } = await add(guest, products[0] ?? 0);
    expect(await updateItem(shop, guest, { itemId, quantity: 3 })).toMatchObject({ ok: true });
    expect(await updateItem(shop, guest, { itemId, quantity: 0 })).toMatchObject({ code: 'ITEM_INVALID' });
    expect(await updateItem(shop, guest, { itemId, note: ' In blue ' })).toMatchObject({ ok: true });
    expect(await updateItem(shop, guest, { itemId, note: 'x'.repeat(501) })).toMatchObject({ code: 'ITEM_INVALID' });
    expect(await readItems(guest)).toMatchObject([{ quantity: 3, note: 'In blue' }]);
  });

  it('are sorted among themselves, so that one page can be sorted', async () => {
    const guest = testGuest();
    const ids = await addAll(guest);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids;
    await sortItems(shop, guest, { list: null, itemIds: [f, d, e, 999_999_999, d] });
    expect(await readIds(guest)).toEqual([a, b, c, f, d, e]);
    // A page that still shows removed rows sends more ids than the list has.
    const gone = [999_999_997, 999_999_998, 999_999_999];
    await sortItems(shop, guest, { list: null, itemIds: [e, f, d, c, b, a, ...gone] });
    expect(await readIds(guest)).toEqual([e, f, d, c, b, a]);
    await sortItems(shop, guest, { list: null, itemIds: [a, b, c, f, d, e] });
    await placeItem(shop, guest, { itemId: e, position: 1 });
    expect(await readIds(guest)).toEqual([e, a, b, c, f, d]);
    await placeItem(shop, guest, { itemId: e, position: 100 });
    expect(await readIds(guest)).toEqual([a, b, c, f, d, e]);
  });

  it('have no gaps and doubles when two tabs sort, remove and add at once', async () => {
    const guest = testGuest();
    const ids = await addAll(guest);
    const [a = 0, b = 0, c = 0] = ids;
    const extra = await addProduct(shop);
    await Promise.all([
      sortItems(shop, guest, { list: null, itemIds: ids.toReversed() }),
      sortItems(shop, guest, { list: null, itemIds: [c, a, b] }),
      removeItems(shop, guest, { itemIds: [b] }),
      add(guest, extra),
      placeItem(shop, guest, { itemId: a, position: 3 }),
      sortItems(shop, guest, { list: null, itemIds: ids }),
    ]);
    expect(await readPositions((await getDefault(guest)).id)).toEqual(numbers(6));
    expect(new Set(await readIds(guest)).size).toBe(6);
  });

  it('of somebody else are out of reach', async () => {
    const [owner, other] = [testGuest(), testGuest()];
    const { itemId } = await add(owner, products[0] ?? 0);
    await add(other, products[1] ?? 0);
    expect(await removeItems(shop, other, { itemIds: [itemId] })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await removeItems(shop, other, { list: null, itemIds: [itemId] })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await updateItem(shop, other, { itemId, quantity: 9 })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await updateItem(shop, other, { itemId, note: 'mine' })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await placeItem(shop, other, { itemId, position: 1 })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await restoreItems(shop, other, [itemId])).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    const { token } = await getDefault(owner);
    expect(await sortItems(shop, other, { list: token, itemIds: [itemId] })).toMatchObject({ code: 'LIST_NOT_FOUND' });
    const stolen = await moveItems(shop, other, { itemIds: [itemId], from: token, to: null });
    expect(stolen).toMatchObject({ code: 'LIST_NOT_FOUND' });
    expect(await removeItems(shop, null, { itemIds: [itemId] })).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await readItems(owner)).toMatchObject([{ id: itemId, quantity: 1, note: '' }]);
  });
});

describe('moving rows', () => {
  it('moves several to another list, in their order', async () => {
    const guest = testGuest();
    const [a = 0, b = 0, c = 0, ...rest] = await addAll(guest);
    const kitchen = await createNamed(guest, 'Kitchen');
    const moved = await moveItems(shop, guest, { itemIds: [c, a], from: null, to: kitchen.id });
    expect(moved).toMatchObject({ ok: true, moved: 2 });
    const list = await findList(shop, shop.db, guest, kitchen.token);
    expect(await readIds(guest, list ?? undefined)).toEqual([a, c]);
    expect(await readIds(guest)).toEqual([b, ...rest]);
    expect(await readPositions((await getDefault(guest)).id)).toEqual(numbers(4));
  });

  it('merges a row that the other list has: larger quantity, both notes', async () => {
    const guest = testGuest();
    const kitchen = await createNamed(guest, 'Kitchen');
    const product = products[0] ?? 0;
    const { itemId } = await add(guest, product, { quantity: 2, note: 'for Ada' });
    const kept = await add(guest, product, { list: kitchen.id, quantity: 1, note: 'in blue' });
    expect(await moveItems(shop, guest, { itemIds: [itemId], from: null, to: kitchen.id })).toMatchObject({ moved: 1 });
    const list = await findList(shop, shop.db, guest, kitchen.id);
    expect(await readItems(guest, list ?? undefined)).toMatchObject([
      { id: kept.itemId, quantity: 2, note: 'in blue\nfor Ada', position: 1 },
    ]);
    expect(await readItems(guest)).toEqual([]);
  });

  it('creates the list that it moves to, which needs a name [5.5/1]', async () => {
    const guest = testGuest();
    const { itemId } = await add(guest, products[0] ?? 0);
    const move = (name: string) => moveItems(shop, guest, { itemIds: [itemId], from: null, to: { name, privacy: 1 } });
    expect(await move(' \n ')).toMatchObject({ ok: false, code: 'NAME_REQUIRED' });
    expect(await move(' For   the garden ')).toMatchObject({ ok: true, to: { name: 'For the garden', privacy: 1 } });
    expect(await move('Again')).toMatchObject({ ok: false, code: 'ITEM_NOT_FOUND' });
    expect((await findOwnLists(shop, shop.db, guest)).map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['My wishlist', 0],
      ['For the garden', 1],
    ]);
  });

  it('keeps a row once when a move, a removal and a move back happen at once', async () => {
    const guest = testGuest();
    const kitchen = await createNamed(guest, 'Kitchen');
    const { itemId } = await add(guest, products[0] ?? 0);
    await Promise.all([
      moveItems(shop, guest, { itemIds: [itemId], from: null, to: kitchen.id }),
      removeItems(shop, guest, { itemIds: [itemId] }),
      moveItems(shop, guest, { itemIds: [itemId], from: kitchen.id, to: null }),
      removeFromAllLists(shop, guest, products[0] ?? 0),
    ]);
    expect((await countWishlistItems(shop.db, guest)).count).toBeLessThanOrEqual(1);
    await restoreItems(shop, guest, [itemId]);
    expect((await countWishlistItems(shop.db, guest)).count).toBe(1);
  });

  it('removes a product from all lists', async () => {
    const guest = testGuest();
    const kitchen = await createNamed(guest, 'Kitchen');
    await add(guest, products[0] ?? 0);
    await add(guest, products[0] ?? 0, { list: kitchen.id });
    const { itemId } = await add(guest, products[1] ?? 0, { list: kitchen.id });
    expect(await removeFromAllLists(shop, guest, products[0] ?? 0)).toEqual({ ok: true, removed: 2 });
    expect(await findListedItems(shop.db, guest)).toEqual([[products[1], products[1], itemId, kitchen.id]]);
  });
});

describe('a full list', () => {
  it('takes no restored row, and a move of too many rows leaves no empty list', async () => {
    const guest = testGuest();
    const [first = 0, ...rest] = await addAll(guest);
    await removeItems(shop, guest, { itemIds: [first] });
    await changeSettings(shop, [{ key: 'wishlists.maxItems', value: rest.length, version: null }], 'shop');
    expect(await restoreItems(shop, guest, [first])).toMatchObject({ code: 'LIST_FULL', max: rest.length });
    expect(await readIds(guest)).toEqual(rest);
    await removeItems(shop, guest, { itemIds: [rest[0] ?? 0] });
    const both = await restoreItems(shop, guest, [first, rest[0] ?? 0]);
    expect(both, 'all of them, or none').toMatchObject({ code: 'LIST_FULL' });
    expect(await readIds(guest)).toEqual(rest.slice(1));
    await restoreItems(shop, guest, [rest[0] ?? 0]);
    await changeSettings(shop, [{ key: 'wishlists.maxItems', value: 2, version: null }], 'shop');
    const to = { name: 'Kitchen', privacy: 2 } as const;
    expect(await moveItems(shop, guest, { itemIds: rest, from: null, to })).toMatchObject({ code: 'LIST_FULL' });
    expect(await findOwnLists(shop, shop.db, guest)).toHaveLength(1);
    await changeSettings(shop, [{ key: 'wishlists.maxItems', value: 10_000, version: null }], 'shop');
  });

  it('is moved to one new list, however often that is pressed', async () => {
    const guest = testGuest();
    const itemIds = await addAll(guest);
    const to = { name: 'Kitchen', privacy: 2 } as const;
    const move = () => moveItems(shop, guest, { itemIds, from: null, to });
    const moves = [await Promise.all([move(), move()]), await move()].flat();
    expect(moves.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await findOwnLists(shop, shop.db, guest)).map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['My wishlist', 0],
      ['Kitchen', 6],
    ]);
  });
});

describe('a list of 5,000 rows', () => {
  it('is read page by page, sorted and shortened like others', async () => {
    const guest = testGuest();
    const { itemId } = await add(guest, products[0] ?? 0);
    const { id } = await getDefault(guest);
    await shop.db.execute(sql`insert into wishlist_items
      (wishlist_id, product_id, variation_id, product_name, addon_hash, quantity, position, was_available, added_at)
      select ${id}, ${products[1]}, ${products[1]}, 'Tide bowl', lpad(n::text, 43, '0'), 1, n + 1, true, now() from generate_series(1, 4999) n`);
    await removeItems(shop, guest, { itemIds: [itemId] });
    await restoreItems(shop, guest, [itemId]);
    await placeItem(shop, guest, { itemId, position: 5000 });
    const page = await findItems(shop, shop.db, await getDefault(guest), { page: 50, perPage: 100 });
    expect(page.items.at(-1)).toMatchObject({ id: itemId, position: 5000 });
    expect(await readPositions(id)).toEqual(numbers(5000));
    expect(await findListedItems(shop.db, guest)).toHaveLength(2000);
    expect((await countWishlistItems(shop.db, guest)).count).toBe(5000);
  });
});

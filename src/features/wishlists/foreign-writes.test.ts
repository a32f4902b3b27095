import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { type Fields, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { getWishlistCallPath, getWishlistFormPath, type WishlistWrite } from './contract.ts';

const database = useDatabase();
let app: App;
let cup = 0;

beforeAll(async () => {
  app = await salesShop(database, {
    settings: { wishlists: { changesPerHour: null, changesPerNetwork: null, newListsPerHour: null } },
  });
  cup = await addProduct(app.shop, { name: 'Cup' });
});

interface OwnedList {
  readonly id: number;
  readonly token: string;
  readonly shareToken: string;
  readonly itemId: number;
  readonly purchaseId: number;
}

/** A public gift list with a row and a gift of somebody, whose owner sees what was bought. */
async function createGiftList(): Promise<OwnedList & { readonly owner: Shopper }> {
  const [owner, giver] = [newShopper(app), newShopper(app)];
  const send = (shopper: Shopper, write: WishlistWrite, fields: Fields) =>
    shopper.submit(getWishlistFormPath(write), fields);
  await send(owner, 'add', { product_id: String(cup), quantity: '5', wishlist_id: 'new', wishlist_name: 'Wedding' });
  const { rows } = await database.pool.query(
    `select l.id::int, l.token, l.share_token as "shareToken", i.id::int as "itemId"
    from wishlists l join wishlist_items i on i.wishlist_id = l.id order by l.id desc limit 1`,
  );
  const list = rows[0] as Omit<OwnedList, 'purchaseId'>;
  await send(owner, 'privacy', { wishlist_id: list.token, wishlist_visibility: '0' });
  await send(owner, 'gift', { wishlist_id: list.token, is_gift_list: '1', shows_bought: '1' });
  await send(giver, 'buy', { wishlist_token: list.shareToken, item_id: String(list.itemId), giver: 'Maeve' });
  const bought = await database.pool.query('select id::int from wishlist_purchases order by id desc limit 1');
  return { ...list, owner, purchaseId: bought.rows[0].id };
}

/** All that is stored of a list. */
async function readStored({ id, itemId }: OwnedList): Promise<unknown> {
  const read = async (query: string, value: number) => (await database.pool.query(query, [value])).rows;
  return [
    await read('select * from wishlists where id = $1', id),
    await read('select * from wishlist_items where wishlist_id = $1 order by id', id),
    await read('select * from wishlist_items where id = $1', itemId),
    await read('select * from wishlist_purchases where wishlist_id = $1 order by id', id),
  ];
}

/** What only the owner, or the giver, may do. `buy`, `follow` and `unfollow` are for others. */
const createForgeries = (
  list: OwnedList,
  ref: string,
  own: OwnedList,
): readonly (readonly [WishlistWrite, Fields])[] => {
  const item = { item_id: String(list.itemId) };
  return [
    ['add', { product_id: String(cup), wishlist_id: ref, quantity: '9' }],
    ['remove', { 'item_id[]': [String(own.itemId), String(list.itemId)] }],
    ['remove', item],
    ['restore', item],
    ['quantity', { ...item, quantity: '7' }],
    ['note', { ...item, note: 'Mine' }],
    ['sort', { wishlist_id: ref, 'positions[]': [String(list.itemId)] }],
    ['place', { ...item, position: '1' }],
    ['move', { ...item, wishlist_id: ref, destination: own.token }],
    ['move', { ...item, wishlist_id: own.token, destination: ref }],
    ['move', { ...item, wishlist_id: ref, destination: 'new', wishlist_name: 'Stolen' }],
    ['move', { item_id: String(own.itemId), wishlist_id: own.token, destination: ref }],
    ['rename', { wishlist_id: ref, wishlist_name: 'Mine' }],
    ['privacy', { wishlist_id: ref, wishlist_visibility: '2' }],
    ['delete', { wishlist_id: ref }],
    ['restore-list', { wishlist_id: String(list.id) }],
    ['renew-link', { wishlist_id: ref }],
    ['gift', { wishlist_id: ref, delivery_address: 'Elsewhere' }],
    ['take-back', { purchase_id: String(list.purchaseId) }],
    ['thank', { purchase_id: String(list.purchaseId) }],
  ];
};

describe('a write of somebody else', () => {
  it('changes nothing of a list, by form or call, whatever names the list', async () => {
    const [list, { owner: thief, ...own }] = [await createGiftList(), await createGiftList()];
    const before = await readStored(list);
    for (const ref of [String(list.id), list.token, list.shareToken]) {
      for (const [write, fields] of createForgeries(list, ref, own)) {
        const called = await thief.submit(getWishlistCallPath(app.shop.wire.rest, write), fields);
        // Its own row among them is removed.
        if (fields['item_id[]'] === undefined) expect([write, called.status >= 400]).toEqual([write, true]);
        expect((await thief.submit(getWishlistFormPath(write), fields)).status, write).toBe(303);
        expect(await readStored(list), `${write} of ${ref}`).toEqual(before);
      }
    }
    const stranger = newShopper(app);
    for (const [write, fields] of createForgeries(list, list.token, own)) {
      const called = await stranger.submit(getWishlistCallPath(app.shop.wire.rest, write), fields);
      expect([write, called.status >= 400]).toEqual([write, true]);
    }
    expect(await readStored(list)).toEqual(before);
  });

  it('moves rows into a list that is deleted meanwhile, or leaves them, without gaps', async () => {
    const { owner, ...list } = await createGiftList();
    const send = (write: WishlistWrite, fields: Fields) => owner.submit(getWishlistFormPath(write), fields);
    const jar = await addProduct(app.shop, { name: 'Jar' });
    for (let round = 0; round < 4; round += 1) {
      await send('add', { product_id: String(jar), wishlist_id: 'new', wishlist_name: `Other ${round}` });
      const { rows } = await database.pool.query('select id::int, token from wishlists order by id desc limit 1');
      const other = rows[0] as { readonly id: number; readonly token: string };
      await send('add', { product_id: String(cup), wishlist_id: list.token });
      const added = await database.pool.query(
        'select id::int from wishlist_items where wishlist_id = $1 and product_id = $2 and removed_at is null',
        [list.id, cup],
      );
      const itemId = String(added.rows[0].id);
      await Promise.all([
        send('move', { item_id: itemId, wishlist_id: list.token, destination: other.token }),
        send('delete', { wishlist_id: other.token }),
      ]);
      const kept = await database.pool.query(
        `select array_agg(position order by position) as positions, bool_or(id = $2) as "hasItem"
        from wishlist_items where wishlist_id = any($1) and removed_at is null group by wishlist_id`,
        [[list.id, other.id], itemId],
      );
      expect(kept.rows.filter(({ hasItem }) => hasItem)).toHaveLength(1);
      for (const { positions } of kept.rows as readonly { readonly positions: readonly number[] }[])
        expect(positions).toEqual(positions.map((_, index) => index + 1));
    }
  });

  it('with words that become longer than the database takes is refused', async () => {
    const { owner, ...list } = await createGiftList();
    const call = (fields: Fields) =>
      owner.submit(getWishlistCallPath(app.shop.wire.rest, 'gift'), { wishlist_id: list.token, ...fields });
    // One letter that is two once it is normalised.
    const letter = '\u0958';
    for (const [field, max] of [
      ['owner_name', 100],
      ['occasion', 100],
      ['delivery_address', 1000],
    ] as const) {
      expect([field, (await call({ [field]: letter.repeat(max / 2) })).status]).toEqual([field, 200]);
      expect([field, (await call({ [field]: letter.repeat(max / 2 + 1) })).status]).toEqual([field, 400]);
    }
  });

  it('with no date, or one that no calendar has, is answered', async () => {
    const { owner, ...list } = await createGiftList();
    const call = (fields: Fields) => owner.submit(getWishlistCallPath(app.shop.wire.rest, 'gift'), fields);
    const ref = { wishlist_id: list.token, is_gift_list: '1' };
    for (const [fields, status] of [
      [{}, 200],
      [{ event_date: '' }, 200],
      [{ event_date: '2027-06-05' }, 200],
      [{ event_date: '0000-01-01' }, 400],
      [{ event_date: '2027-02-30' }, 400],
    ] as const)
      expect([fields, (await call({ ...ref, ...fields })).status]).toEqual([fields, status]);
  });
});

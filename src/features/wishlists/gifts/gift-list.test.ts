import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, salesShop, signInGuest, testClock, testGuest } from '#tests/support/sales.ts';
import {
  addItem,
  createList,
  findItems,
  findList,
  findOwnLists,
  findOwnPurchases,
  findPurchases,
  moveItems,
  type NewList,
  removeItems,
  setListPrivacy,
  type Wishlist,
  type WishlistRef,
} from '../index.ts';
import { purgeWishlistsJob } from '../purge-wishlists.ts';
import { buyGift, setGiftDetails, takeBackGift, thankGiver } from './gift-list.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;
let cup = 0;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock, settings: {} }));
  cup = await addProduct(shop, { name: 'Cup' });
});

const details = { isGiftList: true, eventDate: null, deliveryAddress: '', showsBought: true };

const find = async (viewer: Owner, ref: WishlistRef): Promise<Wishlist> => {
  const list = await findList(shop, shop.db, viewer, ref);
  if (!list) throw new Error('there is no such list');
  return list;
};

const add = async (owner: Owner, list: WishlistRef | NewList): Promise<number> => {
  const added = await addItem(shop, owner, { list, productId: cup, quantity: 2 });
  if (!added.ok) throw new Error(added.code);
  return added.itemId;
};

async function createGiftList(owner: Owner, name: string) {
  const created = await createList(shop, shop.db, owner, { name, privacy: 1 });
  if (!created.ok) throw new Error(created.code);
  const { id, shareToken } = created.list;
  await setGiftDetails(shop, owner, { list: id, ...details });
  return { id, token: shareToken, itemId: await add(owner, id) };
}

const buy = async (giver: Owner, { token, itemId }: { readonly token: string; readonly itemId: number }) => {
  const bought = await buyGift(shop, giver, { token, itemId, quantity: 1, giver: 'Grace' });
  if (!bought.ok) throw new Error(bought.code);
  return bought.purchaseId;
};

const readBought = async (viewer: Owner, ref: WishlistRef) =>
  (await findItems(shop, shop.db, await find(viewer, ref), { page: 1, perPage: 10 })).items.map(({ bought }) => bought);

const purge = async () => {
  clock.forward(24 * 60 * 60_000);
  await shop.jobs.add(shop.db, purgeWishlistsJob, {});
  expect((await runJobsNow(shop, [purgeWishlistsJob])).failed).toEqual([]);
};

describe('what givers have marked', () => {
  it('stays with the list when the row is removed for good, and counts again when it comes back', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const list = await createGiftList(owner, 'Wedding');
    const purchaseId = await buy(giver, list);
    await removeItems(shop, owner, { itemIds: [list.itemId] });
    await purge();
    const gift = { id: purchaseId, productName: 'Cup', quantity: 1, giver: 'Grace' };
    expect(await findPurchases(shop.db, await find(owner, list.id))).toMatchObject([gift]);
    expect(await findOwnPurchases(shop.db, giver, await find(giver, list.token))).toMatchObject([gift]);
    expect(await thankGiver(shop, owner, purchaseId)).toMatchObject({ ok: true });
    expect(await add(owner, list.id), 'another row').not.toBe(list.itemId);
    expect(await readBought(giver, list.token)).toEqual([1]);
    expect(await takeBackGift(shop, giver, purchaseId)).toMatchObject({ ok: true });
    expect(await readBought(giver, list.token)).toEqual([0]);
  });

  it('goes along to another gift list, also to a row that it had removed, and stays when the row moves to an ordinary one', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const [wedding, birthday] = [await createGiftList(owner, 'Wedding'), await createGiftList(owner, 'Birthday')];
    await buy(giver, wedding);
    await buy(giver, birthday);
    await removeItems(shop, owner, { itemIds: [birthday.itemId] });
    await moveItems(shop, owner, { itemIds: [wedding.itemId], from: wedding.id, to: birthday.id });
    expect(await readBought(giver, birthday.token)).toEqual([2]);
    expect(await findPurchases(shop.db, await find(owner, wedding.id))).toEqual([]);
    await moveItems(shop, owner, { itemIds: [wedding.itemId], from: birthday.id, to: { name: 'Later', privacy: 2 } });
    await purge();
    expect(await findPurchases(shop.db, await find(owner, birthday.id))).toMatchObject([
      { giver: 'Grace' },
      { giver: 'Grace' },
    ]);
  });

  it('is whole when the row is removed or moved, or its guest signs in, at the same moment', async () => {
    for (const change of ['remove', 'move', 'sign in'] as const) {
      const [owner, ada] = [testGuest(), await createCustomer(shop)];
      const list = await createGiftList(owner, 'Wedding');
      const giver = testGuest();
      const buyOne = () => buyGift(shop, giver, { token: list.token, itemId: list.itemId, quantity: 1, giver: 'Bea' });
      const run = {
        remove: () => removeItems(shop, owner, { itemIds: [list.itemId] }),
        move: () =>
          moveItems(shop, owner, { itemIds: [list.itemId], from: list.id, to: { name: 'Later', privacy: 2 } }),
        'sign in': () => signInGuest(shop, owner, ada),
      };
      const [first, , second] = await Promise.all([buyOne(), run[change](), buyOne()]);
      await purge();
      const kept = await findPurchases(shop.db, await find(change === 'sign in' ? ada.owner : owner, list.id));
      expect(kept, change).toHaveLength([first, second].filter(({ ok }) => ok).length);
      for (const bought of [first, second])
        if (!bought.ok) expect(bought.code, change).toMatch(/^(?:ITEM_NOT_FOUND|GIFT_BOUGHT)$/);
    }
  });

  it('stays when the guest whose default list it is signs in, though all rows were removed', async () => {
    const [guest, giver, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    await add(ada.owner, null);
    const itemId = await add(guest, null);
    await setListPrivacy(shop, guest, { list: null, privacy: 1 });
    await setGiftDetails(shop, guest, { list: null, ...details });
    await buy(giver, { token: (await find(guest, null)).shareToken ?? '', itemId });
    await removeItems(shop, guest, { itemIds: [itemId] });
    await setGiftDetails(shop, guest, { list: null, ...details, isGiftList: false });
    await signInGuest(shop, guest, ada);
    const [, list] = await findOwnLists(shop, shop.db, ada.owner);
    await setGiftDetails(shop, ada.owner, { list: list?.id ?? 0, ...details });
    expect(await findPurchases(shop.db, await find(ada.owner, list?.id ?? 0))).toMatchObject([{ giver: 'Grace' }]);
  });

  it('is taken over by a customer who has no lists yet', async () => {
    const [guest, giver, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    const itemId = await add(guest, null);
    await setListPrivacy(shop, guest, { list: null, privacy: 1 });
    await setGiftDetails(shop, guest, { list: null, ...details });
    await buy(giver, { token: (await find(guest, null)).shareToken ?? '', itemId });
    await signInGuest(shop, guest, ada);
    expect(await readBought(ada.owner, null)).toEqual([1]);
    expect(await findPurchases(shop.db, await find(ada.owner, null))).toMatchObject([{ giver: 'Grace' }]);
  });
});

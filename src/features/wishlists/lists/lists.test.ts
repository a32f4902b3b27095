import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, salesShop, signInGuest, testClock, testGuest } from '#tests/support/sales.ts';
import { buyGift, setGiftDetails, takeBackGift, thankGiver } from '../gifts/gift-list.ts';
import {
  type AddItemInput,
  acknowledgeMerge,
  addItem,
  countWishlistItems,
  createList,
  deleteList,
  findFollowedLists,
  findItems,
  findList,
  findOwnLists,
  findOwnPurchases,
  findPurchases,
  moveItems,
  removeItems,
  renameList,
  renewShareToken,
  restoreList,
  searchPublicLists,
  setListPrivacy,
  sharedList,
  updateItem,
  type Wishlist,
} from '../index.ts';
import { purgeWishlistsJob } from '../purge-wishlists.ts';
import { wishlistCommands } from '../wishlist-commands.ts';
import { followList, unfollowList } from './follow-list.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;
let cup = 0;
let jar = 0;

beforeAll(async () => {
  const settings = { wishlists: { maxLists: 3, maxNameLength: 30 }, 'contact-forms': { disallowedWords: ['pills'] } };
  ({ shop } = await salesShop(database, { clock, settings }));
  [cup, jar] = await Promise.all([addProduct(shop, { name: 'Cup' }), addProduct(shop, { name: 'Jar' })]);
});

const add = async (owner: Owner, productId: number, input: Partial<AddItemInput> = {}) => {
  const added = await addItem(shop, owner, { list: null, productId, ...input });
  if (!added.ok) throw new Error(added.code);
  return added;
};

const create = async (owner: Owner, name: string, privacy: 0 | 1 | 2 = 2) => {
  const created = await createList(shop, shop.db, owner, { name, privacy });
  if (!created.ok) throw new Error(created.code);
  return created.list;
};

const find = async (viewer: Owner | null, ref: number | string | null): Promise<Wishlist> => {
  const list = await findList(shop, shop.db, viewer, ref);
  if (!list) throw new Error('there is no such list');
  return list;
};

const readRows = async (owner: Owner | null, ref: number | string | null = null) =>
  (await findItems(shop, shop.db, await find(owner, ref), { page: 1, perPage: 100 })).items;

const readNames = async (owner: Owner) =>
  (await findOwnLists(shop, shop.db, owner)).map(({ name, itemCount }) => `${name} ${itemCount}`);

describe('lists of a shopper', () => {
  it('have a name, a privacy and a token, and one is the default list [3.8/1-5]', async () => {
    const guest = testGuest();
    await add(guest, cup);
    const kitchen = await create(guest, '  For \n the   kitchen ', 1);
    expect(kitchen).toMatchObject({ name: 'For the kitchen', privacy: 1, isDefault: false });
    const lists = await findOwnLists(shop, shop.db, guest);
    expect(lists).toMatchObject([
      { name: 'My wishlist', isDefault: true, privacy: 2, isUserOwner: true, shareToken: null },
      { id: kitchen.id, token: kitchen.token, shareToken: kitchen.shareToken, isUserOwner: true },
    ]);
  });

  it('are not more than the setting allows, even when tabs create them at once', async () => {
    const guest = testGuest();
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => createList(shop, shop.db, guest, { name: `List ${index}`, privacy: 2 })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'TOO_MANY_LISTS', max: 3 });
  });

  it('keep a name with a script as text, and refuse empty and long ones [5.5/2]', async () => {
    const guest = testGuest();
    const { id } = await create(guest, '<script>alert(1)</script>');
    expect(await find(guest, id)).toMatchObject({ name: '<script>alert(1)</script>' });
    expect(await renameList(shop, guest, { list: id, name: ' ' })).toMatchObject({ code: 'NAME_REQUIRED' });
    expect(await renameList(shop, guest, { list: id, name: 'x'.repeat(31) })).toMatchObject({ code: 'NAME_TOO_LONG' });
    expect(await renameList(shop, guest, { list: id, name: 'Gifts' })).toMatchObject({ list: { name: 'Gifts' } });
  });

  it('cannot be public with words that contact forms do not allow', async () => {
    const guest = testGuest();
    const { id } = await create(guest, 'Cheap Pills');
    expect(await setListPrivacy(shop, guest, { list: id, privacy: sharedList })).toMatchObject({ ok: true });
    expect(await setListPrivacy(shop, guest, { list: id, privacy: 0 })).toMatchObject({ code: 'NAME_NOT_ALLOWED' });
    await renameList(shop, guest, { list: id, name: 'Cups' });
    const { itemId } = await add(guest, cup, { list: id, note: 'pills' });
    expect(await setListPrivacy(shop, guest, { list: id, privacy: 0 })).toMatchObject({ code: 'NOTE_NOT_ALLOWED' });
    await updateItem(shop, guest, { itemId, note: 'blue' });
    expect(await setListPrivacy(shop, guest, { list: id, privacy: 0 })).toMatchObject({ ok: true });
    expect(await renameList(shop, guest, { list: id, name: 'pills' })).toMatchObject({ code: 'NAME_NOT_ALLOWED' });
    expect(await updateItem(shop, guest, { itemId, note: 'pills' })).toMatchObject({ code: 'NOTE_NOT_ALLOWED' });
    const written = await add(guest, jar, { note: 'pills' });
    const move = { itemIds: [written.itemId], from: null } as const;
    for (const to of [id, { name: 'New', privacy: 0 }] as const)
      expect(await moveItems(shop, guest, { ...move, to })).toMatchObject({ code: 'NOTE_NOT_ALLOWED' });
    expect(await findOwnLists(shop, shop.db, guest)).toHaveLength(2);
  });

  it('are deleted, but not the default one, and can be restored for ten minutes', async () => {
    const guest = testGuest();
    await add(guest, cup);
    const { id } = await create(guest, 'Old');
    expect(await deleteList(shop, guest, null)).toMatchObject({ code: 'DEFAULT_LIST' });
    expect(await deleteList(shop, guest, id)).toMatchObject({ ok: true });
    expect(await deleteList(shop, guest, id)).toMatchObject({ code: 'LIST_NOT_FOUND' });
    expect(await restoreList(shop, testGuest(), id)).toMatchObject({ code: 'LIST_NOT_FOUND' });
    expect(await restoreList(shop, guest, id)).toMatchObject({ ok: true });
    await deleteList(shop, guest, id);
    clock.forward(11 * 60_000);
    expect(await restoreList(shop, guest, id)).toMatchObject({ code: 'LIST_NOT_FOUND' });
  });

  it('are not more than the setting allows by restoring one', async () => {
    const guest = testGuest();
    const { id } = await create(guest, 'Old');
    await deleteList(shop, guest, id);
    for (const name of ['A', 'B']) await create(guest, name);
    const [restored, created] = await Promise.all([
      restoreList(shop, guest, id),
      createList(shop, shop.db, guest, { name: 'C', privacy: 2 }),
    ]);
    expect([restored, created].filter(({ ok }) => ok)).toHaveLength(1);
    expect(await findOwnLists(shop, shop.db, guest)).toHaveLength(3);
    await deleteList(shop, guest, id);
    if (restored.ok) await create(guest, 'C');
    expect(await restoreList(shop, guest, id)).toMatchObject({ code: 'TOO_MANY_LISTS', max: 3 });
  });
});

describe('who sees a list', () => {
  it('is decided by its privacy; viewers never get the owner’s token [3.8/13]', async () => {
    const [owner, viewer] = [testGuest(), testGuest()];
    const { id, token, shareToken } = await create(owner, 'Garden', 2);
    expect(await findList(shop, shop.db, viewer, shareToken)).toBeNull();
    expect(await findList(shop, shop.db, null, shareToken)).toBeNull();
    await setListPrivacy(shop, owner, { list: id, privacy: 1 });
    const seen = await find(viewer, shareToken);
    expect(seen).toMatchObject({ id, isUserOwner: false, token: shareToken, shareToken: null });
    expect(JSON.stringify(seen)).not.toContain(token);
    expect(await findList(shop, shop.db, viewer, token)).toBeNull();
    expect(await findList(shop, shop.db, viewer, id)).toBeNull();
    expect(await findList(shop, shop.db, null, null)).toBeNull();
  });

  it('changes with a new link: the old one opens it no longer', async () => {
    const owner = testGuest();
    const { id, shareToken } = await create(owner, 'Garden', 1);
    const renewed = await renewShareToken(shop, owner, id);
    expect(await findList(shop, shop.db, null, shareToken)).toBeNull();
    expect(renewed.ok && (await findList(shop, shop.db, null, renewed.list.shareToken))?.id).toBe(id);
  });

  it('can follow and find it while it is public', async () => {
    const [owner, viewer] = [testGuest(), testGuest()];
    const { id, shareToken } = await create(owner, 'Moss 100% garden', 1);
    expect(await followList(shop, viewer, shareToken)).toMatchObject({ code: 'LIST_NOT_FOUND' });
    await setListPrivacy(shop, owner, { list: id, privacy: 0 });
    expect(await followList(shop, owner, shareToken)).toMatchObject({ code: 'OWN_LIST' });
    await followList(shop, viewer, shareToken);
    await followList(shop, viewer, shareToken);
    expect(await findFollowedLists(shop, shop.db, viewer)).toMatchObject([{ id, isFollowed: true }]);
    const search = (words: string) => searchPublicLists(shop, shop.db, viewer, { words, page: 1, perPage: 10 });
    expect(await search('100%')).toMatchObject([{ id, isFollowed: true, isUserOwner: false, token: shareToken }]);
    expect(await search('100_')).toEqual([]);
    await setListPrivacy(shop, owner, { list: id, privacy: 2 });
    expect([await findFollowedLists(shop, shop.db, viewer), await search('Moss')]).toEqual([[], []]);
    await unfollowList(shop, viewer, shareToken);
    await setListPrivacy(shop, owner, { list: id, privacy: 0 });
    expect(await findFollowedLists(shop, shop.db, viewer)).toEqual([]);
  });

  it('can find a default list that is public once it has a name of its own', async () => {
    const [owner, viewer] = [testGuest(), testGuest()];
    await add(owner, cup);
    await setListPrivacy(shop, owner, { list: null, privacy: 0 });
    const { id } = await find(owner, null);
    const search = async (words: string) =>
      (await searchPublicLists(shop, shop.db, viewer, { words, page: 1, perPage: 10 })).map((list) => list.id);
    expect(await search('wishlist'), 'it has the name that the shop gives all of them').toEqual([]);
    await renameList(shop, owner, { list: null, name: 'Lighthouse keepers' });
    expect(await search('lighthouse')).toEqual([id]);
    for (const privacy of [1, 2] as const) {
      await setListPrivacy(shop, owner, { list: null, privacy });
      expect(await search('lighthouse'), `privacy ${privacy}`).toEqual([]);
    }
  });
});

describe('a gift list', () => {
  const createGiftList = async (owner: Owner, showsBought: boolean) => {
    const { id, shareToken } = await create(owner, 'Wedding', 1);
    const { itemId } = await add(owner, cup, { list: id, quantity: 2 });
    const details = { isGiftList: true, eventDate: '2027-06-05', deliveryAddress: 'Harbour 1', showsBought };
    expect(await setGiftDetails(shop, owner, { list: id, ...details })).toMatchObject({ ok: true });
    return { id, shareToken, itemId };
  };

  it('says nothing of its owner and occasion in public that contact forms do not allow', async () => {
    const owner = testGuest();
    const { id } = await createGiftList(owner, false);
    const say = (words: object) =>
      setGiftDetails(shop, owner, {
        ...{ list: id, isGiftList: true, eventDate: null, deliveryAddress: '', showsBought: false },
        ...words,
      });
    expect(await say({ ownerName: 'Cheap pills' })).toMatchObject({ ok: true });
    expect(await setListPrivacy(shop, owner, { list: id, privacy: 0 })).toMatchObject({ code: 'NOTE_NOT_ALLOWED' });
    expect(await say({ ownerName: 'Ada', occasion: 'Wedding' })).toMatchObject({ ok: true });
    expect(await setListPrivacy(shop, owner, { list: id, privacy: 0 })).toMatchObject({ ok: true });
    for (const words of [{ ownerName: 'PILLS' }, { occasion: 'pills' }])
      expect(await say(words)).toMatchObject({ code: 'NOTE_NOT_ALLOWED' });
    expect(await find(owner, id)).toMatchObject({ gift: { ownerName: 'Ada', occasion: 'Wedding' } });
  });

  it('hides the address from givers, and what was bought from its owner', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const { id, shareToken, itemId } = await createGiftList(owner, false);
    expect(await find(giver, shareToken)).toMatchObject({ gift: { eventDate: '2027-06-05', deliveryAddress: null } });
    expect(await find(owner, id)).toMatchObject({ gift: { deliveryAddress: 'Harbour 1' } });
    const bought = await buyGift(shop, giver, { token: shareToken, itemId, quantity: 1, giver: 'Grace' });
    expect(bought).toMatchObject({ ok: true });
    expect(await readRows(giver, shareToken)).toMatchObject([{ quantity: 2, bought: 1 }]);
    expect(await readRows(owner, id)).toMatchObject([{ quantity: 2, bought: null }]);
    expect(await findPurchases(shop.db, await find(owner, id))).toEqual([]);
    expect(await findPurchases(shop.db, await find(giver, shareToken))).toEqual([]);
  });

  it('has a thank-you list for an owner who wants to see it', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const { id, shareToken, itemId } = await createGiftList(owner, true);
    const bought = await buyGift(shop, giver, { token: shareToken, itemId, quantity: 2, giver: ' Grace ' });
    const purchaseId = bought.ok ? bought.purchaseId : 0;
    expect(await findPurchases(shop.db, await find(owner, id))).toMatchObject([
      { id: purchaseId, productName: 'Cup', quantity: 2, giver: 'Grace', thankedAt: null },
    ]);
    expect(await thankGiver(shop, giver, purchaseId)).toMatchObject({ code: 'PURCHASE_NOT_FOUND' });
    expect(await thankGiver(shop, owner, purchaseId)).toMatchObject({ ok: true });
    expect(await findPurchases(shop.db, await find(owner, id))).toMatchObject([{ thankedAt: expect.any(Date) }]);
    expect(await takeBackGift(shop, owner, purchaseId)).toMatchObject({ code: 'PURCHASE_NOT_FOUND' });
    expect(await findOwnPurchases(shop.db, giver, await find(giver, shareToken))).toHaveLength(1);
    expect(await takeBackGift(shop, giver, purchaseId)).toMatchObject({ ok: true });
    expect(await readRows(giver, shareToken)).toMatchObject([{ bought: 0 }]);
  });

  it('tells nothing of a new link to a giver who takes a gift back', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const { id, shareToken, itemId } = await createGiftList(owner, true);
    const bought = await buyGift(shop, giver, { token: shareToken, itemId, quantity: 1, giver: '' });
    const renewed = await renewShareToken(shop, owner, id);
    const taken = await takeBackGift(shop, giver, bought.ok ? bought.purchaseId : 0);
    expect(taken).toMatchObject({ ok: true });
    expect(JSON.stringify(taken)).not.toContain(renewed.ok && renewed.list.shareToken);
  });

  it('is not bought twice when givers mark it at once', async () => {
    const owner = testGuest();
    const { shareToken, itemId } = await createGiftList(owner, false);
    const buy = (quantity: number) => buyGift(shop, testGuest(), { token: shareToken, itemId, quantity, giver: '' });
    const results = await Promise.all([buy(1), buy(1), buy(1), buy(2)]);
    expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(2);
    expect(await readRows(testGuest(), shareToken)).toMatchObject([{ bought: 2 }]);
    expect(await buy(1)).toMatchObject({ code: 'GIFT_BOUGHT', left: 0 });
    expect(await buyGift(shop, owner, { token: shareToken, itemId, quantity: 1, giver: '' })).toMatchObject({
      code: 'OWN_LIST',
    });
    expect(await buyGift(shop, testGuest(), { token: 'A'.repeat(22), itemId, quantity: 1, giver: '' })).toMatchObject({
      code: 'LIST_NOT_FOUND',
    });
  });
});

describe('the lists of a guest who signs in', () => {
  it('are merged once: named lists stay apart, the default list gets what it lacks', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await create(ada.owner, 'Kitchen');
    await create(guest, 'Kitchen');
    await add(ada.owner, cup, { quantity: 1, note: 'blue' });
    await add(guest, cup, { quantity: 3, note: 'large' });
    await add(guest, jar, { quantity: 2 });
    await signInGuest(shop, guest, ada);
    await signInGuest(shop, guest, ada);
    expect(await readNames(ada.owner)).toEqual(['My wishlist 2', 'Kitchen 0', 'Kitchen 0']);
    expect(await readRows(ada.owner)).toMatchObject([
      { productId: cup, quantity: 3, note: 'blue\nlarge', position: 1 },
      { productId: jar, quantity: 2, position: 2 },
    ]);
    const merged = await find(ada.owner, null);
    expect(merged).toMatchObject({ mergedItems: 2 });
    await acknowledgeMerge(shop.db, merged.id);
    expect(await find(ada.owner, null)).toMatchObject({ mergedItems: 0 });
    expect(await findOwnLists(shop, shop.db, guest)).toEqual([]);
  });

  it('keep two full notes of a row whole', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await add(ada.owner, cup, { note: 'A'.repeat(500) });
    await add(guest, cup, { note: 'B'.repeat(500) });
    await signInGuest(shop, guest, ada);
    expect(await readRows(ada.owner)).toMatchObject([{ note: `${'A'.repeat(500)}\n${'B'.repeat(500)}` }]);
  });

  it('are not answered to a guest who sends the request again that created one of them', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    const send = async (owner: Owner) => {
      const created = await createList(shop, shop.db, owner, { name: 'Secret', privacy: 2, requestKey: 'second-tab' });
      if (!created.ok) throw new Error(created.code);
      return created.list;
    };
    const { id, token } = await send(guest);
    await signInGuest(shop, guest, ada);
    expect(await find(ada.owner, id)).toMatchObject({ token });
    const again = await send(guest);
    expect(again).toMatchObject({ visitorId: guest.visitorId, customerId: null });
    expect([again.id, again.token]).not.toEqual([id, token]);
    expect((await send(guest)).id, 'once').toBe(again.id);
    expect(await readNames(ada.owner)).toEqual(['Secret 0']);
  });

  it('become those of a customer without lists, with links and gift details', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await add(guest, cup);
    await setListPrivacy(shop, guest, { list: null, privacy: 1 });
    const { shareToken } = await find(guest, null);
    await signInGuest(shop, guest, ada);
    expect(await find(null, shareToken)).toMatchObject({ itemCount: 1 });
    expect(await find(ada.owner, null)).toMatchObject({ shareToken, privacy: 1, isDefault: true });
  });

  it('never show private rows to those who have the link of a guest’s list', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await add(ada.owner, jar);
    await add(guest, cup);
    await setListPrivacy(shop, guest, { list: null, privacy: 1 });
    const { shareToken } = await find(guest, null);
    await signInGuest(shop, guest, ada);
    expect(await readNames(ada.owner)).toEqual(['My wishlist 1', 'My wishlist (2) 1']);
    expect(await readRows(testGuest(), shareToken ?? '')).toMatchObject([{ productId: cup }]);
  });

  it('never show a guest’s private rows to those who have the link of the customer’s list', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await add(ada.owner, jar);
    await setListPrivacy(shop, ada.owner, { list: null, privacy: 1 });
    const { shareToken } = await find(ada.owner, null);
    await add(guest, cup);
    await signInGuest(shop, guest, ada);
    expect(await readRows(testGuest(), shareToken ?? '')).toMatchObject([{ productId: jar }]);
    expect(await readNames(ada.owner)).toEqual(['My wishlist 1', 'My wishlist (2) 1']);
  });

  it('do not double: a shared list with the same rows takes those of the next sign-in, and all links work', async () => {
    const [first, second, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    for (const product of [cup, jar]) await add(ada.owner, product);
    const links: string[] = [];
    for (const guest of [first, second]) {
      for (const product of [cup, jar]) await add(guest, product, { note: guest === first ? 'blue' : 'large' });
      await setListPrivacy(shop, guest, { list: null, privacy: 1 });
      links.push((await find(guest, null)).shareToken ?? '');
      await signInGuest(shop, guest, ada);
      expect(await readNames(ada.owner)).toEqual(['My wishlist 2', 'My wishlist (2) 2']);
    }
    for (const link of links)
      expect(await readRows(null, link)).toMatchObject([{ note: 'blue\nlarge' }, { productId: jar }]);
  });

  it('do not show more to those who have a link: a shared list with other rows stays apart', async () => {
    const [first, second, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    await add(ada.owner, jar);
    for (const [guest, products] of [[first, [cup, jar]] as const, [second, [cup]] as const]) {
      for (const product of products) await add(guest, product);
      await setListPrivacy(shop, guest, { list: null, privacy: 1 });
    }
    const { shareToken } = await find(second, null);
    for (const guest of [first, second]) await signInGuest(shop, guest, ada);
    expect(await readNames(ada.owner)).toEqual(['My wishlist 1', 'My wishlist (2) 2', 'My wishlist (3) 1']);
    expect(await readRows(null, shareToken ?? '')).toHaveLength(1);
  });

  it('leave no private list whose rows the customer’s shared list has, except for notes that it lacks', async () => {
    const [first, second, third, ada] = [testGuest(), testGuest(), testGuest(), await createCustomer(shop)];
    await add(ada.owner, cup, { quantity: 1, note: 'blue' });
    await add(ada.owner, jar);
    await setListPrivacy(shop, ada.owner, { list: null, privacy: 1 });
    await add(first, cup, { quantity: 3, note: 'blue' });
    await signInGuest(shop, first, ada);
    expect(await readNames(ada.owner)).toEqual(['My wishlist 2']);
    expect(await find(ada.owner, null)).toMatchObject({ mergedItems: 1 });
    expect(await readRows(ada.owner)).toMatchObject([{ quantity: 3, note: 'blue' }, { productId: jar }]);
    for (const guest of [second, third]) {
      await add(guest, cup, { note: 'a secret' });
      await add(guest, jar);
      await signInGuest(shop, guest, ada);
      const [, kept] = await findOwnLists(shop, shop.db, ada.owner);
      expect(await readNames(ada.owner)).toEqual(['My wishlist 2', 'My wishlist (2) 1']);
      expect(await readRows(ada.owner, kept?.id)).toMatchObject([{ productId: cup, note: 'a secret', position: 1 }]);
      expect(await readRows(ada.owner)).toMatchObject([{ note: 'blue' }, { note: '' }]);
    }
  });

  it('keep gift details and names of their own', async () => {
    const [first, second, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    await add(ada.owner, cup);
    await setListPrivacy(shop, ada.owner, { list: null, privacy: 1 });
    const details = { isGiftList: true, eventDate: '2027-06-05', deliveryAddress: 'Harbour 1', showsBought: true };
    for (const guest of [first, second]) {
      await add(guest, cup);
      await renameList(shop, guest, { list: null, name: 'Kitchen' });
      await setGiftDetails(shop, guest, { list: null, ...details });
      await signInGuest(shop, guest, ada);
    }
    expect(await readNames(ada.owner)).toEqual(['My wishlist 1', 'Kitchen 1', 'Kitchen (2) 1']);
    const [, kitchen] = await findOwnLists(shop, shop.db, ada.owner);
    expect(kitchen?.gift).toMatchObject({ deliveryAddress: 'Harbour 1' });
  });

  it('stay apart with a name or gift details of their own, though all see alike and they have no rows', async () => {
    const details = { isGiftList: true, eventDate: '2027-06-05', deliveryAddress: 'Harbour 1', showsBought: true };
    const [renamed, gifts, empty, ada] = [testGuest(), testGuest(), testGuest(), await createCustomer(shop)];
    await add(ada.owner, cup);
    for (const guest of [renamed, gifts]) await add(guest, jar);
    await removeItems(shop, empty, { itemIds: [(await add(empty, jar)).itemId] });
    for (const guest of [renamed, empty]) await renameList(shop, guest, { list: null, name: 'Kitchen' });
    await setGiftDetails(shop, gifts, { list: null, ...details });
    for (const guest of [renamed, gifts, empty])
      await Promise.all([signInGuest(shop, guest, ada), signInGuest(shop, guest, ada)]);
    const lists = await findOwnLists(shop, shop.db, ada.owner);
    expect(lists).toMatchObject([
      { name: 'My wishlist', itemCount: 1, gift: null },
      { name: 'Kitchen', itemCount: 1, isDefault: false },
      { name: 'My wishlist (2)', itemCount: 1, gift: { eventDate: '2027-06-05', deliveryAddress: 'Harbour 1' } },
      { name: 'Kitchen (2)', itemCount: 0 },
    ]);
  });

  it('leave what a customer has set of a list without rows', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    const details = { isGiftList: true, eventDate: '2027-06-05', deliveryAddress: 'Harbour 1', showsBought: true };
    await setGiftDetails(shop, ada.owner, { list: null, ...details });
    await setListPrivacy(shop, ada.owner, { list: null, privacy: 1 });
    const { shareToken } = await find(ada.owner, null);
    await add(guest, cup);
    await signInGuest(shop, guest, ada);
    expect(await find(ada.owner, null)).toMatchObject({
      shareToken,
      privacy: 1,
      gift: { deliveryAddress: 'Harbour 1' },
    });
  });

  it('keep the links of two default lists that are shared alike', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    await add(ada.owner, jar);
    await add(guest, cup);
    for (const owner of [guest, ada.owner]) await setListPrivacy(shop, owner, { list: null, privacy: 1 });
    const { shareToken } = await find(guest, null);
    await signInGuest(shop, guest, ada);
    expect(await find(null, shareToken)).toMatchObject({ itemCount: 2 });
    await renewShareToken(shop, ada.owner, null);
    expect(await findList(shop, shop.db, null, shareToken)).toBeNull();
  });

  it('lose nothing to a removed row of the customer, and take gifts and followed lists along', async () => {
    const [guest, ada, owner] = [testGuest(), await createCustomer(shop), testGuest()];
    const { itemId } = await add(ada.owner, cup);
    await removeItems(shop, ada.owner, { itemIds: [itemId] });
    await add(guest, cup);
    const { id, shareToken } = await create(owner, 'Public', 0);
    await setGiftDetails(shop, owner, {
      ...{ list: id, isGiftList: true, eventDate: null, deliveryAddress: '', showsBought: true },
    });
    const gift = await add(owner, jar, { list: id });
    await buyGift(shop, guest, { token: shareToken, itemId: gift.itemId, quantity: 1, giver: 'Ada' });
    await followList(shop, guest, shareToken);
    await signInGuest(shop, guest, ada);
    expect(await readRows(ada.owner)).toMatchObject([{ productId: cup, position: 1 }]);
    expect(await findFollowedLists(shop, shop.db, ada.owner)).toMatchObject([{ id }]);
    expect(await findOwnPurchases(shop.db, ada.owner, await find(ada.owner, shareToken))).toHaveLength(1);
  });

  it('are whole when both devices write and sign in at once', async () => {
    const [one, two, ada] = [testGuest(), testGuest(), await createCustomer(shop)];
    await add(one, cup);
    await add(two, cup);
    await Promise.all([
      signInGuest(shop, one, ada),
      signInGuest(shop, two, ada),
      add(ada.owner, jar),
      signInGuest(shop, one, ada),
    ]);
    expect((await readRows(ada.owner)).map(({ position }) => position)).toEqual([1, 2]);
  });
});

describe('lists of people who leave', () => {
  it('are in the file of their data, and deleted with the account', async () => {
    const [ada, owner] = [await createCustomer(shop), testGuest()];
    await add(ada.owner, cup, { note: 'blue' });
    const { id, shareToken } = await create(owner, 'Public', 0);
    const { itemId } = await add(owner, jar, { list: id });
    await setGiftDetails(shop, owner, {
      ...{ list: id, isGiftList: true, eventDate: null, deliveryAddress: '', showsBought: true },
    });
    await buyGift(shop, ada.owner, { token: shareToken, itemId, quantity: 1, giver: 'Ada' });
    const source = shop.implementations(personalData).find(({ name }) => name === 'wishlists');
    expect(await source?.read(shop, shop.db, ada.customer)).toMatchObject([
      { name: null, items: [{ productId: cup, note: 'blue' }] },
      { boughtGift: 'Jar', giver: 'Ada' },
    ]);
    await inTransaction(shop.db, async (tx) => source?.erase?.(shop, tx, ada.customer));
    expect(await source?.read(shop, shop.db, ada.customer)).toEqual([]);
    expect(await findPurchases(shop.db, await find(owner, id))).toMatchObject([{ giver: '' }]);
  });

  it('are deleted after a time when they are of guests, as are removed rows', async () => {
    const [guest, ada] = [testGuest(), await createCustomer(shop)];
    const { itemId } = await add(ada.owner, cup);
    await removeItems(shop, ada.owner, { itemIds: [itemId] });
    await add(ada.owner, jar);
    await add(guest, cup);
    clock.forward(91 * 24 * 60 * 60_000);
    await shop.jobs.add(shop.db, purgeWishlistsJob, {});
    expect((await runJobsNow(shop, [purgeWishlistsJob])).failed).toEqual([]);
    expect(await findOwnLists(shop, shop.db, guest)).toEqual([]);
    expect(await readRows(ada.owner)).toMatchObject([{ productId: jar }]);
    const { rows } = await shop.db.execute(sql`select from wishlist_items where id = ${itemId}`);
    expect(rows).toEqual([]);
  });
});

describe('lists that a guest follows', () => {
  it('are forgotten a time after the last write of the guest, not after they were followed', async () => {
    const [owner, reader, gone] = [await createCustomer(shop), testGuest(), testGuest()];
    const { id, shareToken } = await create(owner.owner, 'Garden', 0);
    for (const guest of [reader, gone]) await followList(shop, guest, shareToken);
    clock.forward(91 * 24 * 60 * 60_000);
    // Visitors are seen by the clock of the database.
    await shop.db.execute(sql`update platform.visitors set seen_at = ${clock.now()} where id = ${reader.visitorId}`);
    await shop.jobs.add(shop.db, purgeWishlistsJob, {});
    expect((await runJobsNow(shop, [purgeWishlistsJob])).failed).toEqual([]);
    expect(await findFollowedLists(shop, shop.db, reader)).toMatchObject([{ id }]);
    expect(await findFollowedLists(shop, shop.db, gone)).toEqual([]);
  });
});

describe('gift lists of guests', () => {
  const purge = async (days: number) => {
    clock.forward(days * 24 * 60 * 60_000);
    await shop.jobs.add(shop.db, purgeWishlistsJob, {});
    expect((await runJobsNow(shop, [purgeWishlistsJob])).failed).toEqual([]);
  };

  it('are kept until a time after their day, and after the last gift that was bought for them', async () => {
    const [owner, giver] = [testGuest(), testGuest()];
    const day = new Date(clock.now().getTime() + 100 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const { id, shareToken } = await create(owner, 'Party', 1);
    const { itemId } = await add(owner, cup, { list: id });
    await setGiftDetails(shop, owner, {
      ...{ list: id, isGiftList: true, eventDate: day, deliveryAddress: '', showsBought: true },
    });
    const count = async () => (await findOwnLists(shop, shop.db, owner)).length;
    await purge(95);
    expect(await count(), 'its day is to come').toBe(1);
    await purge(60);
    await buyGift(shop, giver, { token: shareToken, itemId, quantity: 1, giver: 'Ada' });
    await purge(85);
    expect(await count(), 'a gift was bought').toBe(1);
    await purge(10);
    expect(await count()).toBe(0);
  });
});

describe('shop wishlists', () => {
  it('lists, shows, hides and deletes lists', async () => {
    const [owner, ada] = [testGuest(), await createCustomer(shop)];
    const { id, shareToken } = await create(owner, 'Rude name', 0);
    await add(owner, cup, { list: id, quantity: 2, note: 'blue' });
    await setGiftDetails(shop, owner, {
      ...{ list: id, isGiftList: true, eventDate: '2027-06-05', deliveryAddress: 'Harbour 1', showsBought: false },
    });
    await add(ada.owner, cup);
    const run = (name: string, args: readonly string[] = [], options: Readonly<Record<string, string>> = {}) =>
      runCommand(shop, wishlistCommands, `wishlists ${name}`, args, options);
    expect((await run('list', [], { privacy: 'public' })).text).toContain(`${id} guest Rude name public 1`);
    expect((await run('list', [], { email: ada.customer.email })).data).toMatchObject({
      wishlists: [{ name: 'My wishlist', privacy: 'private', items: 1 }],
    });
    expect((await run('list', [], { privacy: 'secret' })).code).toBe(2);
    expect((await run('list', [], { page: '0' })).code).toBe(2);
    const shown = (await run('show', [String(id)])).text;
    for (const part of ['2027-06-05', 'Harbour 1', '2 × Cup', '0 bought: blue']) expect(shown).toContain(part);
    expect((await run('hide', [String(id)])).code).toBe(0);
    expect(await findList(shop, shop.db, null, shareToken)).toBeNull();
    expect((await run('delete', [String(id)])).code).toBe(0);
    for (const name of ['show', 'hide', 'delete'])
      expect(await run(name, [String(id)])).toMatchObject({ code: 1, data: { code: 'LIST_NOT_FOUND' } });
    expect((await run('show', ["1' or 1=1"])).code).toBe(1);
  });

  it('shows gifts that were bought for rows that are gone', async () => {
    const owner = testGuest();
    const { id, shareToken } = await create(owner, 'Wedding', 1);
    const gift = { isGiftList: true, eventDate: null, deliveryAddress: '', showsBought: false };
    await setGiftDetails(shop, owner, { list: id, ...gift });
    const { itemId } = await add(owner, cup, { list: id, quantity: 3 });
    await add(owner, jar, { list: id });
    for (const giver of ['Bea', ''])
      await buyGift(shop, testGuest(), { token: shareToken, itemId, quantity: 1, giver });
    const show = () => runCommand(shop, wishlistCommands, 'wishlists show', [String(id)], {});
    expect(await show()).toMatchObject({ data: { rows: [{ bought: 2 }, { bought: 0 }], giftsWithoutRow: [] } });
    await removeItems(shop, owner, { itemIds: [itemId] });
    const bought = { name: 'Cup', quantity: 1 };
    const { text, data } = await show();
    expect(data).toMatchObject({
      rows: [{ name: 'Jar' }],
      giftsWithoutRow: [
        { ...bought, giver: 'Bea' },
        { ...bought, giver: '' },
      ],
    });
    expect(text).toContain('1 × Cup, bought by Bea, no longer on the list');
    expect(text).toContain('1 × Cup, bought, no longer on the list');
    clock.forward(11 * 60_000);
    await shop.jobs.add(shop.db, purgeWishlistsJob, {});
    expect((await runJobsNow(shop, [purgeWishlistsJob])).failed).toEqual([]);
    expect((await show()).data, 'after the row is deleted').toEqual(data);
  });

  it('tell the browser of the owner that a list was deleted or hidden: its version goes on', async () => {
    const owner = testGuest();
    await add(owner, cup);
    const { id } = await create(owner, 'Rude name', 0);
    await add(owner, cup, { list: id });
    await add(owner, jar, { list: id });
    const run = (name: string, list: number) => runCommand(shop, wishlistCommands, `wishlists ${name}`, [String(list)]);
    const versions = [await countWishlistItems(shop.db, owner)];
    const act = async (name: string, list: number) => {
      expect((await run(name, list)).code).toBe(0);
      versions.push(await countWishlistItems(shop.db, owner));
    };
    await act('hide', id);
    await act('delete', id);
    // The last list: an empty one takes its place.
    await act('delete', (await find(owner, null)).id);
    expect(versions.map(({ count }) => count)).toEqual([3, 3, 1, 0]);
    const numbers = versions.map(({ version }) => version);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(await readNames(owner)).toEqual(['My wishlist 0']);
    expect((await find(owner, null)).privacy).toBe(2);
  });
});

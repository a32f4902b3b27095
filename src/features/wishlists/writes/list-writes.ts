import { getWishlistPath, wishlistPath } from '../contract.ts';
import { buyGift, setGiftDetails, takeBackGift, thankGiver } from '../gifts/gift-list.ts';
import {
  deleteList,
  type ListChanged,
  renameList,
  renewShareToken,
  restoreList,
  setListPrivacy,
} from '../lists/change-lists.ts';
import { createList } from '../lists/create-list.ts';
import { followList, unfollowList } from '../lists/follow-list.ts';
import { defineFirstWrite, defineWrite, type WriteFailure, type WriteSuccess } from './define-write.tsx';
import type { WishlistSuccessCode } from './notices.ts';
import {
  buyBody,
  createBody,
  followBody,
  giftBody,
  listBody,
  privacyBody,
  purchaseBody,
  renameBody,
  restoreListBody,
} from './schemas.ts';

const toResult = (result: ListChanged | WriteFailure, code: WishlistSuccessCode): WriteSuccess | WriteFailure =>
  result.ok ? { ok: true, notice: { code }, list: result.list } : result;

const createListWrite = defineFirstWrite({
  write: 'create',
  hasCookieFirst: true,
  name: 'create-list',
  description: 'Creates a list with a name.',
  schema: createBody,
  run: async ({ shop }, owner, { wishlist_name: name, wishlist_visibility: privacy, request_key: requestKey }) =>
    toResult(await createList(shop, shop.db, owner, { name, privacy, requestKey }), 'created'),
});

const renameListWrite = defineWrite({
  write: 'rename',
  name: 'rename-list',
  description: 'Gives a list another name.',
  schema: renameBody,
  run: async ({ shop }, owner, { wishlist_id: list, wishlist_name: name }) =>
    toResult(await renameList(shop, owner, { list, name }), 'renamed'),
});

const setPrivacyWrite = defineWrite({
  write: 'privacy',
  name: 'set-privacy',
  description: 'Sets who sees a list: everybody, who has its link, or its owner.',
  schema: privacyBody,
  run: async ({ shop }, owner, { wishlist_id: list, wishlist_visibility: privacy }) =>
    toResult(await setListPrivacy(shop, owner, { list, privacy }), 'privacyChanged'),
});

const deleteListWrite = defineWrite({
  write: 'delete',
  name: 'delete-list',
  description: 'Deletes a list, which can be restored for ten minutes. The default list stays.',
  schema: listBody,
  run: async ({ shop }, owner, { wishlist_id: ref }) => {
    const deleted = await deleteList(shop, owner, ref);
    if (!deleted.ok) return deleted;
    const notice = { code: 'deleted', key: String(deleted.list.id) } as const;
    return { ok: true, notice, list: deleted.list, nextPath: wishlistPath };
  },
});

const restoreListWrite = defineWrite({
  write: 'restore-list',
  name: 'restore-list',
  description: 'Restores a deleted list.',
  schema: restoreListBody,
  run: async ({ shop }, owner, { wishlist_id: id }) => toResult(await restoreList(shop, owner, id), 'listRestored'),
});

const renewLinkWrite = defineWrite({
  write: 'renew-link',
  name: 'renew-link',
  description: 'Gives a list a new link. Earlier links no longer open it.',
  schema: listBody,
  run: async ({ shop }, owner, { wishlist_id: ref }) =>
    toResult(await renewShareToken(shop, owner, ref), 'linkRenewed'),
});

const setGiftWrite = defineWrite({
  write: 'gift',
  name: 'set-gift-details',
  description:
    'Makes a list a gift list with date, address and what others read of its owner and occasion, or an ordinary one again.',
  schema: giftBody,
  run: async ({ shop }, owner, input) => {
    const { wishlist_id: list, is_gift_list: isGiftList, event_date: eventDate } = input;
    const { delivery_address: deliveryAddress, owner_name: ownerName, occasion, shows_bought: showsBought } = input;
    const details = { isGiftList, eventDate, deliveryAddress, ownerName, occasion, showsBought };
    const changed = await setGiftDetails(shop, owner, { list, ...details });
    return toResult(changed, 'giftChanged');
  },
});

const buyGiftWrite = defineFirstWrite({
  write: 'buy',
  name: 'buy-gift',
  description: 'Marks that a giver bought something of a gift list.',
  schema: buyBody,
  run: async (
    { shop },
    owner,
    { wishlist_token: token, item_id: itemId, quantity, giver, request_key: requestKey },
  ) => {
    const bought = await buyGift(shop, owner, { token, itemId, quantity, giver, requestKey });
    return bought.ok
      ? { ok: true, notice: { code: 'bought' }, itemId, nextPath: getWishlistPath(bought.list.shareToken) }
      : bought;
  },
});

const takeBackWrite = defineWrite({
  write: 'take-back',
  name: 'take-gift-back',
  description: 'Takes the own mark of a gift back.',
  schema: purchaseBody,
  run: async ({ shop }, owner, { purchase_id: id }) => {
    const taken = await takeBackGift(shop, owner, id);
    return taken.ok ? { ok: true, notice: { code: 'takenBack' } } : taken;
  },
});

const thankWrite = defineWrite({
  write: 'thank',
  name: 'thank-giver',
  description: 'Records that the owner of a gift list has thanked for a gift.',
  schema: purchaseBody,
  run: async ({ shop }, owner, { purchase_id: id }) => {
    const thanked = await thankGiver(shop, owner, id);
    return thanked.ok ? { ok: true, notice: { code: 'thanked' }, nextPath: getWishlistPath(thanked.token) } : thanked;
  },
});

const followWrite = defineFirstWrite({
  write: 'follow',
  name: 'follow-list',
  description: 'Follows a public list of somebody else.',
  schema: followBody,
  run: async ({ shop }, owner, { wishlist_token: token }) => {
    const followed = await followList(shop, owner, token);
    return followed.ok
      ? { ok: true, notice: { code: 'followed' }, nextPath: getWishlistPath(followed.list.token) }
      : followed;
  },
});

const unfollowWrite = defineWrite({
  write: 'unfollow',
  name: 'unfollow-list',
  description: 'Follows a list no longer.',
  schema: followBody,
  run: async ({ shop }, owner, { wishlist_token: token }) => {
    await unfollowList(shop, owner, token);
    return { ok: true, notice: { code: 'unfollowed' } };
  },
});

export const listWrites = [
  createListWrite,
  renameListWrite,
  setPrivacyWrite,
  deleteListWrite,
  restoreListWrite,
  renewLinkWrite,
  setGiftWrite,
  buyGiftWrite,
  takeBackWrite,
  thankWrite,
  followWrite,
  unfollowWrite,
];

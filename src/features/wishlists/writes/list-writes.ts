import { z } from 'zod';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import { storableText } from '#platform/texts/storable-text.ts';
import { wishlistPath } from '../contract.ts';
import { buyGift, setGiftDetails, takeBackGift, thankGiver } from '../gifts/gift-list.ts';
import {
  createList,
  deleteList,
  renameList,
  renewShareToken,
  restoreList,
  setListPrivacy,
} from '../lists/change-lists.ts';
import { followList, unfollowList } from '../lists/follow-list.ts';
import { defineFirstWrite, defineWrite } from './define-write.tsx';
import { flagSchema, idSchema, listField, nameSchema, newListFields, privacySchema, tokenSchema } from './schemas.ts';

const listBody = z.object(listField).transform(({ wishlist_id: list }) => list);

const createListWrite = defineFirstWrite({
  write: 'create',
  hasCookieFirst: true,
  name: 'create-list',
  description: 'Creates a list with a name.',
  schema: z
    .object(newListFields)
    .transform(({ wishlist_name: name, wishlist_visibility: privacy, request_key: requestKey }) => ({
      ...{ name, privacy, requestKey },
    })),
  run: (shop, owner, list) => createList(shop, shop.db, owner, list),
  notice: 'created',
});

export const renameListWrite = defineWrite({
  write: 'rename',
  name: 'rename-list',
  description: 'Gives a list another name.',
  schema: z
    .object({ ...listField, wishlist_name: nameSchema })
    .transform(({ wishlist_id: list, wishlist_name: name }) => ({ list, name })),
  run: renameList,
  notice: 'renamed',
});

export const setPrivacyWrite = defineWrite({
  write: 'privacy',
  name: 'set-privacy',
  description: 'Sets who sees a list: everybody, who has its link, or its owner.',
  schema: z
    .object({ ...listField, wishlist_visibility: privacySchema })
    .transform(({ wishlist_id: list, wishlist_visibility: privacy }) => ({ list, privacy })),
  run: setListPrivacy,
  notice: 'privacyChanged',
});

const deleteListWrite = defineWrite({
  write: 'delete',
  name: 'delete-list',
  description: 'Deletes a list, which can be restored for ten minutes. The default list stays.',
  schema: listBody,
  run: deleteList,
  notice: ({ list }) => ({ code: 'deleted', key: String(list.id) }),
  reply: () => ({ nextPath: wishlistPath }),
});

const restoreListWrite = defineWrite({
  write: 'restore-list',
  name: 'restore-list',
  description: 'Restores a deleted list.',
  schema: z.object({ wishlist_id: idSchema }).transform(({ wishlist_id: id }) => id),
  run: restoreList,
  notice: 'listRestored',
});

const renewLinkWrite = defineWrite({
  write: 'renew-link',
  name: 'renew-link',
  description: 'Gives a list a new link. Earlier links no longer open it.',
  schema: listBody,
  run: renewShareToken,
  notice: 'linkRenewed',
});

/** Check the length again after normalising, which can make a text longer. */
const limitedText = (max: number, normalise: (text: string) => string) =>
  z
    .string()
    .max(max)
    .default('')
    .transform(normalise)
    .refine((text) => text.length <= max);

const setGiftWrite = defineWrite({
  write: 'gift',
  name: 'set-gift-details',
  description:
    'Makes a list a gift list with date, address and what others read of its owner and occasion, or an ordinary one again.',
  schema: z
    .object({
      ...listField,
      is_gift_list: flagSchema,
      event_date: z
        .union([z.literal('').transform(() => null), z.iso.date().refine((date) => date >= '0001-01-01')])
        .default(null)
        .describe('YYYY-MM-DD'),
      delivery_address: limitedText(1000, normaliseText),
      owner_name: limitedText(100, normaliseLine).describe('What others read of the owner. Empty: nothing.'),
      occasion: limitedText(100, normaliseLine).describe('What others read of the occasion. Empty: nothing.'),
      shows_bought: flagSchema.describe('Whether the owner sees what was bought'),
    })
    .transform(({ wishlist_id: list, occasion, ...sent }) => ({
      ...{ list, isGiftList: sent.is_gift_list, eventDate: sent.event_date, deliveryAddress: sent.delivery_address },
      ...{ ownerName: sent.owner_name, occasion, showsBought: sent.shows_bought },
    })),
  run: setGiftDetails,
  notice: 'giftChanged',
});

const buyGiftWrite = defineFirstWrite({
  write: 'buy',
  name: 'buy-gift',
  description: 'Marks that a giver bought something of a gift list.',
  schema: z
    .object({
      wishlist_token: tokenSchema.describe('Share token of the list'),
      item_id: idSchema,
      quantity: z.coerce.number().default(1),
      giver: storableText(100).default('').transform(normaliseLine).describe('Of who bought it, in one line'),
      request_key: storableText(100).optional().describe('Names the request: repeated, it marks nothing more'),
    })
    .transform(({ wishlist_token: token, item_id: itemId, request_key: requestKey, ...gift }) => ({
      ...{ token, itemId, requestKey },
      ...gift,
    })),
  run: buyGift,
  notice: 'bought',
});

const purchaseBody = z.object({ purchase_id: idSchema }).transform(({ purchase_id: id }) => id);

const takeBackWrite = defineWrite({
  write: 'take-back',
  name: 'take-gift-back',
  description: 'Takes the own mark of a gift back.',
  schema: purchaseBody,
  run: takeBackGift,
  notice: 'takenBack',
});

const thankWrite = defineWrite({
  write: 'thank',
  name: 'thank-giver',
  description: 'Records that the owner of a gift list has thanked for a gift.',
  schema: purchaseBody,
  run: thankGiver,
  notice: 'thanked',
});

const followBody = z
  .object({ wishlist_token: tokenSchema.describe('Share token of the list') })
  .transform(({ wishlist_token: token }) => token);

const followWrite = defineFirstWrite({
  write: 'follow',
  name: 'follow-list',
  description: 'Follows a public list of somebody else.',
  schema: followBody,
  run: followList,
  notice: 'followed',
});

const unfollowWrite = defineWrite({
  write: 'unfollow',
  name: 'unfollow-list',
  description: 'Follows a list no longer.',
  schema: followBody,
  run: unfollowList,
  notice: 'unfollowed',
});

export const listWrites = [
  ...[createListWrite, renameListWrite, setPrivacyWrite, deleteListWrite, restoreListWrite, renewLinkWrite],
  ...[setGiftWrite, buyGiftWrite, takeBackWrite, thankWrite, followWrite, unfollowWrite],
].map(({ mutation }) => mutation);

import {
  addItem,
  findList,
  findListOfItem,
  moveItems,
  type NewList,
  newList,
  removeFromAllLists,
  removeItem,
  removeItems,
  setItemQuantity,
  sortItems,
  type WishlistRef,
  type WriteFailure,
  wishlistTexts,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { type CallFields, readId, readIds, readRef, readText, readWhole } from '../fields.ts';
import { type CallResult, defineCall } from './define-call.ts';

const listNotFound: WriteFailure = { ok: false, code: 'LIST_NOT_FOUND' };
const newListFields = {
  wishlist_name: 'Of a new list',
  wishlist_visibility: 'Of a new list: 0 public, 1 shared by link, 2 private',
};

/** The list that a field names, or a new one; undefined for what is neither. */
function readTarget(fields: CallFields, name: string): WishlistRef | NewList | undefined {
  if (readText(fields, name) !== newList) return readRef(fields, name);
  const privacy = readText(fields, 'wishlist_visibility');
  return { name: readText(fields, 'wishlist_name'), privacy: privacy === '0' ? 0 : privacy === '1' ? 1 : 2 };
}

const maxProductId = 2_147_483_647;

const addCall = defineCall({
  call: 'add_to_wishlist',
  name: 'add-item',
  description: 'Adds a product to a list, or to a new one. `exists`: the list had it already.',
  fields: {
    add_to_wishlist: 'Id of the product or of a variation',
    product_type: 'Kind of the product; not needed',
    wishlist_id: 'Id or token of a list, or `new`; empty for the default list',
    ...newListFields,
  },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const list = readTarget(fields, 'wishlist_id');
    if (list === undefined) return listNotFound;
    const productId = readId(fields, 'add_to_wishlist');
    if (productId === 0 || productId > maxProductId) return { ok: false, code: 'PRODUCT_NOT_FOUND' };
    const added = await addItem(shop, owner, { list, productId });
    if (!added.ok) return added;
    const { result } = added;
    const message = shop.t(result === 'true' ? wishlistTexts.added : wishlistTexts.exists);
    return { ok: true, answer: { result, message, listsFor: added.productId } };
  },
});

/** The token must be that of the list that has the row. */
const removeCall = defineCall({
  call: 'remove_from_wishlist',
  name: 'remove-item',
  description: 'Removes a row of a list.',
  fields: { remove_from_wishlist: 'Id of the row', wishlist_id: 'Id of the list', wishlist_token: 'Token of the list' },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const name = readText(fields, 'wishlist_token') === '' ? 'wishlist_id' : 'wishlist_token';
    const list = readRef(fields, name);
    if (list === undefined) return listNotFound;
    const removed = await removeItems(shop, owner, { list, itemIds: [readId(fields, 'remove_from_wishlist')] });
    return removed.ok ? { ok: true, answer: { message: shop.t(wishlistTexts.removed) } } : removed;
  },
});

const sortCall = defineCall({
  call: 'sort_wishlist_items',
  name: 'sort-items',
  description: 'Sorts rows: those that are named change places among themselves.',
  fields: {
    'positions[]': 'Ids of rows in their new order',
    wishlist_token: 'Token of the list',
    page: 'Not needed',
    per_page: 'Not needed',
  },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const list = readRef(fields, 'wishlist_token');
    if (list === undefined) return listNotFound;
    const sorted = await sortItems(shop, owner, { list, itemIds: readIds(fields, 'positions') });
    return sorted.ok ? { ok: true, answer: { result: 'true', message: shop.t(wishlistTexts.sorted) } } : sorted;
  },
});

/** Whether the list that a token names is the owner's and has the row. */
async function hasItem(shop: Shop, owner: Owner, token: WishlistRef, itemId: number): Promise<boolean> {
  const list = await findList(shop, shop.db, owner, token);
  return list?.isUserOwner === true && (await findListOfItem(shop.db, owner, itemId)) === list.id;
}

const quantityCall = defineCall({
  call: 'update_item_quantity',
  name: 'set-quantity',
  description: 'Sets how many of a row are wanted.',
  fields: { product_id: 'Id of the row', wishlist_token: 'Token of the list', quantity: 'From 1' },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const token = readRef(fields, 'wishlist_token');
    const itemId = readId(fields, 'product_id');
    if (token === undefined || !(await hasItem(shop, owner, token, itemId)))
      return { ok: false, code: 'ITEM_NOT_FOUND' };
    const changed = await setItemQuantity(shop, owner, { itemId, quantity: readWhole(fields, 'quantity') });
    return changed.ok
      ? { ok: true, answer: { result: 'true', message: shop.t(wishlistTexts.quantityChanged) } }
      : changed;
  },
});

/** Nothing is moved without a source, a destination and a row. */
const moveCall = defineCall({
  call: 'move_to_another_wishlist',
  name: 'move-item',
  description: 'Moves a row to another list, or to a new one.',
  fields: {
    wishlist_token: 'Token of the list that has the row',
    destination_wishlist_token: 'Token or id of the other list, or `new`',
    item_id: 'Id of the row',
    ...newListFields,
  },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const [from, to] = [readRef(fields, 'wishlist_token'), readTarget(fields, 'destination_wishlist_token')];
    const itemId = readId(fields, 'item_id');
    if (from === undefined || from === null || to === undefined || to === null) return listNotFound;
    const moved = await moveItems(shop, owner, { itemIds: [itemId], from, to });
    if (!moved.ok) return moved;
    return { ok: true, answer: { result: 'true', message: shop.t(wishlistTexts.moved, { count: 1 }), listsFor: null } };
  },
});

const removeEverywhereCall = defineCall({
  call: 'remove_from_all_wishlists',
  name: 'remove-product',
  description: 'Removes a product from all lists of the shopper.',
  fields: { prod_id: 'Id of the product or of a variation', wishlist_id: 'Not needed' },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const productId = readId(fields, 'prod_id');
    if (productId === 0 || productId > maxProductId) return { ok: false, code: 'PRODUCT_NOT_FOUND' };
    await removeFromAllLists(shop, owner, productId);
    return { ok: true, answer: { message: shop.t(wishlistTexts.removedEverywhere) } };
  },
});

const deleteItemCall = defineCall({
  call: 'delete_item',
  name: 'delete-item',
  description: 'Removes a row, whatever its list.',
  fields: { item_id: 'Id of the row' },
  run: async ({ shop }, owner, fields): Promise<CallResult> => {
    const removed = await removeItem(shop, owner, readId(fields, 'item_id'));
    return removed.ok ? { ok: true, answer: { message: shop.t(wishlistTexts.removed) } } : removed;
  },
});

export const itemCalls = [addCall, removeCall, sortCall, quantityCall, moveCall, removeEverywhereCall, deleteItemCall];

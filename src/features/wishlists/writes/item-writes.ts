import { getWishlistPath } from '../contract.ts';
import { addItem } from '../items/add-item.ts';
import {
  findListOfItem,
  type ItemsChanged,
  placeItem,
  removeFromAllLists,
  removeItems,
  restoreItems,
  setItemNote,
  setItemQuantity,
  sortItems,
} from '../items/change-items.ts';
import { moveItems } from '../items/move-items.ts';
import { defineFirstWrite, defineWrite, type WriteFailure, type WriteSuccess } from './define-write.tsx';
import { createRemovedNotice, type WishlistSuccessCode } from './notices.ts';
import {
  addBody,
  itemsBody,
  moveBody,
  noteBody,
  placeBody,
  productBody,
  quantityBody,
  sortBody,
  toTarget,
} from './schemas.ts';

const toResult = (
  result: ItemsChanged | WriteFailure,
  code: WishlistSuccessCode,
  itemId?: number,
): WriteSuccess | WriteFailure => (result.ok ? { ok: true, notice: { code }, list: result.list, itemId } : result);

const addItemWrite = defineFirstWrite({
  write: 'add',
  hasCookieFirst: true,
  name: 'add-item',
  description: 'Adds a product to a list of the shopper, or to a new one. What the list has already stays as it is.',
  schema: addBody,
  run: async ({ shop }, owner, input) => {
    const added = await addItem(shop, owner, input);
    if (!added.ok) return added;
    const { result, itemId, list, productId } = added;
    return { ok: true, notice: { code: result === 'true' ? 'added' : 'exists' }, result, itemId, list, productId };
  },
});

const removeItemsWrite = defineWrite({
  write: 'remove',
  name: 'remove-items',
  description: 'Removes rows of one list, which can be restored for ten minutes.',
  schema: itemsBody,
  run: async ({ shop }, owner, { item_id: itemIds }) => {
    const [first = 0] = itemIds;
    const list = await findListOfItem(shop.db, owner, first);
    if (list === null) return { ok: false, code: 'ITEM_NOT_FOUND' };
    const removed = await removeItems(shop, owner, { list, itemIds });
    if (!removed.ok) return removed;
    return { ok: true, notice: createRemovedNotice(removed.itemIds), list: removed.list, itemId: first };
  },
});

const restoreItemsWrite = defineWrite({
  write: 'restore',
  name: 'restore-items',
  description: 'Restores removed rows at their places: all of them, or none when a list has no room.',
  schema: itemsBody,
  run: async ({ shop }, owner, { item_id: itemIds }) =>
    toResult(await restoreItems(shop, owner, itemIds), 'restored', itemIds[0]),
});

const setQuantityWrite = defineWrite({
  write: 'quantity',
  name: 'set-quantity',
  description: 'Sets how many of a row are wanted.',
  schema: quantityBody,
  run: async ({ shop }, owner, { item_id: itemId, quantity }) =>
    toResult(await setItemQuantity(shop, owner, { itemId, quantity }), 'quantityChanged', itemId),
});

const setNoteWrite = defineWrite({
  write: 'note',
  name: 'set-note',
  description: 'Sets the note of a row, which all see who see the list.',
  schema: noteBody,
  run: async ({ shop }, owner, { item_id: itemId, note }) =>
    toResult(await setItemNote(shop, owner, { itemId, note }), 'noteChanged', itemId),
});

const sortItemsWrite = defineWrite({
  write: 'sort',
  name: 'sort-items',
  description: 'Sorts rows: those that are named change places among themselves.',
  schema: sortBody,
  run: async ({ shop }, owner, { wishlist_id: list, positions: itemIds }) =>
    toResult(await sortItems(shop, owner, { list, itemIds }), 'sorted'),
});

const placeItemWrite = defineWrite({
  write: 'place',
  name: 'place-item',
  description: 'Puts a row at a position, from 1.',
  schema: placeBody,
  run: async ({ shop }, owner, { item_id: itemId, position }) =>
    toResult(await placeItem(shop, owner, { itemId, position }), 'sorted', itemId),
});

const moveItemsWrite = defineWrite({
  write: 'move',
  name: 'move-items',
  description: 'Moves rows to another list of the shopper, or to a new one. The next page is the list that they left.',
  schema: moveBody,
  run: async ({ shop }, owner, { wishlist_id: from, item_id: itemIds, destination, ...newList }) => {
    const moved = await moveItems(shop, owner, { itemIds, from, to: toTarget(destination, newList) });
    if (!moved.ok) return moved;
    const notice = { code: 'moved', count: moved.moved, key: String(moved.to.id) } as const;
    return { ok: true, notice, list: moved.to, nextPath: getWishlistPath(moved.from.token) };
  },
});

const removeEverywhereWrite = defineWrite({
  write: 'remove-everywhere',
  name: 'remove-product',
  description: 'Removes a product, or one variation of it, from all lists of the shopper.',
  schema: productBody,
  run: async ({ shop }, owner, { product_id: productId }) => {
    await removeFromAllLists(shop, owner, productId);
    return { ok: true, notice: { code: 'removedEverywhere' }, productId };
  },
});

export const itemWrites = [
  addItemWrite,
  removeItemsWrite,
  restoreItemsWrite,
  setQuantityWrite,
  setNoteWrite,
  sortItemsWrite,
  placeItemWrite,
  moveItemsWrite,
  removeEverywhereWrite,
];

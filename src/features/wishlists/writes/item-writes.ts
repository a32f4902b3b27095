import { z } from 'zod';
import { storableText } from '#platform/texts/storable-text.ts';
import { getWishlistPath } from '../contract.ts';
import { addItem } from '../items/add-item.ts';
import {
  placeItem,
  removeFromAllLists,
  removeItems,
  restoreItems,
  sortItems,
  updateItem,
} from '../items/change-items.ts';
import { moveItems } from '../items/move-items.ts';
import { defineFirstWrite, defineWrite } from './define-write.tsx';
import { createRemovedNotice } from './notices.ts';
import {
  addBody,
  idSchema,
  idsSchema,
  listField,
  newListFields,
  productId,
  targetSchema,
  toTarget,
  withLists,
} from './schemas.ts';

const itemsBody = withLists({ item_id: idsSchema });

/** Adds the requested row's id to the reply. */
const withItemId = (_: unknown, { itemId }: { readonly itemId: number }) => ({ itemId });

export const addItemWrite = defineFirstWrite({
  write: 'add',
  hasCookieFirst: true,
  name: 'add-item',
  description: 'Adds a product to a list of the shopper, or to a new one. What the list has already stays as it is.',
  schema: addBody,
  run: addItem,
  notice: ({ result }) => ({ code: result === 'true' ? 'added' : 'exists' }),
});

export const removeItemsWrite = defineWrite({
  write: 'remove',
  name: 'remove-items',
  description: 'Removes rows of one list, which can be restored for ten minutes.',
  schema: itemsBody.transform(({ item_id: itemIds }): Parameters<typeof removeItems>[2] => ({ itemIds })),
  run: removeItems,
  notice: ({ itemIds }) => createRemovedNotice(itemIds),
  reply: (_, { itemIds: [itemId] }) => ({ itemId }),
});

const restoreItemsWrite = defineWrite({
  write: 'restore',
  name: 'restore-items',
  description: 'Restores removed rows at their places: all of them, or none when a list has no room.',
  schema: itemsBody.transform(({ item_id: itemIds }) => itemIds),
  run: restoreItems,
  notice: 'restored',
  reply: (_, [itemId]) => ({ itemId }),
});

export const setQuantityWrite = defineWrite({
  write: 'quantity',
  name: 'set-quantity',
  description: 'Sets how many of a row are wanted.',
  schema: z
    .object({ item_id: idSchema, quantity: z.coerce.number() })
    .transform(({ item_id: itemId, quantity }): Parameters<typeof updateItem>[2] => ({ itemId, quantity })),
  run: updateItem,
  notice: 'quantityChanged',
  reply: withItemId,
});

const setNoteWrite = defineWrite({
  write: 'note',
  name: 'set-note',
  description: 'Sets the note of a row, which all see who see the list.',
  schema: z
    .object({ item_id: idSchema, note: storableText(2000) })
    .transform(({ item_id: itemId, note }) => ({ itemId, note })),
  run: updateItem,
  notice: 'noteChanged',
  reply: withItemId,
});

export const sortItemsWrite = defineWrite({
  write: 'sort',
  name: 'sort-items',
  description: 'Sorts rows: those that are named change places among themselves.',
  schema: withLists({ ...listField, positions: idsSchema.describe('Ids of rows in their new order') }).transform(
    ({ wishlist_id: list, positions: itemIds }) => ({ list, itemIds }),
  ),
  run: sortItems,
  notice: 'sorted',
});

const placeItemWrite = defineWrite({
  write: 'place',
  name: 'place-item',
  description: 'Puts a row at a position, from 1.',
  schema: z
    .object({ item_id: idSchema, position: z.coerce.number().int().min(1).max(1_000_000) })
    .transform(({ item_id: itemId, position }) => ({ itemId, position })),
  run: placeItem,
  notice: 'sorted',
  reply: withItemId,
});

export const moveItemsWrite = defineWrite({
  write: 'move',
  name: 'move-items',
  description: 'Moves rows to another list of the shopper, or to a new one. The next page is the list that they left.',
  schema: withLists({ ...listField, item_id: idsSchema, destination: targetSchema, ...newListFields }).transform(
    ({ wishlist_id: from, item_id: itemIds, destination, ...list }) => ({
      itemIds,
      from,
      to: toTarget(destination, list),
    }),
  ),
  run: moveItems,
  notice: ({ moved, to }) => ({ code: 'moved', count: moved, key: String(to.id) }),
  reply: ({ from, to }) => ({ list: to, nextPath: getWishlistPath(from.token) }),
});

export const removeEverywhereWrite = defineWrite({
  write: 'remove-everywhere',
  name: 'remove-product',
  description: 'Removes a product, or one variation of it, from all lists of the shopper.',
  schema: z.object({ product_id: productId }).transform(({ product_id: id }) => id),
  run: removeFromAllLists,
  notice: 'removedEverywhere',
  reply: (_, id) => ({ productId: id }),
});

export const itemWrites = [
  ...[addItemWrite, removeItemsWrite, restoreItemsWrite, setQuantityWrite, setNoteWrite, sortItemsWrite],
  ...[placeItemWrite, moveItemsWrite, removeEverywhereWrite],
].map(({ mutation }) => mutation);

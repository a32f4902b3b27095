import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import type { DraftSource } from '#features/manual-orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Text } from '#platform/texts/texts.ts';
import { type ItemRow, readItems } from './items/item-rows.ts';
import { getListName } from './lists/find-lists.ts';
import { wishlistTexts as texts } from './texts.ts';

const selectList = sqlQuery<{ customerId: number | null; name: string | null }>(
  'wishlists.list-to-order',
  'select customer_id as "customerId", name from wishlists where id = $1 and deleted_at is null',
);
/** Maximum number of lines of an order. */
const maxLines = 100;

/** Creates an order draft from a wishlist, such as to answer the request for an estimate with a quote. */
export const wishlistDraft: DraftSource = {
  name: 'wishlist',
  requires: 'wishlists.read',
  load: async (shop, db, id) => {
    const [list] = await selectList(db, [id]);
    if (!list) return null;
    const rows = await readItems(db, id);
    const ids = rows.map(({ variationId }) => variationId);
    const variations = await getPurchasableVariations(db, ids, shop.clock.now());
    const notes = [shop.t(texts.draftOfList, { name: getListName(shop, list), id: String(id) })];
    const lines = rows.flatMap(({ productName: name, ...row }) => {
      const variation = variations.get(row.variationId) ?? null;
      const reason = findReason(row, variation);
      if (reason) notes.push(shop.t(texts.draftLeftOut, { name, reason: shop.t(reason) }));
      if (reason) return [];
      const quantity = Math.min(row.quantity, variation?.maxQuantity ?? row.quantity);
      if (quantity < row.quantity) notes.push(shop.t(texts.draftLowered, { name, quantity, wanted: row.quantity }));
      const { variationId, choices, addons, uploads } = row;
      return [{ variationId, quantity, choices, addons, uploads }];
    });
    if (lines.length > maxLines) notes.push(shop.t(texts.draftTooLong, { max: maxLines }));
    return {
      customerId: list.customerId,
      lines: lines.slice(0, maxLines),
      internalNote: notes.join('\n').slice(0, 2000),
    };
  },
};

/** @returns why a row can't be ordered; null when it can */
function findReason({ productId }: Pick<ItemRow, 'productId'>, variation: PurchasableVariation | null): Text | null {
  if (variation?.status !== 'published' || variation.productId !== productId) return texts.draftNotSold;
  const { unavailableReason } = variation;
  if (unavailableReason === 'CHOOSE_OPTIONS') return texts.draftOptionsOpen;
  if (unavailableReason === 'OUT_OF_STOCK') return texts.draftSoldOut;
  if (unavailableReason === 'EVENT_STARTED') return texts.draftEventStarted;
  return variation.type === 'grouped' || variation.type === 'external' ? texts.draftSoldElsewhere : null;
}

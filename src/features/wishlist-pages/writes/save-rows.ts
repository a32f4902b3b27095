import {
  findItemsById,
  updateItem,
  type Wishlist,
  type WishlistItem,
  type WishlistNotice,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { getNoteChecksum, type ShownRow } from '../contract.ts';
import type { SubmittedRow } from './read-list-form.ts';

/**
 * Saves quantities and notes that were typed into the owner's form. Values that the form still has as rendered are
 * not saved, since another tab may have changed them meanwhile.
 * @returns the number of saved values, and the reasons why others were not saved
 */
export async function saveRows(
  shop: Shop,
  owner: Owner | null,
  list: Wishlist,
  rows: readonly SubmittedRow[],
): Promise<{ readonly saved: number; readonly unsaved: readonly WishlistNotice[] }> {
  const typed = rows.filter((row) => findTyped(row, row.shown).length > 0);
  const items =
    typed.length === 0
      ? []
      : await findItemsById(
          shop,
          shop.db,
          list,
          typed.map(({ itemId }) => itemId),
        );
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const codes = new Set<WishlistNotice['code']>();
  let saved = 0;
  for (const row of typed) {
    const item = itemsById.get(row.itemId);
    if (!item) continue;
    // Compare with the stored row when the form does not contain the values it was rendered with.
    for (const change of findTyped(row, row.shown ?? toShownRow(item))) {
      const result = await updateItem(shop, owner, { itemId: item.id, ...change });
      if (result.ok) saved += 1;
      else codes.add(result.code);
    }
  }
  return { saved, unsaved: [...codes].map((code) => ({ code })) };
}

export const toShownRow = ({ id, quantity, note }: WishlistItem): ShownRow => ({
  ...{ itemId: id, quantity, noteChecksum: getNoteChecksum(note) },
});

/** Lists the quantity and the note that differ from the shown values, each as a separate change. */
const findTyped = ({ quantity, note }: SubmittedRow, shown: ShownRow | null) => [
  ...(quantity === null || quantity === shown?.quantity ? [] : [{ quantity }]),
  ...(note === null || getNoteChecksum(note) === shown?.noteChecksum ? [] : [{ note }]),
];

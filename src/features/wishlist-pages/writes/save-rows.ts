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

export interface RowsSaved {
  /** Quantities and notes that are saved now. */
  readonly saved: number;
  /** Why others are not. */
  readonly unsaved: readonly WishlistNotice[];
}

/**
 * Saves quantities and notes that were typed into the owner's form. What was left as the form showed it
 * stays as it is now: another tab may have changed it since.
 */
export async function saveRows(
  shop: Shop,
  owner: Owner | null,
  list: Wishlist,
  rows: readonly SubmittedRow[],
): Promise<RowsSaved> {
  const typed = rows.filter((row) => {
    const { quantity, note } = findTyped(row, row.shown);
    return quantity !== null || note !== null;
  });
  if (typed.length === 0) return { saved: 0, unsaved: [] };
  const rowsById = new Map(typed.map((row) => [row.itemId, row]));
  const codes = new Set<WishlistNotice['code']>();
  let saved = 0;
  const keep = (result: { readonly ok: true } | { readonly ok: false; readonly code: WishlistNotice['code'] }) => {
    if (result.ok) saved += 1;
    else codes.add(result.code);
  };
  for (const item of await findItemsById(shop, shop.db, list, [...rowsById.keys()])) {
    const row = rowsById.get(item.id);
    if (!row) continue;
    // A form that does not say what it showed is compared with the row.
    const { quantity, note } = findTyped(row, row.shown ?? toShownRow(item));
    if (quantity !== null) keep(await updateItem(shop, owner, { itemId: item.id, quantity }));
    if (note !== null) keep(await updateItem(shop, owner, { itemId: item.id, note }));
  }
  return { saved, unsaved: [...codes].map((code) => ({ code })) };
}

/** What a form shows of a row. */
export const toShownRow = ({ id, quantity, note }: WishlistItem): ShownRow => ({
  ...{ itemId: id, quantity, noteChecksum: getNoteChecksum(note) },
});

/** What differs from what was shown. Null: nothing. */
function findTyped({ quantity, note }: SubmittedRow, shown: ShownRow | null): Pick<SubmittedRow, 'quantity' | 'note'> {
  return {
    quantity: quantity === shown?.quantity ? null : quantity,
    note: note !== null && getNoteChecksum(note) === shown?.noteChecksum ? null : note,
  };
}

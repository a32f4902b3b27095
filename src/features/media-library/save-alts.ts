import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findMediaByIds, saveAltTexts } from '#platform/media/records.ts';
import { publishMediaChange } from './find-uses.ts';

/**
 * Saves alt texts of pictures that the form of another feature changed, and drops the pages that show them. The caller has
 * checked that the actor may change what shows these pictures.
 */
export async function savePictureAlts(
  shop: Shop,
  tx: Tx,
  texts: readonly { readonly id: number; readonly alt: string }[],
): Promise<void> {
  if (texts.length === 0) return;
  const stored = new Map(
    (
      await findMediaByIds(
        tx,
        texts.map(({ id }) => id),
      )
    ).map(({ id, alt }) => [id, alt]),
  );
  const changed = texts.filter(({ id, alt }) => stored.has(id) && stored.get(id) !== alt);
  if (changed.length === 0) return;
  await saveAltTexts(tx, changed);
  await publishMediaChange(
    shop,
    tx,
    changed.map(({ id }) => id),
  );
}

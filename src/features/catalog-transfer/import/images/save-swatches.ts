import { type SwatchUpdate, toAttributeKey, toTermKey, updateSwatches } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportTarget, RowWarning } from '../save/batch.ts';
import type { NamedIds, RowWithId } from '../save/ensure-named-ids.ts';
import type { BatchImages } from './find-images.ts';

/** Lists the images of a row's swatches. */
export const listSwatchImages = ({ swatches }: ParsedRow): string[] =>
  swatches.flatMap(({ terms }) => terms.flatMap(({ image }) => image ?? []));

/**
 * Saves the swatches of rows and enqueues the images to fetch.
 * @returns lines of the rows that changed a swatch
 */
export async function saveSwatches(
  target: ImportTarget,
  tx: Tx,
  rows: readonly RowWithId[],
  namedIds: NamedIds,
  images: BatchImages,
): Promise<ReadonlySet<number>> {
  const swatches = rows.flatMap((row) =>
    toSwatches(row, namedIds, images).map((swatch) => ({ ...swatch, line: row[0].line })),
  );
  if (swatches.length === 0) return new Set();
  // One statement can't update a term twice; the last row wins.
  const updates = [...new Map(swatches.map((swatch) => [swatch.termId, swatch])).values()];
  const changed = await updateSwatches(
    target.shop,
    tx,
    updates.map(({ line: _, image: __, ...swatch }) => swatch),
  );
  for (const { image, line } of updates) if (image !== null) await images.enqueueSwatchFetch(line, image);
  return new Set(swatches.filter(({ attributeId }) => changed.has(attributeId)).map(({ line }) => line));
}

const noImage = { mediaId: null, remoteId: null };

function toSwatches([row, productId]: RowWithId, namedIds: NamedIds, images: BatchImages) {
  return row.swatches.flatMap(({ attribute, terms }) => {
    const findAttributeId = (ownerId: number | null) =>
      namedIds.attributes.get(toAttributeKey({ name: attribute, productId: ownerId }));
    const attributeId = findAttributeId(productId) ?? findAttributeId(null);
    if (attributeId === undefined) return [];
    return terms.flatMap(({ name, color, image }) => {
      const termId = namedIds.terms.get(toTermKey({ attributeId, name }));
      if (termId === undefined) return [];
      const { mediaId, remoteId } = image === null ? noImage : images.getSwatchImage(image);
      const swatch: SwatchUpdate & { readonly image: string | null } = {
        attributeId,
        termId,
        color,
        image,
        imageId: mediaId,
        remoteId,
        keepsImage: image !== null && mediaId === null,
      };
      return [swatch];
    });
  });
}

/** Lists warnings for swatch images that can't be fetched. */
export function listSwatchWarnings(row: ParsedRow, images: BatchImages): RowWarning[] {
  return images.listWarnings({ line: row.line, field: 'swatches', images: [...new Set(listSwatchImages(row))] });
}

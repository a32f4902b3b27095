import { type Swatch, toAttributeKey, toTermKey, updateSwatches } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportTarget, RowWarning } from '../save/batch.ts';
import type { NamedIds, NumberedRow } from '../save/ensure-named-ids.ts';
import type { Pictures } from './find-pictures.ts';

/** Lists the pictures of a row's swatches. */
export const listSwatchImages = ({ swatches }: ParsedRow): string[] =>
  swatches.flatMap(({ terms }) => terms.flatMap(({ image }) => image ?? []));

/**
 * Saves the swatches of rows and enqueues the pictures to fetch.
 * @returns lines of the rows that changed a swatch
 */
export async function saveSwatches(
  target: ImportTarget,
  tx: Tx,
  rows: readonly NumberedRow[],
  words: NamedIds,
  pictures: Pictures,
): Promise<ReadonlySet<number>> {
  const swatches = rows.flatMap((row) =>
    toSwatches(row, words, pictures).map((one) => ({ ...one, line: row[0].line })),
  );
  if (swatches.length === 0) return new Set();
  // One statement can't update a term twice; the last row wins.
  const asked = [...new Map(swatches.map((one) => [one.termId, one])).values()];
  const changed = await updateSwatches(
    target.shop,
    tx,
    asked.map(({ line: _, image: __, ...swatch }) => swatch),
  );
  for (const { image, line } of asked) if (image !== null) await pictures.enqueueSwatchFetch(line, image);
  return new Set(swatches.filter(({ attributeId }) => changed.has(attributeId)).map(({ line }) => line));
}

const noImage = { mediaId: null, remoteId: null };

function toSwatches([row, productId]: NumberedRow, words: NamedIds, pictures: Pictures) {
  return row.swatches.flatMap(({ attribute, terms }) => {
    const idOf = (owner: number | null) => words.attributes.get(toAttributeKey({ name: attribute, productId: owner }));
    const attributeId = idOf(productId) ?? idOf(null);
    if (attributeId === undefined) return [];
    return terms.flatMap(({ name, color, image }) => {
      const termId = words.terms.get(toTermKey({ attributeId, name }));
      if (termId === undefined) return [];
      const { mediaId, remoteId } = image === null ? noImage : pictures.getSwatchImage(image);
      const swatch: Swatch & { readonly image: string | null } = {
        ...{ attributeId, termId, color, image, remoteId },
        imageId: mediaId,
        keepsImage: image !== null && mediaId === null,
      };
      return [swatch];
    });
  });
}

/** Warns of swatch pictures that can't be fetched. */
export function warnOfSwatches(row: ParsedRow, pictures: Pictures): RowWarning[] {
  return pictures.listWarnings({ line: row.line, field: 'swatches', images: [...new Set(listSwatchImages(row))] });
}

import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { swatchesTag } from '../cache-tags.ts';
import { attributeKey, termKey } from '../vocabulary.ts';
import type { Note, Target } from './batch.ts';
import type { Pictures } from './images.ts';
import type { ParsedRow } from './parsed-row.ts';
import type { Numbered, Words } from './words.ts';

/** What a term is to show. */
interface Swatch {
  readonly attributeId: number;
  readonly termId: number;
  /** Null: the one that it has. */
  readonly color: string | null;
  /** As the file names it. */
  readonly image: string | null;
  readonly imageId: number | null;
  /** The picture that an import brings. */
  readonly remoteId: number | null;
  /** Whether its picture stays until another one is there. */
  readonly keepsImage: boolean;
}

const next = `coalesce(a.color, t.swatch), case when a."keepsImage" then t.image_id else a."imageId" end,
      case when a."remoteId" is null and a."imageId" = t.image_id then t.remote_image_id else a."remoteId" end`;

const paint = sqlQuery<{ attributeId: number }>(
  'catalog.paint-swatches',
  `with asked as (
    select "attributeId", "termId", color, "imageId", "remoteId", "keepsImage" from jsonb_to_recordset($1::jsonb)
      as a("attributeId" integer, "termId" integer, color text, "imageId" integer, "remoteId" integer, "keepsImage" boolean)
  ), painted as (
    update attribute_terms t set (swatch, image_id, remote_image_id) = row(${next})
    from asked a where t.id = a."termId" and (t.swatch, t.image_id, t.remote_image_id) is distinct from (${next})
    returning t.attribute_id
  ), turned as (
    update attributes t set kind = 'swatch' where t.kind <> 'swatch'
      and t.id in (select "attributeId" from asked where color is not null or "imageId" is not null) returning t.id
  )
  select attribute_id as "attributeId" from painted union select id from turned`,
);

/** Pictures that the swatches of a row name. */
export const swatchImages = ({ swatches }: ParsedRow): string[] =>
  swatches.flatMap(({ terms }) => terms.flatMap(({ image }) => image ?? []));

/**
 * Gives terms the colours and pictures that rows name for them, and enqueues what is still to be fetched.
 * @returns lines of the rows that changed one
 */
export async function paintSwatches(
  target: Target,
  tx: Tx,
  rows: readonly Numbered[],
  words: Words,
  pictures: Pictures,
): Promise<ReadonlySet<number>> {
  const swatches = rows.flatMap((row) =>
    swatchesOf(row, words, pictures).map((one) => ({ ...one, line: row[0].line })),
  );
  if (swatches.length === 0) return new Set();
  // One statement can't change a term twice; the last row is right.
  const asked = [...new Map(swatches.map((one) => [one.termId, one])).values()];
  const changed = new Set((await paint(tx, [JSON.stringify(asked)])).map(({ attributeId }) => attributeId));
  for (const { image, line } of asked) if (image !== null) await pictures.fetchSwatch(line, image);
  if (changed.size > 0) await target.shop.pages.invalidate(tx, [swatchesTag]);
  return new Set(swatches.filter(({ attributeId }) => changed.has(attributeId)).map(({ line }) => line));
}

const none = { mediaId: null, remoteId: null };

function swatchesOf([row, productId]: Numbered, words: Words, pictures: Pictures) {
  return row.swatches.flatMap(({ attribute, terms }) => {
    const idOf = (owner: number | null) => words.attributes.get(attributeKey({ name: attribute, productId: owner }));
    const attributeId = idOf(productId) ?? idOf(null);
    if (attributeId === undefined) return [];
    return terms.flatMap(({ name, color, image }) => {
      const termId = words.terms.get(termKey({ attributeId, name }));
      if (termId === undefined) return [];
      const { mediaId, remoteId } = image === null ? none : pictures.swatch(image);
      const swatch: Swatch = {
        ...{ attributeId, termId, color, image, remoteId },
        imageId: mediaId,
        keepsImage: image !== null && mediaId === null,
      };
      return [swatch];
    });
  });
}

/** Swatches whose pictures nobody can fetch. */
export function swatchNotes(row: ParsedRow, pictures: Pictures): Note[] {
  return pictures.notes({ line: row.line, field: 'swatches', images: [...new Set(swatchImages(row))] });
}

import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { swatchesCacheTag } from '../cache-tags.ts';

export interface SwatchUpdate {
  readonly attributeId: number;
  readonly termId: number;
  /** `#rrggbb`; null keeps the current colour. */
  readonly color: string | null;
  readonly imageId: number | null;
  /** The remote image that replaces the image once it is fetched. */
  readonly remoteId: number | null;
  /** True keeps the current image until the remote image is fetched. */
  readonly keepsImage: boolean;
}

/** New `swatch`, `image_id` and `remote_image_id` of `attribute_terms t`, from `requested r`. */
const newTermValuesSql = `coalesce(r.color, t.swatch), case when r."keepsImage" then t.image_id else r."imageId" end,
      case when r."remoteId" is null and r."imageId" = t.image_id then t.remote_image_id else r."remoteId" end`;

const queryUpdateSwatches = sqlQuery<{ attributeId: number }>(
  'catalog.update-swatches',
  `with requested as (
    select "attributeId", "termId", color, "imageId", "remoteId", "keepsImage" from jsonb_to_recordset($1::jsonb)
      as r("attributeId" integer, "termId" integer, color text, "imageId" integer, "remoteId" integer, "keepsImage" boolean)
  ), changed_terms as (
    update attribute_terms t set (swatch, image_id, remote_image_id) = row(${newTermValuesSql})
    from requested r where t.id = r."termId" and (t.swatch, t.image_id, t.remote_image_id) is distinct from (${newTermValuesSql})
    returning t.attribute_id
  ), changed_attributes as (
    update attributes t set kind = 'swatch' where t.kind <> 'swatch'
      and t.id in (select "attributeId" from requested where color is not null or "imageId" is not null) returning t.id
  )
  select attribute_id as "attributeId" from changed_terms union select id from changed_attributes`,
);

/**
 * Sets colours and images of terms, and displays their attributes as swatches.
 * @param swatches at most one per term
 * @returns ids of the attributes that changed
 */
export async function updateSwatches(
  shop: Pick<Shop, 'pages'>,
  tx: Tx,
  swatches: readonly SwatchUpdate[],
): Promise<ReadonlySet<number>> {
  const changed = new Set(
    (await queryUpdateSwatches(tx, [JSON.stringify(swatches)])).map(({ attributeId }) => attributeId),
  );
  if (changed.size > 0) await shop.pages.invalidate(tx, [swatchesCacheTag]);
  return changed;
}

const queryShowAsSwatches = sqlQuery(
  'catalog.show-as-swatches',
  `update attributes set kind = 'swatch' where id = any($1::integer[]) and kind <> 'swatch'`,
);

const queryUpdateTerms = sqlQuery(
  'catalog.update-term-display',
  `update attribute_terms t set position = given.position, swatch = coalesce(t.swatch, given.swatch)
  from unnest($1::integer[], $2::integer[], $3::text[]) as given(id, position, swatch) where t.id = given.id`,
);

/** Sets positions of terms, and colours of terms that have none. Uses two queries. */
export async function updateTermDisplay(
  tx: Tx,
  swatchAttributeIds: readonly number[],
  terms: readonly { readonly id: number; readonly position: number; readonly swatch: string | null }[],
): Promise<void> {
  await queryShowAsSwatches(tx, [swatchAttributeIds]);
  await queryUpdateTerms(tx, [
    terms.map(({ id }) => id),
    terms.map(({ position }) => position),
    terms.map(({ swatch }) => swatch),
  ]);
}

import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardTag, productTag } from '../cache-tags.ts';
import { attributeKey, termKey } from '../vocabulary.ts';
import type { Numbered, Words } from './words.ts';

interface Color {
  readonly attributeId: number;
  readonly termId: number;
  readonly swatch: string;
}

const paint = sqlQuery<{ attributeId: number }>(
  'catalog.paint-swatches',
  `with asked as (
    select * from jsonb_to_recordset($1::jsonb) as a("attributeId" integer, "termId" integer, swatch text)
  ), painted as (
    update attribute_terms t set swatch = a.swatch from asked a where t.id = a."termId" and t.swatch is distinct from a.swatch returning t.attribute_id
  ), turned as (
    update attributes t set kind = 'swatch' where t.kind <> 'swatch' and t.id in (select "attributeId" from asked) returning t.id
  )
  select attribute_id as "attributeId" from painted union select id from turned`,
);

const users = sqlQuery<{ id: number }>(
  'catalog.products-of-attributes',
  'select distinct product_id as id from product_attributes where attribute_id = any($1::integer[])',
);

/** Gives terms the colours that rows name for them. @returns lines of the rows that changed one */
export async function paintSwatches(
  shop: Shop,
  tx: Tx,
  rows: readonly Numbered[],
  words: Words,
): Promise<ReadonlySet<number>> {
  const colors = rows.flatMap((row) => colorsOf(row, words).map((color) => ({ line: row[0].line, color })));
  if (colors.length === 0) return new Set();
  // One statement can't change a term twice; the last row is right.
  const asked = [...new Map(colors.map(({ color }) => [color.termId, color])).values()];
  const changed = new Set((await paint(tx, [JSON.stringify(asked)])).map(({ attributeId }) => attributeId));
  if (changed.size === 0) return new Set();
  const shown = await users(tx, [[...changed]]);
  await shop.pages.invalidate(
    tx,
    shown.flatMap(({ id }) => [productTag(id), cardTag(id)]),
  );
  return new Set(colors.filter(({ color }) => changed.has(color.attributeId)).map(({ line }) => line));
}

function colorsOf([row, productId]: Numbered, words: Words): Color[] {
  return row.swatches.flatMap(({ attribute, terms }) => {
    const idOf = (owner: number | null) => words.attributes.get(attributeKey({ name: attribute, productId: owner }));
    const attributeId = idOf(productId) ?? idOf(null);
    if (attributeId === undefined) return [];
    return terms.flatMap(({ name, color }): Color[] => {
      const termId = words.terms.get(termKey({ attributeId, name }));
      return termId === undefined ? [] : [{ attributeId, termId, swatch: color }];
    });
  });
}

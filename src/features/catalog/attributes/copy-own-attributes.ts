import { sqlQuery, type Tx } from '#platform/database/database.ts';

const insertAttributes = sqlQuery<{ readonly id: number; readonly copyId: number }>(
  'catalog.copy-own-attributes',
  `with added as (
    insert into attributes (product_id, slug, name, kind, position) select $2, slug, name, kind, position from attributes where product_id = $1 returning id, slug
  ) select a.id, added.id as "copyId" from attributes a join added using (slug) where a.product_id = $1`,
);
const insertTerms = sqlQuery<{ readonly id: number; readonly copyId: number }>(
  'catalog.copy-own-terms',
  `with copied as (
    select * from unnest($1::integer[], $2::integer[]) as c (id, copy_id)
  ), added as (
    insert into attribute_terms (attribute_id, image_id, remote_image_id, slug, name, description, swatch, position)
    select c.copy_id, t.image_id, t.remote_image_id, t.slug, t.name, t.description, t.swatch, t.position
    from attribute_terms t join copied c on c.id = t.attribute_id returning id, attribute_id, slug
  ) select t.id, added.id as "copyId" from attribute_terms t join copied c on c.id = t.attribute_id
    join added on added.attribute_id = c.copy_id and added.slug = t.slug`,
);

/**
 * Copies the attributes that belong to a product alone to its copy. @returns ids of the copies by the original ids
 */
export async function copyOwnAttributes(tx: Tx, id: number, copyId: number) {
  const attributes = new Map((await insertAttributes(tx, [id, copyId])).map((row) => [row.id, row.copyId]));
  const given = [[...attributes.keys()], [...attributes.values()]];
  const terms = new Map((await insertTerms(tx, given)).map((row) => [row.id, row.copyId]));
  return {
    toAttribute: (each: number): number => attributes.get(each) ?? each,
    toTerm: <Id extends number | null>(each: Id): Id => (each === null ? each : ((terms.get(each) ?? each) as Id)),
  };
}

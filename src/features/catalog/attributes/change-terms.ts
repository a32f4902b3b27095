import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toSlug } from '#platform/texts/slugs.ts';
import { republishProducts } from '../products/republish-products.ts';
import { lockProducts } from '../products/save/product-lookups.ts';
import type { ChangeResult } from './change-labels.ts';
import { saveUnlessTaken } from './save-unless-taken.ts';

type ChangingShop = Pick<Shop, 'pages' | 'emit' | 'clock'>;

export interface SharedAttribute {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly kind: 'select' | 'swatch';
  readonly position: number;
}

export interface AttributeTerm {
  readonly id: number;
  readonly attributeId: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** `#rrggbb` */
  readonly swatch: string | null;
  /** Shown instead of the colour when it is set. */
  readonly imageId: number | null;
  readonly position: number;
}

const attributeColumns =
  'select id, slug, name, kind, position from attributes where id = $1::bigint and product_id is null';
const selectAttribute = sqlQuery<SharedAttribute>('catalog.find-attribute', attributeColumns);
const lockAttribute = sqlQuery<SharedAttribute>('catalog.lock-attribute', `${attributeColumns} for no key update`);

/** @param isLocking true only inside a transaction */
export const findSharedAttribute = async (db: Db, id: number, isLocking = false): Promise<SharedAttribute | null> =>
  (await (isLocking ? lockAttribute : selectAttribute)(db, [id]))[0] ?? null;

const findTakenAttribute = sqlQuery<{ name: boolean; slug: boolean }>(
  'catalog.find-taken-attribute',
  `select exists (select from attributes where product_id is null and lower(name) = lower($2) and id is distinct from $1::integer) as name,
    exists (select from attributes where product_id is null and slug = $3 and id is distinct from $1::integer) as slug`,
);
const insertAttribute = sqlQuery<{ id: number }>(
  'catalog.create-attribute',
  'insert into attributes (name, slug, kind, position) values ($1, $2, $3, $4) returning id',
);
const updateAttribute = sqlQuery(
  'catalog.change-attribute',
  'update attributes set name = $2, slug = $3, kind = $4, position = $5 where id = $1',
);
const listAttributeProducts = sqlQuery<{ id: number }>(
  'catalog.list-products-of-attribute',
  'select product_id as id from product_attributes where attribute_id = $1 order by 1',
);

export const countAttributeProducts = async (db: Db, id: number): Promise<number> =>
  (await listAttributeProducts(db, [id])).length;

const toIds = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

/** @param id null for a new attribute; an empty slug is created from the name */
export async function saveAttribute(
  shop: ChangingShop,
  tx: Tx,
  id: number | null,
  { name, slug: typed, kind, position }: Omit<SharedAttribute, 'id'>,
): Promise<ChangeResult> {
  const slug = toSlug(typed, name);
  const [taken] = await findTakenAttribute(tx, [id, name, slug]);
  if (taken?.name) return { ok: false, code: 'NAME_TAKEN' };
  if (taken?.slug) return { ok: false, code: 'SLUG_TAKEN' };
  if (id === null) {
    return saveUnlessTaken(tx, async (savepoint) => {
      const [created] = await insertAttribute(savepoint, [name, slug, kind, position]);
      return { ok: true, id: created?.id ?? 0 };
    });
  }
  const saved = await saveUnlessTaken(tx, async (savepoint): Promise<ChangeResult> => {
    await updateAttribute(savepoint, [id, name, slug, kind, position]);
    return { ok: true, id };
  });
  if (!saved.ok) return saved;
  await republishProducts(shop, tx, toIds(await listAttributeProducts(tx, [id])));
  return { ok: true, id };
}

const termColumns = `select id, attribute_id as "attributeId", slug, name, description, swatch, image_id as "imageId", position from attribute_terms`;
const selectTerm = sqlQuery<AttributeTerm>('catalog.find-term', `${termColumns} where id = $1::bigint`);
const lockTerms = sqlQuery<AttributeTerm>(
  'catalog.lock-terms',
  `${termColumns} where id = any($1::bigint[]) order by id for update`,
);

/** @param isLocking true only inside a transaction */
export const findTerm = async (db: Db, id: number, isLocking = false): Promise<AttributeTerm | null> =>
  (isLocking ? await lockTerms(db, [[id]]) : await selectTerm(db, [id]))[0] ?? null;

const findTakenTerm = sqlQuery<{ name: boolean; slug: boolean }>(
  'catalog.find-taken-term',
  `select exists (select from attribute_terms where attribute_id = $4 and lower(name) = lower($2) and id is distinct from $1::integer) as name,
    exists (select from attribute_terms where attribute_id = $4 and slug = $3 and id is distinct from $1::integer) as slug`,
);
type TermValues = Omit<AttributeTerm, 'id'>;

const insertTerm = namedQuery<TermValues, { id: number }>(
  'catalog.create-term',
  // The statement waits for a transaction that deletes the attribute, and then inserts nothing.
  `insert into attribute_terms (attribute_id, name, slug, description, swatch, image_id, position)
  select id, $name, $slug, $description, $swatch, $imageId::integer, $position from attributes where id = $attributeId and product_id is null for key share returning id`,
);
const updateTerm = namedQuery<Omit<AttributeTerm, 'attributeId'>>(
  'catalog.change-term',
  // Clears the remote image when staff choose another image, so that a pending fetch doesn't replace it.
  `update attribute_terms set name = $name, slug = $slug, description = $description, swatch = $swatch, image_id = $imageId::integer, position = $position,
    remote_image_id = case when image_id is distinct from $imageId::integer then null else remote_image_id end where id = $id`,
);
const listTermProducts = sqlQuery<{ id: number }>(
  'catalog.list-products-of-term',
  'select distinct product_id as id from product_attribute_terms where term_id = $1 order by 1',
);

/** @param id null for a new term; an empty slug is created from the name */
export async function saveTerm(shop: ChangingShop, tx: Tx, id: number | null, term: TermValues): Promise<ChangeResult> {
  const slug = toSlug(term.slug, term.name);
  const [taken] = await findTakenTerm(tx, [id, term.name, slug, term.attributeId]);
  if (taken?.name) return { ok: false, code: 'NAME_TAKEN' };
  if (taken?.slug) return { ok: false, code: 'SLUG_TAKEN' };
  if (id === null) {
    return saveUnlessTaken(tx, async (savepoint): Promise<ChangeResult> => {
      const [created] = await insertTerm(savepoint, { ...term, slug });
      return created ? { ok: true, id: created.id } : { ok: false, code: 'GONE' };
    });
  }
  const saved = await saveUnlessTaken(tx, async (savepoint): Promise<ChangeResult> => {
    await updateTerm(savepoint, { ...term, slug, id });
    return { ok: true, id };
  });
  if (!saved.ok) return saved;
  await republishProducts(shop, tx, toIds(await listTermProducts(tx, [id])));
  return { ok: true, id };
}

export const countTermProducts = async (db: Db, id: number): Promise<number> =>
  (await listTermProducts(db, [id])).length;

/** Finds products of which two variations would have the same terms if the first term were replaced by the second. */
const findProductsWithCollidingVariations = sqlQuery<{ name: string }>(
  'catalog.find-variations-that-would-be-one',
  `with own as (
    select vt.product_id, vt.variation_id, string_agg(vt.attribute_id || ':' ||
      coalesce((case when vt.term_id = $1 then $2 else vt.term_id end)::text, ''), ',' order by vt.attribute_id) as key
    from variation_terms vt where vt.product_id in (select product_id from product_attribute_terms where term_id = $1)
    group by vt.product_id, vt.variation_id
  )
  select distinct p.name from own join products p on p.id = own.product_id group by p.name, own.product_id, own.key having count(*) > 1 limit 3`,
);
// The foreign keys of variations and defaults to terms of products are checked when the transaction ends.
const moveTerm = sqlQuery(
  'catalog.move-products-of-term',
  `with added as (
    insert into product_attribute_terms (product_id, attribute_id, term_id, position)
    select product_id, attribute_id, $2, position from product_attribute_terms where term_id = $1 on conflict do nothing
  ), variations as (
    update variation_terms set term_id = $2 where term_id = $1 and product_id in (select product_id from product_attribute_terms where term_id = $1)
  )
  update product_attributes set default_term_id = $2 where default_term_id = $1`,
);
const deleteTerm = sqlQuery('catalog.delete-term', 'delete from attribute_terms where id = $1');
const countUses = sqlQuery<{ count: number }>(
  'catalog.count-variations-of-term',
  `select count(*)::integer as count from variation_terms vt
  where vt.term_id = $1 and vt.product_id in (select product_id from product_attribute_terms where term_id = $1)`,
);

export type RemoveTermResult =
  | { readonly ok: true; readonly products: number }
  | { readonly ok: false; readonly code: 'GONE' | 'OTHER_ATTRIBUTE' | 'TERM_IN_USE' }
  /** `products` are names of some products whose variations would have the same terms. */
  | { readonly ok: false; readonly code: 'VARIATIONS_ALIKE'; readonly products: readonly string[] };

/** Checks whether a term can be merged into another term of its attribute, or be deleted. */
export async function checkTermRemoval(
  db: Db,
  from: AttributeTerm,
  into: AttributeTerm | null,
): Promise<RemoveTermResult> {
  const products = await countTermProducts(db, from.id);
  if (into === null) {
    const isUsed = ((await countUses(db, [from.id]))[0]?.count ?? 0) > 0;
    return isUsed ? { ok: false, code: 'TERM_IN_USE' } : { ok: true, products };
  }
  if (into.attributeId !== from.attributeId || into.id === from.id) return { ok: false, code: 'OTHER_ATTRIBUTE' };
  const twins = await findProductsWithCollidingVariations(db, [from.id, into.id]);
  if (twins.length > 0) return { ok: false, code: 'VARIATIONS_ALIKE', products: twins.map(({ name }) => name) };
  return { ok: true, products };
}

/** Deletes a term. Its products and variations get another term of the same attribute, if one is given. */
export async function removeTerm(
  shop: ChangingShop,
  tx: Tx,
  id: number,
  into: number | null,
): Promise<RemoveTermResult> {
  const rows = await lockTerms(tx, [into === null ? [id] : [id, into]]);
  const from = rows.find((row) => row.id === id);
  const target = rows.find((row) => row.id === into) ?? null;
  if (!from || (into !== null && !target)) return { ok: false, code: 'GONE' };
  const products = toIds(await listTermProducts(tx, [id]));
  // Waits for products that are being saved, since they may get variations with the term.
  await lockProducts(tx, products);
  const checked = await checkTermRemoval(tx, from, target);
  if (!checked.ok) return checked;
  if (target) await moveTerm(tx, [id, target.id]);
  await deleteTerm(tx, [id]);
  await republishProducts(shop, tx, products);
  return { ok: true, products: products.length };
}

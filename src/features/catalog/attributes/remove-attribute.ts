import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { republishProducts } from '../products/republish-products.ts';
import { lockProducts } from '../products/save/product-lookups.ts';
import { saveUnlessTaken, type Taken } from './save-unless-taken.ts';

const lockAttributes = sqlQuery<{ id: number }>(
  'catalog.lock-attributes',
  'select id from attributes where id = any($1::bigint[]) and product_id is null order by id for update',
);
const lockTermsOf = sqlQuery(
  'catalog.lock-terms-of-attributes',
  'select from attribute_terms where attribute_id = any($1::bigint[]) order by id for update',
);
const listProducts = sqlQuery<{ id: number; name: string; varies: boolean; hasBoth: boolean }>(
  'catalog.list-products-that-lose-attribute',
  `select p.id, p.name, (pa.for_variations or exists (
      select from variation_terms vt where vt.product_id = p.id and vt.attribute_id in ($1, $2))
      or coalesce(other.for_variations, false)) as varies, other.product_id is not null as "hasBoth"
  from product_attributes pa join products p on p.id = pa.product_id
  left join product_attributes other on other.product_id = pa.product_id and other.attribute_id = $2
  where pa.attribute_id = $1 order by p.id`,
);
const listCommonTerms = sqlQuery<{ name: string }>(
  'catalog.list-values-that-both-attributes-have',
  `select t.name from attribute_terms f join attribute_terms t on t.attribute_id = $2 and lower(t.name) = lower(f.name)
  where f.attribute_id = $1 order by t.position, lower(t.name)`,
);
// Copies the values that the other attribute lacks. The statements below then find each value's counterpart by name.
const copyTerms = sqlQuery(
  'catalog.copy-values-of-attribute',
  `insert into attribute_terms (attribute_id, slug, name, description, swatch, image_id, remote_image_id, position)
  select $2::integer, case when exists (select from attribute_terms o where o.attribute_id = $2 and o.slug = f.slug)
      then left(f.slug, 180) || '-' || f.id else f.slug end, f.name, f.description, f.swatch, f.image_id, f.remote_image_id, f.position
  from attribute_terms f where f.attribute_id = $1
    and not exists (select from attribute_terms o where o.attribute_id = $2 and lower(o.name) = lower(f.name))`,
);
const addToProducts = sqlQuery(
  'catalog.add-attribute-to-products',
  `insert into product_attributes (product_id, attribute_id, position, visible, for_variations)
  select product_id, $2::integer, position, visible, for_variations from product_attributes where attribute_id = $1
  on conflict (product_id, attribute_id) do update set visible = product_attributes.visible or excluded.visible`,
);
const pairsSql = `select f.id as from_id, t.id as into_id from attribute_terms f
  join attribute_terms t on t.attribute_id = $2 and lower(t.name) = lower(f.name) where f.attribute_id = $1`;
const addTermsToProducts = sqlQuery(
  'catalog.add-values-to-products',
  `with pairs as (${pairsSql})
  insert into product_attribute_terms (product_id, attribute_id, term_id, position)
  select pt.product_id, $2::integer, pairs.into_id, pt.position from product_attribute_terms pt join pairs on pairs.from_id = pt.term_id
  on conflict do nothing`,
);
const moveVariations = sqlQuery(
  'catalog.move-variations-to-attribute',
  `with pairs as (${pairsSql}), moved as (
    update variation_terms vt set attribute_id = $2, term_id = (select into_id from pairs where from_id = vt.term_id)
    where vt.attribute_id = $1
  )
  update product_attributes own set default_term_id = pairs.into_id from product_attributes former join pairs on pairs.from_id = former.default_term_id
  where former.attribute_id = $1 and own.product_id = former.product_id and own.attribute_id = $2 and own.default_term_id is null`,
);
const deleteAttribute = sqlQuery('catalog.delete-attribute', 'delete from attributes where id = $1');

type ChangingShop = Pick<Shop, 'pages' | 'emit' | 'clock'>;

export type RemoveAttributeResult =
  | { readonly ok: true; readonly products: number }
  | { readonly ok: false; readonly code: 'GONE' }
  /** `products` are names of some products whose variations use the attribute, or have both attributes. */
  | { readonly ok: false; readonly code: 'ATTRIBUTE_IN_USE' | 'ATTRIBUTES_BOTH'; readonly products: readonly string[] }
  | Taken;

const maxNamed = 3;

/**
 * Checks whether an attribute shared by all products can be merged into another one, or be deleted. @param into null
 * to delete the attribute
 */
export async function checkAttributeRemoval(db: Db, id: number, into: number | null): Promise<RemoveAttributeResult> {
  if (id === into) return { ok: false, code: 'GONE' };
  const products = await listProducts(db, [id, into ?? 0]);
  // Without the attribute, variations could have equal terms; with both attributes, a variation could have two values
  // of one.
  const blocking = products.filter(({ varies, hasBoth }) => varies && (into === null || hasBoth));
  if (blocking.length === 0) return { ok: true, products: products.length };
  return {
    ...{ ok: false, code: into === null ? 'ATTRIBUTE_IN_USE' : 'ATTRIBUTES_BOTH' },
    products: blocking.slice(0, maxNamed).map(({ name }) => name),
  };
}

/** Returns names of values that both attributes have, ignoring case. A merge unites each pair of such values. */
export const listCommonValues = async (db: Db, id: number, into: number): Promise<readonly string[]> =>
  (await listCommonTerms(db, [id, into])).map(({ name }) => name);

/**
 * Deletes an attribute that all products share. If `into` is given, its values, products and variations move to that
 * attribute. Lock order: attributes by their ids, their values, then products.
 */
export async function removeAttribute(
  shop: ChangingShop,
  tx: Tx,
  id: number,
  into: number | null,
): Promise<RemoveAttributeResult> {
  const ids = into === null ? [id] : [id, into];
  if (id === into || (await lockAttributes(tx, [ids])).length < ids.length) return { ok: false, code: 'GONE' };
  await lockTermsOf(tx, [ids]);
  const products = (await listProducts(tx, [id, into ?? 0])).map((product) => product.id);
  // Waits for products that are being saved, since they may get variations with the attribute.
  await lockProducts(tx, products);
  const checked = await checkAttributeRemoval(tx, id, into);
  if (!checked.ok) return checked;
  const removed = await saveUnlessTaken(tx, async (savepoint): Promise<RemoveAttributeResult> => {
    if (into !== null) {
      const both = [id, into];
      await copyTerms(savepoint, both);
      await addToProducts(savepoint, both);
      await addTermsToProducts(savepoint, both);
      await moveVariations(savepoint, both);
    }
    await deleteAttribute(savepoint, [id]);
    return { ok: true, products: products.length };
  });
  if (removed.ok) await republishProducts(shop, tx, products);
  return removed;
}

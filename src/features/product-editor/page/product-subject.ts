import {
  loadProducts,
  loadVariations,
  lockProducts,
  type ProductRecord,
  type VariationRecord,
} from '#features/catalog/index.ts';
import { lockStockLevels } from '#features/inventory/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

export interface NamedAttribute {
  readonly id: number;
  readonly name: string;
  /** Null when the attribute is shared by all products. */
  readonly productId: number | null;
  readonly terms: readonly { readonly id: number; readonly name: string }[];
}

/** A product and its master as stored: the data that the page of a product passes to its panels and actions. */
export interface ProductSubject {
  readonly id: number;
  readonly product: ProductRecord;
  readonly master: VariationRecord;
  /** In the order in which the product lists them. */
  readonly attributes: readonly NamedAttribute[];
  /** Photographs in their order, without duplicates. */
  readonly pictures: readonly { readonly id: number; readonly alt: string }[];
  /** Imported photographs that are not fetched yet, or could not be fetched. */
  readonly remotes: readonly { readonly id: number; readonly url: string }[];
}

const selectNames = sqlQuery<Pick<ProductSubject, 'attributes' | 'pictures' | 'remotes'>>(
  'product-editor.find-names-of-product',
  `select (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'productId', a.product_id,
      'terms', (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by pt.position, t.id), '[]')
        from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id where pt.product_id = pa.product_id and pt.attribute_id = a.id)
    ) order by pa.position, a.id), '[]') from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = $1) as attributes,
    (select coalesce(json_agg(json_build_object('id', m.id, 'alt', m.alt) order by i.position), '[]')
      from (select media_id, min(position) as position from product_media where product_id = $1 and not is_placeholder group by media_id) i
      join platform.media m on m.id = i.media_id) as pictures,
    (select coalesce(json_agg(json_build_object('id', r.id, 'url', r.url) order by i.position), '[]')
      from product_images i join remote_images r on r.id = i.remote_id where i.product_id = $1 and r.state <> 'stored') as remotes`,
);

/** @param isLocking locks the product and its stock until the transaction ends; `db` must then be a transaction */
export async function loadProductSubject(
  shop: Shop,
  db: Db,
  id: number,
  isLocking = false,
): Promise<ProductSubject | null> {
  if (isLocking) {
    // The admin kit asks for locks inside a transaction only. Lock order: the product, its stock.
    await lockProducts(db as Tx, [id]);
    await lockStockLevels(db as Tx, [id]);
  }
  const product = (await loadProducts(db, [id])).get(id);
  const master = (await loadVariations(db, [id], shop.choices.currency)).get(id);
  if (!product || !master) return null;
  const [names] = await selectNames(db, [id]);
  return { id, product, master, ...(names ?? { attributes: [], pictures: [], remotes: [] }) };
}

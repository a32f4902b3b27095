import type { AddonDefinition } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { CategorySummary } from '../categories/categories.ts';
import type {
  AttributeView,
  ContentUnit,
  LocalSlug,
  ProductSafety,
  ProductType,
  TaxStatus,
  VariationTerms,
} from '../contract.ts';
import { mediaJsonSql } from '../images/media-json.ts';
import type { QuantityRule } from '../quantity-rule.ts';
import {
  addonsJsonSql,
  anyOfSql,
  type EventDateRow,
  eventDateJsonSql,
  type OfferRow,
  quantityRuleJsonSql,
  termJsonSql,
} from './sql-fragments.ts';

export interface ProductImage extends MediaRow {
  /** Whether the image is the placeholder of an imported image that failed. */
  readonly isPlaceholder: boolean;
}

export interface VariationRow extends OfferRow {
  id: number;
  sku: string | null;
  gtin: string | null;
  imageId: number | null;
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  description: string;
  virtual: boolean;
  downloadable: boolean;
  /** Null when the variation has the tax class of the product. */
  taxClass: string | null;
  terms: VariationTerms;
  eventDate: EventDateRow | null;
  unitAmount: number | null;
  unit: ContentUnit | null;
}

export interface ProductViewRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly type: ProductType;
  /** Whether listings, the search or the APIs show the product. */
  readonly isPublic: boolean;
  readonly featured: boolean;
  /** HTML, sanitised when it was written. */
  readonly shortDescription: string;
  readonly description: string;
  readonly soldIndividually: boolean;
  readonly quantityRule: QuantityRule;
  readonly reviewsAllowed: boolean;
  readonly taxStatus: TaxStatus;
  readonly taxClass: string;
  readonly externalUrl: string | null;
  /** Button label of an external product; empty for the default text. */
  readonly buttonText: string;
  readonly rating: { readonly sum: number; readonly count: number };
  /** The master and the enabled variations, in their order. */
  readonly offers: readonly VariationRow[];
  readonly attributes: readonly AttributeView[];
  /** The product's images, then images that only its variations have. */
  readonly images: readonly ProductImage[];
  readonly addons: readonly AddonDefinition[];
  readonly categories: readonly CategorySummary[];
  /** From the top-level category to the product's first category. */
  readonly breadcrumb: readonly CategorySummary[];
  readonly tags: readonly { readonly slug: string; readonly name: string }[];
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  readonly links: readonly { readonly kind: 'upsell' | 'grouped'; readonly id: number }[];
  readonly downloads: number;
  readonly updatedAt: Date;
  /** Title and description of the page for search engines. When empty, name and short description are used. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly safety: ProductSafety;
}

const offersJsonSql = `(select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'gtin', v.gtin, 'imageId', v.image_id, 'weightGrams', v.weight_grams,
    'lengthMm', v.length_mm, 'widthMm', v.width_mm, 'heightMm', v.height_mm, 'description', v.description, 'virtual', v.virtual,
    'downloadable', v.downloadable, 'regularPrice', o.regular_price, 'salePrice', o.sale_price, 'saleFrom', o.sale_from, 'saleTo', o.sale_to,
    'priorPrice', o.prior_price, 'currency', o.currency, 'managed', s.managed, 'onHand', s.on_hand, 'backorders', s.backorders, 'lowStockThreshold', s.low_stock_threshold, 'status', s.status,
    'taxClass', v.tax_class, 'unitAmount', v.unit_amount, 'unit', v.unit, 'eventDate', ${eventDateJsonSql}, 'terms', coalesce(vt.terms, '{}')) order by v.position, v.id), '[]')
  from variations v join stock_levels s on s.variation_id = v.stock_id
  left join main_prices o on o.variation_id = v.id
  left join (select vt.variation_id, json_object_agg(a.slug, t.slug order by a.id) as terms from variation_terms vt
    join attributes a on a.id = vt.attribute_id left join attribute_terms t on t.id = vt.term_id
    where vt.product_id = p.id group by vt.variation_id) vt on vt.variation_id = v.id
  where v.product_id = p.id and v.enabled)`;

const attributesJsonSql = `(select coalesce(json_agg(json_build_object('slug', a.slug, 'name', a.name, 'kind', a.kind, 'visible', pa.visible,
    'forVariations', pa.for_variations, 'defaultTerm', (select slug from attribute_terms where id = pa.default_term_id),
    'terms', (select coalesce(json_agg(${termJsonSql} order by pt.position, t.id), '[]')
      from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
      where pt.product_id = p.id and pt.attribute_id = a.id)) order by pa.position, a.id), '[]')
  from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = p.id)`;

/** The large offset places images of variations after all images of the product. */
const imagesJsonSql = `(select coalesce(json_agg(${mediaJsonSql('i', ["'isPlaceholder', i.is_placeholder"])} order by i.at), '[]') from (
    select m.*, shown.at, shown.is_placeholder from (
      select media_id, min(at) as at, bool_and(is_placeholder) as is_placeholder from (
        select media_id, position::bigint as at, is_placeholder from product_media where product_id = p.id
        union all
        select image_id, 1000000 + row_number() over (order by position, id), false from variations
        where product_id = p.id and enabled and image_id is not null
      ) found group by media_id
    ) shown join platform.media m on m.id = shown.media_id) i)`;

const breadcrumbJsonSql = `(with recursive ancestors as (
    (select c.id, c.parent_id, c.slug, c.name, 0 as height from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id order by pc.position, c.id limit 1)
    union all select c.id, c.parent_id, c.slug, c.name, ancestors.height + 1 from categories c join ancestors on c.id = ancestors.parent_id)
  select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'name', name) order by height desc), '[]') from ancestors)`;

const buildLabelsJsonSql = (
  table: 'tags' | 'brands',
  column: string,
) => `(select coalesce(json_agg(json_build_object('slug', label.slug, 'name', label.name)
    order by link.position, label.id), '[]') from product_${table} link join ${table} label on label.id = link.${column} where link.product_id = p.id)`;

const productColumnsSql = `p.id, p.slug, p.name, p.type, p.is_public as "isPublic", p.featured, p.short_description as "shortDescription", p.description,
    p.sold_individually as "soldIndividually", ${quantityRuleJsonSql} as "quantityRule", p.reviews_allowed as "reviewsAllowed", p.tax_status as "taxStatus", p.tax_class as "taxClass",
    p.external_url as "externalUrl", p.button_text as "buttonText",
    json_build_object('sum', p.rating_sum, 'count', p.rating_count) as rating,
    ${offersJsonSql} as offers, ${attributesJsonSql} as attributes, ${imagesJsonSql} as images, ${addonsJsonSql} as addons,
    (select coalesce(json_agg(json_build_object('id', c.id, 'slug', c.slug, 'name', c.name) order by pc.position, c.id), '[]')
      from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id) as categories,
    ${breadcrumbJsonSql} as breadcrumb, ${buildLabelsJsonSql('tags', 'tag_id')} as tags, ${buildLabelsJsonSql('brands', 'brand_id')} as brands,
    (select coalesce(json_agg(json_build_object('kind', l.kind, 'id', l.linked_id) order by l.position, l.linked_id), '[]')
      from product_links l where l.product_id = p.id and l.kind <> 'cross-sell') as links,
    (select count(*) from downloads d join variations v on v.id = d.variation_id where v.product_id = p.id)::integer as downloads, p.updated_at as "updatedAt",
    p.seo_title as "seoTitle", p.seo_description as "seoDescription", p.safety`;

const queryBySlug = sqlQuery<ProductViewRow>(
  'catalog.product-view-by-slug',
  `select ${productColumnsSql} from published_products p where p.locale = $1 and p.slug = $2`,
);

const queryByIds = sqlQuery<ProductViewRow>(
  'catalog.product-views-by-id',
  `select ${productColumnsSql} from published_products p where p.id = ${anyOfSql('$1')} order by p.id`,
);

const queryInAnyState = sqlQuery<ProductViewRow>(
  'catalog.product-view-in-any-state',
  `select ${productColumnsSql} from (select *, visibility <> 'hidden' as is_public from products) p where p.id = $1`,
);

export async function queryProductInAnyState(db: Db, id: number): Promise<ProductViewRow | undefined> {
  return (await queryInAnyState(db, [id]))[0];
}

export async function queryProductBySlug(db: Db, { locale, slug }: LocalSlug): Promise<ProductViewRow | undefined> {
  return (await queryBySlug(db, [locale, slug]))[0];
}

export function queryProductsByIds(db: Db, ids: readonly number[]): Promise<ProductViewRow[]> {
  return queryByIds(db, [ids]);
}

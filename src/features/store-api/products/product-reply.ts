import {
  type AttributeView,
  brandPath,
  categoryPath,
  getProductViews,
  type ProductViewWithoutLinks,
  productPath,
  type SizeMm,
  tagPath,
  type VariationView,
  variationPath,
} from '#features/catalog/index.ts';
import type { StockState } from '#features/inventory/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml, truncateText } from '#platform/texts/plain-text.ts';
import { attributePrefix } from '../cart/item-reply.ts';
import { toStoreImage } from '../images.ts';
import { type CurrencyFormat, describeCurrency } from '../money.ts';
import { productExtensions } from '../ports.ts';
import { findShownRange, toPriceHtml, toProductPrices, toVariationPrices } from './product-prices.ts';
import type { StoreProduct } from './product-schemas.ts';
import { describeAddToCart, describeStock } from './product-texts.ts';

/**
 * Ids of a product's tags, brands, attributes and terms by slug. The slug of a term has the attribute's slug and `/`
 * in front.
 */
interface TermIds {
  readonly productId: number;
  readonly tags: Readonly<Record<string, number>>;
  readonly brands: Readonly<Record<string, number>>;
  /** Attributes that belong to one product only are left out. */
  readonly attributes: Readonly<Record<string, number>>;
  readonly terms: Readonly<Record<string, number>>;
}

const findTermIds = sqlQuery<TermIds>(
  'store-api.find-term-ids',
  `select p.id as "productId",
    (select coalesce(json_object_agg(t.slug, t.id), '{}') from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id) as tags,
    (select coalesce(json_object_agg(b.slug, b.id), '{}') from product_brands pb join brands b on b.id = pb.brand_id where pb.product_id = p.id) as brands,
    (select coalesce(json_object_agg(a.slug, a.id), '{}') from product_attributes pa join attributes a on a.id = pa.attribute_id
      where pa.product_id = p.id and a.product_id is null) as attributes,
    (select coalesce(json_object_agg(a.slug || '/' || t.slug, t.id), '{}') from product_attribute_terms pt
      join attributes a on a.id = pt.attribute_id join attribute_terms t on t.id = pt.term_id where pt.product_id = p.id) as terms
  from published_products p where p.id = any(array(select unnest($1::integer[])))`,
);

const noTermIds: TermIds = { productId: 0, tags: {}, brands: {}, attributes: {}, terms: {} };

export interface ProductContext {
  readonly shop: Shop;
  readonly currency: CurrencyFormat;
  readonly ids: TermIds;
  readonly extensions: Readonly<Record<string, unknown>>;
}

interface LoadedProducts {
  readonly views: ReadonlyMap<number, ProductViewWithoutLinks>;
  readonly createContext: (productId: number) => ProductContext;
}

async function loadProducts(shop: Shop, productIds: readonly number[]): Promise<LoadedProducts> {
  const display = await loadPriceDisplay(shop, shop.db);
  const views = await getProductViews(shop.db, productIds, shop.clock.now(), display);
  const ids = new Map((await findTermIds(shop.db, [productIds])).map((row) => [row.productId, row]));
  const extensions = await loadExtensions(shop, shop.db, productIds);
  const currency = describeCurrency(shop.choices.currency, shop.choices.locale);
  return {
    views: new Map(views.map((view) => [view.id, view])),
    createContext: (productId) => ({
      ...{ shop, currency, ids: ids.get(productId) ?? noTermIds },
      extensions: Object.fromEntries(
        extensions.flatMap(([namespace, data]) => (data.has(productId) ? [[namespace, data.get(productId)]] : [])),
      ),
    }),
  };
}

async function loadExtensions(
  shop: Shop,
  db: Db,
  productIds: readonly number[],
): Promise<readonly (readonly [string, ReadonlyMap<number, unknown>])[]> {
  const loaded: (readonly [string, ReadonlyMap<number, unknown>])[] = [];
  for (const { namespace, schema, load } of shop.implementations(productExtensions)) {
    const data = await load(shop, db, productIds);
    if (process.env.NODE_ENV !== 'production') for (const value of data.values()) schema.parse(value);
    loaded.push([namespace, data]);
  }
  return loaded;
}

/** Loads products in the given order. The number of queries does not depend on the number of products. */
export async function loadStoreProducts(shop: Shop, productIds: readonly number[]): Promise<StoreProduct[]> {
  if (productIds.length === 0) return [];
  const { views, createContext } = await loadProducts(shop, productIds);
  return productIds.flatMap((id) => {
    const view = views.get(id);
    return view ? [toStoreProduct(view, createContext(id))] : [];
  });
}

export async function loadStoreVariations(
  shop: Shop,
  variations: readonly { readonly id: number; readonly productId: number }[],
): Promise<StoreProduct[]> {
  if (variations.length === 0) return [];
  const { views, createContext } = await loadProducts(shop, [...new Set(variations.map(({ productId }) => productId))]);
  return variations.flatMap(({ id, productId }) => {
    const view = views.get(productId);
    const variation = view?.variations.find((each) => each.id === id);
    return view && variation ? [toVariationProduct(view, variation, createContext(productId))] : [];
  });
}

function toStoreProduct(view: ProductViewWithoutLinks, context: ProductContext): StoreProduct {
  const { shop, currency } = context;
  const { master, variations, type, priceRange, addons, availability } = view;
  const hasOptions = type === 'variable' || type === 'grouped' || addons.some(({ required }) => required);
  const left = type === 'variable' ? null : master.stock.left;
  return {
    ...toSharedFields(view, context, { variation: master, state: availability, left, hasOptions }),
    id: view.id,
    parent: 0,
    type,
    variation: '',
    permalink: shop.config.publicUrl + productPath(view.slug),
    description: removePlaceholders(view.description),
    on_sale: view.onSale,
    prices: toProductPrices(view, currency),
    price_html: toPriceHtml(shop, findShownRange(view)),
    images: view.images.filter(({ isPlaceholder }) => !isPlaceholder).map((image) => toStoreImage(shop, image)),
    variations: variations.map(({ id, terms }) => ({ id, attributes: toVariationAttributes(view.attributes, terms) })),
    grouped_products: view.grouped.map(({ id }) => id),
    is_purchasable: priceRange !== null && type !== 'grouped' && type !== 'external',
  };
}

function toVariationProduct(
  view: ProductViewWithoutLinks,
  variation: VariationView,
  context: ProductContext,
): StoreProduct {
  const { shop, currency } = context;
  const { price, stock } = variation;
  const image = variation.imageIndex === null ? undefined : view.images[variation.imageIndex];
  const attributes = toVariationAttributes(view.attributes, variation.terms);
  const hasOptions = attributes.some(({ value }) => value === null) || view.addons.some(({ required }) => required);
  const range = price && { ...price, min: price.current, max: price.current };
  return {
    ...toSharedFields(view, context, { variation, state: stock.state, left: stock.left, hasOptions }),
    id: variation.id,
    parent: view.id,
    type: 'variation',
    variation: describeChoices(view.attributes, variation.terms),
    permalink: shop.config.publicUrl + variationPath(view.slug, variation.id),
    description: removePlaceholders(variation.description || view.description),
    on_sale: price !== null && price.sale !== null,
    prices: toVariationPrices(variation, currency),
    price_html: toPriceHtml(shop, range && { ...range, regular: price.sale === null ? null : price.regular }),
    images: (image ? [image] : view.images.slice(0, 1)).map((row) => toStoreImage(shop, row)),
    variations: [],
    grouped_products: [],
    is_purchasable: price !== null,
  };
}

/** Most characters of a summary that is made from the description. */
const maxSummaryLength = 500;

/** Variation that is sold under the id of a reply. */
interface Sold {
  readonly variation: VariationView;
  readonly state: StockState;
  readonly left: number | null;
  readonly hasOptions: boolean;
}

function toSharedFields(
  view: ProductViewWithoutLinks,
  context: ProductContext,
  { variation, state, left, hasOptions }: Sold,
) {
  const { shop, ids, extensions } = context;
  const [isInStock, isOnBackorder] = [state !== 'out', state === 'backorder'];
  const { name, slug, rating, categories, tags, brands, soldIndividually } = view;
  const shortDescription = removePlaceholders(view.shortDescription);
  const description = removePlaceholders(view.description);
  const toTerm = (path: (slug: string) => string, term: { id: number; slug: string; name: string }) => ({
    ...{ id: term.id, name: term.name, slug: term.slug },
    link: shop.config.publicUrl + path(term.slug),
  });
  return {
    name,
    slug,
    short_description: shortDescription,
    summary: shortDescription || `<p>${escapeHtml(truncateText(stripHtml(description), maxSummaryLength))}</p>`,
    average_rating: rating.count === 0 ? '0' : (rating.sum / rating.count).toFixed(2),
    review_count: rating.count,
    categories: categories.map((category) => toTerm(categoryPath, category)),
    tags: tags.map((tag) => toTerm(tagPath, { ...tag, id: ids.tags[tag.slug] ?? 0 })),
    brands: brands.map((brand) => toTerm(brandPath, { ...brand, id: ids.brands[brand.slug] ?? 0 })),
    is_password_protected: false as const,
    sold_individually: soldIndividually,
    sku: variation.sku ?? '',
    attributes: toAttributes(view, context),
    has_options: hasOptions,
    is_in_stock: isInStock,
    is_on_backorder: isOnBackorder,
    low_stock_remaining: left,
    stock_availability: describeStock(shop, { isInStock, isOnBackorder, left }),
    ...toMeasures(shop, variation.weightGrams, variation.size),
    add_to_cart: describeAddToCart(shop, view, { hasOptions, isInStock, max: variation.stock.max }),
    extensions: { ...extensions },
  };
}

function toAttributes({ attributes }: ProductViewWithoutLinks, { ids }: ProductContext): StoreProduct['attributes'] {
  return attributes
    .filter(({ visible, forVariations }) => visible || forVariations)
    .map(({ slug, name, forVariations, defaultTerm, terms }) => {
      const id = ids.attributes[slug] ?? 0;
      return {
        ...{ id, name, taxonomy: id === 0 ? null : `${attributePrefix}${slug}`, has_variations: forVariations },
        terms: terms.map((term) => ({
          id: ids.terms[`${slug}/${term.slug}`] ?? 0,
          ...{ name: term.name, slug: term.slug },
          ...(forVariations ? { default: term.slug === defaultTerm } : {}),
        })),
      };
    });
}

function toVariationAttributes(
  attributes: readonly AttributeView[],
  terms: VariationView['terms'],
): StoreProduct['variations'][number]['attributes'] {
  return Object.entries(terms).map(([slug, term]) => ({
    name: attributes.find((attribute) => attribute.slug === slug)?.name ?? slug,
    value: term,
  }));
}

/** Describes a choice as `Color: Blue, Size: Large`. */
function describeChoices(attributes: readonly AttributeView[], terms: VariationView['terms']): string {
  return attributes
    .flatMap(({ slug, name, terms: known }) => {
      const term = known.find((each) => each.slug === terms[slug]);
      return term ? [`${name}: ${term.name}`] : [];
    })
    .join(', ');
}

function toMeasures(
  { choices: { locale } }: Pick<Shop, 'choices'>,
  weightGrams: number | null,
  size: SizeMm | null,
): Pick<StoreProduct, 'weight' | 'formatted_weight' | 'dimensions' | 'formatted_dimensions'> {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 }).format(value);
  const sides = [size?.length, size?.width, size?.height].map((millimetres) =>
    millimetres === null || millimetres === undefined ? null : millimetres / 10,
  );
  const [length = '', width = '', height = ''] = sides.map((side) => (side === null ? '' : String(side)));
  return {
    weight: weightGrams === null ? '' : String(weightGrams / 1000),
    formatted_weight: weightGrams === null ? '' : format(weightGrams / 1000, 'kilogram'),
    dimensions: { length, width, height },
    formatted_dimensions: sides
      .filter((side) => side !== null)
      .map((side) => format(side, 'centimeter'))
      .join(' × '),
  };
}

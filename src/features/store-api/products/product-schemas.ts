import { z } from 'zod';
import { storeImage } from '../images.ts';
import { amount, currencyShape } from '../money.ts';

const term = z.strictObject({ id: z.int(), name: z.string(), slug: z.string(), link: z.url() });

export const productPrices = z.strictObject({
  price: amount,
  regular_price: amount,
  sale_price: amount,
  price_range: z.strictObject({ min_amount: amount, max_amount: amount }).nullable(),
  ...currencyShape,
});

export const storeProduct = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    parent: z.int().describe('Id of the product of a variation, else 0'),
    type: z.enum(['simple', 'variable', 'grouped', 'external', 'variation']),
    variation: z.string().describe('Choices of a variation in words'),
    permalink: z.url(),
    sku: z.string(),
    short_description: z.string(),
    description: z.string(),
    summary: z.string(),
    on_sale: z.boolean(),
    prices: productPrices,
    price_html: z.string(),
    average_rating: z.string(),
    review_count: z.int(),
    images: z.array(storeImage),
    categories: z.array(term),
    tags: z.array(term),
    brands: z.array(term),
    attributes: z.array(
      z.strictObject({
        id: z.int().describe('0 for an attribute of this product alone'),
        name: z.string(),
        taxonomy: z.string().nullable(),
        has_variations: z.boolean(),
        terms: z.array(
          z.strictObject({ id: z.int(), name: z.string(), slug: z.string(), default: z.boolean().optional() }),
        ),
      }),
    ),
    variations: z.array(
      z.strictObject({
        id: z.int(),
        attributes: z.array(
          z.strictObject({ name: z.string(), value: z.string().nullable().describe('Null: any term') }),
        ),
      }),
    ),
    grouped_products: z.array(z.int()),
    has_options: z.boolean(),
    is_purchasable: z.boolean(),
    is_in_stock: z.boolean(),
    is_on_backorder: z.boolean(),
    is_password_protected: z.literal(false),
    low_stock_remaining: z.int().nullable(),
    stock_availability: z.strictObject({ text: z.string(), class: z.string() }),
    sold_individually: z.boolean(),
    weight: z.string().describe('Kilograms'),
    formatted_weight: z.string().describe('For people; empty when it is not known'),
    dimensions: z.strictObject({ length: z.string(), width: z.string(), height: z.string() }).describe('Centimetres'),
    formatted_dimensions: z.string().describe('For people; empty when they are not known'),
    add_to_cart: z.strictObject({
      text: z.string(),
      description: z.string(),
      url: z.string(),
      single_text: z.string(),
      minimum: z.int(),
      maximum: z.int(),
      multiple_of: z.int(),
    }),
    extensions: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'StoreProduct' });

export type StoreProduct = z.infer<typeof storeProduct>;
export type ProductPrices = z.infer<typeof productPrices>;

export const productList = z.array(storeProduct);

export const storeCategory = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    parent: z.int(),
    count: z.int(),
    image: storeImage.nullable(),
    review_count: z.int(),
    permalink: z.url(),
  })
  .meta({ id: 'StoreCategory' });

export type StoreCategory = z.infer<typeof storeCategory>;

/** A tag, or a term of an attribute. */
export const storeTerm = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    parent: z.literal(0),
    count: z.int(),
  })
  .meta({ id: 'StoreTerm' });

export type StoreTerm = z.infer<typeof storeTerm>;

export const storeBrand = z
  .strictObject({
    ...storeTerm.shape,
    image: z.null(),
    review_count: z.int(),
    permalink: z.url(),
  })
  .meta({ id: 'StoreBrand' });

export type StoreBrand = z.infer<typeof storeBrand>;

export const storeAttribute = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    taxonomy: z.string(),
    type: z.literal('select'),
    order: z.literal('menu_order'),
    has_archives: z.literal(false),
    count: z.int().describe('Number of its terms'),
  })
  .meta({ id: 'StoreAttribute' });

export type StoreAttribute = z.infer<typeof storeAttribute>;

const termCounts = z.array(z.strictObject({ term: z.int(), count: z.int() })).nullable();

export const collectionData = z
  .strictObject({
    price_range: z.strictObject({ min_price: amount, max_price: amount, ...currencyShape }).nullable(),
    attribute_counts: termCounts,
    rating_counts: z.array(z.strictObject({ rating: z.int().min(1).max(5), count: z.int() })).nullable(),
    stock_status_counts: z
      .array(z.strictObject({ status: z.enum(['instock', 'outofstock', 'onbackorder']), count: z.int() }))
      .nullable(),
    taxonomy_counts: termCounts,
  })
  .meta({ id: 'StoreCollectionData' });

export type CollectionData = z.infer<typeof collectionData>;

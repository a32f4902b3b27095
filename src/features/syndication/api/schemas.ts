import { z } from 'zod';
import { addonKinds } from '#features/pricing/index.ts';
import { textWithoutZeroBytes } from '#platform/texts/storable-text.ts';

/**
 * Schemas of the catalogue API: responses are typed by them and checked in tests, and
 * `/openapi.json` is generated from them.
 */

const slugAndName = z.strictObject({ slug: z.string(), name: z.string() });
const dateTime = z.iso.datetime().describe('UTC');
const absoluteUrl = z.url();
const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe('ISO 3166-1 alpha-2');
const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217');

const money = z
  .strictObject({ value: z.string().regex(/^\d+(\.\d+)?$/), currency: currencyCode })
  .describe('An amount with the decimals of its currency, such as 18.50');

const priceRange = z
  .strictObject({ min: money, max: money })
  .describe('From the lowest to the highest price of what is for sale');
const availability = z.enum(['in_stock', 'backorder', 'out_of_stock']);

const summaryShape = {
  id: z.int().positive(),
  slug: z.string(),
  type: z.enum(['simple', 'variable', 'grouped', 'external']),
  name: z.string(),
  url: absoluteUrl.describe('The product page, where it can be bought'),
  api_url: absoluteUrl.describe('Address of the product details'),
  image: absoluteUrl.nullable(),
  brand: z.string().nullable(),
  categories: z.array(slugAndName).describe('Path from the top category to its first category'),
  price: priceRange.nullable().describe('Null when it has no price and cannot be bought'),
  availability,
  rating: z.strictObject({ average: z.number().min(1).max(5), count: z.int().positive() }).nullable(),
  variations: z.int().min(0).describe('Number of variations; 1 for a simple product'),
  updated_at: dateTime,
};

export const productSummary = z.strictObject(summaryShape).meta({ id: 'ProductSummary' });

const option = z.strictObject({
  attribute: z.string(),
  name: z.string(),
  term: z.string(),
  value: z.string(),
});

const shippingOption = z.strictObject({
  countries: z.array(countryCode),
  title: z.string(),
  price: money,
  transit_days: z
    .strictObject({ min: z.int(), max: z.int() })
    .nullable()
    .describe('Delivery days on the way; null: not stated'),
});

const variation = z.strictObject({
  id: z.int().positive(),
  offer_id: z.string().describe('The same as in the product feed and as sku in structured data'),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  title: z.string(),
  url: absoluteUrl.describe('The page of the product with this variation chosen'),
  image: absoluteUrl.nullable(),
  options: z.array(option).describe('Selected options; options that are missing are selected on the page'),
  price: money.describe('Current price'),
  regular_price: money,
  lowest_price_30_days: money
    .nullable()
    .describe('Lowest price of the 30 days before the current sale; null without a sale, and when it is unknown'),
  sale: z
    .strictObject({ price: money, from: dateTime.nullable(), to: dateTime.nullable() })
    .nullable()
    .describe('Current or upcoming sale; it ends at `to`'),
  availability,
  available_from: dateTime.nullable(),
  weight_grams: z.number().nullable(),
  shipping: z.array(shippingOption).describe('For one item'),
});

const addon = z.strictObject({
  label: z.string(),
  kind: z.enum(addonKinds),
  required: z.boolean(),
  price: money,
  options: z.array(z.strictObject({ label: z.string(), price: money })),
});

const member = z.strictObject({
  id: z.int().positive(),
  slug: z.string(),
  name: z.string(),
  url: absoluteUrl,
  api_url: absoluteUrl,
  price: priceRange.nullable(),
  availability,
});

const returnTerms = z
  .strictObject({ days: z.int().min(0), free: z.boolean(), countries: z.array(countryCode) })
  .nullable()
  .describe('Null when the return policy is unknown; 0 days: no returns');

export const productDetail = z
  .strictObject({
    ...summaryShape,
    description: z.string().describe('Plain text'),
    images: z.array(absoluteUrl),
    attributes: z.array(z.strictObject({ ...slugAndName.shape, terms: z.array(slugAndName) })),
    variations: z.array(variation),
    addons: z
      .array(addon)
      .describe('Add-on fields of the page, which may change the price; required ones must be filled in'),
    members: z.array(member).describe('Products of a grouped product'),
    external_url: absoluteUrl.nullable().describe('Where an external product is sold'),
    prices_include_tax: z.boolean(),
    returns: returnTerms,
  })
  .meta({ id: 'Product' });

export const productList = z
  .strictObject({
    data: z.array(productSummary),
    corrected: z.string().nullable().describe('Corrected search query that was used instead of `q`'),
    next: absoluteUrl.nullable().describe('Address of the next page; null on the last one'),
  })
  .meta({ id: 'ProductList' });

const category = z.strictObject({
  id: z.int().positive(),
  slug: z.string(),
  name: z.string(),
  parent: z.string().nullable().describe('Slug'),
  url: absoluteUrl,
  products_url: absoluteUrl,
});

export const categoryList = z
  .strictObject({ data: z.array(category).describe('Parents before their children') })
  .meta({ id: 'CategoryList' });

const searchText = textWithoutZeroBytes(200);
const amount = z
  .string()
  .max(20)
  .regex(/^\d+([.,]\d+)?$/, 'expected an amount such as 18.50');

/** Maximum of PostgreSQL's type `integer`. */
const maxProductId = 2_147_483_647;

export const listQuery = z.strictObject({
  q: searchText.optional().describe('Search terms; best matches first'),
  category: searchText.optional().describe('Slug; includes products of its subcategories'),
  tag: searchText.optional().describe('Slug'),
  brand: searchText.optional().describe('Slug'),
  min_price: amount.optional().describe('Minimum price'),
  max_price: amount.optional().describe('Maximum price'),
  in_stock: z.enum(['true', 'false']).optional(),
  limit: z
    .string()
    .regex(/^([1-9]|[1-9]\d|100)$/, 'expected a number from 1 to 100')
    .optional()
    .describe('1 to 100; default: 20'),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'expected the cursor of a `next`')
    .refine((text) => Number(text) <= maxProductId, 'expected the cursor of a `next`')
    .optional()
    .describe('From `next`'),
});

export type ListQuery = z.infer<typeof listQuery>;
export type ProductDetail = z.infer<typeof productDetail>;
export type ProductSummary = z.infer<typeof productSummary>;
export type CategoryList = z.infer<typeof categoryList>;
export type ProductList = z.infer<typeof productList>;

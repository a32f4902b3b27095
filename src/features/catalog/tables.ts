import {
  bigint,
  boolean,
  char,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { AddonFileRule, AddonKind, AddonOption } from '#features/pricing/index.ts';
import type { ContentUnit, ProductSafety, ProductStatus, ProductType, TaxStatus, Visibility } from './contract.ts';

const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** Ids come from the sequence that products and variations share. */
const catalogId = () => integer('id').primaryKey();
const minorUnits = (name: string) => bigint(name, { mode: 'number' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const millimetres = (name: string) => numeric(name, { precision: 10, scale: 2, mode: 'number' });
const meta = () => jsonb('meta').$type<Record<string, string>>().notNull();

export const remoteImages = pgTable('remote_images', {
  id: identity(),
  url: text('url').notNull(),
  state: text('state').$type<'waiting' | 'stored' | 'failed'>().notNull().default('waiting'),
  mediaId: integer('media_id'),
  problem: text('problem').notNull().default(''),
});

export const products = pgTable('products', {
  id: catalogId(),
  type: text('type').$type<ProductType>().notNull(),
  status: text('status').$type<ProductStatus>().notNull(),
  visibility: text('visibility').$type<Visibility>().notNull(),
  locale: text('locale').notNull(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  shortDescription: text('short_description').notNull(),
  description: text('description').notNull(),
  featured: boolean('featured').notNull(),
  soldIndividually: boolean('sold_individually').notNull(),
  minQuantity: integer('min_quantity').notNull().default(1),
  maxQuantity: integer('max_quantity'),
  quantityStep: integer('quantity_step').notNull().default(1),
  reviewsAllowed: boolean('reviews_allowed').notNull(),
  purchaseNote: text('purchase_note').notNull(),
  taxStatus: text('tax_status').$type<TaxStatus>().notNull(),
  taxClass: text('tax_class').notNull(),
  shippingClassId: integer('shipping_class_id'),
  externalUrl: text('external_url'),
  buttonText: text('button_text').notNull(),
  position: integer('position').notNull(),
  priceMin: minorUnits('price_min'),
  priceMax: minorUnits('price_max'),
  priceChangesAt: moment('price_changes_at'),
  ratingSum: integer('rating_sum').notNull().default(0),
  ratingCount: integer('rating_count').notNull().default(0),
  publishedAt: moment('published_at'),
  publishAt: moment('publish_at'),
  seoTitle: text('seo_title').notNull().default(''),
  seoDescription: text('seo_description').notNull().default(''),
  safety: jsonb('safety').$type<ProductSafety>().notNull().default({}),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  importId: text('import_id'),
  meta: meta(),
});

export const variations = pgTable('variations', {
  id: catalogId(),
  productId: integer('product_id').notNull(),
  position: integer('position').notNull(),
  enabled: boolean('enabled').notNull(),
  sku: text('sku'),
  gtin: text('gtin'),
  weightGrams: numeric('weight_grams', { precision: 12, scale: 3, mode: 'number' }),
  lengthMm: millimetres('length_mm'),
  widthMm: millimetres('width_mm'),
  heightMm: millimetres('height_mm'),
  virtual: boolean('virtual').notNull(),
  downloadable: boolean('downloadable').notNull(),
  downloadLimit: integer('download_limit'),
  downloadExpiryDays: integer('download_expiry_days'),
  taxClass: text('tax_class'),
  shippingClassId: integer('shipping_class_id'),
  description: text('description').notNull(),
  imageId: integer('image_id'),
  remoteImageId: integer('remote_image_id'),
  stockId: integer('stock_id').notNull(),
  importId: text('import_id'),
  eventStartsAt: moment('event_starts_at'),
  /**
   * Whether the event has started by the shop's clock. Saves and the job `applyScheduledPrices` update the column,
   * for views.
   */
  eventHasStarted: boolean('event_has_started').notNull().default(false),
  eventEndsAt: moment('event_ends_at'),
  eventTimeZone: text('event_time_zone'),
  eventPlace: text('event_place'),
  eventUrl: text('event_url'),
  unitAmount: numeric('unit_amount', { precision: 12, scale: 4, mode: 'number' }),
  unit: text('unit').$type<ContentUnit>(),
  meta: meta(),
});

/** A variation without a row has no price. */
export const variationPrices = pgTable(
  'variation_prices',
  {
    variationId: integer('variation_id').notNull(),
    priceListId: integer('price_list_id').notNull().default(1),
    currency: char('currency', { length: 3 }).notNull(),
    regularPrice: minorUnits('regular_price').notNull(),
    salePrice: minorUnits('sale_price'),
    saleFrom: moment('sale_from'),
    saleTo: moment('sale_to'),
    /** The lowest price of the 30 days before the sale. */
    priorPrice: minorUnits('prior_price'),
  },
  (table) => [primaryKey({ columns: [table.variationId, table.priceListId] })],
);

export const attributes = pgTable('attributes', {
  id: identity(),
  productId: integer('product_id'),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<'select' | 'swatch'>().notNull().default('select'),
  position: integer('position').notNull().default(0),
});

export const attributeTerms = pgTable('attribute_terms', {
  id: identity(),
  attributeId: integer('attribute_id').notNull(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  swatch: text('swatch'),
  imageId: integer('image_id'),
  remoteImageId: integer('remote_image_id'),
  position: integer('position').notNull().default(0),
});

export const productAttributes = pgTable('product_attributes', {
  productId: integer('product_id').notNull(),
  attributeId: integer('attribute_id').notNull(),
  position: integer('position').notNull(),
  visible: boolean('visible').notNull(),
  forVariations: boolean('for_variations').notNull(),
  defaultTermId: integer('default_term_id'),
});

export const productAttributeTerms = pgTable('product_attribute_terms', {
  productId: integer('product_id').notNull(),
  attributeId: integer('attribute_id').notNull(),
  termId: integer('term_id').notNull(),
  position: integer('position').notNull(),
});

export const variationTerms = pgTable('variation_terms', {
  variationId: integer('variation_id').notNull(),
  productId: integer('product_id').notNull(),
  attributeId: integer('attribute_id').notNull(),
  termId: integer('term_id'),
});

export const categories = pgTable('categories', {
  id: identity(),
  parentId: integer('parent_id'),
  locale: text('locale').notNull(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  imageId: integer('image_id'),
  position: integer('position').notNull().default(0),
  importPath: text('import_path'),
  seoTitle: text('seo_title').notNull().default(''),
  seoDescription: text('seo_description').notNull().default(''),
});

export const productCategories = pgTable('product_categories', {
  productId: integer('product_id').notNull(),
  categoryId: integer('category_id').notNull(),
  position: integer('position').notNull(),
});

export const productTags = pgTable('product_tags', {
  productId: integer('product_id').notNull(),
  tagId: integer('tag_id').notNull(),
  position: integer('position').notNull(),
});

export const productBrands = pgTable('product_brands', {
  productId: integer('product_id').notNull(),
  brandId: integer('brand_id').notNull(),
  position: integer('position').notNull(),
});

export const productImages = pgTable('product_images', {
  productId: integer('product_id').notNull(),
  position: integer('position').notNull(),
  mediaId: integer('media_id'),
  remoteId: integer('remote_id'),
});

export const productLinks = pgTable('product_links', {
  productId: integer('product_id').notNull(),
  kind: text('kind').$type<'upsell' | 'cross-sell' | 'grouped'>().notNull(),
  linkedId: integer('linked_id').notNull(),
  position: integer('position').notNull(),
});

export const productAddons = pgTable('product_addons', {
  id: identity(),
  productId: integer('product_id').notNull(),
  fieldKey: text('field_key').notNull(),
  kind: text('kind').$type<AddonKind>().notNull(),
  label: text('label').notNull(),
  help: text('help').notNull(),
  required: boolean('required').notNull(),
  maxLength: integer('max_length'),
  price: minorUnits('price').notNull(),
  options: jsonb('options').$type<AddonOption[]>().notNull(),
  fileRule: jsonb('file_rule').$type<AddonFileRule>(),
  position: integer('position').notNull(),
});

export const downloads = pgTable('downloads', {
  id: identity(),
  variationId: integer('variation_id').notNull(),
  name: text('name').notNull(),
  location: text('location').notNull(),
  position: integer('position').notNull(),
});

import { bigint, boolean, char, integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const percent = () => numeric({ precision: 7, scale: 4, mode: 'number' });
const optionalAmount = (name: string) => bigint(name, { mode: 'number' });
const ids = (name: string) => integer(name).array();
const requiredIds = (name: string) => integer(name).array().notNull().default([]);

export const promotions = pgTable('promotions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  percent: percent(),
  amount: bigint({ mode: 'number' }),
  currency: char({ length: 3 }).notNull(),
  productIds: ids('product_ids'),
  categoryIds: ids('category_ids'),
  brandIds: ids('brand_ids'),
  minQuantity: integer('min_quantity').notNull().default(1),
  minSpend: optionalAmount('min_spend'),
  /** In each bundle of this many items, the cheapest `bundleFree` items are free. */
  bundleQuantity: integer('bundle_quantity'),
  bundleFree: integer('bundle_free'),
  freeShipping: boolean('free_shipping').notNull().default(false),
  firstOrderOnly: boolean('first_order_only').notNull().default(false),
  /** Of the promotions with the same tier group, only the one with the highest threshold applies. */
  tierGroup: text('tier_group'),
  priority: integer().notNull().default(10),
  startsAt: timestamptz('starts_at'),
  endsAt: timestamptz('ends_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const coupons = pgTable('coupons', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  code: text().notNull(),
  /** Code in the form that is compared: see `toCouponKey`. */
  codeKey: text('code_key').notNull(),
  description: text().notNull().default(''),
  isEnabled: boolean('is_enabled').notNull().default(true),
  percent: percent(),
  amount: bigint({ mode: 'number' }),
  amountPer: text('amount_per').$type<'cart' | 'item'>(),
  currency: char({ length: 3 }).notNull(),
  freeShipping: boolean('free_shipping').notNull().default(false),
  minSpend: optionalAmount('min_spend'),
  maxSpend: optionalAmount('max_spend'),
  productIds: requiredIds('product_ids'),
  categoryIds: requiredIds('category_ids'),
  brandIds: requiredIds('brand_ids'),
  excludedProductIds: requiredIds('excluded_product_ids'),
  excludedCategoryIds: requiredIds('excluded_category_ids'),
  excludedBrandIds: requiredIds('excluded_brand_ids'),
  excludesSaleItems: boolean('excludes_sale_items').notNull().default(false),
  individualUse: boolean('individual_use').notNull().default(false),
  usageLimit: integer('usage_limit'),
  usageLimitPerCustomer: integer('usage_limit_per_customer'),
  maxItems: integer('max_items'),
  allowedEmails: text('allowed_emails').array().notNull().default([]),
  priority: integer().notNull().default(10),
  startsAt: timestamptz('starts_at'),
  endsAt: timestamptz('ends_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

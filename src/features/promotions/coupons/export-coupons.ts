import { type Db, sqlQuery } from '#platform/database/database.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { StoredCoupon } from './coupons.ts';

type Scope =
  | 'productIds'
  | 'categoryIds'
  | 'brandIds'
  | 'excludedProductIds'
  | 'excludedCategoryIds'
  | 'excludedBrandIds';

interface CouponRow extends Omit<StoredCoupon, Scope | 'id' | 'codeKey' | 'allowedEmails' | 'createdAt'> {
  readonly key: number;
  readonly products: readonly string[];
  readonly categories: readonly string[];
  readonly brands: readonly string[];
  readonly excludedProducts: readonly string[];
  readonly excludedCategories: readonly string[];
  readonly excludedBrands: readonly string[];
  readonly emails: readonly string[];
}

/**
 * Expressions for the slugs or SKUs of ids. A product without SKU is named by its id in the shop from which it was
 * imported.
 */
const names = (table: string, column: string) =>
  `(select coalesce(array_agg(t.slug::text order by t.slug), '{}') from ${table} t where t.id = any(c.${column}))`;
const skus = (column: string) =>
  `(select coalesce(array_agg(coalesce(v.sku, 'id:' || p.import_id) order by v.id), '{}') from variations v join products p on p.id = v.id
    where v.id = any(c.${column}) and coalesce(v.sku, p.import_id) is not null)`;

const selectCoupons = sqlQuery<CouponRow>(
  'promotions.export-coupons',
  `select c.id as key, c.code, c.description, c.is_enabled as "isEnabled", c.percent::float8, c.amount::float8, c.amount_per as "amountPer", c.currency::text,
    c.free_shipping as "freeShipping", c.min_spend::float8 as "minSpend", c.max_spend::float8 as "maxSpend",
    ${skus('product_ids')} as products, ${names('categories', 'category_ids')} as categories, ${names('brands', 'brand_ids')} as brands,
    ${skus('excluded_product_ids')} as "excludedProducts", ${names('categories', 'excluded_category_ids')} as "excludedCategories",
    ${names('brands', 'excluded_brand_ids')} as "excludedBrands", c.excludes_sale_items as "excludesSaleItems", c.individual_use as "individualUse",
    c.usage_limit as "usageLimit", c.usage_limit_per_customer as "usageLimitPerCustomer", c.max_items as "maxItems",
    c.allowed_emails as emails, c.priority, c.starts_at as "startsAt", c.ends_at as "endsAt"
  from coupons c where c.id > $1 order by c.id limit $2`,
);

const flag = (value: boolean) => (value ? 'yes' : 'no');
const number = (value: number | null) => (value === null ? '' : String(value));
const list = (values: readonly string[]) => values.join(', ');

function findType({ percent, amount, amountPer }: CouponRow): string {
  if (percent !== null) return 'percent';
  return amount === null ? 'free-shipping' : (amountPer ?? 'cart');
}

/** Writes coupons as cells that `couponImport` can read. The number of uses is left out. */
export const couponCells = {
  heads: [
    ...['code', 'description', 'type', 'amount', 'free shipping', 'minimum spend', 'maximum spend', 'products'],
    ...['categories', 'brands', 'excluded products', 'excluded categories', 'excluded brands', 'exclude sale items'],
    ...['individual use', 'usage limit', 'usage limit per customer', 'maximum items', 'allowed emails', 'priority'],
    ...['starts', 'ends', 'enabled'],
  ],
  read: (db: Db, values: [after: number, limit: number]) => selectCoupons(db, values),
  toCells: (row: CouponRow): readonly string[] => {
    const { currency, percent } = row;
    const amount = (value: number | null) => (value === null ? '' : toDecimal({ amount: value, currency }));
    return [
      ...[row.code, row.description, findType(row), percent === null ? amount(row.amount) : String(percent)],
      ...[flag(row.freeShipping), amount(row.minSpend), amount(row.maxSpend)],
      ...[list(row.products), list(row.categories), list(row.brands)],
      ...[list(row.excludedProducts), list(row.excludedCategories), list(row.excludedBrands)],
      ...[flag(row.excludesSaleItems), flag(row.individualUse), number(row.usageLimit)],
      ...[number(row.usageLimitPerCustomer), number(row.maxItems), list(row.emails), String(row.priority)],
      ...[
        row.startsAt?.toISOString().replace(/\.\d+Z$/, 'Z') ?? '',
        row.endsAt?.toISOString().replace(/\.\d+Z$/, 'Z') ?? '',
      ],
      flag(row.isEnabled),
    ];
  },
};

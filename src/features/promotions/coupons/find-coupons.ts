import type { CalculationInput, Coupon, CouponProblem, FindCoupons, FoundCoupon } from '#features/pricing/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { goodsSql, selectGoodsSql } from '../scope-sql.ts';
import type { coupons } from '../tables.ts';
import { toCouponKey } from './coupon-code.ts';
import { countOwnUsesSql, countUsesSql } from './coupon-uses.ts';
import { isEmailAllowed } from './emails.ts';

type StoredCoupon = typeof coupons.$inferSelect;

type CouponRow = Omit<
  Pick<StoredCoupon, 'id' | 'code' | 'codeKey' | 'isEnabled' | 'percent' | 'amount' | 'amountPer' | 'currency'> &
    Pick<StoredCoupon, 'freeShipping' | 'minSpend' | 'maxSpend' | 'excludesSaleItems' | 'individualUse' | 'maxItems'> &
    Pick<StoredCoupon, 'allowedEmails' | 'priority' | 'startsAt' | 'endsAt'>,
  never
> & {
  /** Products of the order that the coupon applies to; null when it applies to all. */
  readonly productIds: number[] | null;
  readonly isUsedUp: boolean;
  readonly isUsedByCustomer: boolean;
  readonly accountEmail: string | null;
};

const wanted = { products: 'c.product_ids', categories: 'c.category_ids', brands: 'c.brand_ids' };
const unwanted = {
  products: 'c.excluded_product_ids',
  categories: 'c.excluded_category_ids',
  brands: 'c.excluded_brand_ids',
};
const isEmptySql = (columns: typeof wanted): string =>
  Object.values(columns)
    .map((column) => `cardinality(${column}) = 0`)
    .join(' and ');

const accountEmailSql = '(select k.email from customers k where k.id = $5::bigint)';

const selectCoupons = sqlQuery<CouponRow>(
  'promotions.find-coupons',
  `with recursive ${goodsSql('$2')}
  select c.id, c.code, c.code_key as "codeKey", c.is_enabled as "isEnabled", c.percent::float8, c.amount, c.amount_per as "amountPer", c.currency,
    c.free_shipping as "freeShipping", c.min_spend as "minSpend", c.max_spend as "maxSpend", c.excludes_sale_items as "excludesSaleItems",
    c.individual_use as "individualUse", c.max_items as "maxItems", c.allowed_emails as "allowedEmails", c.priority, c.starts_at as "startsAt",
    c.ends_at as "endsAt",
    case when not (${isEmptySql(wanted)} and ${isEmptySql(unwanted)}) then array(
      (select g.id from goods g where ${isEmptySql(wanted)} union ${selectGoodsSql('$2', wanted)})
      except (${selectGoodsSql('$2', unwanted)}) order by 1) end as "productIds",
    c.usage_limit is not null and ${countUsesSql('$4')} >= c.usage_limit as "isUsedUp",
    c.usage_limit_per_customer is not null
      and ${countOwnUsesSql('$4', '$5', `coalesce($3::text, ${accountEmailSql})`)} >= c.usage_limit_per_customer as "isUsedByCustomer",
    ${accountEmailSql} as "accountEmail"
  from coupons c where c.code_key = any($1::text[])`,
);

/**
 * Finds coupons by code and the reasons why they can't be used. The queries are the same whether or not the codes
 * exist.
 */
export const findCoupons: FindCoupons = async (_shop, db, input) => {
  const { coupons: codes = [], lines, customer, findReplacedOrders } = input;
  const keys = codes.map(toCouponKey);
  const forOrders = (await findReplacedOrders?.()) ?? [];
  const rows = await selectCoupons(db, [
    keys.filter((key) => key !== null),
    lines.map(({ productId }) => productId),
    customer?.email ?? null,
    forOrders,
    customer?.id ?? null,
  ]);
  const byKey = new Map(rows.map((row) => [row.codeKey, row]));
  return codes.map((code, index) => toFoundCoupon(code, byKey.get(keys[index] ?? ''), input));
};

function toFoundCoupon(code: string, row: CouponRow | undefined, input: CalculationInput): FoundCoupon {
  const problem = row ? findProblem(row, input) : 'COUPON_UNKNOWN';
  if (row && problem === null) return { code, coupon: toCoupon(row) };
  return { code, problem: { code: problem ?? 'COUPON_UNKNOWN', coupon: code } };
}

type RowProblem = Exclude<
  CouponProblem['code'],
  | 'COUPON_MIN_SPEND'
  | 'COUPON_MAX_SPEND'
  | 'COUPON_NOT_WITH_OTHERS'
  | 'COUPON_NOT_FOR_PRODUCTS'
  | 'COUPON_SALE_ITEMS_ONLY'
>;

function findProblem(row: CouponRow, { at, currency, customer }: CalculationInput): RowProblem | null {
  const hasAmounts = row.amount !== null || row.minSpend !== null || row.maxSpend !== null;
  if (hasAmounts && row.currency !== currency) return 'COUPON_UNKNOWN';
  if (!row.isEnabled) return 'COUPON_DISABLED';
  if (row.startsAt !== null && row.startsAt > at) return 'COUPON_NOT_STARTED';
  if (row.endsAt !== null && row.endsAt <= at) return 'COUPON_EXPIRED';
  const email = customer?.email ?? row.accountEmail;
  if (row.allowedEmails.length > 0 && email !== null && !isEmailAllowed(email, row.allowedEmails))
    return 'COUPON_EMAIL_NOT_ALLOWED';
  if (row.isUsedByCustomer) return 'COUPON_USED_BY_CUSTOMER';
  return row.isUsedUp ? 'COUPON_USED_UP' : null;
}

function toCoupon(row: CouponRow): Coupon {
  const { id, code, priority, productIds, excludesSaleItems, minSpend, maxSpend, maxItems } = row;
  return {
    ...{ source: `coupon:${id}`, id, code, priority, productIds, excludesSaleItems, minSpend, maxSpend, maxItems },
    isIndividual: row.individualUse,
    isFreeShipping: row.freeShipping,
    discount: toDiscount(row),
  };
}

function toDiscount({ percent, amount, amountPer }: CouponRow): Coupon['discount'] {
  if (percent !== null) return { type: 'percent', rate: Math.round(percent * 10_000) };
  if (amount !== null && amountPer !== null) return { type: 'amount', amount, per: amountPer };
  return { type: 'none' };
}

import { eq, sql } from 'drizzle-orm';
import type { FindPromotions, Promotion } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { hasOrderedSql, selectHoldingOrdersSql } from './first-orders.ts';
import { goodsSql, selectGoodsSql } from './scope-sql.ts';
import { promotions } from './tables.ts';

export type StoredPromotion = typeof promotions.$inferSelect;
export type PromotionInput = Omit<StoredPromotion, 'id' | 'createdAt'>;

type FoundPromotion = Pick<StoredPromotion, 'id' | 'name' | 'amount' | 'productIds' | 'minQuantity' | 'minSpend'> &
  Pick<StoredPromotion, 'bundleQuantity' | 'bundleFree' | 'freeShipping' | 'tierGroup' | 'priority' | 'percent'> & {
    /** For first-order promotions the customer's unpaid orders that hold the promotion; null for others. */
    readonly holdingOrders: number[] | null;
  };

const scope = { products: 'p.product_ids', categories: 'p.category_ids', brands: 'p.brand_ids' };

const emailSql = 'coalesce($5::text, (select email from customers where id = $4::bigint))';

const selectValid = sqlQuery<FoundPromotion>(
  'promotions.list-valid',
  `with recursive ${goodsSql('$3')}
  select * from (
    select p.id, p.name, p.percent::float8, p.amount,
      case when num_nonnulls(p.product_ids, p.category_ids, p.brand_ids) > 0 then array(${selectGoodsSql('$3', scope)} order by 1) end as "productIds",
      p.min_quantity as "minQuantity", p.min_spend as "minSpend", p.bundle_quantity as "bundleQuantity", p.bundle_free as "bundleFree",
      p.free_shipping as "freeShipping", p.tier_group as "tierGroup", p.priority,
      case when p.first_order_only then array(${selectHoldingOrdersSql('$4', emailSql)}) end as "holdingOrders"
    from promotions p
    where (p.starts_at is null or p.starts_at <= $1) and (p.ends_at is null or p.ends_at > $1)
      and (num_nonnulls(p.amount, p.min_spend) = 0 or p.currency = $2) and (not p.first_order_only or not ${hasOrderedSql('$4', emailSql)})
  ) found
  where "productIds" is null or cardinality("productIds") > 0`,
);

/**
 * Finds the promotions that are valid at a time for some of the lines. One query, or more when unpaid orders hold
 * promotions.
 */
export const findPromotions: FindPromotions = async (_shop, db, input) => {
  const { at, currency, lines, customer, findReplacedOrders } = input;
  if (lines.length === 0) return [];
  const productIds = lines.map(({ productId }) => productId);
  const found = await selectValid(db, [at, currency, productIds, customer?.id ?? null, customer?.email || null]);
  const isHeld = found.some(({ holdingOrders }) => holdingOrders !== null && holdingOrders.length > 0);
  const replaced = isHeld ? await findReplacedOrders?.() : undefined;
  return found
    .filter(({ holdingOrders }) => (holdingOrders ?? []).every((id) => replaced?.includes(id)))
    .map(toPromotion);
};

function toPromotion(found: FoundPromotion): Promotion {
  const { id, name, priority, productIds, minQuantity, minSpend, tierGroup, freeShipping } = found;
  return {
    ...{ source: `promotion:${id}`, id, name, priority, productIds, minQuantity, tierGroup },
    minSpend: minSpend ?? 0,
    isFreeShipping: freeShipping,
    appliesTo: productIds === null && found.bundleQuantity === null ? 'cart' : 'line',
    discount: toDiscount(found),
  };
}

function toDiscount({ percent, amount, bundleQuantity, bundleFree }: FoundPromotion): Promotion['discount'] {
  if (percent !== null) return { type: 'percent', rate: Math.round(percent * 10_000) };
  if (amount !== null) return { type: 'amount', amount };
  if (bundleQuantity !== null && bundleFree !== null)
    return { type: 'bundle', quantity: bundleQuantity, free: bundleFree };
  return { type: 'none' };
}

/** @param isLocking locks the promotion for a change */
export async function findPromotion(db: Db, id: number, isLocking = false): Promise<StoredPromotion | null> {
  const query = db.select().from(promotions).where(sql`${promotions.id} = ${id}::bigint`);
  const [found] = await (isLocking ? query.for('no key update') : query);
  return found ?? null;
}

/**
 * Creates a promotion, or changes a locked one. Orders keep their discounts.
 * @returns the promotion's id
 */
export async function savePromotion(db: Db, id: number | null, input: PromotionInput): Promise<number> {
  if (id !== null) {
    await db.update(promotions).set(input).where(eq(promotions.id, id));
    return id;
  }
  const [added] = await db.insert(promotions).values(input).returning({ id: promotions.id });
  if (!added) throw new Error('the promotion was not written');
  return added.id;
}

import { desc, eq } from 'drizzle-orm';
import type { FindPromotions } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { promotions } from './tables.ts';

export type StoredPromotion = typeof promotions.$inferSelect;
export type PromotionInput = Omit<StoredPromotion, 'id' | 'createdAt'>;

const selectValid = sqlQuery<Omit<StoredPromotion, 'currency' | 'startsAt' | 'endsAt' | 'createdAt'>>(
  'promotions.list-valid',
  `select id, name, percent::float8, amount, product_ids as "productIds", min_quantity as "minQuantity", priority from promotions
  where (starts_at is null or starts_at <= $1) and (ends_at is null or ends_at > $1) and (amount is null or currency = $2)
    and (product_ids is null or product_ids && $3::integer[])`,
);

/** Finds the promotions that are valid at a moment for some of the lines. One query. */
export const findPromotions: FindPromotions = async (_shop, db, { at, currency, lines }) => {
  if (lines.length === 0) return [];
  const found = await selectValid(db, [at, currency, lines.map(({ productId }) => productId)]);
  return found.map(({ id, name, percent, amount, productIds, minQuantity, priority }) => ({
    ...{ source: `promotion:${id}`, id, name, priority, productIds, minQuantity },
    appliesTo: productIds === null ? 'cart' : 'line',
    discount:
      percent === null
        ? { type: 'amount', amount: amount ?? 0 }
        : { type: 'percent', rate: Math.round(percent * 10_000) },
  }));
};

export async function addPromotion(db: Db, input: PromotionInput): Promise<StoredPromotion> {
  const [added] = await db.insert(promotions).values(input).returning();
  if (!added) throw new Error('the promotion was not written');
  return added;
}

/** Lists all promotions, also past ones, newest first. */
export async function listPromotions(db: Db): Promise<StoredPromotion[]> {
  return db.select().from(promotions).orderBy(desc(promotions.id));
}

/** Orders keep the discounts that they have. @returns false when there is no such promotion */
export async function removePromotion(db: Db, id: number): Promise<boolean> {
  return (await db.delete(promotions).where(eq(promotions.id, id)).returning({ id: promotions.id })).length > 0;
}

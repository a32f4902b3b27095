import { getOnlyPackage } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getAmountLimit } from '#platform/sessions/actor.ts';
import type { ManualOrderInput } from './order-file.ts';
import { type ManualOrderFailure, type PricedOrder, quoteManualOrder } from './price-manual-order.ts';

/** Refuses agreed prices of items and shipping that reduce the current prices by more than the actor may. */
export async function findPriceRefusal(
  shop: Shop,
  db: Db,
  { input, quote }: { readonly input: ManualOrderInput; readonly quote: PricedOrder },
  actor: Actor,
): Promise<Extract<ManualOrderFailure, { code: 'PRICE_NOT_ALLOWED' }> | null> {
  if (!input.shipping && input.lines.every(({ price }) => price === undefined)) return null;
  const limit = getAmountLimit(actor, 'orders.set-prices');
  if (limit === Number.POSITIVE_INFINITY) return null;
  const reduction = quote.reduction + (await findShippingReduction(shop, db, input, quote));
  return limit === 0 || reduction > limit ? { ok: false, code: 'PRICE_NOT_ALLOWED', limit, reduction } : null;
}

/** Returns by how much an agreed price is below that of the chosen shipping method, or of the first available one. */
async function findShippingReduction(
  shop: Shop,
  db: Db,
  { shipping, ...calculated }: ManualOrderInput,
  agreed: PricedOrder,
): Promise<number> {
  if (!shipping) return 0;
  const quote = await quoteManualOrder(shop, db, calculated, { kind: 'account' });
  const price = quote.ok ? (getOnlyPackage(quote.calculation).selected?.total ?? 0) : 0;
  return Math.max(0, price - (getOnlyPackage(agreed.calculation).selected?.total ?? 0));
}

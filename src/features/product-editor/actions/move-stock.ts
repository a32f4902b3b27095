import { adjustStock } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { productEditorTexts as texts } from '../texts.ts';
import type { Refusal } from './change-product.ts';

/** Permission to change stock. It is needed in addition to the permission to change products. */
export const writeStock = 'stock.write';

interface Movement {
  readonly id: number;
  readonly difference: number;
  /** Reason, for the stock ledger. */
  readonly note: string;
}

export type Moved = { readonly ok: true; readonly before: number; readonly after: number } | Refusal;

/**
 * Changes the counted stock of a product by a difference, not to a value, so that sales made meanwhile stay
 * subtracted. Added units settle open backorders.
 */
export async function moveStock(shop: Shop, tx: Tx, { id, difference, note }: Movement, actor: Actor): Promise<Moved> {
  const { t } = shop;
  if (!isPermitted(actor, writeStock)) return { ok: false, code: 'STOCK_FORBIDDEN', message: t(texts.stockForbidden) };
  const adjustment = { stockId: id, difference, reason: 'corrected', note } as const;
  const adjusted = await adjustStock(shop, tx, adjustment, { text: 'edited', by: actor });
  if (adjusted.ok) return adjusted;
  const message =
    adjusted.code === 'STOCK_HELD' ? t(texts.tooFewLeft, { count: adjusted.available }) : t(texts.notCounted);
  return { ok: false, code: 'VALUE_INVALID', message };
}

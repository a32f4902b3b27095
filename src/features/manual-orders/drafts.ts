import { desc, eq, isNull } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { createManualOrder, type ManualOrderResult } from './create-manual-order.ts';
import { type ManualOrderInput, manualOrderSchema } from './order-file.ts';
import { orderDrafts } from './tables.ts';

/** An order that is not placed yet: it has no number, reserves nothing and can be changed. */
export interface Draft {
  readonly id: number;
  readonly input: ManualOrderInput;
  readonly by: string;
  readonly createdAt: Date;
}

/** @returns the draft's id */
export async function saveDraft(shop: Shop, db: Db, input: ManualOrderInput, by: Author): Promise<number> {
  const [draft] = await db
    .insert(orderDrafts)
    .values({ input, ...toAuthorColumns(by), createdAt: shop.clock.now() })
    .returning({ id: orderDrafts.id });
  if (!draft) throw new Error('the draft was not written');
  return draft.id;
}

/** Lists drafts that were not placed, newest first. */
export async function listDrafts(db: Db): Promise<Draft[]> {
  const drafts = await db
    .select()
    .from(orderDrafts)
    .where(isNull(orderDrafts.orderNumber))
    .orderBy(desc(orderDrafts.id));
  return drafts.map(({ id, input, by, createdAt }) => ({ id, input: manualOrderSchema.parse(input), by, createdAt }));
}

const lockDraft = sqlQuery<{ input: unknown; orderNumber: number | null }>(
  'manual-orders.lock-draft',
  'select input, order_number as "orderNumber" from order_drafts where id = $1 for update',
);

export type PlaceDraftResult = ManualOrderResult | { readonly ok: false; readonly code: 'DRAFT_NOT_FOUND' };

/** Places a draft as an order, at the prices of now. Once. */
export async function placeDraft(shop: Shop, tx: Tx, draftId: number, by: Author): Promise<PlaceDraftResult> {
  const [draft] = await lockDraft(tx, [draftId]);
  if (!draft) return { ok: false, code: 'DRAFT_NOT_FOUND' };
  const input = { ...manualOrderSchema.parse(draft.input), requestKey: `draft-of-order-${draftId}` };
  const result = await createManualOrder(shop, tx, input, by);
  if (result.ok && result.changed)
    await tx.update(orderDrafts).set({ orderNumber: result.number }).where(eq(orderDrafts.id, draftId));
  return result;
}

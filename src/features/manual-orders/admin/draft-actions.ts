import { eq } from 'drizzle-orm';
import { defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { type Draft, findDraftState, lockDraft } from '../drafts.ts';
import { orderDrafts } from '../tables.ts';
import { manualOrderTexts } from '../texts.ts';
import { draftTexts as texts } from './draft-texts.ts';

/** A column with the time since which a draft is withdrawn or deleted. */
interface DraftTimestampChange {
  readonly column: 'withdrawnAt' | 'deletedAt';
  readonly isSet: boolean;
  /** Returns why the action is not possible for a draft; null when it is. */
  readonly findObstacle: (draft: Draft, now: Date) => { readonly code: string; readonly text: Text } | null;
}

const ordered = { code: 'DRAFT_ORDERED', text: manualOrderTexts.DRAFT_ORDERED };
const changed = { code: 'DRAFT_CHANGED', text: texts.changedSince };

/** Sets or clears the column. All other data of the draft stay, so that both can be undone. */
function createTimestampAction({ column, isSet, findObstacle }: DraftTimestampChange) {
  return async ({ t, clock }: Shop, tx: Tx, id: number): Promise<RowResult> => {
    const draft = await lockDraft(tx, id);
    if (!draft) return { ok: false, code: 'DRAFT_NOT_FOUND', message: t(manualOrderTexts.DRAFT_NOT_FOUND) };
    const label = String(id);
    const obstacle = findObstacle(draft, clock.now());
    if (obstacle) return { ok: false, code: obstacle.code, message: t(obstacle.text), label, isSkipped: true };
    await tx
      .update(orderDrafts)
      .set({ [column]: isSet ? clock.now() : null })
      .where(eq(orderDrafts.id, id));
    const change = { before: { [column]: !isSet }, after: { [column]: isSet } };
    return { ok: true, change: { label, ...change, customerId: draft.input.customerId ?? null } };
  };
}

const selectOrdered = sqlQuery<{ id: number }>(
  'manual-orders.find-ordered-drafts',
  'select id from order_drafts where id = any($1::bigint[]) and order_number is not null',
);

/** Finds drafts whose order was placed. They can't be changed, and a job deletes them after a while. */
async function checkOrdered({ t }: Shop, db: Db, ids: readonly number[]) {
  const found = await selectOrdered(db, [ids]);
  return found.map(({ id }) => ({ id, code: ordered.code, message: t(ordered.text) }));
}

const undeleted = createTimestampAction({
  column: 'deletedAt',
  isSet: false,
  findObstacle: ({ isDeleted }) => (isDeleted ? null : changed),
});

export const deleteDraft = defineBulkAction({
  ...{ name: 'manual-orders.delete-draft', text: texts.deleteDraft, subject: 'order-draft', requires: 'orders.write' },
  isDangerous: true,
  check: checkOrdered,
  run: createTimestampAction({
    column: 'deletedAt',
    isSet: true,
    findObstacle: ({ order, isDeleted }) => (order ? ordered : isDeleted ? changed : null),
  }),
  undo: undeleted,
});

/** Action on the page of a deleted draft. */
export const restoreDraft = defineBulkAction({
  ...{ name: 'manual-orders.restore-draft', text: texts.restore, subject: 'order-draft', requires: 'orders.write' },
  run: undeleted,
});

/** Withdraws a quote. Its link then says so, and the quote can't be accepted any more. */
export const withdrawQuote = defineBulkAction({
  ...{ name: 'manual-orders.withdraw-quote', text: texts.withdraw, subject: 'order-draft', requires: 'orders.write' },
  isDangerous: true,
  check: checkOrdered,
  run: createTimestampAction({
    column: 'withdrawnAt',
    isSet: true,
    findObstacle: (draft, now) =>
      findDraftState(draft, now) === 'quoted' ? null : { code: 'QUOTE_NOT_OPEN', text: texts.quoteNotOpen },
  }),
  // Refuse to undo after another quote was sent, because that quote is a new one.
  undo: createTimestampAction({
    column: 'withdrawnAt',
    isSet: false,
    findObstacle: (draft, now) => (findDraftState(draft, now) === 'withdrawn' ? null : changed),
  }),
});

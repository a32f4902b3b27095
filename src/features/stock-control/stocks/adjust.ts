import { type AdjustmentReason, type AdjustResult, adjustmentReasons, adjustStock } from '#features/inventory/index.ts';
import type { RowResult } from '#platform/admin/runs/bulk-action.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, number, text } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { findStockLabels } from './pickers.ts';
import { stockTexts as texts } from './texts.ts';

const maxUnits = 9_999_999;

export const createReasonFields = ({ t }: Pick<Shop, 't'>) => ({
  reason: choice({
    ...{ label: t(texts.reason), required: true },
    options: adjustmentReasons.map((value) => ({ value, label: t(texts[value]) })),
  }),
  note: text({ label: t(texts.note), hint: t(texts.noteHint), max: 500 }),
});

export const createDifferenceField = ({ t }: Pick<Shop, 't'>) =>
  number({ label: t(texts.difference), hint: t(texts.differenceHint), required: true, min: -maxUnits, max: maxUnits });

type Refused = Extract<AdjustResult, { readonly ok: false }>;

export const refuseAdjustment = (t: Translate, refused: Refused) => ({
  code: refused.code,
  message: t(texts[refused.code], { available: 'available' in refused ? refused.available : 0 }),
});

export interface TypedAdjustment {
  readonly difference: number | null;
  readonly reason: AdjustmentReason | '';
  readonly note: string;
}

/**
 * Changes a stock by a difference that a member of staff typed.
 * @param reference cause of the change, for the ledger
 */
export async function adjustByHand(
  shop: Shop,
  tx: Tx,
  stockId: number,
  { difference, reason, note }: TypedAdjustment,
  actor: Actor,
  reference = '',
): Promise<RowResult & { readonly field?: string }> {
  const { t } = shop;
  const [label] = await findStockLabels(tx, [stockId]);
  if (reason === '' || (reason === 'other' && note.trim() === ''))
    return { ok: false, code: 'STOCK_NOTE_MISSING', message: t(texts.noteMissing), field: 'note' };
  const adjustment = { stockId, difference: difference ?? 0, reason, note: note.trim() };
  const adjusted = await adjustStock(shop, tx, adjustment, { text: reference, by: actor });
  if (!adjusted.ok)
    return { ok: false, ...refuseAdjustment(t, adjusted), label: label?.label ?? '', field: 'difference' };
  const { before, after } = adjusted;
  return {
    ok: true,
    change: {
      label: label?.label ?? '',
      before: { available: before },
      after: { available: after, difference: adjustment.difference, reason, note: adjustment.note },
    },
  };
}

import { adjustStock, lockStockLevels, publishStockChanges, updateStockLevel } from '#features/inventory/index.ts';
import { defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { number } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { writeStock } from '../paths.ts';
import { adjustByHand, createDifferenceField, createReasonFields, refuseAdjustment } from './adjust.ts';
import { findStockLabels } from './pickers.ts';
import { stockTexts as texts } from './texts.ts';

/** Applies the same difference and reason to each marked stock. */
export const adjustStocks = defineBulkAction({
  ...{ name: 'stock-control.adjust-stocks', text: texts.adjustRows, subject: 'stock', requires: writeStock },
  fields: createReasonFields,
  initial: () => ({ reason: 'received' }) as const,
  perRow: (shop) => ({ difference: createDifferenceField(shop) }),
  run: (shop, tx, id, input, actor) => adjustByHand(shop, tx, id, input, actor),
  undo: async (shop, tx, id, { after }, actor) => {
    const difference = -Number(after?.difference);
    const [label] = await findStockLabels(tx, [id]);
    const undone = await adjustStock(
      shop,
      tx,
      { stockId: id, difference, reason: 'corrected' },
      { text: 'undo', by: actor },
    );
    if (!undone.ok) return { ok: false, ...refuseAdjustment(shop.t, undone) };
    const change = {
      before: { available: undone.before },
      after: { available: undone.after, difference, reason: 'corrected' },
    };
    return { ok: true, change: { label: label?.label ?? '', ...change } };
  },
});

/** Saves the level and publishes the change, since pages may show the remaining units from now on. */
export async function writeLowLevel(shop: Shop, tx: Tx, id: number, level: number | null, actor: Actor): Promise<void> {
  const written = await updateStockLevel(tx, id, { lowStockThreshold: level }, { text: '', by: actor });
  if (written.ok) await publishStockChanges(shop, tx, written.changes);
}

async function setLevel(
  shop: Shop,
  tx: Tx,
  id: number,
  { expected, level }: { readonly expected?: unknown; readonly level: number | null },
  actor: Actor,
): Promise<RowResult> {
  const { t } = shop;
  const [[stock], [label]] = [await lockStockLevels(tx, [id]), await findStockLabels(tx, [id])];
  if (!stock) return { ok: false, code: 'STOCK_UNKNOWN', message: t(texts.STOCK_UNKNOWN) };
  const { lowStockThreshold } = stock;
  const named = { label: label?.label ?? '', isSkipped: true } as const;
  if (expected !== undefined && expected !== lowStockThreshold)
    return { ok: false, code: 'STOCK_LEVEL_CHANGED', message: t(texts.changedSince), ...named };
  if (lowStockThreshold === level) return { ok: false, code: 'STOCK_LEVEL_SAME', message: t(texts.lowSame), ...named };
  await writeLowLevel(shop, tx, id, level, actor);
  return {
    ok: true,
    change: { label: named.label, before: { lowStockThreshold }, after: { lowStockThreshold: level } },
  };
}

export const createLowField = ({ t }: Pick<Shop, 't'>) =>
  number({ label: t(texts.lowStockThreshold), hint: t(texts.lowHint), min: 0, max: 9_999_999 });

export const setLowLevel = defineBulkAction({
  ...{ name: 'stock-control.set-low-level', text: texts.setLow, subject: 'stock', requires: writeStock },
  fields: (shop) => ({ lowStockThreshold: createLowField(shop) }),
  run: (shop, tx, id, { lowStockThreshold }, actor) => setLevel(shop, tx, id, { level: lowStockThreshold }, actor),
  undo: (shop, tx, id, { before, after }, actor) => {
    const toLevel = (value: unknown) => (typeof value === 'number' ? value : null);
    const change = { level: toLevel(before?.lowStockThreshold), expected: toLevel(after?.lowStockThreshold) };
    return setLevel(shop, tx, id, change, actor);
  },
});

import { adjustStock } from '#features/inventory/index.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { writeStock } from '../paths.ts';
import { refuseAdjustment } from '../stocks/adjust.ts';
import { findSettledCounts, lockCount, markApplied } from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

/**
 * Books counted differences. A difference is added to the current stock, so that sales since the count stay
 * subtracted. Lock order: the row of the stocktake, then its stock.
 */
export const applyCounts = defineBulkAction({
  ...{ name: 'stock-control.apply-counts', text: texts.apply, subject: 'stock-count', requires: writeStock },
  check: async ({ t }, db, ids) =>
    (await findSettledCounts(db, ids)).map(({ id, isApplied }) => {
      const code = isApplied ? 'COUNT_APPLIED' : 'COUNT_EQUAL';
      return { id, code, message: t(texts[code]) };
    }),
  run: async (shop, tx, id, _input, actor) => {
    const { t } = shop;
    const row = await lockCount(tx, id);
    if (!row) return { ok: false, code: 'COUNT_GONE', message: t(texts.COUNT_GONE) };
    const { stockId, counted, book, name, isApplied, stocktakeId } = row;
    const settled = isApplied ? 'COUNT_APPLIED' : counted === book ? 'COUNT_EQUAL' : null;
    if (settled) return { ok: false, code: settled, message: t(texts[settled]), label: name, isSkipped: true };
    const difference = counted - book;
    const reference = { text: `stocktake:${stocktakeId}`, by: actor };
    const adjusted = await adjustStock(shop, tx, { stockId, difference, reason: 'counted' }, reference);
    if (!adjusted.ok) return { ok: false, ...refuseAdjustment(t, adjusted), label: name };
    const appliedAt = shop.clock.now();
    await markApplied(tx, id, appliedAt);
    const after = { available: adjusted.after, counted, book, difference, appliedAt: appliedAt.toISOString() };
    return { ok: true, change: { label: name, before: { available: adjusted.before }, after } };
  },
  undo: async (shop, tx, id, { after }, actor) => {
    const { t } = shop;
    const row = await lockCount(tx, id);
    // Not when the row was counted again and that count was applied by a later run.
    if (!row?.appliedAt || row.appliedAt.toISOString() !== after?.appliedAt)
      return { ok: false, code: 'COUNT_GONE', message: t(texts.COUNT_GONE), isSkipped: true };
    const difference = -Number(after?.difference);
    const reference = { text: `stocktake:${row.stocktakeId}`, by: actor };
    const undone = await adjustStock(shop, tx, { stockId: row.stockId, difference, reason: 'corrected' }, reference);
    if (!undone.ok) return { ok: false, ...refuseAdjustment(t, undone), label: row.name };
    await markApplied(tx, id, null);
    const change = { before: { available: undone.before }, after: { available: undone.after, difference } };
    return { ok: true, change: { label: row.name, ...change } };
  },
});

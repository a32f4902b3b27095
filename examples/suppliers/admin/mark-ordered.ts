import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { findSupplier, setReorderNote } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { writeSuppliers } from './permissions.ts';

/** What was to be ordered is ordered: the note is emptied. Undo writes it back. */
export const markOrdered = defineBulkAction({
  name: 'suppliers.mark-ordered',
  text: texts.markOrdered,
  subject: 'supplier',
  requires: writeSuppliers.name,
  run: async ({ t }, tx, id) => {
    const supplier = await findSupplier(tx, id, true);
    if (!supplier) return { ok: false, code: 'SUPPLIER_GONE', message: t(texts.supplierGone) };
    const { name: label, reorderNote } = supplier;
    if (reorderNote === '')
      return { ok: false, code: 'NOTHING_TO_ORDER', message: t(texts.nothingToOrder), label, isSkipped: true };
    await setReorderNote(tx, id, '');
    return { ok: true, change: { label, before: { reorderNote }, after: { reorderNote: '' } } };
  },
  undo: async ({ t }, tx, id, { before }) => {
    const supplier = await findSupplier(tx, id, true);
    if (!supplier) return { ok: false, code: 'SUPPLIER_GONE', message: t(texts.supplierGone) };
    const { name: label } = supplier;
    if (supplier.reorderNote !== '')
      return { ok: false, code: 'NOTE_CHANGED', message: t(texts.changedSince), label, isSkipped: true };
    const reorderNote = String(before?.reorderNote);
    await setReorderNote(tx, id, reorderNote);
    return { ok: true, change: { label, before: { reorderNote: '' }, after: { reorderNote } } };
  },
});

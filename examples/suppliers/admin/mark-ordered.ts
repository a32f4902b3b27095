import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { findSupplier, setReorderNote } from '../suppliers.ts';
import { supplierTexts as texts } from '../texts.ts';
import { writeSuppliers } from './permissions.ts';

/** Empties reorder notes. The undo writes them again, unless somebody wrote another one. */
export const markOrdered = defineBulkAction({
  name: 'suppliers.mark-ordered',
  text: texts.markOrdered,
  subject: 'supplier',
  requires: writeSuppliers.name,
  run: async (_shop, tx, id) => {
    const supplier = await findSupplier(tx, id, true);
    if (!supplier) return { ok: false, code: 'SUPPLIER_GONE', message: 'This supplier was deleted.' };
    const { name: label, reorderNote } = supplier;
    if (reorderNote === '')
      return { ok: false, code: 'NOTHING_TO_ORDER', message: 'There is nothing to order.', label, isSkipped: true };
    await setReorderNote(tx, [supplier.id, '']);
    return { ok: true, change: { label, before: { reorderNote }, after: { reorderNote: '' } } };
  },
  undo: async (_shop, tx, id, { before, after }) => {
    const supplier = await findSupplier(tx, id, true);
    if (supplier?.reorderNote !== '')
      return { ok: false, code: 'SUPPLIER_CHANGED', message: 'Somebody has changed it since.' };
    await setReorderNote(tx, [supplier.id, String(before?.reorderNote)]);
    return { ok: true, change: { label: supplier.name, before: after, after: before } };
  },
});

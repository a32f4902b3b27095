import { addNote } from '#features/orders/add-note.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { choice, text } from '#platform/forms/kinds.ts';
import { orderListTexts } from '../list-texts.ts';
import { loadOrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

export const addNoteOperation = defineAdminOperation({
  ...{ name: 'orders.add-note', description: 'Adds a note to the history of an order.', text: texts.addNote },
  ...{ subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadOrderSubject(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
  fields: ({ t }, { email }) => ({
    text: text({ label: t(texts.noteText), required: true, max: 2000 }),
    reader: choice({
      ...{ label: t(texts.noteFor), required: true },
      options: [
        { value: 'staff', label: t(texts.noteInternal) },
        { value: 'customer', label: t(texts.noteToCustomer, { email }) },
      ],
    }),
  }),
  values: () => ({ text: '', reader: 'staff' }) as const,
  lead: ({ t }) => t(texts.noteLead),
  run: async (shop, tx, id, values, { actor }) => {
    const toCustomer = values.reader === 'customer';
    const result = await addNote(shop, tx, { orderId: id, text: values.text, toCustomer, by: actor });
    if (!result.ok) return { ok: false, code: result.code, message: shop.t(orderListTexts.orderGone) };
    const { number } = result.order;
    // A customer reads the entries that name them, with the rest of their data: not notes for staff.
    const customerId = toCustomer ? result.order.customerId : null;
    return {
      ok: true,
      outcome: toCustomer ? 'sent' : 'done',
      change: { label: String(number), before: null, after: { note: values.text, toCustomer }, customerId },
    };
  },
  outcomes: { done: texts.noteAdded, sent: texts.noteSent },
});

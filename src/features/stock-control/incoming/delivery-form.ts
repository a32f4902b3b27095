import { keepStocks } from '#features/inventory/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import { date, line, list, number, record, text } from '#platform/forms/kinds.ts';
import { deliveriesPath, writeStock } from '../paths.ts';
import { stockPicker } from '../stocks/pickers.ts';
import { type Delivery, findDelivery, saveDelivery } from './deliveries.ts';
import { incomingTexts as texts } from './texts.ts';

const createFields = ({ t }: Shop, _delivery: Delivery | null) => ({
  supplier: line({ label: t(texts.supplier), required: true, max: 200, width: 'half' }),
  expectedOn: date({ label: t(texts.expectedOn), required: true, width: 'half' }),
  lines: list({
    label: t(texts.lines),
    fields: {
      stock: record({ label: t(texts.item), required: true, picker: stockPicker, width: 'two-thirds' }),
      quantity: number({ label: t(texts.quantity), required: true, min: 1, max: 9_999_999, width: 'third' }),
    },
  }),
  note: text({ label: t(texts.note), max: 1000 }),
});

export const deliveryForm = defineAdminForm({
  name: 'stock-control.save-delivery',
  description: 'Writes down what a supplier is to deliver. It changes no stock.',
  path: `${deliveriesPath}/:id`,
  requires: writeStock,
  subject: 'expected-delivery',
  create: texts.create,
  back: { path: deliveriesPath, text: texts.deliveries },
  fields: createFields,
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null)
      return {
        values: { supplier: '', expectedOn: null, note: '', lines: [{ stock: null, quantity: null }] },
        ...{ subject: null, label: '' },
      };
    const delivery = await findDelivery(db, id, isLocking);
    if (!delivery) return null;
    const lines = delivery.lines.map(({ stockId, quantity }) => ({ stock: stockId, quantity }));
    return { values: { ...delivery, lines }, subject: delivery, label: delivery.supplier };
  },
  save: async ({ t, clock }, tx, { supplier, expectedOn, note, lines }, { id, subject }) => {
    const refuse = (message: string, field = 'lines') => ({ ok: false as const, problems: [{ field, message }] });
    if (subject?.isClosed) return refuse(t(texts.isClosed), 'supplier');
    const named = lines.flatMap(({ stock, quantity }) =>
      stock === null || quantity === null ? [] : [{ stockId: stock, quantity }],
    );
    if (named.length === 0 || expectedOn === null) return refuse(t(texts.lineMissing));
    const ids = new Set(named.map(({ stockId }) => stockId));
    if (ids.size < named.length) return refuse(t(texts.lineTwice));
    const kept = await keepStocks(tx, [...ids]);
    const gone = lines.findIndex(({ stock }) => stock !== null && !kept.has(stock));
    if (gone >= 0) return refuse(t(texts.lineGone), `lines.${gone}.stock`);
    const dropped = subject?.lines.find(({ stockId, received }) => received > 0 && !ids.has(stockId));
    if (dropped) return refuse(t(texts.lineReceived, { name: dropped.name }));
    return { ok: true, id: await saveDelivery(tx, id, { supplier, expectedOn, note, lines: named }, clock.now()) };
  },
  layout: [
    { title: texts.basics, fields: ['supplier', 'expectedOn', 'note'] },
    { title: texts.lines, fields: ['lines'] },
  ],
});

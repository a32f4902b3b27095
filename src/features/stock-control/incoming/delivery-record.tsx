import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { number } from '#platform/forms/kinds.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { deliveriesPath, readStock, stockPath, writeStock } from '../paths.ts';
import { type Delivery, type DeliveryLine, findDelivery, receiveLines } from './deliveries.ts';
import { closeDeliveries, reopenDeliveries } from './delivery-actions.ts';
import { deliveryForm } from './delivery-form.ts';
import { deliveryLooks, formatDay } from './delivery-list.tsx';
import { incomingTexts as texts } from './texts.ts';

const countRest = ({ quantity, received }: DeliveryLine) => Math.max(0, quantity - received);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const toKey = ({ id }: DeliveryLine) => `line${id}`;

/** The fields initially contain all outstanding units, because most deliveries are complete. */
const receiveOperation = defineAdminOperation({
  ...{
    name: 'stock-control.receive-delivery',
    text: texts.receive,
    subject: 'expected-delivery',
    requires: writeStock,
  },
  description: 'Adds units of an expected delivery to the stock.',
  isProposed: true,
  load: (_shop, db, id) => findDelivery(db, id),
  label: ({ t }, { supplier }) => t(texts.title, { supplier }),
  fields: ({ t }, { lines }) =>
    Object.fromEntries(
      lines.map((line) => {
        const label = t(texts.receivedNow, { name: line.name, rest: countRest(line) });
        return [toKey(line), number({ label, min: 0, max: 99_999 })];
      }),
    ),
  values: (_shop, { lines }) => Object.fromEntries(lines.map((line) => [toKey(line), countRest(line) || null])),
  lead: ({ t }) => t(texts.receiveLead),
  run: async (shop, tx, id, values, { actor }) => {
    const { t } = shop;
    const delivery = await findDelivery(tx, id, true);
    if (!delivery) return { ok: false, code: 'DELIVERY_GONE', message: t(texts.gone) };
    if (delivery.isClosed) return { ok: false, code: 'DELIVERY_CLOSED', message: t(texts.isClosed) };
    const received = delivery.lines
      .map((line) => ({ line, units: values[toKey(line)] ?? 0 }))
      .filter(({ units }) => units > 0);
    if (received.length === 0) return { ok: false, code: 'NOTHING_RECEIVED', message: t(texts.nothingReceived) };
    const done = await receiveLines(shop, tx, delivery, received, actor);
    if (!done.ok) {
      const text = done.code === 'STOCK_NOT_MANAGED' ? texts.notCounted : texts.tooManyReceived;
      const message = t(text, { name: done.line.name });
      return { ok: false, code: done.code, message, field: toKey(done.line) };
    }
    const after = Object.fromEntries(received.map(({ line, units }) => [line.name, units]));
    return {
      ...{ ok: true, outcome: done.isComplete ? 'closed' : 'done' },
      change: { label: delivery.supplier, before: null, after },
    };
  },
  outcomes: { done: texts.wasReceived, closed: texts.wasClosed },
});

const linesPanel: AdminPanel<Delivery> = {
  ...{ id: 'progress', title: texts.progress, column: 'main', look: 'flush', place: { before: 'form' } },
  render: ({ t }, { lines }) => (
    <DataTable
      label={t(texts.items)}
      columns={[
        { id: 'item', title: t(texts.item), onPhone: 'title' },
        { id: 'quantity', title: t(texts.quantity), align: 'end' },
        { id: 'received', title: t(texts.received), align: 'end' },
        { id: 'rest', title: t(texts.rest), align: 'end', onPhone: 'value' },
      ]}
      rows={lines.map((line) => ({
        id: line.id,
        cells: {
          item: <a href={stockPath(line.stockId)}>{line.name}</a>,
          quantity: line.quantity,
          received: line.received,
          rest: countRest(line),
        },
      }))}
    />
  ),
};

export const deliveryRecord = defineAdminRecord<Delivery>({
  name: 'stock-control.delivery',
  path: `${deliveriesPath}/:id`,
  requires: readStock,
  subject: 'expected-delivery',
  back: { path: deliveriesPath, text: texts.deliveries },
  load: (_shop, db, id) => findDelivery(db, id),
  head: ({ t, choices }, { supplier, isClosed, expectedOn, lines }) => {
    const received = sum(lines.map((line) => line.received));
    const look = deliveryLooks[isClosed ? 'closed' : received > 0 ? 'part' : 'open'];
    const facts = t(texts.facts, { received, quantity: sum(lines.map(({ quantity }) => quantity)) });
    return {
      title: t(texts.title, { supplier }),
      states: <StateBadge tone={look.tone}>{t(look.text)}</StateBadge>,
      facts: `${formatDay(expectedOn, choices.locale)} · ${facts}`,
    };
  },
  form: deliveryForm,
  panels: [linesPanel],
  operations: [{ operation: receiveOperation, isShown: ({ isClosed }) => !isClosed, isNext: () => true }],
  actions: [
    { action: closeDeliveries, isShown: ({ isClosed }) => !isClosed },
    { action: reopenDeliveries, isShown: ({ isClosed }) => isClosed },
  ],
});

import { type Address, addressFields, createAddressField, formatAddress } from '#features/addresses/index.ts';
import { addNote } from '#features/orders/add-note.ts';
import { declineCancellation } from '#features/orders/cancel/decline-cancellation.ts';
import { changeAddress } from '#features/orders/change-address.ts';
import { getOrder, type Order } from '#features/orders/order.ts';
import { cancelOrder } from '#features/orders/status/change-order.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, line, text } from '#platform/forms/kinds.ts';
import { orderListTexts } from '../list-texts.ts';
import { changeOrderRow, getActorRefundLimit } from '../order-actions.ts';
import { loadOrderSubject, type OrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

const ofOrder = {
  ...({ subject: 'order', requires: 'orders.write' } as const),
  load: (_shop: Shop, db: Db, id: number) => loadOrderSubject(db, id),
  label: ({ t }: Shop, { number }: OrderSubject) => t(texts.title, { number: String(number) }),
};

export const addNoteOperation = defineAdminOperation({
  ...ofOrder,
  ...{ name: 'orders.add-note', description: 'Adds a note to the history of an order.', text: texts.addNote },
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
    // The export of a customer's data contains audit entries with their id, so notes for staff are stored without it.
    const customerId = toCustomer ? result.order.customerId : null;
    return {
      ok: true,
      outcome: toCustomer ? 'sent' : 'done',
      change: { label: String(number), before: null, after: { note: values.text, toCustomer }, customerId },
    };
  },
  outcomes: { done: texts.noteAdded, sent: texts.noteSent },
});

export const cancelOrderOperation = defineAdminOperation({
  ...ofOrder,
  ...{
    name: 'orders.cancel-order',
    description: 'Cancels an order that was neither paid nor shipped.',
    text: texts.cancel,
  },
  fields: ({ t }) => ({ why: line({ label: t(orderListTexts.cancelReason), hint: t(texts.cancelHint), max: 500 }) }),
  values: () => ({ why: '' }),
  lead: ({ t }) => t(texts.cancelLead),
  run: (shop, tx, id, { why }, { actor }) =>
    changeOrderRow(shop, tx, id, () =>
      cancelOrder(shop, tx, {
        orderId: id,
        by: actor,
        text: why,
        reason: 'by-shop',
        mostReturned: getActorRefundLimit(actor),
      }),
    ),
  outcomes: { done: texts.orderCancelled },
});

/** Declines the request of a shopper to cancel a paid order. The alternative is to refund the order. */
export const declineCancellationOperation = defineAdminOperation({
  ...ofOrder,
  ...{
    name: 'orders.decline-cancellation',
    description: 'Declines the request to cancel an order: it is sent.',
    text: texts.declineCancellation,
  },
  fields: ({ t }, { email }) => ({
    why: text({ label: t(texts.declineWhy), hint: t(texts.declineHint, { email }), required: true, max: 2000 }),
  }),
  values: ({ t }) => ({ why: t(texts.declineDefault) }),
  lead: ({ t }) => t(texts.declineLead),
  run: async (shop, tx, id, { why }, { actor }) => {
    const result = await declineCancellation(shop, tx, { orderId: id, text: why, by: actor });
    if (!result.ok) {
      const message = result.code === 'ORDER_NOT_FOUND' ? orderListTexts.orderGone : texts.cancellationAnswered;
      return { ok: false, code: result.code, message: shop.t(message) };
    }
    const { number, customerId } = result.order;
    return {
      ok: true,
      change: { label: String(number), before: null, after: { note: why, toCustomer: true }, customerId },
    };
  },
  outcomes: { done: texts.cancellationDeclined },
});

/** Form fields of an order's addresses, with the kind of address that each field edits. */
const kinds = [
  { key: 'delivery', kind: 'shipping' },
  { key: 'billing', kind: 'billing' },
] as const;

function createField({ t, choices }: Shop, kind: 'billing' | 'shipping', address: Address | null) {
  // The shop may no longer sell to the country of an older order, so this country is added.
  const countries = [...new Set([...choices.countries, ...(address ? [address.country] : [])])];
  return address && createAddressField({ t, locale: choices.locale }, { kind, countries });
}

export const changeAddressOperation = defineAdminOperation({
  ...ofOrder,
  ...{
    name: 'orders.change-address',
    description: 'Corrects the addresses of an order of which nothing was shipped.',
    text: texts.changeAddress,
  },
  fields: (shop, { billing, delivery }) => ({
    delivery: createField(shop, 'shipping', delivery),
    billing: createField(shop, 'billing', billing),
  }),
  values: (_shop, { billing, delivery }) => ({ delivery, billing }) as { delivery: Address; billing: Address },
  lead: ({ t }) => t(texts.changeAddressLead),
  run: async (shop, tx, id, values, { actor }) => {
    const before = await getOrder(tx, { id });
    for (const { key, kind } of kinds) {
      const address = values[key];
      const stored = before?.[key];
      if (!stored || !address || addressFields.every((field) => address[field] === stored[field])) continue;
      const result = await changeAddress(shop, tx, { orderId: id, kind, address, by: actor });
      if (!result.ok) return { ok: false, code: result.code, message: shop.t(texts.addressFixed) };
    }
    const after = await getOrder(tx, { id });
    if (!before || !after) return { ok: false, code: 'ORDER_NOT_FOUND', message: shop.t(orderListTexts.orderGone) };
    const { number, customerId } = after;
    return {
      ok: true,
      change: { label: String(number), before: toText(shop, before), after: toText(shop, after), customerId },
    };
  },
  outcomes: { done: texts.addressChanged },
});

const toText = ({ choices }: Shop, { delivery, billing }: Order) => ({
  delivery: delivery && formatAddress(delivery, choices.locale).join(', '),
  billing: billing && formatAddress(billing, choices.locale).join(', '),
});

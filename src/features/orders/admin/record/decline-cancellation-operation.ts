import { declineCancellation } from '#features/orders/cancel/decline-cancellation.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { text } from '#platform/forms/kinds.ts';
import { orderListTexts } from '../list-texts.ts';
import { loadOrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

/** Answers a shopper who has asked to cancel a paid order that it is sent. The other answer is its refund. */
export const declineCancellationOperation = defineAdminOperation({
  ...{ name: 'orders.decline-cancellation', description: 'Declines the request to cancel an order: it is sent.' },
  ...{ text: texts.declineCancellation, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadOrderSubject(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
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

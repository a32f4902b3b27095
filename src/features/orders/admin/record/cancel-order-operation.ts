import { cancelOrder } from '#features/orders/status/change-order.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { line } from '#platform/forms/kinds.ts';
import { orderListTexts } from '../list-texts.ts';
import { changeOrderRow, getMostReturned } from '../order-actions.ts';
import { loadOrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

export const cancelOrderOperation = defineAdminOperation({
  ...{ name: 'orders.cancel-order', description: 'Cancels an order that was neither paid nor shipped.' },
  ...{ text: texts.cancel, subject: 'order', requires: 'orders.write' },
  load: (_shop, db, id) => loadOrderSubject(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
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
        mostReturned: getMostReturned(actor),
      }),
    ),
  outcomes: { done: texts.orderCancelled },
});

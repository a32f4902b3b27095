import { defineAdminRecord } from '#platform/admin/records/record.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { isCancelRequested } from '../status/order-status.ts';
import { orderListTexts } from './list-texts.ts';
import { confirmOrders } from './order-actions.ts';
import { orderList } from './order-list.tsx';
import {
  cancelRequestedLook,
  findOrderState,
  findShipmentLook,
  moneyStates,
  OrderBadge,
  orderStates,
} from './order-states.tsx';
import { cancelRequestPanel } from './record/cancel-request-panel.tsx';
import { addressesPanel, customerPanel } from './record/customer-panel.tsx';
import { detailsPanel, factsPanel, notePanel } from './record/details-panels.tsx';
import { linesPanel } from './record/lines-panel.tsx';
import { mailsPanel } from './record/mails-panel.tsx';
import {
  addNoteOperation,
  cancelOrderOperation,
  changeAddressOperation,
  declineCancellationOperation,
} from './record/operations.ts';
import { orderEvents } from './record/order-events.tsx';
import {
  canCancel,
  canChangeAddress,
  canConfirm,
  loadOrderSubject,
  type OrderSubject,
} from './record/order-subject.ts';
import { orderRecordPath } from './record/paths.ts';
import { orderRecordTexts as texts } from './record/record-texts.ts';
import { resendMailOperation } from './record/resend-mail-operation.ts';

/** The page of an order in the back office. Other features extend it with panels and actions. */
export const orderRecord = defineAdminRecord<OrderSubject>({
  ...{ name: 'orders.order', path: orderRecordPath(':id'), requires: 'orders.read', subject: 'order' },
  back: { path: orderList.path, text: orderListTexts.orders },
  list: orderList.name,
  load: (_shop, db, id) => loadOrderSubject(db, id),
  head: ({ t, choices }, order) => {
    const { number, total, currency, createdAt, billing, email } = order;
    const date = getDateFormat(choices.locale, { dateStyle: 'long', timeStyle: 'short' });
    const looks = [
      ...(isCancelRequested(order) ? [cancelRequestedLook] : []),
      orderStates[findOrderState(order)],
      moneyStates[order.money],
      findShipmentLook(order),
    ];
    return {
      title: t(texts.title, { number: String(number) }),
      states: looks.map((look) => <OrderBadge key={look.text.key} t={t} look={look} />),
      facts: t(texts.facts, {
        name: `${billing?.first_name ?? ''} ${billing?.last_name ?? ''}`.trim() || email,
        total: formatMoney({ amount: total, currency }, choices.locale),
        placed: date.format(createdAt),
      }),
    };
  },
  panels: [
    cancelRequestPanel,
    linesPanel,
    mailsPanel,
    customerPanel,
    notePanel,
    addressesPanel,
    detailsPanel,
    factsPanel,
  ],
  events: [orderEvents],
  actions: [
    {
      ...{ action: confirmOrders, text: texts.confirm, isShown: canConfirm },
      isNext: (order) => findOrderState(order) === 'to-confirm',
    },
  ],
  operations: [
    { operation: cancelOrderOperation, isShown: canCancel },
    { operation: declineCancellationOperation, panel: 'cancellation', isShown: isCancelRequested },
    { operation: addNoteOperation, panel: 'history' },
    { operation: changeAddressOperation, panel: 'addresses', isShown: canChangeAddress },
    { operation: resendMailOperation, panel: 'mails' },
  ],
});

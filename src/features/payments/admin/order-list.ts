import { sql } from 'drizzle-orm';
import { changeOrderRow, checkOrders, orderList } from '#features/orders/index.ts';
import { extendList } from '#platform/admin/lists/extend-list.ts';
import { type FilterOption, isAnyCase } from '#platform/admin/lists/filter.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentProviders } from '../providers/provider.ts';
import { recordCapture } from '../start/record-capture.ts';
import { paymentTexts as texts } from '../texts.ts';
import { isOpenDispute, isUnansweredRefund } from './home-tiles.ts';

/** Provides `orders.methods`. */
export const listPaymentMethods = (shop: Shop): readonly FilterOption[] =>
  shop.implementations(paymentProviders).map(({ id, title }) => ({ value: id, label: title(shop) }));

const findUnpayable = sqlQuery<{ id: number }>(
  'payments.find-unpayable-orders',
  `select id from orders where id = any($1::bigint[])
    and (paid_at is not null or status not in ('pending', 'failed', 'on-hold', 'processing'))`,
);

export const markOrdersPaid = defineBulkAction({
  ...{ name: 'payments.mark-orders-paid', text: texts.markPaid, subject: 'order', requires: 'payments.write' },
  check: checkOrders(findUnpayable),
  run: (shop, tx, id, _input, by) => changeOrderRow(shop, tx, id, () => recordCapture(shop, tx, { orderId: id, by })),
});

const waitsForProvider = isAnyCase({ refund: ({ now }) => isUnansweredRefund(now), dispute: () => isOpenDispute });

/** Adds the filters to the list of orders that the tiles of the start page link to. */
export const paymentsOfOrders = extendList(orderList, {
  actions: [markOrdersPaid],
  filters: {
    provider: {
      kind: 'choice',
      title: texts.atProvider,
      requires: 'payments.read',
      options: () => [
        { value: 'refund', label: texts.refundNotSent },
        { value: 'dispute', label: texts.disputed },
      ],
      where: (values, context) => sql`exists (select from payments p join payment_transactions t on t.payment_id = p.id
        where p.order_id = o.id and t.status = 'requested' and ${waitsForProvider(values, context)})`,
    },
  },
});

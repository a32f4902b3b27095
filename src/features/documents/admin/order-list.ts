import { orderList } from '#features/orders/index.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { documentTexts as texts } from '../texts.ts';
import { packingSlips } from './packing-slips.ts';

const selectLabels = sqlQuery<{ orderId: number; labels: string }>(
  'documents.list-labels-of-orders',
  `select order_id as "orderId", string_agg(label, ', ' order by id) as labels from documents where order_id = any($1::bigint[]) group by 1`,
);

export const documentsOfOrders = extendList(orderList, {
  pages: [packingSlips],
  columns: {
    documents: defineAddedColumn<string>({
      ...{ title: texts.documentNumbers, requires: 'documents.read', isHidden: true },
      load: async (_shop, db, ids) =>
        new Map((await selectLabels(db, [ids])).map(({ orderId, labels }) => [orderId, labels])),
      cell: (labels) => labels,
    }),
  },
});

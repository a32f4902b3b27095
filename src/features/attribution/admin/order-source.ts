import { sql } from 'drizzle-orm';
import { orderList } from '#features/orders/index.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { noValue, type SourceType, sourceTypes } from '../contract.ts';
import { formatSourceType } from '../order-facts.ts';
import { attributionTexts as texts } from '../texts.ts';
import { readSources } from './paths.ts';

interface Source {
  readonly orderId: number;
  readonly type: SourceType;
  readonly name: string;
}

const selectSources = sqlQuery<Source>(
  'attribution.list-sources-of-orders',
  `select order_id as "orderId", source_type as type, utm_source as name from order_attributions where order_id = any($1::bigint[])`,
);

export const sourcesOfOrders = extendList(orderList, {
  columns: {
    source: defineAddedColumn<Source>({
      ...{ title: texts.source, requires: readSources.name, isHidden: true },
      load: async (_shop, db, ids) =>
        new Map((await selectSources(db, [ids])).map((source) => [source.orderId, source])),
      cell: (source, { t }) =>
        source && [formatSourceType({ t }, source.type), ...(source.name === noValue ? [] : [source.name])].join(', '),
    }),
  },
  filters: {
    source: {
      kind: 'choice',
      title: texts.source,
      requires: readSources.name,
      options: () => sourceTypes.map((value) => ({ value, label: texts[value] })),
      // `offset 0` makes PostgreSQL look up the attribution order by order. It would read all orders otherwise, since
      // each source has many.
      where: (values) =>
        sql`exists (select from order_attributions a where a.order_id = o.id and a.source_type = any(${sql.param(values)}::text[]) offset 0)`,
    },
  },
});

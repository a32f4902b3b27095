import { sql } from 'drizzle-orm';
import { stockList } from '#features/stock-control/index.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { stockAlertAdminTexts as texts } from './admin-texts.ts';
import { readAlerts } from './permissions.ts';

const waits = `a.kind = 'stock' and a.state = 'waiting'`;

/** Counts the alerts for variations that use a stock, and the alerts for any variation of its product. */
const countWaiting = sqlQuery<{ id: number; waiting: number }>(
  'stock-alerts.count-waiting-of-stocks',
  `select s.id, (select count(*) from variations v join stock_alerts a on a.variation_id = v.id and ${waits} where v.stock_id = s.id)::integer
    + (select count(*) from variations v join stock_alerts a on a.product_id = v.product_id and a.variation_id is null and ${waits} where v.id = s.id)::integer as waiting
  from unnest($1::integer[]) s (id)`,
);

/** Adds to the list of stocks how many people wait for each stock, and a filter for stocks that people wait for. */
export const alertsOfStock = extendList(stockList, {
  columns: {
    waiting: defineAddedColumn<number>({
      ...{ title: texts.demandWaiting, requires: readAlerts.name, align: 'end', isHidden: true },
      load: async (_shop, db, ids) => new Map((await countWaiting(db, [ids])).map(({ id, waiting }) => [id, waiting])),
      cell: (waiting) => waiting || null,
    }),
  },
  filters: {
    waiting: {
      ...{ kind: 'flag', title: texts.peopleWait, requires: readAlerts.name },
      // There are few alerts compared with stocks: each alert is looked up once, and their stocks are a single array
      // for all rows.
      where: (isSet: boolean) => sql`${sql.raw(isSet ? '' : 'not ')}exists (select from unnest(array(
          select v.stock_id from (select distinct a.variation_id as id from stock_alerts a where ${sql.raw(waits)} and a.variation_id is not null) w
          cross join lateral (select stock_id from variations where id = w.id offset 0) v
          union all
          select v.stock_id from (select distinct a.product_id as id from stock_alerts a where ${sql.raw(waits)} and a.variation_id is null) w
          cross join lateral (select stock_id from variations where product_id = w.id offset 0) v
        )) waiting (id) where waiting.id = s.variation_id)`,
    },
  },
  views: [
    {
      ...{ id: 'waiting', text: texts.peopleWait, filters: { waiting: 'yes' } },
      columns: ['product', 'sku', 'state', 'available', 'sold', 'incoming', 'waiting'],
    },
  ],
});

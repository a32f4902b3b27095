import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { readStock, stocksPath } from '../paths.ts';
import { stockControlSettings } from '../settings.ts';
import { runsOutIn } from './stock-sql.ts';
import { stockTexts as texts } from './texts.ts';

/** Tile with the number of stocks that will last, at their pace of sales, for fewer days than the setting says. */
export const stocksToReorder: HomeTile = {
  id: 'stock-control.to-reorder',
  requires: readStock,
  text: texts.runOutSoon,
  rows: (shop) =>
    sql`select s.variation_id from stock_levels s where s.managed and ${runsOutIn(shop.settings(stockControlSettings).reorderDays, shop.clock.now())}`,
  list: { path: `${stocksPath}?view=reorder` },
};

import type { Database } from '#platform/database/database.ts';
import type { StartStock } from '../products.ts';
import type { Check } from './check.ts';

export interface StockLine extends StartStock {
  /** Quantity on the lines of all orders. */
  readonly sold: number;
  /** Part of it on orders that were cancelled, and units that came back. */
  readonly returned: number;
  readonly onHand: number;
  /** Quantity sold on backorder. */
  readonly backordered: number;
  /** Sums of `stock_movements`, by reason. */
  readonly ledger: { readonly set: number; readonly taken: number; readonly returned: number; readonly sum: number };
}

interface Counted extends Omit<StockLine, keyof StartStock> {
  readonly stockId: number;
}

/** Counts each stock from three independent sources: order lines, stock levels and the ledger. */
export async function readStockLines({ pool }: Database, start: readonly StartStock[]): Promise<StockLine[]> {
  const { rows } = await pool.query<Counted>(
    `with lines as (
      select v.stock_id, l.quantity, case when o.status = 'cancelled' then l.quantity
        else (select coalesce(sum(quantity), 0) from returned_units where line_id = l.id) end as returned
      from order_lines l join orders o on o.id = l.order_id join variations v on v.id = l.variation_id
    ), pieces as (
      select stock_id, sum(quantity) as sold, sum(returned) as returned from lines group by stock_id
    ), moves as (
      select variation_id, sum(delta - backordered) as sum, sum(delta - backordered) filter (where reason = 'taken') as taken,
        sum(delta - backordered) filter (where reason = 'returned') as returned, sum(delta) filter (where reason = 'set') as set
      from stock_movements group by variation_id
    )
    select s.variation_id as "stockId", s.on_hand as "onHand", s.backordered,
      coalesce(p.sold, 0)::integer as sold, coalesce(p.returned, 0)::integer as returned,
      json_build_object('set', coalesce(m.set, 0), 'taken', coalesce(m.taken, 0), 'returned', coalesce(m.returned, 0),
        'sum', coalesce(m.sum, 0)) as ledger
    from stock_levels s left join pieces p on p.stock_id = s.variation_id left join moves m on m.variation_id = s.variation_id`,
  );
  return start.map((line) => {
    const counted = rows.find(({ stockId }) => stockId === line.stockId);
    if (!counted) throw new Error(`the stock of ${line.sku} is gone`);
    return { ...counted, ...line };
  });
}

/** Expected stock: start − sold + returned. */
export const getExpectedStock = ({ startQuantity, sold, returned }: StockLine): number =>
  startQuantity - sold + returned;

export function checkStock(lines: readonly StockLine[]): Check[] {
  const check = (what: string, holds: (line: StockLine) => boolean): Check => ({
    ...{ what, checked: lines.length, failures: lines.filter((line) => !holds(line)).map(({ sku }) => sku) },
  });
  return [
    check('stock = start − sold + returned', (line) => line.onHand - line.backordered === getExpectedStock(line)),
    check(
      'the shop’s ledger adds up to its stock',
      ({ ledger, onHand, backordered }) => ledger.sum === onHand - backordered,
    ),
    check(
      'the shop’s ledger has the quantity of the start, and what orders have taken and returned',
      ({ ledger, startQuantity, sold, returned }) => {
        return ledger.set === startQuantity && ledger.taken + ledger.returned === returned - sold;
      },
    ),
    check(
      'no stock is both on hand and backordered',
      ({ onHand, backordered }) => onHand >= 0 && backordered >= 0 && (onHand === 0 || backordered === 0),
    ),
  ];
}

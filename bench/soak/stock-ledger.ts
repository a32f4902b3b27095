import type { Database } from '#platform/database/database.ts';
import type { Check } from './checks.ts';
import type { StartStock } from './wares.ts';

export interface StockLine extends StartStock {
  /** Pieces on the lines of all orders. */
  readonly sold: number;
  /** Of them, on those of orders that were cancelled, or given back with a refund. */
  readonly returned: number;
  readonly onHand: number;
  /** Sold before they were there. */
  readonly owed: number;
  /** Sums of the shop's own ledger, by reason. */
  readonly ledger: { readonly set: number; readonly taken: number; readonly returned: number; readonly sum: number };
}

interface Counted extends Omit<StockLine, keyof StartStock> {
  readonly stockId: number;
}

/** From the orders' lines, the shelves and the shop's ledger, which have nothing in common but the truth. */
export async function stockLines({ pool }: Database, start: readonly StartStock[]): Promise<StockLine[]> {
  const { rows } = await pool.query<Counted>(
    `with pieces as (
      select v.stock_id, sum(l.quantity) as sold, sum(l.quantity) filter (where o.status = 'cancelled' or exists (
        select from refunds r where r.order_id = o.id and r.restock)) as returned
      from order_lines l join orders o on o.id = l.order_id join variations v on v.id = l.variation_id group by v.stock_id
    ), moves as (
      select variation_id, sum(delta - backordered) as sum, sum(delta - backordered) filter (where reason = 'taken') as taken,
        sum(delta - backordered) filter (where reason = 'returned') as returned, sum(delta) filter (where reason = 'set') as set
      from stock_movements group by variation_id
    )
    select s.variation_id as "stockId", s.on_hand as "onHand", s.backordered as owed,
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

/** What must be there by what was sold and what came back. */
export const shouldBe = ({ pieces, sold, returned }: StockLine): number => pieces - sold + returned;

export function checkStock(lines: readonly StockLine[]): Check[] {
  const check = (what: string, holds: (line: StockLine) => boolean): Check => ({
    ...{ what, of: lines.length, breaches: lines.filter((line) => !holds(line)).map(({ sku }) => sku) },
  });
  return [
    check('stock = start − sold + returned', (line) => line.onHand - line.owed === shouldBe(line)),
    check('the shop’s ledger adds up to its stock', ({ ledger, onHand, owed }) => ledger.sum === onHand - owed),
    check(
      'its ledger has each piece that was put there, sold and returned, once',
      ({ ledger, pieces, sold, returned }) => {
        return ledger.set === pieces && ledger.taken === -sold && ledger.returned === returned;
      },
    ),
    check(
      'no piece is both there and owed',
      ({ onHand, owed }) => onHand >= 0 && owed >= 0 && (onHand === 0 || owed === 0),
    ),
  ];
}

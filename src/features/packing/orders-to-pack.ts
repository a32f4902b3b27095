import type { NamedValue, PricedValue } from '#features/orders/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface OrderToPack {
  readonly id: number;
  readonly number: number;
  readonly name: string | null;
  readonly delivery: string | null;
  readonly note: string;
  readonly lines: readonly LineToPack[];
}

export interface LineToPack {
  readonly id: number;
  readonly name: string;
  readonly sku: string | null;
  /** The variation's current GTIN. */
  readonly gtin: string | null;
  readonly options: readonly NamedValue[];
  readonly addons: readonly PricedValue[];
  /** Number of units that were neither shipped nor cancelled. */
  readonly left: number;
}

const selectOrders = sqlQuery<OrderToPack>(
  'packing.list-orders-to-pack',
  `select o.id, o.number, o.note,
    (select trim(a.first_name || ' ' || a.last_name) from order_addresses a where a.order_id = o.id order by a.kind desc limit 1) as name,
    (select string_agg(s.title, ', ' order by s.position) from order_shipping_lines s where s.order_id = o.id) as delivery,
    lines.lines
  from orders o cross join lateral (
    select json_agg(json_build_object('id', l.id, 'name', l.name, 'sku', l.sku, 'gtin', v.gtin, 'options', l.options, 'addons', l.addons,
      'left', count_units_left(l)) order by l.position) as lines
    from order_lines l left join variations v on v.id = l.variation_id
    where l.order_id = o.id and not (l.virtual and l.downloadable) and count_units_left(l) > 0
  ) lines
  where o.id = any($1::bigint[]) and o.status = 'processing' and lines.lines is not null
    and (o.cancel_requested_at is null or o.cancel_declined_at is not null)`,
);

/** Lists the orders sorted like the ids. Orders that may not be shipped or have nothing left to ship are skipped. */
export async function listOrdersToPack(db: Db, ids: readonly number[]): Promise<OrderToPack[]> {
  const found = new Map((await selectOrders(db, [ids])).map((order) => [order.id, order]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

import type { Database } from '#platform/database/database.ts';

/** An invariant and its violations. */
export interface Check {
  readonly what: string;
  /** Number of records checked. */
  readonly checked: number;
  readonly failures: readonly string[];
}

/** Each query returns the numbers of orders that violate an invariant. */
const orderInvariants: Readonly<Record<string, string>> = {
  'every order has lines that add up to its items total without its discounts': `
    select o.number from orders o left join order_lines l on l.order_id = o.id
    group by o.id having coalesce(sum(l.total), -1) <> o.items_total - o.discount_total`,
  'every order has gross amounts that add up to its total, and tax lines to its tax': `
    select o.number from orders o where o.taxes_recorded and (o.total, o.tax_total) is distinct from (
      (select sum(gross) from (select gross from order_lines where order_id = o.id union all select gross from order_shipping_lines
        where order_id = o.id union all select gross from order_fees where order_id = o.id) parts),
      (select coalesce(sum(amount), 0) from order_tax_lines where order_id = o.id))`,
  'every order has shipping lines that add up to its shipping total': `
    select o.number from orders o left join order_shipping_lines s on s.order_id = o.id
    group by o.id having coalesce(sum(s.total), -1) <> o.shipping_total`,
  'every order has both addresses': `
    select o.number from orders o left join order_addresses a on a.order_id = o.id group by o.id having count(a.kind) <> 2`,
  'every order has one payment of its total, in the state that fits its status': `
    select o.number from orders o left join payments p on p.order_id = o.id
    group by o.id having count(p.id) <> 1 or max(p.amount) <> o.total
      or max(p.status) <> case o.status when 'cancelled' then 'cancelled' else 'open' end
      or max(p.captured) <> case when o.paid_at is null then 0 else o.total end`,
  'every order’s captured and refunded money is that of its payments, and theirs that of their transactions': `
    select distinct o.number from orders o join payments p on p.order_id = o.id
    where o.captured_total <> (select sum(captured) from payments where order_id = o.id)
      or o.refunded_total <> (select sum(refunded) from payments where order_id = o.id)
      or p.captured <> (select coalesce(sum(amount), 0) from payment_transactions
        where payment_id = p.id and kind = 'capture' and status = 'succeeded')
      or p.refunded <> (select coalesce(sum(amount), 0) from payment_transactions
        where payment_id = p.id and kind = 'refund' and status = 'succeeded')`,
  'every refund that succeeded has transactions of its amount': `
    select o.number from refunds r join orders o on o.id = r.order_id where r.status <> 'succeeded' or r.amount <> (
      select coalesce(sum(amount), 0) from payment_transactions where refund_id = r.id and status = 'succeeded')`,
  'every order has a history that ends with its status': `
    select o.number from orders o where o.status is distinct from (
      select h.to_status from order_history h where h.order_id = o.id and h.kind = 'status' order by h.id desc limit 1)`,
  'every order reserves exactly the quantities of its lines': `
    select distinct number from (
      (select o.number, l.variation_id, sum(l.quantity) from orders o join order_lines l on l.order_id = o.id group by 1, 2
       except select o.number, sr.variation_id, sum(sr.quantity) from orders o join stock_reservations sr on sr.order_id = o.id group by 1, 2)
      union all
      (select o.number, sr.variation_id, sum(sr.quantity) from orders o join stock_reservations sr on sr.order_id = o.id group by 1, 2
       except select o.number, l.variation_id, sum(l.quantity) from orders o join order_lines l on l.order_id = o.id group by 1, 2)
    ) as differing`,
  'every reservation is open, committed or released as the order’s status requires': `
    select distinct o.number from orders o join stock_reservations sr on sr.order_id = o.id where sr.state <> case
      when o.status = 'cancelled' or exists (select from refunds r where r.order_id = o.id and r.restock) then 'released'
      when o.status = 'on-hold' then 'reserved' else 'committed' end`,
  'every order has a final status and a closed cart': `
    select o.number from orders o left join checkout_attempts a on a.order_id = o.id left join carts c on c.id = a.cart_id
    where o.status not in ('on-hold', 'processing', 'cancelled', 'refunded') or c.state is distinct from 'ordered'`,
  'no cart was ordered twice': `select cart_id from checkout_attempts group by cart_id having count(*) > 1`,
};

export async function checkOrders({ pool }: Database): Promise<Check[]> {
  const total = await pool.query<{ orders: number }>('select count(*)::integer as orders from orders');
  const checks: Check[] = [];
  for (const [what, query] of Object.entries(orderInvariants)) {
    const { rows } = await pool.query<Record<string, unknown>>(query);
    checks.push({
      what,
      checked: total.rows[0]?.orders ?? 0,
      failures: rows.map((row) => String(Object.values(row)[0])),
    });
  }
  return checks;
}

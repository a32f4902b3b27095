import type { Database } from '#platform/database/database.ts';
import { soakTaxRate } from '../products.ts';
import { type Check, checkInvariants } from './check.ts';

/** Sums of the money of orders, counted from the transactions. */
const moneySql = `(select o.id, o.number, o.total,
    coalesce(sum(t.amount) filter (where t.kind = 'capture'), 0) as captured,
    coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0) as refunded,
    coalesce(sum(t.amount) filter (where r.cause = 'late-payment'), 0) as given_back,
    exists (select from refunds f where f.order_id = o.id and f.cause = 'late-payment' and f.status = 'failed') as is_kept
  from orders o left join payments p on p.order_id = o.id
  left join payment_transactions t on t.payment_id = p.id and t.status = 'succeeded' left join refunds r on r.id = t.refund_id
  group by o.id)`;

/** Units of an order's lines that were sent away, or will not be: counted from shipments and cancellations. */
const unitsLeftSql = `(select coalesce(sum(l.quantity
    - coalesce((select sum(s.quantity) from shipment_lines s where s.line_id = l.id), 0)
    - coalesce((select sum(c.quantity) from cancelled_units c where c.line_id = l.id), 0)), 0)
  from order_lines l where l.order_id = o.id)`;

/** A free amount was refunded, too: then all units give back what is left, which may be less than their lines. */
const hasFreeRefundSql = `exists (select from refunds f join refund_lines fl on fl.refund_id = f.id and fl.kind = 'amount'
  where f.order_id = o.id and f.status <> 'failed')`;

/** Each query returns the numbers of orders that violate an invariant. */
const orderInvariants: Readonly<Record<string, string>> = {
  'every order has lines that add up to its items total without its discounts': `
    select o.number from orders o left join order_lines l on l.order_id = o.id
    group by o.id having coalesce(sum(l.total), -1) <> o.items_total - o.discount_total`,
  'every order has adjustments of its items that add up to its discounts': `
    select o.number from orders o left join order_adjustments a on a.order_id = o.id and a.line_id is not null
    group by o.id having coalesce(sum(a.amount), 0) <> -o.discount_total`,
  'every order has gross amounts that add up to its total, and tax lines to its tax': `
    select o.number from orders o where (o.total, o.tax_total) is distinct from (
      (select sum(gross) from (select gross from order_lines where order_id = o.id union all select gross from order_shipping_lines
        where order_id = o.id union all select gross from order_fees where order_id = o.id) parts),
      (select coalesce(sum(amount), 0) from order_tax_lines where order_id = o.id))`,
  'every line has the tax of its gross amount': `
    select o.number, l.position from order_lines l join orders o on o.id = l.order_id
    join order_tax_lines t on t.line_id = l.id
    where l.net + l.tax <> l.gross or t.amount <> l.tax or l.net <> round(l.gross * 100 / ${100 + soakTaxRate}.0)`,
  'every order has shipping lines that add up to its shipping total': `
    select o.number from orders o left join order_shipping_lines s on s.order_id = o.id
    group by o.id having coalesce(sum(s.total), -1) <> o.shipping_total`,
  'every order has both addresses': `
    select o.number from orders o left join order_addresses a on a.order_id = o.id group by o.id having count(a.kind) <> 2`,
  'every order was paid exactly when captured money, without what came late, covers its total': `
    select o.number, m.captured, m.given_back, m.total from orders o join ${moneySql} m on m.id = o.id
    where not m.is_kept and (o.paid_at is not null) <> (m.captured - m.given_back >= m.total)`,
  'every order without payment has no money, and a paid one not more than its total': `
    select o.number, m.captured, m.given_back, m.total from orders o join ${moneySql} m on m.id = o.id
    where not m.is_kept and m.captured - m.refunded > case when o.paid_at is null then 0 else m.total end`,
  'every order has the status of its payment and shipments': `
    select o.number, o.status from orders o join ${moneySql} m on m.id = o.id where not case
      when o.status in ('pending', 'failed') then o.paid_at is null and exists (select from payments where order_id = o.id and provider = 'test_card')
      when o.status = 'on-hold' then o.paid_at is null and (o.payment_method = 'bank_transfer' or o.suspicion is not null and o.confirmed_at is null)
      when o.status = 'processing' then (o.paid_at is not null or o.payment_method = 'cash_on_delivery')
        and (o.paid_at is null or ${unitsLeftSql} > 0) and (m.captured = 0 or m.refunded < m.captured)
      when o.status = 'completed' then o.paid_at is not null and ${unitsLeftSql} = 0 and m.refunded < m.captured
      when o.status = 'refunded' then o.paid_at is not null and m.refunded = m.captured
      when o.status = 'cancelled' then o.paid_at is null and not exists (select from shipments where order_id = o.id) end`,
  'every refund of a part of an order is at most that part, and all of it when all units are refunded': `
    select o.number, l.position from orders o join order_lines l on l.order_id = o.id join refund_lines rl on rl.order_line_id = l.id
    join refunds r on r.id = rl.refund_id and r.status <> 'failed'
    group by o.id, l.id having sum(rl.quantity) > l.quantity or sum(rl.net) > l.net or sum(rl.tax) > l.tax
      or sum(rl.quantity) = l.quantity and (sum(rl.net), sum(rl.tax)) is distinct from (l.net, l.tax) and not ${hasFreeRefundSql}
    union all
    select o.number, -1 from orders o join refunds r on r.order_id = o.id and r.status <> 'failed'
    join refund_lines rl on rl.refund_id = r.id and rl.kind = 'shipping'
    group by o.id having sum(rl.gross) <> (select sum(gross) from order_shipping_lines where order_id = o.id)`,
  'every refund has lines and transactions of its amount': `
    select o.number, r.id from refunds r join orders o on o.id = r.order_id where r.status = 'requested'
      or r.status = 'succeeded' and r.amount <> (
        select coalesce(sum(amount), 0) from payment_transactions where refund_id = r.id and status = 'succeeded')
      or r.status = 'failed' and not exists (select from payment_transactions where refund_id = r.id and status = 'failed')
      or r.amount <> (select coalesce(sum(gross), r.amount) from refund_lines where refund_id = r.id)`,
  'every order has a history that ends with its status': `
    select o.number from orders o where o.status is distinct from (
      select h.to_status from order_history h where h.order_id = o.id and h.kind = 'status' order by h.id desc limit 1)`,
  'every order reserves exactly the quantities of its lines, and none once another has taken its place': `
    select o.number, l.position from orders o join order_lines l on l.order_id = o.id left join stock_reservations r on r.line_id = l.id
    where r.quantity is distinct from case when o.cancel_reason = 'superseded' then null else l.quantity end`,
  'every reservation is open, committed or released as the order’s status requires': `
    select distinct o.number, o.status, r.state from orders o join stock_reservations r on r.order_id = o.id where r.state <> case
      when r.returned = r.quantity then 'released'
      when o.status in ('pending', 'failed', 'on-hold') then 'reserved' else 'committed' end
      or o.status = 'cancelled' and r.returned <> r.quantity`,
  'every reserved unit was shipped, has returned or is in the house': `
    select o.number, r.quantity, r.shipped, r.returned from stock_reservations r join orders o on o.id = r.order_id
    cross join lateral (select coalesce(sum(quantity), 0) as units from shipment_lines where line_id = r.line_id) s
    where r.quantity - r.shipped - r.returned < 0 or r.shipped > s.units or r.shipped < s.units - r.returned`,
};

export const checkOrders = (database: Database): Promise<Check[]> =>
  checkInvariants(database, 'select count(*)::integer as count from orders', orderInvariants);

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { CarriedMoney, createAmountFormat } from '#features/amendments/index.ts';
import { type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { definePanel, getRecordPath } from '#platform/admin/records/record.ts';
import { exchangeTexts as texts } from '../texts.ts';

const units = z.strictObject({
  id: z.int(),
  name: z.string(),
  expected: z.int(),
  arrived: z.int(),
  restocked: z.int(),
});
const schema = z.strictObject({
  ...{ carried: z.int(), promised: z.int() },
  exchanges: z.array(z.strictObject({ id: z.int(), amount: z.int(), units: z.array(units) })),
});

export const exchangePanel = definePanel({
  ...{ id: 'exchanges', title: texts.panel, column: 'main', place: { before: 'items' } },
  data: (_shop, id) => sql`select json_build_object('carried', o.carried_total,
      'promised', (select coalesce(sum(amount), 0) from refunds where order_id = o.id and status = 'requested'),
      'exchanges', (select coalesce(json_agg(json_build_object('id', e.order_id, 'amount', r.amount, 'units', (
          select json_agg(json_build_object('id', l.id, 'name', s.name, 'expected', l.quantity,
            'arrived', (select coalesce(sum(quantity), 0) from exchange_arrivals where refund_line_id = l.id),
            'restocked', (select coalesce(sum(restocked), 0) from exchange_arrivals where refund_line_id = l.id)) order by l.id)
          from refund_lines l join order_lines s on s.id = l.order_line_id where l.refund_id = r.id)) order by e.order_id), '[]')
        from exchanges e join refunds r on r.id = e.refund_id where e.exchanged_order_id = o.id))
    from orders o where o.id = ${id} and exists (select from exchanges where order_id = o.id or exchanged_order_id = o.id)`,
  schema,
  render: (shop, order: OrderSubject, { carried, promised, exchanges }) => {
    const { t } = shop;
    const money = createAmountFormat(shop, order);
    const open = ({ id, number }: { readonly id: number; readonly number: number }) => (
      <a href={getRecordPath(orderRecord, id)}>{t(texts.openOrder, { number: String(number) })}</a>
    );
    return (
      <>
        {order.exchangeOf && (
          <>
            <p>
              {t(texts.exchangeOf, { number: String(order.exchangeOf.number) })} {open(order.exchangeOf)}
            </p>
            <CarriedMoney {...{ shop, order, carried, promised }} />
          </>
        )}
        {order.exchangedFor.map((other) => {
          const { amount = 0, units: returned = [] } = exchanges.find(({ id }) => id === other.id) ?? {};
          return (
            <div key={other.id}>
              <p>
                {t(texts.exchangedFor, { number: String(other.number) })} {open(other)}
              </p>
              <ul>
                {returned.map(({ id, ...each }) => (
                  <li key={id}>{t(texts.arrived, each)}</li>
                ))}
              </ul>
              <p>{t(texts.carriedOver, { amount: money(amount) })}</p>
            </div>
          );
        })}
      </>
    );
  },
});

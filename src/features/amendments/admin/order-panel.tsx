import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { definePanel, getRecordPath } from '#platform/admin/records/record.ts';
import { amendmentTexts as texts } from '../texts.ts';
import { CarriedMoney, createAmountFormat } from './carried-money.tsx';
import { formatDifference } from './difference.tsx';

/** Shows the other order of an amendment, and the amount that is still to be paid or refunded. */
export const amendmentPanel = definePanel({
  ...{ id: 'amendment', title: texts.panel, column: 'main', place: { before: 'items' } },
  data: (
    _shop,
    id,
  ) => sql`select json_build_object('id', other.id, 'number', other.number, 'total', other.total, 'carried', o.carried_total,
      'promised', (select coalesce(sum(l.gross), 0) from refunds r join refund_lines l on l.refund_id = r.id
        where r.order_id = o.id and r.status = 'requested' and l.kind = 'unallocated'))
    from orders o join orders other on (other.id = o.superseded_by and other.amends_order_id = o.id)
      or (other.id = o.amends_order_id and other.superseded_by = o.id)
    where o.id = ${id} order by other.id desc limit 1`,
  schema: z.strictObject({
    ...{ id: z.int(), number: z.int(), total: z.int(), carried: z.int(), promised: z.int() },
  }),
  render: (shop, order: OrderSubject, { id, number: otherNumber, total: other, carried, promised }) => {
    const { t } = shop;
    const money = createAmountFormat(shop, order);
    const number = String(otherNumber);
    const link = <a href={getRecordPath(orderRecord, id)}>{t(texts.openOrder, { number })}</a>;
    if (order.replacedBy?.id === id)
      return (
        <p>
          {t(texts.replacedBy, { number })} {link}
        </p>
      );
    const { total } = order;
    const change = t(texts.fromTo, {
      ...{ before: money(other), after: money(total), difference: formatDifference(money, total - other) },
    });
    return (
      <>
        <p>
          {t(texts.replaces, { number })} {link}
        </p>
        <CarriedMoney
          {...{ shop, order, carried, promised }}
          facts={[{ label: t(texts.changeOfTotal), value: change }]}
        />
      </>
    );
  },
});

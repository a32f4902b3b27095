import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { messageRecord, messageAdminTexts as texts } from '#features/contact-forms/index.ts';
import { orderList, orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel, getRecordPath } from '#platform/admin/records/record.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';

const shownOrders = 8;

/** The newest orders of the sender of a message, found by account or by email address. */
const ordersPanel = definePanel({
  ...{ id: 'orders', title: texts.orders, column: 'side', requires: orderList.requires },
  place: { after: 'person' },
  data: (_shop, id) => sql`select json_build_object('sender', m.sender, 'orders', (
      select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number, 'total', o.total, 'currency', o.currency, 'at', o.created_at)
        order by o.created_at desc), '[]')
      from (
        select * from orders p where p.erased_at is null and p.id in (
          select p.id from orders p where p.customer_id = m.customer_id
          union select p.id from orders p where email_key(p.email) = email_key(m.sender)
        ) order by p.created_at desc limit ${shownOrders}
      ) o))
    from contact_messages m where m.id = ${id}`,
  schema: z.strictObject({
    sender: z.string().nullable(),
    orders: z.array(
      z.strictObject({ id: z.int(), number: z.int(), total: z.int(), currency: z.string(), at: jsonMoment }),
    ),
  }),
  render: ({ t, choices }, _message: unknown, { sender, orders }) => {
    if (orders.length === 0) return <p className="panel__help">{t(texts.noOrders)}</p>;
    const date = getDateFormat(choices.locale, { dateStyle: 'medium' });
    return (
      <>
        <ul className="order-list">
          {orders.map(({ id, number, total, currency, at }) => (
            <li key={id}>
              <a href={getRecordPath(orderRecord, id)}>{number}</a>{' '}
              <small className="order-muted">
                {date.format(at)} · {formatMoney({ amount: total, currency }, choices.locale)}
              </small>
            </li>
          ))}
        </ul>
        {sender !== null && (
          <p>
            <a href={`${orderList.path}?${new URLSearchParams({ q: sender })}`}>{t(texts.allOrders)}</a>
          </p>
        )}
      </>
    );
  },
});

export const ordersOfMessage = extendRecord(messageRecord, { panels: [ordersPanel] });

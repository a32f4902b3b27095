import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfPerson, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { OrderStatus, Suspicion } from '../contract.ts';
import { orderListTexts as texts } from './list-texts.ts';
import { orderList } from './order-list.tsx';
import { findOrderState, OrderBadge, orderStates } from './order-states.tsx';
import { orderRecordPath } from './record/paths.ts';

const ordersPanel = definePersonPanel({
  ...{ id: 'orders', title: texts.orders, requires: 'orders.read' },
  rows: (
    id,
  ) => sql`select o.id, o.number, o.status, o.suspicion, o.confirmed_at as "confirmedAt", o.created_at as "createdAt", o.total,
      o.currency::text from orders o where ${isOfPerson(id, { customer: sql`o.customer_id`, key: sql`lower(o.email)` })}
    order by o.created_at desc, o.id desc`,
  schema: z.object({
    ...{ id: z.int(), number: z.int(), status: z.custom<OrderStatus>(), suspicion: z.custom<Suspicion | null>() },
    ...{ confirmedAt: jsonMoment.nullable(), createdAt: jsonMoment, total: z.int(), currency: z.string() },
  }),
  entry: ({ t, choices }, order) => ({
    text: `${order.number} · ${formatMoney({ amount: order.total, currency: order.currency }, choices.locale)}`,
    href: orderRecordPath(order.id),
    state: <OrderBadge t={t} look={orderStates[findOrderState(order)]} />,
    at: order.createdAt,
  }),
  all: ({ t }, { customerId, email }) => {
    const filter = customerId === null ? { guest: email } : { customer: String(customerId) };
    return <a href={`${orderList.path}?${new URLSearchParams(filter)}`}>{t(texts.allOrders)}</a>;
  },
});

export const ordersOfPeople = extendRecord(personRecord, { panels: [ordersPanel] });

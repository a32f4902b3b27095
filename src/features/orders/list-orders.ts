import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { OrderStatus } from './contract.ts';
import type { Order } from './order.ts';

/** An order in a list. Amounts are minor units. */
export interface OrderEntry extends Pick<Order, OrderEntryKey> {
  readonly hasShipment: boolean;
  /** Sum of the units of all lines. */
  readonly quantity: number;
}

type OrderEntryKey =
  | ('number' | 'token' | 'status' | 'confirmedAt' | 'suspicion' | 'createdAt' | 'completedAt')
  | ('cancelRequestedAt' | 'cancelDeclinedAt' | 'total' | 'currency');

const selectOrders = sqlQuery<OrderEntry>(
  'orders.list-orders-of-customer',
  `select o.number, o.token, o.status, o.confirmed_at as "confirmedAt", o.suspicion, o.created_at as "createdAt", o.completed_at as "completedAt",
    o.cancel_requested_at as "cancelRequestedAt", o.cancel_declined_at as "cancelDeclinedAt",
    exists (select from shipments s where s.order_id = o.id) as "hasShipment", o.total, o.currency,
    coalesce((select sum(l.quantity) from order_lines l where l.order_id = o.id), 0)::integer as quantity
  from orders o where o.customer_id = $1 order by o.created_at desc, o.id desc limit $2 offset $3`,
);

/** Newest first. */
export function listOrdersOfCustomer(
  db: Db,
  customerId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderEntry[]> {
  return selectOrders(db, [customerId, limit, offset]);
}

const selectPhone = sqlQuery<{ phone: string }>(
  'orders.find-phone-of-customer',
  `select phone from orders where customer_id = $1 and phone <> '' order by id desc limit 1`,
);

/** Fills `contact-forms.customer-facts`: the telephone number of the customer's last order with one. */
export async function findPhoneOfCustomer(db: Db, customerId: number): Promise<{ readonly phone: string }> {
  return { phone: (await selectPhone(db, [customerId]))[0]?.phone ?? '' };
}

type OrderListKey =
  | 'id'
  | 'number'
  | 'status'
  | 'confirmedAt'
  | 'suspicion'
  | 'email'
  | 'currency'
  | 'total'
  | 'createdAt';

interface OrderListItem extends Pick<Order, OrderListKey> {
  /** Name of the billing address. */
  readonly name: string;
  readonly quantity: number;
}

interface OrderList {
  readonly orders: readonly OrderListItem[];
  readonly total: number;
  readonly pages: number;
}

const defineListQuery = (name: string, where: string) =>
  sqlQuery<OrderListItem>(
    `orders.list-${name}`,
    `select o.id, o.number, o.status, o.confirmed_at as "confirmedAt", o.suspicion, o.email, o.currency, o.total, o.created_at as "createdAt",
      coalesce((select trim(a.first_name || ' ' || a.last_name) from order_addresses a where a.order_id = o.id and a.kind = 'billing'), '') as name,
      (select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = o.id) as quantity
    from orders o ${where} order by o.created_at desc, o.id desc limit $1 offset $2`,
  );
// Two statements, so that PostgreSQL can use a different index for each.
const listAll = defineListQuery('all', '');
const listByStatus = defineListQuery('by-status', 'where o.status = $3');
const countAll = sqlQuery<{ count: number }>('orders.count-all', 'select count(*) from orders');
const countByStatus = sqlQuery<{ count: number }>(
  'orders.count-by-status',
  'select count(*) from orders where status = $1',
);

/**
 * Lists orders, newest first, in two queries.
 * @param page from 1
 */
export async function listOrders(
  db: Db,
  {
    status = null,
    page = 1,
    perPage = 25,
  }: { readonly status?: OrderStatus | null; readonly page?: number; readonly perPage?: number } = {},
): Promise<OrderList> {
  const range = [perPage, (page - 1) * perPage];
  const [found, [count]] = await Promise.all(
    status === null
      ? [listAll(db, range), countAll(db, [])]
      : [listByStatus(db, [...range, status]), countByStatus(db, [status])],
  );
  const total = count?.count ?? 0;
  return { orders: found, total, pages: Math.ceil(total / perPage) };
}

import { randomBytes } from 'node:crypto';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { type LockedOrder, orderColumns } from '../status/order-status.ts';
import type { OrderInput } from './order-input.ts';
import { calculateOrderTotals } from './order-totals.ts';

/** The keys of `facts` are the column names. */
const insertOrderRows = sqlQuery<LockedOrder>(
  'orders.insert-order',
  `with new_order as (
    insert into orders (number, token, visitor_id, status, currency, items_total, discount_total, shipping_total, tax_total,
      total, prices_include_tax, email, phone, note, payment_method, payment_title, request_key, meta, created_at, updated_at, due_at,
      confirmed_at, confirmed_by)
    select number, token, visitor_id, 'pending', currency, items_total, discount_total, shipping_total, tax_total,
      total, prices_include_tax, email, phone, note, payment_method, payment_title, request_key, meta, now, now, due_at,
      case when confirmed_by is not null then now end, confirmed_by
    from jsonb_to_record($1) as facts (number bigint, token text, visitor_id uuid, currency text,
      items_total bigint, discount_total bigint, shipping_total bigint, tax_total bigint, total bigint, prices_include_tax boolean, email text,
      phone text, note text, payment_method text, payment_title text, request_key text, meta jsonb, now timestamptz,
      due_at timestamptz, confirmed_by text)
    returning *
  ), addresses as (
    insert into order_addresses (order_id, kind, first_name, last_name, company, address_1, address_2, city, state, postcode, country)
    select new_order.id, a.kind, first_name, last_name, company, address_1, address_2, city, state, postcode, country
    from new_order, jsonb_to_recordset($2) as a (kind text, first_name text, last_name text, company text, address_1 text, address_2 text, city text,
      state text, postcode text, country text)
  ), lines as (
    insert into order_lines (order_id, position, product_id, variation_id, name, sku, options, addons, quantity, unit_price, total, tax, tax_class,
      weight_grams, virtual, downloadable, purchase_note)
    select new_order.id, position, "productId", "variationId", name, sku, options, addons, quantity, "unitPrice", l.total, tax, "taxClass",
      "weightGrams", virtual, downloadable, "purchaseNote"
    from new_order, jsonb_to_recordset($3) as l (position integer, "productId" integer, "variationId" integer, name text, sku text, options jsonb,
      addons jsonb, quantity integer, "unitPrice" bigint, total bigint, tax bigint, "taxClass" text, "weightGrams" numeric, virtual boolean,
      downloadable boolean, "purchaseNote" text)
  ), shipping as (
    insert into order_shipping_lines (order_id, position, method_id, title, total, tax)
    select new_order.id, position, "methodId", title, s.total, tax
    from new_order, jsonb_to_recordset($4) as s (position integer, "methodId" text, title text, total bigint, tax bigint)
  ), history as (
    insert into order_history (order_id, at, kind, to_status, by) select id, created_at, 'status', 'pending', 'shopper' from new_order
  )
  select ${orderColumns} from new_order`,
);

interface NewOrderValues {
  readonly number: number;
  readonly now: Date;
  readonly dueAt: Date;
}

/** Inserts a pending order with addresses, lines and history in one statement. */
export async function insertOrder(
  tx: Tx,
  input: OrderInput,
  { number, now, dueAt }: NewOrderValues,
): Promise<LockedOrder> {
  const { itemsTotal, discountTotal, shippingTotal, taxTotal, total } = calculateOrderTotals(input);
  const facts = {
    number,
    token: randomBytes(24).toString('base64url'),
    visitor_id: input.visitorId,
    currency: input.currency,
    items_total: itemsTotal,
    discount_total: discountTotal,
    shipping_total: shippingTotal,
    tax_total: taxTotal,
    total,
    prices_include_tax: input.pricesIncludeTax,
    email: input.email,
    phone: input.phone,
    note: input.note,
    payment_method: input.paymentMethod,
    payment_title: input.paymentTitle,
    request_key: input.requestKey,
    meta: input.meta,
    now,
    due_at: dueAt,
    confirmed_by: input.confirmedBy,
  };
  const addresses = [
    { ...input.billing, kind: 'billing' },
    ...(input.delivery ? [{ ...input.delivery, kind: 'shipping' }] : []),
  ];
  const parts = [addresses, withPositions(input.lines), withPositions(input.shipping)];
  const [order] = await insertOrderRows(
    tx,
    [facts, ...parts].map((part) => JSON.stringify(part)),
  );
  if (!order) throw new Error('the order was not written');
  return order;
}

function withPositions<Item extends object>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, position) => ({ ...item, position }));
}

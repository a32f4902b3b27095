import { randomBytes } from 'node:crypto';
import type { Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import { type AuthorColumns, toAuthorColumns } from '#platform/sessions/author.ts';
import { toOwnerValues } from '#platform/sessions/owner.ts';
import type { Suspicion } from '../contract.ts';
import { type LockedOrder, orderColumns } from '../status/order-status.ts';
import type { OrderInput } from './order-input.ts';
import { toOrderParts } from './order-parts.ts';

type OrderParts = 'facts' | 'addresses' | 'lines' | 'shipping' | 'fees' | 'adjustments' | 'taxLines';
/** The parts of the order are JSON texts. */
type OrderValues = Record<OrderParts, string> & Pick<NewOrderValues, 'baseCountry'> & AuthorColumns;

/** The keys of `facts` are the column names. */
const insertOrderRows = namedQuery<OrderValues, LockedOrder>(
  'orders.insert-order',
  `with new_order as (
    insert into orders (id, number, token, source, amends_order_id, visitor_id, customer_id, status, currency, locale, items_total, discount_total, shipping_total, fee_total,
      tax_total, untaxed_reason, total, prices_include_tax, tax_rounding, email, phone, note, payment_method, payment_title, request_key, meta, created_at, updated_at, due_at,
      confirmed_at, confirmed_by, suspicion, network_hash, country) overriding system value
    select coalesce(id, nextval('orders_id_seq')), number, token, source, amends_order_id, visitor_id, customer_id, 'pending', currency, locale, items_total, discount_total, shipping_total, fee_total,
      tax_total, untaxed_reason, total, prices_include_tax, tax_rounding, email, phone, note, payment_method, payment_title, request_key, meta, now, now, due_at,
      case when confirmed_by is not null then now end, confirmed_by, suspicion, network_hash, country
    from jsonb_to_record($facts) as facts (id bigint, number bigint, token text, source text, amends_order_id bigint, visitor_id uuid, customer_id bigint, currency text,
      locale text, items_total bigint, discount_total bigint, shipping_total bigint, fee_total bigint, tax_total bigint, untaxed_reason text, total bigint, prices_include_tax boolean,
      tax_rounding text, email text,
      phone text, note text, payment_method text, payment_title text, request_key text, meta jsonb, now timestamptz,
      due_at timestamptz, confirmed_by text, suspicion text, network_hash text, country text)
    returning *
  ), addresses as (
    insert into order_addresses (order_id, kind, first_name, last_name, company, address_1, address_2, city, state, postcode, country)
    select new_order.id, a.kind, first_name, last_name, company, address_1, address_2, city, state, postcode, a.country
    from new_order, jsonb_to_recordset($addresses) as a (kind text, first_name text, last_name text, company text, address_1 text, address_2 text, city text,
      state text, postcode text, country text)
  ), lines as (
    insert into order_lines (order_id, position, key, product_id, variation_id, name, sku, choices, options, addons, quantity, unit_price, subtotal_net,
      subtotal_gross, total, net, tax, gross, tax_class, weight_grams, virtual, downloadable, purchase_note, event_date)
    select new_order.id, position, key, "productId", "variationId", name, sku, choices, options, addons, quantity, "unitPrice", "subtotalNet",
      "subtotalGross", l.total, net, tax, gross, "taxClass", "weightGrams", virtual, downloadable, "purchaseNote", "eventDate"
    from new_order, jsonb_to_recordset($lines) as l (position integer, key text, "productId" integer, "variationId" integer, name text, sku text,
      choices jsonb, options jsonb, addons jsonb, quantity integer, "unitPrice" bigint, "subtotalNet" bigint, "subtotalGross" bigint, total bigint, net bigint,
      tax bigint, gross bigint, "taxClass" text, "weightGrams" numeric, virtual boolean, downloadable boolean, "purchaseNote" text, "eventDate" jsonb)
    order by position
    returning id, position
  ), shipping as (
    insert into order_shipping_lines (order_id, position, package_key, location_id, method_id, title, total, net, tax, gross)
    select new_order.id, position, "packageKey", "locationId", "methodId", title, s.total, net, tax, gross
    from new_order, jsonb_to_recordset($shipping) as s (position integer, "packageKey" text, "locationId" integer, "methodId" text, title text, total bigint, net bigint, tax bigint, gross bigint)
    returning id, position
  ), fees as (
    insert into order_fees (order_id, position, key, name, total, net, tax, gross)
    select new_order.id, position, key, name, f.total, net, tax, gross
    from new_order, jsonb_to_recordset($fees) as f (position integer, key text, name text, total bigint, net bigint, tax bigint, gross bigint)
    returning id, position
  ), adjustments as (
    insert into order_adjustments (order_id, line_id, shipping_line_id, source, name, amount)
    select new_order.id, lines.id, shipping.id, a.source, name, amount
    from new_order, jsonb_to_recordset($adjustments) as a (line integer, position integer, shipping integer, source text, name text, amount bigint)
    left join lines on lines.position = a.line left join shipping on shipping.position = a.shipping order by a.position
  ), tax_lines as (
    insert into order_tax_lines (order_id, line_id, shipping_line_id, fee_id, position, rate_key, name, tax_class, rate, is_compound, dispatch_country,
      net, amount)
    select new_order.id, lines.id, shipping.id, fees.id, t.position, "rateKey", t.name, "taxClass", rate, "isCompound", coalesce(l.country, $baseCountry),
      net, amount
    from new_order, jsonb_to_recordset($taxLines) as t (line integer, shipping integer, fee integer, position integer, "rateKey" text, name text,
      "taxClass" text, rate integer, "isCompound" boolean, "locationId" integer, net bigint, amount bigint)
    left join stock_locations l on l.id = t."locationId"
    left join lines on lines.position = t.line left join shipping on shipping.position = t.shipping left join fees on fees.position = t.fee
  ), history as (
    insert into order_history (order_id, at, kind, to_status, by, by_staff_id)
    select id, created_at, 'status', 'pending', $by::text, $byStaffId::bigint from new_order
  )
  select ${orderColumns} from new_order`,
);

interface NewOrderValues {
  readonly number: number;
  readonly locale: string;
  readonly now: Date;
  readonly dueAt: Date;
  readonly suspicion: Suspicion | null;
  readonly networkHash: string | null;
  /** Country of the shop. Used for stock locations without a country, and for items that are not shipped. */
  readonly baseCountry: string;
}

/** Inserts a pending order with addresses, lines and history in one statement. */
export async function insertOrder(
  tx: Tx,
  input: OrderInput,
  { number, locale, now, dueAt, suspicion, networkHash, baseCountry }: NewOrderValues,
): Promise<LockedOrder> {
  const { currency, totals, pricesIncludeTax, taxRounding, untaxedReason } = input.calculation;
  const [visitorId, customerId] = toOwnerValues(input.owner);
  const facts = {
    id: input.id ?? null,
    number,
    token: randomBytes(24).toString('base64url'),
    source: input.source,
    amends_order_id: input.amendsOrderId,
    visitor_id: visitorId,
    customer_id: customerId,
    currency,
    locale,
    items_total: totals.itemsTotal,
    discount_total: totals.discountTotal,
    shipping_total: totals.shippingTotal,
    fee_total: totals.feeTotal,
    tax_total: totals.taxTotal,
    untaxed_reason: untaxedReason,
    total: totals.total,
    prices_include_tax: pricesIncludeTax,
    tax_rounding: taxRounding,
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
    suspicion,
    network_hash: networkHash,
    country: (input.delivery ?? input.billing).country,
  };
  const addresses = [
    { ...input.billing, kind: 'billing' },
    ...(input.delivery ? [{ ...input.delivery, kind: 'shipping' }] : []),
  ];
  const { lines, shipping, fees, adjustments, taxLines } = toOrderParts(input);
  const [order] = await insertOrderRows(tx, {
    ...{ facts: JSON.stringify(facts), addresses: JSON.stringify(addresses), lines: JSON.stringify(lines) },
    ...{ shipping: JSON.stringify(shipping), fees: JSON.stringify(fees), taxLines: JSON.stringify(taxLines) },
    ...{ adjustments: JSON.stringify(adjustments), baseCountry, ...toAuthorColumns(input.placedBy) },
  });
  if (!order) throw new Error('the order was not written');
  return order;
}

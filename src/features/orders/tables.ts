import { sql } from 'drizzle-orm';
import { bigint, boolean, char, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { EventDateRow } from '#features/catalog/index.ts';
import type { UntaxedReason } from '#features/pricing/index.ts';
import type {
  CancelReason,
  ConfirmedBy,
  MoneyState,
  NamedValue,
  OrderSource,
  OrderStatus,
  PaymentInstruction,
  PricedValue,
  ShipmentState,
  Suspicion,
} from './contract.ts';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const amount = () => bigint({ mode: 'number' }).notNull();
const orderId = () => bigint('order_id', { mode: 'number' }).notNull();
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const orders = pgTable('orders', {
  id: id(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('order_numbers')`),
  token: text().notNull(),
  /** Null for a customer's order, and after the visitor was deleted. */
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  source: text().$type<OrderSource>().notNull(),
  status: text().$type<OrderStatus>().notNull(),
  cancelReason: text('cancel_reason').$type<CancelReason>(),
  supersededBy: bigint('superseded_by', { mode: 'number' }),
  amendsOrderId: bigint('amends_order_id', { mode: 'number' }),
  currency: char({ length: 3 }).notNull(),
  /** Locale of the order's texts, and of the mails to its shopper. */
  locale: text().notNull(),
  itemsTotal: bigint('items_total', { mode: 'number' }).notNull(),
  discountTotal: bigint('discount_total', { mode: 'number' }).notNull().default(0),
  shippingTotal: bigint('shipping_total', { mode: 'number' }).notNull().default(0),
  taxRounding: text('tax_rounding').$type<'line' | 'total'>().notNull().default('line'),
  feeTotal: bigint('fee_total', { mode: 'number' }).notNull().default(0),
  taxTotal: bigint('tax_total', { mode: 'number' }).notNull().default(0),
  /** Null when the order has taxes. */
  untaxedReason: text('untaxed_reason').$type<UntaxedReason>(),
  total: amount(),
  pricesIncludeTax: boolean('prices_include_tax').notNull(),
  /**
   * Money received for the order, of which `refundedTotal` was refunded. The triggers of payments write both columns.
   */
  capturedTotal: bigint('captured_total', { mode: 'number' }).notNull().default(0),
  refundedTotal: bigint('refunded_total', { mode: 'number' }).notNull().default(0),
  /** Sum of the refunds of parts of the order: the shopper does not have to pay for these parts again. */
  creditedTotal: bigint('credited_total', { mode: 'number' }).notNull().default(0),
  /** Money received for the order that this order replaces. */
  carriedTotal: bigint('carried_total', { mode: 'number' }).notNull().default(0),
  email: text().notNull(),
  phone: text().notNull().default(''),
  note: text().notNull().default(''),
  paymentMethod: text('payment_method').notNull(),
  paymentTitle: text('payment_title').notNull(),
  paymentInstructions: jsonb('payment_instructions').$type<readonly PaymentInstruction[]>().notNull().default([]),
  requestKey: text('request_key'),
  meta: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  dueAt: timestamptz('due_at'),
  /** Null until the shopper, the shop or a payment has confirmed the order. */
  confirmedAt: timestamptz('confirmed_at'),
  confirmedBy: text('confirmed_by').$type<ConfirmedBy>(),
  paymentSeconds: bigint('payment_seconds', { mode: 'number' }),
  /** Why the order had to be confirmed before it was placed; null when it was placed at once. */
  suspicion: text().$type<Suspicion>(),
  networkHash: text('network_hash'),
  remindedAt: timestamptz('reminded_at'),
  paidAt: timestamptz('paid_at'),
  /**
   * When the order had been paid, if another order replaced it on a later day: reports keep the sales of past days.
   */
  replacedPaidAt: timestamptz('replaced_paid_at'),
  completedAt: timestamptz('completed_at'),
  cancelledAt: timestamptz('cancelled_at'),
  /** When the shopper requested to cancel the order, which was paid and not shipped. */
  cancelRequestedAt: timestamptz('cancel_requested_at'),
  /** When the shop declined this request. */
  cancelDeclinedAt: timestamptz('cancel_declined_at'),
  /** When the erasure of a guest's data was requested; `erasedAt`: when the data was removed. */
  erasureAskedAt: timestamptz('erasure_asked_at'),
  erasedAt: timestamptz('erased_at'),
  /** Country of the delivery; of the billing address when nothing is shipped. */
  country: text(),
  /** How far the order is shipped. The triggers of shipments write this column. */
  shipmentState: text('shipment_state').$type<ShipmentState>().notNull().default('unshipped'),
  /** How far the money of the order is settled. The migration defines how it is computed from the other columns. */
  moneyState: text('money_state').$type<MoneyState>().notNull().generatedAlwaysAs(sql`null`),
});

export const orderLines = pgTable('order_lines', {
  id: id(),
  orderId: orderId(),
  position: integer().notNull(),
  /** Unique in its order, and unchanged when the order is read again. */
  key: text().notNull(),
  productId: integer('product_id').notNull(),
  variationId: integer('variation_id').notNull(),
  name: text().notNull(),
  sku: text(),
  /** Attribute slug to term slug, for attributes that the variation leaves open. */
  choices: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  options: jsonb().$type<readonly NamedValue[]>().notNull().default([]),
  addons: jsonb().$type<readonly PricedValue[]>().notNull().default([]),
  quantity: integer().notNull(),
  unitPrice: bigint('unit_price', { mode: 'number' }).notNull(),
  /** Before discounts, like `subtotalGross`. */
  subtotalNet: bigint('subtotal_net', { mode: 'number' }).notNull(),
  subtotalGross: bigint('subtotal_gross', { mode: 'number' }).notNull(),
  /** After discounts, with or without tax, as prices are entered. */
  total: amount(),
  net: amount(),
  tax: bigint({ mode: 'number' }).notNull().default(0),
  gross: amount(),
  taxClass: text('tax_class').notNull(),
  weightGrams: numeric('weight_grams', { precision: 12, scale: 3, mode: 'number' }),
  virtual: boolean().notNull(),
  downloadable: boolean().notNull(),
  /** Sanitized HTML, shown after payment. */
  purchaseNote: text('purchase_note').notNull().default(''),
  eventDate: jsonb('event_date').$type<EventDateRow>(),
});

export const orderHistory = pgTable('order_history', {
  id: id(),
  orderId: orderId(),
  at: timestamptz('at').notNull().defaultNow(),
  kind: text().$type<'status' | 'refund' | 'note'>().notNull(),
  fromStatus: text('from_status').$type<OrderStatus>(),
  toStatus: text('to_status').$type<OrderStatus>(),
  text: text().notNull().default(''),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
});

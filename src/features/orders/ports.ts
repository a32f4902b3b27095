import type { ReservedStock } from '#features/inventory/index.ts';
import type { FilterOption } from '#platform/admin/lists/filter.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { Order } from './order.ts';

/** Tells whether a provider was asked for a payment of the order and has not answered yet. */
export type IsPaymentInProgress = (db: Db, orderId: number) => Promise<boolean>;

/**
 * Tells whether a payment of an order is in progress. Asked with the order's lock: such an order neither expires nor
 * is superseded.
 */
export const paymentInProgress = definePort<IsPaymentInProgress>('orders.payment-in-progress');

export async function hasPaymentInProgress(shop: Shop, db: Db, orderId: number): Promise<boolean> {
  for (const isInProgress of shop.implementations(paymentInProgress)) if (await isInProgress(db, orderId)) return true;
  return false;
}

/** Asks the providers of an order's payments for their states and records them. The caller must hold no locks. */
export type RefreshPayments = (shop: Shop, orderId: number) => Promise<void>;

/**
 * Asked before an order expires: the shopper may have paid a moment ago, and the provider has not told the shop. An
 * implementation that gets no answer changes nothing, and the order expires.
 */
export const paymentRefresh = definePort<RefreshPayments>('orders.payment-refresh');

/** Units that a shopper has reserved without an order. */
export interface HeldUnits {
  /** Locks the held units of a shopper for these variations. Called before stock is locked. */
  readonly lock: (
    shop: Shop,
    tx: Tx,
    owner: Owner,
    variationIds: readonly number[],
  ) => Promise<readonly (ReservedStock & { readonly id: number })[]>;
  /** Deletes held units whose stock an order has taken over. */
  readonly forget: (tx: Tx, ids: readonly number[]) => Promise<unknown>;
}

/**
 * Finds units that a shopper has reserved without an order. A new order takes them over, as from an order that it
 * supersedes.
 */
export const heldUnits = definePort<HeldUnits>('orders.held-units');

/** Data of another feature about an order. Members of staff see it, the shopper does not. */
export interface OrderFacts {
  /** Name of the feature: the key in JSON. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** The data of the rows as JSON, for programs. */
  readonly data: unknown;
}

export type LoadOrderFacts = (shop: Shop, db: Db, order: Pick<Order, 'id'>) => Promise<OrderFacts | null>;

export interface OrderFactsSource {
  readonly load: LoadOrderFacts;
  /** Whether a panel of the order's page already shows these facts. */
  readonly hasPanel?: true;
}

/**
 * Loads data of other features about an order, for staff: `shop orders show` prints it, and the page of the order
 * shows the data that has no panel.
 */
export const orderFacts = definePort<OrderFactsSource>('orders.facts');

export async function loadOrderFacts(
  shop: Shop,
  db: Db,
  order: Pick<Order, 'id'>,
  { withoutPanel = false }: { readonly withoutPanel?: boolean } = {},
): Promise<OrderFacts[]> {
  const sources = shop.implementations(orderFacts).filter(({ hasPanel = false }) => !(withoutPanel && hasPanel));
  const loaded = await Promise.all(sources.map(({ load }) => load(shop, db, order)));
  return loaded.filter((facts) => facts !== null);
}

/** How an order was paid, as its page, its mails and its documents show it to the shopper. */
export interface OrderPaymentFacts {
  /** The providers' ids of the captured payments. */
  readonly transactions: readonly string[];
  /** Translated names of what was charged, such as a card's brand and last digits. */
  readonly instruments: readonly string[];
  /** Days until refunded money arrives; null when the provider states no number. */
  readonly refundDays: number | null;
}

export type LoadPaymentFacts = (shop: Shop, db: Db, order: Pick<Order, 'id'>) => Promise<OrderPaymentFacts>;

/** Loads how an order was paid. At most one implementation, of the feature that stores the payments. */
export const paymentFacts = definePort<LoadPaymentFacts>('orders.payment-facts');

export const noPaymentFacts: OrderPaymentFacts = { transactions: [], instruments: [], refundDays: null };

/** Formats the payment method with the charged instruments: 'Card, Visa ending in 1111'. */
export const formatPaidWith = (
  { paymentTitle }: Pick<Order, 'paymentTitle'>,
  { instruments }: OrderPaymentFacts,
): string => [paymentTitle, ...instruments].join(', ');

export async function loadPaymentFacts(shop: Shop, db: Db, order: Pick<Order, 'id'>): Promise<OrderPaymentFacts> {
  const [load] = shop.implementations(paymentFacts);
  return load ? load(shop, db, order) : noPaymentFacts;
}

export type ListOrderMailBlocks = (shop: Shop, order: Order) => readonly MailBlock[];

/** Adds blocks to the mails that confirm an order and its payment, above its items. */
export const orderMailBlocks = definePort<ListOrderMailBlocks>('orders.mail-blocks');

/** Methods that orders store by their ids, of one kind. */
export interface OrderMethods {
  readonly id: 'payment' | 'shipping';
  readonly list: (shop: Shop) => readonly FilterOption[];
}

/** Lists the payment or shipping methods by which the list of orders filters. */
export const orderMethods = definePort<OrderMethods>('orders.methods');

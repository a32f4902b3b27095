import type { ReservedStock } from '#features/inventory/index.ts';
import type { FilterOption } from '#platform/admin/lists/filter.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { Order } from './order.ts';

/** Whether a provider was asked for money of the order, and has not answered. */
export type IsPaymentInProgress = (db: Db, orderId: number) => Promise<boolean>;

/**
 * Tells whether money of an order is on its way. Asked with the order's lock: such an order neither
 * expires nor is it superseded.
 */
export const paymentInProgress = definePort<IsPaymentInProgress>('orders.payment-in-progress');

export async function hasPaymentInProgress(shop: Shop, db: Db, orderId: number): Promise<boolean> {
  for (const isInProgress of shop.implementations(paymentInProgress)) if (await isInProgress(db, orderId)) return true;
  return false;
}

/** Brings what the shop knows of an order's payments up to date. Called with nothing locked. */
export type RefreshPayments = (shop: Shop, orderId: number) => Promise<void>;

/**
 * Asked before an order expires: the shopper may have paid a moment ago, and nobody has told the shop. Who
 * gets no answer changes nothing, and the order expires.
 */
export const paymentRefresh = definePort<RefreshPayments>('orders.payment-refresh');

/** Units that a shopper has reserved without an order. */
export interface HeldUnits {
  /** Locks those of a shopper for some variations, before stock is locked. */
  readonly lock: (
    shop: Shop,
    tx: Tx,
    owner: Owner,
    variationIds: readonly number[],
  ) => Promise<readonly (ReservedStock & { readonly id: number })[]>;
  /** Deletes those whose stock an order has taken over. */
  readonly forget: (tx: Tx, ids: readonly number[]) => Promise<unknown>;
}

/** Finds what a shopper has reserved without an order. A new order takes it over, as from an order that it supersedes. */
export const heldUnits = definePort<HeldUnits>('orders.held-units');

/** What another feature knows of an order. Staff sees it, the shopper does not. */
export interface OrderFacts {
  /** Name of the feature: the key in JSON. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** The same for programs. */
  readonly data: unknown;
}

export type LoadOrderFacts = (shop: Shop, db: Db, order: Pick<Order, 'id'>) => Promise<OrderFacts | null>;

export interface OrderFactsSource {
  readonly load: LoadOrderFacts;
  /** Whether a panel of the order's page shows the same. */
  readonly hasPanel?: true;
}

/** Loads what other features know of an order, for staff: `shop orders show` prints it, and the page of the order what has no panel. */
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

/** How an order was paid, as its page, its mails and its documents tell the shopper. */
export interface OrderPaymentFacts {
  /** The providers' ids of what was captured. */
  readonly transactions: readonly string[];
  /** What was paid with, in words, such as a card's brand and last digits. */
  readonly instruments: readonly string[];
  /** Days within which money that is given back arrives; null where nobody tells. */
  readonly refundDays: number | null;
}

export type LoadPaymentFacts = (shop: Shop, db: Db, order: Pick<Order, 'id'>) => Promise<OrderPaymentFacts>;

/** Loads how an order was paid. One feature keeps the payments. */
export const paymentFacts = definePort<LoadPaymentFacts>('orders.payment-facts');

export const noPaymentFacts: OrderPaymentFacts = { transactions: [], instruments: [], refundDays: null };

/** The payment method with what was paid with: 'Card, Visa ending in 1111'. */
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

/** A kind of ways that orders keep by their ids. */
export interface OrderMethods {
  readonly id: 'payment' | 'shipping';
  readonly list: (shop: Shop) => readonly FilterOption[];
}

/** Lists the ways to pay or to ship, by which the list of orders filters. */
export const orderMethods = definePort<OrderMethods>('orders.methods');

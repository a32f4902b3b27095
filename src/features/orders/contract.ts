/** Types and paths for server and browser. Amounts are minor units of the order's currency. */

export const orderPath = (token: string): string => `/order/${token}`;

export const orderStatuses = [
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'refunded',
  'failed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];
/**
 * How far the money of an order is settled. `to-return`: the order has ended, and some of its money was not returned
 * yet. `none`: the order has ended, and nothing was paid.
 */
export type MoneyState =
  | ('unpaid' | 'partly-paid' | 'paid' | 'free' | 'failed')
  | ('partly-refunded' | 'refunded' | 'to-return' | 'none');
/**
 * How far an order is shipped. `undelivered`: a delivery failed or came back, and nobody has dealt with it. `none`:
 * the order has nothing to ship, or all of it was refunded before.
 */
export type ShipmentState = 'unshipped' | 'partly' | 'shipped' | 'delivered' | 'undelivered' | 'none';
/** Page that the confirmation email links to. Its form posts to the same path. */
export const confirmPath = (token: string): string => `${orderPath(token)}/confirm`;
export const confirmCodeField = 'code';
export const resendConfirmPath = (token: string): string => `${confirmPath(token)}/again`;
export const changeEmailPath = (token: string): string => `${confirmPath(token)}/email`;
export const orderFilePath = (token: string, id: string): string => `${orderPath(token)}/files/${id}`;

/** Page on which a guest asks for the link to an order, by its number and email address. Its form posts to the same path. */
export const findOrderPath = '/find-order';

/** Receives the form that asks for a fresh link. */
export const sendLinkPath = (token: string): string => `${orderPath(token)}/link`;
/** Page on which an unpaid order is paid. Its form posts to the same path. */
export const orderPayPath = (token: string): string => `${orderPath(token)}/pay`;
/** Page on which a payment continues that needs a script of its provider. */
export const orderPayStepPath = (token: string): string => `${orderPayPath(token)}/step`;
/** Page on which the shopper cancels an order that was not sent. Its form posts to the same path. */
export const cancelOrderPath = (token: string): string => `${orderPath(token)}/cancel`;
export const reorderPath = (token: string): string => `${orderPath(token)}/reorder`;
export const linkKeyParameter = 'key';

/** Who confirmed an order: the shopper by the link in the email, the shop, or a payment. */
export type ConfirmedBy = 'shopper' | 'shop' | 'payment';

/**
 * Why an order has to be confirmed by email before it is placed. `required`: the shop requires it of all orders.
 * `network-orders`, `address-orders`: too many unpaid orders of unproven shoppers come from one network or have one
 * address. `visitor-share`, `network-share`, `stock-share`: such orders of one shopper, one network or all shoppers
 * would reserve too large a share of a stock.
 */
export type Suspicion =
  | 'required'
  | 'network-orders'
  | 'address-orders'
  | 'visitor-share'
  | 'network-share'
  | 'stock-share';

/** Where an order comes from: the checkout, the shop itself, or a program. */
export type OrderSource = 'checkout' | 'admin' | 'api';

export type CancelReason = 'superseded' | 'expired' | 'by-shop' | 'by-shopper';

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface PricedValue {
  readonly label: string;
  readonly value: string;
  readonly price: number;
  /** Files of the shopper that the value names. */
  readonly files?: readonly { readonly id: string; readonly name: string }[];
}

export type TransferPart = 'name' | 'iban' | 'bic' | 'amount' | 'reference';

export interface PaymentInstruction {
  readonly label: string;
  readonly value: string;
  /**
   * Field of a bank transfer that this row states, for banking apps. Missing in orders that were placed before the
   * shop stored it.
   */
  readonly kind?: TransferPart;
}

/** Key of a business's VAT number in the `meta` of orders, and name of its field at the checkout. */
export const vatNumberKey = 'vat_number';

type Meta = Readonly<Record<string, unknown>>;

/** @returns the VAT number of an order, with the prefix of its country; null without one */
export function getVatNumber({ [vatNumberKey]: number }: Meta): string | null {
  return typeof number === 'string' ? number : null;
}

/** Returns the part of an order's `meta` that its replacements and exchanges take over. */
export const keepVatNumber = ({ [vatNumberKey]: number }: Meta): Meta =>
  number === undefined ? {} : { [vatNumberKey]: number };

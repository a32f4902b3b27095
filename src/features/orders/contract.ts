/** Shapes and paths that are safe in the browser. Amounts are minor units of the order's currency. */

export const orderPath = (token: string): string => `/order/${token}`;

export type OrderStatus = 'pending' | 'on-hold' | 'processing' | 'completed' | 'cancelled' | 'refunded' | 'failed';
/** Where the link in the mail leads that asks to confirm an order; the same address takes the confirmation. */
export const confirmPath = (token: string): string => `${orderPath(token)}/confirm`;
export const confirmCodeField = 'code';

/** By whom it is known that an order is meant: its shopper by the link in a mail, the shop, or the money. */
export type ConfirmedBy = 'shopper' | 'shop' | 'payment';

export type CancelReason = 'superseded' | 'expired' | 'by-shop' | 'by-shopper';

/** In the store's form (spec 3.5/2), with whom it is for. `country` is ISO 3166-1 alpha-2. */
export interface Address {
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly address_1: string;
  readonly address_2: string;
  readonly city: string;
  readonly state: string;
  readonly postcode: string;
  readonly country: string;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface PricedValue {
  readonly label: string;
  readonly value: string;
  readonly price: number;
}

/** A fact that the shopper needs to pay: an account number, a reference. */
export interface PaymentInstruction {
  readonly label: string;
  readonly value: string;
}

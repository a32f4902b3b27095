import type { Address } from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ProviderBase } from './provider-base.ts';

/**
 * Next step of the shopper: `redirect` opens a page of the provider, `client` lets a script continue with `data`.
 * When the provider has a page for the same step, `data.approveUrl` is its address, for shoppers without script.
 */
export type NextAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'client'; readonly data: Readonly<Record<string, unknown>> };

/** A payment as providers receive it. Amounts in minor units of `currency`. */
export interface RemotePayment {
  /** The provider stores this id as its custom id, and uses it as the request key of `begin`. */
  readonly publicId: string;
  /** The provider's id of the payment; null while it is unknown, because `begin` was not answered. */
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Null for a payment that began before its order. */
  readonly orderNumber: number | null;
}

/**
 * Composition of an amount, in minor units with tax: `items` − `discount` + `shipping` + `fees`. No part is negative.
 */
export interface PaymentBreakdown {
  /** Before discounts. */
  readonly items: number;
  readonly discount: number;
  readonly shipping: number;
  readonly fees: number;
}

/** A shipping method that the shopper may choose at the provider. `amount` in minor units with tax. */
export interface PaymentShippingOption {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly isSelected: boolean;
}

/** Data of the order or the cart that is paid, as far as it is known. */
export interface PaymentContent {
  readonly needsShipping: boolean;
  /** Delivery address of the order. Null before the order, and when nothing is shipped. */
  readonly shippingAddress: Address | null;
  /** The parts add up to the amount of the payment. */
  readonly breakdown: PaymentBreakdown;
  /**
   * Shipping methods for a payment before its order, when the address is known: one is selected, and its amount is
   * the shipping of the breakdown. Empty otherwise.
   */
  readonly shippingOptions: readonly PaymentShippingOption[];
}

export interface CallOptions {
  /** Aborts when the answer takes too long. It is then unknown whether the provider carried the request out. */
  readonly signal: AbortSignal;
}

export interface BeginOptions extends CallOptions {
  readonly content: PaymentContent;
  /** URL to which the provider sends the shopper back. The provider may add parameters. */
  readonly returnUrl: string;
  /** URL to which the provider sends a shopper who has cancelled. */
  readonly cancelUrl: string;
  /** Locale of the shop, such as `en-IE`. */
  readonly locale: string;
}

export type BeginAnswer =
  | { readonly ok: true; readonly reference: string; readonly action: NextAction | null }
  | { readonly ok: false; readonly reason: string };

/** A new amount that the shopper has not agreed to yet, in minor units, with its content. */
export interface AmountChange {
  readonly amount: number;
  readonly content: PaymentContent;
}

export interface MoneyRequest {
  readonly payment: RemotePayment;
  readonly amount: number;
  /** Idempotency key: a repeated request has the same key. */
  readonly requestKey: string;
  /** The provider's ids of the payment's captures, newest first: a refund may need one. */
  readonly captureReferences: readonly string[];
}

/** Operations whose requests have a key. The key of `begin` is the public id of the payment. */
export type KeyedOperation = 'begin' | 'authorize' | 'capture' | 'void' | 'refund';

/**
 * `pending`: the provider still works on the request, and a later state has the result. `needs_shopper`: no money was
 * moved, and the same payment continues once the shopper has done `action`, such as choosing another card. Only for
 * `authorize` and `capture`.
 */
export type MoneyAnswer =
  | { readonly status: 'succeeded'; readonly reference: string }
  | ({ readonly status: 'failed' } & Decline)
  | (Decline & {
      readonly status: 'needs_shopper';
      readonly action: NextAction;
      /**
       * The provider's new id of the payment, when the provider continues it as a new payment. Default: unchanged.
       */
      readonly reference?: string;
    })
  | { readonly status: 'pending' };

interface Decline {
  readonly reason: string;
  /**
   * The provider's id of the declined transaction, when its state contains declined transactions. Default: the state
   * contains none.
   */
  readonly declinedReference?: string | undefined;
}

export interface RemoteTransaction {
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'dispute';
  /**
   * Unchanged in every state. An authorization that the provider has renewed keeps its first reference and is one
   * transaction.
   */
  readonly reference: string;
  /** The key of the shop's request; null when the provider does not return keys, or made the transaction itself. */
  readonly requestKey: string | null;
  /** Amount of this transaction alone, never a sum. */
  readonly amount: number;
  /**
   * `pending` transactions have moved no money and are recorded when they have ended. A dispute is `pending` while it
   * is open; then it has `succeeded` when the shopper won, or `failed` when the shop won.
   */
  readonly status: 'succeeded' | 'failed' | 'pending';
  /** Reason of the failure, for `describeFailure`. Default: unknown. */
  readonly failure?: string | null;
  readonly at: Date;
}

/**
 * Data that the shopper let the provider pass on when agreeing. Null or missing: the provider does not pass it on.
 */
export interface RemotePayer {
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing: Partial<Address> | null;
  /**
   * Delivery address with the recipient's name. Null when the order is shipped to the billing address, or nothing is
   * shipped.
   */
  readonly shipping: Partial<Address> | null;
  /** Id of the chosen shipping option. */
  readonly shippingMethod: string | null;
}

/** The card that was charged, as far as the provider tells shops. */
export interface PaymentInstrument {
  /** Upper-case letters, such as `VISA`. */
  readonly brand: string;
  readonly lastDigits: string;
  /** Result of 3-D Secure in the provider's words; null when the provider did not use it. */
  readonly authentication: string | null;
}

/** The provider's data of a payment at one moment. */
export interface RemoteState {
  readonly reference: string;
  readonly status: 'requires_action' | 'pending' | 'open' | 'failed' | 'cancelled' | 'expired';
  /** Amount that the shopper is asked for or has agreed to, in minor units. Default: the payment's amount. */
  readonly amount?: number;
  /** Whether the shopper has agreed and nothing is authorized yet, so that the shop has to request the money. */
  readonly isApproved: boolean;
  /** The person who has agreed. The shop stores this data only in the order. Default: the provider does not tell. */
  readonly payer?: RemotePayer | null;
  /** The charged card. Default: the provider does not tell. */
  readonly instrument?: PaymentInstrument | null;
  /** Reason why the payment ended without money, for `describeFailure`. Default: unknown. */
  readonly failure?: string | null;
  readonly authorizedUntil: Date | null;
  readonly transactions: readonly RemoteTransaction[];
}

/** An event names its payment by the shop's public id, by the provider's reference, or by both. */
export interface ProviderEvent {
  readonly eventId: string;
  readonly publicId: string | null;
  readonly reference: string | null;
  /**
   * When the shopper agreed to pay, if the event reports that. After a decline, a later agreement lets the shop request
   * the money again. Default: the event reports something else.
   */
  readonly approvedAt?: Date | null;
}

export interface EventRequest {
  /** The body exactly as it was sent, for verifying signatures. */
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A provider with a server. Its functions are called without locks. When a function throws or its signal aborts, it
 * is unknown whether the provider carried the request out: the same request is sent again with its key. After
 * `requestKeySeconds` only `fetchState` is called.
 */
export interface RemoteProvider extends ProviderBase {
  readonly kind: 'remote';
  /**
   * Id of the provider whose events report this provider's payments, when both use one account. Default: its own id.
   */
  readonly eventsOf?: string;
  /** Seconds in which the provider answers a repeated request key with its first answer, by operation. */
  readonly requestKeySeconds: Readonly<Record<KeyedOperation, number>>;
  readonly begin: (shop: Shop, payment: RemotePayment, options: BeginOptions) => Promise<BeginAnswer>;
  /** Only for providers that must authorize a payment that the shopper approved before it is captured. */
  readonly authorize?: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  /** Whether `authorize` is called before `capture`, for example by a setting. Default: yes. */
  readonly isAuthorizedFirst?: (shop: Shop) => boolean;
  readonly capture: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  readonly void: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  readonly refund: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  /** @returns null when the provider does not know the payment */
  readonly fetchState: (shop: Shop, payment: RemotePayment, options: CallOptions) => Promise<RemoteState | null>;
  /**
   * For wallets whose payments begin before the order: the total is known when the shopper agrees. `begin` gets such
   * a payment without the number of an order, and the provider must not capture anything before `capture` is called.
   */
  readonly express?: {
    /** @returns false when the provider refuses the change, or the shopper has agreed to another amount meanwhile */
    readonly changeAmount: (
      shop: Shop,
      payment: RemotePayment,
      change: AmountChange,
      options: CallOptions,
    ) => Promise<boolean>;
  };
  /** Days until refunded money reaches the shopper. Default: the shop states no number of days. */
  readonly refundDays?: (shop: Shop) => number;
  /**
   * Explains to the shopper in a sentence why a payment failed, and what to do.
   * @param failure the reason in the answer of `begin`, in another answer, or in the state
   * @returns null when the shop's own message says as much
   */
  readonly describeFailure?: (shop: Shop, failure: string) => string | null;
  /**
   * Verifies the signature of an event and reads which payment it is about. Other data of the event is not used: the
   * state is fetched. When the function throws, the signature could not be verified now, and the provider is asked to
   * send the event again.
   * @returns null when the event is not the provider's; `ignored` when it is not about a payment
   */
  readonly parseEvent?: (
    shop: Shop,
    event: EventRequest,
  ) => ProviderEvent | 'ignored' | null | Promise<ProviderEvent | 'ignored' | null>;
}

/** Returns 0 for a dispute, which the shop never requests. */
export function getKeySeconds(
  { requestKeySeconds }: Pick<RemoteProvider, 'requestKeySeconds'>,
  operation: KeyedOperation | 'dispute',
): number {
  return operation === 'dispute' ? 0 : requestKeySeconds[operation];
}

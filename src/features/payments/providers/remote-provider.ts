import type { Address } from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ProviderBase } from './provider-base.ts';

/**
 * What the shopper does next: visits a page of the provider, or a script goes on with `data`. Where the provider has a
 * page too, `data.approveUrl` is its address, for shoppers without script.
 */
export type NextAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'client'; readonly data: Readonly<Record<string, unknown>> };

/** A payment as providers get it. Amounts in minor units of `currency`. */
export interface RemotePayment {
  /** The provider keeps it as its custom id, and takes it as the request key of `begin`. */
  readonly publicId: string;
  /** The provider's id; null while it is unknown, because `begin` was not answered. */
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Null for a payment that began before its order. */
  readonly orderNumber: number | null;
}

/** How an amount is made up, in minor units with tax: `items` − `discount` + `shipping` + `fees`. None is negative. */
export interface PaymentBreakdown {
  /** Before discounts. */
  readonly items: number;
  readonly discount: number;
  readonly shipping: number;
  readonly fees: number;
}

/** A way to send the order that the shopper may choose at the provider. `amount` in minor units with tax. */
export interface PaymentShippingOption {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly isSelected: boolean;
}

/** What a payment is for, as far as it is known. */
export interface PaymentContent {
  readonly needsShipping: boolean;
  /** Where an order is sent. Null while there is none, and when nothing is sent. */
  readonly shippingAddress: Address | null;
  /** Adds up to the amount of the payment. */
  readonly breakdown: PaymentBreakdown;
  /** Before the order, for an address that is known: one is selected, and costs what the breakdown says. Else none. */
  readonly shippingOptions: readonly PaymentShippingOption[];
}

export interface CallOptions {
  /** Aborts when the answer takes too long. What happened is then unknown. */
  readonly signal: AbortSignal;
}

export interface BeginOptions extends CallOptions {
  readonly content: PaymentContent;
  /** URL to which the provider sends the shopper back. It may add parameters. */
  readonly returnUrl: string;
  /** URL to which it sends a shopper who has given up. */
  readonly cancelUrl: string;
  /** The shop's, such as `en-IE`. */
  readonly locale: string;
}

export type BeginAnswer =
  | { readonly ok: true; readonly reference: string; readonly action: NextAction | null }
  | { readonly ok: false; readonly reason: string };

/** An amount that the shopper has not agreed to yet, in minor units, with what it is for. */
export interface AmountChange {
  readonly amount: number;
  readonly content: PaymentContent;
}

export interface MoneyRequest {
  readonly payment: RemotePayment;
  readonly amount: number;
  /** The same key again is the same request. */
  readonly requestKey: string;
  /** The provider's ids of the payment's captures, newest first: a refund may need one. */
  readonly captureReferences: readonly string[];
}

/** Requests that have a key. That of `begin` is the public id of the payment. */
export type KeyedOperation = 'begin' | 'authorize' | 'capture' | 'void' | 'refund';

/**
 * `pending`: the provider works on it; its state tells the end. `needs_shopper`: nothing was moved, and the
 * same payment goes on once the shopper has done `action`, such as choosing another card. Only of
 * `authorize` and `capture`.
 */
export type MoneyAnswer =
  | { readonly status: 'succeeded'; readonly reference: string }
  | ({ readonly status: 'failed' } & Decline)
  | (Decline & {
      readonly status: 'needs_shopper';
      readonly action: NextAction;
      /** The provider's new id of the payment, where it goes on as another one there. Default: the same. */
      readonly reference?: string;
    })
  | { readonly status: 'pending' };

interface Decline {
  readonly reason: string;
  /** The provider's id of what it has declined, where its state tells of that too. Default: it tells none. */
  readonly declinedReference?: string | undefined;
}

export interface RemoteTransaction {
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'dispute';
  /**
   * The same in every state. An authorization that the provider has renewed keeps its first one and is
   * one transaction.
   */
  readonly reference: string;
  /** The key of our request; null when the provider does not tell, or did it itself. */
  readonly requestKey: string | null;
  /** Of this transaction alone, never a sum. */
  readonly amount: number;
  /**
   * `pending` is no money: it is recorded once it has ended. A dispute is `pending` while it is open;
   * then it has `succeeded` for who disputes, or `failed`: the shop has won.
   */
  readonly status: 'succeeded' | 'failed' | 'pending';
  /** Why it failed, for `describeFailure`. Default: unknown. */
  readonly failure?: string | null;
  readonly at: Date;
}

/** What the shopper has let the provider pass on when they agreed. Null or missing: the provider does not tell. */
export interface RemotePayer {
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing: Partial<Address> | null;
  /** With the recipient's name. Null when it is sent to the billing address, or nothing is sent. */
  readonly shipping: Partial<Address> | null;
  /** Id of the chosen shipping option. */
  readonly shippingMethod: string | null;
}

/** A card that paid, as far as the provider tells it to shops. */
export interface PaymentInstrument {
  /** In capitals, such as `VISA`. */
  readonly brand: string;
  readonly lastDigits: string;
  /** What 3-D Secure said, in the provider's words; null where nobody asked it. */
  readonly authentication: string | null;
}

/** Everything that the provider knows of a payment at one moment. */
export interface RemoteState {
  readonly reference: string;
  readonly status: 'requires_action' | 'pending' | 'open' | 'failed' | 'cancelled' | 'expired';
  /** What the shopper agrees or has agreed to pay, in minor units. Default: the payment's amount. */
  readonly amount?: number;
  /** The shopper has agreed and nothing is authorized yet: the shop has to ask for the money. */
  readonly isApproved: boolean;
  /** Who has agreed. The shop keeps it only in the order. Default: the provider does not tell. */
  readonly payer?: RemotePayer | null;
  /** What it is paid with. Default: the provider does not tell. */
  readonly instrument?: PaymentInstrument | null;
  /** Why it has ended without money, for `describeFailure`. Default: unknown. */
  readonly failure?: string | null;
  readonly authorizedUntil: Date | null;
  readonly transactions: readonly RemoteTransaction[];
}

/** An event names its payment by our public id, by the provider's reference, or both. */
export interface ProviderEvent {
  readonly eventId: string;
  readonly publicId: string | null;
  readonly reference: string | null;
  /** When the shopper has agreed, if the event is about that: again, after a decline. Default: it is about something else. */
  readonly approvedAt?: Date | null;
}

export interface EventRequest {
  /** As it was sent, for signatures. */
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A provider with a server. Its functions are called with nothing locked. One that throws, or whose
 * signal aborts, leaves it unknown what happened: the same request is sent again with its key, and
 * after `requestKeySeconds` only `fetchState` is asked.
 */
export interface RemoteProvider extends ProviderBase {
  readonly kind: 'remote';
  /** Id of the provider whose events tell of its payments, where both use one account. Default: its own. */
  readonly eventsOf?: string;
  /** Seconds in which the provider answers a request key of an operation that it knows with the first answer. */
  readonly requestKeySeconds: Readonly<Record<KeyedOperation, number>>;
  readonly begin: (shop: Shop, payment: RemotePayment, options: BeginOptions) => Promise<BeginAnswer>;
  /** For providers that are asked to authorize what the shopper approved, before the capture. */
  readonly authorize?: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  /** Whether `authorize` is asked before `capture`, by a setting for example. Default: yes. */
  readonly isAuthorizedFirst?: (shop: Shop) => boolean;
  readonly capture: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  readonly void: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  readonly refund: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
  /** @returns null when the provider does not know the payment */
  readonly fetchState: (shop: Shop, payment: RemotePayment, options: CallOptions) => Promise<RemoteState | null>;
  /**
   * For wallets that begin before the order: its total is known when the shopper agrees. `begin` gets
   * such a payment without an order's number, and nothing may be captured before `capture` is called.
   */
  readonly express?: {
    /** @returns false when the provider refuses it, or the shopper has agreed to another amount meanwhile */
    readonly changeAmount: (
      shop: Shop,
      payment: RemotePayment,
      change: AmountChange,
      options: CallOptions,
    ) => Promise<boolean>;
  };
  /** Days within which money that is given back arrives at the shopper. Default: nothing is said of it. */
  readonly refundDays?: (shop: Shop) => number;
  /**
   * Says to the shopper why a payment failed, in a sentence, and what to do.
   * @param failure the reason of `begin`, of an answer, or of the state
   * @returns null when the shop's own words say as much
   */
  readonly describeFailure?: (shop: Shop, failure: string) => string | null;
  /**
   * Checks the signature of an event and reads which payment it is about. What it says of the
   * payment is not used: the state is fetched. One that throws could not check it now: the provider is
   * asked to send the event again.
   * @returns null when it is not the provider's; `ignored` when it is about no payment
   */
  readonly parseEvent?: (
    shop: Shop,
    event: EventRequest,
  ) => ProviderEvent | 'ignored' | null | Promise<ProviderEvent | 'ignored' | null>;
}

/** A dispute is never requested. */
export function getKeySeconds(
  { requestKeySeconds }: Pick<RemoteProvider, 'requestKeySeconds'>,
  operation: KeyedOperation | 'dispute',
): number {
  return operation === 'dispute' ? 0 : requestKeySeconds[operation];
}

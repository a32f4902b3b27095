import type { ReactNode } from 'react';
import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What is known of an order at the checkout. `total` in minor units. */
export interface PaymentDraft {
  readonly total: number;
  readonly currency: string;
  /** Country of the billing address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly needsShipping: boolean;
}

interface ProviderBase {
  /** Lower-case letters, digits, `_` and `-`. Permanent: orders and payments store it. */
  readonly id: string;
  readonly title: (shop: Shop) => string;
  /** Shown at the checkout while the provider is selected. */
  readonly description?: (shop: Shop, draft: PaymentDraft) => ReactNode;
  readonly isAvailable: (shop: Shop, db: Db, draft: PaymentDraft) => boolean | Promise<boolean>;
}

/**
 * How an order starts. `on-hold` waits for the money until `dueAt`; `processing` is prepared at
 * once, paid or not.
 */
export type OfflineDecision =
  | { readonly status: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly status: 'processing'; readonly isPaid: boolean; readonly instructions: readonly PaymentInstruction[] };

/** A provider that no server stands behind: staff says when the money has come or gone. */
export interface OfflineProvider extends ProviderBase {
  readonly kind: 'offline';
  /** Whether an order that waits for its money may be paid on another way meanwhile. Default: no. */
  readonly allowsOtherPayment?: boolean;
  /** Pure. Called inside the transaction that creates the order. */
  readonly decide: (shop: Shop, order: LockedOrder) => OfflineDecision;
}

/** What the shopper does next: visits a page of the provider, or a script goes on with `data`. */
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

export interface CallOptions {
  /** Aborts when the answer takes too long. What happened is then unknown. */
  readonly signal: AbortSignal;
}

export interface BeginOptions extends CallOptions {
  /** URL to which the provider sends the shopper back. */
  readonly returnUrl: string;
}

export type BeginAnswer =
  | { readonly ok: true; readonly reference: string; readonly action: NextAction | null }
  | { readonly ok: false; readonly reason: string };

export interface MoneyRequest {
  readonly payment: RemotePayment;
  readonly amount: number;
  /** The same key again is the same request. */
  readonly requestKey: string;
  /** The provider's ids of the payment's captures, newest first: a refund may need one. */
  readonly captureReferences: readonly string[];
}

/** `pending`: the provider works on it; its state tells the end. */
export type MoneyAnswer =
  | { readonly status: 'succeeded'; readonly reference: string }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'pending' };

export interface RemoteTransaction {
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'dispute';
  readonly reference: string;
  /** The key of our request; null when the provider does not tell, or did it itself. */
  readonly requestKey: string | null;
  readonly amount: number;
  readonly status: 'succeeded' | 'failed';
  readonly at: Date;
}

/** Everything that the provider knows of a payment at one moment. */
export interface RemoteState {
  readonly reference: string;
  readonly status: 'requires_action' | 'pending' | 'open' | 'failed' | 'cancelled' | 'expired';
  /** What the shopper agrees or has agreed to pay, in minor units. Default: the payment's amount. */
  readonly amount?: number;
  /** The shopper has agreed and nothing is authorized yet: the shop has to ask for the money. */
  readonly isApproved: boolean;
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
  /** Seconds in which the provider answers a request key that it knows with the first answer. */
  readonly requestKeySeconds: number;
  readonly begin: (shop: Shop, payment: RemotePayment, options: BeginOptions) => Promise<BeginAnswer>;
  /** For providers that are asked to authorize what the shopper approved, before the capture. */
  readonly authorize?: (shop: Shop, request: MoneyRequest, options: CallOptions) => Promise<MoneyAnswer>;
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
    /**
     * Changes the amount of a payment that the shopper has not agreed to yet, in minor units.
     * @returns false when the provider refuses it
     */
    readonly changeAmount: (
      shop: Shop,
      payment: RemotePayment,
      amount: number,
      options: CallOptions,
    ) => Promise<boolean>;
  };
  /**
   * Says to the shopper why a payment failed, in a sentence, and what to do.
   * @param failure the reason of `begin`, of an answer, or of the state
   * @returns null when the shop's own words say as much
   */
  readonly describeFailure?: (shop: Shop, failure: string) => string | null;
  /**
   * Checks the signature of an event and reads which payment it is about. What it says of the
   * payment is not used: the state is fetched.
   * @returns null when it is not the provider's; `ignored` when it is about no payment
   */
  readonly parseEvent?: (shop: Shop, event: EventRequest) => ProviderEvent | 'ignored' | null;
}

export type PaymentProvider = OfflineProvider | RemoteProvider;

/** Payment providers in the order of display at the checkout. */
export const paymentProviders = definePort<PaymentProvider>('payments.providers');

/** A provider as the checkout offers it. */
export interface PaymentMethod {
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly provider: PaymentProvider;
}

/**
 * Lists the payment methods for an order, in the order of display. No remote provider is asked when
 * there is nothing to pay. Called when the checkout is shown, and inside the order's transaction.
 */
export async function getAvailablePaymentMethods(shop: Shop, db: Db, draft: PaymentDraft): Promise<PaymentMethod[]> {
  const methods: PaymentMethod[] = [];
  for (const provider of shop.implementations(paymentProviders)) {
    if (draft.total === 0 && provider.kind === 'remote') continue;
    if (!(await provider.isAvailable(shop, db, draft))) continue;
    const { id, title, description } = provider;
    methods.push({
      id,
      title: title(shop),
      ...(description ? { description: description(shop, draft) } : {}),
      provider,
    });
  }
  return methods;
}

/**
 * The method with this id. An order without anything to pay has its method whatever was chosen: its
 * client asked for none, or the total was another one when it did.
 * @param methods available for the order
 */
export function choosePaymentMethod(
  methods: readonly PaymentMethod[],
  id: string,
  { total }: Pick<PaymentDraft, 'total'>,
): PaymentMethod | undefined {
  return methods.find((each) => each.id === id) ?? (total === 0 ? methods[0] : undefined);
}

/** Returns the remote provider with this id, null for all others. */
export function findRemoteProvider(shop: Shop, id: string): RemoteProvider | null {
  const provider = shop.implementations(paymentProviders).find((each) => each.id === id);
  return provider?.kind === 'remote' ? provider : null;
}

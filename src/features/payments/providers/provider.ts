import type { ReactNode } from 'react';
import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import type { PaymentDraft, ProviderBase } from './provider-base.ts';
import type { RemoteProvider } from './remote-provider.ts';

/**
 * Initial state of an order. `on-hold`: waits for the money until `dueAt`. `processing`: is prepared at once, paid or
 * not.
 */
export type OfflineDecision =
  | { readonly status: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly status: 'processing'; readonly isPaid: boolean; readonly instructions: readonly PaymentInstruction[] };

/** A provider without a server: staff record that money was received or returned. */
export interface OfflineProvider extends ProviderBase {
  readonly kind: 'offline';
  /** Whether an order that waits for its money may be paid by another payment method meanwhile. Default: no. */
  readonly allowsOtherPayment?: boolean;
  /** Must be a pure function. Called inside the transaction that creates the order. */
  readonly decide: (shop: Shop, order: LockedOrder) => OfflineDecision;
}

export type PaymentProvider = OfflineProvider | RemoteProvider;

/** Payment providers in the order of display at the checkout. */
export const paymentProviders = definePort<PaymentProvider>('payments.providers');

export interface PaymentMethod {
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly provider: PaymentProvider;
}

/**
 * Lists the payment methods for an order, in the order of display. Remote providers are not asked when there is
 * nothing to pay. Called when the checkout is shown, and inside the order's transaction.
 */
export async function getAvailablePaymentMethods(shop: Shop, db: Db, draft: PaymentDraft): Promise<PaymentMethod[]> {
  const methods: PaymentMethod[] = [];
  for (const provider of shop.implementations(paymentProviders)) {
    if (draft.total === 0 && provider.kind === 'remote') continue;
    if (!(await isOffered(shop, db, draft, provider))) continue;
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

async function isOffered(
  shop: Shop,
  db: Db,
  draft: PaymentDraft,
  { id, isAvailable }: PaymentProvider,
): Promise<boolean> {
  try {
    return await isAvailable(shop, db, draft);
  } catch (error) {
    shop.log.error(
      { ...toLoggableFailure(error), provider: id },
      'a payment provider could not say whether it is offered',
    );
    return false;
  }
}

/**
 * Finds the method with this id. An order without anything to pay gets its method whatever was chosen: its client
 * chose none, or the total was higher when the client chose.
 * @param methods methods that are available for the order
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

import type { ReactNode } from 'react';
import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { paymentTexts as texts } from './texts.ts';

/** Order data by which a method decides whether it applies. `total` in minor units. */
export interface PaymentContext {
  readonly total: number;
  readonly currency: string;
  /** Country of the billing address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly needsShipping: boolean;
}

/**
 * Initial status of an order after its payment was authorized: `pending` waits for the provider,
 * `on-hold` for a bank transfer; `processing` can be prepared, paid or not.
 */
export type PaymentAuthorization =
  | { readonly status: 'pending' }
  | { readonly status: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly status: 'processing'; readonly isPaid: boolean; readonly instructions: readonly PaymentInstruction[] };

export interface PaymentMethod {
  /** Lower-case letters, digits, `_` and `-`. Permanent, since orders store it. */
  readonly id: string;
  readonly title: string;
  /** Shown while the method is selected. */
  readonly description?: ReactNode;
  /**
   * Runs in the transaction that creates the order. Records what is to be done, and calls no
   * provider.
   */
  authorize(shop: Shop, tx: Tx, order: LockedOrder): Promise<PaymentAuthorization>;
}

/**
 * Payment methods in the order of display. A filler returns null when its method does not apply.
 * Asked when the checkout is shown and inside the order's transaction: don't use the database.
 */
export const paymentMethods = defineSlot<PaymentContext, PaymentMethod>('payments.methods');

/** Returns the methods for an order; only a free one when the total is 0. */
export async function getAvailablePaymentMethods(
  shop: Shop,
  context: RenderContext,
  order: PaymentContext,
): Promise<PaymentMethod[]> {
  return order.total === 0 ? [createFreeMethod(shop)] : shop.fill(paymentMethods, context, order);
}

function createFreeMethod({ t }: Shop): PaymentMethod {
  return {
    id: 'none',
    title: t(texts.nothingToPay),
    authorize: async () => ({ status: 'processing', isPaid: true, instructions: [] }),
  };
}

import type { ReactNode } from 'react';
import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { paymentTexts as texts } from './texts.ts';

/** What a payment method may decide by. `total` in minor units. */
export interface PaymentContext {
  readonly total: number;
  readonly currency: string;
  /** Of the billing address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly needsShipping: boolean;
}

/**
 * What becomes of an order when its payment begins: it waits for the provider (`pending`) or for the money to arrive by itself (`on-hold`), or
 * it can be worked on (`processing`), paid or not.
 */
export type PaymentAuthorization =
  | { readonly status: 'pending' }
  | { readonly status: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly status: 'processing'; readonly paid: boolean; readonly instructions: readonly PaymentInstruction[] };

export interface PaymentMethod {
  /** Small letters, digits, `_` and `-`. Permanent: it is stored with orders. */
  readonly id: string;
  readonly title: string;
  /** Shown below the title while it is chosen. */
  readonly description?: ReactNode;
  /** Inside the transaction that makes the order: it writes down what is to be done, and calls nobody. */
  authorize(shop: Shop, tx: Tx, order: LockedOrder): Promise<PaymentAuthorization>;
}

/**
 * Ways to pay, in the order in which they are offered. A filler gives null when its method is not for this order; it is asked while the order's
 * transaction is open, so it decides without the database.
 */
export const paymentMethods = defineSlot<PaymentContext, PaymentMethod>('payments.methods');

/** Offers one free method when the total is 0, else what the slot offers. */
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
    authorize: async () => ({ status: 'processing', paid: true, instructions: [] }),
  };
}

import type { ReactNode } from 'react';
import type { LockedOrder, PaymentInstruction } from '#features/orders/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
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

/** Returns null when the method does not apply to the order. */
export type FindPaymentMethod = (
  shop: Shop,
  db: Db,
  order: PaymentContext,
) => Promise<PaymentMethod | null> | PaymentMethod | null;

/**
 * Payment methods in the order of display. Called when the checkout is shown, and inside the
 * order's transaction.
 */
export const paymentMethods = definePort<FindPaymentMethod>('payments.methods');

/** Returns the methods for an order; only a free one when the total is 0. */
export async function getAvailablePaymentMethods(shop: Shop, db: Db, order: PaymentContext): Promise<PaymentMethod[]> {
  if (order.total === 0) return [createFreeMethod(shop)];
  const methods: PaymentMethod[] = [];
  for (const findMethod of shop.implementations(paymentMethods)) {
    const method = await findMethod(shop, db, order);
    if (method) methods.push(method);
  }
  return methods;
}

function createFreeMethod({ t }: Shop): PaymentMethod {
  return {
    id: 'none',
    title: t(texts.nothingToPay),
    authorize: async () => ({ status: 'processing', isPaid: true, instructions: [] }),
  };
}

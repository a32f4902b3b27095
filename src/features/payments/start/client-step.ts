import type { Db } from '#platform/database/database.ts';
import { isAwaitingShopper, listOrderPayments, listTransactions } from '../ledger/payment.ts';
import type { NextAction } from '../providers/remote-provider.ts';

/** A payment that a script of its provider continues. */
export interface ClientStep {
  readonly provider: string;
  readonly publicId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Data for the script from the provider's answer to `begin`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the chosen card or account was declined, so that the shopper has to choose again. */
  readonly isDeclined: boolean;
}

/** Finds the newest payment of an order that waits for a script; null when no payment does. */
export async function findClientStep(db: Db, orderId: number): Promise<ClientStep | null> {
  for (const payment of await listOrderPayments(db, orderId)) {
    const { id, provider, publicId, amount, currency, status, nextAction } = payment;
    if (status !== 'requires_action' || nextAction?.kind !== 'client') continue;
    const isDeclined = isAwaitingShopper(payment, await listTransactions(db, id));
    return { provider, publicId, amount, currency, data: nextAction.data, isDeclined };
  }
  return null;
}

/**
 * Finds the next step of the shopper for a payment of an order whose card or account was declined; null when none was
 * declined.
 */
export async function findRepeatedAction(db: Db, orderId: number): Promise<NextAction | null> {
  for (const payment of await listOrderPayments(db, orderId))
    if (isAwaitingShopper(payment, await listTransactions(db, payment.id))) return payment.nextAction;
  return null;
}

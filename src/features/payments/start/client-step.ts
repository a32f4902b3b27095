import type { Db } from '#platform/database/database.ts';
import { listOrderPayments } from '../ledger/payment.ts';

/** A payment that a script of its provider goes on with. */
export interface ClientStep {
  /** Id of the provider. */
  readonly provider: string;
  readonly publicId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** What the provider's answer to `begin` has for its script. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Finds the newest payment of an order that waits for a script; null when none does. */
export async function findClientStep(db: Db, orderId: number): Promise<ClientStep | null> {
  for (const { provider, publicId, amount, currency, status, nextAction } of await listOrderPayments(db, orderId))
    if (status === 'requires_action' && nextAction?.kind === 'client')
      return { provider, publicId, amount, currency, data: nextAction.data };
  return null;
}

import { type Amendment, type AmendmentResult, amendOrder } from '#features/amendments/amend-order.ts';
import type { Order } from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';

class Refused extends Error {
  readonly result: AmendmentResult;

  constructor(result: AmendmentResult) {
    super('refused');
    this.result = result;
  }
}

/**
 * Changes what is ordered on behalf of the shop. What a refusal wrote is rolled back, as by the operation.
 * @param then runs before the commit
 */
export async function amendTestOrder(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  change: Partial<Amendment>,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<AmendmentResult> {
  const none = { quantities: [], added: [], shipping: null, settlement: 'wait' } as const;
  const amendment = { ...none, orderId, by: createSystemActor('Cleo'), ...change };
  try {
    return await inTransaction(shop.db, async (tx) => {
      const result = await amendOrder(shop, tx, amendment);
      if (!result.ok) throw new Refused(result);
      await then(tx);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

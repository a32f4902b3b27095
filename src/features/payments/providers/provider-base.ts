import type { ReactNode } from 'react';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Data of an order at the checkout. `total` in minor units. */
export interface PaymentDraft {
  readonly total: number;
  readonly currency: string;
  /** Country of the billing address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly needsShipping: boolean;
}

export interface ProviderBase {
  /** Lower-case letters, digits, `_` and `-`. Permanent, since orders and payments store the id. */
  readonly id: string;
  readonly title: (shop: Shop) => string;
  /** Content that the checkout shows while the provider is selected. */
  readonly description?: (shop: Shop, draft: PaymentDraft) => ReactNode;
  /**
   * Asked for each view of a checkout, and inside the transaction of an order, so it must not call a server. A
   * provider whose function throws is not offered; the others are.
   */
  readonly isAvailable: (shop: Shop, db: Db, draft: PaymentDraft) => boolean | Promise<boolean>;
}

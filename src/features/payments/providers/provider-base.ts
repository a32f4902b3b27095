import type { ReactNode } from 'react';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What is known of an order at the checkout. `total` in minor units. */
export interface PaymentDraft {
  readonly total: number;
  readonly currency: string;
  /** Country of the billing address, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly needsShipping: boolean;
}

export interface ProviderBase {
  /** Lower-case letters, digits, `_` and `-`. Permanent: orders and payments store it. */
  readonly id: string;
  readonly title: (shop: Shop) => string;
  /** Shown at the checkout while the provider is selected. */
  readonly description?: (shop: Shop, draft: PaymentDraft) => ReactNode;
  /**
   * Asked for each view of a checkout, and inside the transaction of an order: it never waits for a server. Who throws is
   * not offered, and the others are.
   */
  readonly isAvailable: (shop: Shop, db: Db, draft: PaymentDraft) => boolean | Promise<boolean>;
}

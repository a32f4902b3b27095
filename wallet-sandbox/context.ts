import type { Faults } from './faults/faults.ts';
import type { SettableClock } from './state/clock.ts';
import type { EventDocument } from './state/documents.ts';
import type { Store } from './state/store.ts';
import type { Delivery } from './webhooks/delivery.ts';

/** The shop that is paid. */
export interface Merchant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  readonly email: string;
}

/** What all parts of the sandbox work with. */
export interface Context {
  readonly store: Store;
  readonly clock: SettableClock;
  readonly faults: Faults;
  readonly merchant: Merchant;
  readonly delivery: Delivery;
  /** Where the shop's server reaches the REST calls. */
  readonly restUrl: string;
  /** Where browsers reach SDK and payment pages. */
  readonly publicUrl: string;
  /** Events of the work that is under way; whoever did it delivers them. */
  readonly published: EventDocument[];
}

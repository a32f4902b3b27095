import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ActingCustomer } from './actor.ts';

/** A part of what the shop has of a customer. */
export interface PersonalDataSource {
  /** Name of the part in files: `orders`. */
  readonly name: string;
  /** Reads it as JSON, for the customer. No hashes and secrets. */
  readonly read: (shop: Shop, db: Db, customer: ActingCustomer) => Promise<readonly object[]>;
  /**
   * Deletes it, or removes what tells who it was. The customer's row is locked. Absent: it is kept as
   * the law asks, or goes with another part.
   */
  readonly erase?: (shop: Shop, tx: Tx, customer: ActingCustomer) => Promise<void>;
}

/** What each feature has of a customer. Erased in the order of the wiring: orders, carts, uploads, then the account. */
export const personalData = definePort<PersonalDataSource>('sessions.personal-data');

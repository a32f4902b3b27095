import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * Whose data are read or erased: an account, or a guest, who is an email address. A guest has what belongs to no account
 * and names the address. What an account with the same address has is another person's.
 */
export interface DataSubject {
  /** Of the account; null for a guest. */
  readonly id: number | null;
  readonly email: string;
  /** True for guests: staff has made sure who asks. */
  readonly isEmailVerified: boolean;
}

/** Values of statements about both: the account of a customer, the address of a guest. The other one is null. */
export const toSubjectValues = ({ id, email }: DataSubject): [id: number | null, email: string | null] => [
  id,
  id === null ? email : null,
];

/** Two accounts of one person. Their rows are locked. */
export interface AccountMerge {
  /** The account that has no data afterwards. */
  readonly from: DataSubject & { readonly id: number };
  readonly into: DataSubject & { readonly id: number };
}

/** A part of what the shop has of a customer. */
export interface PersonalDataSource {
  /** Name of the part in files: `orders`. */
  readonly name: string;
  /** Reads it as JSON, for the person. No hashes and secrets. */
  readonly read: (shop: Shop, db: Db, subject: DataSubject) => Promise<readonly object[]>;
  /**
   * Deletes it, or removes what tells who it was. The row of an account is locked. Absent: it is kept as
   * the law asks, or goes with another part.
   */
  readonly erase?: (shop: Shop, tx: Tx, subject: DataSubject) => Promise<void>;
  /**
   * Makes what an account has another one's, in the order of the wiring. Absent: it goes with another part, such as that of
   * its order.
   */
  readonly merge?: (shop: Shop, tx: Tx, merge: AccountMerge) => Promise<void>;
}

/** What each feature has of a customer. Erased in the order of the wiring: orders, carts, uploads, then the account. */
export const personalData = definePort<PersonalDataSource>('sessions.personal-data');

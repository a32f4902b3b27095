import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * The person whose data are read or erased: an account, or a guest with an email address. A guest has the data that
 * belong to no account and name the address. The data of an account with the same address belong to another person.
 */
export interface DataSubject {
  /** Id of the account; null for a guest. */
  readonly id: number | null;
  readonly email: string;
  /** True for guests, because staff has verified the person who asks. */
  readonly isEmailVerified: boolean;
}

/**
 * Values for statements about accounts and guests: the account id of a customer, the address of a guest. The other
 * value is null.
 */
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

/** A part of the data that the shop stores of a customer. */
export interface PersonalDataSource {
  /** Name of the part in files: `orders`. */
  readonly name: string;
  /** Reads the data as JSON for the person, without hashes and secrets. */
  readonly read: (shop: Shop, db: Db, subject: DataSubject) => Promise<readonly object[]>;
  /**
   * Deletes the data, or removes everything that identifies the person. The row of an account is locked. Absent when
   * the data are kept as the law requires, or are erased with another part.
   */
  readonly erase?: (shop: Shop, tx: Tx, subject: DataSubject) => Promise<void>;
  /**
   * Transfers the data of one account to another one, in the order of the wiring. Absent when the data are
   * transferred with another part, such as the part of its order.
   */
  readonly merge?: (shop: Shop, tx: Tx, merge: AccountMerge) => Promise<void>;
}

/**
 * The data that each feature stores of a customer. Erased in the order of the wiring: orders, carts, uploads, then
 * the account.
 */
export const personalData = definePort<PersonalDataSource>('sessions.personal-data');

import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';

/** A proof that a customer can require besides a password or a mailed link, before the sign-in is complete. */
export interface SecondStep {
  /** Path of the page with the form of the second step. The form ends with `finishSignIn`. */
  readonly path: string;
  /** Path of the account page on which a customer sets up the second step. */
  readonly setupPath: string;
  /** Whether this customer requires the second step. Called with the customer's row locked. */
  isNeeded(db: Db, customerId: number): Promise<boolean>;
}

/** The second step of signing in. A shop has at most one implementation. */
export const secondStep = definePort<SecondStep>('accounts.second-step');

/** Tells whether a customer can sign in with two factors at once, such as by a passkey. */
export const twoFactorSignIns =
  definePort<(db: Db, customerId: number) => Promise<boolean>>('accounts.two-factor-sign-ins');

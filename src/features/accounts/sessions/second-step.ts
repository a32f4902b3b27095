import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';

/** What a customer can ask for besides a password or a mailed link, before anybody is signed in. */
export interface SecondStep {
  /** Page with the form for it. The form ends with `finishSignIn`. */
  readonly path: string;
  /** Page of the account on which a customer sets it up. */
  readonly setupPath: string;
  /** Whether this customer asks for it. The customer's row is locked. */
  isNeeded(db: Db, customerId: number): Promise<boolean>;
}

/** Has one implementation at most. */
export const secondStep = definePort<SecondStep>('accounts.second-step');

/** Tells whether a customer can sign in with two factors at once, such as by a passkey. */
export const twoFactorSignIns =
  definePort<(db: Db, customerId: number) => Promise<boolean>>('accounts.two-factor-sign-ins');

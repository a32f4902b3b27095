import { listPasskeys, listPeopleWithPasskeys } from '#features/passkeys/index.ts';
import { isTwoFactorOn, listTwoFactorOn } from '#features/two-factor/index.ts';
import type { Db } from '#platform/database/database.ts';

export type FactorState = 'app' | 'passkey' | 'both' | 'none';

/** Finds the second factors of a customer. A passkey alone counts as two factors. */
export async function findFactorState(db: Db, customerId: number): Promise<FactorState> {
  const hasApp = await isTwoFactorOn(db, customerId);
  const hasPasskey = (await listPasskeys(db, customerId)).length > 0;
  if (hasApp && hasPasskey) return 'both';
  if (hasApp) return 'app';
  return hasPasskey ? 'passkey' : 'none';
}

export async function findPeopleWithFactor(db: Db, customerIds: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set([...(await listTwoFactorOn(db, customerIds)), ...(await listPeopleWithPasskeys(db, customerIds))]);
}

import { listStaff } from '#features/accounts/index.ts';
import { listPasskeys } from '#features/passkeys/index.ts';
import { isTwoFactorOn } from '#features/two-factor/index.ts';
import type { Db } from '#platform/database/database.ts';

export type FactorState = 'app' | 'passkey' | 'both' | 'none';

/** What somebody has besides a password. A passkey alone counts as two factors. */
export async function findFactorState(db: Db, customerId: number): Promise<FactorState> {
  const hasApp = await isTwoFactorOn(db, customerId);
  const hasPasskey = (await listPasskeys(db, customerId)).length > 0;
  if (hasApp && hasPasskey) return 'both';
  if (hasApp) return 'app';
  return hasPasskey ? 'passkey' : 'none';
}

/** Ids of customers. The staff of a shop are few. */
export async function findPeopleWithFactor(db: Db): Promise<ReadonlySet<number>> {
  const ids: number[] = [];
  for (const { customerId } of await listStaff(db))
    if ((await findFactorState(db, customerId)) !== 'none') ids.push(customerId);
  return new Set(ids);
}

import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { listPasskeys } from './passkey-rows.ts';

const deletePasskeys = sqlQuery<{ id: number }>(
  'passkeys.erase-data',
  'delete from passkeys where customer_id = $1 returning id',
);

/**
 * Removes all passkeys of a customer who has lost the device.
 * @returns how many were removed
 */
export async function removePasskeys(tx: Tx, customerId: number): Promise<number> {
  return (await deletePasskeys(tx, [customerId])).length;
}

export const passkeyData: PersonalDataSource = {
  name: 'passkeys',
  read: async (_shop, db, { id }) =>
    (id === null ? [] : await listPasskeys(db, id)).map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
  erase: async (_shop, tx, { id }) => {
    if (id !== null) await removePasskeys(tx, id);
  },
  // The customer signs in to the other account, which has its own passkeys.
  merge: async (_shop, tx, { from }) => {
    await removePasskeys(tx, from.id);
  },
};

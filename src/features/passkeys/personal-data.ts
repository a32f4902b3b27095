import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { listPasskeys } from './passkey-rows.ts';

const deletePasskeys = sqlQuery('passkeys.erase-data', 'delete from passkeys where customer_id = $1');

export const passkeyData: PersonalDataSource = {
  name: 'passkeys',
  read: async (_shop, db, { id }) =>
    (await listPasskeys(db, id)).map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
  erase: async (_shop, tx, { id }) => {
    await deletePasskeys(tx, [id]);
  },
};

import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectTwoFactor = sqlQuery<{ since: Date | null; recoveryCodesLeft: number }>(
  'two-factor.read-data',
  `select confirmed_at as since, (select count(*)::integer from recovery_codes r where r.customer_id = s.customer_id
    and r.used_at is null) as "recoveryCodesLeft"
  from totp_secrets s where customer_id = $1 and confirmed_at is not null`,
);
const deleteTwoFactor = sqlQuery('two-factor.erase-data', 'delete from totp_secrets where customer_id = $1');

export const twoFactorData: PersonalDataSource = {
  name: 'twoFactor',
  read: (_shop, db, { id }) => selectTwoFactor(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deleteTwoFactor(tx, [id]);
  },
  // Delete the second factor of the merged account: the customer signs in to the remaining account, which has its
  // own.
  merge: async (_shop, tx, { from }) => {
    await deleteTwoFactor(tx, [from.id]);
  },
};

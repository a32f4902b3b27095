import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectPreferences = sqlQuery<{ kind: string; isWanted: boolean; changedAt: Date }>(
  'email-preferences.read-preferences',
  `select kind, is_wanted as "isWanted", changed_at as "changedAt" from email_preferences where customer_id = $1 order by kind`,
);
const deletePreferences = sqlQuery(
  'email-preferences.erase-preferences',
  'delete from email_preferences where customer_id = $1',
);

export const emailPreferenceData: PersonalDataSource = {
  name: 'emailPreferences',
  read: (_shop, db, { id }) => selectPreferences(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deletePreferences(tx, [id]);
  },
};

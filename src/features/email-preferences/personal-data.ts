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

/** Refusals of both accounts count: the customer did not agree to mails for the other address. */
const mergePreferences = sqlQuery(
  'email-preferences.merge-customers',
  `with merged as (delete from email_preferences where customer_id = $1 returning kind, is_wanted, locale, changed_at)
  insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at)
  select $2, kind, false, locale, changed_at from merged where not is_wanted
  on conflict (customer_id, kind) do update set is_wanted = false, changed_at = excluded.changed_at where email_preferences.is_wanted`,
);

export const emailPreferenceData: PersonalDataSource = {
  name: 'emailPreferences',
  read: (_shop, db, { id }) => selectPreferences(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await deletePreferences(tx, [id]);
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergePreferences(tx, [from.id, into.id]);
  },
};

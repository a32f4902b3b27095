import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

const selectMessages = sqlQuery<object>(
  'contact-forms.read-personal-data',
  `select form_title as form, fields, sender, page, received_at as "receivedAt",
    array(select f.name from contact_message_files f where f.message_id = m.id order by f.name) as files
  from contact_messages m where customer_id = $1 order by id`,
);

const deleteMessages = sqlQuery(
  'contact-forms.erase-personal-data',
  'delete from contact_messages where customer_id = $1',
);

/** Messages that a customer sent while signed in. The job of stray files deletes their files. */
export const messageData: PersonalDataSource = {
  name: 'messages',
  read: (_, db, { id }) => selectMessages(db, [id]),
  erase: async (_, tx, { id }) => {
    await deleteMessages(tx, [id]);
  },
};

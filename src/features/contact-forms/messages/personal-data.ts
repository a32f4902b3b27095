import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { removeOutboxFiles } from '#platform/mail/purge-mail.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';
import { eraseMailsOfMessages } from './handle-messages.ts';

const selectMessages = sqlQuery<object>(
  'contact-forms.read-personal-data',
  `select form_title as form, fields, sender, page, received_at as "receivedAt",
    array(select f.name from contact_message_files f where f.message_id = m.id order by f.name) as files,
    (select coalesce(json_agg(json_build_object('body', a.body, 'answeredAt', a.answered_at) order by a.answered_at), '[]')
      from contact_message_answers a where a.message_id = m.id) as answers
  from contact_messages m where (m.customer_id = $1 or m.customer_id is null and lower(m.sender) = lower($2)) order by id`,
);

const deleteMessages = sqlQuery<{ id: number }>(
  'contact-forms.erase-personal-data',
  `delete from contact_messages m where (m.customer_id = $1 or m.customer_id is null and lower(m.sender) = lower($2)) returning id`,
);

const mergeMessages = sqlQuery(
  'contact-forms.merge-customers',
  'update contact_messages set customer_id = $2 where customer_id = $1',
);

export const removeErasedMailsJob = defineJob({
  name: 'contact-forms:remove-erased-mails',
  schema: z.strictObject({ mails: z.array(z.string()) }),
  run: ({ config }, { mails }) => removeOutboxFiles(config.dataDir, mails),
});

/**
 * Covers messages that a customer sent while signed in, or a guest with their address, and the records of mails
 * about them. The job of stray files deletes the files.
 */
export const messageData: PersonalDataSource = {
  name: 'messages',
  read: (_, db, subject) => selectMessages(db, toSubjectValues(subject)),
  erase: async (shop, tx, subject) => {
    const messages = await deleteMessages(tx, toSubjectValues(subject));
    const mails = await eraseMailsOfMessages(
      tx,
      messages.map((message) => message.id),
    );
    if (mails.length > 0) await shop.jobs.add(tx, removeErasedMailsJob, { mails });
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeMessages(tx, [from.id, into.id]);
  },
};

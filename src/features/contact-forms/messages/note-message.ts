import { randomUUID } from 'node:crypto';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { forwardMailJob } from './message-mails.ts';

/** A message is sent on only if it can be answered and has its content. */
const insertNote = sqlQuery<{ id: string }>(
  'contact-forms.insert-note',
  `with message as (
    select id from contact_messages where id = $2 and ($4::text is null or (status in ('new', 'answered') and not is_cleared)) for update
  )
  insert into contact_message_notes (id, message_id, body, forwarded_to, has_files, by, by_staff_id, noted_at)
  select $1, message.id, $3, $4, $5, $6, $7, $8 from message returning id`,
);

interface Note {
  readonly id: number;
  readonly body: string;
  readonly by: Author;
}

/** @returns false when there is no such message */
export async function addMessageNote(shop: Shop, tx: Tx, { id, body, by }: Note): Promise<boolean> {
  const author = toAuthorColumns(by);
  const values = [randomUUID(), id, body, null, false, author.by, author.byStaffId, shop.clock.now()];
  return (await insertNote(tx, values)).length > 0;
}

interface Forward extends Note {
  readonly to: string;
  readonly hasFiles: boolean;
}

/** @returns false when the message is held or its content is deleted */
export async function forwardMessage(shop: Shop, tx: Tx, { id, body, by, to, hasFiles }: Forward): Promise<boolean> {
  const author = toAuthorColumns(by);
  const note = randomUUID();
  const values = [note, id, body, to, hasFiles, author.by, author.byStaffId, shop.clock.now()];
  if ((await insertNote(tx, values)).length === 0) return false;
  await shop.jobs.add(tx, forwardMailJob, { message: id, note });
  return true;
}

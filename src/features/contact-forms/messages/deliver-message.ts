import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MessageMailState, MessageWebhookState } from '../message-types.ts';
import { getRetentionEnd } from '../settings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import type { ContactMessage } from './find-messages.ts';
import { openMessageFiles } from './message-files.ts';

interface Delivery {
  readonly mail?: MessageMailState;
  readonly webhook?: MessageWebhookState;
  /** Whether a file is in no mail. Then the message stays, also where its form stores nothing. */
  readonly hasOtherFiles?: boolean;
}

const updateDelivery = sqlQuery(
  'contact-forms.record-delivery',
  `update contact_messages set mail = coalesce($2, mail), webhook = coalesce($3, webhook), is_kept = is_kept or $4,
    delete_at = greatest(delete_at, $5::timestamptz) where id = $1`,
);

/**
 * Records that a message was delivered, and clears it if that was all it waited for. One that could not be delivered is
 * kept for its time from now, so that staff can act.
 */
export async function recordDelivery(
  shop: Shop,
  { id, formId }: ContactMessage,
  { mail, webhook, hasOtherFiles = false }: Delivery,
): Promise<void> {
  const isFailed = mail === 'failed' || webhook === 'failed';
  const deleteAt = isFailed ? getRetentionEnd(shop, await findContactForm(shop, formId)) : null;
  const files = await inTransaction(shop.db, async (tx) => {
    await updateDelivery(tx, [id, mail ?? null, webhook ?? null, hasOtherFiles, deleteAt]);
    return clearDelivered(tx, id);
  });
  await openMessageFiles(shop).remove(files);
}

const lockMessage = sqlQuery('contact-forms.lock-message', 'select from contact_messages where id = $1 for update');
const updateMailed = {
  answer: sqlQuery(
    'contact-forms.record-answer',
    'update contact_message_answers set is_mailed = true where id = $2 and message_id = $1',
  ),
  forward: sqlQuery(
    'contact-forms.record-forward',
    'update contact_message_notes set is_mailed = true where id = $2 and message_id = $1',
  ),
};

export async function recordMailed(
  shop: Shop,
  message: number,
  kind: keyof typeof updateMailed,
  id: string,
): Promise<void> {
  const files = await inTransaction(shop.db, async (tx) => {
    await lockMessage(tx, [message]);
    await updateMailed[kind](tx, [message, id]);
    return clearDelivered(tx, message);
  });
  await openMessageFiles(shop).remove(files);
}

const clearMessage = sqlQuery<{ id: string }>(
  'contact-forms.clear-message',
  `with cleared as (
    update contact_messages set is_cleared = true, fields = '[]', sender = null, page = null, visitor_id = null, customer_id = null
    where id = $1 and not is_kept and not is_cleared and status in ('new', 'answered') and mail in ('none', 'sent')
      and webhook in ('none', 'sent')
      and not exists (select from contact_message_answers a where a.message_id = $1 and not a.is_mailed)
      and not exists (select from contact_message_notes n where n.message_id = $1 and n.forwarded_to is not null and not n.is_mailed)
    returning id
  ), answers as (
    delete from contact_message_answers a using cleared where a.message_id = cleared.id
  ), notes as (
    delete from contact_message_notes n using cleared where n.message_id = cleared.id
  )
  delete from contact_message_files f using cleared where f.message_id = cleared.id returning f.id`,
);

/**
 * Deletes content, files and answers of a message whose form stores nothing, once mails and webhook have it and its answers are
 * sent (CONTEXT.md). What could not be delivered stays: it is the only copy. The caller has locked the message,
 * so that no answer is added meanwhile.
 * @returns the files to be removed after the commit
 */
export async function clearDelivered(tx: Db, id: number): Promise<string[]> {
  return (await clearMessage(tx, [id])).map((file) => file.id);
}

import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendMailJob } from './mail.ts';
import { readMail, recordQueued } from './records.ts';

export type ResendResult =
  /** `id` of the new mail. */
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly code: 'MAIL_NOT_FOUND' | 'MAIL_NOT_SENT' | 'MAIL_NOT_KEPT' };

const maxIdLength = 120;

/** Sends a mail that was sent or refused once more, with a new id: the id of a mail is never sent twice. */
export async function resendMail(shop: Pick<Shop, 'db' | 'jobs' | 'clock'>, id: string): Promise<ResendResult> {
  const mail = await readMail(shop.db, id);
  if (!mail) return { ok: false, code: 'MAIL_NOT_FOUND' };
  if (mail.state !== 'sent' && mail.state !== 'refused') return { ok: false, code: 'MAIL_NOT_SENT' };
  if (!mail.message) return { ok: false, code: 'MAIL_NOT_KEPT' };
  const ending = `:again-${shop.clock.now().getTime().toString(36)}`;
  const message = { ...mail.message, id: `${id.slice(0, maxIdLength - ending.length)}${ending}` };
  await inTransaction(shop.db, async (tx) => {
    if (await recordQueued(tx, message, id)) await shop.jobs.add(tx, sendMailJob, message);
  });
  return { ok: true, id: message.id };
}

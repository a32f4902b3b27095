import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendMailJob } from './mail.ts';
import { type OpenedMail, openMail } from './opened-mail.ts';
import { readMail, recordQueued } from './records.ts';

export type ResendResult =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly code: 'MAIL_NOT_FOUND' | 'MAIL_NOT_SENT' | 'MAIL_NOT_KEPT' | 'MAIL_SENT_BEFORE' };

const maxIdLength = 120;

/** A mail with an attempt in progress is excluded, because the attempt may succeed. */
const giveUp = sqlQuery<{ id: string }>(
  'mail.give-up',
  `update platform.mail set state = 'refused' where id = $1 and state = 'queued' and error is not null returning id`,
);

/** Locks the mail, so that a concurrent resend sees the copy that was made first. */
const lockMail = sqlQuery('mail.lock-for-resending', 'select from platform.mail where id = $1 for update');

/** Whether the recipient has got the mail, or a copy of the mail was queued. */
export const wasSentBefore = ({ state, copies }: Pick<OpenedMail, 'state' | 'copies'>): boolean =>
  state === 'sent' || (state === 'refused' && copies.length > 0);

/**
 * Sends a mail again with a new id, because a mail with the same id is never sent twice. A queued mail whose last
 * attempt failed is given up in favour of the copy, since its own job may have failed for good.
 * @param isAgain whether somebody has confirmed that the recipient gets the mail a second time
 */
export const resendMail = (shop: ResendingShop, id: string, { isAgain }: { readonly isAgain: boolean }) =>
  inTransaction(shop.db, async (tx): Promise<ResendResult> => {
    await lockMail(tx, [id]);
    const opened = await openMail(tx, id);
    if (opened && wasSentBefore(opened) && !isAgain) return { ok: false, code: 'MAIL_SENT_BEFORE' };
    return sendCopy(shop, tx, id);
  });

type ResendingShop = Pick<Shop, 'db' | 'jobs' | 'clock'>;

async function sendCopy(shop: ResendingShop, tx: Tx, id: string): Promise<ResendResult> {
  const mail = await readMail(tx, id);
  if (!mail) return { ok: false, code: 'MAIL_NOT_FOUND' };
  const isFailing = mail.state === 'queued' && mail.error !== null;
  if (mail.state !== 'sent' && mail.state !== 'refused' && !isFailing) return { ok: false, code: 'MAIL_NOT_SENT' };
  if (!mail.message) return { ok: false, code: 'MAIL_NOT_KEPT' };
  const ending = `:again-${shop.clock.now().getTime().toString(36)}`;
  const message = { ...mail.message, id: `${id.slice(0, maxIdLength - ending.length)}${ending}` };
  if (isFailing && (await giveUp(tx, [id])).length === 0) return { ok: false, code: 'MAIL_NOT_SENT' };
  if (await recordQueued(tx, message, id)) await shop.jobs.add(tx, sendMailJob, message);
  return { ok: true, id: message.id };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import { outboxFolder, restrictFolder } from '#platform/config/data-folders.ts';
import type { Db } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { type MailMessage, mailMessage } from './message.ts';
import { recordQueued, recordSending, recordSent, recordUnsent } from './records.ts';
import { outboxTransport, smtpTransport, type Transport } from './transport.ts';

export interface Mail {
  /**
   * Called from a job only. Records before and after, so that a mail that the server accepted is not sent again. One
   * gap is left, which SMTP has no answer to: when the process dies after the server took the mail and before that is
   * recorded, it is sent again, with the same Message-ID. The outbox has no gap.
   */
  send(message: MailMessage): Promise<void>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly mail: Mail;
  }
}

/** With a mail server when one is set, else into the outbox folder. */
export function createMail(config: Pick<Config, 'mailUrl' | 'mailFrom' | 'dataDir'>, db: Db, log: Log): Mail {
  const { mailUrl, mailFrom, dataDir } = config;
  const outbox = outboxFolder(dataDir);
  restrictFolder(outbox);
  const transport = mailUrl ? smtpTransport(mailUrl, mailFrom) : outboxTransport(outbox, mailFrom);
  return { send: (message) => send(transport, db, log, message) };
}

async function send(transport: Transport, db: Db, log: Log, message: MailMessage): Promise<void> {
  const { id } = message;
  const state = await recordSending(db, message, transport.lease);
  if (state === 'over') return;
  if (state === 'busy') throw Object.assign(new Error(`mail ${id} is being sent`), { code: 'MAIL_BEING_SENT' });
  const delivery = await transport.deliver(message).catch(async (error: unknown) => {
    const { code, error: name } = toLoggableFailure(error);
    await recordUnsent(db, id, 'queued', code ?? name).catch(() => {});
    throw error;
  });
  if (delivery.ok) {
    await persist(() => recordSent(db, id, delivery.kept));
    log.info({ mail: id }, 'a mail was sent');
  } else {
    await persist(() => recordUnsent(db, id, 'refused', delivery.code));
    log.error({ mail: id, code: delivery.code }, 'a mail was refused for good');
  }
}

/** The mail is out, so what became of it must reach the database even if that is away for half a minute. */
async function persist(record: () => Promise<void>): Promise<void> {
  for (let pause = 250; ; pause *= 2) {
    try {
      return await record();
    } catch (error) {
      if (pause > 16_000) throw error;
      await sleep(pause);
    }
  }
}

export const sendMailJob = defineJob<MailMessage>({
  name: 'mail-send',
  schema: mailMessage,
  run: (shop, message) => shop.mail.send(message),
});

export type EnqueueResult =
  | { readonly ok: true }
  /** `fields` names what is wrong: `to`, `subject`. */
  | { readonly ok: false; readonly code: 'MAIL_NOT_VALID'; readonly fields: string[] };

/** The mail is sent after `tx` commits. One whose id is known already is not sent again. */
export async function enqueueMail(jobs: Jobs, tx: Db, message: MailMessage): Promise<EnqueueResult> {
  const checked = mailMessage.safeParse(message);
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path }) => path.join('.'));
    return { ok: false, code: 'MAIL_NOT_VALID', fields: [...new Set(fields)] };
  }
  if (await recordQueued(tx, checked.data)) await jobs.add(tx, sendMailJob, checked.data);
  return { ok: true };
}

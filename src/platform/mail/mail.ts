import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import { outboxFolder, restrictFolder } from '#platform/config/data-folders.ts';
import type { Db } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { type MailMessage, mailMessage } from './message.ts';
import { claimMail, recordFailedAttempt, recordQueued, recordSent } from './records.ts';
import { createOutboxTransport, createSmtpTransport, type Transport, type Verification } from './transport.ts';

export interface Mail {
  /**
   * Sends a mail. It may be called from jobs only. Each attempt is recorded, so that an accepted mail is not sent
   * again. If the process dies between acceptance and record, SMTP sends the mail twice, with the same Message-ID.
   * The outbox has no such gap.
   */
  send(message: MailMessage): Promise<void>;
  /** Connects to the mail server and signs in, within some seconds, without sending anything. */
  verify(): Promise<Verification>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly mail: Mail;
  }
}

interface MailConfig extends Pick<Config, 'mode' | 'mailUrl' | 'dataDir'> {
  /** Returns `Name <address>`. Called for each mail, because the owner may change the sender. */
  readonly getSender: () => string;
}

/** Sends by the configured mail server, or writes to the outbox folder when no server is configured. */
export function createMail(config: MailConfig, db: Db, log: Log): Mail {
  const { mode, mailUrl, dataDir, getSender } = config;
  const outbox = outboxFolder(dataDir);
  restrictFolder(outbox);
  const transport = mailUrl
    ? createSmtpTransport(mailUrl, getSender)
    : createOutboxTransport(outbox, getSender, mode === 'demo');
  return { send: (message) => sendMail(transport, db, log, message), verify: transport.verify };
}

async function sendMail(transport: Transport, db: Db, log: Log, message: MailMessage): Promise<void> {
  const { id } = message;
  const state = await claimMail(db, message, transport.lease);
  if (state === 'done') return;
  if (state === 'busy')
    throw Object.assign(new Error(`Mail ${id} is being sent by another attempt`), { code: 'MAIL_BEING_SENT' });
  const delivery = await transport.deliver(message).catch(async (error: unknown) => {
    const { code, error: name } = toLoggableFailure(error);
    await recordFailedAttempt(db, id, 'queued', code ?? name).catch(() => {});
    throw error;
  });
  if (delivery.ok) {
    await recordWithRetries(() => recordSent(db, id, delivery.copy));
    log.info({ mail: id }, 'a mail was sent');
  } else {
    await recordWithRetries(() => recordFailedAttempt(db, id, 'refused', delivery.code));
    log.error({ mail: id, code: delivery.code }, 'the mail server refused a mail permanently');
  }
}

/** Retries for half a minute: the mail is sent already, so its result must be recorded. */
async function recordWithRetries(record: () => Promise<void>): Promise<void> {
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
  name: 'mail:send-mail',
  schema: mailMessage,
  run: (shop, message) => shop.mail.send(message),
});

export type EnqueueResult =
  | { readonly ok: true }
  /** `fields` names the invalid fields: `to`, `subject`. */
  | { readonly ok: false; readonly code: 'MAIL_NOT_VALID'; readonly fields: string[] };

/** Queues a mail, which is sent after `tx` commits. A mail with a known id is not sent again. */
export async function enqueueMail(jobs: Jobs, tx: Db, message: MailMessage): Promise<EnqueueResult> {
  const parsed = mailMessage.safeParse(message);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.'));
    return { ok: false, code: 'MAIL_NOT_VALID', fields: [...new Set(fields)] };
  }
  if (await recordQueued(tx, parsed.data)) await jobs.add(tx, sendMailJob, parsed.data);
  return { ok: true };
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import { createEmlName, createMessageId, type MailMessage } from './message.ts';
import type { OutboxCopy } from './records.ts';

export type Delivery =
  | { readonly ok: true; readonly copy: OutboxCopy | null }
  /** The receiving server refused the mail permanently. Do not retry. */
  | { readonly ok: false; readonly code: string };

/** `reason` is a message of the mail server or the network, for an operator. */
export type Verification = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface Transport {
  /** Maximum seconds of one attempt. */
  readonly lease: number;
  /** @throws when a retry may succeed */
  deliver(message: MailMessage): Promise<Delivery>;
  /** @param timeout milliseconds, short because an operator waits for the result */
  readonly verify: (timeout?: number) => Promise<Verification>;
}

/** Keeps nodemailer from reading files or fetching URLs that a message names. */
const safetyOptions = { disableFileAccess: true, disableUrlAccess: true } as const;

function composeMail(message: MailMessage, from: string): SendMailOptions {
  const { id, to, subject, html, text, replyTo, unsubscribeUrl, attachments = [] } = message;
  return {
    ...safetyOptions,
    from,
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    html,
    text,
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content, 'base64'),
    })),
    messageId: createMessageId(id, from),
    headers: {
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/**
 * Writes each mail to a file named by its id, so that repeated attempts are idempotent.
 * @param showsSecrets whether the database gets the content of secret mails, for the pages of the
 * outbox; otherwise only the file has it
 */
export function createOutboxTransport(folder: string, getSender: () => string, showsSecrets: boolean): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safetyOptions });
  return {
    lease: 0,
    verify: async () => ({ ok: true }),
    async deliver(message) {
      const eml = createEmlName(message.id);
      const path = join(folder, eml);
      if (!(await fileExists(path))) {
        const { message: content } = await composer.sendMail(composeMail(message, getSender()));
        await mkdir(folder, privateFolderOptions);
        await writeFileAtomically(path, content as Buffer);
      }
      const isShown = showsSecrets || !message.isSecret;
      return { ok: true, copy: { eml, html: isShown ? message.html : null, text: isShown ? message.text : null } };
    },
  };
}

async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function writeFileAtomically(path: string, content: Buffer): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
}

/** Milliseconds. Their sum is less than the lease. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;
const sendTimeout = 90_000;

/** @param url `smtp://user:password@host:587` or `smtps://…`, with nodemailer's options as its query */
export function createSmtpTransport(url: string, getSender: () => string): Transport {
  const server = createTransport({ url, ...timeouts, ...safetyOptions });
  return {
    lease: 120,
    verify: (timeout = 8000) => verifyServer(url, timeout),
    async deliver(message) {
      try {
        await server.sendMail({ ...composeMail(message, getSender()), signal: AbortSignal.timeout(sendTimeout) });
        return { ok: true, copy: null };
      } catch (error) {
        const code = getRefusalCode(error);
        if (code === null) throw error;
        return { ok: false, code };
      }
    },
  };
}

async function verifyServer(url: string, timeout: number): Promise<Verification> {
  const limits = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout };
  const server = createTransport({ url, ...limits, socketTimeout: timeout, ...safetyOptions });
  const isLate = AbortSignal.timeout(timeout);
  const late = new Promise<Verification>((resolve) => {
    isLate.onabort = () => resolve({ ok: false, reason: `no answer within ${timeout / 1000} seconds` });
  });
  const verified = server.verify().then(
    (): Verification => ({ ok: true }),
    (error: unknown): Verification => ({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
  );
  try {
    return await Promise.race([verified, late]);
  } finally {
    isLate.onabort = null;
    server.close();
  }
}

/** Returns null unless the refusal is about this mail or its receiver: after a refused login the mail is retried. */
function getRefusalCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('permanent' in error) || error.permanent !== true) return null;
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? `SMTP_${responseCode}` : null;
}

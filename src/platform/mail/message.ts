import { createHash } from 'node:crypto';
import { z } from 'zod';
import { emailAddress, isEmail, normalizeEmail } from './email-address.ts';

/** Replaces characters that would end a header line by spaces. */
const toOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export interface MailMessage {
  /** Permanent id, such as `order:1042:confirmation`. A mail with the same id is never sent twice. */
  readonly id: string;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  /** Language tag (BCP 47). */
  readonly locale: string;
  readonly html: string;
  readonly text: string;
  readonly replyTo?: string | undefined;
  readonly attachments?: readonly MailAttachment[] | undefined;
  /**
   * For optional mails: the absolute address of a POST request that unsubscribes. Mail programs show a button for it
   * (RFC 2369, RFC 8058).
   */
  readonly unsubscribeUrl?: string | undefined;
  /**
   * Whether the mail has a link that signs somebody in, or content that must disappear when it is erased elsewhere.
   * The content is not stored, so the mail can't be sent again, and it must not be queued by `enqueueMail`. Only the
   * outbox of a demo shop shows it; a live shop without mail server has it only in the outbox file.
   */
  readonly isSecret?: true | undefined;
}

export interface MailAttachment {
  /** File name: letters, digits, `.` and `-`. */
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

const attachment = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/),
  type: z.string().regex(/^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/),
  content: z.base64().max(5_000_000),
});

export const mailMessage = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,119}$/),
  to: emailAddress,
  subject: z.string().transform(toOneLine).pipe(z.string().min(1).max(300)),
  locale: z.string().max(35),
  html: z.string().min(1).max(500_000),
  text: z.string().max(500_000),
  replyTo: emailAddress.optional(),
  attachments: z.array(attachment).max(5).optional(),
  unsubscribeUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  isSecret: z.literal(true).optional(),
});

const hashId = (id: string) => createHash('sha256').update(id).digest('hex');

/** Creates a portable file name. The digest separates ids that differ only in case or in removed characters. */
export function createEmlName(id: string): string {
  return `${id.replace(/[^A-Za-z0-9_-]+/g, '-')}-${hashId(id).slice(0, 8)}.eml`;
}

/**
 * Reads a sender (an address or `Name <address>`) and normalises its address for sending.
 * @returns null when the text is not a sender
 */
export function readSender(text: string): string | null {
  const [, name = '', bracketed] = /^([^<>\n\r]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = normalizeEmail(bracketed ?? text);
  if (!isEmail(address)) return null;
  return bracketed === undefined ? address : `${name.trim()} <${address}>`.trim();
}

/** @returns the sender of mails; an address without a name gets the shop's name */
export function nameSender(from: string, shopName: string): string {
  return from.includes('<') ? from : `"${shopName.replace(/["\\]/g, '\\$&')}" <${from}>`;
}

/** Creates a Message-ID that is the same for all attempts, so that receivers recognise copies (RFC 5322, 3.6.4). */
export function createMessageId(id: string, from: string): string {
  // The last `@` counts, because a name may contain an `@`.
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${hashId(id).slice(0, 32)}@${domain}>`;
}

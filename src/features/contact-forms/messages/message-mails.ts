import { z } from 'zod';
import type { ContactForm, MailTemplate, MailValue } from '#features/form-definitions/index.ts';
import {
  fillTemplate,
  fillWithoutBlankLines,
  listFields,
  type MailFacts,
  type MailFormat,
  maxRecipients,
  parseMailTemplate,
} from '#features/form-definitions/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { MailAttachment, MailMessage } from '#platform/mail/message.ts';
import { readMail } from '#platform/mail/records.ts';
import { formatIsoDay, formatIsoTime } from '#platform/texts/formats.ts';
import { toTextLines } from '#platform/texts/plain-text.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { recordAnswer, recordDelivery } from './deliver-message.ts';
import { type ContactMessage, findMessage } from './find-messages.ts';
import { renderAppendedTexts, renderMailFileList } from './mail-html.tsx';
import { openMessageFiles } from './message-files.ts';
import { listShownFields } from './shown-fields.ts';

const payloadSchema = z.object({
  message: z.int(),
  /** When they were asked for again, in milliseconds since 1970. */
  attempt: z.int().optional(),
});

/**
 * Sends the mails about a message: to the shop, and the second one of its form. Each is sent once,
 * whatever runs again. The content is read when they are sent: what was erased before is not sent.
 */
export const messageMailJob = defineJob({
  name: 'contact-forms:send-message-mails',
  schema: payloadSchema,
  run: async (shop, { message: id, attempt }: z.infer<typeof payloadSchema>, { isLast }) => {
    const message = await findMessage(shop.db, id);
    if (message?.mail !== 'queued') return;
    try {
      await sendMessageMails(shop, message, attempt);
    } catch (error) {
      // Nothing tries again: staff find it among those of which a mail was refused.
      if (isLast) await recordDelivery(shop, message, { mail: 'failed' });
      throw error;
    }
  },
});

async function sendMessageMails(shop: Shop, message: ContactMessage, attempt: number | undefined): Promise<void> {
  const created = await createMessageMails(shop, message);
  // What has the id of a mail that was sent is not sent again.
  const mails = attempt === undefined ? created : created.map((mail) => ({ ...mail, id: `${mail.id}:${attempt}` }));
  for (const mail of mails) await shop.mail.send(mail);
  const states = await Promise.all(mails.map((mail) => readMail(shop.db, mail.id)));
  const isSent = states.every((mail) => mail?.state === 'sent');
  // The first mail is the shop's.
  const hasOtherFiles = (mails[0]?.attachments?.length ?? 0) < message.files.length;
  await recordDelivery(shop, message, isSent ? { mail: 'sent', hasOtherFiles } : { mail: 'failed' });
}

/** Fills templates of a message. */
type Fill = (template: string, format: MailFormat, options?: { readonly excludeBlank: boolean }) => string;

async function createMessageMails(shop: Shop, message: ContactMessage): Promise<MailMessage[]> {
  const form = await findContactForm(shop, message.formId);
  const fill = createFill(shop, message, form);
  const first = await createMails(shop, message, form, 'shop', fill);
  const second = form?.secondMail ? await createMails(shop, message, form, 'sender', fill) : [];
  return [...first, ...second];
}

function createFill(shop: Shop, message: ContactMessage, form: ContactForm | null): Fill {
  const names = new Set(form ? listFields(form.layout).map(({ name }) => name) : []);
  const files = Map.groupBy(message.files, ({ field }) => field);
  const values = new Map<string, MailValue>([
    ...[...files].map(([field, list]) => {
      const shown = list.map(({ name }) => name).join(', ');
      return [field, { value: shown, raw: shown }] as const;
    }),
    ...message.fields.map(({ name, values: texts, mailText }) => {
      const raw = texts.join(', ');
      return [name, { value: mailText ?? raw, raw }] as const;
    }),
  ]);
  const facts = { values, special: listSpecialValues(shop, message), locale: shop.choices.locale };
  return (template, format, options) => {
    const { parts } = parseMailTemplate(template, names);
    return (options?.excludeBlank ? fillWithoutBlankLines : fillTemplate)(parts, facts, format);
  };
}

/** Facts about message and shop. The address and the program of the sender are not stored. */
function listSpecialValues({ choices, config }: Shop, message: ContactMessage): MailFacts['special'] {
  const page = message.page === null ? '' : `${config.publicUrl}${message.page}`;
  return {
    ...{ _site_title: choices.name, _site_description: choices.tagline, _site_url: config.publicUrl },
    ...{ _site_domain: new URL(config.publicUrl).hostname, _site_admin_email: choices.email },
    ...{ _contact_form_title: message.formTitle, _serial_number: String(message.id), _url: page, _post_url: page },
    ...{ _date: formatIsoDay(message.receivedAt), _time: formatIsoTime(message.receivedAt) },
  };
}

/**
 * The addresses of a list: `Ada <ada@example.com>, [your-email]`. Each entry is filled in after the
 * list was split, so that a value can't add recipients.
 */
function fillAddresses(template: string, fill: Fill): string[] {
  return template
    .split(',')
    .map((entry) => normalizeEmail(fill((/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim(), 'line')))
    .filter(isEmail);
}

/** The mails of a template, one for each recipient. The shop is told also where its template names nobody. */
async function createMails(
  shop: Shop,
  message: ContactMessage,
  form: ContactForm | null,
  reader: 'shop' | 'sender',
  fill: Fill,
): Promise<MailMessage[]> {
  const template = (reader === 'shop' ? form?.mail : form?.secondMail) ?? null;
  const named = template ? fillAddresses(template.to, fill) : [];
  const recipients = named.length === 0 && reader === 'shop' ? [shop.choices.email] : [...new Set(named)];
  const asked = template?.replyTo ? fillAddresses(template.replyTo, fill)[0] : undefined;
  const replyTo = asked ?? (reader === 'shop' ? (message.sender ?? undefined) : shop.choices.email);
  const fallback = shop.t(texts.mail_subject, { form: message.formTitle });
  const subject = (template && shorten(fill(template.subject, 'line'))) || fallback;
  // Where nothing is stored, files are nowhere else.
  const hasAllFiles = reader === 'shop' && !message.isKept;
  const attached = hasAllFiles ? message.files.map(({ field }) => field) : (template?.attachments ?? []);
  const attachments = await attachFiles(shop, message, attached);
  const isSavable = reader === 'shop' && (message.isKept || attachments.length < message.files.length);
  const head = { title: subject, isSavable };
  const content = template
    ? renderTemplate(shop, message, template, head, fill)
    : renderFields(shop, message, form, head);
  return recipients.slice(0, maxRecipients).map((to, index) => ({
    id: `contact-message:${message.id}:${reader}${index === 0 ? '' : `-${index + 1}`}`,
    ...{ to, replyTo, subject, attachments, isSecret: true },
    ...content,
  }));
}

/** Bytes of all attachments of a mail: more would be refused by many mail servers. */
const maxAttachedBytes = 3_500_000;
const maxAttachments = 5;

/** The files of these fields, as far as mails take them. All files are named in the mail to the shop. */
async function attachFiles(
  shop: Shop,
  { files }: ContactMessage,
  fields: readonly string[],
): Promise<MailAttachment[]> {
  const attached: MailAttachment[] = [];
  let bytes = 0;
  for (const file of files) {
    if (!fields.includes(file.field) || attached.length === maxAttachments) continue;
    if (bytes + file.bytes > maxAttachedBytes) continue;
    const content = await openMessageFiles(shop)
      .read(file.id)
      .catch(() => null);
    const name = file.name.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[.-]+/, '') || 'file';
    if (!content) continue;
    bytes += file.bytes;
    attached.push({ name, type: file.type, content: content.toString('base64') });
  }
  return attached;
}

const shorten = (text: string) => [...text].slice(0, 250).join('');

interface MailHead {
  readonly title: string;
  /** Whether the shop can save the files afterwards. */
  readonly isSavable: boolean;
}

function renderTemplate(
  shop: Shop,
  message: ContactMessage,
  template: MailTemplate,
  { title, isSavable }: MailHead,
  fill: Fill,
): Pick<MailMessage, 'html' | 'text'> {
  const { body, isHtml } = template;
  if (isHtml) {
    const parts = [
      fill(body, 'html', template).trim(),
      renderAppendedTexts(message),
      renderMailFileList(shop, message, isSavable),
    ];
    const html = parts.join('\n').trim();
    return { html: html || '<p></p>', text: toTextLines(html, (href) => href).join('\n') };
  }
  const blocks = [
    ...listParagraphs(fill(body, 'text', template)),
    ...listAppendedBlocks(message),
    ...listFileBlocks(shop, message, isSavable),
  ];
  return shop.renderMail({ title, blocks });
}

/** Empty lines divide paragraphs. */
const listParagraphs = (text: string): MailBlock[] =>
  text
    .split(/\n\s*\n/)
    .map((part): MailBlock & { text: string } => ({ kind: 'paragraph', text: part.trim() }))
    .filter((block) => block.text !== '');

function listAppendedBlocks({ fields }: ContactMessage): MailBlock[] {
  return fields
    .filter(({ isAppended }) => isAppended)
    .flatMap(({ label, values }) => [{ kind: 'heading', text: label }, ...listParagraphs(values.join('\n'))]);
}

/** A mail about a message whose form has no template. */
function renderFields(
  shop: Shop,
  message: ContactMessage,
  form: ContactForm | null,
  { title, isSavable }: MailHead,
): Pick<MailMessage, 'html' | 'text'> {
  const facts = listShownFields(
    shop,
    form,
    message.fields.filter(({ isAppended }) => !isAppended),
  );
  const further = [...listAppendedBlocks(message), ...listFileBlocks(shop, message, isSavable)];
  return shop.renderMail({ title, blocks: [{ kind: 'facts', facts }, ...further] });
}

function listFileBlocks({ t }: Shop, { id, files }: ContactMessage, isSavable: boolean): MailBlock[] {
  if (files.length === 0) return [];
  const facts = files.map(({ name, bytes }) => ({
    label: name,
    value: t(texts.mail_file_size, { kilobytes: Math.ceil(bytes / 1000) }),
  }));
  return [
    { kind: 'heading', text: t(texts.mail_files) },
    { kind: 'facts', facts },
    ...(isSavable ? [{ kind: 'small', text: t(texts.mail_files_hint, { id }) } as const] : []),
  ];
}

const answerSchema = z.object({ message: z.int(), answer: z.uuid() });

const selectAnswer = sqlQuery<{ body: string; sender: string | null; formTitle: string }>(
  'contact-forms.find-answer',
  `select a.body, m.sender, m.form_title as "formTitle" from contact_message_answers a join contact_messages m on m.id = a.message_id
  where a.id = $1 and m.id = $2`,
);

/** Sends an answer to the sender of a message. */
export const answerMailJob = defineJob({
  name: 'contact-forms:send-answer',
  schema: answerSchema,
  run: async (shop, { message, answer }: z.infer<typeof answerSchema>) => {
    const [found] = await selectAnswer(shop.db, [answer, message]);
    if (!found?.sender) return;
    const subject = shop.t(texts.answer_subject, { form: found.formTitle, shop: shop.choices.name });
    const blocks = listParagraphs(found.body);
    const id = `contact-message:${message}:answer:${answer}`;
    await shop.mail.send({
      ...{ id, to: found.sender, replyTo: shop.choices.email, subject },
      ...{ isSecret: true, ...shop.renderMail({ title: subject, blocks }) },
    });
    if ((await readMail(shop.db, id))?.state === 'sent') await recordAnswer(shop, message, answer);
  },
});

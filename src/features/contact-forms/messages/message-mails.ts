import { z } from 'zod';
import { type ContactForm, type MailTemplate, maxRecipients } from '#features/form-definitions/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { MailAttachment, MailMessage } from '#platform/mail/message.ts';
import { readMail } from '#platform/mail/records.ts';
import { type AddressClaim, isAddressProven, sendUnprovenMail } from '#platform/mail/unproven-recipients.ts';
import { toTextLines } from '#platform/texts/plain-text.ts';
import { messagePath } from '../admin/paths.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { recordDelivery, recordMailed } from './deliver-message.ts';
import { createFill, createFixedFill, createSafeFill, type Fill, withoutLinks } from './fill-message.ts';
import { type ContactMessage, findMessage, type StoredFile } from './find-messages.ts';
import { renderAppendedTexts, renderMailFileList } from './mail-html.tsx';
import { openMessageFiles } from './message-files.ts';
import { listShownFields } from './shown-fields.ts';

const payloadSchema = z.object({
  message: z.int(),
  /** When the mails were asked for again, in milliseconds since 1970. */
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
    // A message that failed is here again because staff had this job tried again.
    if (!message || (message.mail !== 'queued' && message.mail !== 'failed')) return;
    if (message.status !== 'new' && message.status !== 'answered') return;
    try {
      await sendMessageMails(shop, message, attempt);
    } catch (error) {
      // Staff find the message among those of which a mail was refused.
      if (isLast) await recordDelivery(shop, message, { mail: 'failed' });
      throw error;
    }
  },
});

async function sendMessageMails(shop: Shop, message: ContactMessage, attempt: number | undefined): Promise<void> {
  const form = await findContactForm(shop, message.formId);
  const first = await createMails(shop, message, form, 'shop');
  const second = form?.secondMail ? await createMails(shop, message, form, 'sender') : [];
  const mails: MailMessage[] = [];
  for (const { isUnproven, ...content } of [...first, ...second]) {
    // A mail with the id of one that was sent is not sent again.
    const mail = attempt === undefined ? content : { ...content, id: `${content.id}:${attempt}` };
    if (!isUnproven) await shop.mail.send(mail);
    else if (!(await sendUnprovenMail(shop, mail))) {
      shop.log.info({ mail: mail.id }, 'a copy was not sent: its address has had all of a day (mail.unprovenPerDay)');
      continue;
    }
    mails.push(mail);
  }
  const states = await Promise.all(mails.map((mail) => readMail(shop.db, mail.id)));
  const isSent = states.every((mail) => mail?.state === 'sent');
  // The first mail is the shop's.
  const hasOtherFiles = (mails[0]?.attachments?.length ?? 0) < message.files.length;
  await recordDelivery(shop, message, isSent ? { mail: 'sent', hasOtherFiles } : { mail: 'failed' });
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

interface Recipient {
  readonly to: string;
  readonly isUnproven: boolean;
}

const selectSender = sqlQuery<Omit<AddressClaim, 'email'>>(
  'contact-forms.find-sender',
  'select visitor_id as "visitorId", customer_id as "customerId" from contact_messages where id = $1',
);

/** The form's own recipients first. The shop is told also where its template names nobody but who sends the message. */
async function findRecipients(
  shop: Shop,
  message: ContactMessage,
  form: ContactForm | null,
  reader: 'shop' | 'sender',
): Promise<Recipient[]> {
  const { to = '' } = (reader === 'shop' ? form?.mail : form?.secondMail) ?? {};
  const ofForm = new Set(fillAddresses(to, createFixedFill(shop, message, form)));
  if (ofForm.size === 0 && reader === 'shop') ofForm.add(shop.choices.email);
  const named = new Set(fillAddresses(to, createFill(shop, message, form)));
  const [sentBy] = await selectSender(shop.db, [message.id]);
  const recipients: Recipient[] = [...ofForm].map((address) => ({ to: address, isUnproven: false }));
  for (const email of [...named].filter((address) => !ofForm.has(address)))
    recipients.push({ to: email, isUnproven: !(sentBy && (await isAddressProven(shop, { email, ...sentBy }))) });
  return recipients.slice(0, maxRecipients);
}

async function createMails(
  shop: Shop,
  message: ContactMessage,
  form: ContactForm | null,
  reader: 'shop' | 'sender',
): Promise<(MailMessage & Recipient)[]> {
  const recipients = await findRecipients(shop, message, form, reader);
  return Promise.all(
    recipients.map(async (recipient, index) => ({
      id: `contact-message:${message.id}:${reader}${index === 0 ? '' : `-${index + 1}`}`,
      ...recipient,
      isSecret: true,
      ...(await createContent(shop, recipient, message, form, reader)),
    })),
  );
}

/**
 * What one recipient reads. Who has typed an address that nobody has proved could write to anybody: such a mail has no
 * files, no address to answer to, and no links but those of the form's own text.
 */
async function createContent(
  shop: Shop,
  { to, isUnproven }: Recipient,
  received: ContactMessage,
  form: ContactForm | null,
  reader: 'shop' | 'sender',
): Promise<Omit<MailMessage, 'id' | 'to'>> {
  const readable = reader === 'sender' ? withoutStaffTexts(received) : received;
  const message = isUnproven ? withoutLinks(shop, readable) : readable;
  const template = (reader === 'shop' ? form?.mail : form?.secondMail) ?? null;
  const fill = isUnproven ? createSafeFill(shop, received, form, to) : createFill(shop, message, form);
  const replyFill = isUnproven ? createFixedFill(shop, message, form) : fill;
  const asked = template?.replyTo ? fillAddresses(template.replyTo, replyFill)[0] : undefined;
  const replyTo = asked ?? (reader === 'shop' && !isUnproven ? (message.sender ?? undefined) : shop.choices.email);
  const fallback = shop.t(texts.mail_subject, { form: message.formTitle });
  const subject = (template && shorten(fill(template.subject, 'line'))) || fallback;
  // Where nothing is stored, files are nowhere else.
  const hasAllFiles = reader === 'shop' && !message.isKept;
  const attached = hasAllFiles ? message.files.map(({ field }) => field) : (template?.attachments ?? []);
  const attachable = message.files.filter(({ field }) => attached.includes(field));
  const attachments = isUnproven ? [] : await attachFiles(shop, attachable);
  const isSavable = reader === 'shop' && !isUnproven && (message.isKept || attachments.length < message.files.length);
  const head = { title: subject, isSavable };
  const content = template
    ? renderTemplate(shop, message, template, head, fill)
    : renderFields(shop, message, form, head);
  return { replyTo, subject, locale: shop.choices.locale, attachments, ...content };
}

/** The first value of an appended text is for everybody, the next one for the shop. */
const withoutStaffTexts = (message: ContactMessage): ContactMessage => ({
  ...message,
  fields: message.fields.map((field) => (field.isAppended ? { ...field, values: field.values.slice(0, 1) } : field)),
});

/** Bytes of all attachments of a mail: more would be refused by many mail servers. */
export const maxAttachedBytes = 3_500_000;
export const maxAttachments = 5;

/** Files as far as mails take them. All files are named in the mail to the shop. */
async function attachFiles(shop: Shop, files: readonly StoredFile[]): Promise<MailAttachment[]> {
  const attached: MailAttachment[] = [];
  let bytes = 0;
  for (const file of files) {
    if (attached.length === maxAttachments) continue;
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

function listFileBlocks({ t, config }: Shop, { id, files }: ContactMessage, isSavable: boolean): MailBlock[] {
  if (files.length === 0) return [];
  const facts = files.map(({ name, bytes }) => ({
    label: name,
    value: t(texts.mail_file_size, { kilobytes: Math.ceil(bytes / 1000) }),
  }));
  return [
    { kind: 'heading', text: t(texts.mail_files) },
    { kind: 'facts', facts },
    ...(isSavable
      ? [{ kind: 'small', text: t(texts.mail_files_hint, { address: config.publicUrl + messagePath(id) }) } as const]
      : []),
  ];
}

const answerSchema = z.object({ message: z.int(), answer: z.uuid() });

const selectAnswer = sqlQuery<{
  body: string;
  sender: string | null;
  formTitle: string;
  files: readonly StoredFile[];
}>(
  'contact-forms.find-answer',
  `select a.body, m.sender, m.form_title as "formTitle",
    (select coalesce(json_agg(json_build_object('id', f.id, 'field', f.field, 'name', f.name, 'type', f.type, 'bytes', f.bytes) order by f.field), '[]')
      from contact_message_files f where f.answer_id = a.id) as files
  from contact_message_answers a join contact_messages m on m.id = a.message_id
  where a.id = $1 and m.id = $2`,
);

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
      attachments: await attachFiles(shop, found.files),
      ...{ isSecret: true, ...shop.renderMail({ title: subject, blocks }) },
    });
    if ((await readMail(shop.db, id))?.state === 'sent') await recordMailed(shop, message, 'answer', answer);
  },
});

const forwardSchema = z.object({ message: z.int(), note: z.uuid() });

const selectForward = sqlQuery<{ body: string; to: string | null; by: string; hasFiles: boolean }>(
  'contact-forms.find-forward',
  `select body, forwarded_to as "to", by, has_files as "hasFiles" from contact_message_notes
  where id = $1 and message_id = $2 and forwarded_to is not null`,
);

/** Sends a message on. Who answers that mail writes to the sender. */
export const forwardMailJob = defineJob({
  name: 'contact-forms:forward-message',
  schema: forwardSchema,
  run: async (shop, { message: messageId, note }: z.infer<typeof forwardSchema>) => {
    const [[forward], message] = await Promise.all([
      selectForward(shop.db, [note, messageId]),
      findMessage(shop.db, messageId),
    ]);
    if (!forward || forward.to === null || !message || message.isCleared) return;
    const form = await findContactForm(shop, message.formId);
    const { t, choices } = shop;
    const subject = t(texts.forward_subject, { form: message.formTitle });
    const facts = listShownFields(shop, form, message.fields);
    const blocks: MailBlock[] = [
      ...listParagraphs(forward.body),
      { kind: 'paragraph', text: t(texts.forward_lead, { by: forward.by, sender: message.sender ?? 'none' }) },
      { kind: 'facts', facts },
      ...listFileBlocks(shop, message, false),
    ];
    const id = `contact-message:${messageId}:forward:${note}`;
    await shop.mail.send({
      ...{ id, to: forward.to, replyTo: message.sender ?? choices.email, subject },
      attachments: forward.hasFiles ? await attachFiles(shop, message.files) : [],
      ...{ isSecret: true, ...shop.renderMail({ title: subject, blocks }) },
    });
    if ((await readMail(shop.db, id))?.state === 'sent') await recordMailed(shop, messageId, 'forward', note);
  },
});

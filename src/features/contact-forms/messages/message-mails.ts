import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { MailAttachment, MailMessage } from '#platform/mail/message.ts';
import { readMail } from '#platform/mail/records.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import type { MailTemplate } from '../definition/form.ts';
import { listFields } from '../definition/form-fields.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { type ContactMessage, findMessage } from './find-messages.ts';
import { fillAddresses, fillBody, fillTags, type LookUpTag } from './mail-tags.ts';
import { readMessageFile } from './message-files.ts';

const payloadSchema = z.object({ message: z.int() });

const maxRecipients = 10;

/**
 * Sends the mails about a message: to the shop, and the second one of its form. Each is sent once,
 * whatever runs again. The content is read when they are sent: what was erased before is not sent.
 */
export const messageMailJob = defineJob({
  name: 'contact-forms:send-message-mails',
  schema: payloadSchema,
  run: async (shop, { message: id }: z.infer<typeof payloadSchema>) => {
    const message = await findMessage(shop.db, id);
    if (message?.mail !== 'queued') return;
    const mails = await createMessageMails(shop, message);
    for (const mail of mails) await shop.mail.send(mail);
    const states = await Promise.all(mails.map((mail) => readMail(shop.db, mail.id)));
    const isSent = states.every((mail) => mail?.state === 'sent');
    await markMailed(shop.db, [id]);
    // A mail that was refused for good leaves the message as the only copy.
    if (!message.isKept && isSent && message.files.length === 0) await clearMessage(shop.db, [id]);
  },
});

const markMailed = sqlQuery('contact-forms.mark-mailed', `update contact_messages set mail = 'sent' where id = $1`);

const clearMessage = sqlQuery(
  'contact-forms.clear-message',
  `update contact_messages set fields = '[]', sender = null, page = null, visitor_id = null, customer_id = null where id = $1`,
);

async function createMessageMails(shop: Shop, message: ContactMessage): Promise<MailMessage[]> {
  const form = await findContactForm(shop, shop.db, message.formId);
  const first = await createMails(shop, message, form?.mail ?? null, 'shop', createLookUp(shop, message, form));
  const second = form?.secondMail
    ? await createMails(shop, message, form.secondMail, 'sender', createLookUp(shop, message, form))
    : [];
  return [...first, ...second];
}

/** Values of mail tags: fields, and facts about message and shop. */
function createLookUp(
  shop: Shop,
  message: ContactMessage,
  form: Awaited<ReturnType<typeof findContactForm>>,
): LookUpTag {
  const fields = form ? listFields(form.layout) : [];
  const known = new Set(fields.map(({ name }) => name));
  const facts: Readonly<Record<string, string>> = {
    _site_title: shop.choices.name,
    _site_description: shop.choices.tagline,
    _site_url: shop.config.publicUrl,
    _site_admin_email: shop.choices.email,
    _contact_form_title: message.formTitle,
    _url: message.page === null ? '' : `${shop.config.publicUrl}${message.page}`,
    _serial_number: String(message.id),
    _date: message.receivedAt.toISOString().slice(0, 10),
    _time: message.receivedAt.toISOString().slice(11, 16),
  };
  const getValues = (name: string, isRaw: boolean): string | null => {
    const values = message.fields.find((field) => field.name === name)?.values ?? [];
    const files = message.files.filter((file) => file.field === name).map((file) => file.name);
    const field = fields.find((each) => each.name === name);
    const options = field && 'options' in field ? field.options : [];
    const shown = values.map((value) =>
      isRaw ? value : (options.find((each) => each.value === value)?.mailValue ?? value),
    );
    return shown.length + files.length > 0 || known.has(name) ? [...shown, ...files].join(', ') : null;
  };
  return (name) => {
    const raw = /^_raw_(.+)$/.exec(name)?.[1];
    return facts[name] ?? (raw === undefined ? getValues(name, false) : getValues(raw, true));
  };
}

/** The mails of a template, one for each recipient. The shop is told also where its template names nobody. */
async function createMails(
  shop: Shop,
  message: ContactMessage,
  template: MailTemplate | null,
  reader: 'shop' | 'sender',
  lookUp: LookUpTag,
): Promise<MailMessage[]> {
  const named = template ? fillAddresses(template.to, lookUp).map(normalizeEmail).filter(isEmail) : [];
  const recipients = named.length === 0 && reader === 'shop' ? [shop.choices.email] : [...new Set(named)];
  const asked = template?.replyTo
    ? fillAddresses(template.replyTo, lookUp).map(normalizeEmail).find(isEmail)
    : undefined;
  const replyTo = asked ?? (reader === 'shop' ? (message.sender ?? undefined) : shop.choices.email);
  const fallback = shop.t(texts.mail_subject, { form: message.formTitle });
  const subject = (template && toSubject(fillTags(template.subject, lookUp))) || fallback;
  const content = template
    ? renderTemplate(shop, message, template, subject, lookUp)
    : renderFields(shop, message, subject);
  const attachments = await attachFiles(shop, message, template?.attachments ?? []);
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
  { config }: Shop,
  { files }: ContactMessage,
  fields: readonly string[],
): Promise<MailAttachment[]> {
  const attached: MailAttachment[] = [];
  let bytes = 0;
  for (const file of files) {
    if (!fields.includes(file.field) || attached.length === maxAttachments) continue;
    bytes += file.bytes;
    if (bytes > maxAttachedBytes) break;
    const content = await readMessageFile(config.dataDir, file.id).catch(() => null);
    const name = file.name.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[.-]+/, '') || 'file';
    if (content) attached.push({ name, type: file.type, content: content.toString('base64') });
  }
  return attached;
}

const toSubject = (text: string) => [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()].slice(0, 250).join('');

const escapeValue = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>\n');

function renderTemplate(
  shop: Shop,
  message: ContactMessage,
  template: MailTemplate,
  title: string,
  lookUp: LookUpTag,
): Pick<MailMessage, 'html' | 'text'> {
  if (!template.isHtml) {
    const paragraphs = fillBody(template, lookUp)
      .split(/\n{2,}/)
      .filter((text) => text.trim() !== '');
    const blocks = paragraphs.flatMap((text): MailBlock[] =>
      text.split('\n').map((line) => ({ kind: 'paragraph', text: line })),
    );
    return shop.renderMail({ title, blocks: [...blocks, ...listFileBlocks(shop, message)] });
  }
  const html = fillBody(template, (name) => {
    const value = lookUp(name);
    return value === null ? null : escapeValue(value);
  });
  return { html: html.trim() === '' ? '<p></p>' : html, text: stripHtml(html) };
}

/** A mail about a message whose form has no template. */
function renderFields(shop: Shop, message: ContactMessage, title: string): Pick<MailMessage, 'html' | 'text'> {
  const facts = message.fields.map(({ label, values }) => ({ label, value: values.join(', ') }));
  return shop.renderMail({ title, blocks: [{ kind: 'facts', facts }, ...listFileBlocks(shop, message)] });
}

function listFileBlocks({ t }: Shop, { id, files }: ContactMessage): MailBlock[] {
  if (files.length === 0) return [];
  const facts = files.map(({ name, bytes }) => ({
    label: name,
    value: t(texts.mail_file_size, { kilobytes: Math.ceil(bytes / 1000) }),
  }));
  return [
    { kind: 'heading', text: t(texts.mail_files) },
    { kind: 'facts', facts },
    { kind: 'small', text: t(texts.mail_files_hint, { id }) },
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
    const blocks = found.body.split(/\n+/).map((text): MailBlock => ({ kind: 'paragraph', text }));
    await shop.mail.send({
      ...{ id: `contact-message:${message}:answer:${answer}`, to: found.sender, replyTo: shop.choices.email, subject },
      ...{ isSecret: true, ...shop.renderMail({ title: subject, blocks }) },
    });
  },
});

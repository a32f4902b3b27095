import type { FastifyInstance } from 'fastify';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type AdminPanel, defineAdminRecord, readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { flag } from '#platform/forms/kinds.ts';
import { type OpenedMail, openMail } from '#platform/mail/opened-mail.ts';
import { resendMail, wasSentBefore } from '#platform/mail/resend-mail.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { formatMailKind, mailList } from './mail-list.tsx';
import { MailStateBadge } from './mail-states.tsx';
import { mailRecordPath } from './paths.ts';
import { mailLogTexts as texts } from './texts.ts';

/**
 * Sends a mail once more. Resending a mail that was delivered or already sent again needs a separate confirmation.
 */
const resendMailOperation = defineAdminOperation({
  ...{ name: 'mails.resend-mail', description: 'Sends a mail once more, as it was.', text: texts.resend },
  ...{ subject: 'mail', requires: 'mails.write' },
  load: (_shop, db, number) => openMail(db, number),
  label: (_shop, { subject }) => subject,
  fields: ({ t, choices }, mail) => ({
    again: wasSentBefore(mail)
      ? flag({
          label: mail.sentAt
            ? t(texts.resendAgain, { at: formatMoment(mail.sentAt, choices.locale) })
            : t(texts.resendRepeated),
        })
      : null,
  }),
  values: () => ({ again: false as never }),
  lead: ({ t }, { to }) => t(texts.resendLead, { to }),
  run: async (shop, tx, number, { again }: { readonly again?: unknown }) => {
    const mail = await openMail(tx, number);
    if (!mail) return { ok: false, code: 'MAIL_NOT_FOUND', message: shop.t(texts.MAIL_NOT_FOUND) };
    const result = await resendMail({ ...shop, db: tx }, mail.id, { isAgain: again === true });
    if (!result.ok && result.code === 'MAIL_SENT_BEFORE')
      return { ok: false, code: result.code, message: shop.t(texts[result.code]), field: 'again' };
    if (!result.ok) return { ok: false, code: result.code, message: shop.t(texts[result.code]) };
    return { ok: true, change: { label: mail.subject, before: null, after: { sentAs: result.id } } };
  },
  outcomes: { done: texts.resent },
});

const framePath = (number: number | ':id') => `${mailRecordPath(number)}/content`;

const contentPanel: AdminPanel<OpenedMail> = {
  ...{ id: 'content', title: texts.content, column: 'main' },
  render: ({ t }, { number, html, text, attachments }) => {
    if (html === null) return <p>{t(texts.notKept)}</p>;
    return (
      <>
        <iframe title={t(texts.frame)} src={framePath(number)} sandbox="" width="100%" height="640" frameBorder="0" />
        <details>
          <summary>{t(texts.asText)}</summary>
          <p className="order-note">{text}</p>
        </details>
        {attachments.length > 0 && (
          <FactsList facts={[{ label: t(texts.attachments), value: attachments.join(', ') }]} />
        )}
        <p className="panel__help">{t(texts.linksHidden)}</p>
      </>
    );
  },
};

const detailsPanel: AdminPanel<OpenedMail> = {
  ...{ id: 'details', title: texts.details, column: 'side' },
  render: (shop, { id, to, createdAt, sentAt, attempts, error, original, copies }) => {
    const { t, choices } = shop;
    const link = ({ number, id: name }: { readonly number: number; readonly id: string }) => (
      <a href={mailRecordPath(number)} key={number}>
        {name}
      </a>
    );
    const facts = [
      { label: t(texts.to), value: to },
      { label: t(texts.kind), value: formatMailKind(shop, id) },
      { label: t(texts.created), value: formatMoment(createdAt, choices.locale) },
      { label: t(texts.sent), value: sentAt && formatMoment(sentAt, choices.locale) },
      { label: t(texts.attempts), value: String(attempts) },
      { label: t(texts.error), value: error },
      { label: t(texts.id), value: id },
      { label: t(texts.original), value: original && link(original) },
      {
        label: t(texts.copies),
        value: copies.length > 0 ? copies.map((copy) => <p key={copy.id}>{link(copy)}</p>) : null,
      },
    ];
    return <FactsList facts={facts} />;
  },
};

export const mailRecord = defineAdminRecord<OpenedMail>({
  ...{ name: 'mails.mail', path: mailRecordPath(':id'), requires: 'mails.read', subject: 'mail' },
  back: { path: mailList.path, text: texts.title },
  list: mailList.name,
  load: (_shop, db, number) => openMail(db, number),
  head: ({ t }, mail) => ({ title: mail.subject, states: <MailStateBadge {...{ t, mail }} /> }),
  panels: [contentPanel, detailsPanel],
  operations: [
    {
      operation: resendMailOperation,
      isShown: ({ state, html, error }) =>
        html !== null && (state === 'sent' || state === 'refused' || (state === 'queued' && error !== null)),
    },
  ],
});

/** Registers the content of a mail, which is shown in a frame. It runs no scripts and its links lead nowhere. */
export function registerMailContent(app: FastifyInstance, shop: Shop): void {
  app.get(framePath(':id'), { config: { requires: 'mails.read' } }, async (request, reply) => {
    const number = readRecordId(request);
    const mail = number === null ? null : await openMail(shop.db, number);
    if (!mail?.html) return reply.callStatusPage(404);
    return reply
      .header('content-security-policy', createFramePolicy(shop.config.publicUrl))
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}

/** Allows images from the shop only: another server would learn who reads the mail. */
const createFramePolicy = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${publicUrl} data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ');

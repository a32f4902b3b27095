import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { flag } from '#platform/forms/kinds.ts';
import { openMail } from '#platform/mail/opened-mail.ts';
import { resendMail, wasSentBefore } from '#platform/mail/resend-mail.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { mailLogTexts as texts } from './texts.ts';

/** Sends a mail once more. One that was sent, or sent again, is confirmed with a mark of its own. */
export const resendMailOperation = defineAdminOperation({
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

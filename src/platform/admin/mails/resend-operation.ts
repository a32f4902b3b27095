import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { flag } from '#platform/forms/kinds.ts';
import { openMail } from '#platform/mail/opened-mail.ts';
import { resendMail } from '#platform/mail/resend-mail.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { mailLogTexts as texts } from './texts.ts';

/** Sends a mail once more. One that was sent is confirmed with a mark of its own. */
export const resendMailOperation = defineAdminOperation({
  ...{ name: 'mails.resend-mail', description: 'Sends a mail once more, as it was.', text: texts.resend },
  ...{ subject: 'mail', requires: 'mails.write' },
  load: (_shop, db, number) => openMail(db, number),
  label: (_shop, { subject }) => subject,
  fields: ({ t, choices }, { sentAt }) => ({
    again: sentAt && flag({ label: t(texts.resendAgain, { at: formatMoment(sentAt, choices.locale) }) }),
  }),
  values: () => ({ again: false as never }),
  lead: ({ t }, { to }) => t(texts.resendLead, { to }),
  run: async (shop, tx, number, { again }: { readonly again?: unknown }) => {
    const mail = await openMail(tx, number);
    if (!mail) return { ok: false, code: 'MAIL_NOT_FOUND', message: shop.t(texts.MAIL_NOT_FOUND) };
    if (mail.state === 'sent' && again !== true)
      return { ok: false, code: 'MAIL_SENT_BEFORE', message: shop.t(texts.resendUnasked), field: 'again' };
    const result = await resendMail({ ...shop, db: tx }, mail.id);
    if (!result.ok) return { ok: false, code: result.code, message: shop.t(texts[result.code]) };
    return { ok: true, change: { label: mail.subject, before: null, after: { sentAs: result.id } } };
  },
  outcomes: { done: texts.resent },
});

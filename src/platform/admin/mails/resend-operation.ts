import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { flag } from '#platform/forms/kinds.ts';
import { type OpenedMail, openMail } from '#platform/mail/opened-mail.ts';
import { resendMail } from '#platform/mail/resend-mail.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { mailLogTexts as texts } from './texts.ts';

/** Whoever sends it again at the same time sees the first one's copy. */
const lockMail = sqlQuery('admin.lock-mail', 'select from platform.mail where number = $1 for update');

const needsMark = ({ state, copies }: OpenedMail): boolean =>
  state === 'sent' || (state === 'refused' && copies.length > 0);

/** Sends a mail once more. One that was sent, or sent again, is confirmed with a mark of its own. */
export const resendMailOperation = defineAdminOperation({
  ...{ name: 'mails.resend-mail', description: 'Sends a mail once more, as it was.', text: texts.resend },
  ...{ subject: 'mail', requires: 'mails.write' },
  load: (_shop, db, number) => openMail(db, number),
  label: (_shop, { subject }) => subject,
  fields: ({ t, choices }, mail) => ({
    again: needsMark(mail)
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
    await lockMail(tx, [number]);
    const mail = await openMail(tx, number);
    if (!mail) return { ok: false, code: 'MAIL_NOT_FOUND', message: shop.t(texts.MAIL_NOT_FOUND) };
    if (needsMark(mail) && again !== true)
      return { ok: false, code: 'MAIL_SENT_BEFORE', message: shop.t(texts.resendUnasked), field: 'again' };
    const result = await resendMail({ ...shop, db: tx }, mail.id);
    if (!result.ok) return { ok: false, code: result.code, message: shop.t(texts[result.code]) };
    return { ok: true, change: { label: mail.subject, before: null, after: { sentAs: result.id } } };
  },
  outcomes: { done: texts.resent },
});

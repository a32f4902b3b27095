import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Db } from '#platform/database/database.ts';
import { choice, flag } from '#platform/forms/kinds.ts';
import { resendMail } from '#platform/mail/resend-mail.ts';
import { composeMails, mailSchema } from './mails-panel.tsx';
import { orderRecordTexts as texts } from './record-texts.ts';

const mails = z.array(mailSchema);

async function loadMails(db: Db, id: number) {
  const [row] = await runComposed<{ readonly number: number; readonly mails: unknown }>(
    db,
    sql`select number, coalesce((${composeMails(id)}), '[]') as mails from orders where id = ${id}`,
  );
  return row ? { number: row.number, mails: mails.parse(row.mails) } : null;
}

export const resendMailOperation = defineAdminOperation({
  ...{ name: 'orders.resend-mail', description: 'Sends a mail about an order once more.', text: texts.resend },
  ...{ subject: 'order', requires: 'mails.write' },
  load: (_shop, db, id) => loadMails(db, id),
  label: ({ t }, { number }) => t(texts.title, { number: String(number) }),
  fields: ({ t }, order) => ({
    mail: choice({
      ...{ label: t(texts.mail), required: true },
      options: order.mails.map(({ id, subject, to }) => ({ value: id, label: `${subject} · ${to}` })),
    }),
    again: order.mails.some(({ wasSentBefore }) => wasSentBefore) ? flag({ label: t(texts.resendAgain) }) : null,
  }),
  values: (_shop, order) => ({ mail: order.mails[0]?.id ?? '', again: false as never }),
  lead: ({ t }) => t(texts.resendLead),
  run: async (shop, tx, id, { mail, again }) => {
    const order = await loadMails(tx, id);
    const found = order?.mails.find((each) => each.id === mail);
    if (!order || !found) return { ok: false, code: 'MAIL_NOT_FOUND', message: shop.t(texts.MAIL_NOT_FOUND) };
    const result = await resendMail({ ...shop, db: tx }, mail, { isAgain: (again as unknown) === true });
    if (!result.ok) {
      const field = result.code === 'MAIL_SENT_BEFORE' ? 'again' : 'mail';
      return { ok: false, code: result.code, message: shop.t(texts[result.code]), field };
    }
    return { ok: true, change: { label: String(order.number), before: null, after: { mail: found.subject } } };
  },
  outcomes: { done: texts.resent },
});

import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MailStateBadge } from '#platform/admin/mails/mail-states.tsx';
import { mailRecordPath } from '#platform/admin/mails/paths.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { orderRecordTexts as texts } from './record-texts.ts';

export const mailSchema = z.strictObject({
  ...{ id: z.string(), number: z.int(), subject: z.string(), to: z.string() },
  ...{ state: z.enum(['queued', 'sending', 'sent', 'refused']), at: jsonMoment, error: z.string().nullable() },
  wasSentBefore: z.boolean(),
});

const shownMails = 20;

/** Selects the newest mails about an order as JSON. The ids of its mails begin with the order's number. */
export const composeMails = (id: number): SQL => sql`select json_agg(m order by m.at desc) from (
    select m.id, m.number, m.error, m.subject, m.recipient as "to", m.state, coalesce(m.sent_at, m.created_at) as at,
      m.state = 'sent' or m.state = 'refused' and exists (select from platform.mail c where c.original_id = m.id) as "wasSentBefore"
    from platform.mail m
    where m.id collate "C" >= (select 'order:' || number || ':' from orders where id = ${id})
      and m.id collate "C" < (select 'order:' || number || ';' from orders where id = ${id})
    order by m.created_at desc limit ${shownMails}
  ) m`;

export const mailsPanel = definePanel({
  ...{ id: 'mails', title: texts.mails, column: 'main', look: 'flush', requires: 'mails.read' },
  data: (_shop, id) => sql`select coalesce((${composeMails(id)}), '[]')`,
  schema: z.array(mailSchema),
  render: ({ t, choices }, _order: unknown, mails) => {
    if (mails.length === 0) return <p className="panel__empty">{t(texts.noMails)}</p>;
    const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
    const rows = mails.map(({ id, number, subject, to, at, ...mail }) => ({
      id,
      href: mailRecordPath(number),
      cells: {
        ...{ subject, to },
        state: <MailStateBadge {...{ t, mail }} />,
        at: <time dateTime={at.toISOString()}>{date.format(at)}</time>,
      },
    }));
    const columns = [
      { id: 'subject', title: t(texts.mailTitle), onPhone: 'title' },
      { id: 'to', title: t(texts.mailAddress) },
      { id: 'at', title: t(texts.mailAt) },
      { id: 'state', title: t(texts.mailState), onPhone: 'badge' },
    ] as const;
    return <DataTable label={t(texts.mailsTable)} columns={columns} rows={rows} />;
  },
});

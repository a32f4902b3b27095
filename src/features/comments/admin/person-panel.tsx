import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfPerson, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { adminCommentPath, commentStates } from '../contract.ts';
import { stateTones } from './comment-list.tsx';
import { commentAdminTexts as texts } from './texts.ts';

const commentsPanel = definePersonPanel({
  ...{ id: 'comments', title: texts.comments, requires: 'comments.read' },
  rows: (id) => sql`select c.id, coalesce(p.name, e.title, '') as subject, c.state, c.created_at as "createdAt"
    from comments c left join products p on p.id = c.product_id left join content_entries e on e.id = c.entry_id
    where ${isOfPerson(id, { customer: sql`c.customer_id`, key: sql`lower(c.email)` })} order by c.created_at desc, c.id desc`,
  schema: z.object({ id: z.int(), subject: z.string(), state: z.enum(commentStates), createdAt: jsonMoment }),
  entry: ({ t }, { id, subject, state, createdAt }) => ({
    ...{ text: subject, at: createdAt, href: adminCommentPath(id) },
    state: <StateBadge tone={stateTones[state]}>{t(texts[state])}</StateBadge>,
  }),
});

export const commentsOfPerson = extendRecord(personRecord, { panels: [commentsPanel] });

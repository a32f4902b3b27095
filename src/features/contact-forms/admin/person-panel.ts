import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfPerson, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { messagePath } from './paths.ts';

const messagesPanel = definePersonPanel({
  ...{ id: 'messages', title: texts.person_messages, requires: 'messages.read' },
  rows: (id) => sql`select m.id, m.form_title as form, m.received_at as "receivedAt" from contact_messages m
    where ${isOfPerson(id, { customer: sql`m.customer_id`, key: sql`lower(m.sender)` })} order by m.received_at desc, m.id desc`,
  schema: z.object({ id: z.int(), form: z.string(), receivedAt: jsonMoment }),
  entry: (_shop, { id, form, receivedAt }) => ({ text: form, href: messagePath(id), at: receivedAt }),
});

export const messagesOfPerson = extendRecord(personRecord, { panels: [messagesPanel] });

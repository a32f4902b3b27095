import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfAccount, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { optionalMails } from './ports.ts';
import { emailPreferenceTexts as texts } from './texts.ts';

const preferencesPanel = definePersonPanel({
  ...{ id: 'consents', title: texts.consents },
  rows: (id) => sql`select e.kind as id, e.is_wanted as "isWanted", e.changed_at as "changedAt" from email_preferences e
    where ${isOfAccount(id, sql`e.customer_id`)} order by e.kind`,
  schema: z.object({ id: z.string(), isWanted: z.boolean(), changedAt: jsonMoment }),
  entry: (shop, { id, isWanted, changedAt }) => {
    const mail = shop.implementations(optionalMails).find(({ kind }) => kind === id);
    return {
      ...{ text: mail ? shop.t(mail.title) : id, at: changedAt },
      state: (
        <StateBadge tone={isWanted ? 'success' : 'neutral'}>
          {shop.t(isWanted ? texts.wanted : texts.notWanted)}
        </StateBadge>
      ),
    };
  },
});

export const preferencesOfPerson = extendRecord(personRecord, { panels: [preferencesPanel] });

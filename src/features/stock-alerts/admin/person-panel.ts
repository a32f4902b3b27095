import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfPerson, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { stockAlertAdminTexts as texts } from './admin-texts.ts';
import { alertListPath, readAlerts } from './permissions.ts';

const alertsPanel = definePersonPanel({
  ...{ id: 'alerts', title: texts.alerts, requires: readAlerts.name },
  rows: (id) => sql`select a.id, a.email, coalesce(p.name, '') as product, a.created_at as "createdAt"
    from stock_alerts a left join products p on p.id = a.product_id
    where ${isOfPerson(id, { customer: sql`a.customer_id`, key: sql`a.email_key` })} order by a.created_at desc, a.id desc`,
  schema: z.object({ id: z.int(), email: z.string(), product: z.string(), createdAt: jsonMoment }),
  entry: (_shop, { product, email, createdAt }) => ({
    ...{ text: product, at: createdAt, href: `${alertListPath}?${new URLSearchParams({ q: email })}` },
  }),
});

export const alertsOfPerson = extendRecord(personRecord, { panels: [alertsPanel] });

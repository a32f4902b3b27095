import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { checkColumns } from '../orders/order-checks.ts';
import { listCheckRows } from '../orders/order-facts.ts';
import { vatNumberTexts as texts } from '../texts.ts';

const columns = sql.raw(checkColumns);

const schema = z.object({
  number: z.string(),
  outcome: z.enum(['valid', 'invalid', 'pending', 'unanswered']),
  askedAt: jsonMoment.nullable(),
  consultation: z.string(),
  name: z.string(),
  address: z.string(),
});

const vatCheckPanel = definePanel({
  ...{ id: 'vat-check', title: texts.check, column: 'side', requires: 'orders.read' },
  data: (_shop, id) =>
    sql`select row_to_json(k) from (select ${columns} from order_vat_checks where order_id = ${id}) k`,
  schema,
  render: (shop, _order, check) => <FactsList facts={listCheckRows(shop, check)} />,
});

export const vatCheckOfOrder = extendRecord(orderRecord, { panels: [vatCheckPanel] });

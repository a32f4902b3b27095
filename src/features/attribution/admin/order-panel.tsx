import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import type { Attribution } from '../attribution.ts';
import { attributionFields, sourceTypes } from '../contract.ts';
import { listAttributionRows } from '../order-facts.ts';
import { attributionTexts as texts } from '../texts.ts';
import { readSources } from './paths.ts';

const columns = sql.raw(attributionFields.join(', '));

/** `row_to_json` returns exactly the columns of the statement. */
const schema = z
  .looseObject({ source_type: z.enum(sourceTypes), session_start_time: jsonMoment.nullable() })
  .transform((row) => row as unknown as Attribution);

const orderSourcePanel = definePanel({
  ...{ id: 'source', title: texts.source, column: 'side', requires: readSources.name },
  data: (_shop, id) =>
    sql`select row_to_json(a) from (select ${columns} from order_attributions where order_id = ${id}) a`,
  schema,
  render: (shop, _order, attribution) => <FactsList facts={listAttributionRows(shop, attribution)} />,
});

export const sourceOfOrder = extendRecord(orderRecord, { panels: [orderSourcePanel] });

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderStatuses } from '#features/orders/contract.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { defineEvents, type RecordEvent } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { orderStates } from '../order-states.tsx';
import { orderRecordTexts as texts } from './record-texts.ts';

const status = z.enum(orderStatuses).nullable();
const entry = z.strictObject({
  ...{ id: z.int(), at: jsonMoment, kind: z.enum(['status', 'refund', 'note']), from: status, to: status },
  ...{ text: z.string(), by: z.string(), isMailed: z.boolean() },
});
type Entry = z.infer<typeof entry>;

/** Authors of history entries that are not members of staff. */
const authors = { shop: texts.shop, job: texts.job, shopper: texts.shopper } as const;

export const orderEvents = defineEvents({
  ...{
    id: 'orders',
    describedActions: [
      'orders.confirm-orders',
      'orders.cancel-orders',
      'orders.cancel-order',
      'orders.add-note',
      'orders.decline-cancellation',
    ],
  },
  data: (
    _shop,
    id,
  ) => sql`select json_agg(json_build_object('id', h.id, 'at', h.at, 'kind', h.kind, 'from', h.from_status,
      'to', h.to_status, 'text', h.text, 'by', h.by, 'isMailed', h.kind = 'note' and exists (
        select from platform.mail m where m.id = (select 'order:' || number || ':note:' || h.id from orders where id = ${id}))))
    from order_history h where h.order_id = ${id}`,
  schema: z.array(entry),
  list: (shop, _order, entries) => entries.map((each) => toEvent(shop, each)),
});

function toEvent(shop: Shop, entry: Entry): RecordEvent {
  const { id, at, by, to } = entry;
  const author = Object.hasOwn(authors, by) ? shop.t(authors[by as keyof typeof authors]) : by;
  const { what, text } = describe(shop, entry);
  return {
    ...{ id: `order-${id}`, at, who: author, what },
    more: text !== '' && <p className="order-note">{text}</p>,
    tone: to === null ? undefined : orderStates[to].tone,
  };
}

/**
 * Entries of refunds begin with the amount, before the reason: older entries have minor units, newer entries
 * formatted money.
 */
const refundText = /^(?:(\d{1,15}) ([A-Z]{3})|([^:]{1,60}))(?:: ([\s\S]*))?$/;

function describe({ t, choices }: Shop, { kind, from, to, text, isMailed }: Entry) {
  if (kind === 'note') return { what: t(isMailed ? texts.noteMailed : texts.noteWritten), text };
  if (kind === 'status')
    return { what: from === null || to === null ? t(texts.placed) : t(orderStates[to].text), text };
  const [, minor, currency, amount, reason = ''] = refundText.exec(text) ?? [];
  const money = minor && currency ? formatMoney({ amount: Number(minor), currency }, choices.locale) : amount;
  if (money === undefined) return { what: t(texts.refundMade), text };
  return { what: t(texts.refundOf, { amount: money }), text: reason };
}

import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text, Translate } from '#platform/texts/texts.ts';
import { deliveriesPath, movementsPath, readStock, stockPath, stocktakesPath } from '../paths.ts';
import { stockPicker } from './pickers.ts';
import { stockLabelSql } from './stock-sql.ts';
import { stockTexts as texts } from './texts.ts';

interface Referred {
  /** Reference such as `order:1042`. */
  readonly reference: string;
  readonly orderId: number | null;
}

interface Movement extends Referred {
  readonly id: number;
  readonly stockId: number;
  readonly name: string | null;
  readonly at: Date;
  readonly delta: number;
  readonly backordered: number;
  readonly reason: string;
  readonly note: string;
  readonly by: string | null;
}

/** Columns of `stock_movements m`, with the order that caused the movement and the member of staff who made it. */
export const referenceColumns = sql`m.id, m.at, m.delta, m.backordered, m.reason, m.note, m.reference,
  case when m.reference ~ '^order:[0-9]{1,15}$' then (select o.id from orders o where o.number = substr(m.reference, 7)::bigint) end as "orderId",
  (select coalesce(nullif(c.name, ''), c.email) from staff_members w join customers c on c.id = w.customer_id where w.id = m.by_staff_id) as by`;

export const reasonTexts: Readonly<Record<string, Text>> = {
  ...{ taken: texts.taken, returned: texts.returned, received: texts.received, damaged: texts.damaged },
  ...{ lost: texts.lost, counted: texts.counted, corrected: texts.corrected, other: texts.other, set: texts.set },
};

const numbered = /^(stocktake|delivery):(\d+)$/;

/** Links to the cause of a movement, when it has a page. */
export function Reference({
  row: { reference, orderId },
  t,
  actor,
}: {
  readonly row: Referred;
  readonly t: Translate;
  readonly actor: Actor;
}) {
  if (reference.startsWith('order:')) {
    const text = t(texts.order, { number: reference.slice(6) });
    if (orderId === null || !isPermitted(actor, 'orders.read')) return text;
    return <a href={adminPath(`orders/${orderId}`)}>{text}</a>;
  }
  const [, kind, number] = numbered.exec(reference) ?? [];
  if (kind === undefined || number === undefined) return reference;
  const [path, text] =
    kind === 'delivery' ? [deliveriesPath, texts.deliveryNumber] : [stocktakesPath, texts.stocktakeNumber];
  return <a href={`${path}/${number}`}>{t(text, { number })}</a>;
}

export const movementList = defineAdminList<Movement>({
  name: 'stock-control.movements',
  path: movementsPath,
  requires: readStock,
  texts: { title: texts.movements, lead: texts.movementsLead, count: texts.movementCount, empty: texts.ledgerEmpty },
  source: {
    from: sql`stock_movements m`,
    id: sql`m.id`,
    select: sql`m.variation_id as "stockId", ${sql.raw(stockLabelSql('m.variation_id'))} as name, ${referenceColumns}`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`m.id`, type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    when: {
      ...{ title: texts.when, onPhone: 'badge' },
      cell: ({ at }, { time }) => time(at),
      csv: ({ at }) => at.toISOString(),
    },
    product: { title: texts.product, cell: ({ name, stockId }) => name ?? `#${stockId}`, onPhone: 'title' },
    moved: { title: texts.moved, cell: ({ delta }) => delta, align: 'end', onPhone: 'value' },
    backordered: { title: texts.backordered, cell: ({ backordered }) => backordered, align: 'end' },
    reason: { title: texts.reason, cell: ({ reason }, { t }) => t(reasonTexts[reason] ?? texts.other) },
    note: { title: texts.note, cell: ({ note }) => note },
    what: {
      ...{ title: texts.what, csv: ({ reference }: Movement) => reference },
      cell: (row, { t, actor }) => <Reference {...{ row, t, actor }} />,
    },
    who: { title: texts.who, cell: ({ by }) => by },
  },
  filters: {
    stock: {
      ...{ kind: 'record', title: texts.stock, picker: stockPicker },
      where: (ids: readonly number[]) => sql`m.variation_id = any(${sql.param(ids)}::bigint[])`,
    },
    reason: {
      ...{ kind: 'choice', title: texts.reason, isPromoted: true },
      options: () => Object.entries(reasonTexts).map(([value, label]) => ({ value, label })),
      // The reasons are part of the statement's text, so that PostgreSQL can use the index without sales.
      where: isAnyCase(
        Object.fromEntries(Object.keys(reasonTexts).map((reason) => [reason, () => sql.raw(`m.reason = '${reason}'`)])),
      ),
    },
    when: { kind: 'date', title: texts.when, where: isInPeriod(sql`m.at`) },
  },
  open: ({ stockId, name }) => (name === null ? null : stockPath(stockId)),
});

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { withdrawalRecordPath } from '../paths.ts';
import { withdrawalTexts as texts } from '../texts.ts';

const orderWithdrawalsPanel = definePanel({
  ...{
    id: 'withdrawals',
    title: texts.returns,
    column: 'main',
    requires: 'withdrawals.read',
    place: { before: 'items' },
  },
  data: (
    _shop,
    id,
  ) => sql`select json_agg(json_build_object('id', w.id, 'name', w.name, 'scope', w.scope, 'items', w.items,
      'reason', w.reason, 'at', w.declared_at, 'isLate', coalesce(w.declared_at > w.period_ends_at, false), 'note', c.note, 'by', c.by,
      'lines', (select coalesce(json_agg(json_build_object('name', l.name, 'quantity', wl.quantity, 'received', wl.received) order by l.position), '[]')
        from withdrawal_lines wl join order_lines l on l.id = wl.order_line_id where wl.withdrawal_id = w.id))
      order by w.id desc)
    from withdrawals w left join withdrawal_closings c on c.withdrawal_id = w.id where w.order_id = ${id}`,
  schema: z.array(
    z.strictObject({
      ...{ id: z.int(), name: z.string(), scope: z.enum(['whole', 'part']), items: z.string(), reason: z.string() },
      ...{ at: jsonMoment, isLate: z.boolean(), note: z.string().nullable(), by: z.string().nullable() },
      lines: z.array(z.strictObject({ name: z.string(), quantity: z.int(), received: z.int() })),
    }),
  ),
  render: ({ t }, _order, withdrawals) =>
    withdrawals.map(({ id, name, scope, items, reason, at, isLate, note, by, lines }) => (
      <section key={id} className="order-shipment">
        <p>
          <StateBadge tone={by === null ? 'warning' : 'neutral'} isOpen={by === null}>
            {t(by === null ? texts.withdrawalOpen : texts.dealtWith)}
          </StateBadge>{' '}
          {isLate && <StateBadge tone="error">{t(texts.declaredLate)}</StateBadge>}{' '}
          <a href={withdrawalRecordPath(id)}>{t(texts.declaredOn, { at })}</a>
        </p>
        <FactsList
          facts={[
            { label: t(texts.factDeclared), value: t(texts.declaredAt, { at }) },
            { label: t(texts.factName), value: name },
            { label: t(texts.factScope), value: scope === 'whole' ? t(texts.scopeWhole) : items },
            ...lines.map((line) => ({ label: line.name, value: t(texts.unitsOfLine, line) })),
            { label: t(texts.reason), value: reason },
            { label: t(texts.dealtWith), value: by !== null && [by, note].filter(Boolean).join(': ') },
          ].map(({ label, value }) => ({ label, value: value === false ? null : value }))}
        />
      </section>
    )),
});

export const withdrawalsOfOrder = extendRecord(orderRecord, { panels: [orderWithdrawalsPanel] });

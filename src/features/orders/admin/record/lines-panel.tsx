import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatLineOptions, formatOrderTotals } from '#features/orders/format-order.ts';
import type { OrderLine } from '#features/orders/order.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { OrderItem } from '../order-item.tsx';
import type { OrderSubject } from './order-subject.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

const units = z.strictObject({
  key: z.string(),
  ...{ shipped: z.int(), cancelled: z.int(), refunded: z.int(), restocked: z.int() },
  discounts: z.array(z.strictObject({ name: z.string(), amount: z.int() })),
});
type Units = z.infer<typeof units>;

export const linesPanel = definePanel({
  ...{ id: 'items', title: texts.items, column: 'main', look: 'flush' },
  data: (_shop, id) => sql`select json_agg(json_build_object('key', l.key,
      'shipped', (select coalesce(sum(s.quantity), 0) from shipment_lines s where s.line_id = l.id),
      'cancelled', (select coalesce(sum(c.quantity), 0) from cancelled_units c where c.line_id = l.id),
      'refunded', (select coalesce(sum(r.quantity), 0) from refund_lines r join refunds f on f.id = r.refund_id
        where r.order_line_id = l.id and f.status <> 'failed'),
      'restocked', (select coalesce(sum(quantity), 0) from returned_units where line_id = l.id),
      'discounts', (select coalesce(json_agg(json_build_object('name', a.name, 'amount', a.amount) order by a.id), '[]')
        from order_adjustments a where a.order_id = l.order_id and a.line_id = l.id)))
    from order_lines l where l.order_id = ${id}`,
  schema: z.array(units),
  render: (shop, order: OrderSubject, loaded) => <Lines shop={shop} order={order} units={loaded} />,
});

interface LinesProps {
  readonly shop: Shop;
  readonly order: OrderSubject;
  readonly units: readonly Units[];
}

function Lines({ shop, order, units: all }: LinesProps) {
  const { t, choices } = shop;
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, choices.locale);
  const byKey = new Map(all.map((each) => [each.key, each]));
  const end = { align: 'end' } as const;
  const columns: readonly TableColumn[] = [
    { id: 'item', title: t(texts.item), onPhone: 'title' },
    { id: 'price', title: t(texts.price), ...end },
    { id: 'quantity', title: t(texts.quantity), ...end },
    { id: 'shipped', title: t(texts.shipped), ...end },
    { id: 'returned', title: t(texts.returned), ...end },
    { id: 'tax', title: t(texts.tax), ...end },
    { id: 'total', title: t(texts.total), onPhone: 'value', ...end },
  ];
  const rows = order.lines.map((line) => {
    const done = byKey.get(line.key);
    const { quantity, unitPrice, tax, total } = line;
    return {
      id: line.key,
      cells: {
        item: <Item shop={shop} order={order} line={line} units={done} />,
        ...{ price: money(unitPrice), quantity, tax: money(tax), total: money(total) },
        shipped: line.virtual && line.downloadable ? '–' : (done?.shipped ?? 0),
        returned: done?.refunded ?? 0,
      },
    };
  });
  return (
    <>
      <DataTable label={t(texts.itemsTable)} columns={columns} rows={rows} />
      <div className="order-totals">
        <FactsList facts={formatOrderTotals(shop.renderContext('/'), order)} />
      </div>
    </>
  );
}

interface ItemProps extends Pick<LinesProps, 'shop' | 'order'> {
  readonly line: OrderLine;
  readonly units: Units | undefined;
}

function Item({ shop, order, line, units: done }: ItemProps) {
  const { t, choices } = shop;
  const more = [
    ...(line.sku === null ? [] : [line.sku]),
    ...formatLineOptions(shop.renderContext('/'), order, line),
    ...(done?.discounts ?? []).map(
      ({ name, amount }) => `${name} ${formatMoney({ amount, currency: order.currency }, choices.locale)}`,
    ),
    ...(done?.cancelled ? [t(texts.cancelled, { count: done.cancelled })] : []),
    ...(done?.restocked ? [t(texts.restocked, { count: done.restocked })] : []),
  ];
  return <OrderItem name={line.name} details={more} />;
}

import { createAmountFormat, describeSettlement, type Settlement } from '#features/amendments/index.ts';
import { listQuotedRows } from '#features/manual-orders/index.ts';
import { formatLineOptions, OrderItem } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import type { ExchangePlan } from '../plan-exchange.ts';
import { exchangeTexts as texts } from '../texts.ts';

interface PreviewProps {
  readonly shop: Shop;
  readonly plan: ExchangePlan;
  readonly settlement: Settlement;
}

export function ExchangePreview({ shop, plan: { order, refund, values, quote }, settlement }: PreviewProps) {
  const { t } = shop;
  const context = shop.renderContext('/');
  const money = createAmountFormat(shop, order);
  const { total } = quote.calculation.totals;
  const taxes = [
    ...Map.groupBy(
      refund.lines.flatMap((line) => line.taxes),
      ({ rate }) => rate.name,
    ),
  ].map(([name, shares]) =>
    t(texts.ofWhichTax, { name, amount: money(shares.reduce((sum, { amount }) => sum + amount, 0)) }),
  );
  const named = (name: string, details: readonly string[]) => <OrderItem name={name} details={details} />;
  const returned = values.map(({ position, quantity, amount }) => {
    const line = order.lines[position - 1];
    const name = t(texts.line, { quantity, name: line?.name ?? '' });
    const options = line ? formatLineOptions(context, order, line) : [];
    return {
      id: `returned:${position}`,
      cells: { part: named(name, [...options, t(texts.comesBack)]), amount: money(-amount) },
    };
  });
  const { rows: sold, totals } = listQuotedRows(context, quote);
  const sent = sold.map(({ key, name, options, quantity, amount }) => ({
    id: `sent:${key}`,
    cells: { part: named(t(texts.line, { quantity, name }), [...options, t(texts.goesOut)]), amount },
  }));
  const columns: readonly TableColumn[] = [
    { id: 'part', title: t(texts.part), onPhone: 'title' },
    { id: 'amount', title: t(texts.amount), align: 'end', onPhone: 'value' },
  ];
  const difference = total - refund.amount;
  const sums = [
    ...totals.map(({ label, value }) => ({ id: `total:${label}`, cells: { part: label, amount: value } })),
    { id: 'carried', cells: { part: named(t(texts.carried), taxes), amount: money(-refund.amount) } },
    {
      id: 'difference',
      cells: { part: <strong>{t(texts.difference)}</strong>, amount: <strong>{money(difference)}</strong> },
    },
  ];
  return (
    <>
      <DataTable label={t(texts.preview)} columns={columns} rows={[...returned, ...sent, ...sums]} />
      <p>{describeSettlement(shop, order, { total, received: refund.amount, settlement })}</p>
    </>
  );
}

import type { Order } from '#features/orders/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import type { AmendmentPlan } from '../plan-amendment.ts';
import type { Settlement } from '../settle-difference.ts';
import { amendmentTexts as texts } from '../texts.ts';
import { createAmountFormat, describeSettlement, type FormatAmount } from './carried-money.tsx';

interface DifferenceProps {
  readonly shop: Shop;
  readonly order: Order;
  readonly plan: AmendmentPlan;
  readonly settlement: Settlement;
}

/** An amount of the order before and after the change. `shown` is displayed instead of the amounts. */
interface DifferenceRow {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly shown?: { readonly before: string; readonly after: string };
}

/** Formats a difference with its sign, also when it is positive. */
export const formatDifference = (money: FormatAmount, amount: number): string =>
  amount > 0 ? `+${money(amount)}` : money(amount);

export function Difference({ shop, order, plan, settlement }: DifferenceProps) {
  const { t } = shop;
  const money = createAmountFormat(shop, order);
  const end = { align: 'end' } as const;
  const columns: readonly TableColumn[] = [
    { id: 'name', title: t(texts.part), onPhone: 'title' },
    { id: 'before', title: t(texts.before), ...end },
    { id: 'after', title: t(texts.after), ...end },
    { id: 'difference', title: t(texts.difference), ...end, onPhone: 'value' },
  ];
  const rows = [...listLines(shop, order, plan), ...listSums(shop, order, plan.calculation)].map((row) => {
    const { id, name, before, after, shown = { before: money(before), after: money(after) } } = row;
    const difference = formatDifference(money, after - before);
    const isTotal = id === 'total';
    return {
      id,
      isMuted: !isTotal && before === after && shown.before === shown.after,
      cells: { name, ...shown, difference: isTotal ? <strong>{difference}</strong> : difference },
    };
  });
  const received = order.capturedTotal - order.refundedTotal;
  const lost = plan.calculation.problems.flatMap((problem) => ('coupon' in problem ? [problem.coupon] : []));
  return (
    <>
      <DataTable label={t(texts.differenceTable)} columns={columns} rows={rows} />
      {lost.map((coupon) => (
        <p key={coupon}>{t(texts.couponLost, { coupon })}</p>
      ))}
      <p>{describeSettlement(shop, order, { total: plan.calculation.totals.total, received, settlement })}</p>
    </>
  );
}

function listLines(shop: Shop, order: Order, { lines, calculation }: AmendmentPlan): DifferenceRow[] {
  const before = new Map(order.lines.map((line) => [line.key, line]));
  const after = new Map(calculation.lines.map((line) => [line.key, line]));
  const names = new Map(
    [...order.lines, ...lines].map(({ key, name, sku }) => [key, [name, sku].filter(Boolean).join(', ')]),
  );
  const money = createAmountFormat(shop, order);
  return [...names].map(([key, name]) => {
    const [old, now] = [before.get(key), after.get(key)];
    const show = (line: { readonly quantity: number; readonly unitPrice: number } | undefined) =>
      line ? shop.t(texts.units, { quantity: line.quantity, price: money(line.unitPrice) }) : '–';
    return {
      ...{ id: key, name, before: old ? old.unitPrice * old.quantity : 0, after: now?.subtotal ?? 0 },
      shown: { before: show(old), after: show(now) },
    };
  });
}

/** Leaves out rows that are 0 before and after, except the total. */
function listSums({ t }: Shop, order: Order, calculation: Calculation): DifferenceRow[] {
  const { totals, adjustments, shipping, pricesIncludeTax } = calculation;
  const discounts = [
    ...order.adjustments.filter(({ isShipping }) => !isShipping),
    ...adjustments.filter(({ lineKey }) => lineKey !== null),
  ];
  const names = [...new Set(discounts.map(({ name }) => name))].join(', ');
  const methods = [...order.shipping, ...shipping.packages.flatMap(({ selected }) => selected ?? [])];
  const method = [...new Set(methods.map(({ title }) => title))].join(' → ');
  const rows = [
    {
      ...{ id: 'discount', name: names === '' ? t(texts.discount) : t(texts.discountNamed, { names }) },
      ...{ before: -order.discountTotal, after: -totals.discountTotal },
    },
    {
      ...{ id: 'shipping', name: method === '' ? t(texts.shipping) : t(texts.shippingNamed, { method }) },
      ...{ before: order.shippingTotal, after: totals.shippingTotal },
    },
    { id: 'fees', name: t(texts.fees), before: order.feeTotal, after: totals.feeTotal },
    {
      ...{ id: 'tax', name: t(pricesIncludeTax ? texts.taxIncluded : texts.tax) },
      ...{ before: order.taxTotal, after: totals.taxTotal },
    },
  ].filter(({ before, after }) => before !== 0 || after !== 0);
  return [...rows, { id: 'total', name: t(texts.total), before: order.total, after: totals.total }];
}

import type { CalculationTotals, TaxTotal } from '../calculation.ts';
import type { TaxedOrder } from './calculate-taxes.ts';

/** The last step: sums of amounts that are already rounded. */
export function sumTotals({ lines, shipping, fees }: TaxedOrder): CalculationTotals {
  const parts = [...lines, ...shipping, ...fees];
  const itemsTotal = sumBy(lines, ({ subtotal }) => subtotal);
  return {
    itemsTotal,
    discountTotal: itemsTotal - sumBy(lines, ({ total }) => total),
    shippingTotal: sumBy(shipping, ({ total }) => total),
    feeTotal: sumBy(fees, ({ total }) => total),
    taxTotal: sumBy(parts, ({ tax }) => tax),
    total: sumBy(parts, ({ gross }) => gross),
  };
}

/** Sums the taxes by rate, in the order of their first appearance. */
export function sumTaxes({ lines, shipping, fees }: TaxedOrder): TaxTotal[] {
  const taxLines = [...lines, ...shipping, ...fees].flatMap(({ taxes }) => taxes);
  return [...Map.groupBy(taxLines, ({ rate }) => rate.key).values()].flatMap((group) => {
    const [first] = group;
    const [net, amount] = [sumBy(group, (line) => line.net), sumBy(group, (line) => line.amount)];
    return first ? [{ rate: first.rate, net, amount }] : [];
  });
}

function sumBy<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

import type { OrderLine, OrderShippingLine } from '../order.ts';

/** Minor units. */
export interface OrderTotals {
  /** Before discounts. */
  readonly itemsTotal: number;
  readonly discountTotal: number;
  readonly shippingTotal: number;
  readonly taxTotal: number;
  readonly total: number;
}

interface TotalsInput {
  readonly lines: readonly Pick<OrderLine, 'unitPrice' | 'quantity' | 'total' | 'tax'>[];
  readonly shipping: readonly Pick<OrderShippingLine, 'total' | 'tax'>[];
  readonly pricesIncludeTax: boolean;
}

/** Calculates an order's totals. A database constraint checks the same sums. */
export function calculateOrderTotals({ lines, shipping, pricesIncludeTax }: TotalsInput): OrderTotals {
  const itemsTotal = sumBy(lines, (line) => line.unitPrice * line.quantity);
  const discountTotal = itemsTotal - sumBy(lines, (line) => line.total);
  const shippingTotal = sumBy(shipping, (line) => line.total);
  const taxTotal = sumBy(lines, (line) => line.tax) + sumBy(shipping, (line) => line.tax);
  const total = itemsTotal - discountTotal + shippingTotal + (pricesIncludeTax ? 0 : taxTotal);
  return { itemsTotal, discountTotal, shippingTotal, taxTotal, total };
}

function sumBy<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

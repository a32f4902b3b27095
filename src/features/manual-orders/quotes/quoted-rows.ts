import { formatLineOptions } from '#features/orders/index.ts';
import { calculationToTotalsView, formatTotals, getShownSubtotal, type TotalRow } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { QuotedOrder } from '../price-manual-order.ts';

export interface QuotedRow {
  readonly key: string;
  readonly name: string;
  readonly sku: string | null;
  readonly options: readonly string[];
  readonly quantity: number;
  /** Both prices are formatted as the shop displays prices: with or without tax. */
  readonly unitPrice: string;
  readonly amount: string;
}

export function listQuotedRows(
  context: RenderContext,
  { lines, calculation }: QuotedOrder,
): { readonly rows: readonly QuotedRow[]; readonly totals: readonly TotalRow[] } {
  const { currency } = calculation;
  const rows = lines.map((line) => {
    const calculated = calculation.lines.find(({ key }) => key === line.key);
    const price = (amount: number) => context.price({ amount, currency });
    return {
      ...{ key: line.key, name: line.name, sku: line.sku, quantity: line.quantity },
      options: formatLineOptions(context, { currency }, line),
      unitPrice: price(calculated?.unitPrice ?? 0),
      amount: price(calculated ? getShownSubtotal(calculated, context.taxDisplay) : 0),
    };
  });
  return { rows, totals: formatTotals(context, calculationToTotalsView(calculation, context.taxDisplay)) };
}

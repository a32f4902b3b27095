import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { toDecimal } from '#platform/money/money.ts';
import { writeSeen } from '../actions/set-in-list.ts';
import { productEditorTexts as texts } from '../texts.ts';
import type { ProductRow } from './product-rows.ts';
import { QuickEdit } from './quick-edit-cell.tsx';

interface CellProps {
  readonly row: ProductRow;
  readonly context: ListContext;
}

/** Plain numbers, which sheets can add up. */
export function writePrice({ type, master, priceMin }: ProductRow, currency: string): string {
  const amount = type === 'variable' ? priceMin : master.regularPrice;
  return amount === null ? '' : toDecimal({ amount, currency });
}

/** One price can be changed in its row; those of variations are in the grid of the product. */
export function PriceCell({ row, context }: CellProps) {
  const { money, shop, t } = context;
  const { currency } = shop.choices;
  const { type, priceMin, priceMax, master } = row;
  if (type === 'variable' || type === 'grouped') {
    if (priceMin === null || priceMax === null) return null;
    const [low, high] = [priceMin, priceMax].map((amount) => money({ amount, currency }));
    return low === high ? low : `${low}–${high}`;
  }
  const { regularPrice } = master;
  const isReduced = priceMin !== null && regularPrice !== null && priceMin < regularPrice;
  return (
    <>
      <QuickEdit
        {...{ row, context, field: 'price', title: t(texts.price), seen: writeSeen(regularPrice) }}
        value={regularPrice === null ? '' : toDecimal({ amount: regularPrice, currency })}
      >
        {regularPrice === null ? '–' : money({ amount: regularPrice, currency })}
      </QuickEdit>
      {isReduced && <small className="product-sale">{money({ amount: priceMin, currency })}</small>}
    </>
  );
}

export function StockCell({ row, context }: CellProps) {
  const { t } = context;
  const { units, type, master } = row;
  if (units === null) return t(texts.notManaged);
  if (type !== 'simple' || !master.managed) return units;
  return (
    <QuickEdit
      {...{ row, context, field: 'stock', title: t(texts.stock), seen: String(master.onHand) }}
      value={String(master.onHand)}
    >
      {master.onHand}
    </QuickEdit>
  );
}

import type { ReactNode } from 'react';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { toDecimal } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { writeSeen } from '../actions/set-in-list.ts';
import { getProductPath } from '../page/product-path.ts';
import { productEditorTexts as texts } from '../texts.ts';
import type { ProductRow } from './product-rows.ts';

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

interface QuickEditProps {
  readonly row: ProductRow;
  readonly context: ListContext;
  readonly field: 'price' | 'stock';
  readonly title: string;
  /** As the call names it. */
  readonly seen: string;
  /** As the field begins. */
  readonly value: string;
  readonly children: ReactNode;
}

/** A value that can be changed in its row. Without script its link leads to a page for it. */
function QuickEdit({ row, context: { t, actor }, field, title, seen, value, children }: QuickEditProps) {
  if (!isPermitted(actor, 'products.write')) return children;
  const label = t(texts.edit, { field: title, product: row.name });
  return (
    <Behaviour of="product-editor/admin/quick-edit">
      <a
        className="quick-edit__open"
        href={`${getProductPath(row.id)}/set-offer`}
        aria-label={`${label}: ${typeof children === 'string' || typeof children === 'number' ? children : value || t(texts.noPrice)}`}
        data-quick-edit=""
        data-action={`${getProductPath(row.id)}/in-list`}
        data-saved={t(texts.saved)}
        data-failed={t(texts.saveFailed)}
        {...{ 'data-field': field, 'data-seen': seen, 'data-value': value, 'data-label': label }}
      >
        {children}
      </a>
    </Behaviour>
  );
}

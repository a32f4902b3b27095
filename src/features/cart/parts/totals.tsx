import type { ReactNode } from 'react';

export interface TotalRow {
  readonly label: string;
  readonly value: ReactNode;
  readonly isGrandTotal?: boolean;
}

/** Table of totals of a cart, a checkout or an order. */
export function Totals({ rows }: { readonly rows: readonly TotalRow[] }) {
  return (
    <dl className="totals">
      {rows.map(({ label, value, isGrandTotal }) => (
        <div className={isGrandTotal ? 'totals__row totals__row--grand' : 'totals__row'} key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

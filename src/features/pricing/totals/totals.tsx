import type { TotalRow } from './format-totals.ts';

export function Totals({ rows }: { readonly rows: readonly TotalRow[] }) {
  return (
    <dl className="totals">
      {rows.map(({ label, value, isGrandTotal }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label, and they never move
        <div className={isGrandTotal ? 'totals__row totals__row--grand' : 'totals__row'} key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

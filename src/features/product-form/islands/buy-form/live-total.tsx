import type { LiveTotalProps } from './use-live-price.ts';

const blank = { label: '', price: '…' };

/** The total, line by line. It is below the buttons, so that they don't move when it appears. */
export function LiveTotal({ query, lines, price, isStale }: LiveTotalProps) {
  const isShown = query !== '' && (isStale || price !== null);
  const total = price?.total ?? blank;
  const shown = isStale
    ? Array.from({ length: lines }, (_, index) => price?.lines[index] ?? blank)
    : (price?.lines ?? []);
  return (
    <>
      {isShown && (
        <dl className="totals buy__sum" aria-busy={isStale || undefined}>
          {shown.map(({ label, price: amount }, index) => (
            <div className="totals__row" key={label || index}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div className="totals__row totals__row--grand">
            <dt>{total.label}</dt>
            <dd>{total.price}</dd>
          </div>
        </dl>
      )}
      <p className="visually-hidden" role="status">
        {isShown && !isStale && `${total.label}: ${total.price}`}
      </p>
    </>
  );
}

import type { LiveSumProps } from './use-live-price.ts';

const blank = { label: '', price: '…' };

/** What it comes to, line by line. It stands below the buttons, so that nothing moves under a finger when it comes. */
export function LiveSum({ query, lines, price, isOld }: LiveSumProps) {
  const isThere = query !== '' && (isOld || price !== null);
  const total = price?.total ?? blank;
  const shown = isOld ? Array.from({ length: lines }, (_, at) => price?.lines[at] ?? blank) : (price?.lines ?? []);
  return (
    <>
      {isThere && (
        <dl className="totals buy__sum" aria-busy={isOld || undefined}>
          {shown.map(({ label, price: amount }, at) => (
            <div className="totals__row" key={label || at}>
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
        {isThere && !isOld && `${total.label}: ${total.price}`}
      </p>
    </>
  );
}

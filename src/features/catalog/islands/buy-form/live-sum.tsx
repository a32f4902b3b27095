import type { LivePrice } from '../../contract.ts';

/** What it comes to, line by line. It stands below the buttons, so that nothing moves under a finger when it comes. */
export function LiveSum({ price, isOld }: { readonly price: LivePrice | null; readonly isOld: boolean }) {
  return (
    <>
      {price && (
        <dl className="totals buy__sum" aria-busy={isOld || undefined}>
          {price.lines.map(({ label, price: amount }) => (
            <div className="totals__row" key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div className="totals__row totals__row--grand">
            <dt>{price.total.label}</dt>
            <dd>{price.total.price}</dd>
          </div>
        </dl>
      )}
      <p className="visually-hidden" role="status">
        {price && !isOld && `${price.total.label}: ${price.total.price}`}
      </p>
    </>
  );
}

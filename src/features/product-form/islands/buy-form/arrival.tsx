import type { BuyOffer } from '../buy-form.shared.ts';

interface ArrivalProps {
  readonly offers: readonly BuyOffer[];
  /** The chosen one. */
  readonly offer: BuyOffer | undefined;
}

/**
 * When the choice arrives, or what holds for each choice that can be bought. Its line is there before, so nothing moves. Where
 * choices differ, it needs script.
 */
export function Arrival({ offers, offer }: ArrivalProps) {
  const arrivals = offers.flatMap(({ stock, arrival }) => (stock.kind === 'out' ? [] : arrival));
  const [first = null, ...others] = new Set(arrivals);
  if (first === null && others.length === 0) return null;
  const isSame = others.length === 0;
  return (
    <p className={isSame ? 'buy__arrival' : 'buy__arrival when-script'} aria-live="polite">
      {offer ? offer.arrival : isSame && first}
    </p>
  );
}

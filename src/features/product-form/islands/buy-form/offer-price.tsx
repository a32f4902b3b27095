import { Price } from '#ui/price.tsx';
import type { BuyLabels, BuyOffer } from '../buy-form.shared.ts';

interface OfferPriceProps {
  readonly offer: BuyOffer;
  readonly labels: BuyLabels;
  /** Price of one item with its add-ons; null without add-ons. */
  readonly withAddons?: string | null;
  /** Text after the price, such as 'incl. VAT'. */
  readonly note?: string;
}

/** Price of an offer, with its price before the sale unless add-ons change the price. */
export function OfferPrice({ offer: { price, originalPrice }, labels, withAddons = null, note }: OfferPriceProps) {
  if (withAddons !== null && withAddons !== price) return <Price price={withAddons} note={note} />;
  const sale =
    originalPrice === null
      ? undefined
      : { was: originalPrice, wasLabel: labels.priceBefore, nowLabel: labels.priceNow };
  return <Price price={price} sale={sale} note={note} />;
}

/** Text that names the lowest price of the 30 days before the sale. Renders nothing when there is no sale. */
export function OfferPriorPrice({ priorPrice }: Pick<BuyOffer, 'priorPrice'>) {
  return priorPrice !== null && <small className="price__prior">{priorPrice}</small>;
}

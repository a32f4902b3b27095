import { Price } from '#ui/price.tsx';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';

interface OfferPriceProps {
  readonly offer: BuyOffer;
  readonly labels: BuyFormProps['labels'];
  /** Whether a sale names the lowest price of the 30 days before it. */
  readonly hasPrior?: boolean;
}

export function OfferPrice({ offer: { price, originalPrice, priorPrice }, labels, hasPrior = false }: OfferPriceProps) {
  const sale =
    originalPrice === null
      ? undefined
      : { was: originalPrice, wasLabel: labels.priceBefore, nowLabel: labels.priceNow };
  return <Price price={price} sale={sale} prior={hasPrior ? priorPrice : null} />;
}

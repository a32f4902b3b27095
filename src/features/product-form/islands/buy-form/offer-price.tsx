import { Price } from '#ui/price.tsx';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';

interface OfferPriceProps {
  readonly offer: BuyOffer;
  readonly labels: BuyFormProps['labels'];
}

export function OfferPrice({ offer: { price, originalPrice }, labels }: OfferPriceProps) {
  const sale =
    originalPrice === null
      ? undefined
      : { was: originalPrice, wasLabel: labels.priceBefore, nowLabel: labels.priceNow };
  return <Price price={price} sale={sale} />;
}

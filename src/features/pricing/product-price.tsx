import type { Shop } from '#platform/features/shop.ts';
import type { Money } from '#platform/money/money.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Price } from '#ui/price.tsx';
import type { PriceRange } from './contract.ts';
import { pricingSettings } from './settings.ts';
import { pricingTexts as texts } from './texts.ts';

/**
 * Formats a range as '€18.00', as '€18.00 – €42.00' when variations differ, or as 'From €18.00' for a set whose items
 * differ.
 */
export function formatPriceRange(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  { min, max, currency, isSet }: Pick<PriceRange, 'min' | 'max' | 'currency' | 'isSet'>,
): string {
  const lowest = price({ amount: min, currency });
  if (min === max) return lowest;
  return isSet
    ? t(texts.priceFrom, { price: lowest })
    : t(texts.priceRange, { min: lowest, max: price({ amount: max, currency }) });
}

export function formatPriorPrice({ t, price }: RenderContext, prior: Money): string {
  return t(texts.priorPrice, { price: price(prior) });
}

interface ProductPriceProps {
  readonly context: RenderContext;
  readonly range: PriceRange | null;
  /** See `getPriceSuffix`. */
  readonly suffix?: string;
}

/** Returns the shop's text that follows prices, such as "incl. VAT"; empty when it is not set. */
export function getPriceSuffix({ settings }: Pick<Shop, 'settings'>): string {
  return settings(pricingSettings).priceSuffix;
}

/** Shows the lowest price of the 30 days before the sale; nothing without a sale. */
export function PriorPrice({ context, range }: Pick<ProductPriceProps, 'context' | 'range'>) {
  if (!range || range.prior === null) return null;
  const text = formatPriorPrice(context, { amount: range.prior, currency: range.currency });
  return <small className="price__prior">{text}</small>;
}

/** Shows the price without the prior price, which cards show in a separate line: see `PriorPrice`. */
export function ProductPrice({ context, range, suffix = '' }: ProductPriceProps) {
  if (range === null) return null;
  const { t, price } = context;
  const was = range.regular === null ? undefined : price({ amount: range.regular, currency: range.currency });
  const sale =
    was === undefined ? undefined : { was, wasLabel: t(texts.originalPrice), nowLabel: t(texts.currentPrice) };
  return <Price price={formatPriceRange(context, range)} sale={sale} note={suffix || undefined} />;
}

import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { findPagePath, type PublishedPage } from '#features/content/index.ts';
import { getBaseAddress, type PriceDisplay } from '#features/pricing/index.ts';
import { canShippingCostChange, quoteCountry } from '#features/shipping/index.ts';
import { syndicationSettings } from '#features/syndication/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { texts } from '../texts.ts';

interface DeliveryLineProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: ProductView;
  readonly display: PriceDisplay;
  /** Pages that staff wrote and published. */
  readonly pages: readonly PublishedPage[];
}

/**
 * States the cost of delivery to the base address and the return period of the product, with links to the pages
 * `delivery` and `returns`. It makes no statement that the cart does not make as well.
 */
export function DeliveryLine(props: DeliveryLineProps) {
  const { shop, context, pages } = props;
  const days = shop.settings(syndicationSettings).returns?.days ?? 0;
  const parts = [
    { slug: 'delivery', text: formatDelivery(props), linkText: context.t(texts.delivery) },
    {
      slug: 'returns',
      text: days > 0 ? context.t(texts.returnsWithin, { days }) : null,
      linkText: context.t(texts.returns),
    },
  ].flatMap(({ slug, text, linkText }): { slug: string; content: ReactNode }[] => {
    const path = findPagePath(pages, slug);
    if (path !== null) return [{ slug, content: <a href={path}>{text ?? linkText}</a> }];
    return text === null ? [] : [{ slug, content: text }];
  });
  if (parts.length === 0) return null;
  return (
    <ul className="buy__delivery">
      {parts.map(({ slug, content }) => (
        <li key={slug}>{content}</li>
      ))}
    </ul>
  );
}

/**
 * @returns null when the cost differs between variations (virtual variations have none) or depends on more than the
 * country
 */
function formatDelivery({ shop, context, product, display }: DeliveryLineProps): string | null {
  const { t, price, locale } = context;
  const { currency } = shop.choices;
  const { country } = getBaseAddress(shop.choices);
  const offers = (product.type === 'variable' ? product.variations : [product.master]).filter(
    ({ price: view }) => view !== null,
  );
  if (offers.some(({ virtual }) => virtual)) return null;
  const quotes = findDistinctOffers(offers).map(({ enteredPrice, weightGrams, taxClass }) => {
    const { options, freeFrom } = quoteCountry(shop, { country, price: enteredPrice ?? 0, weightGrams });
    const lowest = options.length === 0 ? null : Math.min(...options.map(({ amount }) => amount));
    const shownClass = product.taxStatus === 'none' ? null : taxClass;
    return { amount: lowest === null ? null : display.toShownShipping(lowest, shownClass), freeFrom };
  });
  const [first] = quotes;
  if (!first || first.amount === null || quotes.some(({ amount }) => amount !== first.amount)) return null;
  if (first.amount === 0) return canShippingCostChange(shop) ? null : t(texts.deliveryFree);
  const amount = price({ amount: first.amount, currency });
  const cost = canShippingCostChange(shop)
    ? t(texts.deliveryCostTo, { country: getCountryName(country, locale), price: amount })
    : t(texts.deliveryCost, { price: amount });
  // The minimum is not shown when prices are converted for tax: it would depend on the other items of the cart.
  if (first.freeFrom === null || display.isConverted) return cost;
  return t(texts.deliveryFreeFrom, { delivery: cost, minimum: price({ amount: first.freeFrom, currency }) });
}

type Offer = Pick<ProductView['master'], 'enteredPrice' | 'weightGrams' | 'taxClass'>;

/** Returns one offer for each combination of price, weight and tax class, since their delivery costs the same. */
function findDistinctOffers(offers: readonly Offer[]): Offer[] {
  const entries = offers.map(
    (offer) => [[offer.enteredPrice, offer.weightGrams, offer.taxClass].join(' '), offer] as const,
  );
  return [...new Map(entries).values()];
}

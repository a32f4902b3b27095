import type { ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';
import { type PriceDisplay, pricingTexts } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { LivePrice } from './contract.ts';
import { isOut, listOffers } from './offers.ts';
import { productFormTexts as texts } from './texts.ts';
import { type ChosenTerms, findVariation } from './variation-selection.shared.ts';

export interface SetItem {
  readonly product: ProductViewWithoutLinks;
  readonly chosen: ChosenTerms;
  readonly quantity: number;
}

/**
 * Adds up the prices of the chosen members of a set. A member without a choice counts with its lowest price. Each
 * line is converted as a whole, as in the cart.
 * @param display whether prices are shown with tax
 */
export function priceSet(
  { choices: { currency } }: Pick<Shop, 'choices'>,
  { t, price }: RenderContext,
  items: readonly SetItem[],
  display: PriceDisplay,
): LivePrice {
  const lines = items.map((item) => priceItem(item, display));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const amount = price({ amount: total, currency });
  const headline = lines.some(({ isLowest }) => isLowest) ? t(pricingTexts.priceFrom, { price: amount }) : amount;
  return {
    headline,
    total: { label: t(texts.totalOf, { count }), price: headline },
    amounts: { unit: total, total, currency },
  };
}

/** @returns the shown amount, and whether another choice may cost more */
function priceItem({ product, chosen, quantity }: SetItem, display: PriceDisplay) {
  const show = ({ enteredPrice, taxClass }: VariationView) =>
    display.toShown((enteredPrice ?? 0) * quantity, product.taxStatus === 'taxable' ? taxClass : null);
  const offers = listOffers(product);
  const [first, ...others] = findChosen(product, offers, chosen).map(show);
  const amount = Math.min(first ?? 0, ...others);
  return { amount, isLowest: others.some((other) => other !== amount) || (first ?? 0) !== amount };
}

/** @returns the chosen variation, else all variations that can be bought, else all variations */
function findChosen(
  { type }: ProductViewWithoutLinks,
  offers: readonly VariationView[],
  chosen: ChosenTerms,
): readonly VariationView[] {
  if (type !== 'variable') return offers;
  const { variation } = findVariation(offers, chosen);
  if (variation) return [variation];
  const available = offers.filter((offer) => !isOut(offer));
  return available.length > 0 ? available : offers;
}

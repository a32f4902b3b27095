import type { ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';
import type { PriceRange } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { escapeHtml } from '../html.ts';
import type { CurrencyFormat } from '../money.ts';
import type { ProductPrices } from './product-schemas.ts';

/** Prices of a product, as the shop shows them. Without a price they are 0, and it cannot be bought. */
export function toProductPrices(
  { type, master, variations, priceRange }: ProductViewWithoutLinks,
  currency: CurrencyFormat,
): ProductPrices {
  if (type !== 'variable' && type !== 'grouped') return toVariationPrices(master, currency);
  const { min = 0, max = 0 } = priceRange ?? {};
  const regular =
    type === 'grouped'
      ? min
      : Math.min(...variations.map(({ price }) => price?.regular ?? min), Number.MAX_SAFE_INTEGER);
  return {
    ...{ price: String(min), regular_price: String(variations.length > 0 ? regular : min), sale_price: String(min) },
    price_range: min === max ? null : { min_amount: String(min), max_amount: String(max) },
    ...currency,
  };
}

export function toVariationPrices({ price }: Pick<VariationView, 'price'>, currency: CurrencyFormat): ProductPrices {
  const { current = 0, regular = 0 } = price ?? {};
  return {
    ...{ price: String(current), regular_price: String(regular), sale_price: String(current), price_range: null },
    ...currency,
  };
}

type ShownRange = Pick<PriceRange, 'min' | 'max' | 'regular' | 'currency'>;

export function toPriceHtml({ choices }: Pick<Shop, 'choices'>, range: ShownRange | null): string {
  if (range === null) return '';
  const format = (amount: number) => escapeHtml(formatMoney({ amount, currency: range.currency }, choices.locale));
  if (range.min !== range.max) return `${format(range.min)} – ${format(range.max)}`;
  return range.regular === null
    ? format(range.min)
    : `<del>${format(range.regular)}</del> <ins>${format(range.min)}</ins>`;
}

import type { ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';
import type { PriceRange } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import type { CurrencyFormat } from '../money.ts';
import type { ProductPrices } from './product-schemas.ts';

type ShownRange = Pick<PriceRange, 'min' | 'max' | 'regular' | 'currency'>;

/** Converts the prices of a product as the shop shows them. A product without a price has 0 and can't be bought. */
export function toProductPrices(view: ProductViewWithoutLinks, currency: CurrencyFormat): ProductPrices {
  const { type, master, variations } = view;
  if (type !== 'variable' && type !== 'grouped') return toVariationPrices(master, currency);
  const range = findShownRange(view);
  const { min = 0, max = 0 } = range ?? {};
  const regulars = type === 'grouped' ? [range?.regular] : variations.map(({ price }) => price?.regular);
  const regular = regulars.length > 0 ? Math.min(...regulars.map((amount) => amount ?? min)) : min;
  // The documented schema has a range for each group with a price, even with one member.
  const hasRange = range !== null && (min !== max || type === 'grouped');
  return {
    ...{ price: String(min), regular_price: String(regular), sale_price: String(min) },
    price_range: hasRange ? { min_amount: String(min), max_amount: String(max) } : null,
    ...currency,
  };
}

/**
 * Returns the shown prices of a product. For a group clients expect the prices of its members, not of the set:
 * `memberPricedRows`.
 */
export function findShownRange({
  type,
  priceRange,
  grouped,
}: Pick<ProductViewWithoutLinks, 'type' | 'priceRange' | 'grouped'>): ShownRange | null {
  if (type !== 'grouped') return priceRange;
  const members = grouped.flatMap((member) => (member.type === 'grouped' ? [] : (member.priceRange ?? [])));
  const [first] = members;
  if (!first) return null;
  const min = Math.min(...members.map((member) => member.min));
  const regular = Math.min(...members.map((member) => member.regular ?? member.min));
  const max = Math.max(...members.map((member) => member.max));
  return { min, max, regular: regular > min ? regular : null, currency: first.currency };
}

export function toVariationPrices({ price }: Pick<VariationView, 'price'>, currency: CurrencyFormat): ProductPrices {
  const { current = 0, regular = 0 } = price ?? {};
  return {
    ...{ price: String(current), regular_price: String(regular), sale_price: String(current), price_range: null },
    ...currency,
  };
}

export function toPriceHtml({ choices }: Pick<Shop, 'choices'>, range: ShownRange | null): string {
  if (range === null) return '';
  const format = (amount: number) => escapeHtml(formatMoney({ amount, currency: range.currency }, choices.locale));
  if (range.min !== range.max) return `${format(range.min)} – ${format(range.max)}`;
  return range.regular === null
    ? format(range.min)
    : `<del>${format(range.regular)}</del> <ins>${format(range.min)}</ins>`;
}

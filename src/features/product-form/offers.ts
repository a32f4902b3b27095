import type { ProductView, ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';

/** Variations with a price, or the product itself. */
export function listOffers({ type, master, variations }: ProductViewWithoutLinks): readonly VariationView[] {
  return (type === 'variable' ? variations : [master]).filter(({ price }) => price !== null);
}

/** Whether it is bought with a form of the shop. */
export const hasForm = (product: ProductViewWithoutLinks): boolean =>
  product.type === 'grouped' || (product.type !== 'external' && listOffers(product).length > 0);

/** Whether a variation is sold out. */
export const isOut = ({ stock }: VariationView): boolean => stock.state === 'out';

export function isSoldOut({ type, availability }: ProductView): boolean {
  return type !== 'external' && availability === 'out';
}

import type { ProductView, ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';

/** Lists the variations with a price. A product without variations is its own only offer, when it has a price. */
export function listOffers({ type, master, variations }: ProductViewWithoutLinks): readonly VariationView[] {
  return (type === 'variable' ? variations : [master]).filter(({ price }) => price !== null);
}

/** Whether the product is bought with a form of this shop, not at another site. */
export const hasForm = (product: ProductViewWithoutLinks): boolean =>
  product.type === 'grouped' || (product.type !== 'external' && listOffers(product).length > 0);

export const isOut = ({ stock }: VariationView): boolean => stock.state === 'out';

export function isSoldOut({ type, availability }: ProductView): boolean {
  return type !== 'external' && availability === 'out';
}

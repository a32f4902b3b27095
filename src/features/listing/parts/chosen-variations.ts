import { getVariationImages, type ProductCard } from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { ListingFilters } from '../filters.ts';

/** The variation that a card shows because the shopper filters by its colour. */
export interface ChosenVariation {
  readonly id: number;
  /** Null: it has no image of its own. */
  readonly image: MediaRow | null;
}

/**
 * Finds the variations that have a chosen colour, by product id: of several colours the one that is first in
 * the card. At most one query.
 */
export async function findChosenVariations(
  db: Db,
  cards: readonly ProductCard[],
  { attributes }: ListingFilters,
): Promise<ReadonlyMap<number, ChosenVariation>> {
  const terms = attributes.flatMap((attribute) => attribute.terms);
  const chosen = cards.flatMap(({ id, swatches }) => {
    const swatch = swatches.find(({ slug, name, variationId }) => {
      return variationId !== null && terms.some((term) => term.slug === slug && term.name === name);
    });
    return swatch?.variationId ? [{ product: id, variation: swatch.variationId }] : [];
  });
  const images = await getVariationImages(
    db,
    chosen.map(({ variation }) => variation),
  );
  return new Map(
    chosen.map(({ product, variation }) => [product, { id: variation, image: images.get(variation) ?? null }]),
  );
}

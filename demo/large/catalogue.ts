import { attributes } from './attributes.ts';
import { kinds } from './kinds.ts';
import { newProducts } from './products.ts';
import { randomOf } from './random.ts';
import type { LargeCatalogue } from './types.ts';
import { brands, tags } from './words.ts';

export interface LargeCatalogueOptions {
  /** Default 10,000. There are three variations for each. */
  readonly products?: number | undefined;
  readonly seed?: number | undefined;
}

/** A catalogue for measuring: many different names in several languages, with everything that listings and searches look at. */
export function largeCatalogue({ products = 10_000, seed = 20_261_121 }: LargeCatalogueOptions = {}): LargeCatalogue {
  const materials = [...new Set(kinds.flatMap(({ family }) => family.materials.map(({ en }) => en)))].sort();
  return {
    currency: 'EUR',
    categories: [
      ...new Map(
        kinds
          .flatMap(({ path: [top, group, own] }) => [[top], [top, group], [top, group, own]])
          .map((path) => [path.join(' > '), path]),
      ).values(),
    ],
    attributes: attributes.map(({ name, display, terms }) => ({
      name,
      display,
      terms: name === 'Material' ? materials.map((material) => ({ name: material, swatch: null })) : terms,
    })),
    tags,
    brands,
    products: newProducts(randomOf(seed), products, 3 * products),
  };
}

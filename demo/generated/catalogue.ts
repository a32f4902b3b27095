import type { GeneratedCatalogue } from '../loaders/generated-catalogue.ts';
import { attributes } from './attributes.ts';
import { productKinds } from './kinds.ts';
import { generateProducts } from './products.ts';
import { createRandom } from './random.ts';
import { brands, tags } from './words.ts';

export interface GenerateCatalogueOptions {
  /** Default 10,000. There are three times as many variations. */
  readonly products?: number | undefined;
  readonly seed?: number | undefined;
}

/**
 * Generates a catalogue for performance tests: many names in several languages, with everything
 * that listings and searches read. The same seed gives the same catalogue.
 */
export function generateCatalogue({
  products = 10_000,
  seed = 20_261_121,
}: GenerateCatalogueOptions = {}): GeneratedCatalogue {
  const materials = [...new Set(productKinds.flatMap(({ family }) => family.materials.map(({ en }) => en)))].sort();
  return {
    currency: 'EUR',
    categories: [
      ...new Map(
        productKinds
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
    products: generateProducts(createRandom(seed), products, 3 * products),
  };
}

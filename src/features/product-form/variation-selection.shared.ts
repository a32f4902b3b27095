import type { VariationTerms } from '#features/catalog/contract.ts';

/** Slugs of chosen terms by attribute slug. An absent or empty term means that nothing is chosen. */
export type ChosenTerms = Readonly<Record<string, string | undefined>>;

interface WithTerms {
  readonly terms: VariationTerms;
}

interface Choice {
  readonly slug: string;
  readonly terms: readonly { readonly slug: string }[];
}

export type Selection<Variation> =
  | { readonly state: 'none' | 'unavailable'; readonly variation?: undefined; readonly first?: undefined }
  /** `first` is the first variation that matches the terms chosen so far. */
  | { readonly state: 'incomplete'; readonly variation?: undefined; readonly first: Variation }
  | { readonly state: 'found'; readonly variation: Variation; readonly first?: undefined };

/**
 * Finds the first variation that matches the chosen terms, once each attribute is chosen. A choice
 * that no variation matches is `unavailable` even while it is incomplete.
 * @param variations variations for sale, in order
 */
export function findVariation<Variation extends WithTerms>(
  variations: readonly Variation[],
  chosen: ChosenTerms,
): Selection<Variation> {
  const attributes = new Set(variations.flatMap(({ terms }) => Object.keys(terms)));
  const missing = [...attributes].filter((attribute) => !chosen[attribute]);
  if (attributes.size > 0 && missing.length === attributes.size) return { state: 'none' };
  const variation = variations.find(({ terms }) => matchesTerms(terms, chosen));
  if (!variation) return { state: 'unavailable' };
  return missing.length > 0 ? { state: 'incomplete', first: variation } : { state: 'found', variation };
}

/**
 * Lists the terms of each attribute that at least one variation has in combination with the other choices.
 * @returns term slugs by attribute slug, in the attribute's order
 */
export function listAvailableTerms<Variation extends WithTerms>(
  attributes: readonly Choice[],
  variations: readonly Variation[],
  chosen: ChosenTerms,
): Record<string, string[]> {
  return Object.fromEntries(
    attributes.map(({ slug, terms }) => {
      const possible = terms.filter((term) =>
        variations.some((variation) => matchesTerms(variation.terms, { ...chosen, [slug]: term.slug })),
      );
      return [slug, possible.map((term) => term.slug)];
    }),
  );
}

/**
 * Returns the prices of the terms of an attribute in combination with the other choices, by term slug. Empty unless
 * each term has exactly one price and the prices differ.
 */
export function findTermPrices<Variation extends WithTerms & { readonly price: string }>(
  { slug, terms }: Choice,
  variations: readonly Variation[],
  chosen: ChosenTerms,
): Readonly<Record<string, string>> {
  const pairs = terms.flatMap((term) => {
    const possible = variations.filter(({ terms: own }) => matchesTerms(own, { ...chosen, [slug]: term.slug }));
    return [...new Set(possible.map(({ price }) => price))].map((price) => [term.slug, price] as const);
  });
  const prices = new Map(pairs);
  return prices.size === pairs.length && new Set(prices.values()).size > 1 ? Object.fromEntries(prices) : {};
}

export function matchesTerms(terms: VariationTerms, chosen: ChosenTerms): boolean {
  return Object.entries(terms).every(
    ([attribute, term]) => term === null || !chosen[attribute] || chosen[attribute] === term,
  );
}

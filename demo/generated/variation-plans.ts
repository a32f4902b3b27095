import { getTermNames } from './attributes.ts';
import type { ProductKind } from './kinds.ts';
import type { Random } from './random.ts';

/** The attributes and options of a product's variations. */
export interface VariationPlan {
  readonly axes: readonly { readonly name: string; readonly terms: readonly string[] }[];
  /** For each variation a term per axis; null means any. */
  readonly options: readonly (readonly (string | null)[])[];
}

export function generateVariationPlan(random: Random, { family }: ProductKind): VariationPlan {
  const [main = '', ...others] = family.variationAttributes;
  const names = random.chance(0.36) && others.length > 0 ? [main, random.pick(others)] : [main];
  const axes = names.map((name, index) => ({
    name,
    terms: random.some(
      getTermNames(name),
      index === 0 ? random.whole(2, names.length === 1 ? 6 : 4) : random.whole(2, 3),
    ),
  }));
  const [first, second] = axes;
  const grid = (first?.terms ?? []).flatMap((term): (string | null)[][] => {
    if (!second) return [[term]];
    return second.terms.map((other) => [term, other]);
  });
  // Some variations accept any term of the second attribute.
  const hasAnyTerm = second !== undefined && random.chance(0.04);
  return { axes, options: hasAnyTerm ? (first?.terms ?? []).map((term) => [term, null]) : grid };
}

/** Removes variations, from the products with the most, until at most `maxVariations` are left. */
export function limitVariations(variationPlans: readonly VariationPlan[], maxVariations: number): VariationPlan[] {
  const kept = variationPlans.map(({ options }) => options.length);
  let surplus = kept.reduce((sum, count) => sum + count, 0) - maxVariations;
  for (let longest = Math.max(0, ...kept); surplus > 0 && longest > 2; longest -= 1) {
    for (let index = 0; index < kept.length && surplus > 0; index += 1) {
      if (kept[index] !== longest) continue;
      kept[index] = longest - 1;
      surplus -= 1;
    }
  }
  return variationPlans.map((variationPlan, index) => ({
    ...variationPlan,
    options: variationPlan.options.slice(0, kept[index]),
  }));
}

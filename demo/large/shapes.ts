import { termsOf } from './attributes.ts';
import type { Kind } from './kinds.ts';
import type { Random } from './random.ts';

/** What the variations of a product differ in. */
export interface Shape {
  readonly axes: readonly { readonly name: string; readonly terms: readonly string[] }[];
  /** A term for each axis; null stands for any. */
  readonly options: readonly (readonly (string | null)[])[];
}

export function newShape(random: Random, { family }: Kind): Shape {
  const [main = '', ...others] = family.axes;
  const names = random.chance(0.36) && others.length > 0 ? [main, random.pick(others)] : [main];
  const axes = names.map((name, at) => ({
    name,
    terms: random.some(termsOf(name), at === 0 ? random.whole(2, names.length === 1 ? 6 : 4) : random.whole(2, 3)),
  }));
  const [first, second] = axes;
  const grid = (first?.terms ?? []).flatMap((term): (string | null)[][] => {
    if (!second) return [[term]];
    return second.terms.map((other) => [term, other]);
  });
  // Some leave the second choice open, as a shop does that mixes sets on demand.
  const open = second !== undefined && random.chance(0.04);
  return { axes, options: open ? (first?.terms ?? []).map((term) => [term, null]) : grid };
}

/** Takes variations away, from those that have the most, until there are no more than `most` of them in all. */
export function trim(shapes: readonly Shape[], most: number): Shape[] {
  const kept = shapes.map(({ options }) => options.length);
  let surplus = kept.reduce((sum, count) => sum + count, 0) - most;
  for (let longest = Math.max(0, ...kept); surplus > 0 && longest > 2; longest -= 1) {
    for (let at = 0; at < kept.length && surplus > 0; at += 1) {
      if (kept[at] !== longest) continue;
      kept[at] = longest - 1;
      surplus -= 1;
    }
  }
  return shapes.map((shape, at) => ({ ...shape, options: shape.options.slice(0, kept[at]) }));
}

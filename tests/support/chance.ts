import { createRandom } from '#demo/generated/random.ts';

/** Pseudo-random choices: the same for the same seed. */
export interface Chance {
  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** @param stream separates concurrent choosers that use the same seed */
export function createChance(seed: number, stream = 0): Chance {
  const random = createRandom((seed * 0x9e3779b1 + stream * 0x85ebca6b) >>> 0);
  return {
    whole: random.whole,
    happens: random.chance,
    pick: random.pick,
    shuffle(items) {
      const rest = [...items];
      for (let index = rest.length - 1; index > 0; index -= 1) {
        const other = random.whole(0, index);
        const [first, second] = [rest[index], rest[other]];
        if (first !== undefined && second !== undefined) [rest[index], rest[other]] = [second, first];
      }
      return rest;
    },
  };
}

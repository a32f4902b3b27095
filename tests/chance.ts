/** Random choices that are the same again for the same seed. */
export interface Chance {
  /** From `least` to `most`, both possible. */
  whole(least: number, most: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** @param seed two runs with one seed choose alike; `stream` keeps what several choose apart from each other */
export function createChance(seed: number, stream = 0): Chance {
  let state = (seed * 0x9e3779b1 + stream * 0x85ebca6b) >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };
  return {
    whole,
    happens: (probability) => next() < probability,
    pick,
    shuffle(items) {
      const rest = [...items];
      for (let at = rest.length - 1; at > 0; at -= 1) {
        const other = whole(0, at);
        const [one, two] = [rest[at], rest[other]];
        if (one !== undefined && two !== undefined) [rest[at], rest[other]] = [two, one];
      }
      return rest;
    },
  };
}

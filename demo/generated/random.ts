/** Pseudo-random choices: the same for the same seed on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Value>(list: readonly Value[]): Value;
  /** `count` different items, in the list's order. */
  some<Value>(list: readonly Value[], count: number): Value[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32, a generator in the public domain.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <Value>(list: readonly Value[]): Value => {
    if (list.length === 0) throw new RangeError('cannot pick from an empty list');
    return list[whole(0, list.length - 1)] as Value;
  };
  const some = <Value>(list: readonly Value[], count: number): Value[] => {
    const left = list.map((_, index) => index);
    const takenNames = Array.from({ length: Math.min(count, list.length) }, () =>
      left.splice(whole(0, left.length - 1), 1),
    ).flat();
    return takenNames.sort((first, second) => first - second).map((index) => list[index] as Value);
  };
  return { next, whole, chance: (probability) => next() < probability, pick, some };
}

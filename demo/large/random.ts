/** Draws that a seed decides: the same on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  pick<Value>(list: readonly Value[]): Value;
  /** So many different ones, in the list's order. */
  some<Value>(list: readonly Value[], count: number): Value[];
}

export function randomOf(seed: number): Random {
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
    if (list.length === 0) throw new RangeError('there is nothing to pick from');
    return list[whole(0, list.length - 1)] as Value;
  };
  const some = <Value>(list: readonly Value[], count: number): Value[] => {
    const left = list.map((_, at) => at);
    const taken = Array.from({ length: Math.min(count, list.length) }, () =>
      left.splice(whole(0, left.length - 1), 1),
    ).flat();
    return taken.sort((first, second) => first - second).map((at) => list[at] as Value);
  };
  return { next, whole, chance: (share) => next() < share, pick, some };
}

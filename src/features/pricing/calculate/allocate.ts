/** Weight of a share of an amount. */
export interface Weight {
  /** Unique and stable. Breaks ties, so that the order of the weights does not matter. */
  readonly key: string;
  /** Must not be negative. */
  readonly weight: bigint;
}

/** Divides and rounds half away from zero. The denominator must be positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  return sign * ((sign * numerator * 2n + denominator) / (denominator * 2n));
}

/**
 * Divides an amount in minor units among weights, so that the shares add up to it: the largest
 * remainder method. Equal remainders go to the smaller key. If all weights are 0, all are equal.
 * @returns shares by key, with the sign of the amount
 * @throws RangeError for an amount without weights, a negative weight and a repeated key
 */
export function allocate(amount: bigint, weights: readonly Weight[]): Map<string, bigint> {
  const sum = weights.reduce((total, { weight }) => total + weight, 0n);
  const isEqual = sum === 0n;
  const total = isEqual ? BigInt(weights.length) : sum;
  if (weights.some(({ weight }) => weight < 0n)) throw new RangeError('a weight is negative');
  if (total === 0n && amount !== 0n) throw new RangeError('an amount needs at least one weight');
  const sign = amount < 0n ? -1n : 1n;
  const shares = weights.map(({ key, weight }) => {
    const product = sign * amount * (isEqual ? 1n : weight);
    return { key, share: product / total, remainder: product % total };
  });
  const rest = sign * amount - shares.reduce((given, { share }) => given + share, 0n);
  const byRemainder = shares.toSorted((a, b) => compare(b.remainder, a.remainder) || compare(a.key, b.key));
  const result = new Map(byRemainder.map(({ key, share }, index) => [key, sign * (share + (index < rest ? 1n : 0n))]));
  if (result.size !== weights.length) throw new RangeError('a key is repeated');
  return result;
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

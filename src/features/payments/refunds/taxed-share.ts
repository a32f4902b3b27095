import { allocate, type TaxRate } from '#features/pricing/index.ts';

/** In minor units. */
export interface RateAmount {
  readonly rate: TaxRate;
  readonly amount: number;
}

/** A net amount and its taxes, in minor units. All rates apply to the whole net amount. */
export interface TaxedShare {
  readonly net: number;
  readonly taxes: readonly RateAmount[];
}

/** Amounts by their combination of tax rates. */
export type SharesByRates = ReadonlyMap<string, TaxedShare>;

export function getTax({ taxes }: TaxedShare): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0);
}

export function getGross(share: TaxedShare): number {
  return share.net + getTax(share);
}

export function sumGross(shares: Iterable<TaxedShare>): number {
  return [...shares].reduce((sum, share) => sum + getGross(share), 0);
}

/** Returns a key that is equal for shares with the same tax rates. */
function getRatesKey({ taxes }: TaxedShare): string {
  return taxes.map(({ rate }) => rate.key).join('\n');
}

export function sumByRates(shares: readonly TaxedShare[]): SharesByRates {
  const sums = new Map<string, TaxedShare>();
  for (const { net, taxes } of shares) {
    const share = { net, taxes };
    const key = getRatesKey(share);
    const sum = sums.get(key);
    sums.set(key, sum ? combine(sum, share, (a, b) => a + b) : share);
  }
  return sums;
}

/** Subtracts amounts from the amounts with the same tax rates. No result is negative. */
export function subtractByRates(shares: SharesByRates, subtracted: SharesByRates): SharesByRates {
  return new Map(
    [...shares].map(([key, share]) => {
      const other = subtracted.get(key);
      return [key, other ? combine(share, other, (a, b) => Math.max(a - b, 0)) : share];
    }),
  );
}

/** Returns an amount, limited to the remaining amount of its tax rates. */
export function limitToLeft(share: TaxedShare, left: SharesByRates): TaxedShare {
  const limit = left.get(getRatesKey(share));
  return limit ? combine(share, limit, Math.min) : combine(share, share, () => 0);
}

function combine(a: TaxedShare, b: TaxedShare, operate: (a: number, b: number) => number): TaxedShare {
  return {
    net: operate(a.net, b.net),
    taxes: a.taxes.map(({ rate, amount }, index) => ({ rate, amount: operate(amount, b.taxes[index]?.amount ?? 0) })),
  };
}

export function mapAmounts({ net, taxes }: TaxedShare, change: (amount: number) => number): TaxedShare {
  return { net: change(net), taxes: taxes.map(({ rate, amount }) => ({ rate, amount: change(amount) })) };
}

/**
 * Divides an amount among shares in proportion to their gross amounts, and each part into the net amount and the
 * taxes. No part exceeds its share.
 * @param amount at most the sum of the shares, in minor units
 * @param shares by unique and stable keys, which break ties
 */
export function divideAmount(amount: number, shares: SharesByRates): SharesByRates {
  if (amount > sumGross(shares.values())) throw new RangeError(`the shares have less than ${amount}`);
  const weights = [...shares].map(([key, share]) => ({ key, weight: BigInt(getGross(share)) }));
  const parts = allocate(BigInt(amount), weights);
  return new Map([...shares].map(([key, share]) => [key, reduceShare(share, parts.get(key) ?? 0n)]));
}

function reduceShare({ net, taxes }: TaxedShare, gross: bigint): TaxedShare {
  const rateKey = (rate: TaxRate) => `rate:${rate.key}`;
  const weights = [
    { key: 'net', weight: BigInt(net) },
    ...taxes.map(({ rate, amount }) => ({ key: rateKey(rate), weight: BigInt(amount) })),
  ];
  const parts = allocate(gross, weights);
  return {
    net: Number(parts.get('net') ?? 0n),
    taxes: taxes.map(({ rate }) => ({ rate, amount: Number(parts.get(rateKey(rate)) ?? 0n) })),
  };
}

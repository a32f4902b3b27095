import { allocate, divideRounded, type Weight } from './allocate.ts';

export interface TaxRate {
  /** Unique and stable. */
  readonly key: string;
  readonly name: string;
  /** Tax class to whose goods the rate applies. */
  readonly taxClass: string;
  /** Percent times 10,000: 23 % is 230,000. */
  readonly rate: number;
  /** Whether the tax is calculated on the net amount plus the taxes before it, instead of the net amount. */
  readonly isCompound: boolean;
}

/** An amount before the tax step, in minor units. */
export interface TaxableAmount {
  /** Unique and stable. */
  readonly key: string;
  /** Must not be negative. */
  readonly amount: number;
  /** Whether `amount` includes the taxes of `rates`. */
  readonly includesTax: boolean;
  /** Sorted by priority, compound rates last. */
  readonly rates: readonly TaxRate[];
}

export interface TaxLine {
  readonly rate: TaxRate;
  /**
   * Amount to which the rate applies, in minor units: the net amount, for a compound rate plus the taxes before it.
   */
  readonly net: number;
  /** Minor units; 0 for a zero rate. */
  readonly amount: number;
}

/** `net` plus the amounts of `taxes` is `gross`. */
export interface TaxedAmount {
  readonly key: string;
  readonly net: number;
  readonly gross: number;
  readonly taxes: readonly TaxLine[];
}

/**
 * `line` rounds the taxes of each amount; `total` rounds the sum of each rate once, and divides it among the amounts.
 */
export type TaxRounding = 'line' | 'total';

/** 100 % in the unit of `TaxRate.rate`. */
export const hundredPercent = 1_000_000n;

/** An exact fraction of minor units. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Calculates taxes, such that `net + tax = gross` for each amount. Pure. */
export function addTaxes(amounts: readonly TaxableAmount[], rounding: TaxRounding): TaxedAmount[] {
  const exact = amounts.map((taxable) => ({ taxable, taxes: calculateTaxes(taxable) }));
  const rounded = rounding === 'line' ? roundByLine(exact) : roundByTotal(exact);
  return exact.map(({ taxable: { key, amount, includesTax, rates } }, index) => {
    const amounts = rates.map((rate, position) => ({ rate, amount: Number(rounded[index]?.[position] ?? 0n) }));
    const tax = amounts.reduce((sum, line) => sum + line.amount, 0);
    const net = includesTax ? amount - tax : amount;
    const bases = listTaxBases(net, amounts);
    return {
      key,
      net,
      gross: net + tax,
      taxes: amounts.map((line, position) => ({ ...line, net: bases[position] ?? net })),
    };
  });
}

/**
 * Returns the amount to which each rate applies, in minor units: the net amount, for a compound rate plus the taxes
 * before it.
 */
export function listTaxBases(
  net: number,
  taxes: readonly { readonly rate: Pick<TaxRate, 'isCompound'>; readonly amount: number }[],
): number[] {
  let gross = net;
  return taxes.map(({ rate: { isCompound }, amount }) => {
    const base = isCompound ? gross : net;
    gross += amount;
    return base;
  });
}

/** Returns the net amount of a price that includes taxes, rounded. */
export function removeTaxes({ amount, rates }: Pick<TaxableAmount, 'amount' | 'rates'>): number {
  const factor = calculateFactor(rates);
  return Number(divideRounded(BigInt(amount) * factor.denominator, factor.numerator));
}

interface ExactTaxes {
  readonly taxable: TaxableAmount;
  /** In the order of the rates. All fractions have the same denominator. */
  readonly taxes: readonly Fraction[];
}

function calculateTaxes({ amount, rates, includesTax }: TaxableAmount): Fraction[] {
  const factor = calculateFactor(rates);
  // With c rates, shares of the net amount are multiples of 1 / hundredPercent ^ c.
  const denominator = includesTax ? factor.numerator : factor.denominator;
  let gross = factor.denominator;
  return rates.map(({ rate, isCompound }) => {
    const base = isCompound ? gross : factor.denominator;
    const share = (base * BigInt(rate)) / hundredPercent;
    gross += share;
    return { numerator: BigInt(amount) * share, denominator };
  });
}

/** Calculates gross divided by net. */
export function calculateFactor(rates: readonly TaxRate[]): Fraction {
  const denominator = hundredPercent ** BigInt(Math.max(rates.length, 1));
  let gross = denominator;
  for (const { rate, isCompound } of rates)
    gross += ((isCompound ? gross : denominator) * BigInt(rate)) / hundredPercent;
  return { numerator: gross, denominator };
}

function roundByLine(amounts: readonly ExactTaxes[]): bigint[][] {
  return amounts.map(({ taxable, taxes }) => {
    if (!taxable.includesTax) return taxes.map(({ numerator, denominator }) => divideRounded(numerator, denominator));
    const tax = BigInt(taxable.amount - removeTaxes(taxable));
    const weights = taxes.map(({ numerator }, index) => ({ key: createKey(taxable, index), weight: numerator }));
    const shares = taxes.length > 0 ? allocate(tax, weights) : new Map<string, bigint>();
    return weights.map(({ key }) => shares.get(key) ?? 0n);
  });
}

const createKey = ({ key, rates }: TaxableAmount, index: number) => `${rates[index]?.key ?? ''}\n${key}`;

/** Rounds the sum of each rate, and divides it among the amounts by their exact taxes. */
function roundByTotal(amounts: readonly ExactTaxes[]): bigint[][] {
  const parts = amounts.flatMap(({ taxable, taxes }) =>
    taxes.map((exact, index) => ({ rate: taxable.rates[index]?.key ?? '', key: createKey(taxable, index), exact })),
  );
  const shares = new Map<string, bigint>();
  for (const group of Map.groupBy(parts, ({ rate }) => rate).values()) {
    const sum = group.map(({ exact }) => exact).reduce(addFractions);
    const weights: Weight[] = group.map(({ key, exact }) => ({
      key,
      weight: (exact.numerator * sum.denominator) / exact.denominator,
    }));
    for (const [key, share] of allocate(divideRounded(sum.numerator, sum.denominator), weights)) shares.set(key, share);
  }
  const rounded = amounts.map(({ taxable, taxes }) =>
    taxes.map((_, index) => shares.get(createKey(taxable, index)) ?? 0n),
  );
  moveExcess(amounts, rounded);
  return rounded;
}

/**
 * Moves taxes away from amounts that are smaller than their taxes, since several rates of one minor unit can each be
 * rounded up. They are moved to another amount with the same rate.
 */
function moveExcess(amounts: readonly ExactTaxes[], rounded: bigint[][]): void {
  const room = (index: number) => {
    const { taxable } = amounts[index] as ExactTaxes;
    const tax = (rounded[index] ?? []).reduce((sum, share) => sum + share, 0n);
    return taxable.includesTax ? BigInt(taxable.amount) - tax : 1n;
  };
  const byKey = amounts.map((_, index) => index).toSorted((a, b) => compareKeys(amounts[a], amounts[b]));
  for (const index of byKey) {
    const rates = amounts[index]?.taxable.rates ?? [];
    for (let position = rates.length - 1; position >= 0 && room(index) < 0n; position -= 1) {
      const other = byKey.find((each) => room(each) > 0n && findRate(amounts[each], rates[position]) >= 0);
      const shares = rounded[index];
      if (other === undefined || !shares || (shares[position] ?? 0n) <= 0n) continue;
      const taker = rounded[other] as bigint[];
      const takerPosition = findRate(amounts[other], rates[position]);
      shares[position] = (shares[position] ?? 0n) - 1n;
      taker[takerPosition] = (taker[takerPosition] ?? 0n) + 1n;
    }
  }
}

function compareKeys(a: ExactTaxes | undefined, b: ExactTaxes | undefined): number {
  return (a?.taxable.key ?? '') < (b?.taxable.key ?? '') ? -1 : 1;
}

function findRate(amount: ExactTaxes | undefined, rate: TaxRate | undefined): number {
  return amount?.taxable.rates.findIndex(({ key }) => key === rate?.key) ?? -1;
}

/** The common denominator is a multiple of both denominators. */
function addFractions(a: Fraction, b: Fraction): Fraction {
  const denominator = a.denominator % b.denominator === 0n ? a.denominator : a.denominator * b.denominator;
  const scale = ({ numerator, denominator: own }: Fraction) => numerator * (denominator / own);
  return { numerator: scale(a) + scale(b), denominator };
}

import { allocate, divideRounded, type Weight } from './allocate.ts';

/** A tax that applies to an amount. */
export interface TaxRate {
  /** Unique and stable. */
  readonly key: string;
  readonly name: string;
  /** Percent times 10,000: 23 % is 230,000. */
  readonly rate: number;
  /** Calculated on top of the rates before it. Otherwise on the net amount. */
  readonly isCompound: boolean;
}

/** An amount before the tax step, in minor units. */
export interface TaxableAmount {
  /** Unique and stable. */
  readonly key: string;
  /** With or without tax, as prices are entered. Not negative. */
  readonly amount: number;
  /** In the order of their priority. */
  readonly rates: readonly TaxRate[];
}

export interface TaxLine {
  readonly rate: TaxRate;
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

export interface TaxOptions {
  /** Whether the amounts include the taxes of their rates. */
  readonly includesTax: boolean;
  /** `line` rounds each amount's taxes; `total` rounds each rate once, and divides it among the amounts. */
  readonly rounding: 'line' | 'total';
}

/** 100 % in the unit of `TaxRate.rate`. */
const hundredPercent = 1_000_000n;

/** An exact fraction of minor units. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The tax step: makes `net + tax = gross` for each amount. Pure. */
export function addTaxes(amounts: readonly TaxableAmount[], options: TaxOptions): TaxedAmount[] {
  const exact = amounts.map((taxable) => ({ taxable, taxes: calculateTaxes(taxable, options.includesTax) }));
  const rounded = options.rounding === 'line' ? roundByLine(exact, options.includesTax) : roundByTotal(exact);
  return exact.map(({ taxable: { key, amount, rates } }, index) => {
    const taxes = rates.map((rate, position) => ({ rate, amount: Number(rounded[index]?.[position] ?? 0n) }));
    const tax = taxes.reduce((sum, line) => sum + line.amount, 0);
    return options.includesTax
      ? { key, net: amount - tax, gross: amount, taxes }
      : { key, net: amount, gross: amount + tax, taxes };
  });
}

/** Returns the net amount of a price that includes taxes, rounded. */
export function removeTaxes({ amount, rates }: Pick<TaxableAmount, 'amount' | 'rates'>): number {
  const factor = calculateFactor(rates);
  return Number(divideRounded(BigInt(amount) * factor.denominator, factor.numerator));
}

interface ExactTaxes {
  readonly taxable: TaxableAmount;
  /** In the order of the rates. All have one denominator. */
  readonly taxes: readonly Fraction[];
}

/** The exact tax of each rate. */
function calculateTaxes({ amount, rates }: TaxableAmount, includesTax: boolean): Fraction[] {
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

/** Gross divided by net. */
function calculateFactor(rates: readonly TaxRate[]): Fraction {
  const denominator = hundredPercent ** BigInt(Math.max(rates.length, 1));
  let gross = denominator;
  for (const { rate, isCompound } of rates)
    gross += ((isCompound ? gross : denominator) * BigInt(rate)) / hundredPercent;
  return { numerator: gross, denominator };
}

function roundByLine(amounts: readonly ExactTaxes[], includesTax: boolean): bigint[][] {
  return amounts.map(({ taxable, taxes }) => {
    if (!includesTax) return taxes.map(({ numerator, denominator }) => divideRounded(numerator, denominator));
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
  return amounts.map(({ taxable, taxes }) => taxes.map((_, index) => shares.get(createKey(taxable, index)) ?? 0n));
}

/** The denominator of the sum is a multiple of both denominators. */
function addFractions(a: Fraction, b: Fraction): Fraction {
  const denominator = a.denominator % b.denominator === 0n ? a.denominator : a.denominator * b.denominator;
  const scale = ({ numerator, denominator: own }: Fraction) => numerator * (denominator / own);
  return { numerator: scale(a) + scale(b), denominator };
}

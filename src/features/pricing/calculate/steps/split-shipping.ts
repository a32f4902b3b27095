import { allocate } from '../allocate.ts';
import type { ShippingOption } from '../calculation.ts';
import type { Prepared } from '../prepare.ts';
import { addTaxes, calculateFactor, hundredPercent } from '../taxes.ts';
import type { DiscountedLine } from './price-lines.ts';
import { selectIncludedRates, selectShippingRates, type TaxZone, toTaxable } from './tax-zone.ts';

/** A part of the shipping cost that has one tax class. */
export interface ShippingPart {
  readonly key: string;
  /** Minor units, with or without tax, as prices are entered. */
  readonly amount: number;
  /** Null when the part is not taxed. */
  readonly taxClass: string | null;
}

/** Divides the cost of an option among the tax classes of the shipped goods. */
export type SplitShipping = (option: ShippingOption) => ShippingPart[];

/** Prepares the division by the shop's rule, so that several options share the weights. */
export function createShippingSplit(
  zone: TaxZone,
  rule: Prepared['taxRules']['shippingClass'],
  lines: readonly DiscountedLine[],
): SplitShipping {
  let shares: ShareAmount | null = null;
  return ({ id, amount }) => {
    // The weights are calculated with the first option, since many calculations have no option.
    shares ??= createShares(zone, rule, lines);
    return shares(amount).map(({ taxClass, share }) => ({
      key: `shipping:${id}:${taxClass ?? ''}`,
      amount: share,
      taxClass,
    }));
  };
}

type ShareAmount = (amount: number) => readonly { readonly taxClass: string | null; readonly share: number }[];

function createShares(
  zone: TaxZone,
  rule: Prepared['taxRules']['shippingClass'],
  lines: readonly DiscountedLine[],
): ShareAmount {
  const toClass =
    (taxClass: string | null): ShareAmount =>
    (amount) => [{ taxClass, share: amount }];
  const shipped = lines.filter(({ line }) => line.needsShipping);
  if (typeof rule === 'object') return toClass(rule.taxClass);
  if (rule === 'highest') return toClass(findHighestClass(zone, shipped));
  if (shipped.length === 0) return toClass(null);
  const byClass = [...Map.groupBy(shipped, getShippingClass)].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  if (byClass.length === 1) return toClass(byClass[0]?.[0] ?? null);
  const weights = createWeights(zone, byClass);
  return (amount) => {
    const shares = allocate(BigInt(amount), weights);
    return byClass.map(([taxClass]) => ({ taxClass, share: Number(shares.get(taxClass ?? '') ?? 0n) }));
  };
}

function getShippingClass({ line }: DiscountedLine): string | null {
  return line.taxStatus === 'none' ? null : line.taxClass;
}

function findHighestClass(zone: TaxZone, lines: readonly DiscountedLine[]): string | null {
  const classes = [...new Set(lines.map(getShippingClass))].filter((taxClass) => taxClass !== null).sort();
  const getFactor = (taxClass: string) => {
    const { numerator, denominator } = calculateFactor(selectShippingRates(zone, taxClass));
    return Number(numerator) / Number(denominator);
  };
  const highest = Math.max(...classes.map(getFactor));
  return classes.find((taxClass) => getFactor(taxClass) === highest) ?? null;
}

/**
 * Weighs tax classes by the net price of their goods. When entered prices include tax, the weights include it, so
 * that the net amounts of the parts are proportional.
 */
function createWeights(zone: TaxZone, byClass: readonly (readonly [string | null, readonly DiscountedLine[]])[]) {
  const factors = byClass.map(([taxClass, lines]) => {
    const includedRates = selectIncludedRates(zone, taxClass, true);
    return { taxClass, lines, rateCount: includedRates.length, factor: calculateFactor(includedRates) };
  });
  const scale = hundredPercent ** BigInt(Math.max(1, ...factors.map(({ rateCount }) => rateCount)));
  return factors.map(({ taxClass, lines, factor }) => ({
    key: taxClass ?? '',
    weight: BigInt(sumNet(zone, lines)) * factor.numerator * (scale / factor.denominator),
  }));
}

function sumNet(zone: TaxZone, lines: readonly DiscountedLine[]): number {
  const taxable = lines.map(({ line, total }) => {
    const taxClass = line.taxStatus === 'taxable' ? line.taxClass : null;
    return toTaxable(zone, { key: line.key, amount: total, taxClass, isShipping: false });
  });
  return addTaxes(taxable, 'line').reduce((sum, { net }) => sum + net, 0);
}

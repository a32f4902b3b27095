import manifest from 'sales-tax/package.json' with { type: 'json' };
import regions from 'sales-tax/res/region_countries.json' with { type: 'json' };
import table from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

interface KnownRate {
  readonly rate: number;
  /** Earlier rates by the moment at which each of them ended. */
  readonly before?: Readonly<Record<string, { readonly rate: number }>>;
}

/** Name and version of the package with the rates. The shop loads only the package's tables. */
export const rateSource = `${manifest.name} ${manifest.version}`;

/** Publication date of this version of the package. A test compares the date with the package's list of changes. */
export const rateDate = '2026-05-19';

const known = table as unknown as Readonly<Record<string, KnownRate | undefined>>;
const members: ReadonlySet<string> = new Set(regions.EU);

/**
 * @returns the standard VAT rate of a member state of the European Union at a moment, in percent; null for other
 * countries
 */
export function findOfferedPercent(country: string, at: Date): number | null {
  const found = members.has(country) ? known[country] : undefined;
  if (!found) return null;
  const [next] = Object.entries(found.before ?? {})
    .filter(([until]) => new Date(until) > at)
    .sort(([a], [b]) => a.localeCompare(b));
  // Round: 0.255 * 100 is not exactly 25.5 in floating point.
  return Math.round((next?.[1].rate ?? found.rate) * 10_000) / 100;
}

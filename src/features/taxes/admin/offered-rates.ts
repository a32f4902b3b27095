import manifest from 'sales-tax/package.json' with { type: 'json' };
import regions from 'sales-tax/res/region_countries.json' with { type: 'json' };
import table from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

interface KnownRate {
  readonly rate: number;
  /** Earlier rates, by the moment until which they applied. */
  readonly before?: Readonly<Record<string, { readonly rate: number }>>;
}

/** The package with the rates. Only its tables are loaded. */
export const rateSource = `${manifest.name} ${manifest.version}`;

/** When this version of it was published. A test compares it with its list of changes. */
export const rateDate = '2026-05-19';

const known = table as unknown as Readonly<Record<string, KnownRate | undefined>>;
const members: ReadonlySet<string> = new Set(regions.EU);

/**
 * Returns the standard rate of VAT of a member of the European Union at a moment, in percent.
 * @returns null for other countries
 */
export function findOfferedPercent(country: string, at: Date): number | null {
  const found = members.has(country) ? known[country] : undefined;
  if (!found) return null;
  const [next] = Object.entries(found.before ?? {})
    .filter(([until]) => new Date(until) > at)
    .sort(([a], [b]) => a.localeCompare(b));
  // 0.255 * 100 is 25.5 only after rounding.
  return Math.round((next?.[1].rate ?? found.rate) * 10_000) / 100;
}

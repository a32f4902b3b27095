import type { Kind } from './kinds.ts';
import type { Random } from './random.ts';
import type { LargePrice, LargeStock } from './types.ts';

const day = 86_400_000;
const firstDay = Date.parse('2024-01-08T08:00:00Z');

/** Within the kind's range, cheap things more often; minor units with an ending that shops like. */
export function newPrice(random: Random, { price: [low, high] }: Kind): number {
  const euros = low * (high / low) ** (0.15 + 0.7 * random.next());
  return Math.max(1, Math.round(euros)) * 100 - random.pick([0, 0, 0, 10, 50, 5]);
}

const seasons = [
  { saleFrom: null, saleTo: null },
  { saleFrom: null, saleTo: null },
  { saleFrom: new Date('2026-01-05T00:00:00Z'), saleTo: new Date('2026-02-01T00:00:00Z') },
  { saleFrom: new Date('2026-07-01T00:00:00Z'), saleTo: null },
  { saleFrom: null, saleTo: new Date('2035-01-01T00:00:00Z') },
  { saleFrom: new Date('2034-11-24T00:00:00Z'), saleTo: new Date('2034-12-01T00:00:00Z') },
];

/** A sale that all of a product's variations share. */
export interface Sale {
  readonly share: number;
  readonly season: { readonly saleFrom: Date | null; readonly saleTo: Date | null };
}

export function newSale(random: Random): Sale | null {
  return random.chance(0.22)
    ? { share: random.pick([0.9, 0.85, 0.8, 0.75, 0.7, 0.5]), season: random.pick(seasons) }
    : null;
}

export function priceOf(regularPrice: number | null, sale: Sale | null): LargePrice {
  if (regularPrice === null || sale === null) return { regularPrice, salePrice: null, saleFrom: null, saleTo: null };
  return { regularPrice, salePrice: Math.floor((regularPrice * sale.share) / 10) * 10, ...sale.season };
}

export function newStock(random: Random): LargeStock {
  if (!random.chance(0.4)) {
    const status = random.chance(0.06) ? 'out' : random.chance(0.02) ? 'backorder' : 'in';
    return { managed: false, onHand: 0, backorders: 'no', lowStockThreshold: null, status };
  }
  return {
    managed: true,
    onHand: random.chance(0.16) ? 0 : random.whole(1, 140),
    backorders: random.chance(0.12) ? random.pick(['notify', 'yes']) : 'no',
    lowStockThreshold: random.chance(0.3) ? 5 : null,
    status: 'in',
  };
}

export function newMoment(random: Random): Date {
  return new Date(firstDay + random.whole(0, 1020) * day + random.whole(0, 600) * 60_000);
}

/** Most have a few, some hundreds; few are bad. */
export function newRating(random: Random): { ratingSum: number; ratingCount: number } {
  if (random.chance(0.4)) return { ratingSum: 0, ratingCount: 0 };
  const ratingCount = Math.floor(1 + 4 ** (5 * random.next() ** 2));
  const average = 2.2 + 2.8 * random.next() ** 0.4;
  return {
    ratingCount,
    ratingSum: Math.min(5 * ratingCount, Math.max(ratingCount, Math.round(average * ratingCount))),
  };
}

/** A number of the range that shops give out within their own walls (GS1 prefix 29), with its check digit. */
export function gtinOf(number: number): string {
  const digits = `29${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

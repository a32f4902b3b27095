import type { GeneratedPrice, GeneratedStock } from '../loaders/generated-catalogue.ts';
import type { ProductKind } from './kinds.ts';
import type { Random } from './random.ts';

const day = 86_400_000;
const firstDay = Date.parse('2024-01-08T08:00:00Z');

/** A price in minor units within the kind's range, more often low; it ends as retail prices do. */
export function generatePrice(random: Random, { price: [low, high] }: ProductKind): number {
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

/** A sale of all variations of a product. */
export interface Sale {
  readonly share: number;
  readonly season: { readonly saleFrom: Date | null; readonly saleTo: Date | null };
}

export function generateSale(random: Random): Sale | null {
  return random.chance(0.22)
    ? { share: random.pick([0.9, 0.85, 0.8, 0.75, 0.7, 0.5]), season: random.pick(seasons) }
    : null;
}

export function applySale(regularPrice: number | null, sale: Sale | null): GeneratedPrice {
  if (regularPrice === null || sale === null) return { regularPrice, salePrice: null, saleFrom: null, saleTo: null };
  return { regularPrice, salePrice: Math.floor((regularPrice * sale.share) / 10) * 10, ...sale.season };
}

export function generateStock(random: Random): GeneratedStock {
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

export function generatePublishedAt(random: Random): Date {
  return new Date(firstDay + random.whole(0, 1020) * day + random.whole(0, 600) * 60_000);
}

/** Most products have a few ratings, some have hundreds; few averages are low. */
export function generateRating(random: Random): { ratingSum: number; ratingCount: number } {
  if (random.chance(0.4)) return { ratingSum: 0, ratingCount: 0 };
  const ratingCount = Math.floor(1 + 4 ** (5 * random.next() ** 2));
  const average = 2.2 + 2.8 * random.next() ** 0.4;
  return {
    ratingCount,
    ratingSum: Math.min(5 * ratingCount, Math.max(ratingCount, Math.round(average * ratingCount))),
  };
}

/** A GTIN-13 of the range for internal use (GS1 prefix 29), with its check digit. */
export function createGtin(number: number): string {
  const digits = `29${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

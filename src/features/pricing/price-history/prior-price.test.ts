import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduledPrice } from '../prices.ts';
import { findReduction, type PricePeriod } from './prior-price.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-27T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs);

const set = (regularPrice: number | null, sale: Partial<ScheduledPrice> = {}): ScheduledPrice => ({
  ...{ regularPrice, salePrice: null, saleFrom: null, saleTo: null, currency: 'EUR' },
  ...sale,
});

type Change = readonly [days: number, price: ScheduledPrice];

/** Sets prices one after another. @returns what is known after the last */
function setPrices(changes: readonly Change[]): PricePeriod {
  let history: readonly PricePeriod[] = [];
  for (const [days, price] of changes) {
    const at = daysFromNow(days);
    const added = { ...price, validFrom: at, validTo: null, ...findReduction(history, price, at) };
    history = [...history.map((period) => ({ ...period, validTo: period.validTo ?? at })), added];
  }
  return history.at(-1) as PricePeriod;
}

/** Each from the day on that is named first; the last one is set today. */
const examples: readonly (readonly [title: string, changes: readonly Change[], prior: number | null])[] = [
  [
    'the price before, when it was the same for months',
    [
      [-90, set(1000)],
      [0, set(1000, { salePrice: 800 })],
    ],
    1000,
  ],
  [
    'the lowest of several',
    [
      [-40, set(1200)],
      [-20, set(900)],
      [-10, set(1100)],
      [0, set(1100, { salePrice: 800 })],
    ],
    900,
  ],
  [
    'not one of 31 days ago',
    [
      [-60, set(700)],
      [-31, set(1000)],
      [0, set(1000, { salePrice: 800 })],
    ],
    1000,
  ],
  [
    'one that ended 30 days ago less a moment',
    [
      [-60, set(700)],
      [-29.9, set(1000)],
      [0, set(1000, { salePrice: 800 })],
    ],
    700,
  ],
  [
    'a sale within the 30 days',
    [
      [-60, set(1000)],
      [-20, set(1000, { salePrice: 600 })],
      [-15, set(1000)],
      [0, set(1000, { salePrice: 800 })],
    ],
    600,
  ],
  [
    'a scheduled sale within the 30 days',
    [
      [-60, set(1000, { salePrice: 650, saleFrom: daysFromNow(-12), saleTo: daysFromNow(-10) })],
      [0, set(1000, { salePrice: 800 })],
    ],
    650,
  ],
  [
    'no scheduled sale that was taken back before it began',
    [
      [-60, set(1000, { salePrice: 650, saleFrom: daysFromNow(-5) })],
      [-6, set(1000)],
      [0, set(1000, { salePrice: 800 })],
    ],
    1000,
  ],
  [
    'the days before an upcoming sale begins',
    [
      [-60, set(900)],
      [-25, set(1000)],
      [0, set(1000, { salePrice: 800, saleFrom: daysFromNow(6) })],
    ],
    1000,
  ],
  [
    'the first price that was reduced, when only its regular price or end changes',
    [
      [-60, set(1000)],
      [-3, set(1000, { salePrice: 800 })],
      [0, set(1100, { salePrice: 800, saleTo: daysFromNow(2) })],
    ],
    1000,
  ],
  [
    'the sale price, when it is reduced again',
    [
      [-60, set(1000)],
      [-3, set(1000, { salePrice: 800 })],
      [0, set(1000, { salePrice: 700 })],
    ],
    800,
  ],
  ['nothing for a product that was never sold before', [[0, set(1000, { salePrice: 800 })]], null],
  [
    'nothing for one that had no price before',
    [
      [-60, set(null)],
      [0, set(1000, { salePrice: 800 })],
    ],
    null,
  ],
  [
    'nothing without a sale',
    [
      [-60, set(1000)],
      [0, set(900)],
    ],
    null,
  ],
  [
    'nothing for a sale that is over',
    [
      [-60, set(1000)],
      [0, set(1000, { salePrice: 800, saleTo: daysFromNow(-1) })],
    ],
    null,
  ],
];

describe('the prior price of a sale', () => {
  it.each(examples)('is %s', (_, changes, prior) => {
    expect(setPrices(changes).priorPrice).toBe(prior);
  });

  it('is never above a price that applied on one of the 30 days, and is one of them', () => {
    const hours = fc.integer({ min: 1, max: 400 });
    const sales = fc.option(
      fc.record({
        share: fc.integer({ min: 10, max: 90 }),
        from: fc.option(fc.integer({ min: -9, max: 9 })),
        days: fc.option(fc.integer({ min: 1, max: 20 })),
      }),
    );
    const steps = fc.array(fc.record({ after: hours, regular: fc.integer({ min: 100, max: 9999 }), sale: sales }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(steps, (given) => {
        let days = -given.reduce((sum, { after }) => sum + after / 24, 0);
        const changes = given.map(({ after, regular, sale }): Change => {
          days += after / 24;
          const from = sale?.from ?? null;
          const start = days + (from ?? 0);
          return [
            days,
            sale
              ? set(regular, {
                  salePrice: Math.floor((regular * sale.share) / 100),
                  saleFrom: from === null ? null : daysFromNow(start),
                  saleTo: sale.days === null ? null : daysFromNow(start + sale.days),
                })
              : set(regular),
          ];
        });
        const { reducedAt, priorPrice } = setPrices(changes);
        if (reducedAt === null) return;
        const applied = listDailyPrices(changes, reducedAt);
        if (applied.length > 0) expect(priorPrice).toBeLessThanOrEqual(Math.min(...applied));
        if (priorPrice !== null)
          expect(changes.flatMap(([, { regularPrice, salePrice }]) => [regularPrice, salePrice])).toContain(priorPrice);
      }),
    );
  });
});

/** The price at each hour of the 30 days before a moment, found without the periods. */
function listDailyPrices(changes: readonly Change[], before: Date): number[] {
  const hourMs = 60 * 60 * 1000;
  return Array.from({ length: 30 * 24 }, (_, hour) => before.getTime() - (hour + 1) * hourMs + 1).flatMap((at) => {
    const [, price] = changes.findLast(([days]) => daysFromNow(days).getTime() <= at) ?? [];
    if (!price || price.regularPrice === null) return [];
    const { salePrice, saleFrom, saleTo } = price;
    const runs =
      salePrice !== null && (saleFrom?.getTime() ?? 0) <= at && at < (saleTo?.getTime() ?? Number.POSITIVE_INFINITY);
    return [runs ? salePrice : price.regularPrice];
  });
}

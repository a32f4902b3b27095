import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findNextPriceChange, type ReducedPrice, toPriceRange, toPriceView } from './prices.ts';

const { pool } = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const createScheduledPrice = (given: Partial<ReducedPrice>): ReducedPrice => ({
  regularPrice: 1000,
  salePrice: 800,
  saleFrom: null,
  saleTo: null,
  priorPrice: null,
  currency: 'EUR',
  ...given,
});

describe('prices', () => {
  it.each([
    ['without dates', {}, 800],
    ['from now', { saleFrom: now }, 800],
    ['from later', { saleFrom: hoursFromNow(1) }, 1000],
    ['until later', { saleTo: hoursFromNow(1) }, 800],
    ['until now', { saleTo: now }, 1000],
    ['without a sale', { salePrice: null }, 1000],
  ])('apply a sale %s', (_, given, current) => {
    expect(toPriceView(createScheduledPrice(given), now)?.current).toBe(current);
  });

  it('name the lowest price before a sale only while it runs', () => {
    const priorPrice = 900;
    expect(toPriceView(createScheduledPrice({ priorPrice }), now)?.prior).toBe(900);
    expect(toPriceView(createScheduledPrice({ priorPrice, saleFrom: hoursFromNow(1) }), now)?.prior).toBeNull();
  });

  it('are null without a regular price', () => {
    expect(toPriceView(createScheduledPrice({ regularPrice: null, salePrice: null }), now)).toBeNull();
  });

  it('change next when the first sale starts or ends', () => {
    expect(
      findNextPriceChange(
        [
          createScheduledPrice({ saleFrom: hoursFromNow(-1), saleTo: hoursFromNow(3) }),
          createScheduledPrice({ saleFrom: hoursFromNow(2) }),
        ],
        now,
      ),
    ).toEqual(hoursFromNow(2));
    expect(
      findNextPriceChange(
        [createScheduledPrice({ saleFrom: hoursFromNow(-1) }), createScheduledPrice({ saleTo: now })],
        now,
      ),
    ).toBeNull();
  });

  it('range from lowest to highest, with a regular price only if all are equal', () => {
    const price = (regular: number, sale: number | null, prior: number | null = null) => ({
      ...{ regular, sale, prior, current: sale ?? regular },
      currency: 'EUR',
    });
    expect(toPriceRange([price(1000, 800), null, price(900, null)])).toEqual({
      min: 800,
      max: 900,
      ...{ regular: null, prior: null, isSet: false },
      currency: 'EUR',
    });
    expect(toPriceRange([price(1000, 800, 950), price(1000, 800, 900), price(1000, 800)])).toEqual({
      min: 800,
      isSet: false,
      max: 800,
      ...{ regular: 1000, prior: 900 },
      currency: 'EUR',
    });
    expect(toPriceRange([price(1000, 800), price(800, null)])?.regular).toBeNull();
    expect(toPriceRange([null])).toBeNull();
  });

  it('match the database function price_at', async () => {
    const saleDates = fc.option(fc.integer({ min: -2, max: 2 }).map(hoursFromNow));
    const scheduledPrices = fc.record({
      regularPrice: fc.integer({ min: 500, max: 900 }),
      salePrice: fc.option(fc.nat({ max: 499 })),
      saleFrom: saleDates,
      saleTo: saleDates,
    });
    await fc.assert(
      fc.asyncProperty(scheduledPrices, async ({ regularPrice, salePrice, saleFrom, saleTo }) => {
        const values = [regularPrice, salePrice, saleFrom, saleTo, now];
        const { rows } = await pool.query('select price_at($1, $2, $3, $4, $5) as price', values);
        expect(rows[0].price).toBe(
          toPriceView(createScheduledPrice({ regularPrice, salePrice, saleFrom, saleTo }), now)?.current,
        );
      }),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { pricingSettings } from '../settings.ts';
import { runSteps } from './calculate.ts';
import type { CalculationInput, ShippingOption } from './calculation.ts';
import { type Coupon, type ShippingContents, type ShippingQuote, shippingRateSources } from './ports.ts';
import { type Prepared, prepare } from './prepare.ts';

const coupon: Coupon = {
  ...{ source: 'coupon:1', id: 1, code: 'SHIP', priority: 10, productIds: null },
  ...{ excludesSaleItems: false, isIndividual: false, minSpend: null, maxSpend: null, maxItems: null },
  ...{ isFreeShipping: true, discount: { type: 'none' } },
};
const parcel: ShippingOption = { id: 'flat_rate:1', title: 'Parcel', amount: 500, isPickup: false };
const gift: ShippingOption = { id: 'free_shipping:1', title: 'Gift', amount: 0, isPickup: false, needsCoupon: true };

const input: CalculationInput = {
  lines: [
    {
      ...{ key: 'a', productId: 1, quantity: 1, unitPrice: 2000, agreedPrice: null, taxClass: 'standard' },
      ...{ taxStatus: 'taxable', needsShipping: true, weightGrams: null, shippingClass: null },
    },
  ],
  ...{ currency: 'EUR', at: new Date(0), fees: [], customer: null, coupons: ['SHIP'] },
  ...{ shippingAddress: null, billingAddress: null, shippingMethodIds: null },
};

const prepared: Prepared = {
  ...{ pricesIncludeTax: true, promotions: [], coupons: [{ code: 'SHIP', coupon }], baseRates: [], rates: [] },
  ...{ isTaxByAddress: false, isEstimate: false, quoteShipping: null },
  taxRules: { rounding: 'line', otherZones: 'same-gross', shippingClass: 'proportional' },
};

const noQuote: ShippingQuote = { options: [], refusals: [], freeShipping: null };

function calculate(methodId: string, quote: (contents: ShippingContents) => Partial<ShippingQuote>) {
  const quoteShipping = (contents: ShippingContents) => ({ ...noQuote, ...quote(contents) });
  return runSteps({ ...input, shippingMethodIds: [methodId] }, { ...prepared, quoteShipping });
}

describe('a coupon for free shipping', () => {
  it('makes the chosen method free', () => {
    const { totals, coupons, adjustments } = calculate('flat_rate:1', () => ({ options: [parcel] }));
    expect(totals).toMatchObject({ shippingTotal: 0, total: 2000 });
    expect(coupons).toMatchObject([{ code: 'SHIP', isUsed: true }]);
    expect(adjustments).toMatchObject([{ source: 'coupon:1', lineKey: null, amount: -500 }]);
  });

  it('makes only the method free that asks for one, and is used by it alone', () => {
    const quote = ({ hasFreeShippingCoupon }: ShippingContents) => ({
      options: hasFreeShippingCoupon ? [parcel, gift] : [parcel],
      hasCouponMethod: true,
    });
    const [paid, free] = [calculate('flat_rate:1', quote), calculate('free_shipping:1', quote)];
    expect([paid.totals.total, free.totals.total]).toEqual([2500, 2000]);
    expect([paid.coupons[0]?.isUsed, free.coupons[0]?.isUsed]).toEqual([false, true]);
  });

  it('makes no method free while the one that asks for it is refused', () => {
    const { totals, coupons } = calculate('flat_rate:1', () => ({ options: [parcel], hasCouponMethod: true }));
    expect(totals).toMatchObject({ shippingTotal: 500, total: 2500 });
    expect(coupons).toMatchObject([{ isUsed: false }]);
  });

  it('makes only the option free that asks for one, of a feature that says nothing about its methods', async () => {
    const quotes = [
      { ...noQuote, options: [parcel] },
      { ...noQuote, options: [gift] },
    ];
    const shop = {
      choices: { countries: [] },
      settings: () => pricingSettings.schema.parse({}),
      implementations: (port: unknown) =>
        port === shippingRateSources ? quotes.map((quote) => () => () => quote) : [],
    } as unknown as Shop;
    const { quoteShipping } = await prepare(shop, {} as Db, input);
    const sum = () => calculate('flat_rate:1', (contents) => quoteShipping?.(contents) ?? {}).totals.total;
    expect(sum()).toBe(2500);
  });
});

import { describe, expect, it } from 'vitest';
import { runSteps } from './calculate.ts';
import type { ShippingOption } from './calculation.ts';
import type { Coupon, ShippingContents, ShippingQuote } from './ports.ts';

const coupon: Coupon = {
  ...{ source: 'coupon:1', id: 1, code: 'SHIP', priority: 10, productIds: null },
  ...{ excludesSaleItems: false, isIndividual: false, minSpend: null, maxSpend: null, maxItems: null },
  ...{ isFreeShipping: true, discount: { type: 'none' } },
};
const parcel: ShippingOption = { id: 'flat_rate:1', title: 'Parcel', amount: 500, isPickup: false };
const gift: ShippingOption = { id: 'free_shipping:1', title: 'Gift', amount: 0, isPickup: false, needsCoupon: true };

function calculate(methodId: string, quote: (contents: ShippingContents) => Partial<ShippingQuote>) {
  const line = {
    ...{ key: 'a', productId: 1, quantity: 1, unitPrice: 2000, agreedPrice: null, taxClass: 'standard' },
    ...{ taxStatus: 'taxable' as const, needsShipping: true, weightGrams: null, shippingClass: null },
  };
  return runSteps(
    {
      ...{ currency: 'EUR', at: new Date(0), lines: [line], fees: [], customer: null, coupons: ['SHIP'] },
      ...{ shippingAddress: null, billingAddress: null, shippingMethodIds: [methodId] },
    },
    {
      ...{ pricesIncludeTax: true, promotions: [], coupons: [{ code: 'SHIP', coupon }], baseRates: [], rates: [] },
      ...{ isTaxByAddress: false, isEstimate: false },
      taxRules: { rounding: 'line', otherZones: 'same-gross', shippingClass: 'proportional' },
      quoteShipping: (contents) => ({ options: [], refusals: [], freeShipping: null, ...quote(contents) }),
    },
  );
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
});

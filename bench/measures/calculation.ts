import { calculate } from '#features/pricing/calculate/calculate.ts';
import type { CalculationLine } from '#features/pricing/calculate/calculation.ts';
import {
  couponSource,
  promotionSources,
  shippingRateSources,
  taxRateSources,
} from '#features/pricing/calculate/ports.ts';
import { pricingSettings } from '#features/pricing/settings.ts';
import { findCoupons } from '#features/promotions/coupons/find-coupons.ts';
import { findPromotions } from '#features/promotions/promotions.ts';
import { shippingSettings } from '#features/shipping/settings.ts';
import { loadZoneRates } from '#features/shipping/shipping-rates.ts';
import { findImportedRates } from '#features/taxes/find-rates.ts';
import type { Db } from '#platform/database/database.ts';
import { createPorts, providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Measure } from '../bench.ts';
import { openShop, openShopDatabase } from '../shop.ts';

const runs = 400;

/** `calculate` in this process, with rates, promotions and coupons that are rolled back. */
export const calculation: Measure = async ({ dataDir }) => {
  const owner = await openShop(dataDir);
  const database = openShopDatabase(dataDir);
  try {
    const value = await measureInTransaction(database.db);
    return [{ what: 'calculate a cart of 50 lines, median', value, unit: 'ms', goal: { atMost: 5 } }];
  } finally {
    await database.close();
    await owner.stop();
  }
};

class Rollback extends Error {}

async function measureInTransaction(db: Db): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  await db
    .transaction(async (tx) => {
      await tx.execute(`insert into tax_rates (country, percent, name, tax_class, priority, compound) values
        ('IE', 23, 'VAT', 'standard', 1, false), ('IE', 2, 'Levy', 'standard', 2, true), ('IE', 13.5, 'VAT', 'reduced-rate', 1, false)`);
      await tx.execute(`insert into promotions (name, percent, currency, product_ids) values
        ('Sale', 10, 'EUR', null), ('Bowls', 5, 'EUR', array[1, 2, 3])`);
      await tx.execute(`insert into promotions (name, bundle_quantity, bundle_free, currency, category_ids, tier_group)
        select 'Three for two', 3, 1, 'EUR', array_agg(id), 'bundles' from (select id from categories order by id limit 5) c`);
      await tx.execute(`insert into coupons (code, code_key, percent, currency, usage_limit, usage_limit_per_customer, excluded_category_ids)
        select 'TEN', 'ten', 10, 'EUR', 1000, 1, array_agg(id) from (select id from categories order by id desc limit 5) c`);
      await tx.execute(`insert into coupons (code, code_key, amount, amount_per, currency, max_items, free_shipping)
        values ('FIVE', 'five', 500, 'item', 'EUR', 10, true)`);
      resolve(await measureCalculation(tx));
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return promise;
}

async function measureCalculation(db: Db): Promise<number> {
  const shop = createCalculatingShop();
  const address = { country: 'IE', state: '', postcode: 'T12 W8KP', city: 'Cork' };
  const times: number[] = [];
  for (let run = 0; run < runs * 2; run += 1) {
    const start = performance.now();
    const { problems } = await calculate(shop, db, {
      ...{ currency: 'EUR', at: new Date(), lines: createLines(50), fees: [] },
      ...{ coupons: ['ten', 'five'], customer: { id: null, email: 'ada@example.com', isTaxExempt: false } },
      ...{ shippingAddress: address, billingAddress: address, shippingMethodIds: [] },
    });
    if (problems.length > 0) throw new Error(`the cart has problems: ${problems[0]?.code}`);
    if (run >= runs) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[runs / 2] ?? Number.NaN;
}

/** The zone of the measured address is the third; its methods are one of each type. */
const zones = [
  { name: 'Dublin', places: [{ country: 'IE', postcodes: ['D0*', 'D1*', 'A94*'] }] },
  { name: 'California', places: [{ country: 'US', states: ['CA'], postcodes: ['90000...96199'] }] },
  {
    name: 'Ireland',
    places: [{ country: 'IE' }],
    methods: [
      {
        ...{ type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: '5 + 0.50 * [qty]', noClassCost: 100 },
        classCosts: { fragile: '[fee percent="5" min="2" max="10"]' },
      },
      { type: 'free_shipping', id: 'free_shipping:1', title: 'Free', requires: 'minimum', minimum: 10_000 },
      {
        type: 'table',
        id: 'table:1',
        title: 'Freight',
        by: 'weight',
        rows: [{ cost: 900, stepSize: 1000, stepCost: 80 }],
      },
      { type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup', places: [{ id: 'studio', title: 'The studio' }] },
    ],
  },
];

/** The parts of a shop that calculations use. */
function createCalculatingShop(): Shop {
  const shipping = shippingSettings.schema.parse({ zones });
  const pricing = pricingSettings.schema.parse({});
  const implementations = createPorts([
    ...providePort(taxRateSources, [findImportedRates]),
    ...providePort(promotionSources, [findPromotions]),
    ...providePort(couponSource, [findCoupons]),
    ...providePort(shippingRateSources, [loadZoneRates]),
  ]);
  const choices = { taxDisplay: 'including', countries: ['IE'], currency: 'EUR' };
  const settings = (definition: unknown) => (definition === shippingSettings ? shipping : pricing);
  return { choices, settings, implementations } as unknown as Shop;
}

function createLines(count: number): CalculationLine[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ key: `line-${index}`, productId: index, quantity: 1 + (index % 4), unitPrice: 999 + index * 37 },
    ...{ agreedPrice: null, taxClass: index % 3 === 0 ? 'reduced-rate' : 'standard', taxStatus: 'taxable' },
    ...{ needsShipping: true, weightGrams: 250 + index, shippingClass: index % 5 === 0 ? 'fragile' : null },
  }));
}

import { callSoakMutation, runSoakCommand, type SoakShop } from './build-shop.ts';

/** Values of the form of coupons. */
interface SoakCoupon {
  readonly code: string;
  readonly [field: string]: unknown;
}

/** Opens the Irish zone's free shipping, and makes every option of Dublin free. */
export const freeShippingCode = 'POSTFREE';

const coupons: readonly SoakCoupon[] = [
  ...[1, 2, 3, 4, 5, 6].map((number) => ({ code: `ONCE-${number}`, type: 'percent', amount: '20', usageLimit: 1 })),
  { code: 'FEW', type: 'cart', amount: '5.00', usageLimit: 15, minSpend: 2000 },
  { code: 'MANY', type: 'percent', amount: '10' },
  { code: 'PERSON', type: 'item', amount: '2.00', maxItems: 3, usageLimitPerCustomer: 1 },
  { code: 'ALONE', type: 'percent', amount: '15', individualUse: true, usageLimit: 30, usageLimitPerCustomer: 2 },
  { code: freeShippingCode, type: 'free-shipping', freeShipping: true, usageLimit: 40 },
];

const expiredCode = 'PAST';
const disabledCode = 'OFF';

/** Codes that apply to some carts. */
export const validCodes: readonly string[] = coupons.map(({ code }) => code);
/** A code that always applies, for orders of the shop's own. */
export const unlimitedCode = 'MANY';
export const wrongCodes: readonly string[] = [expiredCode, disabledCode, 'GUESSED', 'x'.repeat(900)];

/** Besides the one that is there from the start: a bundle, two tiers and free shipping. */
const listPromotions = (bowl: number, jug: number): readonly Readonly<Record<string, unknown>>[] => [
  { name: 'Three bowls for two', bundleQuantity: 3, bundleFree: 1, productIds: [bowl] },
  { name: '5 off from 80', amount: 500, minSpend: 8000, tierGroup: 'spend' },
  { name: '12 off from 150', amount: 1200, minSpend: 15_000, tierGroup: 'spend' },
  { name: 'First jug', percent: 5, productIds: [jug], firstOrderOnly: true },
  { name: 'Free shipping from 250', freeShipping: true, minSpend: 25_000 },
];

/** A zone of the soak, within the country where all shoppers live. Postcodes of others don't begin with D. */
interface SoakZone {
  readonly name: string;
  /** SQL that tells whether a postcode `a.postcode` is in the zone. */
  readonly hasPostcode: string;
  /** Options of `shop shipping zones add`. */
  readonly places: readonly string[];
  /** Arguments of `shop shipping methods add` after the zone. */
  readonly methods: readonly (readonly string[])[];
  /**
   * Cost in minor units before discounts by id of the option: SQL with `units`, the number of items,
   * and `goods`, what they cost after discounts.
   */
  readonly costs: Readonly<Record<string, string>>;
}

export const soakZones: readonly SoakZone[] = [
  {
    name: 'Dublin',
    hasPostcode: `a.postcode like 'D%'`,
    places: ['--countries', 'IE', '--postcodes', 'D*'],
    methods: [
      ['flat_rate', 'Courier', '--id', 'flat_rate:courier', '--cost', '4 + 0.50 * [qty]'],
      ['local_pickup', 'Pickup', '--id', 'local_pickup:1', '--places', 'studio=The studio; market=The market'],
    ],
    costs: { 'flat_rate:courier': '400 + 50 * units', 'local_pickup:studio': '0', 'local_pickup:market': '0' },
  },
  {
    name: 'Ireland',
    hasPostcode: `a.postcode not like 'D%'`,
    places: ['--countries', 'IE'],
    methods: [
      ['table', 'Parcel', '--id', 'table:parcel', '--by', 'total', '--rows', '0-4999=7.00; 5000-=5.00'],
      [
        ...['free_shipping', 'Free parcel', '--id', 'free_shipping:parcel'],
        ...['--requires', 'minimum-or-coupon', '--minimum', '150.00'],
      ],
    ],
    costs: { 'table:parcel': 'case when goods < 5000 then 700 else 500 end', 'free_shipping:parcel': '0' },
  },
];

/** Of Cork and Dublin: one in each zone. */
export const postcodes = ['T12 X4Y5', 'D02 X285'] as const;

/** Creates the coupons, promotions and zones of the soak as an owner does, while the shop runs. */
export async function createSoakRules(shop: SoakShop): Promise<void> {
  const half = { type: 'percent', amount: '50' };
  const past = { ...half, code: expiredCode, endsAt: '2020-01-01T00:00:00Z' };
  for (const coupon of [...coupons, past]) await callSoakMutation(shop, 'promotions.save-coupon', coupon);
  const { id } = await callSoakMutation(shop, 'promotions.save-coupon', { ...half, code: disabledCode });
  await callSoakMutation(shop, 'promotions.end-coupon', {}, id);
  const [bowl, jug] = [await findProductId(shop, 'SOAK-BOWL'), await findProductId(shop, 'SOAK-JUG')];
  for (const promotion of listPromotions(bowl, jug))
    await callSoakMutation(shop, 'promotions.save-promotion', promotion);
  for (const { name, places, methods } of soakZones) {
    await runSoakCommand(shop, 'shipping', 'zones', 'add', name, ...places);
    for (const method of methods) await runSoakCommand(shop, 'shipping', 'methods', 'add', name, ...method);
  }
}

async function findProductId(shop: SoakShop, sku: string): Promise<number> {
  const { id } = JSON.parse(await runSoakCommand(shop, 'products', 'show', sku, '--json')) as { readonly id: number };
  return id;
}

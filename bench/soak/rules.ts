import { runSoakCommand, type SoakShop } from './build-shop.ts';

interface SoakCoupon {
  readonly code: string;
  /** Options of `shop coupons create`. */
  readonly options: readonly string[];
}

/** Opens the Irish zone's free shipping, and makes every option of Dublin free. */
export const freeShippingCode = 'POSTFREE';

const coupons: readonly SoakCoupon[] = [
  ...[1, 2, 3, 4, 5, 6].map((number) => ({ code: `ONCE-${number}`, options: ['--percent', '20', '--limit', '1'] })),
  { code: 'FEW', options: ['--amount', '5.00', '--limit', '15', '--min-spend', '20.00'] },
  { code: 'MANY', options: ['--percent', '10'] },
  {
    code: 'PERSON',
    options: ['--amount', '2.00', '--per-item', '--max-items', '3', '--limit-per-customer', '1'],
  },
  { code: 'ALONE', options: ['--percent', '15', '--individual', '--limit', '30', '--limit-per-customer', '2'] },
  { code: freeShippingCode, options: ['--free-shipping', '--limit', '40'] },
];

const expiredCode = 'PAST';
const disabledCode = 'OFF';

/** Codes that apply to some carts. */
export const validCodes: readonly string[] = coupons.map(({ code }) => code);
/** A code that always applies, for orders of the shop's own. */
export const unlimitedCode = 'MANY';
export const wrongCodes: readonly string[] = [expiredCode, disabledCode, 'GUESSED', 'x'.repeat(900)];

/** Besides the one that is there from the start: a bundle, two tiers and free shipping. */
const promotions: readonly (readonly string[])[] = [
  ['Three bowls for two', '--bundle', '3:2', '--products', 'SOAK-BOWL'],
  ['5 off from 80', '--amount', '5.00', '--min-spend', '80.00', '--tier-group', 'spend'],
  ['12 off from 150', '--amount', '12.00', '--min-spend', '150.00', '--tier-group', 'spend'],
  ['First jug', '--percent', '5', '--products', 'SOAK-JUG', '--first-order'],
  ['Free shipping from 250', '--free-shipping', '--min-spend', '250.00'],
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
  for (const { code, options } of coupons) await runSoakCommand(shop, 'coupons', 'create', code, ...options);
  await runSoakCommand(shop, 'coupons', 'create', expiredCode, '--percent', '50', '--to', '2020-01-01');
  await runSoakCommand(shop, 'coupons', 'create', disabledCode, '--percent', '50');
  await runSoakCommand(shop, 'coupons', 'disable', disabledCode);
  for (const promotion of promotions) await runSoakCommand(shop, 'promotions', 'add', ...promotion);
  for (const { name, places, methods } of soakZones) {
    await runSoakCommand(shop, 'shipping', 'zones', 'add', name, ...places);
    for (const method of methods) await runSoakCommand(shop, 'shipping', 'methods', 'add', name, ...method);
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShippingContents, ShippingQuote, TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { quoteAddress as quoteIn } from './compile-zones.ts';
import { type ShippingZone, shippingSettings } from './settings.ts';
import { canShippingCostChange } from './shipping-rates.ts';

type Line = readonly [total: number, quantity: number, weightGrams?: number | null, shippingClass?: string | null];

function createShop(zones: readonly unknown[]): Pick<Shop, 'settings' | 'choices'> {
  const settings = shippingSettings.schema.parse({ zones });
  return { settings: () => settings, choices: { currency: 'EUR' } } as unknown as Shop;
}

function toContents(lines: readonly Line[], facts: Partial<ShippingContents> = {}): ShippingContents {
  const sum = lines.reduce((total, [amount]) => total + amount, 0);
  return {
    lines: lines.map(([total, quantity, weightGrams = null, shippingClass = null], index) => ({
      line: {
        ...{
          key: `line-${index}`,
          productId: index,
          quantity,
          unitPrice: 0,
          agreedPrice: null,
          weightGrams,
          shippingClass,
        },
        ...{ taxClass: 'standard', taxStatus: 'taxable', needsShipping: true },
      },
      total,
    })),
    ...{ itemsSubtotal: sum, itemsTotal: sum, hasFreeShippingCoupon: false },
    ...facts,
  };
}

const quoteAddress = (shop: ReturnType<typeof createShop>, address: TaxAddress) => quoteIn(shop, address, 'EUR');

const dublin: TaxAddress = { country: 'IE', state: '', postcode: 'D02 X285', city: '' };
const listAmounts = ({ options }: ShippingQuote) => Object.fromEntries(options.map(({ id, amount }) => [id, amount]));

/** What the methods of a single zone cost. */
function quoteMethods(methods: readonly unknown[], lines: readonly Line[], facts: Partial<ShippingContents> = {}) {
  return quoteAddress(createShop([{ name: 'All', methods }]), dublin)(toContents(lines, facts));
}

describe('the zone of an address', () => {
  const method = (id: string) => [{ type: 'flat_rate', id: `flat_rate:${id}`, title: id }];
  const shop = createShop([
    { name: 'Dublin', places: [{ country: 'IE', postcodes: ['D0*', 'd1*', 'A94 X2Y5'] }], methods: method('dublin') },
    {
      name: 'West coast',
      places: [
        { country: 'US', states: ['CA', 'or'] },
        { country: 'US', states: ['WA'], postcodes: ['98000...98199'] },
        { country: 'NO', postcodes: ['0001...0999'] },
      ],
      methods: method('west'),
    },
    { name: 'Europe', places: [{ country: 'IE' }, { country: 'DE' }], methods: method('europe') },
    { name: 'Not Cuba', places: [{ country: 'CU' }] },
    { name: 'Everywhere else', methods: method('else') },
  ]);

  it.each<[string, Partial<TaxAddress>, string]>([
    ['the beginning of a postcode', { country: 'IE', postcode: 'D02 X285' }, 'dublin'],
    ['a postcode in small letters without spaces', { country: 'IE', postcode: 'd14x285' }, 'dublin'],
    ['a whole postcode', { country: 'IE', postcode: 'A94X2Y5' }, 'dublin'],
    ['another postcode than the whole one', { country: 'IE', postcode: 'A94X2Y6' }, 'europe'],
    ['a later zone of the country', { country: 'IE', postcode: 'T12 W8KP' }, 'europe'],
    ['no postcode', { country: 'IE' }, 'europe'],
    ['a state', { country: 'US', state: 'CA' }, 'west'],
    ['a state in small letters', { country: 'US', state: 'OR' }, 'west'],
    ['a range in a state', { country: 'US', state: 'WA', postcode: '98101' }, 'west'],
    ['a ZIP+4 code in a range', { country: 'US', state: 'WA', postcode: '98199-1234' }, 'west'],
    ['a postcode outside the range', { country: 'US', state: 'WA', postcode: '98200' }, 'else'],
    ['the range of another state', { country: 'US', state: 'NY', postcode: '98101' }, 'else'],
    ['zeros before a postcode', { country: 'NO', postcode: '0150' }, 'west'],
    ['too short a postcode', { country: 'NO', postcode: '150' }, 'else'],
    ['a postcode that is code', { country: 'IE', postcode: '<script>alert(1)</script>' }, 'europe'],
    ['a postcode of a megabyte', { country: 'NO', postcode: '9'.repeat(1_000_000) }, 'else'],
    ['an unknown country', { country: '' }, 'else'],
  ])('is decided by %s', (_, facts, expected) => {
    const quote = quoteAddress(shop, { country: '', state: '', postcode: '', city: '', ...facts })(
      toContents([[1, 1]]),
    );
    expect(quote.options.map(({ title }) => title)).toEqual([expected]);
  });

  it('may have no methods, and is not shipped to', () => {
    const quote = quoteAddress(shop, { ...dublin, country: 'CU' })(toContents([[1, 1]]));
    expect(quote).toEqual({ options: [], refusals: [{ code: 'NO_METHODS' }], freeShipping: null });
  });

  it('has amounts of its currency, which are for no cart in another one', () => {
    const methods = [{ type: 'flat_rate', id: 'flat_rate:1', title: 'Post', cost: '5' }];
    const quote = (zoneCurrency: string | undefined, currency: string) =>
      quoteIn(createShop([{ name: 'All', currency: zoneCurrency, methods }]), dublin, currency)(toContents([[100, 1]]));
    expect(quote('EUR', 'EUR').options).toEqual(quote(undefined, 'EUR').options);
    expect(listAmounts(quote('JPY', 'JPY'))).toEqual({ 'flat_rate:1': 5 });
    for (const refused of [quote('USD', 'EUR'), quote('EUR', 'USD'), quote(undefined, 'USD')])
      expect(refused).toEqual({ options: [], refusals: [{ code: 'NO_METHODS' }], freeShipping: null });
  });

  it('may be missing for a country, or for a part of it', () => {
    const places = [{ country: 'IE', postcodes: ['D0*'] }];
    const few = createShop([{ name: 'Dublin', places, methods: method('dublin') }]);
    const refuse = (facts: Partial<TaxAddress>) =>
      quoteAddress(few, { ...dublin, ...facts })(toContents([[1, 1]])).refusals;
    expect(refuse({ postcode: 'T12 W8KP' })).toEqual([{ code: 'NO_ZONE', isCountryServed: true }]);
    expect(refuse({ country: 'FR' })).toEqual([{ code: 'NO_ZONE', isCountryServed: false }]);
  });

  it('tells whether the cost can change', () => {
    expect(canShippingCostChange(shop)).toBe(true);
    expect(canShippingCostChange(createShop([{ name: 'All', methods: method('one') }]))).toBe(false);
    const places = [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ];
    const pickup = [{ type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup', places }];
    expect(canShippingCostChange(createShop([{ name: 'All', methods: pickup }]))).toBe(true);
  });
});

const flat = (facts: object) => ({ type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', ...facts });
const free = (facts: object) => ({ type: 'free_shipping', id: 'free_shipping:1', title: 'Free', ...facts });
const byWeight = {
  ...{ type: 'table', id: 'table:1', title: 'Freight', by: 'weight' },
  rows: [
    { to: 2000, cost: 500 },
    { from: 2000, to: 10_000, cost: 800, stepSize: 1000, stepCost: 150 },
  ],
};
/** 2 bowls for 24.00 that weigh 800 g each, and a fragile jug for 30.00 that weighs 1.5 kg. */
const cart: readonly Line[] = [
  [2400, 2, 800],
  [3000, 1, 1500, 'fragile'],
];

/** Amounts in cents. Each can be checked by hand. */
describe('a worked example of shipping costs', () => {
  it.each<[string, unknown, readonly Line[], Record<string, number>]>([
    ['a fixed amount', flat({ cost: 690 }), cart, { 'flat_rate:1': 690 }],
    ['5.00 and 1.50 for each of 3 items', flat({ cost: '5 + 1.50 * [qty]' }), cart, { 'flat_rate:1': 950 }],
    ['10 % of 54.00, at most 5.00', flat({ cost: '[fee percent="10" max="5"]' }), cart, { 'flat_rate:1': 500 }],
    [
      '5.00 and 4.00 for the fragile jug',
      flat({ cost: 500, classCosts: { fragile: 400 } }),
      cart,
      { 'flat_rate:1': 900 },
    ],
    [
      '5.00, 10 % of the jug and 0.50 for each of 2 others',
      flat({ cost: 500, classCosts: { fragile: '[cost] * 0.1' }, noClassCost: '0.50 * [qty]' }),
      cart,
      { 'flat_rate:1': 500 + 300 + 100 },
    ],
    [
      'the highest of 3.00 and 1.00, not both',
      flat({ cost: 500, classCosts: { fragile: 300 }, noClassCost: 100, classRule: 'highest' }),
      cart,
      { 'flat_rate:1': 800 },
    ],
    ['a class that no item has', flat({ cost: 500, classCosts: { bulky: 900 } }), cart, { 'flat_rate:1': 500 }],
    ['free from 54.00', flat({ cost: 690, freeFrom: 5400 }), cart, { 'flat_rate:1': 0 }],
    ['not yet free', flat({ cost: 690, freeFrom: 5401 }), cart, { 'flat_rate:1': 690 }],
    ['3.1 kg: 8.00 and two started kilograms above 2 kg', byWeight, cart, { 'table:1': 1100 }],
    ['2 kg, included in the first row', byWeight, [[1000, 1, 2000]], { 'table:1': 500 }],
    ['unknown weight: 0 g', byWeight, [[1000, 4]], { 'table:1': 500 }],
    ['12.5 kg: too heavy', byWeight, [[1000, 5, 2500]], {}],
    [
      'a table by the number of items',
      {
        ...byWeight,
        by: 'quantity',
        rows: [
          { to: 2, cost: 300 },
          { from: 3, cost: 700 },
        ],
      },
      cart,
      { 'table:1': 700 },
    ],
    [
      'a table by their total',
      {
        ...byWeight,
        by: 'total',
        rows: [
          { to: 5000, cost: 300 },
          { from: 5001, cost: 100 },
        ],
      },
      cart,
      { 'table:1': 100 },
    ],
    [
      'two places of pickup',
      {
        ...{ type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup', cost: 100 },
        places: [
          { id: 'studio', title: 'Studio', detail: '1 Quay Lane' },
          { id: 'market', title: 'Market' },
        ],
      },
      cart,
      { 'local_pickup:studio': 100, 'local_pickup:market': 100 },
    ],
  ])('%s', (_, method, lines, expected) => {
    expect(listAmounts(quoteMethods([method], lines))).toEqual(expected);
  });

  it.each<[string, object, Partial<ShippingContents>, boolean, number | null]>([
    ['requires nothing', {}, {}, true, null],
    ['has its minimum', { requires: 'minimum', minimum: 5400 }, {}, true, 0],
    ['lacks 0.01', { requires: 'minimum', minimum: 5401 }, {}, false, 1],
    [
      'has its minimum before discounts only',
      { requires: 'minimum', minimum: 5400 },
      { itemsTotal: 4000 },
      false,
      1400,
    ],
    ['counts full prices', { requires: 'minimum', minimum: 5400, minimumOf: 'full' }, { itemsTotal: 4000 }, true, 0],
    ['lacks a coupon', { requires: 'coupon' }, {}, false, null],
    ['has a coupon', { requires: 'coupon' }, { hasFreeShippingCoupon: true }, true, null],
    ['lacks both, where one is enough', { requires: 'minimum-or-coupon', minimum: 6000 }, {}, false, 600],
    [
      'has the coupon alone',
      { requires: 'minimum-or-coupon', minimum: 6000 },
      { hasFreeShippingCoupon: true },
      true,
      null,
    ],
    ['has the minimum alone, and needs both', { requires: 'minimum-and-coupon', minimum: 5000 }, {}, false, null],
    [
      'has the coupon, and needs both',
      { requires: 'minimum-and-coupon', minimum: 6000 },
      { hasFreeShippingCoupon: true },
      false,
      600,
    ],
    ['has both', { requires: 'minimum-and-coupon', minimum: 5000 }, { hasFreeShippingCoupon: true }, true, 0],
  ])('free shipping that %s', (_, facts, contents, isOffered, missing) => {
    const quote = quoteMethods([free(facts)], cart, contents);
    expect(quote.options.length > 0).toBe(isOffered);
    expect(quote.refusals.length > 0).toBe(!isOffered);
    expect(quote.freeShipping?.missing ?? null).toBe(missing);
  });

  it('says why methods do not apply', () => {
    const methods = [byWeight, free({ requires: 'minimum', minimum: 20_000 }), flat({ cost: '1 / ([qty] - 5)' })];
    expect(quoteMethods(methods, [[1000, 5, 2500]]).refusals).toEqual([
      { code: 'OUTSIDE_TABLE', methodId: 'table:1', title: 'Freight', by: 'weight', value: 12_500, max: 10_000 },
      { code: 'MINIMUM_NOT_REACHED', methodId: 'free_shipping:1', title: 'Free', missing: 19_000 },
      { code: 'COST_UNDEFINED', methodId: 'flat_rate:1', title: 'Parcel' },
    ]);
  });

  it('has the free shipping that is nearest', () => {
    const methods = [flat({ cost: 500, freeFrom: 9000 }), free({ requires: 'minimum', minimum: 6000 })];
    expect(quoteMethods(methods, cart).freeShipping).toEqual({ minimum: 6000, missing: 600 });
  });
});

describe('settings of zones', () => {
  const parse = (zones: unknown) =>
    shippingSettings.schema.safeParse({ zones }).error?.issues.map(({ message }) => message);
  const zone = (facts: object) => ({ name: 'All', ...facts });

  it.each<[string, unknown, string]>([
    [
      'a wrong formula',
      [zone({ methods: [flat({ cost: '5 +' })] })],
      "the formula '5 +' is not valid: expected a number",
    ],
    ['an id without method', [zone({ methods: [flat({ id: ':1' })] })], 'expected something like flat_rate:1'],
    ['equal ids', [zone({ methods: [flat({}), flat({})] })], 'two options of the zone have the same id'],
    ['equal names', [zone({ places: [{ country: 'IE' }] }), zone({ name: 'ALL' })], 'two zones have the same name'],
    ['a zone after everywhere', [zone({}), zone({ name: 'More' })], 'a zone without places must be the last'],
    [
      'a missing minimum',
      [zone({ methods: [free({ requires: 'minimum' })] })],
      'expected the minimum that is required',
    ],
    [
      'a wrong postcode',
      [zone({ places: [{ country: 'IE', postcodes: ['D*0'] }] })],
      'expected a postcode, D0* or 1000...1999',
    ],
    [
      'an empty row',
      [zone({ methods: [{ ...byWeight, rows: [{ from: 5, to: 2, cost: 1 }] }] })],
      'expected at least `from`',
    ],
  ])('are refused with %s', (_, zones, message) => {
    expect(parse(zones)?.join('; ')).toContain(message);
  });

  it('may have one method in several zones', () => {
    expect(
      parse([{ name: 'A', places: [{ country: 'IE' }], methods: [flat({})] }, zone({ methods: [flat({})] })]),
    ).toBeUndefined();
  });
});

const costs = fc.oneof(
  fc.nat(10_000),
  fc.constantFrom('5 + 1.50 * [qty]', '[fee percent="10" min="4" max="20"]', '[cost] / [qty] - 7', '1 / ([qty] - 2)'),
);
const freeFrom = fc.option(fc.nat(50_000), { nil: undefined });
const method = fc.oneof(
  fc.record({
    ...{
      type: fc.constant('flat_rate'),
      cost: costs,
      classCosts: fc.dictionary(fc.constantFrom('fragile', 'bulky'), costs),
    },
    ...{ noClassCost: costs, classRule: fc.constantFrom('per-class', 'highest'), freeFrom },
  }),
  fc.record({
    ...{
      type: fc.constant('free_shipping'),
      minimum: fc.nat(50_000),
      minimumOf: fc.constantFrom('full', 'discounted'),
    },
    requires: fc.constantFrom('nothing', 'minimum', 'coupon', 'minimum-or-coupon', 'minimum-and-coupon'),
  }),
  fc.record({ type: fc.constant('local_pickup'), cost: fc.nat(1000), freeFrom }),
  fc.record({
    ...{ type: fc.constant('table'), by: fc.constantFrom('weight', 'total', 'quantity'), freeFrom },
    rows: fc.array(
      fc
        .record({ from: fc.nat(5000), length: fc.nat(5000), cost: fc.nat(5000), step: fc.nat(500) })
        .map(({ from, length, cost, step }) => ({ from, to: from + length, cost, stepSize: step + 1, stepCost: step })),
      { minLength: 1, maxLength: 4 },
    ),
  }),
);
const place = fc.record({
  country: fc.constantFrom('IE', 'US'),
  states: fc.constantFrom(undefined, ['CA'], ['NY', 'CA']),
  postcodes: fc.constantFrom(undefined, ['D0*'], ['90000...96199', '10001']),
});
const zones = fc
  .array(
    fc.record({ places: fc.array(place, { minLength: 1, maxLength: 3 }), methods: fc.array(method, { maxLength: 4 }) }),
    { maxLength: 4 },
  )
  .map((list) =>
    list.map(({ places, methods }, index) => ({
      ...{ name: `Zone ${index}`, places },
      methods: methods.map((each, position) => ({
        ...each,
        id: `${each.type}:${position}`,
        title: `Method ${position}`,
      })),
    })),
  );
const lines = fc.array(
  fc.tuple(
    fc.nat(50_000),
    fc.integer({ min: 1, max: 20 }),
    fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
    fc.constantFrom(null, 'fragile', 'bulky'),
  ),
  { minLength: 1, maxLength: 8 },
);
const addresses = fc.record({
  country: fc.constantFrom('IE', 'US', 'FR'),
  state: fc.constantFrom('', 'CA', 'ny'),
  postcode: fc.constantFrom('', 'D02 X285', '90210', '10001-1234', '🚚'),
  city: fc.constant(''),
});

describe('quotes of random carts in random zones', () => {
  it('are never negative, explain themselves, and depend neither on time nor on the order of the lines', () => {
    fc.assert(
      fc.property(zones, lines, addresses, fc.boolean(), (list, cartLines, address, hasFreeShippingCoupon) => {
        const contents = toContents(cartLines, { hasFreeShippingCoupon });
        const quote = quoteAddress(createShop(list), address)(contents);
        for (const { amount } of quote.options) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        expect(quote.options.length + quote.refusals.length).toBeGreaterThan(0);
        if (quote.freeShipping) expect(quote.freeShipping.missing).toBeGreaterThanOrEqual(0);
        const reversed = { ...contents, lines: contents.lines.toReversed() };
        expect(quoteAddress(createShop(list), address)(reversed)).toEqual(quote);
      }),
      { numRuns: 500 },
    );
  });

  it('are those of the first zone with the address, whatever follows it', () => {
    fc.assert(
      fc.property(zones, lines, addresses, (list, cartLines, address) => {
        const quote = (some: readonly Partial<ShippingZone>[] | readonly unknown[]) =>
          quoteAddress(createShop(some), address)(toContents(cartLines));
        const first = list.findIndex((zone) => quote([zone]).refusals[0]?.code !== 'NO_ZONE');
        if (first >= 0) expect(quote(list)).toEqual(quote(list.slice(0, first + 1)));
      }),
    );
  });
});

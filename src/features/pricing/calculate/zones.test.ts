import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type ShippingZone, shippingSettings } from '#features/shipping/settings.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { pricingSettings } from '../settings.ts';
import { getOnlyPackage, listSelectedShipping } from '../shipping/packages.ts';
import { calculate } from './calculate.ts';
import type { Calculation, CalculationInput, CalculationLine, TaxAddress } from './calculation.ts';

const { database, db } = useDatabase();
let shop: Shop;
const productIds: number[] = [];

beforeAll(async () => {
  ({ shop } = await salesShop(database));
  for (let count = 0; count < 3; count += 1) productIds.push(await addProduct(shop));
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const base: TaxAddress = { country: 'IE', state: '', postcode: 'T12 W8KP', city: 'Cork' };

const postcodes = {
  IE: ['', 'D02 X285', 'd02x285', 'T12 W8KP'],
  DE: ['', '10115', '10999', '90001'],
  US: ['', '10115', '90001', '90001-1234'],
  CA: ['', 'H2X 1Y4', 'h2x1y4'],
} as const;
const address: fc.Arbitrary<TaxAddress> = fc.oneof(
  fc.constant(base),
  fc.constantFrom('IE', 'DE', 'US', 'CA').chain((country) =>
    fc.record({
      country: fc.constant(country),
      state: fc.constantFrom('', 'CA', 'ny', 'QC'),
      postcode: fc.constantFrom(...postcodes[country]),
      city: fc.constantFrom('', 'Cork'),
    }),
  ),
);

/** Patterns of postcodes, and which of the postcodes above they match, in small letters without spaces. */
const patterns: Readonly<Record<string, RegExp>> = {
  '10115': /^10115$/,
  '10000...10500': /^10[0-4]\d\d$|^10500$/,
  '90001': /^90001$/,
  '90000...90999': /^90\d\d\d$/,
  'D02*': /^d02/,
  'D02 X285': /^d02x285$/,
  'H2*': /^h2/,
};
const somePatterns = fc.subarray(Object.keys(patterns), { minLength: 1, maxLength: 3 });

interface Place {
  readonly country: string;
  readonly states?: readonly string[] | undefined;
  readonly postcodes?: readonly string[] | undefined;
}

const place = fc.record(
  {
    country: fc.constantFrom('IE', 'DE', 'US', 'CA'),
    states: fc.subarray(['CA', 'NY', 'QC'], { minLength: 1 }),
    postcodes: somePatterns,
  },
  { requiredKeys: ['country'] },
);

const cost = fc.nat(3000);
type DistributedOmit<Type, Key extends string> = Type extends unknown ? Omit<Type, Key> : never;
const methodTypes: Readonly<
  Record<string, (amount: number) => DistributedOmit<ShippingZone['methods'][number], 'id' | 'title'>>
> = {
  flat: (amount) => ({ type: 'flat_rate', cost: amount, classRule: 'per-class', freeFrom: amount * 50 }),
  free: (amount) => ({ type: 'free_shipping', requires: 'minimum', minimum: amount * 20, minimumOf: 'discounted' }),
  coupon: () => ({ type: 'free_shipping', requires: 'coupon', minimumOf: 'full' }),
  table: (amount) => ({
    type: 'table',
    by: 'total',
    rows: [
      { from: 0, to: 5000, cost: amount },
      { from: 5001, cost: amount * 2 },
    ],
  }),
  pickup: (amount) => ({ type: 'local_pickup', cost: amount }),
};
const methods = fc
  .tuple(fc.subarray(Object.entries(methodTypes)), cost)
  .map(([kinds, amount]) => kinds.map(([kind, create]) => ({ id: `${kind}:1`, title: kind, ...create(amount) })));
const zones = fc
  .tuple(
    fc.array(fc.record({ places: fc.array(place, { minLength: 1, maxLength: 3 }), methods }), { maxLength: 4 }),
    fc.option(methods),
  )
  .map(([zones, elsewhere]): ShippingZone[] =>
    [...zones, ...(elsewhere === null ? [] : [{ methods: elsewhere }])].map((zone, index) => ({
      ...zone,
      name: `Zone ${index}`,
    })),
  );

const taxClasses = ['standard', 'reduced'] as const;
const rates = fc
  .uniqueArray(
    fc.record({
      country: fc.constantFrom('', 'IE', 'DE', 'US', 'CA'),
      state: fc.constantFrom('', '', 'CA', 'NY', 'QC'),
      postcodes: fc.oneof(fc.constant<string[]>([]), somePatterns),
      percent: fc.constantFrom(0, 5, 9.975, 13.5, 19, 23),
      priority: fc.integer({ min: 1, max: 3 }),
      compound: fc.boolean(),
      shipping: fc.boolean(),
      taxClass: fc.constantFrom(...taxClasses),
    }),
    // As the table is unique.
    { maxLength: 10, selector: ({ percent, compound, shipping, ...place }) => JSON.stringify(place) },
  )
  .map((list) => list.map((rate, position) => ({ ...rate, position, name: `Tax ${position}` })));
type Rate = typeof rates extends fc.Arbitrary<readonly (infer Value)[]> ? Value : never;

const lines = fc
  .array(
    fc.record({
      product: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.nat(20_000),
      taxClass: fc.constantFrom(...taxClasses),
      needsShipping: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) => list.map((line, index) => ({ ...line, key: `line-${index}` })));

const discounts = fc.record({
  promotions: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), freeShipping: fc.boolean() }), {
    maxLength: 2,
  }),
  coupons: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), freeShipping: fc.boolean() }), {
    maxLength: 2,
  }),
});

const rules = fc.record({
  pricesIncludeTax: fc.boolean(),
  taxes: fc.record({
    rounding: fc.constantFrom('line' as const, 'total' as const),
    basedOn: fc.constantFrom('shipping' as const, 'billing' as const, 'shop' as const),
    otherZones: fc.constantFrom('same-gross' as const, 'same-net' as const),
    shippingClass: fc.constantFrom('proportional' as const, 'highest' as const),
  }),
});
type Rules = typeof rules extends fc.Arbitrary<infer Value> ? Value : never;

const compact = (postcode: string) => postcode.toLowerCase().replace(/[\s-]/g, '');

function matches({ country, state, postcode }: TaxAddress, wanted: Place): boolean {
  const code = country === 'US' ? compact(postcode).slice(0, 5) : compact(postcode);
  return (
    wanted.country === country &&
    (wanted.states?.includes(state.toUpperCase()) ?? true) &&
    (wanted.postcodes?.some((pattern) => patterns[pattern]?.test(code)) ?? true)
  );
}

/** Of each priority the most specific rate, compound ones last: what a line of the class has. */
function listExpectedRates(all: readonly Rate[], at: TaxAddress, taxClass: string): string[] {
  const found = all.filter(({ country, state, postcodes, ...rate }) => {
    const states = state === '' ? {} : { states: [state] };
    const wanted = { country: at.country, ...states, ...(postcodes.length > 0 ? { postcodes } : {}) };
    return rate.taxClass === taxClass && ['', at.country].includes(country) && matches(at, wanted);
  });
  const getRank = ({ country, state, postcodes, position }: Rate) =>
    [country === '', state === '', postcodes.length === 0].reduce((rank, isOpen) => rank * 2 + Number(isOpen), 0) *
      100 +
    position;
  const ofPriorities = [1, 2, 3].flatMap((priority) => {
    const candidates = found.filter((rate) => rate.priority === priority);
    return candidates.toSorted((a, b) => getRank(a) - getRank(b)).slice(0, 1);
  });
  return [false, true].flatMap((compound) =>
    ofPriorities.filter((rate) => rate.compound === compound).map(({ name }) => name),
  );
}

/** The shop with other settings, which need no transaction of their own. */
function createVariant({ pricesIncludeTax, taxes }: Rules, zones: readonly ShippingZone[]): Shop {
  const settings = (definition: unknown) => {
    if (definition === shippingSettings) return { zones };
    const own = shop.settings(definition as typeof pricingSettings);
    return definition === pricingSettings ? { ...own, taxes: { ...own.taxes, ...taxes } } : own;
  };
  const choices = { ...shop.choices, pricesIncludeTax, baseAddress: base };
  return Object.create(shop, { settings: { value: settings }, choices: { value: choices } }) as Shop;
}

class RolledBack extends Error {}

/** Runs work with these rules in the database, and takes them back. */
async function withRules(
  given: { readonly rates: readonly Rate[] } & (typeof discounts extends fc.Arbitrary<infer Value> ? Value : never),
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const run = inTransaction(db, async (tx) => {
    await tx.execute(sql`insert into tax_rates (country, state, postcodes, percent, priority, compound, applies_to_shipping, tax_class, position, name)
      select country, state, array(select jsonb_array_elements_text(postcodes)), percent, priority, compound, shipping, "taxClass", position, name
      from jsonb_to_recordset(${JSON.stringify(given.rates)}::jsonb) as r(country text, state text, postcodes jsonb, percent numeric, priority integer,
        compound boolean, shipping boolean, "taxClass" text, position integer, name text)`);
    for (const [index, { percent, freeShipping }] of given.promotions.entries())
      await tx.execute(sql`insert into promotions (name, percent, currency, free_shipping, product_ids)
        values ('Sale', ${percent}, 'EUR', ${freeShipping}, ${index === 0 ? sql`null` : sql`array[${productIds[0]}]::integer[]`})`);
    for (const [index, { percent, freeShipping }] of given.coupons.entries())
      await tx.execute(sql`insert into coupons (code, code_key, percent, currency, free_shipping)
        values (${`C${index}`}, ${`c${index}`}, ${percent}, 'EUR', ${freeShipping})`);
    await work(tx);
    throw new RolledBack();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

interface Addresses {
  readonly shipping: TaxAddress;
  readonly billing: TaxAddress;
  readonly isExempt: boolean;
}

function toInput(
  wanted: typeof lines extends fc.Arbitrary<infer Value> ? Value : never,
  codes: readonly string[],
  addresses: Addresses,
): CalculationInput {
  const facts = { agreedPrice: null, taxStatus: 'taxable', weightGrams: 500, shippingClass: null } as const;
  return {
    ...{ currency: 'EUR', at: new Date(), fees: [], coupons: codes, shippingMethodIds: [] },
    lines: wanted.map(
      ({ product, ...line }): CalculationLine => ({ ...line, ...facts, productId: productIds[product] ?? 0 }),
    ),
    customer: { id: null, email: 'ada@example.com', isTaxExempt: addresses.isExempt },
    shippingAddress: addresses.shipping,
    billingAddress: addresses.billing,
  };
}

function expectSums({ lines, shipping, adjustments, taxes, totals }: Calculation): void {
  const parts = [...lines, ...listSelectedShipping({ shipping })];
  expect(totals.total).toBe(sum(parts.map(({ gross }) => gross)));
  expect(totals.taxTotal).toBe(sum(parts.map(({ tax }) => tax)));
  expect(totals.taxTotal).toBe(sum(taxes.map(({ amount }) => amount)));
  expect(totals.total).toBe(sum(parts.map(({ net }) => net)) + totals.taxTotal);
  for (const { net, tax, gross, total, taxes } of parts) {
    expect(net + tax).toBe(gross);
    expect(sum(taxes.map(({ amount }) => amount))).toBe(tax);
    expect(Math.min(net, gross, total)).toBeGreaterThanOrEqual(0);
  }
  for (const { key, subtotal, total } of lines)
    expect(subtotal + sum(adjustments.filter(({ lineKey }) => lineKey === key).map(({ amount }) => amount))).toBe(
      total,
    );
}

/** The options of a zone that are always there, and why there is none. */
function expectOptions(result: Calculation, zones: readonly ShippingZone[], at: TaxAddress): void {
  const zone = zones.find(({ places }) => places?.some((each) => matches(at, each)) ?? true);
  const allowed = (zone?.methods ?? []).map(({ id }) => id);
  const { options, selected, refusals } = getOnlyPackage(result);
  const found = options.map(({ id }) => id);
  expect(allowed).toEqual(expect.arrayContaining(found));
  expect(found).toEqual(expect.arrayContaining(allowed.filter((id) => !['free:1', 'coupon:1'].includes(id))));
  expect(selected?.methodId).toBe(found[0]);
  if (!zone) expect(refusals).toMatchObject([{ code: 'NO_ZONE' }]);
  else if (allowed.length === 0) expect(refusals).toEqual([{ code: 'NO_METHODS' }]);
}

it('random carts, coupons, rates and zones at random addresses have the options and rates of the address, and sums that add up', async () => {
  const cart = fc.record({ lines, zones, rates, discounts, rules });
  const at = fc.record({ shipping: address, billing: address, isExempt: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(cart, at, ({ lines, zones, rates, discounts, rules }, addresses) =>
      withRules({ rates, ...discounts }, async (tx) => {
        const variant = createVariant(rules, zones);
        const codes = discounts.coupons.map((_, index) => `C${index}`);
        const input = toInput(lines, codes, addresses);
        const result = await calculate(variant, tx, input);
        expectSums(result);

        const { options, selected } = getOnlyPackage(result);
        const isShipped = lines.some(({ needsShipping }) => needsShipping);
        if (isShipped) expectOptions(result, zones, addresses.shipping);
        else expect([options, result.totals.shippingTotal]).toEqual([[], 0]);

        const isPickup = selected?.methodId === 'pickup:1';
        const { shipping, billing } = addresses;
        const taxed = { shipping: isShipped ? shipping : billing, billing, shop: base }[rules.taxes.basedOn];
        expect(result.lines.map(({ taxes }) => taxes.map(({ rate }) => rate.name))).toEqual(
          lines.map(({ taxClass }) =>
            addresses.isExempt ? [] : listExpectedRates(rates, isPickup ? base : taxed, taxClass),
          ),
        );

        const reversed = await calculate(variant, tx, { ...input, lines: input.lines.toReversed() });
        expect(reversed.lines.toReversed()).toEqual(result.lines);
        expect(reversed.totals).toEqual(result.totals);

        const atHome = toInput(lines, codes, { shipping: base, billing: base, isExempt: false });
        const home = await calculate(variant, tx, atHome);
        expectSums(home);
        // Prices are entered for the base address, and discounts do not depend on an address.
        for (const { total, net, gross } of home.lines) expect(rules.pricesIncludeTax ? gross : net).toBe(total);
        expect(result.lines.map(({ total }) => total)).toEqual(home.lines.map(({ total }) => total));
      }),
    ),
    { numRuns: 150 },
  );
});

import { z } from 'zod';
import { dayRangeSchema } from '#features/delivery-dates/index.ts';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';
import { maxFormulaLength, parseFormula } from './formulas/formula.ts';
import { findPlaceProblems } from './zones/place-problems.ts';

const amount = z.int().min(0).max(1_000_000_000);

/** The formula is checked after the union, because the union's own message would not say what is wrong. */
const cost = z.union([amount, z.string().min(1).max(maxFormulaLength)]).superRefine((value, { addIssue }) => {
  const parsed = typeof value === 'string' ? parseFormula(value) : null;
  if (parsed?.ok === false)
    addIssue({ code: 'custom', message: `the formula '${value}' is not valid: ${parsed.message}` });
});
const costText = 'A number is in minor units: 690 is 6.90. A text is a formula in the currency: `5 + 1.50 * [qty]`';

const methodFields = {
  id: z
    .string()
    .max(100)
    .regex(/^\w+:.+$/, 'expected something like flat_rate:1')
    .describe('Unique in its zone; method and rest, such as `flat_rate:1`. Orders record it.'),
  title: z.string().min(1).max(200).describe('Shown at checkout.'),
  transitDays: dayRangeSchema
    .optional()
    .describe(
      'Delivery days in transit, for a pickup working days until it is ready. Default: `delivery-dates.transitDays`, for a pickup none.',
    ),
};
const freeFrom = amount
  .optional()
  .describe('Total of the items after discounts from which the method is free, in minor units.');

const flatRate = z.strictObject({
  type: z.literal('flat_rate'),
  ...methodFields,
  cost: cost.default(0).describe(`Of the whole delivery. ${costText}.`),
  classCosts: z
    .record(z.string().regex(/^[\w-]{1,200}$/, 'expected the slug of a shipping class'), cost)
    .refine((costs) => Object.keys(costs).length <= 100, { error: 'at most 100 shipping classes' })
    .optional()
    .describe('Added for items of a shipping class, by its slug. A formula is about these items alone.'),
  noClassCost: cost.optional().describe('Added for items without a shipping class.'),
  classRule: z
    .enum(['per-class', 'highest'])
    .default('per-class')
    .describe('`per-class` adds the costs of all classes of the order, `highest` only the highest.'),
  freeFrom,
});

const freeShipping = z
  .strictObject({
    type: z.literal('free_shipping'),
    ...methodFields,
    requires: z
      .enum(['nothing', 'minimum', 'coupon', 'minimum-or-coupon', 'minimum-and-coupon'])
      .default('nothing')
      .describe('What an order needs: a `minimum` of the items, a `coupon` with free shipping, one or both.'),
    minimum: amount.optional().describe('In minor units. Required with `minimum`.'),
    minimumOf: z
      .enum(['discounted', 'full'])
      .default('discounted')
      .describe('Whether the items count after discounts or at their `full` price.'),
  })
  .refine(({ requires, minimum }) => minimum !== undefined || !requires.includes('minimum'), {
    error: 'expected the minimum that is required',
    path: ['minimum'],
  });

const pickupPlace = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,50}$/, 'expected letters, digits, _ and -')
    .describe('Makes the id of the option, such as `local_pickup:studio`.'),
  title: z.string().min(1).max(200).describe('Shown at checkout.'),
  detail: z.string().max(200).optional().describe('Address or opening hours, shown below the title.'),
});

const localPickup = z.strictObject({
  type: z.literal('local_pickup'),
  ...methodFields,
  cost: amount.default(0).describe('In minor units. Taxed at the address of the shop.'),
  freeFrom,
  places: z
    .array(pickupPlace)
    .max(100)
    .refine((places) => new Set(places.map(({ id }) => id)).size === places.length, { error: 'two places have one id' })
    .optional()
    .describe('One option each. Without places the method is the option.'),
});

const tableRow = z
  .strictObject({
    from: z.int().min(0).max(1_000_000_000).default(0),
    to: z.int().min(0).max(1_000_000_000).optional().describe('Included. Default: no limit.'),
    cost: amount.describe('In minor units.'),
    stepSize: z.int().min(1).max(1_000_000_000).optional().describe('Such as 1000 for each started kilogram.'),
    stepCost: amount.optional().describe('Added for each started step above `from`, in minor units.'),
  })
  .refine(({ from, to }) => to === undefined || to >= from, { error: 'expected at least `from`', path: ['to'] })
  .refine(({ stepSize, stepCost }) => (stepSize === undefined) === (stepCost === undefined), {
    error: 'expected stepSize and stepCost together',
    path: ['stepCost'],
  });

const table = z.strictObject({
  type: z.literal('table'),
  ...methodFields,
  by: z
    .enum(['weight', 'total', 'quantity'])
    .describe('Grams, minor units after discounts, or number of the shipped items.'),
  rows: z.array(tableRow).min(1).max(200).describe('The first row that contains the value decides.'),
  freeFrom,
});

/** Checks the general format only. Each change of the settings also checks the format of the country's postcodes. */
const postcodePattern =
  /^[\p{L}\p{N}\p{Pd}\s]*[\p{L}\p{N}][\p{L}\p{N}\p{Pd}\s]*(?:\*|(?:\.{3}|…)[\p{L}\p{N}\p{Pd}\s]+)?$/u;

const place = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'expected two capital letters, such as IE')
      .describe('ISO 3166-1 alpha-2.'),
    states: z
      .array(z.string().min(1).max(100))
      .max(200)
      .optional()
      .describe('Codes or names, such as `CA`. Default: the whole country.'),
    postcodes: z
      .array(z.string().max(50).regex(postcodePattern, 'expected a postcode, D0* or 1000...1999'))
      .max(1000)
      .optional()
      .describe(
        'Postcodes, first parts such as `NG1`, beginnings such as `D0*`, or ranges such as `1000...1999`. Default: all.',
      ),
  })
  .describe('A country, or states and postcodes of it.');

export const zoneSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('For the shop; unique.'),
  places: z
    .array(place)
    .min(1)
    .max(300)
    .optional()
    .describe('Default: everywhere else. Only the last zone may leave it out.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a currency code, such as EUR')
    .optional()
    .meta({
      description:
        'ISO 4217, of all amounts of its methods: no cart in another currency is shipped to by them. The commands write it.',
      'x-default': 'that of the shop',
    }),
  methods: z
    .array(z.discriminatedUnion('type', [flatRate, freeShipping, localPickup, table]))
    .max(50)
    .default([])
    .refine(hasUniqueIds, { error: 'two options of the zone have the same id; give each its own' })
    .describe('In the order of display. A zone without methods is not shipped to. See docs/shipping.md.'),
});

const settingsSchema = z.strictObject({
  zones: z
    .array(zoneSchema)
    .max(300)
    .refine((zones) => new Set(zones.map(({ name }) => name.toLowerCase())).size === zones.length, {
      error: 'two zones have the same name',
    })
    .refine((zones) => zones.slice(0, -1).every(({ places }) => places !== undefined), {
      error: 'a zone without places must be the last: those after it would never be used',
    })
    .default([])
    .describe(
      'Where the shop ships to and how, in order: the first zone with the address decides. Without one, only what needs no shipping can be ordered. See docs/shipping.md.',
    ),
});

export const shippingSettings = defineSettings('shipping', settingsSchema, {
  findMistakes: ({ zones }) => findPlaceProblems(zones),
});

export type ShippingZone = z.infer<typeof zoneSchema>;
export type ZonePlace = z.infer<typeof place>;
export type ShippingMethod = ShippingZone['methods'][number];
export type MethodOf<Type extends ShippingMethod['type']> = Extract<ShippingMethod, { type: Type }>;

/** Lists the shipping options of all zones by the ids that orders store. */
export function listShippingMethods({ settings }: Pick<Shop, 'settings'>): { value: string; label: string }[] {
  const methods = settings(shippingSettings).zones.flatMap(({ methods }) => methods);
  return methods.flatMap((method) => {
    const places = ('places' in method && method.places) || [];
    return places.length === 0
      ? [{ value: method.id, label: method.title }]
      : places.map(({ id, title }) => ({ value: createPlaceId(method.id, id), label: title }));
  });
}

function listOptionIds(method: Pick<MethodOf<'local_pickup'>, 'id' | 'places'> | Pick<ShippingMethod, 'id'>): string[] {
  const places = 'places' in method ? (method.places ?? []) : [];
  return places.length === 0 ? [method.id] : places.map(({ id }) => createPlaceId(method.id, id));
}

/** Creates the id of the option of a pickup place: `local_pickup:studio`. */
export function createPlaceId(methodId: string, placeId: string): string {
  return `${methodId.split(':')[0]}:${placeId}`;
}

function hasUniqueIds(methods: readonly { readonly id: string }[]): boolean {
  const optionIds = methods.flatMap(listOptionIds);
  const methodIds = methods.map(({ id }) => id);
  return [optionIds, methodIds].every((ids) => new Set(ids).size === ids.length);
}

import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

/** Minimum and maximum. */
const days = z
  .strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max' });

export const syndicationSettings = defineSettings(
  'syndication',
  z.strictObject({
    /** Null: no statement about returns; 0 days: no returns. */
    returns: z
      .strictObject({ days: z.int().min(0).max(365), free: z.boolean() })
      .nullable()
      .default(null),
    /** Days from order to dispatch. */
    handlingDays: days.nullable().default(null),
    /** Days in transit. */
    transitDays: days.nullable().default(null),
    /** Days until a backordered product can be sent. */
    backorderDays: z.int().min(1).max(365).nullable().default(null),
    /** Brand of products without one, if the shop makes them; their SKU is then the MPN. */
    ownBrand: z.string().max(70).default(''),
    condition: z.enum(['new', 'refurbished', 'used']).default('new'),
    /** Shared property of an attribute, by slug. */
    properties: z
      .record(z.string().max(200), z.enum(['color', 'size', 'material', 'pattern']))
      .default({ color: 'color', colour: 'color', size: 'size', material: 'material', pattern: 'pattern' }),
    /** Google product category (number or path) by category slug; subcategories inherit it. */
    googleCategories: z.record(z.string().max(200), z.string().min(1).max(750)).default({}),
    /** Additional paths that robots.txt disallows. */
    disallow: z.array(z.string().startsWith('/').max(200)).max(100).default([]),
    /** Minutes until a feed is generated again. */
    feedMinutes: z.int().min(1).max(1440).default(15),
  }),
);

export type Property = 'color' | 'size' | 'material' | 'pattern';

/** Reads an own property: a slug may equal an inherited name such as `constructor`. */
export function getOwnValue<Value>(record: Readonly<Record<string, Value>>, slug: string): Value | undefined {
  return Object.hasOwn(record, slug) ? record[slug] : undefined;
}

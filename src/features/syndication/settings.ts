import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

/** From the fewest to the most. */
const days = z
  .strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max' });

export const syndicationSettings = defineSettings(
  'syndication',
  z.strictObject({
    /** Nothing is said about returns when absent; 0 days: none are taken. */
    returns: z
      .strictObject({ days: z.int().min(0).max(365), free: z.boolean() })
      .nullable()
      .default(null),
    /** From the order until the parcel leaves. */
    handlingDays: days.nullable().default(null),
    /** On its way. */
    transitDays: days.nullable().default(null),
    /** Until what is on backorder can be sent. */
    backorderDays: z.int().min(1).max(365).nullable().default(null),
    /** Whose products those without a brand are, when the shop makes them itself: their SKU is the maker's number too. */
    ownBrand: z.string().max(70).default(''),
    condition: z.enum(['new', 'refurbished', 'used']).default('new'),
    /** What an attribute stands for, by its slug. */
    properties: z
      .record(z.string().max(200), z.enum(['color', 'size', 'material', 'pattern']))
      .default({ color: 'color', colour: 'color', size: 'size', material: 'material', pattern: 'pattern' }),
    /** Google's product category, its number or its path, by slug of our category; those below inherit it. */
    googleCategories: z.record(z.string().max(200), z.string().min(1).max(750)).default({}),
    /** Paths that crawlers are asked to leave alone, besides those that the shop knows. */
    disallow: z.array(z.string().startsWith('/').max(200)).max(100).default([]),
    /** How long a feed is sent before it is made again. */
    feedMinutes: z.int().min(1).max(1440).default(15),
  }),
);

export type Property = 'color' | 'size' | 'material' | 'pattern';

/** A slug may be the name of something that every object has. */
export function getOwnValue<Value>(record: Readonly<Record<string, Value>>, slug: string): Value | undefined {
  return Object.hasOwn(record, slug) ? record[slug] : undefined;
}

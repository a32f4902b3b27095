import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const syndicationSettings = defineSettings(
  'syndication',
  z.strictObject({
    returns: z
      .strictObject({
        days: z.int().min(0).max(365).describe('Days to return a product; 0: no returns.'),
        free: z.boolean().describe('Whether returning is free.'),
      })
      .nullable()
      .default(null)
      .describe('Return policy for search engines and the API; `null`: no statement. No rule of the shop follows.'),
    ownBrand: z
      .string()
      .max(70)
      .default('')
      .describe('Brand of products without one, if the shop makes them. Their SKU is then the MPN.'),
    condition: z.enum(['new', 'refurbished', 'used']).default('new').describe('Condition of all products.'),
    properties: z
      .record(z.string().max(200), z.enum(['color', 'size', 'material', 'pattern']))
      .default({ color: 'color', colour: 'color', size: 'size', material: 'material', pattern: 'pattern' })
      .describe('What an attribute stands for, by its slug: `{ glaze: "color" }`.'),
    googleCategories: z
      .record(z.string().max(200), z.string().min(1).max(750))
      .default({})
      .describe(
        'Google product category (number or path) by category slug: `{ mugs: "2169" }`. Subcategories inherit it.',
      ),
    disallow: z
      .array(z.string().startsWith('/').max(200))
      .max(100)
      .default([])
      .describe('Additional paths that `/robots.txt` disallows.'),
    feedMinutes: z.int().min(1).max(1440).default(15).describe('Maximum age of the product feed in minutes.'),
  }),
);

export type Property = 'color' | 'size' | 'material' | 'pattern';

/** Reads only own properties: a slug may equal an inherited name such as `constructor`. */
export function getOwnValue<Value>(record: Readonly<Record<string, Value>>, slug: string): Value | undefined {
  return Object.hasOwn(record, slug) ? record[slug] : undefined;
}

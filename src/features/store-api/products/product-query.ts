import { z } from 'zod';
import { textWithoutZeroBytes } from '#platform/texts/storable-text.ts';
import { booleanInput, integerInput } from '../protocol/operation.ts';

const maxId = 999_999_999;
const maxValues = 100;
const text = textWithoutZeroBytes(200);

/** A list as `a,b`, as repeated parameters, or as a JSON array. */
export const texts = z
  .union([text.max(2000), z.int(), z.array(z.union([text, z.int()])).max(maxValues)])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((each) => String(each).split(','))
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .pipe(z.array(z.string().max(200)).max(maxValues));

const ids = texts.pipe(
  z.array(
    z
      .string()
      .regex(/^\d{1,9}$/, 'expected ids')
      .transform(Number),
  ),
);
const operator = z.enum(['in', 'not_in', 'and']).default('in');
const stars = texts.pipe(z.array(z.enum(['1', '2', '3', '4', '5']).transform(Number)));
const amountInput = z
  .union([z.int().min(0), z.string().regex(/^\d{1,13}$/, 'expected an amount in minor units')])
  .transform(Number);

/** Dates without a time zone are in UTC. */
const moment = z
  .string()
  .max(40)
  .refine(
    (given) => /^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(toDate(given).getTime()),
    'expected a date of ISO 8601',
  )
  .transform(toDate);

function toDate(given: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(given) || given.length === 10;
  return new Date(hasZone ? given : `${given}Z`);
}

const attributeFilter = z.object({
  attribute: text,
  slug: texts.optional(),
  term_id: ids.optional(),
  operator,
});

const sorts = [
  'date',
  'modified',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'popularity',
  'rating',
  'menu_order',
  'comment_count',
] as const;

export const productTypes = ['simple', 'variable', 'grouped', 'external'] as const;

/** Public names of stock states. */
export const stockStates = { instock: 'in', outofstock: 'out', onbackorder: 'backorder' } as const;
export const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const;

export const productFilters = {
  search: text.optional().describe('Search terms; best matches first'),
  slug: texts.optional(),
  after: moment.optional().describe('ISO 8601'),
  before: moment.optional().describe('ISO 8601'),
  date_column: z.enum(['date', 'date_gmt', 'modified', 'modified_gmt']).default('date'),
  include: ids.optional(),
  exclude: ids.optional(),
  parent: ids.optional().describe('With `type=variation`: ids of products'),
  parent_exclude: ids.optional(),
  type: z.enum([...productTypes, 'variation']).optional(),
  sku: texts.optional(),
  featured: booleanInput.optional(),
  category: texts.optional().describe('Ids or slugs; includes subcategories'),
  category_operator: operator,
  tag: texts.optional().describe('Ids or slugs'),
  tag_operator: operator,
  brand: texts.optional().describe('Ids or slugs'),
  brand_operator: operator,
  on_sale: booleanInput.optional(),
  min_price: amountInput.optional().describe('Minor units, as prices are shown'),
  max_price: amountInput.optional().describe('Minor units, as prices are shown'),
  stock_status: texts.pipe(z.array(z.enum(stockStatuses))).optional(),
  attributes: z.array(attributeFilter).max(10).optional(),
  attribute_relation: z.enum(['in', 'and', 'or']).default('and'),
  catalog_visibility: z.enum(['any', 'visible', 'catalog', 'search', 'hidden']).default('any'),
  rating: stars.optional(),
  related: integerInput.pipe(z.int().min(0).max(maxId)).optional().describe('Id of a product'),
};

const maxOffset = 100_000;

export const productListInput = z.object({
  ...productFilters,
  page: integerInput.pipe(z.int().min(1).max(maxOffset)).default(1),
  per_page: integerInput.pipe(z.int().min(1).max(100)).default(10),
  offset: integerInput.pipe(z.int().min(0).max(maxOffset)).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  orderby: z.enum(sorts).optional(),
});

export type ProductListInput = z.infer<typeof productListInput>;
export type ProductFilterInput = z.infer<z.ZodObject<typeof productFilters>>;

import { z } from 'zod';
import { booleanInput, integerInput } from '../protocol/operation.ts';
import { productFilters } from './product-query.ts';

/** Parameters of all lists of terms: categories, tags, brands, terms of attributes. */
export const termListParameters = {
  page: integerInput.pipe(z.int().min(1).max(100_000)).default(1),
  per_page: integerInput.pipe(z.int().min(0).max(100)).default(0).describe('0: all'),
  search: z.string().max(200).optional(),
  include: productFilters.include,
  exclude: productFilters.exclude,
  order: z.enum(['asc', 'desc']).default('asc'),
  hide_empty: booleanInput.default(true),
};

export const termListInput = z.object({
  ...termListParameters,
  orderby: z.enum(['name', 'slug', 'count']).default('name'),
});

/** Fields by which lists filter and sort. */
interface ListedTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Number of public products that lists show. */
  readonly count: number;
}

interface TermListInput extends z.infer<z.ZodObject<typeof termListParameters>> {
  /** `name_num` compares numbers within names as numbers; `menu_order` is the shop's own order. */
  readonly orderby: 'id' | 'name' | 'name_num' | 'slug' | 'count' | 'menu_order';
}

export interface TermPage<Term> {
  readonly terms: readonly Term[];
  readonly total: number;
  readonly pages: number;
}

const byNumbers = new Intl.Collator('en', { numeric: true });

/**
 * Filters, sorts and divides terms into pages.
 * @param terms sorted by name, or in the shop's own order for `menu_order`
 */
export function listTerms<Term extends ListedTerm>(terms: readonly Term[], input: TermListInput): TermPage<Term> {
  const { search, include, exclude, hide_empty: isEmptyHidden, order } = input;
  const wanted = search?.toLowerCase();
  const matching = terms.filter(
    (term) =>
      (wanted === undefined || term.name.toLowerCase().includes(wanted)) &&
      (include === undefined || include.includes(term.id)) &&
      !exclude?.includes(term.id) &&
      (!isEmptyHidden || term.count > 0),
  );
  const sorted = sortTerms(matching, input.orderby);
  const ordered = order === 'desc' ? sorted.toReversed() : sorted;
  const perPage = input.per_page === 0 ? Math.max(ordered.length, 1) : input.per_page;
  const start = (input.page - 1) * perPage;
  return {
    terms: ordered.slice(start, start + perPage),
    total: ordered.length,
    pages: Math.ceil(ordered.length / perPage),
  };
}

function sortTerms<Term extends ListedTerm>(terms: readonly Term[], by: TermListInput['orderby']): readonly Term[] {
  if (by === 'name' || by === 'menu_order') return terms;
  if (by === 'name_num') return terms.toSorted((one, other) => byNumbers.compare(one.name, other.name));
  return terms.toSorted((one, other) => compare(one[by], other[by]));
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

/**
 * The context of conditions. `now` is the same for all statements of a page, `shop` gives settings, `actor` reads the
 * list.
 */
export interface FilterContext {
  readonly now: Date;
  readonly shop: Shop;
  readonly actor: Actor;
}

/** Composes the condition for the chosen value. */
export type SqlOf<Value> = (value: Value, context: FilterContext) => SQL;

/** Days in the shop's time zone, as two dates. */
export interface Period {
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
}

/** Both limits are inclusive. Amounts are in minor units of the shop's currency. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

export interface FilterOption {
  readonly value: string;
  /** A string is a name that is not translated, such as that of a country. */
  readonly label: Text | string;
}

export const formatOption = ({ t }: Pick<Shop, 't'>, { label }: FilterOption): string =>
  typeof label === 'string' ? label : t(label);

interface FilterBase {
  readonly title: Text;
  /** Name of a permission that is required besides that of the list. Staff without it do not get the filter. */
  readonly requires?: string;
  /** Whether the filter is always visible. Other filters are below "More filters" until they are set. */
  readonly isPromoted?: true;
}

export type AdminFilter = FilterBase &
  (
    | {
        readonly kind: 'choice';
        readonly options: (shop: Shop) => readonly FilterOption[];
        /**
         * Finds an option that is no longer offered but may be in links, such as a country that the shop used to sell
         * to. Null when the value is no former option.
         */
        readonly findFormer?: (shop: Shop, value: string) => FilterOption | null;
        readonly where: SqlOf<readonly string[]>;
      }
    | { readonly kind: 'date'; readonly where: SqlOf<Period> }
    | { readonly kind: 'money' | 'number'; readonly where: SqlOf<NumberRange> }
    | {
        readonly kind: 'text';
        readonly where: SqlOf<string>;
        /**
         * Makes a filter that only links set: the form has no field for it. The function formats the value for
         * people.
         */
        readonly linked?: (shop: Shop, text: string) => string;
      }
    | { readonly kind: 'flag'; readonly where: SqlOf<boolean> }
    | {
        /**
         * Rows of another kind, by id. If its picker has no `search`, only links of other pages can set the filter.
         */
        readonly kind: 'record';
        readonly picker: Pick<RecordPicker, 'load'> & Partial<RecordPicker>;
        readonly where: SqlOf<readonly number[]>;
      }
  );

/** The options include former options that are chosen. */
export function listOptions(
  shop: Shop,
  { options, findFormer }: Extract<AdminFilter, { readonly kind: 'choice' }>,
  chosen: readonly string[],
): readonly FilterOption[] {
  const offered = options(shop);
  const others = new Set(chosen).difference(new Set(offered.map(({ value }) => value)));
  return [...offered, ...[...others].flatMap((value) => findFormer?.(shop, value) ?? [])];
}

/** Whether only links set the filter. The form of the list keeps such a filter. */
export const isLinked = (filter: AdminFilter): boolean =>
  filter.kind === 'record' ? findPicker(filter) === null : filter.kind === 'text' && filter.linked !== undefined;

/**
 * Returns the picker that a filter by records is chosen with; null when the form of the list can't set the filter.
 */
export function findPicker(filter: AdminFilter): RecordPicker | null {
  if (filter.kind !== 'record' || !filter.picker.search) return null;
  return { load: filter.picker.load, search: filter.picker.search };
}

const joinAll = (conditions: SQL[]) => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `));

export const isInPeriod =
  (by: SQL): SqlOf<Period> =>
  ({ from, before }) =>
    joinAll([
      ...(from === null ? [] : [sql`${by} >= ${from}::timestamptz`]),
      ...(before === null ? [] : [sql`${by} < ${before}::timestamptz`]),
    ]);

export const isInRange =
  (by: SQL): SqlOf<NumberRange> =>
  ({ min, max }) =>
    joinAll([...(min === null ? [] : [sql`${by} >= ${min}`]), ...(max === null ? [] : [sql`${by} <= ${max}`])]);

export const isOneOf =
  (by: SQL): SqlOf<readonly string[]> =>
  (values) =>
    sql`${by} = any(${sql.param(values)}::text[])`;

/** Each option has a condition of its own. */
export const isAnyCase =
  (cases: Readonly<Record<string, (context: FilterContext) => SQL>>): SqlOf<readonly string[]> =>
  (values, context) => {
    const chosen = values.flatMap((value) => cases[value]?.(context) ?? []);
    return chosen.length === 0 ? sql`false` : sql`(${sql.join(chosen, sql` or `)})`;
  };

/**
 * Whether a column contains a text, ignoring case. An index with `gin_trgm_ops` serves texts of three or more
 * characters.
 */
export const contains = (by: SQL, text: string): SQL => sql`${by} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

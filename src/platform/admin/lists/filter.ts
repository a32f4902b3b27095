import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

/** What conditions depend on. `now`: the same moment for all statements of a page. `shop`: for its settings. `actor`: who reads the list. */
export interface FilterContext {
  readonly now: Date;
  readonly shop: Shop;
  readonly actor: Actor;
}

/** A condition for what somebody chose. */
export type SqlOf<Value> = (value: Value, context: FilterContext) => SQL;

/** Days in the shop's time zone, as two moments. */
export interface Period {
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
}

/** Both included. Amounts are in minor units of the shop's currency. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

export interface FilterOption {
  readonly value: string;
  /** A name is written as it is, such as that of a country. */
  readonly label: Text | string;
}

export const formatOption = ({ t }: Pick<Shop, 't'>, { label }: FilterOption): string =>
  typeof label === 'string' ? label : t(label);

interface FilterBase {
  readonly title: Text;
  /** Name of a permission beside that of the list. Who lacks it has no such filter. */
  readonly requires?: string;
  /** Always visible. Others are below "More filters" until they are set. */
  readonly isPromoted?: true;
}

export type AdminFilter = FilterBase &
  (
    | {
        readonly kind: 'choice';
        readonly options: (shop: Shop) => readonly FilterOption[];
        /** An option that is offered no more, such as a country that the shop has sold to: links of other pages have it. Null: it is none. */
        readonly findFormer?: (shop: Shop, value: string) => FilterOption | null;
        readonly where: SqlOf<readonly string[]>;
      }
    | { readonly kind: 'date'; readonly where: SqlOf<Period> }
    | { readonly kind: 'money' | 'number'; readonly where: SqlOf<NumberRange> }
    | {
        readonly kind: 'text';
        readonly where: SqlOf<string>;
        /** Links set it: the form has no field for it. The function writes its value for people. */
        readonly linked?: (shop: Shop, text: string) => string;
      }
    | { readonly kind: 'flag'; readonly where: SqlOf<boolean> }
    | {
        /** Rows of another kind, by their ids. Without `search` of its picker only links of other pages set it. */
        readonly kind: 'record';
        readonly picker: Pick<RecordPicker, 'load'> & Partial<RecordPicker>;
        readonly where: SqlOf<readonly number[]>;
      }
  );

/** The options of a choice, with former ones among what was chosen. */
export function listOptions(
  shop: Shop,
  { options, findFormer }: Extract<AdminFilter, { readonly kind: 'choice' }>,
  chosen: readonly string[],
): readonly FilterOption[] {
  const offered = options(shop);
  const others = new Set(chosen).difference(new Set(offered.map(({ value }) => value)));
  return [...offered, ...[...others].flatMap((value) => findFormer?.(shop, value) ?? [])];
}

/** Whether only links set a filter. It stays when the form of the list is sent. */
export const isLinked = (filter: AdminFilter): boolean =>
  filter.kind === 'record' ? findPicker(filter) === null : filter.kind === 'text' && filter.linked !== undefined;

/** What a filter by records is chosen with. Null: it can't be chosen in the form of the list. */
export function findPicker(filter: AdminFilter): RecordPicker | null {
  if (filter.kind !== 'record' || !filter.picker.search) return null;
  return { load: filter.picker.load, search: filter.picker.search };
}

const joinAll = (conditions: SQL[]) => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `));

/** The condition of a date filter. */
export const isInPeriod =
  (by: SQL): SqlOf<Period> =>
  ({ from, before }) =>
    joinAll([
      ...(from === null ? [] : [sql`${by} >= ${from}::timestamptz`]),
      ...(before === null ? [] : [sql`${by} < ${before}::timestamptz`]),
    ]);

/** The condition of a filter by number or amount. */
export const isInRange =
  (by: SQL): SqlOf<NumberRange> =>
  ({ min, max }) =>
    joinAll([...(min === null ? [] : [sql`${by} >= ${min}`]), ...(max === null ? [] : [sql`${by} <= ${max}`])]);

/** The condition of a choice among the values of a column. */
export const isOneOf =
  (by: SQL): SqlOf<readonly string[]> =>
  (values) =>
    sql`${by} = any(${sql.param(values)}::text[])`;

/** The condition of a choice whose options have conditions of their own. */
export const isAnyCase =
  (cases: Readonly<Record<string, (context: FilterContext) => SQL>>): SqlOf<readonly string[]> =>
  (values, context) => {
    const chosen = values.flatMap((value) => cases[value]?.(context) ?? []);
    return chosen.length === 0 ? sql`false` : sql`(${sql.join(chosen, sql` or `)})`;
  };

/** Whether a column has a text somewhere, in any case. An index with `gin_trgm_ops` serves three characters and more. */
export const contains = (by: SQL, text: string): SQL => sql`${by} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

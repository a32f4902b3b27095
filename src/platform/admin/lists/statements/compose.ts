import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#platform/sessions/actor.ts';
import type { ListSort, ListState } from '../address/list-state.ts';
import type { ListSource, SqlSort } from '../list.ts';
import type { ResolvedList } from '../resolved-list.ts';

export const pageSize = 50;
/** Rows are counted up to this number: exact higher counts would be slow and are not needed. */
export const maxCount = 10_000;

export interface PageColumns {
  /** Value of the sort in PostgreSQL's text format. */
  readonly sortKey: string;
  /** Number of matching rows on all pages, `maxCount + 1` when there are more. Absent when it was not requested. */
  readonly matching?: number;
  /**
   * Whether a search shows only exact matches although it can find partial ones. Absent when it was not requested.
   */
  readonly isExact?: boolean;
}

export interface Selection {
  readonly actor: Actor;
  readonly now: Date;
  readonly state: Pick<ListState, 'filters' | 'q'> & Partial<Pick<ListState, 'isPart'>>;
  /** Limits the rows to these ids. Ids that no longer exist or that the actor may not see are ignored. */
  readonly ids?: readonly number[];
}

interface PagePart {
  readonly sort: ListSort;
  readonly cursor: ListState['cursor'];
  /** The statement selects one more row, which tells whether there is another page. */
  readonly limit: number;
  readonly isCounted: boolean;
}

/**
 * Composes the statement of a page of rows with their count. Rows before a cursor come in reverse order. While a
 * search has exact matches, only these are selected.
 */
export function composePage(list: ResolvedList, selection: Selection, part: PagePart): SQL {
  const branches = listBranches(list, selection).map((branch) =>
    composeBranch(list.source, branch, part, selection.now),
  );
  const [only] = branches;
  if (only && branches.length === 1) return only;
  return sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  );
}

/**
 * Composes the statement of the ids of all matching rows, ordered by id: one more than `limit` when there are more.
 */
export function composeIds(list: ResolvedList, selection: Selection, limit: number): SQL {
  const { from, id } = list.source;
  const branches = listBranches(list, selection).map(
    ({ where }) => sql`(select ${id} as id from ${from} where ${where} order by ${id} limit ${limit + 1})`,
  );
  return sql.join(branches, sql` union all `);
}

/**
 * Composes the statement of the ids before and after a row in the order of a list, whether or not that row still
 * matches.
 */
export function composeNeighbours(list: ResolvedList, selection: Selection, sort: ListSort, rowId: number): SQL {
  const { from, id, sorts } = list.source;
  const chosen = sorts[sort.name];
  if (!chosen) throw new TypeError(`a list has no sort '${sort.name}'`);
  const branches = listBranches(list, selection);
  const beside = (isAfter: boolean) => {
    const isAscending = ((chosen.direction === 'asc') !== sort.isReversed) === isAfter;
    const direction = isAscending ? sql`asc` : sql`desc`;
    // Each branch is a statement of its own: with `or`, PostgreSQL would compare all rows with the found values.
    const nearest = branches.map(
      ({ where }) => sql`(select ${id} as id, ${chosen.by} as place from ${from} where ${where}
      and (${chosen.by}, ${id}) ${isAscending ? sql`>` : sql`<`} (select ${chosen.by}, ${id} from ${from} where ${id} = ${rowId})
      order by ${chosen.by} ${direction}, ${id} ${direction} limit 1)`,
    );
    return sql`(select found.id from (${sql.join(nearest, sql` union all `)}) found
      order by found.place ${direction}, found.id ${direction} limit 1)`;
  };
  return sql`select ${beside(false)} as previous, ${beside(true)} as next`;
}

interface Branch {
  readonly where: SQL;
  /** Selects exact matches of a search that also finds partial ones. */
  readonly isExact?: boolean;
}

/**
 * The conditions of the rows. Of two conditions, the second matches rows only if the first matches none: PostgreSQL
 * checks this once, before it reads rows for the second condition.
 */
function listBranches({ source, filters, search }: ResolvedList, { actor, now, state, ids }: Selection): Branch[] {
  const own = source.where?.(actor);
  const chosen = [...state.filters].flatMap(([name, use]) => (name in filters ? [use.where({ now, actor })] : []));
  const named = ids ? [sql`${source.id} = any(${sql.param(ids)}::bigint[])`] : [];
  const common = [...(own ? [own] : []), ...chosen, ...named];
  const all = (conditions: SQL[]) => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `));
  if (state.q === '' || !search) return [{ where: all(common) }];
  const exact = state.isPart ? null : (search.exact?.(state.q) ?? null);
  const fuzzy = search.fuzzy?.(state.q) ?? null;
  if (exact === null) return [{ where: fuzzy === null ? sql`false` : all([...common, fuzzy]) }];
  const isExact = all([...common, exact]);
  if (fuzzy === null) return [{ where: isExact }];
  const hasNone = sql`not (select exists (select from ${source.from} where ${isExact}))`;
  return [
    { where: isExact, isExact: true },
    { where: all([...common, fuzzy, hasNone]), isExact: false },
  ];
}

function composeBranch(
  { from, id, select, sorts }: ListSource,
  { where, isExact }: Branch,
  part: PagePart,
  now: Date,
): SQL {
  const { sort, cursor, limit, isCounted } = part;
  const chosen = sorts[sort.name];
  if (!chosen) throw new TypeError(`a list has no sort '${sort.name}'`);
  const isBackwards = cursor?.kind === 'before';
  const isAscending = ((chosen.direction === 'asc') !== sort.isReversed) !== isBackwards;
  const direction = isAscending ? sql`asc` : sql`desc`;
  const count = isCounted
    ? sql`, (select count(*) from (select from ${from} where ${where} limit ${maxCount + 1}) counted)::integer as matching`
    : sql``;
  const kind = isCounted && isExact !== undefined ? sql`, ${sql.raw(String(isExact))} as "isExact"` : sql``;
  const beyond = cursor === null ? sql`` : sql` and ${isBeyond(id, chosen, cursor, isAscending)}`;
  const columns = typeof select === 'function' ? select(now) : select;
  return sql`select ${columns}, (${chosen.by})::text as "sortKey"${count}${kind} from ${from} where ${where}${beyond}
    order by ${chosen.by} ${direction}, ${id} ${direction} limit ${limit + 1}`;
}

function isBeyond(
  id: SQL,
  { by, type }: SqlSort,
  cursor: { readonly id: number; readonly key: string },
  isAscending: boolean,
): SQL {
  const key = sql`${cursor.key}::${sql.raw(type)}`;
  return sql`(${by}, ${id}) ${isAscending ? sql`>` : sql`<`} (${key}, ${cursor.id}::bigint)`;
}

import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { AuditValues } from './changed-fields.ts';

/** An entry, as it was recorded. */
export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly byKind: Actor['kind'];
  readonly by: string;
  readonly byStaffId: number | null;
  /** Null once it was erased. */
  readonly network: string | null;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly label: string;
  readonly action: string;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  readonly runId: number | null;
  /** Label and values went with somebody's personal data. */
  readonly isErased: boolean;
}

export interface AuditFilter {
  readonly subject?: { readonly kind: string; readonly id: number | string } | undefined;
  readonly staffId?: number | undefined;
  readonly action?: string | undefined;
  /** From this time on. */
  readonly from?: Date | undefined;
  /** Before this time. */
  readonly until?: Date | undefined;
}

/** The last entry of a page, after which the next one continues. */
export type AuditCursor = Pick<AuditRow, 'at' | 'id'>;

const columns = `id, at, by_kind as "byKind", by, by_staff_id as "byStaffId", network, subject_kind as "subjectKind",
  subject_id as "subjectId", label, action, before, after, run_id as "runId", is_erased as "isErased"`;

interface FilterColumns {
  readonly columns: readonly string[];
  readonly read: (filter: AuditFilter) => readonly unknown[];
}

const filters: Readonly<Record<'subject' | 'staffId' | 'action', FilterColumns>> = {
  subject: {
    columns: ['subject_kind', 'subject_id'],
    read: ({ subject }: AuditFilter) => [subject?.kind, String(subject?.id)],
  },
  staffId: { columns: ['by_staff_id'], read: ({ staffId }: AuditFilter) => [staffId] },
  action: { columns: ['action'], read: ({ action }: AuditFilter) => [action] },
};

type FilterName = keyof typeof filters;

const filterNames = Object.keys(filters) as readonly FilterName[];

const listUsed = (filter: AuditFilter) => filterNames.filter((name) => filter[name] !== undefined);

/** One statement for each choice of filters, so that each is planned for its index. */
function createListQuery(names: readonly FilterName[]) {
  const conditions = names.flatMap((name) => filters[name].columns).map((column, index) => `${column} = $${index + 5}`);
  const where = ['at >= $1::timestamptz', '(at, id) < ($2::timestamptz, $3)', ...conditions].join(' and ');
  const text = `select ${columns} from platform.audit_entries where ${where} order by at desc, id desc limit $4`;
  return sqlQuery<AuditRow>(`admin.list-audit.${names.join('-')}`, text);
}

const listQueries = new Map(
  [...Array(2 ** filterNames.length).keys()]
    .map((bits) => filterNames.filter((_, index) => bits & (1 << index)))
    .map((names) => [names.join(), createListQuery(names)] as const),
);

/**
 * Lists entries, newest first.
 * @param before null: from the newest on
 */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  before: AuditCursor | null,
  limit: number,
): Promise<AuditRow[]> {
  const used = listUsed(filter);
  const { from = '-infinity', until = 'infinity' } = filter;
  const end = before && (until === 'infinity' || before.at < until) ? [before.at, before.id] : [until, 0];
  const values = used.flatMap((name) => filters[name].read(filter));
  return (await listQueries.get(used.join())?.(db, [from, ...end, limit, ...values])) ?? [];
}

/** Somebody of the staff who changed something. */
export interface AuditPerson {
  /** Row of `staff_members`. */
  readonly id: number;
  /** As in the newest entry. */
  readonly name: string;
}

// Both jump from value to value through the index, however many entries each has.
const selectPeople = sqlQuery<AuditPerson>(
  'admin.select-audit-people',
  `with recursive person as (
    (select by_staff_id, by from platform.audit_entries where by_staff_id is not null
    order by by_staff_id, at desc, id desc limit 1)
    union all
    select next.by_staff_id, next.by from person cross join lateral (
      select by_staff_id, by from platform.audit_entries where by_staff_id > person.by_staff_id
      order by by_staff_id, at desc, id desc limit 1) next
  ) select by_staff_id as id, by as name from person order by lower(by), by_staff_id`,
);

export function listPeople(db: Db): Promise<AuditPerson[]> {
  return selectPeople(db, []);
}

const selectActions = sqlQuery<{ action: string }>(
  'admin.select-audit-actions',
  `with recursive used as (
    (select action from platform.audit_entries order by action limit 1)
    union all
    select next.action from used cross join lateral (
      select action from platform.audit_entries where action > used.action order by action limit 1) next
  ) select action from used order by action`,
);

export async function listActions(db: Db): Promise<string[]> {
  return (await selectActions(db, [])).map(({ action }) => action);
}

const selectChange = sqlQuery<Pick<AuditRow, 'before' | 'after'>>(
  'admin.select-audited-change',
  `select before, after from platform.audit_entries where run_id = $1 and subject_id = $2 and not is_erased
  order by id limit 1`,
);

/** Finds what a run changed of an object; null when nothing, or when it was erased. */
export async function findChangeOfRun(
  db: Db,
  runId: number,
  subjectId: number,
): Promise<Pick<AuditRow, 'before' | 'after'> | null> {
  return (await selectChange(db, [runId, String(subjectId)]))[0] ?? null;
}

import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { AuditValues } from './changed-fields.ts';

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly byKind: Actor['kind'];
  readonly by: string;
  readonly byStaffId: number | null;
  /** Null once the network was erased. */
  readonly network: string | null;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly label: string;
  readonly action: string;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  readonly runId: number | null;
  /** Whether label and values were erased together with personal data. */
  readonly isErased: boolean;
}

/** Selects entries about an object or by a member of staff; all entries when neither is given. */
export interface AuditFilter {
  readonly subject?: { readonly kind: string; readonly id: number | string };
  readonly staffId?: number;
}

export const auditColumns = `id, at, by_kind as "byKind", by, by_staff_id as "byStaffId", network,
  subject_kind as "subjectKind", subject_id as "subjectId", label, action, before, after, run_id as "runId",
  is_erased as "isErased"`;

const createListQuery = (name: string, where: string) =>
  sqlQuery<AuditRow>(
    `admin.list-audit-of-${name}`,
    `select ${auditColumns} from platform.audit_entries where ${where} order by at desc, id desc limit $1`,
  );
const listAll = createListQuery('all', 'true');
const listOfSubject = createListQuery('subject', 'subject_kind = $2 and subject_id = $3');
const listOfStaff = createListQuery('staff', 'by_staff_id = $2');

/** The newest entries, newest first. The list of the back office reads further pages. */
export function listAudit(db: Db, { subject, staffId }: AuditFilter, limit: number): Promise<AuditRow[]> {
  if (subject) return listOfSubject(db, [limit, subject.kind, String(subject.id)]);
  return staffId === undefined ? listAll(db, [limit]) : listOfStaff(db, [limit, staffId]);
}

const selectChange = sqlQuery<Pick<AuditRow, 'before' | 'after'>>(
  'admin.select-audited-change',
  `select before, after from platform.audit_entries where run_id = $1 and subject_kind = $2 and subject_id = $3 and not is_erased
  order by id limit 1`,
);

/**
 * Finds the change that a run made to an object.
 * @returns null when the run changed nothing, or when the change was erased
 */
export async function findChangeOfRun(
  db: Db,
  runId: number,
  subject: { readonly kind: string; readonly id: number },
): Promise<Pick<AuditRow, 'before' | 'after'> | null> {
  return (await selectChange(db, [runId, subject.kind, String(subject.id)]))[0] ?? null;
}

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
  /** Whether label and values were erased with personal data. */
  readonly isErased: boolean;
}

/** Entries of an object, or by somebody of the staff; without either, all. */
export interface AuditFilter {
  readonly subject?: { readonly kind: string; readonly id: number | string };
  readonly staffId?: number;
}

/** Columns of an `AuditRow`. */
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

/** The newest entries, newest first. The list of the back office reads the others. */
export function listAudit(db: Db, { subject, staffId }: AuditFilter, limit: number): Promise<AuditRow[]> {
  if (subject) return listOfSubject(db, [limit, subject.kind, String(subject.id)]);
  return staffId === undefined ? listAll(db, [limit]) : listOfStaff(db, [limit, staffId]);
}

const selectChange = sqlQuery<Pick<AuditRow, 'before' | 'after'>>(
  'admin.select-audited-change',
  `select before, after from platform.audit_entries where run_id = $1 and subject_kind = $2 and subject_id = $3 and not is_erased
  order by id limit 1`,
);

/** Finds what a run changed of an object; null when nothing, or when it was erased. */
export async function findChangeOfRun(
  db: Db,
  runId: number,
  subject: { readonly kind: string; readonly id: number },
): Promise<Pick<AuditRow, 'before' | 'after'> | null> {
  return (await selectChange(db, [runId, subject.kind, String(subject.id)]))[0] ?? null;
}

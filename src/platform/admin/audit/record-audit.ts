import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import { type AuditValues, cut, findChangedFields } from './changed-fields.ts';

/** The object that was changed. */
export interface AuditSubject {
  /** Lower-case letters and `-`: `coupon`. Permanent. */
  readonly kind: string;
  /** Id of the object, or its name when it has no id, such as a role. */
  readonly id: number | string;
  /** The name of the object at this time, such as `SUMMER10`. */
  readonly label: string;
}

export interface AuditEntry {
  readonly subject: AuditSubject;
  /** Name of the mutation, the bulk action or the command: `promotions.end-coupon`. */
  readonly action: string;
  /**
   * Values as JSON, by field. Only fields that differ are recorded, and no secrets. Null when the object did not
   * exist before.
   */
  readonly before: AuditValues | null;
  /**
   * Null when the object no longer exists. Both sides are null for an action that changes no field, such as sending a
   * mail.
   */
  readonly after: AuditValues | null;
  /**
   * The customer whose personal data label and values are: they are part of this customer's data export and are
   * erased with it. Use `eraseAudit` for data of people without an account.
   */
  readonly customerId?: number | null;
  /** Key of a form or a call that must not be executed twice: unique among all entries. */
  readonly requestKey?: string | null;
  /** Hash of the input that was sent with the key. */
  readonly requestHash?: string | null;
}

export type AuditActor = Pick<Actor, 'kind' | 'name' | 'staffId' | 'network'>;

export function toAuditActor(author: Author): AuditActor {
  if (typeof author === 'string')
    return { kind: author === 'shopper' ? 'shopper' : 'system', name: author, staffId: null };
  const { name, staffId, network = null, kind = staffId === null ? 'system' : 'staff' } = author;
  return { kind, name, staffId, network };
}

interface EntryValues
  extends Required<AuditActor>,
    Required<Pick<AuditEntry, 'action' | 'customerId' | 'requestKey' | 'requestHash'>> {
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly label: string;
  /** JSON text. */
  readonly before: string | null;
  readonly after: string | null;
  readonly runId: number | null;
}

const insertEntry = namedQuery<EntryValues>(
  'admin.insert-audit-entry',
  `insert into platform.audit_entries
    (by_kind, by, by_staff_id, network, subject_kind, subject_id, label, action, before, after, customer_id, run_id, request_key, request_hash)
  values ($kind, $name, $staffId, $network, $subjectKind, $subjectId, $label, $action, $before::json, $after::json, $customerId, $runId, $requestKey, $requestHash)`,
);

/**
 * Records a change in the transaction that makes it. A change that changed nothing is not recorded.
 * @param runId the run that the change is a row of
 */
export async function recordAudit(
  tx: Tx,
  { kind, name, staffId, network = null }: AuditActor,
  { subject, action, before, after, customerId = null, requestKey = null, requestHash = null }: AuditEntry,
  runId: number | null = null,
): Promise<void> {
  const changed = findChangedFields(before, after);
  if (changed === null) return;
  const toText = (side: AuditValues | null) => side && JSON.stringify(side);
  await insertEntry(tx, {
    ...{ kind, name: cut(name, 200), staffId, network, action },
    ...{ subjectKind: subject.kind, subjectId: String(subject.id), label: cut(subject.label, 200) },
    ...{ before: toText(changed.before), after: toText(changed.after), customerId, runId, requestKey, requestHash },
  });
}

const insertEntries = sqlQuery(
  'admin.insert-audit-entries',
  `insert into platform.audit_entries (by_kind, by, by_staff_id, network, subject_kind, subject_id, label, action, before, after,
    request_key, request_hash)
  select $1, $2, $3, $4, e.subject_kind, e.subject_id, e.label, e.action, e.before, e.after, e.request_key, e.request_hash
  from json_to_recordset($5::json) as e(subject_kind text, subject_id text, label text, action text, before json, after json,
    request_key text, request_hash text)`,
);

export async function recordAudits(
  tx: Tx,
  { kind, name, staffId, network = null }: AuditActor,
  entries: readonly Omit<AuditEntry, 'customerId'>[],
): Promise<void> {
  const rows = entries.flatMap(({ subject, action, before, after, requestKey = null, requestHash = null }) => {
    const changed = findChangedFields(before, after);
    if (changed === null) return [];
    const about = {
      subject_kind: subject.kind,
      subject_id: String(subject.id),
      label: cut(subject.label, 200),
      action,
    };
    return [{ ...about, ...changed, request_key: requestKey, request_hash: requestHash }];
  });
  if (rows.length > 0) await insertEntries(tx, [kind, cut(name, 200), staffId, network, JSON.stringify(rows)]);
}

import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { StaffRole } from './role-rows.ts';

export interface AuditedMember {
  readonly staffId: number;
  readonly customerId: number;
  readonly email: string;
}

type Values = Readonly<Record<string, unknown>> | null;

/** @param action name of the mutation or the command */
export function recordStaffAudit(
  tx: Tx,
  actor: Actor,
  action: string,
  { staffId, customerId, email }: AuditedMember,
  [before, after]: readonly [before: Values, after: Values],
): Promise<void> {
  const subject = { kind: 'staff', id: staffId, label: email };
  return recordAudit(tx, actor, { subject, action, before, after, customerId });
}

/** Converts a role to fields of the audit log: a permission is true, or its limit in minor units. */
function toAuditValues(role: StaffRole | null): Values {
  if (role === null) return null;
  const { name, needsSecondFactor, given } = role;
  const permissions = given.map(({ permission, maxAmount }) => [permission, maxAmount ?? true] as const);
  return { name, needsSecondFactor, ...Object.fromEntries(permissions) };
}

/** @param change the role before and after; null when it does not exist */
export async function recordRoleAudit(
  tx: Tx,
  actor: Actor,
  action: string,
  [before, after]: readonly [before: StaffRole | null, after: StaffRole | null],
): Promise<void> {
  const name = after?.name ?? before?.name ?? '';
  const subject = { kind: 'role', id: name, label: name };
  await recordAudit(tx, actor, { subject, action, before: toAuditValues(before), after: toAuditValues(after) });
}

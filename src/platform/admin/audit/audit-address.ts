import { adminPath } from '#platform/admin/contract.ts';

export const auditPath = adminPath('audit');

interface AuditAddress {
  readonly subject?: { readonly kind: string; readonly id: number | string };
  /** Id of a row of `staff_members`. */
  readonly staffId?: number;
}

/** Writes the address of the list of all entries about an object, or by a member of staff. */
export function writeAuditAddress({ subject, staffId }: AuditAddress): string {
  const query = new URLSearchParams();
  if (subject) query.set('object', `${subject.kind}:${subject.id}`);
  if (staffId !== undefined) query.set('staff', String(staffId));
  return `${auditPath}?${query}`;
}

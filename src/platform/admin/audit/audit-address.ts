import { adminPath } from '#platform/admin/contract.ts';

export const auditPath = adminPath('audit');

interface AuditAddress {
  readonly subject?: { readonly kind: string; readonly id: number | string };
  /** Row of `staff_members`. */
  readonly staffId?: number;
}

/** The address of all entries of an object, or of a person. */
export function writeAuditAddress({ subject, staffId }: AuditAddress): string {
  const query = new URLSearchParams();
  if (subject) query.set('object', `${subject.kind}:${subject.id}`);
  if (staffId !== undefined) query.set('staff', String(staffId));
  return `${auditPath}?${query}`;
}

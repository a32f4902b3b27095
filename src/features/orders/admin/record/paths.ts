import { adminPath } from '#platform/admin/contract.ts';

/**
 * Path of the order's page in the back office. It has the order's id, as lists and the audit log have it, not the
 * number that everybody may know.
 */
export const orderRecordPath = (id: number | ':id'): string => adminPath(`orders/${id}`);

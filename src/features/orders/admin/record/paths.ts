import { adminPath } from '#platform/admin/contract.ts';

/** The page of an order. Its number may be known to everybody; staff find it by the id that lists and the audit have. */
export const orderRecordPath = (id: number | ':id'): string => adminPath(`orders/${id}`);

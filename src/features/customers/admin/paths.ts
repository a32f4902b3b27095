import { adminPath } from '#platform/admin/contract.ts';

export const peoplePath = adminPath('customers');

export const personPath = (id: number | ':id'): string => adminPath(`customers/${id}`);

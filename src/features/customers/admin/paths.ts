import { adminPath } from '#platform/admin/contract.ts';

export const peoplePath = adminPath('customers');

/** Path of the page about a person: an account or a guest. */
export const personPath = (id: number | ':id'): string => adminPath(`customers/${id}`);

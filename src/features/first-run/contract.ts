import { adminPath } from '#platform/admin/contract.ts';

export const firstRunPath = '/first-run';
export const firstRunLinkPath = (token: string): string => `${firstRunPath}/${token}`;
/** Page that the first owner sees after the set-up. */
export const welcomePath = adminPath('welcome');

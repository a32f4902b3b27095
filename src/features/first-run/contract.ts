import { adminPath } from '#platform/admin/contract.ts';

export const firstRunPath = '/first-run';
/** Path of the page that the printed link opens. */
export const firstRunLinkPath = (token: string): string => `${firstRunPath}/${token}`;
/** Page that the first owner sees after the set-up. */
export const welcomePath = adminPath('welcome');

import { adminPath } from '#platform/admin/contract.ts';

export const firstRunPath = '/first-run';
/** The page that the printed link opens. */
export const firstRunLinkPath = (token: string): string => `${firstRunPath}/${token}`;
/** Where the first owner arrives. */
export const welcomePath = adminPath('welcome');

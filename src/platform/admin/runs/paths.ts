import { adminPath } from '#platform/admin/contract.ts';

export const runsPath = adminPath('runs');
/** The view with recent runs that have failed rows. */
export const failedRunsPath = `${runsPath}?view=failed`;
export const runPath = (id: number | string): string => adminPath(`runs/${id}`);
export const stopRunPath = (id: number | string): string => `${runPath(id)}/stop`;
export const undoRunPath = (id: number | string): string => `${runPath(id)}/undo`;
export const runResultsPath = (id: number | string): string => `${runPath(id)}/results.csv`;

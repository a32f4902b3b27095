import { adminPath } from '#platform/admin/contract.ts';

export const runsPath = adminPath('runs');
/** Those of the last days with a row that failed. */
export const failedRunsPath = `${runsPath}?view=failed`;
export const runPath = (id: number | string): string => adminPath(`runs/${id}`);
export const stopRunPath = (id: number | string): string => `${runPath(id)}/stop`;
export const undoRunPath = (id: number | string): string => `${runPath(id)}/undo`;
export const runResultsPath = (id: number | string): string => `${runPath(id)}/results.csv`;

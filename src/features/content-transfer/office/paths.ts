import { adminPath } from '#platform/admin/contract.ts';

export const transferPath = adminPath('content-transfer');
export const exportPath = `${transferPath}/content.json`;
export const importPath = (id: number | string): string => `${transferPath}/${id}`;

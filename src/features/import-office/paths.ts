import { adminPath } from '#platform/admin/contract.ts';

export const importsPath = adminPath('import');
export const importPath = (id: number | string): string => `${importsPath}/${id}`;
export const checkPath = (id: number | string): string => `${importPath(id)}/check`;
export const beginPath = (id: number | string): string => `${importPath(id)}/begin`;
export const deletePath = (id: number | string): string => `${importPath(id)}/delete`;
export const refusedPath = (id: number | string): string => `${importPath(id)}/refused.csv`;
export const templatePath = (kind: string): string => `${importsPath}/templates/${kind}`;
export const examplePath = (kind: string): string => `${importsPath}/examples/${kind}`;
export const exportPath = (kind: string): string => `${importsPath}/exports/${kind}`;
export const exportFilePath = (id: string): string => `${importsPath}/files/${id}`;

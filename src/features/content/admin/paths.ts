import { adminPath } from '#platform/admin/contract.ts';

export const contentPath = adminPath('content');
export const entryPath = adminPath('content/:id');
export const getEditorPath = (id: number): string => entryPath.replace(':id', String(id));
export const getBuilderPath = (id: number | ':id' | 'styles'): string => `${contentPath}/${id}/build`;
export const getPreviewPath = (id: number): string => `${contentPath}/${id}/preview`;
export const getComparePath = (id: number, revisionId: number): string =>
  `${contentPath}/${id}/compare?revision=${revisionId}`;

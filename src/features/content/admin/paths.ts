import { adminPath } from '#platform/admin/contract.ts';

export const contentPath = adminPath('content');
export const entryPath = adminPath('content/:id');
export const getPreviewPath = (id: number): string => `${contentPath}/${id}/preview`;
export const getComparePath = (id: number, revisionId: number): string =>
  `${contentPath}/${id}/compare?revision=${revisionId}`;

import { adminPath } from '#platform/admin/contract.ts';

export const contentPath = adminPath('content');
export const entryPath = adminPath('content/:id');
/** Where shoppers meet an entry; null for one that has no page. */
export const getShopPath = ({ kind, slug }: { readonly kind: string; readonly slug: string }): string | null =>
  kind === 'page' ? `/pages/${encodeURIComponent(slug)}` : kind === 'home' ? '/' : null;
export const getEditorPath = (id: number): string => entryPath.replace(':id', String(id));
export const getBuilderPath = (id: number | ':id' | 'styles'): string => `${contentPath}/${id}/build`;
export const getPreviewPath = (id: number): string => `${contentPath}/${id}/preview`;
export const getComparePath = (id: number, revisionId: number): string =>
  `${contentPath}/${id}/compare?revision=${revisionId}`;

export const pagePath = (slug: string): string => `/pages/${encodeURIComponent(slug)}`;
export const postPath = (slug: string): string => `/journal/${encodeURIComponent(slug)}`;

/** Where shoppers meet an entry; null for one that has no page. */
export function getShopPath({ kind, slug }: { readonly kind: string; readonly slug: string }): string | null {
  if (kind === 'page') return pagePath(slug);
  if (kind === 'post') return postPath(slug);
  return kind === 'home' ? '/' : null;
}

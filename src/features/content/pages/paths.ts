export const pagePath = (slug: string): string => `/pages/${encodeURIComponent(slug)}`;
export const postPath = (slug: string): string => `/journal/${encodeURIComponent(slug)}`;

/** Returns the path of an entry in the shop; null for an entry without a page of its own. */
export function getShopPath({ kind, slug }: { readonly kind: string; readonly slug: string }): string | null {
  if (kind === 'page') return pagePath(slug);
  if (kind === 'post') return postPath(slug);
  return kind === 'home' ? '/' : null;
}

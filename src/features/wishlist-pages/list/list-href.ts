import { z } from 'zod';
import { getWishlistPath } from '#features/wishlists/index.ts';
import { type ListLayout, listLayouts } from '../contract.ts';

const maxPage = 1_000_000;

export const viewQuery = z.object({
  page: z.coerce.number().int().min(1).max(maxPage).catch(1),
  view: z.enum(listLayouts).nullable().catch(null),
});

/** Creates the query that `viewQuery` reads. The first page in the shop's default layout has no parameters. */
export const createViewQuery = (page: number, layout: ListLayout | null): URLSearchParams =>
  new URLSearchParams({ ...(page > 1 && { page: String(page) }), ...(layout && { view: layout }) });

export function getListHref(token: string, page = 1, layout: ListLayout | null = null): string {
  const query = createViewQuery(page, layout);
  return query.size === 0 ? getWishlistPath(token) : `${getWishlistPath(token)}?${query}`;
}

import { z } from 'zod';
import { getWishlistPath } from '#features/wishlists/index.ts';
import { type ListLayout, listLayouts } from '../contract.ts';

const maxPage = 1_000_000;

/** Query parameters that say which page of a list is shown, and how. */
export const lookQuery = z.object({
  page: z.coerce.number().int().min(1).max(maxPage).catch(1),
  view: z.enum(listLayouts).nullable().catch(null),
});

/** What `lookQuery` reads. The first page in the shop's layout has no parameters. */
export const createLookQuery = (page: number, layout: ListLayout | null): URLSearchParams =>
  new URLSearchParams({ ...(page > 1 && { page: String(page) }), ...(layout && { view: layout }) });

/** The address of a page of a list. */
export function getListHref(token: string, page = 1, layout: ListLayout | null = null): string {
  const query = createLookQuery(page, layout);
  return query.size === 0 ? getWishlistPath(token) : `${getWishlistPath(token)}?${query}`;
}

import { productPath } from '#features/catalog/index.ts';
import {
  type CommentSort,
  type CommentsPage,
  commentSettings,
  commentSorts,
  findCommentsPage,
} from '#features/comments/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { pageParameter, reviewsPagePath, sortParameter, starsParameter } from './contract.ts';

export interface ReviewsView {
  readonly page: number;
  readonly sort: CommentSort;
  /** Null for reviews with any number of stars. */
  readonly stars: number | null;
  /**
   * Whether the URL names a page of reviews. The section's script then runs at load instead of when the section is
   * visible, because it scrolls to the section.
   */
  readonly isAsked: boolean;
}

/** Reads the query of a product page. Invalid values show the first page. */
export function readReviewsView(query: Readonly<Record<string, string>>, page = query[pageParameter]): ReviewsView {
  const [sort, stars] = [query[sortParameter], query[starsParameter] ?? ''];
  return {
    page: /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1,
    sort: commentSorts.find((each) => each === sort) ?? 'helpful',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    isAsked: page !== undefined,
  };
}

export function getReviewsPath(slug: string, { page, sort, stars }: ReviewsView): string {
  const query = new URLSearchParams({
    ...(stars === null ? {} : { [starsParameter]: String(stars) }),
    ...(sort === 'helpful' ? {} : { [sortParameter]: sort }),
  });
  const path = page === 1 ? productPath(slug) : reviewsPagePath(slug, page);
  return `${path}${query.size > 0 ? `?${query}` : ''}#reviews`;
}

/**
 * Finds the reviews of a product page by the product's slug, so that it needs no loaded product and can run at the
 * same time as loading it. One query.
 */
export function findReviews(
  { settings }: Pick<Shop, 'settings'>,
  db: Db,
  address: { readonly locale: string; readonly slug: string },
  view: ReviewsView,
): Promise<CommentsPage> {
  return findCommentsPage(db, address, { ...view, perPage: settings(commentSettings).perPage });
}

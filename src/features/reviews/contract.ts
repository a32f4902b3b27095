/** This module is also imported by the browser. */

/** URL that the form of a product is sent to. */
export const writePath = (slug: string): string => `/product/${encodeURIComponent(slug)}/comments`;
export const writeRoute = '/product/:slug/comments';

/**
 * Page with the form: used to answer without script, to change an own review, from links in mails, and after a
 * refused submit.
 */
export const formPath = (slug: string): string => `/product/${encodeURIComponent(slug)}/review`;
export const formRoute = '/product/:slug/review';

/** Further page of reviews. Scripts and search engines know the format from WordPress. */
export const reviewsPagePath = (slug: string, page: number): string =>
  `/product/${encodeURIComponent(slug)}/comment-page-${page}`;
export const reviewsPageRoute = '/product/:slug/comment-page-:page';

export const pageParameter = 'cpage';
export const starsParameter = 'stars';
export const sortParameter = 'reviews_by';
export const reviewParameters = [pageParameter, starsParameter, sortParameter] as const;

/** Field names of the form, which existing scripts of a migrated shop know. */
export const fieldNames = {
  product: 'comment_post_ID',
  parent: 'comment_parent',
  stars: 'rating',
  body: 'comment',
  author: 'author',
  email: 'email',
  title: 'review_title',
  photographs: 'photographs',
  /** Hidden field that only programs fill in. */
  trap: 'url',
  edited: 'edited_comment',
  line: 'line',
  key: 'key',
} as const;

export const reviewsId = 'reviews';

/** URL of the request that votes, below the shop's {rest}. */
export const voteCallPath = (rest: string, id: number | ':id'): string => `${rest}/comments/${id}/vote`;

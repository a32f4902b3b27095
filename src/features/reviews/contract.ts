/** Imported by the browser. */

/** Where the form of a product is sent to. */
export const writePath = (slug: string): string => `/product/${encodeURIComponent(slug)}/comments`;
export const writeRoute = '/product/:slug/comments';

/** The form on a page of its own: to answer without script, to change one's own, from a mail, and after a refusal. */
export const formPath = (slug: string): string => `/product/${encodeURIComponent(slug)}/review`;
export const formRoute = '/product/:slug/review';

/** A further page of reviews, as scripts and search engines know it. */
export const reviewsPagePath = (slug: string, page: number): string =>
  `/product/${encodeURIComponent(slug)}/comment-page-${page}`;
export const reviewsPageRoute = '/product/:slug/comment-page-:page';

/** Query parameters of a product page. */
export const pageParameter = 'cpage';
export const starsParameter = 'stars';
export const sortParameter = 'reviews_by';
export const reviewParameters = [pageParameter, starsParameter, sortParameter] as const;

/** Of the form: names that scripts of a shop that moved here know. */
export const fieldNames = {
  product: 'comment_post_ID',
  parent: 'comment_parent',
  stars: 'rating',
  body: 'comment',
  author: 'author',
  email: 'email',
  title: 'review_title',
  photographs: 'photographs',
  /** A hidden field: only programs fill it in. */
  trap: 'url',
  edited: 'edited_comment',
  line: 'line',
  key: 'key',
} as const;

/** Of the section. */
export const reviewsId = 'reviews';

/** The call that votes, below the shop's {rest}. */
export const voteCallPath = (rest: string, id: number | ':id'): string => `${rest}/comments/${id}/vote`;

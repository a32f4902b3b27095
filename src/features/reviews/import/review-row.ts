/** Column headings of CSV files in lower case, by field of a review or comment. */
export const heads = {
  key: ['id', 'comment_id', 'review_id'],
  parent: ['comment_parent', 'parent'],
  stars: ['rating', 'review score', 'score', 'stars'],
  title: ['title', 'review title'],
  body: ['body', 'review content', 'review', 'full_review', 'comment_content'],
  author: ['reviewer_name', 'author', 'reviewer display name', 'nickname', 'reviewer', 'comment_author'],
  date: ['review_date', 'review creation date', 'created_at', 'date_created_gmt', 'date', 'comment_date_gmt'],
  slug: ['product_handle', 'handle'],
  productId: ['product_id', 'productid', 'comment_post_id'],
  sku: ['product sku', 'sku'],
  state: ['curated', 'review status', 'status', 'comment_approved'],
  type: ['comment_type', 'type'],
  reply: ['reply', 'comment content'],
  pictures: ['picture_urls', 'photo_url', 'img', 'published image url'],
  verified: ['verified', 'verified_purchase', 'verified buyer', 'verified_buyer'],
} as const;

export type ReviewField = keyof typeof heads;

export interface ReviewRow {
  /** Line of the file, or number of the entry in JSON, counted from 1. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ReviewField, string>>>;
  /** Whether the row may be a comment, which has no stars. */
  readonly isComment?: boolean;
}

/** Row that can't be read. Later rows can. */
export interface BrokenReviewRow {
  readonly line: number;
  readonly problem: string;
}

export type ReviewRows = AsyncGenerator<ReviewRow | BrokenReviewRow>;

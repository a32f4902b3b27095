import type { LocalSlug } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import type { CommentState } from './contract.ts';
import { commentSettings } from './settings.ts';

export interface Photograph {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Comment {
  readonly id: number;
  readonly parentId: number | null;
  readonly depth: number;
  /** Null when the comment contains no rating. */
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  /** Empty when the author was erased. */
  readonly author: string;
  readonly isFromShop: boolean;
  readonly isVerified: boolean;
  /** Options of the bought variation. */
  readonly bought: readonly { readonly name: string; readonly value: string }[];
  readonly helpful: number;
  readonly unhelpful: number;
  readonly createdAt: Date;
  readonly isEdited: boolean;
  /** Name of the source from which the comment was imported. */
  readonly source: string | null;
  /** Whether the source calls the purchase verified. It does not count as verified by this shop. */
  readonly isSourceVerified: boolean;
  readonly photographs: readonly Photograph[];
}

export const commentSorts = ['helpful', 'newest', 'highest', 'lowest'] as const;
export type CommentSort = (typeof commentSorts)[number];

const orders: Readonly<Record<CommentSort, string>> = {
  helpful: 'c.usefulness desc, c.id desc',
  newest: 'c.id desc',
  highest: 'c.stars desc nulls last, c.id desc',
  lowest: 'c.stars nulls last, c.id desc',
};

/** The greatest number of answers on a page, which protects against very long threads. */
export const maxAnswers = 200;

export const commentJsonSql = `json_build_object('id', c.id, 'parentId', c.parent_id, 'depth', c.depth, 'stars', c.stars, 'title', c.title, 'body', c.body,
  'author', c.author, 'isFromShop', c.is_from_shop, 'isVerified', c.is_verified, 'bought', c.bought, 'helpful', c.helpful, 'unhelpful', c.unhelpful,
  'createdAt', c.created_at, 'isEdited', c.edited_at is not null, 'source', c.source, 'isSourceVerified', c.is_source_verified, 'photographs', (
    select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.position), '[]') from comment_photographs p where p.comment_id = c.id))`;

/** A comment in JSON, which contains dates as strings. */
export type CommentJson = Omit<Comment, 'createdAt'> & { readonly createdAt: string };
export const toComment = (json: CommentJson): Comment => ({ ...json, createdAt: new Date(json.createdAt) });

interface PageRow {
  readonly counts: readonly { readonly stars: number | null; readonly count: number }[] | null;
  readonly threads: readonly CommentJson[] | null;
  readonly answers: readonly CommentJson[] | null;
}

/** The counts include all threads, also when the page shows only threads with a number of stars. */
const buildPageSql = (sort: CommentSort) => `with product as materialized (
    select id from published_products where locale = $1 and slug = $2
  ), shown as materialized (
    select c.* from product join comments c on c.product_id = product.id
    where c.state = 'approved' and c.parent_id is null and ($3::smallint is null or c.stars = $3) order by ${orders[sort]} limit $4 offset $5
  )
  select (select json_agg(counted) from (
      select c.stars, count(*)::integer as count from product join comments c on c.product_id = product.id and c.state = 'approved' and c.parent_id is null group by c.stars
    ) counted) as counts,
    (select json_agg(${commentJsonSql} order by ${orders[sort]}) from shown c) as threads,
    (select json_agg(${commentJsonSql} order by c.id) from (
      select c.* from product join comments c on c.product_id = product.id and c.root_id = any(array(select id from shown)) and c.state = 'approved' order by c.id limit ${maxAnswers}
    ) c) as answers`;

const selectPages = {
  helpful: sqlQuery<PageRow>('comments.find-page-by-usefulness', buildPageSql('helpful')),
  newest: sqlQuery<PageRow>('comments.find-page-by-time', buildPageSql('newest')),
  highest: sqlQuery<PageRow>('comments.find-page-by-most-stars', buildPageSql('highest')),
  lowest: sqlQuery<PageRow>('comments.find-page-by-fewest-stars', buildPageSql('lowest')),
};

export interface CommentsView {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: CommentSort;
  /** Null for all. */
  readonly stars: number | null;
}

export interface CommentsPage {
  readonly threads: readonly Comment[];
  /** Answers to the threads at any depth, the oldest first. */
  readonly answers: readonly Comment[];
  readonly byStars: readonly [number, number, number, number, number];
  readonly unrated: number;
}

/** Loads the comments of a product page. Always uses one query. */
export async function findCommentsPage(
  db: Db,
  { locale, slug }: LocalSlug,
  { page, perPage, sort, stars }: CommentsView,
): Promise<CommentsPage> {
  const [row] = await selectPages[sort](db, [locale, slug, stars, perPage, (page - 1) * perPage]);
  const count = (wanted: number | null) => row?.counts?.find((each) => each.stars === wanted)?.count ?? 0;
  return {
    threads: (row?.threads ?? []).map(toComment),
    answers: (row?.answers ?? []).map(toComment),
    byStars: [count(1), count(2), count(3), count(4), count(5)],
    unrated: count(null),
  };
}

/** A comment as its author sees it: with the author's latest text. */
export interface OwnComment extends Comment {
  readonly productId: number;
  readonly slug: string;
  readonly state: CommentState;
  /** Whether the text waits for approval. An earlier text may be published meanwhile. */
  readonly isWaiting: boolean;
}

type OwnRow = { readonly comment: CommentJson & Omit<OwnComment, keyof Comment> };
const toOwnComment = ({ comment }: OwnRow): OwnComment => ({ ...comment, ...toComment(comment) });

const ownSql = `select ${commentJsonSql}::jsonb || jsonb_build_object('productId', c.product_id, 'slug', p.slug, 'state', c.state,
    'isWaiting', c.state <> 'approved' or e.comment_id is not null)
    || case when e.comment_id is null then '{}' else jsonb_build_object('stars', e.stars, 'title', e.title, 'body', e.body) end as comment
  from comments c join products p on p.id = c.product_id left join comment_edits e on e.comment_id = c.id`;

/**
 * Condition for comments that wait for approval or that their author can still edit. Pages of posts show no private
 * data.
 */
const isPrivateSql = `${isOwnedSql('c')} and c.product_id is not null and (c.state <> 'approved' or e.comment_id is not null or c.created_at >= $3)`;

const selectPrivate = sqlQuery<OwnRow>(
  'comments.find-private-of-owner',
  `${ownSql} where ${isPrivateSql} order by c.id desc limit 20`,
);

const getEditableSince = ({ settings, clock }: Shop): Date =>
  daysBefore(clock.now(), settings(commentSettings).editDays);

/**
 * Lists comments of the owner that cached pages don't contain. Includes spam, so that authors can't find out the
 * rules.
 */
export async function findPrivateComments(shop: Shop, owner: Owner | null): Promise<OwnComment[]> {
  const values = [...toOwnerValues(owner), getEditableSince(shop)];
  return owner === null ? [] : (await selectPrivate(shop.db, values)).map(toOwnComment);
}

const selectVersion = sqlQuery<{ version: string }>(
  'comments.find-private-version',
  `select count(*) || '-' || floor(extract(epoch from max(greatest(c.created_at, c.edited_at, e.written_at)))) as version
  from comments c left join comment_edits e on e.comment_id = c.id where ${isPrivateSql} having count(*) > 0`,
);

/** @returns a value that changes with each write of the owner; null when there are no private comments */
export async function findPrivateVersion(shop: Shop, owner: Owner | null): Promise<string | null> {
  const values = [...toOwnerValues(owner), getEditableSince(shop)];
  return owner === null ? null : ((await selectVersion(shop.db, values))[0]?.version ?? null);
}

const selectOwn = sqlQuery<OwnRow>(
  'comments.find-own-comment',
  `${ownSql} where c.id = $3::bigint and (${isOwnedSql('c')} or c.order_line_id = $4::bigint)`,
);

/**
 * @param orderLineId order line of a signed link, for authors who have neither an account nor the cookie
 * @returns null for a comment of another author
 */
export async function findOwnComment(
  db: Db,
  owner: Owner | null,
  id: number,
  orderLineId: number | null = null,
): Promise<OwnComment | null> {
  const [row] = await selectOwn(db, [...toOwnerValues(owner), id, orderLineId]);
  return row ? toOwnComment(row) : null;
}

const selectOwnReview = sqlQuery<{ id: number }>(
  'comments.find-own-review',
  `select c.id from comments c where ${isOwnedSql('c')} and c.product_id = $3 and c.stars is not null`,
);

export async function findOwnReview(db: Db, owner: Owner | null, productId: number): Promise<number | null> {
  return (await selectOwnReview(db, [...toOwnerValues(owner), productId]))[0]?.id ?? null;
}

interface CommentPosition {
  readonly kind: 'product' | 'post';
  readonly slug: string;
  readonly before: number;
}

const selectPosition = sqlQuery<CommentPosition>(
  'comments.find-place',
  `select 'product' as kind, p.slug, (select count(*)::integer from comments o where o.product_id = c.product_id and o.state = 'approved' and o.parent_id is null
      and (o.usefulness > r.usefulness or o.usefulness = r.usefulness and o.id > r.id)) as before
  from comments c join comments r on r.id = coalesce(c.root_id, c.id) join published_products p on p.id = c.product_id
  where c.id = $1::bigint and c.state = 'approved' and r.state = 'approved'
  union all
  select 'post', e.slug, (select count(*)::integer from comments o where o.entry_id = c.entry_id and o.state = 'approved' and o.parent_id is null and o.id < r.id)
  from comments c join comments r on r.id = coalesce(c.root_id, c.id) join content_entries e on e.id = c.entry_id and e.published_id is not null
  where c.id = $1::bigint and c.state = 'approved' and r.state = 'approved'`,
);

/** Finds the page of an approved comment, and the number of threads before it in the default order. */
export async function findCommentPosition(db: Db, id: number): Promise<CommentPosition | null> {
  return (await selectPosition(db, [id]))[0] ?? null;
}

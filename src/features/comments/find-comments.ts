import type { LocalSlug } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import type { CommentState } from './contract.ts';

export interface Photograph {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** What everybody sees of a comment. */
export interface Comment {
  readonly id: number;
  readonly parentId: number | null;
  readonly depth: number;
  /** Null: it rates nothing. */
  readonly stars: number | null;
  readonly title: string;
  readonly body: string;
  /** Empty: the author was erased. */
  readonly author: string;
  readonly isFromShop: boolean;
  readonly isVerified: boolean;
  /** Options of the variation that was bought. */
  readonly bought: readonly { readonly name: string; readonly value: string }[];
  readonly helpful: number;
  readonly unhelpful: number;
  readonly createdAt: Date;
  readonly isEdited: boolean;
  /** Where it was imported from. */
  readonly source: string | null;
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

/** Answers on one page: a thread of thousands must not make it endless. */
const maxAnswers = 200;

const commentJsonSql = `json_build_object('id', c.id, 'parentId', c.parent_id, 'depth', c.depth, 'stars', c.stars, 'title', c.title, 'body', c.body,
  'author', c.author, 'isFromShop', c.is_from_shop, 'isVerified', c.is_verified, 'bought', c.bought, 'helpful', c.helpful, 'unhelpful', c.unhelpful,
  'createdAt', c.created_at, 'isEdited', c.edited_at is not null, 'source', c.source, 'photographs', (
    select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.position), '[]') from comment_photographs p where p.comment_id = c.id))`;

/** JSON has the moment as text. */
type CommentJson = Omit<Comment, 'createdAt'> & { readonly createdAt: string };
const toComment = (json: CommentJson): Comment => ({ ...json, createdAt: new Date(json.createdAt) });

interface PageRow {
  readonly counts: readonly { readonly stars: number | null; readonly count: number }[] | null;
  readonly threads: readonly CommentJson[] | null;
  readonly answers: readonly CommentJson[] | null;
}

/** The counts are of all threads, whichever stars are chosen. */
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
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: CommentSort;
  /** Only those with so many stars. */
  readonly stars: number | null;
}

export interface CommentsPage {
  readonly threads: readonly Comment[];
  /** Of the threads, in any depth, the oldest first. */
  readonly answers: readonly Comment[];
  /** Approved threads by their stars: from one to five. */
  readonly byStars: readonly [number, number, number, number, number];
  /** Approved threads without stars. */
  readonly unrated: number;
}

/** What a page of a product shows. One query, whatever there is. */
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

/** A comment with what only its author and staff may see. */
export interface OwnComment extends Comment {
  readonly productId: number;
  readonly slug: string;
  readonly state: CommentState;
}

const ownJsonSql = `${commentJsonSql}::jsonb || jsonb_build_object('productId', c.product_id, 'slug', p.slug, 'state', c.state)`;

const selectPending = sqlQuery<{ comment: CommentJson & Omit<OwnComment, keyof Comment> }>(
  'comments.find-pending-of-owner',
  `select ${ownJsonSql} as comment from comments c join products p on p.id = c.product_id
  where ${isOwnedSql('c')} and c.state <> 'approved' order by c.id desc limit 20`,
);

/** Lists what waits for approval. Spam is shown to its author alike: nobody learns what the rules are. */
export async function findPendingComments(db: Db, owner: Owner | null): Promise<OwnComment[]> {
  const rows = owner === null ? [] : await selectPending(db, toOwnerValues(owner));
  return rows.map(({ comment }) => ({ ...comment, ...toComment(comment) }));
}

const countPending = sqlQuery<{ count: number }>(
  'comments.count-pending-of-owner',
  `select count(*)::integer as count from comments c where ${isOwnedSql('c')} and c.state <> 'approved'`,
);

export async function countPendingComments(db: Db, owner: Owner | null): Promise<number> {
  return owner === null ? 0 : ((await countPending(db, toOwnerValues(owner)))[0]?.count ?? 0);
}

const selectOwn = sqlQuery<{ comment: CommentJson & Omit<OwnComment, keyof Comment> }>(
  'comments.find-own-comment',
  `select ${ownJsonSql} as comment from comments c join products p on p.id = c.product_id where ${isOwnedSql('c')} and c.id = $3::bigint`,
);

/** @returns null for a comment of somebody else */
export async function findOwnComment(db: Db, owner: Owner | null, id: number): Promise<OwnComment | null> {
  const [row] = owner === null ? [] : await selectOwn(db, [...toOwnerValues(owner), id]);
  return row ? { ...row.comment, ...toComment(row.comment) } : null;
}

const selectPlace = sqlQuery<{ slug: string; before: number }>(
  'comments.find-place',
  `select p.slug, (select count(*)::integer from comments o where o.product_id = c.product_id and o.state = 'approved' and o.parent_id is null
      and (o.usefulness > r.usefulness or o.usefulness = r.usefulness and o.id > r.id)) as before
  from comments c join comments r on r.id = coalesce(c.root_id, c.id) join published_products p on p.id = c.product_id
  where c.id = $1::bigint and c.state = 'approved' and r.state = 'approved'`,
);

/** Where an approved comment is shown: after how many threads, in the usual order. */
export async function findPlace(
  db: Db,
  id: number,
): Promise<{ readonly slug: string; readonly before: number } | null> {
  return (await selectPlace(db, [id]))[0] ?? null;
}

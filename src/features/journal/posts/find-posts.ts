import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import type { TermKind } from '../paths.ts';

export interface NamedLink {
  readonly slug: string;
  readonly name: string;
}

export interface PostTerm extends NamedLink {
  readonly kind: TermKind;
  /** Whether the term's page lists any posts. */
  readonly hasPage: boolean;
}

export interface PostCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly datedAt: Date;
  readonly author: NamedLink | null;
  readonly categories: readonly NamedLink[];
  readonly picture: MediaRow | null;
}

interface CardRow extends Omit<PostCard, 'datedAt' | 'picture'> {
  /** ISO date and time, because the row is read as JSON. */
  readonly datedAt: string;
  readonly imageId: number | null;
}

const cardSql = `json_build_object('id', e.id, 'slug', e.slug, 'title', r.title, 'excerpt', coalesce(nullif(r.lead, ''), r.description), 'datedAt', p.dated_at,
  'imageId', r.image_id, 'author', (select json_build_object('slug', a.slug, 'name', a.name) from journal_authors a where a.id = p.author_id),
  'categories', (select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
    from journal_post_terms pt join journal_terms t on t.id = pt.term_id where pt.entry_id = e.id and t.kind = 'category'))`;

interface ListRow {
  readonly total: number;
  readonly posts: readonly CardRow[] | null;
}

/** One statement for each page: the number of posts, and the posts with their authors and categories. */
const buildListSql = (from: string) => `with shown as materialized (
    select o.entry_id, o.dated_at from ${from} order by o.dated_at desc, o.entry_id desc limit $2 offset $3
  )
  select (select count(*)::integer from ${from}) as total,
    (select json_agg(${cardSql} order by s.dated_at desc, s.entry_id desc) from shown s join journal_posts p on p.entry_id = s.entry_id
      join content_entries e on e.id = s.entry_id join content_revisions r on r.id = e.published_id) as posts`;

const lists = {
  all: sqlQuery<ListRow>(
    'journal.list-posts',
    buildListSql('journal_posts o where o.locale = $1 and o.is_published and o.is_listed'),
  ),
  term: sqlQuery<ListRow>('journal.list-posts-of-term', buildListSql('journal_post_terms o where o.term_id = $1')),
  author: sqlQuery<ListRow>(
    'journal.list-posts-of-author',
    buildListSql('journal_posts o where o.author_id = $1 and o.is_published and o.is_listed and o.locale = $4'),
  ),
};

export type PostScope = 'all' | { readonly term: number } | { readonly author: number };

export interface PostsPage {
  readonly total: number;
  readonly posts: readonly PostCard[];
}

/** Executes two statements: one for the posts, and one for their pictures. */
export async function findPosts(
  { db, choices: { locale } }: Shop,
  scope: PostScope,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<PostsPage> {
  const slice = [perPage, (page - 1) * perPage];
  const find = () => {
    if (scope === 'all') return lists.all(db, [locale, ...slice]);
    return 'term' in scope
      ? lists.term(db, [scope.term, ...slice])
      : lists.author(db, [scope.author, ...slice, locale]);
  };
  const [row] = await find();
  const rows = row?.posts ?? [];
  const ids = rows.flatMap(({ imageId }) => imageId ?? []);
  const pictures = new Map(ids.length === 0 ? [] : (await findMediaByIds(db, ids)).map((media) => [media.id, media]));
  return {
    total: row?.total ?? 0,
    posts: rows.map(({ datedAt, imageId, ...post }) => ({
      ...{ ...post, datedAt: new Date(datedAt), picture: pictures.get(imageId ?? 0) ?? null },
    })),
  };
}

export interface PostFacts {
  readonly datedAt: Date;
  readonly changedAt: Date;
  readonly isOpen: boolean;
  readonly author: (NamedLink & { readonly bio: string }) | null;
  readonly terms: readonly PostTerm[];
  /** The older post. */
  readonly previous: NamedLink | null;
  readonly next: NamedLink | null;
}

const buildNeighbourSql = (sign: '<' | '>') => `(select json_build_object('slug', e.slug, 'name', r.title)
  from journal_posts o join content_entries e on e.id = o.entry_id join content_revisions r on r.id = e.published_id
  where o.locale = p.locale and o.is_published and o.is_listed and (o.dated_at, o.entry_id) ${sign} (p.dated_at, p.entry_id)
  order by o.dated_at ${sign === '<' ? 'desc' : 'asc'}, o.entry_id ${sign === '<' ? 'desc' : 'asc'} limit 1)`;

/** SQL condition: the term has listed posts. Without any, its page does not exist. */
export const hasPageSql = 'exists (select from journal_post_terms pt where pt.term_id = t.id)';

// Reads terms from the revision, because the table contains those of listed posts only.
const selectFacts = sqlQuery<PostFacts>(
  'journal.find-post-facts',
  `select p.dated_at as "datedAt", coalesce(e.published_at, p.dated_at) as "changedAt", p.is_open as "isOpen",
    (select json_build_object('slug', a.slug, 'name', a.name, 'bio', a.bio) from journal_authors a where a.id = p.author_id) as author,
    (select coalesce(json_agg(json_build_object('kind', t.kind, 'slug', t.slug, 'name', t.name, 'hasPage', ${hasPageSql}) order by t.name), '[]')
      from journal_terms t where t.locale = p.locale and t.id in (
        select value::integer from jsonb_array_elements_text(
          coalesce(r.details -> 'categories', '[]') || coalesce(r.details -> 'tags', '[]')) value)) as terms,
    ${buildNeighbourSql('<')} as previous, ${buildNeighbourSql('>')} as next
  from journal_posts p join content_entries e on e.id = p.entry_id join content_revisions r on r.id = e.published_id where p.entry_id = $1`,
);

/** Finds the data of a post's page besides its text, with one statement. */
export async function findPostFacts(db: Db, entryId: number): Promise<PostFacts | null> {
  return (await selectFacts(db, [entryId]))[0] ?? null;
}

const listPaths = sqlQuery<{ path: string; changedAt: Date | null }>(
  'journal.list-addresses',
  `select e.slug as path, e.published_at as "changedAt" from journal_posts p join content_entries e on e.id = p.entry_id
  where p.locale = $1 and p.is_published and p.is_listed order by p.dated_at desc, p.entry_id desc limit 20000`,
);
const listTermPaths = sqlQuery<{ kind: TermKind; slug: string }>(
  'journal.list-term-addresses',
  `select t.kind, t.slug from journal_terms t where t.locale = $1 and ${hasPageSql} order by t.id limit 5000`,
);

export const listPostAddresses = (db: Db, locale: string) => listPaths(db, [locale]);
export const listTermAddresses = (db: Db, locale: string) => listTermPaths(db, [locale]);

import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Block } from '../blocks/block.ts';
import { contentPagesCacheTag } from './cache-tags.ts';

/** Section of the footer that links to a page: help, legal, or none. */
export const footerPlaces = ['help', 'legal', 'none'] as const;
export type FooterPlace = (typeof footerPlaces)[number];

export interface Tree {
  readonly version: 1;
  readonly blocks: readonly Block[];
}

/** Content of a revision. */
export interface Content {
  readonly title: string;
  /** Introduction; '' for none. */
  readonly lead: string;
  /** Description for search engines. '': made from the text. */
  readonly description: string;
  readonly imageId: number | null;
  readonly place: FooterPlace;
  readonly isListed: boolean;
  readonly tree: Tree;
  /** Additional data of entries of the kind. Absent: none. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export const contentColumnsSql = `r.title, r.lead, r.description, r.image_id as "imageId", r.place, r.is_listed as "isListed", r.tree, r.details`;

interface PublishedEntry extends Content {
  readonly id: number;
}

const findBySlug = sqlQuery<PublishedEntry>(
  'content.find-published',
  `select e.id, ${contentColumnsSql} from content_entries e join content_revisions r on r.id = e.published_id
  where e.kind = $1 and e.locale = $2 and e.slug = $3`,
);

const findTarget = sqlQuery<{ slug: string }>(
  'content.find-redirect',
  `select e.slug from content_redirects o join content_entries e on e.id = o.entry_id
  where o.locale = $1 and o.slug = $2 and e.kind = $3 and e.published_id is not null and e.slug <> o.slug`,
);

const findTrees = sqlQuery<{ id: number; tree: Tree }>(
  'content.find-trees',
  `select e.id, r.tree from content_entries e join content_revisions r on r.id = e.published_id
  where e.id = any($1::integer[]) and e.kind = 'block' and e.locale = $2`,
);

/** @returns null when no published entry has the slug */
export async function findPublished(
  db: Db,
  kind: 'page' | 'post' | 'home',
  { locale, slug }: { readonly locale: string; readonly slug: string },
): Promise<PublishedEntry | null> {
  return (await findBySlug(db, [kind, locale, slug]))[0] ?? null;
}

/** @returns the current slug of the page or post that had this slug earlier */
export async function findRedirectedSlug(
  db: Db,
  locale: string,
  slug: string,
  kind: 'page' | 'post' = 'page',
): Promise<string | null> {
  return (await findTarget(db, [locale, slug, kind]))[0]?.slug ?? null;
}

/** Returns the published blocks of reusable blocks, by entry id. */
export async function findPublishedTrees(
  db: Db,
  ids: readonly number[],
  locale: string,
): Promise<ReadonlyMap<number, readonly Block[]>> {
  return new Map((await findTrees(db, [ids, locale])).map(({ id, tree }) => [id, tree.blocks]));
}

export interface PublishedPage {
  readonly id: number;
  readonly kind: 'page' | 'home';
  readonly slug: string;
  readonly title: string;
  readonly place: FooterPlace;
  readonly isListed: boolean;
  readonly publishedAt: Date | null;
}

const listPages = sqlQuery<PublishedPage>(
  'content.list-published-pages',
  `select e.id, e.kind, e.slug, r.title, r.place, r.is_listed as "isListed", e.published_at as "publishedAt"
  from content_entries e join content_revisions r on r.id = e.published_id where e.kind in ('page', 'home') and e.locale = $1 order by e.id limit 2000`,
);

/** Lists the published pages in the order of their links. A page that calls it depends on the cache tag of pages. */
export function listPublishedPages({ pages, db, choices: { locale } }: Shop): Promise<readonly PublishedPage[]> {
  return pages.remember(`content:pages:${locale}`, [contentPagesCacheTag], () => listPages(db, [locale]));
}

const listListed = sqlQuery<Pick<Content, 'title' | 'lead' | 'tree'> & { kind: 'page' | 'post'; slug: string }>(
  'content.list-listed-pages',
  `select e.kind, e.slug, r.title, r.lead, r.tree from content_entries e join content_revisions r on r.id = e.published_id
  where e.kind in ('page', 'post') and e.locale = $1 and r.is_listed order by e.id limit 2000`,
);

/** Lists the published pages and posts that may appear in searches, with their blocks. */
export const listListedPages = ({ db, choices }: Shop) => listListed(db, [choices.locale]);

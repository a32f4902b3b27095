import { categoriesCacheTag } from '#features/catalog/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { contentCacheTag, contentPagesCacheTag, contentPostsCacheTag, contentTextsCacheTag } from './cache-tags.ts';
import { type Content, contentColumnsSql } from './find-published.ts';

/** Kinds that staff can create. Both menus always exist, so they are not among them. */
export const entryKinds = ['page', 'post', 'block', 'home'] as const;
export type EntryKind = (typeof entryKinds)[number] | 'menu';

/** An entry with its newest revision, as staff see it. */
export interface Entry extends Content {
  readonly id: number;
  readonly kind: EntryKind;
  readonly locale: string;
  readonly slug: string;
  readonly draftId: number;
  readonly publishedId: number | null;
  readonly publishedAt: Date | null;
  readonly scheduledId: number | null;
  readonly scheduledAt: Date | null;
  readonly changedAt: Date;
  readonly changedBy: string;
}

const columns = `e.id, e.kind, e.locale, e.slug, r.id as "draftId", e.published_id as "publishedId", e.published_at as "publishedAt",
  e.scheduled_id as "scheduledId", e.scheduled_at as "scheduledAt", e.changed_at as "changedAt", e.changed_by as "changedBy", ${contentColumnsSql}`;

const selectEntry = sqlQuery<Entry>(
  'content.find-entry',
  `select ${columns} from content_entries e join content_revisions r on r.id = e.draft_id where e.id = $1`,
);
// Read the revision again after the lock: it may be newer than the one that the statement saw at its start.
const lockEntry = sqlQuery<{ id: number }>(
  'content.lock-entry',
  'select id from content_entries where id = $1 for no key update',
);

export async function findEntry(db: Db, id: number, isLocking = false): Promise<Entry | null> {
  if (isLocking && (await lockEntry(db, [id])).length === 0) return null;
  return (await selectEntry(db, [id]))[0] ?? null;
}

const insertEntry = namedFind<object, { id: number }>(
  'content.insert-entry',
  `insert into content_entries (kind, locale, slug, title, changed_at, changed_by) values ($kind, $locale, $slug, $title, $now, $by)
  on conflict do nothing returning id`,
);
const insertRevision = namedFind<object, { id: number }>(
  'content.insert-revision',
  `insert into content_revisions (entry_id, title, lead, description, image_id, place, is_listed, tree, details, created_at, by, by_staff_id)
  values ($entryId, $title, $lead, $description, $imageId, $place, $isListed, $tree::jsonb, $details::jsonb, $now, $by, $byStaffId) returning id`,
);
const setDraft = sqlQuery(
  'content.set-draft',
  'update content_entries set draft_id = $2, title = $3, changed_at = $4, changed_by = $5 where id = $1',
);

interface NewEntry {
  readonly kind: EntryKind;
  readonly slug: string;
}

/**
 * Adds an entry with its first revision, which only staff see.
 * @returns null when another entry has the slug
 */
export async function createEntry(
  shop: Shop,
  tx: Tx,
  { kind, slug }: NewEntry,
  content: Content,
  author: Author,
): Promise<{ readonly id: number; readonly revisionId: number } | null> {
  const { by } = toAuthorColumns(author);
  // Slugs of pages contain no dot. The prefix keeps other kinds, which have no address, from taking the slug of a
  // page.
  const ownSlug = kind === 'page' || kind === 'post' ? slug : `${kind}.${slug}`;
  const { locale } = shop.choices;
  const row = await insertEntry(tx, { kind, locale, slug: ownSlug, title: content.title, now: shop.clock.now(), by });
  return row && { id: row.id, revisionId: await addRevision(shop, tx, row.id, content, author) };
}

/** Adds a revision, which becomes the draft of its entry. The caller has locked the entry. */
export async function addRevision(
  shop: Shop,
  tx: Tx,
  entryId: number,
  content: Content,
  author: Author,
): Promise<number> {
  const columns = toAuthorColumns(author);
  const now = shop.clock.now();
  const row = await insertRevision(tx, { details: {}, ...content, ...columns, entryId, now });
  if (!row) throw new Error('The revision was not inserted');
  await setDraft(tx, [entryId, row.id, content.title, now, columns.by]);
  return row.id;
}

interface Shown {
  readonly kind: EntryKind;
  /** Whether links and lists that show the entry change too. */
  readonly isLinkChanged: boolean;
}

const setPublished = sqlQuery<Shown>(
  'content.set-published',
  `update content_entries e set published_id = n.id, published_at = $3, scheduled_id = null, scheduled_at = null
  from content_revisions n, content_entries f left join content_revisions o on o.id = f.published_id
  where e.id = $1 and f.id = e.id and n.entry_id = e.id and n.id = $2
  returning e.kind, o.id is null or (o.title, o.place, o.is_listed) <> (n.title, n.place, n.is_listed)
    or (e.kind = 'post' and (o.lead, o.description, o.image_id, o.details) is distinct from (n.lead, n.description, n.image_id, n.details)) as "isLinkChanged"`,
);
const clearPublished = sqlQuery<Pick<Shown, 'kind'>>(
  'content.clear-published',
  `update content_entries set published_id = null, scheduled_id = null, scheduled_at = null where id = $1 returning kind`,
);
/** Stores the revision to publish, and when, for the job. The caller has locked the entry. */
export const setSchedule = namedQuery<{ readonly entryId: number; readonly revisionId: number; readonly at: Date }>(
  'content.set-scheduled',
  'update content_entries set scheduled_id = $revisionId, scheduled_at = $at where id = $entryId',
);
const updateSlug = sqlQuery<Pick<Shown, 'kind'>>(
  'content.set-slug',
  'update content_entries set slug = $2 where id = $1 returning kind',
);

/** Invalidates pages with the entry. This takes effect with the commit: the next request shows the change. */
async function invalidateEntryPages(
  shop: Shop,
  tx: Tx,
  entryId: number,
  { kind, isLinkChanged }: Shown,
): Promise<void> {
  // The sitemap depends on the tag of the categories. No page outside of the journal links to posts.
  const linked = kind === 'post' ? [contentPostsCacheTag] : [contentPagesCacheTag, categoriesCacheTag];
  const ofLinks = isLinkChanged ? linked : [];
  await shop.pages.invalidate(tx, [contentCacheTag(entryId), contentTextsCacheTag, ...ofLinks]);
}

/** Publishes a revision. The caller has locked the entry. */
export async function publish(shop: Shop, tx: Tx, entryId: number, revisionId: number): Promise<void> {
  const [published] = await setPublished(tx, [entryId, revisionId, shop.clock.now()]);
  if (!published) throw new Error(`content: the entry ${entryId} has no revision ${revisionId}`);
  await invalidateEntryPages(shop, tx, entryId, published);
}

/** Hides an entry from shoppers and cancels a scheduled publication. The caller has locked the entry. */
export async function unpublish(shop: Shop, tx: Tx, entryId: number): Promise<void> {
  const [cleared] = await clearPublished(tx, [entryId]);
  if (cleared) await invalidateEntryPages(shop, tx, entryId, { ...cleared, isLinkChanged: true });
}

/**
 * Changes the slug of an entry. The earlier slug redirects to it.
 * @returns whether the slug was free
 */
export async function changeSlug(shop: Shop, tx: Tx, entryId: number, slug: string): Promise<boolean> {
  try {
    // Use a savepoint: another transaction may take the slug at the same moment.
    const [changed] = await inTransaction(tx, (savepoint) => updateSlug(savepoint, [entryId, slug]));
    if (changed) await invalidateEntryPages(shop, tx, entryId, { ...changed, isLinkChanged: true });
  } catch (error) {
    if (postgresError(error)?.constraint === 'content_slug_of_one') return false;
    throw error;
  }
  return true;
}

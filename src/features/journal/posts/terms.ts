import { contentPostsCacheTag } from '#features/content/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { TermKind } from '../paths.ts';

/** Maximum characters of a slug; the form of entries has the same limit. */
const maxSlug = 100;

export interface Term {
  readonly id: number;
  readonly kind: TermKind;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

export interface JournalAuthor {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly bio: string;
  readonly staffId: number | null;
}

/** Defines queries that find, lock and delete rows by id, and count their posts. */
function defineNamedRows<Row extends object>(label: string, table: string, columns: string, posts: string) {
  const find = sqlQuery<Row>(`journal.read-${label}`, `select ${columns} from ${table} where id = $1`);
  const lock = sqlQuery<Row>(
    `journal.lock-${label}`,
    `select ${columns} from ${table} where id = $1 for no key update`,
  );
  const remove = sqlQuery(`journal.delete-${label}`, `delete from ${table} where id = $1`);
  const count = sqlQuery<{ count: number }>(
    `journal.count-posts-of-${label}`,
    `select count(*)::integer as count from ${posts} = $1`,
  );
  return {
    find: async (db: Db, id: number, isLocking = false): Promise<Row | null> =>
      (await (isLocking ? lock : find)(db, [id]))[0] ?? null,
    countPosts: async (db: Db, id: number): Promise<number> => (await count(db, [id]))[0]?.count ?? 0,
    async remove(shop: Shop, tx: Tx, id: number): Promise<void> {
      await remove(tx, [id]);
      await invalidatePostLists(shop, tx);
    },
  };
}

const termColumns = 'id, kind, slug, name, description';
export const {
  find: findTerm,
  countPosts: countPostsOfTerm,
  remove: removeTerm,
} = defineNamedRows<Term>('term', 'journal_terms', termColumns, 'journal_post_terms where term_id');

const authorColumns = 'id, slug, name, bio, staff_id as "staffId"';
export const {
  find: findAuthor,
  countPosts: countPostsOfAuthor,
  remove: removeAuthor,
} = defineNamedRows<JournalAuthor>(
  ...(['author', 'journal_authors', authorColumns] as const),
  'journal_posts where is_published and author_id',
);

export const findTermBySlug = namedFind<Pick<Term, 'kind' | 'slug'> & { readonly locale: string }, Term>(
  'journal.find-term-by-address',
  `select ${termColumns} from journal_terms where locale = $locale and kind = $kind and slug = $slug`,
);
export const findAuthorBySlug = namedFind<Pick<JournalAuthor, 'slug'>, JournalAuthor>(
  'journal.find-author-by-address',
  `select ${authorColumns} from journal_authors where slug = $slug`,
);

type SavedTerm = Omit<Term, 'id'> & { readonly id: number | null; readonly locale: string };
type SavedAuthor = Omit<JournalAuthor, 'id'> & { readonly id: number | null };

const findTakenTerm = namedFind<SavedTerm, { isNameTaken: boolean }>(
  'journal.find-taken-term',
  `select lower(name) = lower($name) as "isNameTaken" from journal_terms
  where locale = $locale and kind = $kind and (slug = $slug or lower(name) = lower($name)) and id is distinct from $id limit 1`,
);
const insertTerm = namedFind<SavedTerm, { id: number }>(
  'journal.insert-term',
  `insert into journal_terms (locale, kind, slug, name, description) values ($locale, $kind, $slug, $name, $description)
  on conflict do nothing returning id`,
);
const updateTerm = namedQuery<SavedTerm>(
  'journal.update-term',
  'update journal_terms set slug = $slug, name = $name, description = $description where id = $id',
);
/** A member of staff can be at most one author. */
const findTakenAuthor = namedFind<SavedAuthor, { isNameTaken: boolean }>(
  'journal.find-taken-author',
  `select staff_id is not distinct from $staffId and $staffId::bigint is not null as "isNameTaken" from journal_authors
  where (slug = $slug or staff_id = $staffId::bigint) and id is distinct from $id limit 1`,
);
const insertAuthor = namedFind<SavedAuthor, { id: number }>(
  'journal.insert-author',
  'insert into journal_authors (slug, name, bio, staff_id) values ($slug, $name, $bio, $staffId) on conflict do nothing returning id',
);
const updateAuthor = namedQuery<SavedAuthor>(
  'journal.update-author',
  'update journal_authors set slug = $slug, name = $name, bio = $bio, staff_id = $staffId where id = $id',
);

type Saved =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'ADDRESS_TAKEN' | 'NAME_TAKEN' };

/**
 * Serialises writers of terms and authors, so that concurrent writes can't create the same name twice. Such writes
 * are rare.
 */
const lockNames = sqlQuery('journal.lock-names', `select pg_advisory_xact_lock(hashtext('journal names'))`);

const invalidatePostLists = (shop: Shop, tx: Tx) => shop.pages.invalidate(tx, [contentPostsCacheTag]);

interface Statements<Values> {
  readonly findTaken: (tx: Tx, values: Values) => Promise<{ isNameTaken: boolean } | null>;
  readonly insert: (tx: Tx, values: Values) => Promise<{ id: number } | null>;
  readonly update: (tx: Tx, values: Values) => Promise<unknown>;
}

async function save<Values extends { readonly id: number | null; readonly name: string; readonly slug: string }>(
  shop: Shop,
  tx: Tx,
  { findTaken, insert, update }: Statements<Values>,
  given: Values,
): Promise<Saved> {
  const values = { ...given, slug: given.slug || slugify(given.name).slice(0, maxSlug) };
  await lockNames(tx, []);
  const taken = await findTaken(tx, values);
  if (taken) return { ok: false, code: taken.isNameTaken ? 'NAME_TAKEN' : 'ADDRESS_TAKEN' };
  await invalidatePostLists(shop, tx);
  if (values.id !== null) {
    await update(tx, values);
    return { ok: true, id: values.id };
  }
  const row = await insert(tx, values);
  return row ? { ok: true, id: row.id } : { ok: false, code: 'ADDRESS_TAKEN' };
}

/** @param id null for a new term */
export const saveTerm = (shop: Shop, tx: Tx, id: number | null, term: Omit<Term, 'id'>): Promise<Saved> =>
  save(...([shop, tx, { findTaken: findTakenTerm, insert: insertTerm, update: updateTerm }] as const), {
    ...term,
    id,
    locale: shop.choices.locale,
  });

/** @param id null for a new author */
export const saveAuthor = (shop: Shop, tx: Tx, id: number | null, author: Omit<JournalAuthor, 'id'>): Promise<Saved> =>
  save(shop, tx, { findTaken: findTakenAuthor, insert: insertAuthor, update: updateAuthor }, { ...author, id });

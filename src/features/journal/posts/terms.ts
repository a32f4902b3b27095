import { contentPostsCacheTag } from '#features/content/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { TermKind } from '../paths.ts';

/** Characters of an address; the form of the entries has the same limit. */
const maxSlug = 100;

export interface Term {
  readonly id: number;
  readonly kind: TermKind;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

const termSql = 'select id, kind, slug, name, description from journal_terms';
const selectTerm = sqlQuery<Term>('journal.find-term', `${termSql} where id = $1`);
const lockTerm = sqlQuery<Term>('journal.lock-term', `${termSql} where id = $1 for no key update`);
const selectBySlug = sqlQuery<Term>(
  'journal.find-term-by-address',
  `${termSql} where locale = $1 and kind = $2 and slug = $3`,
);

export async function findTerm(db: Db, id: number, isLocking = false): Promise<Term | null> {
  return (await (isLocking ? lockTerm : selectTerm)(db, [id]))[0] ?? null;
}

export async function findTermBySlug(db: Db, locale: string, kind: TermKind, slug: string): Promise<Term | null> {
  return (await selectBySlug(db, [locale, kind, slug]))[0] ?? null;
}

const isTaken = sqlQuery<{ byName: boolean }>(
  'journal.find-taken-term',
  `select lower(name) = lower($4) as "byName" from journal_terms
  where locale = $1 and kind = $2 and (slug = $3 or lower(name) = lower($4)) and id is distinct from $5 limit 1`,
);
const insertTerm = sqlQuery<{ id: number }>(
  'journal.insert-term',
  `insert into journal_terms (locale, kind, slug, name, description) values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
);
const updateTerm = sqlQuery(
  'journal.update-term',
  'update journal_terms set slug = $2, name = $3, description = $4 where id = $1',
);
const deleteTerm = sqlQuery('journal.delete-term', 'delete from journal_terms where id = $1');

export type Saved =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'ADDRESS_TAKEN' | 'NAME_TAKEN' };

/** Writers of terms and authors go one after another: there are few, and two of one name must not come of it. */
const lockNames = sqlQuery('journal.lock-names', `select pg_advisory_xact_lock(hashtext('journal names'))`);

const dropLists = (shop: Shop, tx: Tx) => shop.pages.invalidate(tx, [contentPostsCacheTag]);

/** @param id null for a new one */
export async function saveTerm(
  shop: Shop,
  tx: Tx,
  id: number | null,
  { kind, name, description, slug: wanted }: Omit<Term, 'id'>,
): Promise<Saved> {
  const slug = wanted || slugify(name).slice(0, maxSlug);
  await lockNames(tx, []);
  const [taken] = await isTaken(tx, [shop.choices.locale, kind, slug, name, id]);
  if (taken) return { ok: false, code: taken.byName ? 'NAME_TAKEN' : 'ADDRESS_TAKEN' };
  await dropLists(shop, tx);
  if (id !== null) {
    await updateTerm(tx, [id, slug, name, description]);
    return { ok: true, id };
  }
  const [row] = await insertTerm(tx, [shop.choices.locale, kind, slug, name, description]);
  return row ? { ok: true, id: row.id } : { ok: false, code: 'ADDRESS_TAKEN' };
}

/** Posts lose it. */
export async function removeTerm(shop: Shop, tx: Tx, id: number): Promise<void> {
  await deleteTerm(tx, [id]);
  await dropLists(shop, tx);
}

export interface JournalAuthor {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly bio: string;
  readonly staffId: number | null;
}

const authorSql = 'select id, slug, name, bio, staff_id as "staffId" from journal_authors';
const selectAuthor = sqlQuery<JournalAuthor>('journal.find-author', `${authorSql} where id = $1`);
const lockAuthor = sqlQuery<JournalAuthor>('journal.lock-author', `${authorSql} where id = $1 for no key update`);
const selectAuthorBySlug = sqlQuery<JournalAuthor>('journal.find-author-by-address', `${authorSql} where slug = $1`);

export async function findAuthor(db: Db, id: number, isLocking = false): Promise<JournalAuthor | null> {
  return (await (isLocking ? lockAuthor : selectAuthor)(db, [id]))[0] ?? null;
}

export async function findAuthorBySlug(db: Db, slug: string): Promise<JournalAuthor | null> {
  return (await selectAuthorBySlug(db, [slug]))[0] ?? null;
}

const isAuthorTaken = sqlQuery<{ byStaff: boolean }>(
  'journal.find-taken-author',
  `select staff_id is not distinct from $2 and $2::bigint is not null as "byStaff" from journal_authors
  where (slug = $1 or staff_id = $2::bigint) and id is distinct from $3 limit 1`,
);
const insertAuthor = sqlQuery<{ id: number }>(
  'journal.insert-author',
  'insert into journal_authors (slug, name, bio, staff_id) values ($1, $2, $3, $4) on conflict do nothing returning id',
);
const updateAuthor = sqlQuery(
  'journal.update-author',
  'update journal_authors set slug = $2, name = $3, bio = $4, staff_id = $5 where id = $1',
);
const deleteAuthor = sqlQuery('journal.delete-author', 'delete from journal_authors where id = $1');

/** @param id null for a new one */
export async function saveAuthor(
  shop: Shop,
  tx: Tx,
  id: number | null,
  { name, bio, staffId, slug: wanted }: Omit<JournalAuthor, 'id'>,
): Promise<Saved> {
  const slug = wanted || slugify(name).slice(0, maxSlug);
  await lockNames(tx, []);
  const [taken] = await isAuthorTaken(tx, [slug, staffId, id]);
  if (taken) return { ok: false, code: taken.byStaff ? 'NAME_TAKEN' : 'ADDRESS_TAKEN' };
  await dropLists(shop, tx);
  if (id !== null) {
    await updateAuthor(tx, [id, slug, name, bio, staffId]);
    return { ok: true, id };
  }
  const [row] = await insertAuthor(tx, [slug, name, bio, staffId]);
  return row ? { ok: true, id: row.id } : { ok: false, code: 'ADDRESS_TAKEN' };
}

/** Posts stay, without an author. */
export async function removeAuthor(shop: Shop, tx: Tx, id: number): Promise<void> {
  await deleteAuthor(tx, [id]);
  await dropLists(shop, tx);
}

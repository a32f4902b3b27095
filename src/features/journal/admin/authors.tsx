import { sql } from 'drizzle-orm';
import { slugField } from '#features/content/index.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { contains } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { line, record, text } from '#platform/forms/kinds.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { adminAuthorsPath, adminPostsPath, authorPath } from '../paths.ts';
import { staffPicker } from '../posts/pickers.ts';
import { findAuthor, type JournalAuthor, removeAuthor, saveAuthor } from '../posts/terms.ts';
import { journalAdminTexts as texts } from './texts.ts';

const path = `${adminAuthorsPath}/:id`;
const back = { path: adminAuthorsPath, text: texts.authors };
const permissions = { read: 'content.read', write: 'content.write' } as const;

const authorForm = defineAdminForm({
  name: 'journal.save-author',
  description: 'Creates an author of posts, or changes one.',
  ...{ path, requires: permissions.write, subject: 'journal-author', create: texts.newAuthor, back },
  fields: (shop, _author: JournalAuthor | null) => ({
    name: line({ label: shop.t(texts.name), required: true, max: 100 }),
    slug: { ...slugField(shop), hint: shop.t(texts.addressHint) },
    bio: text({ label: shop.t(texts.bio), hint: shop.t(texts.bioHint), max: 1000 }),
    staffId: record({ label: shop.t(texts.staff), picker: staffPicker }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { name: '', slug: '', bio: '', staffId: null }, subject: null, label: '' };
    const author = await findAuthor(db, id, isLocking);
    if (!author) return null;
    const { name, slug, bio, staffId } = author;
    return { values: { name, slug, bio, staffId }, subject: author, label: name };
  },
  save: async (shop, tx, values, { id }) => {
    const saved = await saveAuthor(shop, tx, id, values);
    if (saved.ok) return saved;
    const isStaff = saved.code === 'NAME_TAKEN';
    const message = shop.t(isStaff ? texts.STAFF_TAKEN : texts.ADDRESS_TAKEN);
    return { ok: false, problems: [{ field: isStaff ? 'staffId' : 'slug', message }] };
  },
  layout: [{ title: texts.basics, fields: ['name', 'slug', 'bio', 'staffId'] }],
});

interface AuthorRow extends JournalAuthor {
  readonly posts: number;
}

const countPosts = sqlQuery<{ count: number }>(
  'journal.count-posts-of-author',
  'select count(*)::integer as count from journal_posts where author_id = $1 and is_published',
);

export const authorList = defineAdminList<AuthorRow>({
  name: 'journal.authors',
  ...{ path: adminAuthorsPath, requires: permissions.read },
  texts: { title: texts.authors, lead: texts.authorsLead, count: texts.authorCount, empty: texts.noAuthors },
  source: {
    ...{ from: sql`journal_authors a`, id: sql`a.id` },
    select: sql`a.id, a.slug, a.name, a.bio, a.staff_id as "staffId",
      (select count(*)::integer from journal_posts p where p.author_id = a.id and p.is_published) as posts`,
    sorts: {
      name: {
        ...{ title: texts.alphabetical, reversedTitle: texts.reversed, by: sql`lower(a.name)` },
        ...{ type: 'text', direction: 'asc' },
      },
    },
    mayReadWhole: { journal_authors: 'a shop has some of them', journal_posts: 'a shop has some hundreds of posts' },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    address: { title: texts.address, cell: ({ slug }) => authorPath(slug) },
    posts: { title: texts.postsOf, cell: ({ posts }) => posts, align: 'end', onPhone: 'value' },
  },
  filters: {},
  search: { title: texts.searchedByName, sample: 'ines', fuzzy: (query) => contains(sql`a.name`, query) },
  open: ({ id }) => `${adminAuthorsPath}/${id}`,
  create: { text: texts.newAuthor, path: getFormPath(authorForm, null), requires: permissions.write },
});

const removeAuthorOperation = defineAdminOperation({
  ...{ name: 'journal.delete-author', text: texts.remove, subject: 'journal-author', requires: permissions.write },
  description: 'Deletes an author. Posts stay, without an author.',
  load: (_shop, db, id) => findAuthor(db, id),
  label: (_shop, { name }) => name,
  lead: ({ t }) => t(texts.removeAuthorLead),
  fields: () => ({}),
  values: () => ({}),
  preview: async (shop, db, id) => {
    const [found] = await countPosts(db, [id]);
    return { ok: true, what: shop.t(texts.willRemove, { count: found?.count ?? 0 }) };
  },
  run: async (shop, tx, id) => {
    const author = await findAuthor(tx, id, true);
    if (!author) return { ok: false, code: 'AUTHOR_GONE', message: shop.t(texts.gone) };
    await removeAuthor(shop, tx, id);
    return { ok: true, change: { label: author.name, before: { name: author.name }, after: null }, movedTo: null };
  },
  outcomes: { done: texts.removed },
});

const factsPanel: AdminPanel<AuthorRow> = {
  ...{ id: 'facts', title: texts.author, column: 'side' },
  render: ({ t }, { slug, posts, id }) => (
    <>
      <FactsList facts={[{ label: t(texts.postsOf), value: String(posts) }]} />
      {posts > 0 && (
        <p>
          <a href={`${adminPostsPath}?author=${id}`}>{t(texts.posts)}</a> ·{' '}
          <a href={authorPath(slug)}>{authorPath(slug)}</a>
        </p>
      )}
    </>
  ),
};

export const authorRecord = defineAdminRecord<AuthorRow>({
  ...{ name: 'journal.author', path, requires: permissions.read, subject: 'journal-author', back },
  load: async (_shop, db, id) => {
    const author = await findAuthor(db, id);
    const [found] = author ? await countPosts(db, [id]) : [];
    return author && { ...author, posts: found?.count ?? 0 };
  },
  head: (_shop, { name }) => ({ title: name }),
  ...{ form: authorForm, panels: [factsPanel] },
  operations: [{ operation: removeAuthorOperation }],
});

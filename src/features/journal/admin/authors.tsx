import { sql } from 'drizzle-orm';
import { slugField } from '#features/content/index.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { line, record, text } from '#platform/forms/kinds.ts';
import { adminAuthorsPath, authorPath } from '../paths.ts';
import { staffPicker } from '../posts/pickers.ts';
import { countPostsOfAuthor, findAuthor, type JournalAuthor, removeAuthor, saveAuthor } from '../posts/terms.ts';
import { createNameSource, defineRemoval, PostFacts, permissions, postsColumn } from './named-records.tsx';
import { journalAdminTexts as texts } from './texts.ts';

const path = `${adminAuthorsPath}/:id`;
const back = { path: adminAuthorsPath, text: texts.authors };

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

const { sorts, search } = createNameSource(sql`a.name`);

export const authorList = defineAdminList<AuthorRow>({
  name: 'journal.authors',
  ...{ path: adminAuthorsPath, requires: permissions.read },
  texts: { title: texts.authors, lead: texts.authorsLead, count: texts.authorCount, empty: texts.noAuthors },
  source: {
    ...{ from: sql`journal_authors a`, id: sql`a.id` },
    select: sql`a.id, a.slug, a.name, a.bio, a.staff_id as "staffId",
      (select count(*)::integer from journal_posts p where p.author_id = a.id and p.is_published) as posts`,
    sorts,
    allowedFullScans: {
      journal_authors: 'a shop has some of them',
      journal_posts: 'a shop has some hundreds of posts',
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    address: { title: texts.address, cell: ({ slug }) => authorPath(slug) },
    posts: postsColumn,
  },
  filters: {},
  search: { ...search, sample: 'ines' },
  open: ({ id }) => `${adminAuthorsPath}/${id}`,
  create: { text: texts.newAuthor, path: getFormPath(authorForm, null), requires: permissions.write },
});

const removeAuthorOperation = defineRemoval({
  ...{ kind: 'author', description: 'Deletes an author. Posts stay, without an author.', lead: texts.removeAuthorLead },
  ...{ find: findAuthor, countPosts: countPostsOfAuthor, remove: removeAuthor },
});

const factsPanel: AdminPanel<AuthorRow> = {
  ...{ id: 'facts', title: texts.author, column: 'side' },
  render: (shop, { slug, posts, id }) => (
    <PostFacts {...{ shop, posts, query: `author=${id}`, path: authorPath(slug) }} />
  ),
};

export const authorRecord = defineAdminRecord<AuthorRow>({
  ...{ name: 'journal.author', path, requires: permissions.read, subject: 'journal-author', back },
  load: async (_shop, db, id) => {
    const author = await findAuthor(db, id);
    return author && { ...author, posts: await countPostsOfAuthor(db, id) };
  },
  head: (_shop, { name }) => ({ title: name }),
  ...{ form: authorForm, panels: [factsPanel] },
  operations: [{ operation: removeAuthorOperation }],
});

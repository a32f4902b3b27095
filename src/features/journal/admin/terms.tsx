import { sql } from 'drizzle-orm';
import { slugField } from '#features/content/index.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { choice, line, text } from '#platform/forms/kinds.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { adminPostsPath, adminTermsPath, termKinds, termPath } from '../paths.ts';
import { findTerm, removeTerm, saveTerm, type Term } from '../posts/terms.ts';
import { journalAdminTexts as texts } from './texts.ts';

const path = `${adminTermsPath}/:id`;
const back = { path: adminTermsPath, text: texts.terms };
const permissions = { read: 'content.read', write: 'content.write' } as const;

const termForm = defineAdminForm({
  name: 'journal.save-term',
  description: 'Creates a category or a tag of posts, or changes one.',
  ...{ path, requires: permissions.write, subject: 'journal-term', create: texts.newTerm, back },
  fields: (shop, term: Term | null) => ({
    name: line({ label: shop.t(texts.name), required: true, max: 100 }),
    kind: term
      ? null
      : choice({
          ...{ label: shop.t(texts.kind), required: true, width: 'half' },
          options: termKinds.map((value) => ({ value, label: shop.t(texts[value]) })),
        }),
    slug: { ...slugField(shop), hint: shop.t(texts.addressHint) },
    description: text({ label: shop.t(texts.description), max: 1000 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null)
      return { values: { name: '', kind: 'category', slug: '', description: '' }, subject: null, label: '' };
    const term = await findTerm(db, id, isLocking);
    if (!term) return null;
    const { name, slug, description } = term;
    return { values: { name, kind: undefined, slug, description }, subject: term, label: name };
  },
  save: async (shop, tx, { kind, ...values }, { id, subject }) => {
    const saved = await saveTerm(shop, tx, id, { ...values, kind: subject?.kind ?? (kind || 'category') });
    if (saved.ok) return saved;
    const field = saved.code === 'NAME_TAKEN' ? 'name' : 'slug';
    return { ok: false, problems: [{ field, message: shop.t(texts[saved.code]) }] };
  },
  layout: [{ title: texts.basics, fields: ['name', 'kind', 'slug', 'description'] }],
});

interface TermRow extends Term {
  readonly posts: number;
}

const countSql = sql`(select count(*)::integer from journal_post_terms pt where pt.term_id = t.id)`;
const countPosts = sqlQuery<{ count: number }>(
  'journal.count-posts-of-term',
  'select count(*)::integer as count from journal_post_terms where term_id = $1',
);

export const termList = defineAdminList<TermRow>({
  name: 'journal.terms',
  ...{ path: adminTermsPath, requires: permissions.read },
  texts: { title: texts.terms, count: texts.termCount, empty: texts.noTerms },
  source: {
    ...{ from: sql`journal_terms t`, id: sql`t.id` },
    select: sql`t.id, t.kind, t.slug, t.name, t.description, ${countSql} as posts`,
    sorts: {
      name: {
        ...{ title: texts.alphabetical, reversedTitle: texts.reversed, by: sql`lower(t.name)` },
        ...{ type: 'text', direction: 'asc' },
      },
    },
    mayReadWhole: { journal_terms: 'a shop has some hundreds of them', journal_post_terms: 'some for each post' },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    kind: { title: texts.kind, cell: ({ kind }, { t }) => t(texts[kind]), onPhone: 'badge' },
    address: { title: texts.address, cell: ({ kind, slug }) => termPath(kind, slug) },
    posts: { title: texts.postsOf, cell: ({ posts }) => posts, align: 'end', onPhone: 'value' },
  },
  filters: {
    kind: {
      ...{ kind: 'choice', title: texts.kind, isPromoted: true, where: isOneOf(sql`t.kind`) },
      options: () => termKinds.map((value) => ({ value, label: texts[value] })),
    },
  },
  search: { title: texts.searchedByName, sample: 'glaze', fuzzy: (query) => contains(sql`t.name`, query) },
  open: ({ id }) => `${adminTermsPath}/${id}`,
  create: { text: texts.newTerm, path: getFormPath(termForm, null), requires: permissions.write },
});

const removeTermOperation = defineAdminOperation({
  ...{ name: 'journal.delete-term', text: texts.remove, subject: 'journal-term', requires: permissions.write },
  description: 'Deletes a category or a tag. Posts lose it.',
  load: (_shop, db, id) => findTerm(db, id),
  label: (_shop, { name }) => name,
  lead: ({ t }) => t(texts.removeTermLead),
  fields: () => ({}),
  values: () => ({}),
  preview: async (shop, db, id) => {
    const [found] = await countPosts(db, [id]);
    return { ok: true, what: shop.t(texts.willRemove, { count: found?.count ?? 0 }) };
  },
  run: async (shop, tx, id) => {
    const term = await findTerm(tx, id, true);
    if (!term) return { ok: false, code: 'TERM_GONE', message: shop.t(texts.gone) };
    await removeTerm(shop, tx, id);
    return { ok: true, change: { label: term.name, before: { name: term.name }, after: null }, movedTo: null };
  },
  outcomes: { done: texts.removed },
});

const factsPanel: AdminPanel<TermRow> = {
  ...{ id: 'facts', title: texts.termOne, column: 'side' },
  render: ({ t }, { kind, slug, posts, id }) => (
    <>
      <FactsList
        facts={[
          { label: t(texts.kind), value: t(texts[kind]) },
          { label: t(texts.postsOf), value: String(posts) },
        ]}
      />
      {posts > 0 && (
        <p>
          <a href={`${adminPostsPath}?${kind}=${id}`}>{t(texts.posts)}</a> ·{' '}
          <a href={termPath(kind, slug)}>{termPath(kind, slug)}</a>
        </p>
      )}
    </>
  ),
};

export const termRecord = defineAdminRecord<TermRow>({
  ...{ name: 'journal.term', path, requires: permissions.read, subject: 'journal-term', back },
  load: async (_shop, db, id) => {
    const term = await findTerm(db, id);
    const [found] = term ? await countPosts(db, [id]) : [];
    return term && { ...term, posts: found?.count ?? 0 };
  },
  head: ({ t }, { name, kind }) => ({ title: name, facts: t(texts[kind]) }),
  ...{ form: termForm, panels: [factsPanel] },
  operations: [{ operation: removeTermOperation }],
});

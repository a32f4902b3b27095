import { sql } from 'drizzle-orm';
import { slugField } from '#features/content/index.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { choice, line, text } from '#platform/forms/kinds.ts';
import { adminTermsPath, termKinds, termPath } from '../paths.ts';
import { countPostsOfTerm, findTerm, removeTerm, saveTerm, type Term } from '../posts/terms.ts';
import { createNameSource, defineRemoval, PostFacts, permissions, postsColumn } from './named-records.tsx';
import { journalAdminTexts as texts } from './texts.ts';

const path = `${adminTermsPath}/:id`;
const back = { path: adminTermsPath, text: texts.terms };

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
const { sorts, search } = createNameSource(sql`t.name`);

export const termList = defineAdminList<TermRow>({
  name: 'journal.terms',
  ...{ path: adminTermsPath, requires: permissions.read },
  texts: { title: texts.terms, count: texts.termCount, empty: texts.noTerms },
  source: {
    ...{ from: sql`journal_terms t`, id: sql`t.id` },
    select: sql`t.id, t.kind, t.slug, t.name, t.description, ${countSql} as posts`,
    sorts,
    allowedFullScans: { journal_terms: 'a shop has some hundreds of them', journal_post_terms: 'some for each post' },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    kind: { title: texts.kind, cell: ({ kind }, { t }) => t(texts[kind]), onPhone: 'badge' },
    address: { title: texts.address, cell: ({ kind, slug }) => termPath(kind, slug) },
    posts: postsColumn,
  },
  filters: {
    kind: {
      ...{ kind: 'choice', title: texts.kind, isPromoted: true, where: isOneOf(sql`t.kind`) },
      options: () => termKinds.map((value) => ({ value, label: texts[value] })),
    },
  },
  search: { ...search, sample: 'glaze' },
  open: ({ id }) => `${adminTermsPath}/${id}`,
  create: { text: texts.newTerm, path: getFormPath(termForm, null), requires: permissions.write },
});

const removeTermOperation = defineRemoval({
  ...{ kind: 'term', description: 'Deletes a category or a tag. Posts lose it.', lead: texts.removeTermLead },
  ...{ find: findTerm, countPosts: countPostsOfTerm, remove: removeTerm },
});

const factsPanel: AdminPanel<TermRow> = {
  ...{ id: 'facts', title: texts.termOne, column: 'side' },
  render: (shop, { kind, slug, posts, id }) => (
    <PostFacts
      {...{ shop, posts, query: `${kind}=${id}`, path: termPath(kind, slug) }}
      facts={[{ label: shop.t(texts.kind), value: shop.t(texts[kind]) }]}
    />
  ),
};

export const termRecord = defineAdminRecord<TermRow>({
  ...{ name: 'journal.term', path, requires: permissions.read, subject: 'journal-term', back },
  load: async (_shop, db, id) => {
    const term = await findTerm(db, id);
    return term && { ...term, posts: await countPostsOfTerm(db, id) };
  },
  head: ({ t }, { name, kind }) => ({ title: name, facts: t(texts[kind]) }),
  ...{ form: termForm, panels: [factsPanel] },
  operations: [{ operation: removeTermOperation }],
});

import { defineEntryDetails } from '#features/content/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { flag, moment, record, records } from '#platform/forms/kinds.ts';
import { journalAdminTexts as texts } from '../admin/texts.ts';
import { renderPost } from '../pages/post-page.tsx';
import type { TermKind } from '../paths.ts';
import { hasPageSql, type PostFacts, type PostTerm } from './find-posts.ts';
import { authorPicker, categoryPicker, tagPicker } from './pickers.ts';
import { findAuthor, findAuthorBySlug } from './terms.ts';

const maxCategories = 5;
const maxTags = 20;

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isInteger);
const readIds = (value: unknown): readonly number[] => (isIds(value) ? value : []);

const findTerms = sqlQuery<PostTerm & { id: number }>(
  'journal.find-terms',
  `select t.id, t.kind, t.slug, t.name, ${hasPageSql} as "hasPage" from journal_terms t where t.id = any($1::integer[]) order by t.name, t.id`,
);
const findSlugs = sqlQuery<{ id: number; slug: string }>(
  'journal.find-terms-by-addresses',
  'select id, slug from journal_terms where locale = $1 and kind = $2 and slug = any($3::text[])',
);

const readTerms = (db: Db, { categories, tags }: Readonly<Record<string, unknown>>) =>
  findTerms(db, [[...readIds(categories), ...readIds(tags)]]);

export const postDetails = defineEntryDetails({
  kind: 'post',
  text: texts.details,
  fields: ({ t }) => ({
    author: record({ label: t(texts.author), picker: authorPicker }),
    categories: records({ label: t(texts.categories), picker: categoryPicker, max: maxCategories }),
    tags: records({ label: t(texts.tags), picker: tagPicker, max: maxTags }),
    date: moment({ label: t(texts.date), hint: t(texts.dateHint) }),
    isOpen: flag({ label: t(texts.isOpen) }),
  }),
  initial: { author: null, categories: [], tags: [], date: null, isOpen: true },
  async renderPreview(shop, context, entry) {
    const { details = {}, publishedAt } = entry;
    const [terms, author] = [
      await readTerms(shop.db, details),
      typeof details.author === 'number' ? await findAuthor(shop.db, details.author) : null,
    ];
    const datedAt = typeof details.date === 'string' ? new Date(details.date) : (publishedAt ?? shop.clock.now());
    const facts: PostFacts = {
      ...{ datedAt, changedAt: entry.changedAt, isOpen: false, author, terms },
      ...{ previous: null, next: null },
    };
    return renderPost(shop, context, entry, facts, null);
  },
  async toNames(_shop, db, details) {
    const terms = await readTerms(db, details);
    const author = typeof details.author === 'number' ? await findAuthor(db, details.author) : null;
    const pick = (kind: TermKind) => terms.filter((term) => term.kind === kind).map(({ slug }) => slug);
    return { ...details, author: author?.slug ?? null, categories: pick('category'), tags: pick('tag') };
  },
  async toIds(shop, db, details) {
    const find = async (kind: TermKind, names: unknown) => {
      const wanted = Array.isArray(names) ? names.map(String) : [];
      const found = await findSlugs(db, [shop.choices.locale, kind, wanted]);
      const missing = wanted.filter((slug) => !found.some((term) => term.slug === slug));
      return { ids: found.map(({ id }) => id), missing: missing.map((slug) => `${kind} '${slug}'`) };
    };
    const [categories, tags] = [await find('category', details.categories), await find('tag', details.tags)];
    const author = typeof details.author === 'string' ? await findAuthorBySlug(db, { slug: details.author }) : null;
    const missing = [
      ...[...categories.missing, ...tags.missing],
      ...(typeof details.author === 'string' && !author ? [`author '${details.author}'`] : []),
    ];
    if (missing.length > 0) return `there is no ${missing.join(', ')}`;
    return { ...details, author: author?.id ?? null, categories: categories.ids, tags: tags.ids };
  },
});

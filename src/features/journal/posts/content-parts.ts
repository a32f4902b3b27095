import { z } from 'zod';
import { defineContentPart } from '#features/content/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { termKinds } from '../paths.ts';
import { findAuthorBySlug, findTermBySlug, saveAuthor, saveTerm } from './terms.ts';

const slug = z
  .string()
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u)
  .max(100);
const text = z.string().max(1000).default('');
const name = z.string().trim().min(1).max(100);
const termSchema = z.strictObject({ kind: z.enum(termKinds), slug, name, description: text });
const authorSchema = z.strictObject({ slug, name, bio: text });

const listTerms = sqlQuery<z.output<typeof termSchema>>(
  'journal.list-terms',
  'select kind, slug, name, description from journal_terms where locale = $1 order by kind, slug',
);
const listAuthors = sqlQuery<z.output<typeof authorSchema>>(
  'journal.list-authors',
  'select slug, name, bio from journal_authors order by slug',
);

const problems = {
  NAME_TAKEN: 'another one has the name',
  ADDRESS_TAKEN: 'another one has the address',
} as const;

const toOutcome = (saved: Awaited<ReturnType<typeof saveTerm>>, isThere: boolean) => {
  if (!saved.ok) return { problem: problems[saved.code] };
  return isThere ? ('updated' as const) : ('created' as const);
};

export const termPart = defineContentPart({
  name: 'journal-terms',
  schema: termSchema,
  toLabel: (term) => `${term.kind}/${term.slug}`,
  list: ({ choices }, db) => listTerms(db, [choices.locale]),
  async save(shop, tx, term) {
    const found = await findTermBySlug(tx, { ...term, locale: shop.choices.locale });
    if (found?.name === term.name && found.description === term.description) return 'unchanged';
    return toOutcome(await saveTerm(shop, tx, found?.id ?? null, term), found !== null);
  },
});

/** Authors in content files. Files do not contain their staff accounts, which other shops do not know. */
export const authorPart = defineContentPart({
  name: 'journal-authors',
  schema: authorSchema,
  toLabel: (author) => author.slug,
  list: (_shop, db) => listAuthors(db, []),
  async save(shop, tx, author) {
    const found = await findAuthorBySlug(tx, author);
    if (found?.name === author.name && found.bio === author.bio) return 'unchanged';
    const values = { ...author, staffId: found?.staffId ?? null };
    return toOutcome(await saveAuthor(shop, tx, found?.id ?? null, values), found !== null);
  },
});

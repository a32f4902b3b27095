import { type SQL, sql } from 'drizzle-orm';
import { contains } from '#platform/admin/lists/filter.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { adminPostsPath } from '../paths.ts';
import { journalAdminTexts as texts } from './texts.ts';

export const permissions = { read: 'content.read', write: 'content.write' } as const;

/** Creates sorting and search by name for a list. */
export const createNameSource = (name: SQL) => ({
  sorts: {
    name: {
      ...{ title: texts.alphabetical, reversedTitle: texts.reversed, by: sql`lower(${name})` },
      ...({ type: 'text', direction: 'asc' } as const),
    },
  },
  search: { title: texts.searchedByName, fuzzy: (query: string) => contains(name, query) },
});

export const postsColumn = {
  title: texts.postsOf,
  cell: ({ posts }: { readonly posts: number }) => posts,
  ...({ align: 'end', onPhone: 'value' } as const),
};

interface RemovedRecord<Row> {
  readonly kind: 'author' | 'term';
  readonly description: string;
  readonly lead: Text;
  readonly find: (db: Db, id: number, isLocking?: boolean) => Promise<Row | null>;
  readonly countPosts: (db: Db, id: number) => Promise<number>;
  readonly remove: (shop: Shop, tx: Tx, id: number) => Promise<void>;
}

/** Defines the operation that deletes a category, tag or author. Its posts stay. */
export const defineRemoval = <Row extends { readonly name: string }>(of: RemovedRecord<Row>) =>
  defineAdminOperation({
    ...{ name: `journal.delete-${of.kind}`, text: texts.remove, subject: `journal-${of.kind}` },
    ...{ requires: permissions.write, description: of.description },
    load: (_shop, db, id) => of.find(db, id),
    label: (_shop, { name }) => name,
    lead: ({ t }) => t(of.lead),
    fields: () => ({}),
    values: () => ({}),
    preview: async (shop, db, id) => ({
      ...{ ok: true, what: shop.t(texts.willRemove, { count: await of.countPosts(db, id) }) },
    }),
    run: async (shop, tx, id) => {
      const found = await of.find(tx, id, true);
      const code = of.kind === 'author' ? 'AUTHOR_GONE' : 'TERM_GONE';
      if (!found) return { ok: false, code, message: shop.t(texts.gone) };
      await of.remove(shop, tx, id);
      return { ok: true, change: { label: found.name, before: { name: found.name }, after: null }, movedTo: null };
    },
    outcomes: { done: texts.removed },
  });

interface PostFactsProps {
  readonly shop: Pick<Shop, 't'>;
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  readonly posts: number;
  /** Query of the admin's list that shows only these posts. */
  readonly query: string;
  /** Path of the page that shoppers see. */
  readonly path: string;
}

export function PostFacts({ shop: { t }, facts = [], posts, query, path }: PostFactsProps) {
  return (
    <>
      <FactsList facts={[...facts, { label: t(texts.postsOf), value: String(posts) }]} />
      {posts > 0 && (
        <p>
          <a href={`${adminPostsPath}?${query}`}>{t(texts.posts)}</a> · <a href={path}>{path}</a>
        </p>
      )}
    </>
  );
}

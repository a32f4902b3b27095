import type { Block } from '#features/content/blocks/block.ts';
import { createEntry, publish } from '#features/content/entries/save-entry.ts';
import { saveAuthor, saveTerm } from '#features/journal/posts/terms.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

interface TestPost {
  readonly title?: string;
  readonly lead?: string;
  readonly imageId?: number | null;
  readonly isListed?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly blocks?: readonly Block[];
  readonly isPublished?: boolean;
}

/** Adds a post, published unless told otherwise. @returns its id */
export async function addPost(shop: Shop, slug: string, post: TestPost = {}): Promise<number> {
  const { title = slug, lead = '', imageId = null, isListed = true, details = {}, isPublished = true } = post;
  const blocks = post.blocks ?? [{ id: 'text', type: 'text', values: { html: `<p>Words of ${slug}.</p>` } }];
  const id = await inTransaction(shop.db, async (tx) => {
    const content = { title, lead, description: '', imageId, place: 'none', isListed, details } as const;
    const entry = { kind: 'post', slug } as const;
    const created = await createEntry(shop, tx, entry, { ...content, tree: { version: 1, blocks } }, 'shop');
    if (!created) throw new Error(`'${slug}' exists`);
    if (isPublished) await publish(shop, tx, created.id, created.revisionId);
    return created.id;
  });
  await shop.pages.awaitInvalidations();
  return id;
}

export async function addTerm(shop: Shop, kind: 'category' | 'tag', name: string, description = ''): Promise<number> {
  const saved = await inTransaction(shop.db, (tx) => saveTerm(shop, tx, null, { kind, name, slug: '', description }));
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

export async function addAuthor(shop: Shop, name: string, bio = ''): Promise<number> {
  const saved = await inTransaction(shop.db, (tx) =>
    saveAuthor(shop, tx, null, { name, bio, slug: '', staffId: null }),
  );
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

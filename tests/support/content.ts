import type { Block } from '#features/content/blocks/block.ts';
import type { Content } from '#features/content/entries/find-published.ts';
import { definePages } from '#features/content/entries/initial-content.ts';
import { addRevision, createEntry, findEntry, publish, unpublish } from '#features/content/entries/save-entry.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

const findBySlug = sqlQuery<{ id: number }>('test.find-content', 'select id from content_entries where slug = $1');

export async function findContentId(shop: Shop, slug: string): Promise<number> {
  const [row] = await findBySlug(shop.db, [slug]);
  if (!row) throw new Error(`no entry '${slug}'`);
  return row.id;
}

/** Publishes a page of blocks. @returns its id */
export async function addBlocks(
  shop: Shop,
  slug: string,
  blocks: readonly Block[],
  {
    kind = 'page',
    title = slug,
    place = 'none',
  }: { readonly kind?: 'page' | 'block' | 'home'; readonly title?: string; readonly place?: Content['place'] } = {},
): Promise<number> {
  const id = await inTransaction(shop.db, async (tx) => {
    const more = { lead: '', description: '', imageId: null, place, isListed: true } as const;
    const content = { title, ...more, tree: { version: 1, blocks } } as const;
    const created = await createEntry(shop, tx, { kind, slug }, content, 'shop');
    if (!created) throw new Error(`'${slug}' exists`);
    await publish(shop, tx, created.id, created.revisionId);
    return created.id;
  });
  await shop.pages.awaitInvalidations();
  return id;
}

/** Publishes a page that is one text. */
export async function addTextPage(shop: Shop, page: Parameters<typeof definePages>[0][number]): Promise<void> {
  const [entry] = definePages([page]);
  await addBlocks(shop, page.slug, entry?.blocks(() => [], shop) ?? [], {
    title: page.title,
    ...(page.place ? { place: page.place } : {}),
  });
}

/** Takes pages away, or shows their newest revision. */
export async function setPublished(shop: Shop, slugs: readonly string[], isPublished: boolean): Promise<void> {
  for (const slug of slugs) {
    const id = await findContentId(shop, slug);
    await inTransaction(shop.db, async (tx) => {
      const entry = await findEntry(tx, id, true);
      if (entry && isPublished) await publish(shop, tx, id, entry.draftId);
      else await unpublish(shop, tx, id);
    });
  }
  await shop.pages.awaitInvalidations();
}

/** Publishes a menu of these blocks, as staff do. */
export async function publishMenu(shop: Shop, name: 'main' | 'footer', blocks: readonly Block[]): Promise<void> {
  const id = await findContentId(shop, `menu.${name}`);
  await inTransaction(shop.db, async (tx) => {
    const entry = await findEntry(tx, id, true);
    if (!entry) throw new Error(`there is no menu '${name}'`);
    const content = { ...entry, tree: { version: 1, blocks } } as const;
    await publish(shop, tx, id, await addRevision(shop, tx, id, content, 'shop'));
  });
  await shop.pages.awaitInvalidations();
}

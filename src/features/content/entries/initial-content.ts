import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findMediaByName } from '#platform/media/records.ts';
import type { Block } from '../blocks/block.ts';
import { checkTree } from '../blocks/tree.ts';
import type { Content } from './find-published.ts';
import { addRevision, createEntry, type EntryKind, publish } from './save-entry.ts';

/** Returns the id of the newest picture with a file name; an empty list when none is stored. */
type FindPicture = (name: string) => readonly number[];

/** Content of a new shop. It replaces an entry with the same kind and slug that was provided earlier. */
export interface InitialEntry extends Partial<Omit<Content, 'title' | 'tree' | 'imageId'>> {
  readonly kind: EntryKind;
  readonly slug: string;
  /** Title. For kinds other than `page` it is a name for staff, in the language of the shop. */
  readonly title: string | ((shop: Shop) => string);
  readonly blocks: (findPicture: FindPicture, shop: Shop) => readonly Block[];
  /** File names of the pictures in the blocks. */
  readonly pictures?: readonly string[];
}

/** Initial content of a shop that has no content of a kind yet. Staff change it in the back office. */
export const initialContent = definePort<readonly InitialEntry[]>('content.initial');

/** A page with one text block. */
interface InitialPage {
  readonly slug: string;
  readonly title: string;
  readonly lead?: string;
  readonly place?: Content['place'];
  readonly isListed?: boolean;
  /** HTML, from which scripts, styles and forms are removed. `[contact-form id="5"]` places a contact form. */
  readonly html: string;
}

/** Defines pages of one text block each, for `provides` in `shop.config.ts`. */
export const definePages = (pages: readonly InitialPage[]): readonly InitialEntry[] =>
  pages.map(({ html, ...page }) => ({
    ...{ place: 'help', ...page, kind: 'page' },
    blocks: () => [{ id: 'text', type: 'text', values: { html } }],
  }));

// Pages that come from the former setting were stored before the language of the shop was known. A slug that another
// entry has stays with that entry.
const adoptLocale = sqlQuery(
  'content.adopt-locale',
  `update content_entries e set locale = $1 where e.locale <> $1
    and not exists (select from content_entries o where o.locale = $1 and (o.slug = e.slug or o.group_id = e.group_id))`,
);
const listKinds = sqlQuery<{ kind: EntryKind }>('content.list-kinds', 'select distinct kind from content_entries');
// The migration that turned the settings of the home page into blocks knew neither the language nor the values of
// `shop.config.ts`.
const findMigratedHome = sqlQuery<{ id: number; title: string; tree: Content['tree'] }>(
  'content.find-migrated-home',
  `select e.id, r.title, r.tree from content_entries e join content_revisions r on r.id = e.published_id and r.id = e.draft_id
  where e.kind = 'home' and e.locale = 'und' for no key update of e`,
);
const lock = sqlQuery('content.lock-initial', `select pg_advisory_xact_lock(hashtext('content initial'))`);

/**
 * Adds and publishes the initial content of each kind that has no entry yet. Entries in a former language of the shop
 * get its present language. Call it when the shop opens.
 * @throws Error that names what is wrong in an entry
 */
export async function addInitialContent(shop: Shop): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await lock(tx, []);
    const [migrated] = await findMigratedHome(tx, []);
    await adoptLocale(tx, [shop.choices.locale]);
    const kinds = new Set((await listKinds(tx, [])).map(({ kind }) => kind));
    const all = listInitialEntries(shop);
    const home = migrated && all.find(({ kind }) => kind === 'home');
    const missing = all.filter(({ kind }) => !kinds.has(kind));
    const pictures = await findMediaByName(
      tx,
      [...missing, ...(home ? [home] : [])].flatMap((entry) => entry.pictures ?? []),
    );
    const findPicture = (name: string) => [pictures.get(name)].flatMap((picture) => picture?.id ?? []);
    if (home) {
      const content = readInitialContent(shop, home, findPicture);
      const blocks = completeHome(content.tree.blocks, migrated.tree.blocks);
      const completed = { ...content, title: migrated.title, tree: { version: 1, blocks } } as const;
      await publish(shop, tx, migrated.id, await addRevision(shop, tx, migrated.id, completed, 'shop'));
    }
    for (const entry of missing) {
      const created = await createEntry(shop, tx, entry, readInitialContent(shop, entry, findPicture), 'shop');
      if (!created) throw new Error(`content: two initial entries have the slug '${entry.slug}'`);
      await publish(shop, tx, created.id, created.revisionId);
    }
  });
}

/** Combines the initial home page with the hero and the text that the owner had changed in the former settings. */
function completeHome(initial: readonly Block[], migrated: readonly Block[]): readonly Block[] {
  const blocks = [...initial];
  for (const type of ['banner', 'hero']) {
    const changed = migrated.find((block) => block.type === type);
    // An empty string or list means that the owner had not changed the value.
    const values = Object.entries(changed?.values ?? {}).filter(([, value]) => String(value) !== '');
    const index = blocks.findIndex((block) => block.type === type);
    const found = blocks[index];
    if (!changed || values.length === 0) continue;
    if (found) blocks[index] = { ...found, values: { ...found.values, ...Object.fromEntries(values) } };
    // The text stood before the newest products, which are the last block.
    else blocks.splice(type === 'hero' ? 0 : -1, 0, { ...changed, id: `own${type}` });
  }
  return blocks;
}

/** Lists the provided entries, without those that a later entry replaces. */
export function listInitialEntries(shop: Shop): readonly InitialEntry[] {
  const provided = shop.implementations(initialContent);
  return provided.flatMap((entries, index) => {
    const later = provided.slice(index + 1).flat();
    return entries.filter(({ kind, slug }) => !later.some((other) => other.kind === kind && other.slug === slug));
  });
}

/** @throws Error that names what is wrong */
export function readInitialContent(shop: Shop, entry: InitialEntry, findPicture: FindPicture): Content {
  const { title, lead = '', description = '', place = 'none', isListed = true, blocks } = entry;
  const root = entry.kind === 'menu' ? 'menu' : 'blocks';
  const found = checkTree(shop, blocks(findPicture, shop), root);
  if (!found.ok) throw new Error(`content: '${entry.slug}' can't be added: ${found.code} ${found.message ?? ''}`);
  const ownTitle = typeof title === 'string' ? title : title(shop);
  const tree = { version: 1, blocks: found.blocks } as const;
  return { title: ownTitle, lead, description, imageId: null, place, isListed, tree };
}
